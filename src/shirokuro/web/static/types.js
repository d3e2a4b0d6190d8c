// The values that cross between server and page, for the type checker; nothing here runs.

/** @typedef {"black" | "white"} Side */
/** @typedef {{en: string, ja: string}} Text */
/** @typedef {{up?: string | null, down?: string | null, left?: string | null, right?: string | null,
 *   clockwise?: string | null, anticlockwise?: string | null}} Near */
/** @typedef {{name: string, path: string, x: number, y: number, row: number, column: number,
 *   is_rim: boolean, near: Near}} Cell */
/** @typedef {{name: string, is_round: boolean, is_loop: boolean, width: number,
 *   view: [number, number, number, number], disc: number, cells: Cell[],
 *   labels: {text: string, x: number, y: number}[], stars: [number, number][],
 *   start: {black: string[], white: string[]}, solved: {winner: Side | null, margin: number | null} | null}} Board */
/** @typedef {{kind: "person" | "player", spec: string, name: Text, about: Text}} Seat */
/** @typedef {{ply: number, side: Side, move: string, flips: string[][], value?: number | null,
 *   seconds?: number | null}} Move */
/** @typedef {{move: string, flips: string[][]}} Legal */
/** @typedef {{side: Side, seconds: number, depth?: number | null, nodes?: number | null,
 *   value?: number | null, move?: string | null}} Thinking */
/** @typedef {{winner: Side | null, black: number, white: number, margin: number,
 *   by: "discs" | "resigned" | "clock" | "fault", text: Text}} Result */
/** @typedef {{black: number, white: number, running: Side | null}} Clock */
/** @typedef {{en: string, ja: string, known: number, family: Text | null}} Opening */
/** @typedef {{id: string | null, board: string, seats: Record<Side, Seat>,
 *   start: {black: string[], white: string[], turn: Side}, moves: Move[], ply: number, turn: Side,
 *   black: string[], white: string[], legal: Legal[], is_over: boolean, result: Result | null,
 *   waits: boolean, thinking: Thinking | null, clock: Clock | null, can_undo: boolean, can_redo: boolean,
 *   opening: Opening | null, started: number, updated: number,
 *   revision: number}} Game */
/** @typedef {{kind: "exact" | "wld" | "selective" | "depth" | "bound" | "book" | "solved", depth?: number | null,
 *   confidence?: number | null}} Badge */
/** @typedef {{code: string, text: string, ja: string}} Complaint */
/** @typedef {{move: string, value: number, is_most: boolean, badge: Badge, certainty: number, line: string[]}} Value */
/** @typedef {{ending: "win" | "draw" | "loss", moves: string[], of: number, is_certain: boolean}} Keeping */
/** @typedef {{values: Value[], best: Value | null, keeping: Keeping | null, near: string[], turn: Side, empties: number,
 *   discs: Record<Side, string[]>, features: Record<string, {black: number, white: number, defined: boolean}>,
 *   regions: {odd: number[], even: number[]}, opening: Opening | null, is_over: boolean,
 *   is_final: boolean}} Analysis */
/** @typedef {"" | "?!" | "?" | "??"} Mark */
/** @typedef {{ply: number, side: Side, move: string, value: number, best: string, best_value: number,
 *   loss: number, mark: Mark, badge: Badge, line: string[], punish: string[]}} Judged */
/** @typedef {{lost: number, mean_loss: number | null}} Totals */
/** @typedef {{move: string, best: string, loss: number, is_deep: boolean,
 *   reasons: {term: string, title: Text, en: string, ja: string}[],
 *   compared: {feature: string, label: Text, mine: number, best: number, counts: boolean}[]}} Explanation */
/** @typedef {{move: string, accepted: boolean, value: number, loss: number, mark: Mark, badge: Badge,
 *   best: string, best_value: number, near: string[], line: string[]}} Tried */
/** @typedef {{id: string, board: string, text: string, side: Side, move: string, loss: number, mark: Mark,
 *   is_kept: boolean, due: number, right: number}} Drill */
/** @typedef {{drills: Drill[], due: number, kept: number, next: number | null}} DrillList */
/** @typedef {{value: number | null, badge: Badge | null, games: number, score: number | null}} OpeningFigures */
/** @typedef {{name: Text, english: string[], japanese: string[], ply: number, moves: string[]}} OpeningLabel */
/** @typedef {{move: string, equal: string[], figures: OpeningFigures, opening: OpeningLabel | null, line: string[]}} OpeningMove */
/** @typedef {{opening: OpeningLabel, moves: string[], figures: OpeningFigures, count: number, below: OpeningLine[]}} OpeningLine */
/** @typedef {{board: string, place: {start: {black: string[], white: string[], turn: Side}, moves: Move[], turn: Side,
 *   black: string[], white: string[], legal: Legal[], is_over: boolean}, passed: OpeningLabel[], figures: OpeningFigures,
 *   moves: OpeningMove[], named: OpeningLine[], has_book: boolean, has_games: boolean, boards: string[]}} OpeningView */
/** @typedef {{openings: OpeningLabel[], nearest: string[]}} OpeningsFound */
/** @typedef {{move: string, accepted: boolean, value: number | null, loss: number | null, mark: Mark, best: string[],
 *   best_value: number, badge: Badge}} StepAnswer */
/** @typedef {{answer: StepAnswer | null, moves: string[], asks: boolean, is_kept: boolean}} StepTaken */
/** @typedef {{name: string, kind: "whole" | "number" | "truth" | "choice", default: any, least?: number | null,
 *   most?: number | null, choices?: string[] | null, about: Text}} Parameter */
/** @typedef {{name: string, group: "rival" | "study" | "simple" | "engine" | "own", about: Text, origin: any,
 *   boards: string[], parameters: Parameter[]}} Player */
/** @typedef {{loss: number, error: number, level: number, weakest: number, strongest: number}} RivalStrength */
/** @typedef {{won: number, drawn: number, lost: number}} ColourRecord */
/** @typedef {Record<Side, ColourRecord>} RivalRecord */
/** @typedef {{name: string, games: number}} Experience */
/** @typedef {{name: string, games: number, reached: number, strength: RivalStrength | null, record: RivalRecord}} RivalMemory */
/** @typedef {{ply: number, side: Side, move: string, loss: number}} RivalLoss */
/** @typedef {{aim: "win" | "lose" | null, is_reached: boolean, text: Text, losses: RivalLoss[]}} RivalReport */
/** @typedef {{name: string, side: Side, standing: "playing" | "over" | "counted" | "taken_back" | "unfinished" | "elsewhere" | "read",
 *   strength: RivalStrength | null, record: RivalRecord, report: RivalReport | null}} RivalGame */
/** @typedef {{level: number, spec: string, name: Text | null}} Level */
/** @typedef {{levels: Level[], players: Player[]}} Players */

/** What a board shows: discs as sets of square names, and what may be done.
 * @typedef {{black: Set<string>, white: Set<string>, turn: Side, ply: number, last: string | null,
 *   legal: Legal[], step: Step | null}} Shown */
/** The move that led here, if it is to be seen happening.
 * @typedef {{key: string, side: Side, move: string, flips: string[][]}} Step */
/** What may be drawn on a cell besides its disc: a value with a small word under it, a mark, a ring.
 * @typedef {{text?: string, small?: string, isBest?: boolean, mark?: "" | "✓" | "?!" | "?" | "??",
 *   ring?: boolean, label?: string}} Decoration */

export {};

// What crosses between server and page, for the type checker; tests/test_page_types.py writes it.
export type Side = "black" | "white";
export type Mark = "" | "?!" | "?" | "??";
export type AnalysisAsked = { board?: string; text?: string; mode?: "exact" | "wld";
  seconds?: number | null };
export type Badge = { kind: "exact" | "wld" | "selective" | "depth" | "bound" | "book" | "solved";
  depth?: number | null; confidence?: number | null };
export type BoardList = { boards: DrawnBoard[] };
export type ClockTimes = { black: number; white: number; running: Side | null };
export type ColourRecord = { won: number; drawn: number; lost: number };
export type ComparedNumber = { feature: string; label: Words; mine: number; best: number; counts: boolean };
export type Complaint = { code: string; text: string; words: Words };
export type DeviceCode = { code: string; seconds: number };
export type DeviceCodeAsked = { code: string };
export type Discs = { black: string[]; white: string[] };
export type DrawnBoard = { name: string; is_round: boolean; is_loop: boolean; width: number;
  view: [number, number, number, number]; disc: number; cells: DrawnCell[]; labels: DrawnLabel[];
  stars: [number, number][]; start: Discs; solved: SolvedStart | null };
export type DrawnCell = { name: string; path: string; x: number; y: number; row: number; column: number;
  is_rim: boolean; near: { [name: string]: string | undefined } };
export type DrawnLabel = { text: string; x: number; y: number };
export type DrillAnswer = { tried: TriedMove; drill: DrillView; counted: boolean };
export type DrillList = { drills: DrillView[]; due: number; kept: number; next: number | null };
export type DrillTry = { move: string };
export type DrillView = { id: string; board: string; text: string; side: Side; move: string; loss: number;
  mark: Mark; is_kept: boolean; due: number; right: number };
export type ErrorBody = { error: Complaint };
export type ExperienceList = { experiences: ExperienceView[] };
export type ExperienceView = { name: string; games: number };
export type ExportAsked = { board?: string; text: string;
  format: "text" | "ggf" | "json" | "svg" | "svg-animated"; ply?: number | null };
export type FeatureCount = { black: number; white: number; defined: boolean };
export type GameEnding = { winner: Side | null; black: number; white: number; margin: number;
  handicap_discs: number; by: "discs" | "resigned" | "clock" | "fault"; text: Words };
export type GameList = { games: GameSummary[]; more: boolean; found: number };
export type GameReview = { moves: JudgedMove[]; totals: ReviewTotals };
export type GameSummary = { id: string; board: string; black: Seat; white: Seat; moves: number; line: string;
  result: string; winner: Side | "nobody" | ""; started: number; updated: number; opening: Words | null };
export type GameView = { id: string | null; board: string; seats: Seats; start: StartPosition;
  moves: MadeMove[]; ply: number; turn: Side; black: string[]; white: string[]; legal: LegalMove[];
  is_over: boolean; result: GameEnding | null; waits: boolean; thinking: Thinking | null;
  clock: ClockTimes | null; can_undo: boolean; can_redo: boolean; opening: OpeningName | null;
  revision: number; started: number; updated: number };
export type HealthView = { status: "ok"; version: string };
export type Imported = { added: number; known: number };
export type JudgedMove = { ply: number; side: Side; move: string; value: number; best: string;
  best_value: number; loss: number; mark: Mark; badge: Badge; line: string[]; punish: string[] };
export type LabCell = { name: string; player: string; planned: number; played: number };
export type LabCellList = { title: Words; question: Words; cells: LabCell[] };
export type LabGame = { key: string; board: string; black: string; white: string; margin: number | null;
  moves: number; opening: string };
export type LabGameList = { games: LabGame[]; next: number | null };
export type LabRun = { name: string; title: Words };
export type LabStore = { name: string; games: number; runs: LabRun[] };
export type LabStoreList = { stores: LabStore[] };
export type LegalMove = { move: string; flips: string[][] };
export type LevelChoice = { level: number; spec: string; name: Words };
export type LineAsked = { board?: string; text?: string; moves?: string[] };
export type MadeMove = { ply: number; side: Side; move: string; flips: string[][]; value: number | null;
  seconds: number | null };
export type MatchList = { matches: MatchSummary[]; more: boolean };
export type MatchOpenings = { openings: MatchedOpening[] };
export type MatchSummary = { id: string; board: string; first: Seat; second: Seat;
  state: "going" | "done" | "cancelled"; pace: number | null; total: number; played: number; wins: number;
  draws: number; losses: number; started: number };
export type MatchView = { id: string; board: string; first: Seat; second: Seat;
  state: "going" | "done" | "cancelled"; pace: number | null; total: number; played: number; wins: number;
  draws: number; losses: number; started: number; elo: number | null; elo_error: number | null;
  elo_interval: [number | null, number | null]; mean_margin: number; opening_moves: number;
  games: MatchedGame[]; current: string | null; trouble: string; updated: number };
export type MatchedGame = { number: number; id: string; first: Side; margin: number | null; black: number;
  white: number; moves: number };
export type MatchedOpening = { opening: OpeningLabel | null; games: number; wins: number; draws: number;
  losses: number; mean_margin: number };
export type MoveAsked = { board?: string; text?: string; move: string };
export type MoveExplanation = { move: string; best: string; loss: number; reasons: ReasonGiven[];
  is_deep: boolean; compared: ComparedNumber[] };
export type MoveLoss = { ply: number; side: Side; move: string; loss: number };
export type MoveValue = { move: string; value: number; is_most: boolean; badge: Badge; certainty: number;
  line: string[] };
export type MoveValuesView = { values: MoveValue[] };
export type MovesThatKeep = { ending: "win" | "draw" | "loss"; moves: string[]; of: number };
export type NewDrill = { board?: string; text?: string; move: string; again?: boolean };
export type NewGame = { board?: string; seats: SeatsAsked; clock?: string | null; text?: string | null;
  handicap?: number; handicap_discs?: number; seed?: number | null; name?: string };
export type NewMatch = { board?: string; first: string; second: string; games?: number; pace?: number | null;
  seed?: number | null };
export type NewMove = { move: string; ply: number };
export type NewPace = { pace: number | null };
export type OpeningFigures = { value: number | null; badge: Badge | null; games: number;
  score: number | null };
export type OpeningLabel = { name: Words; english: string[]; japanese: string[]; ply: number;
  moves: string[] };
export type OpeningLine = { opening: OpeningLabel; moves: string[]; figures: OpeningFigures; count: number;
  below: OpeningLine[] };
export type OpeningMove = { move: string; equal: string[]; figures: OpeningFigures;
  opening: OpeningLabel | null; line: string[] };
export type OpeningName = { en: string; ja: string; known: number; family: Words | null };
export type OpeningView = { board: string; place: PlayedLine; passed: OpeningLabel[]; figures: OpeningFigures;
  moves: OpeningMove[]; named: OpeningLine[]; has_book: boolean; has_games: boolean; boards: string[] };
export type OpeningsFound = { openings: OpeningLabel[]; nearest: string[] };
export type OwnedFile = { format: "shirokuro-mine"; version: 1; made?: number | null; tables: {
  [name: string]: object[] | undefined } };
export type OwnerToken = { token: string };
export type ParameterChoice = { name: string; kind: "whole" | "number" | "truth" | "choice";
  default: boolean | number | string; least: number | null; most: number | null; choices: string[];
  about: Words; is_technical: boolean };
export type PlaceAsked = { board?: string; text?: string };
export type PlayedLine = { start: StartPosition; moves: MadeMove[]; turn: Side; black: string[];
  white: string[]; legal: LegalMove[]; is_over: boolean };
export type PlayerChoice = { name: string; group: "rival" | "study" | "simple" | "engine" | "own";
  about: Words; origin: string; boards: string[]; parameters: ParameterChoice[] };
export type PlayerList = { levels: LevelChoice[]; groups: ("rival" | "study" | "simple" | "engine" | "own")[];
  players: PlayerChoice[] };
export type PositionAnalysis = { values: MoveValue[]; best: MoveValue | null; keeping: MovesThatKeep | null;
  near: string[]; turn: Side; empties: number; discs: Discs; features: {
  [name: string]: FeatureCount | undefined }; regions: RegionSizes; opening: OpeningName | null;
  is_over: boolean; is_final: boolean };
export type ReasonGiven = { term: string; title: Words; sentence: Words; to_you: Words; is_missed: boolean;
  ply: number; line: string[]; arrows: [string, string][]; cells: {
  [name: string]: "lost" | "gained" | "left" | "opened" | undefined } };
export type RegionSizes = { odd: number[]; even: number[] };
export type Rematch = { swap?: boolean; name?: string | null };
export type Renamed = { name: string; to: string };
export type ReviewAsked = { board?: string; text?: string | null; game?: string | null };
export type ReviewTotals = { black: SideTotals; white: SideTotals };
export type RivalGameView = { name: string; side: Side;
  standing: "playing" | "over" | "counted" | "unfinished" | "elsewhere" | "read" | "taken_back" | "hint" | "analysis";
  strength: RivalStrength | null; record: RivalRecord; report: RivalReportView | null };
export type RivalMemoryList = { rivals: RivalMemoryView[] };
export type RivalMemoryView = { name: string; games: number; strength: RivalStrength | null;
  record: RivalRecord };
export type RivalRecord = { black: ColourRecord; white: ColourRecord };
export type RivalReportView = { texts: Words[]; losses: MoveLoss[] };
export type RivalStrength = { loss: number; error: number; level: number; weakest: number; strongest: number;
  rating: number; rating_error: number };
export type Seat = { kind: "person" | "player"; spec: string; name: Words; about: Words; player: string;
  parameters: { [name: string]: string | null | undefined } };
export type Seats = { black: Seat; white: Seat };
export type SeatsAsked = { black: string; white: string };
export type SideTotals = { lost: number; mean_loss: number | null };
export type SolvedStart = { winner: Side | null; margin: number | null };
export type StartPosition = { black: string[]; white: string[]; turn: Side };
export type StepAnswer = { move: string; accepted: boolean; value: number | null; loss: number | null;
  mark: Mark; best: string[]; best_value: number; badge: Badge };
export type StepAsked = { board?: string; text?: string; side: Side; move?: string | null; keep?: boolean;
  seed?: number | null };
export type StepTaken = { answer: StepAnswer | null; moves: string[]; asks: boolean; is_kept: boolean };
export type TextAsked = { text: string; board?: string | null; search?: string; first?: number;
  limit?: number };
export type TextGame = { number: number; game: GameView; text: string; place: string; date: string;
  result: number | null; remarks: Words[] };
export type TextGames = { games: TextGame[]; found: number; total: number; problems: TextProblem[] };
export type TextProblem = { text: Words; line?: number | null; column?: number | null; game?: number | null };
export type Thinking = { side: Side; seconds: number; depth?: number | null; nodes?: number | null;
  value?: number | null; move?: string | null };
export type TriedMove = { move: string; accepted: boolean; value: number; loss: number; mark: Mark;
  badge: Badge; best: string; best_value: number; near: string[]; line: string[] };
export type Words = { [name: string]: string | undefined };

/** The requests of the interface: method, path, answer, body. */
export type Routes =
  | ["POST", `/games/${string}/moves`, GameView, NewMove]
  | ["POST", `/games`, GameView, NewGame]
  | ["GET", `/games`, GameList, undefined]
  | ["GET", `/games/${string}`, GameView, undefined]
  | ["DELETE", `/games/${string}`, null, undefined]
  | ["POST", `/games/${string}/undo`, GameView, undefined]
  | ["POST", `/games/${string}/redo`, GameView, undefined]
  | ["POST", `/games/${string}/resign`, GameView, undefined]
  | ["POST", `/games/${string}/stop`, GameView, undefined]
  | ["POST", `/games/${string}/again`, GameView, Rematch]
  | ["GET", `/games/${string}/rival`, RivalGameView, undefined]
  | ["POST", `/games/${string}/hint`, MoveValuesView, undefined]
  | ["GET", `/boards`, BoardList, undefined]
  | ["GET", `/players`, PlayerList, undefined]
  | ["POST", `/owners`, OwnerToken, undefined]
  | ["POST", `/owners/code`, OwnerToken, DeviceCodeAsked]
  | ["GET", `/rivals`, RivalMemoryList, undefined]
  | ["DELETE", `/rivals`, null, undefined]
  | ["POST", `/rivals/rename`, null, Renamed]
  | ["GET", `/experiences`, ExperienceList, undefined]
  | ["DELETE", `/experiences`, null, undefined]
  | ["POST", `/analysis`, PositionAnalysis, AnalysisAsked]
  | ["POST", `/lines`, PlayedLine, LineAsked]
  | ["POST", `/reviews`, GameReview, ReviewAsked]
  | ["POST", `/tries`, TriedMove, MoveAsked]
  | ["POST", `/explanations`, MoveExplanation, MoveAsked]
  | ["GET", `/drills`, DrillList, undefined]
  | ["POST", `/drills`, DrillView, NewDrill]
  | ["POST", `/drills/${string}/answers`, DrillAnswer, DrillTry]
  | ["DELETE", `/drills/${string}`, null, undefined]
  | ["POST", `/openings`, OpeningView, PlaceAsked]
  | ["GET", `/openings`, OpeningsFound, undefined]
  | ["POST", `/openings/steps`, StepTaken, StepAsked]
  | ["POST", `/texts`, TextGames, TextAsked]
  | ["POST", `/wthor`, TextGames, Blob]
  | ["GET", `/games/${string}/export`, Blob, undefined]
  | ["POST", `/export`, Blob, ExportAsked]
  | ["GET", `/mine`, OwnedFile, undefined]
  | ["POST", `/mine`, Imported, OwnedFile]
  | ["DELETE", `/mine`, null, undefined]
  | ["POST", `/mine/code`, DeviceCode, undefined]
  | ["POST", `/matches`, MatchView, NewMatch]
  | ["GET", `/matches`, MatchList, undefined]
  | ["GET", `/matches/${string}`, MatchView, undefined]
  | ["DELETE", `/matches/${string}`, null, undefined]
  | ["POST", `/matches/${string}/pace`, MatchView, NewPace]
  | ["POST", `/matches/${string}/step`, MatchView, undefined]
  | ["POST", `/matches/${string}/cancel`, MatchView, undefined]
  | ["GET", `/matches/${string}/openings`, MatchOpenings, undefined]
  | ["GET", `/matches/${string}/export`, unknown, undefined]
  | ["GET", `/stores`, LabStoreList, undefined]
  | ["GET", `/stores/${string}/runs/${string}`, LabCellList, undefined]
  | ["GET", `/stores/${string}/games`, LabGameList, undefined]
  | ["GET", `/stores/${string}/games/${string}`, GameView, undefined]
  | ["GET", `/healthz`, HealthView, undefined];

type Match<M, P, R> = R extends [M, infer Q, unknown, unknown] ? ([P, Q] extends [Q, P] ? R : never) : never;
type Route<M, P> = P extends `${infer Path}?${string}` ? Match<M, Path, Routes> : Match<M, P, Routes>;
/** What a request is answered with; unknown where there is no such request. */
export type Answer<M, P> = [Route<M, P>] extends [never] ? unknown : Route<M, P>[2];
export type Body<M, P> = Route<M, P>[3];

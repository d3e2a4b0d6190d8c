// The game on the table, the position in it that is shown, and the board's content.
import { boardOf } from "./boards_and_players.js";
import { must } from "./must.js";
import { computed, signal } from "./view.js";
/** @import { DrawnBoard, GameView, LegalMove, MadeMove, PlayedLine, Side, Thinking } from "./types.js" */

/** @type {Side[]} */
export const SIDES = ["black", "white"];

/** What can be stepped through.
 * @typedef {Pick<GameView, "id" | "start" | "moves" | "ply" | "turn" | "waits" | "legal">} Replay */
/** The move that led somewhere, if it is to be seen happening.
 * @typedef {{key: string, side: Side, move: string, flips: string[][]}} Step */
/** What a board shows: discs as sets of square names, and what may be done.
 * @typedef {{black: Set<string>, white: Set<string>, turn: Side, ply: number, last: string | null,
 *   legal: LegalMove[], step: Step | null}} Shown */
/** @typedef {Pick<Shown, "black" | "white">} DiscSets */

export const game = signal(/** @type {GameView | null} */ (null));
/** The number of moves up to the position shown; null to follow the game. */
export const place = signal(/** @type {number | null} */ (null));
/** The board's content: a position, and whether to animate the move that led there. */
export const drawn = signal({ ply: 0, isStep: false });
/** The tempo of the moves: each is shown and announced, only shown, or neither. */
export const tempo = signal(/** @type {"calm" | "brisk" | "quick"} */ ("calm"));
/** A person's move that is drawn although the server has not taken it yet. */
export const awaited = signal(/** @type {{id: string | null, ply: number} | null} */ (null));
export const thinking = signal(/** @type {Thinking | null} */ (null));

export const board = computed(() => (game.value ? boardOf(game.value.board) : null));
export const shown = computed(() => (game.value ? shownAt(game.value, drawn.value) : null));
/** The same for content that is on the screen only with a game on the table. */
export const theGame = () => must(game.value);
export const theBoard = () => must(board.value);
export const theShown = () => must(shown.value);
/** Whether the game is between two people at two browsers and in progress, so that nobody may be helped. */
export const isTogether = computed(() => Boolean(game.value?.people?.you && !game.value.is_over));
/** Whether the board shows the game's latest position. */
export const isPresent = computed(() => drawn.value.ply === game.value?.ply);
/** The person's side, or the side to move if both are people; null if people only watch. */
export const mySide = computed(() => {
  if (!game.value) return null;
  const people = sidesOf(game.value, "person");
  return people.length === 2 ? game.value.turn : (people[0] ?? null);
});

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "black" ? "white" : "black");

/** @param {GameView} of @param {"person" | "player" | "friend"} kind */
export const sidesOf = (of, kind) => SIDES.filter((side) => of.seats[side].kind === kind);

/** @param {Replay} of @param {{ply: number, isStep: boolean}} at @returns {Shown} */
export function shownAt(of, { ply, isStep }) {
  const discs = discsAt(of, ply);
  const before = of.moves[ply - 1];
  return {
    ...discs,
    ply,
    turn: of.moves[ply]?.side ?? of.turn,
    last: before && before.move !== "pass" ? before.move : null,
    legal: ply === of.ply && of.waits ? of.legal : [],
    step: isStep && before ? { ...before, key: `${of.id} ${ply}` } : null,
  };
}

/** A line that the server has played out. @param {PlayedLine} line @param {string} id
 * @returns {Replay & {is_over: boolean}} */
export const replayOf = (line, id) => ({ ...line, id, ply: line.moves.length, waits: true });

/** @param {{black: Iterable<string>, white: Iterable<string>}} discs @returns {DiscSets} */
const setsOf = ({ black, white }) => ({ black: new Set(black), white: new Set(white) });

/** @type {WeakMap<object, DiscSets[]>} */
const replayed = new WeakMap();

/** The discs after so many moves; every move says itself what it turned. @param {Replay} of @param {number} ply */
function discsAt(of, ply) {
  const all = replayed.get(of) ?? [setsOf(of.start)];
  replayed.set(of, all);
  while (all.length <= ply) all.push(after(all[all.length - 1], of.moves[all.length - 1]));
  return all[ply];
}

/** @param {DiscSets} discs @param {Pick<MadeMove, "side" | "move" | "flips">} move @returns {DiscSets} */
function after(discs, { side, move, flips }) {
  if (move === "pass") return discs;
  const turned = [move, ...flips.flat()];
  const own = new Set([...discs[side], ...turned]);
  const others = new Set([...discs[other(side)]].filter((square) => !own.has(square)));
  return side === "black" ? { black: own, white: others } : { black: others, white: own };
}

/** The game as it will be when the server has taken a move, to be drawn at once. Half a revision keeps it on the
 * table when the server repeats what was there before the move.
 * @param {GameView} of @param {LegalMove} legal @returns {GameView} */
export function withMove(of, legal) {
  const move = { ...legal, ply: of.ply + 1, side: of.turn, value: null, seconds: null };
  const discs = after(setsOf(of), move);
  return {
    ...of,
    moves: [...of.moves, move],
    ply: of.ply + 1,
    turn: other(of.turn),
    black: [...discs.black],
    white: [...discs.white],
    legal: [],
    waits: false,
    can_undo: true,
    can_redo: false,
    revision: of.revision + 0.5,
  };
}

/** A position as one line: one character a cell, then the side to move.
 * @param {DrawnBoard} on @param {DiscSets & {turn: Side}} at */
export function lineOf(on, at) {
  const cells = on.cells.map(({ name }) => (at.black.has(name) ? "X" : at.white.has(name) ? "O" : "-"));
  return `${cells.join("")} ${at.turn === "black" ? "X" : "O"}`;
}

/** Moves as a text that the server reads. @param {string[]} moves */
export const movesText = (moves) => moves.map((move) => (move === "pass" ? "pa" : move)).join("");

/** A game as one line of JSON, which says all that the page knows of it. @param {GameView} of @param {number} [ply] */
export function recordText(of, ply = of.moves.length) {
  const moves = movesText(of.moves.slice(0, ply).map(({ move }) => move));
  return JSON.stringify({ format: 1, variant: of.board, ...ownStart(of), moves, ...peopleOf(of) });
}

/** The position it began with, where it is not the usual one. @param {GameView} of @returns {{start?: string}} */
export function ownStart(of) {
  const on = boardOf(of.board);
  const start = lineOf(on, { ...setsOf(of.start), turn: of.start.turn });
  return start === lineOf(on, { ...setsOf(on.start), turn: "black" }) ? {} : { start };
}

/** The names of people, which only games of texts have, the same in both languages. @param {GameView} of */
export function peopleOf({ seats }) {
  const sides = SIDES.filter((side) => {
    const { kind, spec, name } = seats[side];
    return kind === "player" && !spec && name.en === name.ja;
  });
  return /** @type {{[side in Side]?: string}} */ (
    Object.fromEntries(sides.map((side) => [side, seats[side].name.en]))
  );
}

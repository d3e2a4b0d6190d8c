// The game on the table, the place in it that is shown, and what the board has there.
import { boards } from "./catalogue.js";
import { computed, signal } from "./view.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Side} Side */
/** @typedef {import("./types.js").Shown} Shown */

export const game = signal(/** @type {Game | null} */ (null));
/** The number of moves made where the reader looks; null: where the game is, whatever comes. */
export const place = signal(/** @type {number | null} */ (null));
/** What the board draws: a place, and whether the move that led there is to be seen happening. */
export const drawn = signal({ ply: 0, isStep: false });
/** How quickly moves come: each is seen and said, only seen, or neither. */
export const tempo = signal(/** @type {"calm" | "brisk" | "quick"} */ ("calm"));
export const thinking = signal(/** @type {import("./types.js").Thinking | null} */ (null));

export const board = computed(() => (game.value && boards.value.get(game.value.board)) ?? null);
export const shown = computed(() => (game.value ? shownAt(game.value, drawn.value) : null));
/** Whether the board shows the game as it stands now. */
export const isPresent = computed(() => drawn.value.ply === game.value?.ply);
/** The side of the person, or of the one to move where both are; null where people only watch. */
export const mySide = computed(() => {
  const people = game.value ? sidesOf(game.value, "person") : [];
  return people.length === 2 ? game.value.turn : (people[0] ?? null);
});

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "black" ? "white" : "black");

/** @param {Game} of @param {"person" | "player"} kind @returns {Side[]} */
export function sidesOf(of, kind) {
  return /** @type {Side[]} */ (["black", "white"]).filter((side) => of.seats[side].kind === kind);
}

/** @param {Game} of @param {{ply: number, isStep: boolean}} at @returns {Shown} */
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

/** @type {WeakMap<object, {black: Set<string>, white: Set<string>}[]>} */
const replayed = new WeakMap();

/** The discs after so many moves; every move says itself what it turned. @param {Game} of @param {number} ply */
export function discsAt(of, ply) {
  let all = replayed.get(of);
  if (!all) replayed.set(of, (all = [{ black: new Set(of.start.black), white: new Set(of.start.white) }]));
  while (all.length <= ply) all.push(after(all[all.length - 1], of.moves[all.length - 1]));
  return all[ply];
}

/** @param {{black: Set<string>, white: Set<string>}} discs @param {{side: Side, move: string, flips: string[][]}} move */
function after(discs, { side, move, flips }) {
  if (move === "pass") return discs;
  const turned = [move, ...flips.flat()];
  const own = new Set([...discs[side], ...turned]);
  const others = new Set([...discs[other(side)]].filter((square) => !own.has(square)));
  return side === "black" ? { black: own, white: others } : { black: others, white: own };
}

/** The game as it will be when the server has taken a move, to be drawn at once.
 * @param {Game} of @param {import("./types.js").Legal} legal @returns {Game} */
export function withMove(of, legal) {
  const move = { ply: of.ply + 1, side: of.turn, move: legal.move, flips: legal.flips };
  const discs = after({ black: new Set(of.black), white: new Set(of.white) }, move);
  return {
    ...of,
    moves: [...of.moves, move],
    ply: of.ply + 1,
    turn: other(of.turn),
    black: [...discs.black],
    white: [...discs.white],
    legal: [],
    waits: false,
    can_undo: false,
    can_redo: false,
  };
}

/** A position as one line: one character a cell, then the side to move.
 * @param {import("./types.js").Board} on
 * @param {{black: Set<string>, white: Set<string>, turn: Side}} at */
export function lineOf(on, at) {
  const cells = on.cells.map(({ name }) => (at.black.has(name) ? "X" : at.white.has(name) ? "O" : "-"));
  return `${cells.join("")} ${at.turn === "black" ? "X" : "O"}`;
}

/** A game as one line of JSON, which says all that the page knows of it. @param {Game} of @param {number} [ply] */
export function recordText(of, ply = of.moves.length) {
  const { black, white } = of.seats;
  const moves = of.moves.slice(0, ply).map(({ move }) => (move === "pass" ? "pa" : move));
  const record = {
    format: 1,
    variant: of.board,
    ...ownStart(of),
    moves: moves.join(""),
    ...named("black", black),
    ...named("white", white),
  };
  return JSON.stringify(record);
}

/** The position it began with, where it is not the usual one. @param {Game} of @returns {{start?: string}} */
export function ownStart(of) {
  const on = boards.peek().get(of.board);
  const usual = lineOf(on, { black: new Set(on.start.black), white: new Set(on.start.white), turn: "black" });
  const start = lineOf(on, {
    black: new Set(of.start.black),
    white: new Set(of.start.white),
    turn: of.start.turn,
  });
  return start === usual ? {} : { start };
}

/** Only games of texts have names of people, the same in both languages. @param {Side} side @param {import("./types.js").Seat} seat */
function named(side, { kind, spec, name }) {
  return kind === "player" && !spec && name.en === name.ja ? { [side]: name.en } : {};
}

// Boards and games as the server sends them, small and made by hand.
const FILES = "abcdefgh";
const SEAT = {
  kind: "person",
  spec: "person",
  name: { en: "A person", ja: "人" },
  about: { en: "", ja: "" },
  player: "person",
  parameters: {},
};

/** A cell with its neighbours among the given names. */
function cellAt(row, column, names) {
  const at = (r, c) => (names.has(`${FILES[c]}${r + 1}`) ? `${FILES[c]}${r + 1}` : undefined);
  const near = {
    up: at(row - 1, column),
    down: at(row + 1, column),
    left: at(row, column - 1),
    right: at(row, column + 1),
  };
  const known = Object.entries(near).filter(([, name]) => name);
  const name = `${FILES[column]}${row + 1}`;
  return {
    name,
    path: "",
    x: column + 0.5,
    y: row + 0.5,
    row,
    column,
    is_rim: false,
    near: Object.fromEntries(known),
  };
}

function boardOf(name, rows, ring, start) {
  const places = rows.flatMap((columns, row) => columns.map((column) => [row, column]));
  const names = new Set(places.map(([row, column]) => `${FILES[column]}${row + 1}`));
  const cells = places.map(([row, column]) => cellAt(row, column, names));
  for (const cell of cells) {
    const at = ring.indexOf(cell.name);
    if (at < 0) continue;
    cell.is_rim = true;
    cell.near.clockwise = ring[(at + 1) % ring.length];
    cell.near.anticlockwise = ring[(at + ring.length - 1) % ring.length];
  }
  const about = {
    is_round: ring.length > 0,
    is_loop: false,
    width: rows.length,
    view: [0, 0, 4, 4],
    disc: 0.4,
  };
  return { name, ...about, cells, labels: [], stars: [], start, solved: null };
}

/** Reversi on 4x4. */
export const SQUARE = boardOf(
  "reversi4",
  [0, 1, 2, 3].map(() => [0, 1, 2, 3]),
  [],
  { black: ["c2", "b3"], white: ["b2", "c3"] },
);

/** Nip on twelve cells: the corners are missing, and the rim is one closed line. */
export const ROUND = boardOf(
  "nip12",
  [
    [1, 2],
    [0, 1, 2, 3],
    [0, 1, 2, 3],
    [1, 2],
  ],
  ["b1", "c1", "d2", "d3", "c4", "b4", "a3", "a2"],
  { black: ["c2", "b3"], white: ["b2", "c3"] },
);

/** A game between two people, after b1 and a1 on the square board; a1 turns b2 back. */
export function gameOf(changes = {}) {
  return {
    id: "one",
    board: SQUARE.name,
    seats: { black: SEAT, white: SEAT },
    start: { ...SQUARE.start, turn: "black" },
    moves: [
      { ply: 1, side: "black", move: "b1", flips: [["b2"]], value: null, seconds: null },
      { ply: 2, side: "white", move: "a1", flips: [["b2"]], value: null, seconds: null },
    ],
    ply: 2,
    turn: "black",
    black: ["c2", "b3", "b1"],
    white: ["c3", "a1", "b2"],
    legal: [{ move: "d3", flips: [["c3"]] }],
    is_over: false,
    result: null,
    waits: true,
    thinking: null,
    clock: null,
    can_undo: true,
    can_redo: false,
    opening: null,
    revision: 3,
    started: 0,
    updated: 0,
    ...changes,
  };
}

/** A seat of a player, or of somebody whose name stood in a text. */
export const seat = (spec, name = spec) => ({
  kind: "player",
  spec,
  name: { en: name, ja: name },
  about: { en: "", ja: "" },
  player: spec,
  parameters: {},
});

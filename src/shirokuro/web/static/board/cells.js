// All cells of a board, row by row; one that shows what it showed before is not drawn again.
import { html, useMemo, useRef } from "../view.js";
import { Cell } from "./cell.js";
/** @import { CellProps, Decoration } from "./cell.js" */
/** @import { Shown, Step } from "../game.js" */
/** @import { DrawnBoard, DrawnCell, LegalMove, Side } from "../types.js" */

/**
 * @typedef {{board: DrawnBoard, shown: Shown,
 *   legal: Map<string, LegalMove>, seen: LegalMove | null, tabbed: string,
 *   decorations: Map<string, Decoration> | null}} Look
 */

/** @param {Look} look */
export function useCells(look) {
  const rows = useMemo(() => rowsOf(look.board), [look.board]);
  const delays = useMemo(() => delaysOf(look.shown.step), [look.shown.step]);
  const turned = new Set(look.seen?.flips.flat());
  const kept = useRef(/** @type {Map<string, {props: CellProps, node: any}>} */ (new Map())).current;
  const draw = (/** @type {DrawnCell} */ cell) => {
    const props = propsOf(look, cell, { delay: delays.get(cell.name), willTurn: turned.has(cell.name) });
    const before = kept.get(cell.name);
    if (before && isSame(before.props, props)) return before.node;
    const node = html`<${Cell} key=${cell.name} ...${props} />`;
    kept.set(cell.name, { props, node });
    return node;
  };
  return rows.map((row, at) => html`<g role="row" key=${at}>${row.map(draw)}</g>`);
}

/** Only what the cell itself shows. @param {Look} look @param {DrawnCell} cell @param {{delay?: number, willTurn: boolean}} turning */
function propsOf({ board, shown, legal, seen, tabbed, decorations }, cell, { delay, willTurn }) {
  const { name } = cell;
  const turns = legal.get(name)?.flips.flat().length ?? null;
  return {
    board,
    cell,
    side: /** @type {Side | null} */ (
      shown.black.has(name) ? "black" : shown.white.has(name) ? "white" : null
    ),
    mover: turns !== null || willTurn ? shown.turn : null,
    turns,
    isLast: shown.last === name,
    step: delay === undefined ? null : (shown.step?.key ?? null),
    delay: delay ?? 0,
    willTurn,
    isGhost: seen?.move === name,
    isTabbed: name === tabbed,
    decoration: decorations?.get(name) ?? null,
  };
}

/** @param {CellProps} one @param {CellProps} other */
function isSame(one, other) {
  const { decoration: first, ...left } = one;
  const { decoration: second, ...right } = other;
  return (
    isEqual(left, right) &&
    (first === second || (first !== null && second !== null && isEqual(first, second)))
  );
}

/** @param {Record<string, any>} one @param {Record<string, any>} other */
function isEqual(one, other) {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key]);
}

/** @param {DrawnBoard} board */
function rowsOf(board) {
  /** @type {DrawnCell[][]} */
  const rows = [];
  for (const cell of board.cells) {
    rows[cell.row] ??= [];
    rows[cell.row].push(cell);
  }
  return rows.filter(Boolean);
}

/** How many discs of its line turn before it. @param {Step | null} step */
function delaysOf(step) {
  return new Map(
    step?.flips.flatMap((line) => line.map((square, at) => /** @type {const} */ ([square, at]))) ?? [],
  );
}

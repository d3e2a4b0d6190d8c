// Draws the cells of a board: discs, legal moves, values and marks. Unchanged cells are not drawn again.
import { html, useMemo, useRef } from "../view.js";
import { t } from "../words.js";
/** @import { Shown } from "../game.js" */
/** @import { DrawnBoard, DrawnCell, LegalMove, Side, Mark } from "../types.js" */

/**
 * @typedef {{board: DrawnBoard, shown: Shown,
 *   legal: Map<string, LegalMove>, seen: LegalMove | null, tabbed: string,
 *   decorations: Map<string, Decoration> | null}} Look
 */

/** @param {Look} look */
export function useCells(look) {
  const rows = useMemo(() => rowsOf(look.board), [look.board]);
  const flips = look.shown.step?.flips ?? [];
  // The place of each disc in its line, counted from the move.
  const delays = useMemo(() => new Map(flips.flatMap((line) => line.map(delayed))), [look.shown.step]);
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

/** @param {string} square @param {number} at @returns {[string, number]} */
const delayed = (square, at) => [square, at];

/** What may be drawn on a cell besides its disc: a value with a small word under it, a mark,
 * a tint that says what a reason says of the cell.
 * @typedef {{text?: string, small?: string, isBest?: boolean, mark?: Mark | "✓",
 *   tint?: string, label?: string}} Decoration */
/**
 * `mover`: who would play or turn here; `turns`: how many discs a move here turns, null if there is none;
 * `step`: the move in which the disc turns just now, and how many of its line do so before it.
 * @typedef {{board: DrawnBoard, cell: DrawnCell,
 *   side: Side | null, mover: Side | null, turns: number | null,
 *   isLast: boolean, step: string | null, delay: number, willTurn: boolean, isGhost: boolean,
 *   isTabbed: boolean, decoration: Decoration | null}} CellProps
 */

/** @param {CellProps} props */
export function Cell(props) {
  const { board, cell, side, step, delay, mover, turns, isLast, willTurn, decoration, isTabbed } = props;
  return html`<g role="gridcell" tabindex=${isTabbed ? 0 : -1} data-square=${cell.name}
    class=${turns === null ? "cell" : "cell is-legal"} aria-label=${labelOf(props)}>
    <path class="hit" d=${cell.path} />
    <g transform="translate(${cell.x} ${cell.y})" aria-hidden="true">
      ${decoration?.tint && html`<rect class="tint ${decoration.tint}" x="-0.46" y="-0.46" width="0.92" height="0.92" rx="0.1" />`}
      ${side && (step === null ? html`<${Disc} side=${side} r=${board.disc} />` : html`<${TurningDisc} key=${step} side=${side} r=${board.disc} delay=${delay} />`)}
      ${willTurn && html`<circle class="face ${mover}" cy="-0.015" r="0.17" />`}
      ${isLast && html`<g class="last"><circle cy="-0.015" r="0.16" /><circle cy="-0.015" r="0.13" /></g>`}
      ${!side && turns !== null && offer(props)}
      ${decoration && html`<${Decorated} ...${decoration} />`}
    </g>
  </g>`;
}

/** A legal move: a dot, or the disc as it would stand, with what it turns. @param {CellProps} props */
function offer({ board, mover, turns, isGhost, decoration }) {
  if (decoration?.text || decoration?.mark) return null;
  if (!isGhost) return html`<circle class="face dot ${mover}" r="0.115" />`;
  return html`<${Disc} side=${mover} r=${board.disc} class="ghost" />
    ${board.is_round && html`<text class="turns ${mover}" y="0.1">${turns}</text>`}`;
}

const MARKS = { "?!": "doubtful", "?": "bad", "??": "worst" };

/** What Analysis, Review and hints write on cells. @param {Decoration} props */
function Decorated({ text, small, isBest, mark }) {
  if (mark === "✓")
    return html`<g class="marked good"><circle r="0.31" /><path d="M-0.14 0.01L-0.04 0.12L0.15 -0.11" /></g>`;
  if (mark)
    return html`<g class="marked ${MARKS[mark]}">
      <rect x="-0.35" y="-0.27" width="0.7" height="0.54" rx="0.1" /><text y="0.115">${mark}</text></g>`;
  if (!text) return null;
  return html`<g class=${isBest ? "value best" : "value"}>
    ${isBest && html`<rect x="-0.43" y="-0.37" width="0.86" height="0.74" rx="0.1" />`}
    <text class="number" y=${small ? 0 : 0.115}>${text}</text>
    ${small && html`${" "}<text class="word" y="0.25">${small}</text>`}</g>`;
}

/** @param {CellProps} props */
function labelOf({ board, cell, side, turns, isLast, decoration }) {
  const parts = [cell.name, t(side ? `side.${side}` : turns === null ? "cell.empty" : "cell.legal")];
  if (turns !== null) parts.push(t("cell.turns", { n: turns }));
  if (isLast) parts.push(t("cell.last"));
  if (board.is_round && cell.is_rim) parts.push(t("cell.rim"));
  if (decoration?.label) parts.push(decoration.label);
  return parts.join(t("comma"));
}

/** @param {{side: Side, r: number, class?: string}} props */
export function Disc({ side, r, class: also = "" }) {
  return html`<g class="disc ${side} ${also}">
    <circle class="under" cy="0.045" r=${r} /><circle class="face" cy="-0.015" r=${r} />
  </g>`;
}

/** Two drawings of a disc that turns over after a delay: the old side disappears, then the new one appears.
 * @param {{side: Side, r: number, delay: number}} props */
export function TurningDisc({ side, r, delay }) {
  return html`<g class="turning" style=${{ "--delay": delay }}>
    <${Disc} side=${side === "black" ? "white" : "black"} r=${r} class="old" />
    <${Disc} side=${side} r=${r} class="new" />
  </g>`;
}

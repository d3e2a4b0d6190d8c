// Draws any board from the cells that the server sent: discs, legal moves, flips, and what others put on cells.
import { cellOf } from "../catalogue.js";
import { useTyping } from "../keys.js";
import { t } from "../words.js";
import { html, useLayoutEffect, useMemo, useRef, useState } from "../view.js";
import { boardName } from "./board_name.js";
import { Cell } from "./cell.js";
import { Felt } from "./felt.js";
import { Holders, Trails, linesOf, preview } from "./preview.js";
import { destination } from "./walk.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Shown} Shown */
/** @typedef {import("../types.js").Decoration} Decoration */

/**
 * @param {{board: Board, shown: Shown, onPlay?: (square: string) => void, onOther?: (square: string) => void,
 *   decorations?: Map<string, Decoration> | null, hasDots?: boolean}} props
 * onPlay hears of legal moves, onOther of every other square that is chosen.
 */
export function BoardView({ board, shown, onPlay, onOther, decorations = null, hasDots = true }) {
  const grid = useRef(/** @type {SVGGElement | null} */ (null));
  const [current, setCurrent] = useState(/** @type {string | null} */ (null));
  const [outlined, setOutlined] = useState(/** @type {string | null} */ (null));
  const [hovered, setHovered] = useState(/** @type {string | null} */ (null));
  const rows = useMemo(() => rowsOf(board), [board]);
  const legal = new Map(shown.legal.map((each) => [each.move, each]));
  const tabbed = current && cellOf(board, current) ? current : (shown.legal[0]?.move ?? board.cells[0].name);
  const seen = legal.get(hovered ?? outlined ?? "") ?? null;
  const lines = useMemo(() => seen && linesOf(board, shown, seen), [seen]);
  useLayoutEffect(() => {
    preview.value = seen && { move: seen.move, lines };
    return () => void (preview.value = null);
  }, [seen]);

  const focus = (/** @type {string} */ name) =>
    /** @type {SVGGElement | null} */ (grid.current?.querySelector(`[data-square="${name}"]`))?.focus();
  const choose = (/** @type {string} */ name) => (legal.has(name) ? onPlay?.(name) : onOther?.(name));
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" || event.key === " ") choose(tabbed);
    else {
      const next = destination(board, tabbed, event);
      if (next === null) return;
      if (next) focus(next);
    }
    event.preventDefault();
  };
  useTyping((name) => {
    if (!cellOf(board, name)) return;
    focus(name);
    choose(name);
  });

  const turned = seen && new Set(seen.flips.flat());
  const delays = useMemo(() => delaysOf(shown.step), [shown.step]);
  const cells = (/** @type {import("../types.js").Cell} */ cell) =>
    html`<${Cell} key=${cell.name} board=${board} cell=${cell} shown=${shown} delays=${delays}
      legal=${legal.get(cell.name)} hasDot=${hasDots} isGhost=${seen?.move === cell.name}
      willTurn=${Boolean(turned?.has(cell.name))} isTabbed=${cell.name === tabbed}
      decoration=${decorations?.get(cell.name)} />`;
  return html`
    <svg class="board ${board.is_round ? "is-round" : "is-square"}" viewBox=${board.view.join(" ")}
      style=${{ "--spill": board.is_round ? 0 : (board.view[2] - board.width) / board.width, "--width": board.width }}>
      <${Felt} board=${board} />
      <${Trails} board=${board} lines=${lines} />
      <g role="grid" ref=${grid} aria-label=${t("board.label", { board: boardName(board), n: board.cells.length })}
        onKeyDown=${press} onPointerLeave=${() => setHovered(null)}
        onPointerOver=${(/** @type {PointerEvent} */ e) => setHovered(e.pointerType === "mouse" ? squareOf(e) : null)}
        onClick=${(/** @type {Event} */ e) => choose(squareOf(e) ?? "")}
        onFocusIn=${(/** @type {FocusEvent} */ e) => {
          const name = squareOf(e);
          setCurrent(name);
          setOutlined(/** @type {Element} */ (e.target).matches(":focus-visible") ? name : null);
        }}
        onFocusOut=${() => setOutlined(null)}>
        ${rows.map((row, at) => html`<g role="row" key=${at}>${row.map(cells)}</g>`)}
      </g>
      <${Holders} board=${board} lines=${lines} />
      <${Outline} cell=${outlined && cellOf(board, outlined)} />
    </svg>`;
}

/** Where the focus is: just inside the cell, white on dark, so that it shows on everything.
 * @param {{cell?: import("../types.js").Cell | null}} props */
function Outline({ cell }) {
  if (!cell) return null;
  const { path, x, y } = cell;
  return html`<g class="outline" aria-hidden="true" transform="translate(${0.1 * x} ${0.1 * y}) scale(0.9)">
    <path d=${path} /><path d=${path} /></g>`;
}

/** @param {Board} board */
function rowsOf(board) {
  /** @type {import("../types.js").Cell[][]} */
  const rows = [];
  for (const cell of board.cells) (rows[cell.row] ??= []).push(cell);
  return rows.filter(Boolean);
}

/** How many discs of its line turn before it. @param {import("../types.js").Step | null} step */
function delaysOf(step) {
  return new Map(step?.flips.flatMap((line) => line.map((square, at) => /** @type {const} */ ([square, at]))) ?? []);
}

/** @param {Event} event */
function squareOf(event) {
  const cell = /** @type {Element} */ (event.target).closest("[data-square]");
  return /** @type {SVGElement | null} */ (cell)?.dataset.square ?? null;
}

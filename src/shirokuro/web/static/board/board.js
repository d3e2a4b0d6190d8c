// Draws any board from the server's cells: discs, legal moves, flips, and marks of other components.

import { cellOf, hasCell } from "../boards_and_players.js";
import { useTyping } from "../keys.js";
import { html, useLayoutEffect, useMemo, useRef, useState } from "../view.js";
import { t } from "../words.js";
import { Arrows } from "./arrows.js";
import { boardName } from "./board_name.js";
import { useCells } from "./cells.js";
import { Felt } from "./felt.js";
import { Holders, linesOf, preview, Trails } from "./preview.js";
import { destination } from "./walk.js";
/** @import { Decoration } from "./cells.js" */
/** @import { Shown } from "../game.js" */
/** @import { DrawnBoard, DrawnCell, LegalMove } from "../types.js" */

/** onPlay hears of legal moves, onOther of every other square that is chosen.
 * @typedef {{board: DrawnBoard, shown: Shown, onPlay?: (square: string) => void,
 *   onOther?: (square: string) => void,
 *   decorations?: Map<string, Decoration> | null, arrows?: string[][]}} BoardProps arrows: from square to square */

/** @param {BoardProps} props */
export function BoardView({ board, shown, onPlay, onOther, decorations = null, arrows = [] }) {
  const grid = useRef(/** @type {SVGGElement | null} */ (null));
  const [current, setCurrent] = useState(/** @type {string | null} */ (null));
  const [outlined, setOutlined] = useState(/** @type {string | null} */ (null));
  const [hovered, setHovered] = useState(/** @type {string | null} */ (null));
  const legal = new Map(shown.legal.map((each) => [each.move, each]));
  const tabbed = current && hasCell(board, current) ? current : (shown.legal[0]?.move ?? board.cells[0].name);
  const seen = legal.get(hovered ?? outlined ?? "") ?? null;
  const lines = usePreview(board, shown, seen);
  const rows = useCells({ board, shown, legal, seen, tabbed, decorations });
  const spill = board.is_round ? 0 : board.view[2] / board.width - 1; // how far the frame reaches beyond the cells
  const felt = useMemo(() => html`<${Felt} board=${board} />`, [board]);

  const choose = (/** @type {string} */ name) => (legal.has(name) ? onPlay?.(name) : onOther?.(name));
  const focus = (/** @type {string} */ name) =>
    /** @type {SVGGElement | null} */ (grid.current?.querySelector(`[data-square="${name}"]`))?.focus();
  useTyping((name) => {
    if (!hasCell(board, name)) return;
    focus(name);
    choose(name);
  });
  const press = (/** @type {KeyboardEvent} */ event) => {
    const isPlay = event.key === "Enter" || event.key === " ";
    const next = isPlay ? "" : destination(board, tabbed, event);
    if (next === null) return;
    event.preventDefault();
    if (isPlay) choose(tabbed);
    else if (next) focus(next);
  };
  const enter = (/** @type {FocusEvent} */ event) => {
    setCurrent(squareOf(event));
    setOutlined(/** @type {Element} */ (event.target).matches(":focus-visible") ? squareOf(event) : null);
  };
  const point = (/** @type {PointerEvent} */ event) =>
    setHovered(event.pointerType === "mouse" ? squareOf(event) : null);
  // The grid handles focus events, and browsers make drawings with focus handlers a Tab stop unless told otherwise.
  return html`
    <svg class="board ${board.is_round ? "is-round" : "is-square"}" viewBox=${board.view.join(" ")} style=${{ "--spill": spill, "--width": board.width }}>
      ${felt}
      <${Trails} board=${board} lines=${lines} />
      <g role="grid" tabindex="-1" ref=${grid} aria-label=${t("board.label", { board: boardName(board), n: board.cells.length })}
        onKeyDown=${press} onPointerLeave=${() => setHovered(null)} onPointerOver=${point}
        onClick=${(/** @type {Event} */ event) => choose(squareOf(event) ?? "")}
        onFocusIn=${enter} onFocusOut=${() => setOutlined(null)}>${rows}</g>
      <${Arrows} board=${board} arrows=${arrows} />
      <${Holders} board=${board} lines=${lines} />
      <${Outline} cell=${outlined && hasCell(board, outlined) && cellOf(board, outlined)} />
    </svg>`;
}

/** Reports the discs that the previewed move would turn.
 * @param {DrawnBoard} board @param {Shown} shown @param {LegalMove | null} seen */
function usePreview(board, shown, seen) {
  const lines = useMemo(() => seen && linesOf(board, shown, seen), [seen]);
  useLayoutEffect(() => {
    preview.value = seen && lines && { move: seen.move, lines };
    return () => {
      preview.value = null;
    };
  }, [seen]);
  return lines;
}

/** The focus ring: just inside the cell, white on dark, so that it is visible on everything.
 * @param {{cell?: DrawnCell | null}} props */
function Outline({ cell }) {
  if (!cell) return null;
  const { path, x, y } = cell;
  return html`<g class="outline" aria-hidden="true" transform="translate(${0.1 * x} ${0.1 * y}) scale(0.9)">
    <path d=${path} /><path d=${path} /></g>`;
}

/** @param {Event} event */
function squareOf(event) {
  const cell = /** @type {Element} */ (event.target).closest("[data-square]");
  return /** @type {SVGElement | null} */ (cell)?.dataset.square ?? null;
}

// The tab Game: the result, the opening, the discs that a previewed move turns, the moves and the actions.
import { announce, whisper } from "../announcer.js";
import { boardName } from "../board/board_name.js";
import { Looked, preview } from "../board/preview.js";
import { drawn, game, isPresent, place, shown, theBoard, theGame } from "../game.js";
import { useKeys } from "../keys.js";
import { ExportDialog, isExportOpen, PlayFromHere, Share } from "../library/export_dialog.js";
import { must } from "../must.js";
import { valuesOn } from "../review/badge.js";
import { settings } from "../settings.js";
import { useQuestion } from "../shell/dialog.js";
import { Action } from "../shell/icon.js";
import { later } from "../shell/later.js";
import { html, useEffect, useRef } from "../view.js";
import { moveText, openingPath, t } from "../words.js";
import { CoachSaying, CoachSwitch, playCoached, questionHere } from "./coach.js";
import { openNewGame } from "./new_game.js";
import { again, ask, askHint, hint, isHinting } from "./session.js";
import { hasSound, switchSound } from "./sound.js";
import { openTab } from "./table.js";
import { GameTerms } from "./terms.js";

/** @import { OpeningName } from "../types.js" */

const friend = later(() => import("../friend/part.js"));
const FriendPart = friend.view("FriendPart");
const FriendActions = friend.view("FriendActions");
const RivalNote = later(() => import("../rival/report.js")).view("RivalNote");

/** The board's behaviour while this tab is open. */
export function gameBoard() {
  const asked = hint.value;
  const isHere = asked && asked.ply === drawn.value.ply && isPresent.value;
  const doubted = questionHere();
  const marks =
    doubted && new Map([[doubted.move, { mark: /** @type {const} */ ("?"), label: t("mark.bad") }]]);
  const decorations = isHere ? valuesOn(asked.values, ({ kind }) => kind === "solved") : marks;
  return { decorations, onPlay: playCoached, onOther: refuse };
}

/** @param {string} square */
function refuse(square) {
  const { black, white, legal } = must(shown.peek());
  if (!legal.length || !square) return;
  const word = black.has(square) || white.has(square) ? "news.taken" : "news.illegal";
  announce(() => t(word, { move: square }));
}

export function GameTab() {
  const { opening, moves } = theGame();
  return html`
    <${CoachSaying} /><${RivalNote} />
    ${theGame().people && html`<${FriendPart} />`}
    <${GameTerms} choose=${() => openNewGame()} />
    ${theBoard().is_round && html`<${Round} />`}
    ${opening && html`<${Opening} ...${opening} />`}
    <section class="part"><h2 class="with-links"><span>${t("moves")}</span>
        ${theGame().id && !theGame().is_over && html`<span class="for-keys">${t(theBoard().is_round ? "moves.rim" : "moves.type")}</span>`}<${Share} /></h2>
      ${moves.length ? html`<${Moves} />` : html`<p class="note">${t("moves.none")}</p>`}
      ${isExportOpen.value && html`<${ExportDialog} />`}</section>
    ${theGame().id && html`<${Switches} />`}`;
}

function Switches() {
  return html`<section class="part switches">
    <label class="check"><input type="checkbox" checked=${hasSound()} onChange=${switchSound} />${t("sound")} <kbd class="for-keys">Q</kbd></label><${CoachSwitch} /></section>`;
}

/** On a round board: what the previewed move turns, otherwise what is special here. */
function Round() {
  if (preview.value) return html`<${Looked} ...${preview.value} />`;
  const n = theBoard().cells.filter((cell) => cell.is_rim).length;
  return html`<section class="part looked"><h2>${boardName(theBoard())}</h2>
    <p>${t(theBoard().is_loop ? "round.loop" : "round.about", { n })}</p></section>`;
}

/** @param {OpeningName} opening */
export function Opening(opening) {
  const { en, ja, known } = opening;
  const other = settings.value.language === "ja" ? "en" : "ja";
  const next = theGame().moves[known];
  return html`<section class="part opening"><h2>${t("opening")}</h2>
    <b>${openingPath(opening)}</b>
    ${en !== ja && en && ja && html`<span lang=${other}>${openingPath(opening, other)}</span>`}
    ${next && html`<p class="note">${t("opening.left", { n: known, ply: known + 1, move: next.move })}</p>`}
  </section>`;
}

/** @param {{isFollowed?: boolean}} props whether the panel scrolls to the present move */
export function Moves({ isFollowed = true }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const { ply } = drawn.value;
  useEffect(() => {
    if (isFollowed) showCurrent(must(list.current));
  }, [ply]);
  return html`<ol class="moves" ref=${list}>${theGame().moves.map(
    ({ side, move }, at) => html`<li key=${at}><button onClick=${() => lookAt(at + 1)}
      aria-current=${at + 1 === ply ? "step" : undefined} aria-label=${t("moves.label", { n: at + 1, side: t(`side.${side}`), move: moveText(move) })}>
      <i class="dot-disc ${side}"></i><small>${at + 1}</small>${" "}${moveText(move)}</button></li>`,
  )}</ol>`;
}

/** Scrolls the panel, never the page; of a game that is over, the beginning is shown. @param {HTMLElement} list */
function showCurrent(list) {
  const [panel, here] = [must(list.closest(".body")), list.querySelector("[aria-current]")];
  if (isPresent.peek() && must(game.peek()).is_over) panel.scrollTop = 0;
  else if (here) panel.scrollTop += Math.max(0, bottomOf(here) - bottomOf(panel));
}

/** @param {Element} element */
const bottomOf = (element) => element.getBoundingClientRect().bottom;

/** Shows an earlier place, or the present one. @param {number} ply */
export function lookAt(ply) {
  const last = must(game.peek()).moves.length;
  const wanted = Math.max(0, Math.min(ply, last));
  place.value = wanted === last ? null : wanted;
}

/** The move that led to the position shown. */
function placeText() {
  const { moves } = must(game.peek());
  const n = place.peek() ?? moves.length;
  if (!n) return t("looking_back", { n, of: moves.length });
  const { side, move } = moves[n - 1];
  return t("moves.item", { n, side: t(`side.${side}`), move: moveText(move) });
}

/** Looks at an earlier or a later move. @param {number} by */
export function stepBy(by) {
  lookAt(drawn.peek().ply + by);
  whisper(placeText());
}

export function GameActions() {
  useKeys({ ",": () => stepBy(-1), ".": () => stepBy(1) });
  return theGame().people?.you ? html`<${FriendActions} />` : html`<${OwnActions} />`;
}

function OwnActions() {
  const onYes = () => ask("resign");
  const [askToResign, question] = useQuestion({ title: t("resign"), text: t("resign.sure"), onYes });
  const { can_undo, can_redo, is_over, thinking } = theGame();
  useKeys({
    u: () => can_undo && ask("undo"),
    r: () => can_redo && ask("redo"),
    i: () => theGame().id && !is_over && askHint(),
    s: () => thinking && ask("stop"),
  });
  if (!theGame().id)
    return html`<${PlayFromHere} /><${Action} icon="plus" word="new" act=${() => openNewGame()} />`;
  return html`
    <${Action} icon="undo" word="undo" can=${can_undo} act=${() => ask("undo")} />
    ${can_redo && html`<${Action} icon="redo" word="redo" act=${() => ask("redo")} />`}
    ${
      is_over
        ? html`<${Action} key="review" icon="find" word="review.short" label="review.open" act=${toReview} isKey=${true} />
        <${Action} key="again" icon="swap" word="again.short" label=${settings.value.swaps ? "again.swapped" : "again"} act=${playAgain} />`
        : html`<${Action} key="hint" icon="hint" word="hint" isBusy=${isHinting.value} act=${askHint} />
        <${Action} key="resign" icon="flag" word="resign" act=${askToResign} />`
    }
    <${Action} icon="plus" word="new" act=${() => openNewGame()} />${question}`;
}

// Their buttons disappear with the game, so the focus moves on to the next element.
function toReview() {
  openTab("review");
  document.getElementById("tab-review")?.focus();
}

async function playAgain() {
  await again();
  /** @type {SVGElement | null} */ (document.querySelector("[role=grid] [tabindex='0']"))?.focus();
}

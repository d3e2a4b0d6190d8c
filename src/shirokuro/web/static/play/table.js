// The table: the board, the players, and the panel with its tabs; a new tab is one line in the list.
import { news } from "../announcer.js";
import { BoardView } from "../board/board.js";
import { board, drawn, isTogether, mySide, other, place, shown, theGame } from "../game.js";
import { replace, route, routeText } from "../route.js";
import { later } from "../shell/later.js";
import { html } from "../view.js";
import { t } from "../words.js";
import { CoachQuestion, coachText, questionHere } from "./coach.js";
import { GameActions, GameTab, gameBoard } from "./game_tab.js";
import { resultText } from "./news.js";
import { SideCard } from "./side.js";
import { swipes } from "./swipe.js";
/** @import { Decoration } from "../board/cells.js" */
/** @import { Shown } from "../game.js" */

/** The board with whatever stands beside it. One component for all screens with a board: so the board, and the
 * focus on it, stay when what is beside it changes.
 * @param {{class?: string, on: object, step?: (by: 1 | -1) => void, children?: any}} props `on`: what the board shows
 * and who hears of squares; `step`: what a swipe does */
export function Frame({ class: also = "", on, step, children }) {
  if (!board.value) return null;
  return html`<div class="table ${also}">
    <div class="place" key="place" ...${step && swipes(step)}><${BoardView} board=${board.value} ...${{ shown: shown.value, ...on }} /></div>
    ${children}
  </div>`;
}

export function openedTab() {
  return tabs().find(({ name }) => name === route.value.with.tab) ?? TABS[0];
}

/** The tabs that there are now: nobody is helped in a game between two people. */
const tabs = () => (isTogether.value ? TABS.slice(0, 1) : TABS);

/** Who plays, what happened, and the open tab. @param {{at: Shown}} props `at`: what the board shows */
export function Panel({ at }) {
  const tab = openedTab();
  const near = mySide.value ?? "black";
  const only = tab.hasSides ? "" : "is-narrow-only";
  return html`
    <h1 class="unseen">${t(tab.word)}</h1>
    <${SideCard} side=${other(near)} at=${at} class="across ${only}" />
    <${SideCard} side=${near} at=${at} class="near ${only}" />
    ${tab.News ? html`<p class="live is-narrow-only"><${tab.News} /></p>` : html`<${Live} />`}
    <div class="actions"><${tab.Actions} /></div>
    ${tabs().length > 1 && html`<${Tabs} open=${tab} />`}
    <div class="body" role=${tabs().length > 1 ? "tabpanel" : undefined} id="panel" tabindex="0"
      aria-label=${t(tab.word)}><${tab.Body} /></div>`;
}

/** The last event, or the result of the game, or a note that an earlier position is shown. */
function Live() {
  const last = news.value;
  if (questionHere()) return html`<${CoachQuestion} />`;
  const result = resultText(theGame());
  const { ply } = drawn.value;
  if (place.value !== null)
    return html`<p class="live"><span>${t("looking_back", { n: ply, of: theGame().ply })}</span>
      <button class="link" onClick=${() => (place.value = null)}>${t("to_present")}</button></p>`;
  if (result && drawn.value.ply === theGame().ply) return html`<p class="live ended"><b>${result}</b></p>`;
  return html`<p class="live ${last?.isStrong ? "is-strong" : ""}">
    ${last?.side && html`<i class="dot-disc ${last.side}" aria-hidden="true"></i>`}<span>${last?.say()}</span>
    ${coachText() && html`<b class="coach-line">${coachText()}</b>`}</p>`;
}

/** @param {{open: Tab}} props */
function Tabs({ open }) {
  const turn = (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = TABS.findIndex(({ name }) => `tab-${name}` === /** @type {Element} */ (event.target).id);
    const next = TABS[(at + step + TABS.length) % TABS.length];
    openTab(next.name);
    document.getElementById(`tab-${next.name}`)?.focus();
  };
  return html`<div class="tabs" role="tablist" onKeyDown=${turn}>${TABS.map(
    ({ name, word }) => html`<button role="tab" id="tab-${name}"
      aria-selected=${name === open.name} aria-controls="panel" tabindex=${name === open.name ? 0 : -1} onClick=${() => openTab(name)}>${t(word)}</button>`,
  )}</div>`;
}

/** "Back" leads to where one was before the game, not through its tabs. @param {string} name */
export function openTab(name) {
  const now = route.peek();
  replace(routeText({ ...now, with: { ...now.with, tab: name === TABS[0].name ? undefined : name } }));
}

/**
 * `onBoard` may say what the board shows while the tab is open: other discs, decorations on cells, who hears of
 * squares that are chosen. `hasSides`: whether the players' cards stand there on wide screens too. `News`: what stands
 * below the board on narrow ones, where the body is out of sight.
 * @typedef {{name: string, word: string, Body: any, Actions: any, News?: any, hasSides: boolean,
 *   onBoard?: () => {shown?: Shown,
 *     decorations?: Map<string, Decoration> | null,
 *     onPlay?: (square: string) => void, onOther?: (square: string) => void}}} Tab
 */

const analysis = later(() => import("../review/analysis_tab.js"));
const review = later(() => import("../review/review_tab.js"));
const mistake = later(() => import("../review/mistake.js"));

/** @type {Tab[]} */
export const TABS = [
  { name: "game", word: "tab.game", Body: GameTab, Actions: GameActions, hasSides: true, onBoard: gameBoard },
  {
    name: "analysis",
    word: "tab.analysis",
    Body: analysis.view("AnalysisTab"),
    Actions: analysis.view("AnalysisActions"),
    News: analysis.view("AnalysisNews"),
    hasSides: false,
    onBoard: analysis.call("analysisBoard"),
  },
  {
    name: "review",
    word: "tab.review",
    Body: review.view("ReviewTab"),
    Actions: review.view("ReviewActions"),
    News: review.view("ReviewNews"),
    hasSides: false,
    onBoard: mistake.call("reviewBoard"),
  },
];

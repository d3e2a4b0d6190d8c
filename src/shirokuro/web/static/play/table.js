// The table: the board, who plays, and the panel with its tabs.
import { news } from "../announcer.js";
import { BoardView } from "../board/board.js";
import { board, drawn, game, mySide, other, place, shown } from "../game.js";
import { go, route } from "../route.js";
import { html } from "../view.js";
import { t } from "../words.js";
import { resultText } from "./news.js";
import { Side } from "./side.js";
import { TABS } from "./tabs.js";

/** The board with whatever stands beside it. One component for all screens with a board: so the board, and the
 * focus on it, stay when what is beside it changes.
 * @param {{class?: string, on: object, children?: any}} props `on`: what the board shows and who hears of squares */
export function Frame({ class: also = "", on, children }) {
  if (!board.value) return null;
  return html`<div class="table ${also}">
    <div class="place" key="place"><${BoardView} board=${board.value} ...${{ shown: shown.value, ...on }} /></div>
    ${children}
  </div>`;
}

export function openedTab() {
  return TABS.find(({ name }) => name === route.value.with.tab) ?? TABS[0];
}

/** Who plays, what happened, and the open tab. @param {{at: import("../types.js").Shown}} props `at`: what the board shows */
export function Panel({ at }) {
  const tab = openedTab();
  const near = mySide.value ?? "black";
  const only = tab.hasSides ? "" : "is-narrow-only";
  return html`
    <h1 class="unseen">${t(tab.word)}</h1>
    <${Side} side=${other(near)} at=${at} class="across ${only}" />
    <${Side} side=${near} at=${at} class="near ${only}" />
    ${tab.News ? html`<p class="live is-narrow-only"><${tab.News} /></p>` : html`<${Live} />`}
    <div class="actions"><${tab.Actions} /></div>
    ${TABS.length > 1 && html`<${Tabs} open=${tab} />`}
    <div class="body" role=${TABS.length > 1 ? "tabpanel" : undefined} id="panel" tabindex="0"
      aria-label=${t(tab.word)}><${tab.Body} /></div>`;
}

/** What happened last; or how the game ended; or that an earlier place is looked at. */
function Live() {
  const last = news.value;
  const result = resultText(game.value);
  const { ply } = drawn.value;
  if (place.value !== null)
    return html`<p class="live"><span>${t("looking_back", { n: ply, of: game.value.ply })}</span>
      <button class="link" onClick=${() => (place.value = null)}>${t("to_present")}</button></p>`;
  if (result && drawn.value.ply === game.value.ply) return html`<p class="live ended"><b>${result}</b></p>`;
  return html`<p class="live ${last?.isStrong ? "is-strong" : ""}">
    ${last?.side && html`<i class="dot-disc ${last.side}" aria-hidden="true"></i>`}<span>${last?.say()}</span></p>`;
}

/** @param {{open: import("./tabs.js").Tab}} props */
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
    ({
      name,
      word,
    }) => html`<button role="tab" id="tab-${name}" aria-selected=${name === open.name} aria-controls="panel"
      tabindex=${name === open.name ? 0 : -1} onClick=${() => openTab(name)}>${t(word)}</button>`,
  )}</div>`;
}

/** @param {string} name */
export function openTab(name) {
  const { name: screen, value, with: others } = route.peek();
  const place = value ? `${screen}=${encodeURIComponent(value)}` : screen;
  const { tab: _, ...kept } = others;
  const all = name === TABS[0].name ? kept : { ...kept, tab: name };
  go([place, ...Object.entries(all).map(([key, each]) => `${key}=${encodeURIComponent(each)}`)].join("&"));
}

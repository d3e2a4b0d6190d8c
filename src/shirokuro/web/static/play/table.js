// The table: the board, who plays, and the panel with its tabs.
import { news } from "../announcer.js";
import { BoardView } from "../board/board.js";
import { board, mySide, other, shown } from "../game.js";
import { go, route } from "../route.js";
import { html } from "../view.js";
import { t } from "../words.js";
import { Side } from "./side.js";
import { TABS } from "./tabs.js";

export function Table() {
  const tab = TABS.find(({ name }) => name === route.value.with.tab) ?? TABS[0];
  const near = mySide.value ?? "black";
  const on = tab.onBoard?.() ?? {};
  const only = tab.hasSides ? "" : "is-narrow-only";
  return html`<div class="table">
    <h1 class="unseen">${t(tab.word)}</h1>
    <${Side} side=${other(near)} class="across ${only}" />
    <div class="place"><${BoardView} board=${board.value} ...${{ shown: shown.value, ...on }} /></div>
    <${Side} side=${near} class="near ${only}" />
    ${tab.hasSides && html`<${Live} />`}
    <div class="actions"><${tab.Actions} /></div>
    ${TABS.length > 1 && html`<${Tabs} open=${tab} />`}
    <div class="body" role=${TABS.length > 1 ? "tabpanel" : undefined} id="panel" tabindex="0"
      aria-label=${t(tab.word)}><${tab.Body} /></div>
  </div>`;
}

/** What happened last. */
function Live() {
  const last = news.value;
  return html`<p class="live ${last?.isStrong ? "is-strong" : ""}">
    ${last?.side && html`<i class="dot-disc ${last.side}" aria-hidden="true"></i>`}<span>${last?.say()}</span></p>`;
}

/** @param {{open: import("./tabs.js").Tab}} props */
function Tabs({ open }) {
  const turn = (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = TABS[(TABS.indexOf(open) + step + TABS.length) % TABS.length];
    openTab(next.name);
    document.getElementById(`tab-${next.name}`)?.focus();
  };
  return html`<div class="tabs" role="tablist" onKeyDown=${turn}>${TABS.map(
    ({ name, word }) => html`<button role="tab" id="tab-${name}" aria-selected=${name === open.name} aria-controls="panel"
      tabindex=${name === open.name ? 0 : -1} onClick=${() => openTab(name)}>${t(word)}</button>`,
  )}</div>`;
}

/** @param {string} name */
export function openTab(name) {
  const { name: screen, value } = route.peek();
  const place = value ? `${screen}=${encodeURIComponent(value)}` : screen;
  go(name === TABS[0].name ? place : `${place}&tab=${name}`);
}

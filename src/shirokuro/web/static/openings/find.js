// Finds openings by name as somebody types, and chooses the board.
import { get, latest } from "../api.js";
import { BoardOptions } from "../board/board_name.js";
import { boards } from "../boards_and_players.js";
import { must } from "../must.js";
import { onText, SearchField } from "../shell/field.js";
import { html, signal } from "../view.js";
import { t } from "../words.js";
import { Name } from "./opening_stats.js";
import { boardAsked, goTo, view } from "./place.js";

/** @import { OpeningLabel, OpeningsFound } from "../types.js" */

const TYPING = 250;
const search = signal("");
const found = signal(/** @type {OpeningsFound | null} */ (null));
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

export function Find() {
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    await look();
    const first = found.peek()?.openings[0];
    if (first) choose(first);
  };
  const known = [...new Set(["reversi", ...(view.value?.boards ?? []), boardAsked.value])];
  const options = [...boards.value.values()].filter(({ name }) => known.includes(name));
  return html`<form class="search find" role="search" onSubmit=${submit}>
      ${
        boardAsked.value === "reversi" &&
        html`<${SearchField} label=${t("openings.find")} text=${search.value} example=${t("openings.example")} longest=${60} set=${write} />`
      }
      <select class="text" aria-label=${t("new.board")} onChange=${onText((board) => goTo([], board))}><${BoardOptions} chosen=${boardAsked.value} all=${options} /></select></form>
    ${found.value && search.value && html`<${Results} />`}`;
}

function Results() {
  const { openings, nearest } = must(found.value);
  return html`<section class="part" role="status">
    <ul class="found">${openings.map(
      (label) => html`<li key=${label.moves.join("")}>
        <button class="branch-name serif" onClick=${() => choose(label)}><${Name} label=${label} /></button>
        <span class="soft small">${label.moves.join(" ")}</span></li>`,
    )}</ul>
    ${!openings.length && html`<p>${t("openings.unknown")} ${nearest.map((name) => html`<button class="link" onClick=${() => write(name)}>${name}</button> `)}</p>`}
  </section>`;
}

/** @param {OpeningLabel} label */
function choose(label) {
  search.value = "";
  found.value = null;
  goTo(label.moves);
}

/** @param {string} text */
function write(text) {
  search.value = text;
  clearTimeout(timer);
  timer = setTimeout(look, TYPING);
}

async function look() {
  clearTimeout(timer);
  const got = await ask(search.peek().trim());
  if (got !== undefined) found.value = got;
}

const ask = latest(async (/** @type {string} */ text) =>
  text ? get(`/openings?${new URLSearchParams({ search: text })}`).catch(() => null) : null,
);

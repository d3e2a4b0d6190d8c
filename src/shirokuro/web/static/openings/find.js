// Finds openings by name as somebody types, and chooses the board.
import { get } from "../api.js";
import { BoardOptions } from "../board/board_options.js";
import { boards } from "../catalogue.js";
import { must } from "../must.js";
import { textIn } from "../shell/field.js";
import { Icon } from "../shell/icon.js";
import { html, signal } from "../view.js";
import { t } from "../words.js";
import { Name } from "./opening_stats.js";
import { boardAsked, goTo, view } from "./place.js";

/** @import { OpeningLabel, OpeningsFound } from "../types.js" */

const TYPING = 250;
const search = signal("");
const found = signal(/** @type {OpeningsFound | null} */ (null));
let asked = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

export function Find() {
  const type = (/** @type {Event} */ event) => write(textIn(event));
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    await look();
    const first = found.peek()?.openings[0];
    if (first) choose(first);
  };
  const pick = (/** @type {Event} */ event) => goTo([], textIn(event));
  const known = [...new Set(["reversi", ...(view.value?.boards ?? []), boardAsked.value])];
  const options = [...boards.value.values()].filter(({ name }) => known.includes(name));
  return html`<form class="search find" role="search" onSubmit=${submit}>
      ${
        boardAsked.value === "reversi" &&
        html`<label class="search-field"><${Icon} name="find" /><span class="unseen">${t("openings.find")}</span>
        <input class="text" type="search" maxlength="60" value=${search.value} placeholder=${t("openings.example")} onInput=${type} /></label>`
      }
      <select class="text" aria-label=${t("new.board")} onChange=${pick}><${BoardOptions} chosen=${boardAsked.value} all=${options} /></select></form>
    ${found.value && search.value && html`<${Results} />`}`;
}

function Results() {
  const { openings, nearest } = must(found.value);
  return html`<section class="part" role="status">
    ${
      openings.length > 0 &&
      html`<ul class="found">${openings.map(
        (
          label,
        ) => html`<li key=${label.moves.join("")}><button class="branch-name serif" onClick=${() => choose(label)}><${Name} label=${label} /></button>
        <span class="soft small">${label.moves.join(" ")}</span></li>`,
      )}</ul>`
    }
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

/** Only the last question counts. */
async function look() {
  clearTimeout(timer);
  const number = ++asked;
  const text = search.peek().trim();
  const got = text ? await get(`/openings?${new URLSearchParams({ search: text })}`).catch(() => null) : null;
  if (number === asked) found.value = got;
}

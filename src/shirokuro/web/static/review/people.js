// How people of some rating play in the position on the board, and how hard it is for them.
import { post } from "../api.js";
import { Recent } from "../recent.js";
import { fieldOf } from "../shell/field.js";
import { html, signal, useEffect } from "../view.js";
import { t } from "../words.js";

/** @import { PeopleHereView } from "../types.js" */

const RATINGS = [900, 1100, 1300, 1500, 1700, 1900, 2100];
/** The most moves to show. */
const MOST = 4;
const rating = signal(1500);
const people = signal(/** @type {PeopleHereView | null} */ (null));
/** @type {Recent<PeopleHereView>} */
const kept = new Recent(300);
/** Milliseconds until it is asked for, so that stepping through a game asks for nothing. */
const REST = 250;

/** @param {{board: string, text: string}} where */
function ask(where) {
  const asked = { ...where, rating: rating.peek() };
  const key = Object.values(asked).join(" ");
  let isWanted = true;
  people.value = kept.get(key) ?? null;
  const show = (/** @type {PeopleHereView} */ found) => {
    kept.set(key, found);
    if (isWanted) people.value = found;
  };
  const timer = setTimeout(() => people.peek() ?? post("/people", asked).then(show, () => {}), REST);
  return () => {
    isWanted = false;
    clearTimeout(timer);
  };
}

/** @param {{board: string, text: string}} props */
export function People({ board, text }) {
  useEffect(() => ask({ board, text }), [board, text, rating.value]);
  const found = people.value;
  return html`<section class="part people"><h2 class="with-links">${t("people.title")}
      <label class="field-row">${t("people.rating")} <select value=${rating.value} onChange=${(/** @type {Event} */ event) => (rating.value = Number(fieldOf(event).value))}>
        ${RATINGS.map((each) => html`<option value=${each}>${each}</option>`)}</select></label></h2>
    ${found && found.chances.length > 0 && html`<${Found} ...${found} />`}</section>`;
}

/** @param {PeopleHereView} found */
function Found({ rating, chances, keeps, loss, blunder, by_values, is_extrapolated }) {
  const [{ move, chance }] = chances;
  if (move === "pass") return html`<p>${t("pass")}</p>`;
  const values = { rating, move, n: percent(chance) };
  const hard = { keeps: percent(keeps), loss: loss.toFixed(1), blunder: percent(blunder) };
  return html`<p>${t(chance > 0.5 ? "people.most" : "people.often", values)}</p>
    <ol class="chances" aria-hidden="true">${chances
      .slice(0, MOST)
      .map(
        (each) =>
          html`<li key=${each.move}><b>${each.move}</b><i><i style=${{ width: `${100 * each.chance}%` }}></i></i>${percent(each.chance)} %</li>`,
      )}</ol>
    <p class="soft small">${t("people.hard", hard)}</p>
    ${by_values && html`<p class="note">${t("people.by_values")}</p>`}
    ${is_extrapolated && html`<p class="note">${t("people.extrapolated")}</p>`}`;
}

/** @param {number} share */
const percent = (share) => (100 * share).toFixed(0);

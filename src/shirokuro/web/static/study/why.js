// Why a move lost discs, in words; where nothing measured explains it, that.
import { post } from "../api.js";
import { must } from "../must.js";
import { Recent } from "../recent.js";
import { html, signal, useEffect } from "../view.js";
import { said, t } from "../words.js";
import { before, current } from "./mistake.js";

/** @import { MoveAsked, MoveExplanation } from "../types.js" */

/** @type {Recent<MoveExplanation>} */
const kept = new Recent(300);
/** Of the move that is looked at. */
export const explanation = signal(/** @type {MoveExplanation | null} */ (null));

export function Why() {
  const { board, text } = must(before.value);
  const { move } = must(current.value);
  useEffect(() => explain({ board, text, move }), [board, text, move]);
  const found = explanation.value;
  return html`<section class="part why" aria-busy=${found === null}><h2>${t("why")}</h2>
    ${
      found &&
      found.reasons.length > 0 &&
      html`<ul>${found.reasons.map(
        (reason) =>
          html`<li key=${reason.term}><span class="term">${said(reason.title)}</span>${said(reason.sentence)}</li>`,
      )}</ul>`
    }
    ${found?.is_deep && html`<p>${t("why.deep")}</p>`}
  </section>`;
}

/** @param {MoveAsked} asked */
function explain(asked) {
  const key = Object.values(asked).join(" ");
  let isWanted = true;
  explanation.value = kept.get(key) ?? null;
  if (!explanation.peek()) load(key, asked, () => isWanted);
  return () => {
    isWanted = false;
  };
}

/** @param {string} key @param {MoveAsked} asked @param {() => boolean} isWanted */
async function load(key, asked, isWanted) {
  const found = await post("/explanations", asked).catch(() => null);
  if (!found) return;
  kept.set(key, found);
  if (isWanted()) explanation.value = found;
}

// Keeps the worst mistakes as drills, automatically after a game of the visitor's own; they can be removed.
import { post, remove } from "../api.js";
import { theGame } from "../game.js";
import { must } from "../must.js";
import { attempt } from "../shell/notice.js";
import { html, signal, useEffect } from "../view.js";
import { t } from "../words.js";
import { before, placeAt } from "./mistake.js";
import { listed, review, sides } from "./review.js";
import { WORST } from "./summary.js";

/** @import { Place } from "./lines.js" */
/** @import { DrillView, JudgedMove } from "../types.js" */

/** The drills from the game on the table, by position and move. */
const drills = signal(/** @type {Map<string, DrillView>} */ (new Map()));
/** Games whose mistakes were kept already. */
const done = new Set();

/** @param {Place} place @param {string} move */
const keyOf = (place, move) => `${place.text} ${move}`;

/** Keeps the worst mistakes of a game once it is over and reviewed, while a component is shown. */
export function useKept() {
  const { id, is_over, revision } = theGame();
  const isMine = id !== null && is_over && sides.value.length === 1;
  useEffect(() => {
    const key = `${id} ${revision}`;
    if (!isMine || !review.value.isDone || done.has(key)) return;
    done.add(key);
    const worst = listed
      .peek()
      .filter(({ mark }) => mark)
      .slice(0, WORST);
    const all = worst.map(({ ply, move }) => ({ place: placeAt(ply - 1), move }));
    (async () => {
      for (const { place, move } of all) await keep(place, move, false);
    })();
  }, [id, isMine, review.value.isDone]);
}

/** @param {Place} place @param {string} move @param {boolean} again */
async function keep(place, move, again) {
  const drill = await post("/drills", { ...place, move, again }).catch(() => null);
  if (drill) drills.value = new Map(drills.peek()).set(keyOf(place, move), drill);
}

/** @param {Place} place @param {DrillView} drill */
async function drop(place, drill) {
  if ((await attempt(() => remove(`/drills/${drill.id}`).then(() => true))) === null) return;
  drills.value = new Map(drills.peek()).set(keyOf(place, drill.move), { ...drill, is_kept: false });
}

/** Whether the mistake comes back, and when. @param {{move: JudgedMove}} props */
export function DrillNote({ move }) {
  if (!move.mark) return null;
  const place = must(before.value);
  const drill = drills.value.get(keyOf(place, move.move));
  if (drill?.is_kept)
    return html`<p class="kept"><span>${t("drill.kept", { when: whenText(drill.due) })}</span>
      <button class="link" onClick=${() => drop(place, drill)}>${t("drill.remove")}</button></p>`;
  return html`<p class="kept"><span>${drill ? t("drill.removed") : ""}</span>
    <button class="link" onClick=${() => keep(place, move.move, true)}>${t("drill.keep")}</button></p>`;
}

/** @param {number} due seconds since 1970 */
export function whenText(due) {
  const days = Math.max(0, Math.ceil((due - Date.now() / 1000) / 86400));
  return days === 0 ? t("drill.today") : days === 1 ? t("drill.tomorrow") : t("drill.days", { n: days });
}

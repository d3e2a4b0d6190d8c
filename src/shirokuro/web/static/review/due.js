// How many drills wait today, wherever somebody may want to know.
import { get } from "../api.js";
import { Icon } from "../shell/icon.js";
import { html, signal, useEffect } from "../view.js";
import { t } from "../words.js";
/** @import { DrillList } from "../types.js" */

/** The drills that wait; null until the server has said. */
export const waiting = signal(/** @type {DrillList | null} */ (null));

export async function loadDrills() {
  waiting.value = await get("/drills").catch(() => waiting.peek());
}

/** Shown only where something is due. */
export function Due() {
  useEffect(() => void loadDrills(), []);
  const n = waiting.value?.due ?? 0;
  if (!n) return null;
  return html`<section class="due" aria-label=${t("nav.drills")}><b class="big">${n}</b>
    <p><b>${t("due.title", { n })}</b><span>${t("due.about")}</span></p>
    <a class="button key" href="#drills"><${Icon} name="book" />${t("due.go")}</a></section>`;
}

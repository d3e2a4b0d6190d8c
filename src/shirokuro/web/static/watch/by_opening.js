// How the openings of a match ended, by name; asked for when somebody wants to see it.
import { get } from "../api.js";
import { Name } from "../openings/opening_stats.js";
import { html, useEffect, useState } from "../view.js";
import { t } from "../words.js";
import { namesOf } from "./match.js";
import { fine } from "./match_stats.js";
/** @import { MatchedOpening, MatchView } from "../types.js" */

/** Only 8x8 has names. @param {{of: MatchView}} props */
export function ByOpening({ of }) {
  const [isOpen, setOpen] = useState(false);
  const [rows, setRows] = useState(/** @type {MatchedOpening[] | null} */ (null));
  useEffect(() => {
    if (isOpen)
      get(`/matches/${of.id}/openings`).then(
        (got) => setRows(got.openings),
        () => setRows(rows),
      );
  }, [isOpen, of.id, of.played]);
  if (of.board !== "reversi" || of.played < 2) return null;
  const turn = (/** @type {Event} */ event) => setOpen(/** @type {HTMLDetailsElement} */ (event.target).open);
  return html`<details class="folded" onToggle=${turn}><summary>${t("watch.by_opening", { name: namesOf(of).first })}</summary>
    ${
      rows &&
      html`<table class="tree"><thead><tr><th scope="col">${t("openings.opening")}</th><th scope="col">${t("watch.games")}</th>
      <th scope="col">${t("watch.won_drawn_lost")}</th><th scope="col">${t("watch.margin")}</th></tr></thead>
      <tbody>${rows.map(
        ({
          opening,
          games,
          wins,
          draws,
          losses,
          mean_margin,
        }) => html`<tr key=${opening?.moves.join("") ?? ""}>
          <th scope="row">${opening ? html`<a class="branch-name serif" href="#openings=${opening.moves.join("")}"><${Name} label=${opening} /></a>` : t("openings.unnamed")}</th>
          <td>${games}</td><td>${wins}–${draws}–${losses}</td><td>${fine(mean_margin)}</td></tr>`,
      )}</tbody></table>`
    }
    ${rows?.length === 0 && html`<p class="note">${t("watch.no_openings")}</p>`}</details>`;
}

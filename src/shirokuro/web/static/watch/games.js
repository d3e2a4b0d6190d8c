// The games of a match, latest first, and its results by opening.
import { get } from "../api.js";
import { Name } from "../openings/opening_stats.js";
import { html, useEffect, useState } from "../view.js";
import { t } from "../words.js";
import { isLive, lives, namesOf } from "./match.js";
import { fine } from "./match_stats.js";

/** @import { MatchedGame, MatchView, Side, MatchedOpening } from "../types.js" */

/** The number of games shown at first. */
const FEW = 8;

/** @param {{of: MatchView, number: number}} props */
export function Games({ of, number }) {
  const [isWhole, setWhole] = useState(false);
  const count = isWhole || number <= of.games.length - FEW ? of.games.length : FEW;
  const games = of.games.slice(-count).reverse();
  return html`<ul class="match-games">${games.map((game) => html`<${Entry} key=${game.number} of=${of} game=${game} isShown=${game.number === number} />`)}</ul>
    ${games.length < of.games.length && html`<button class="link" onClick=${() => setWhole(true)}>${t("watch.all", { n: of.games.length })}</button>`}`;
}

/** @param {{of: MatchView, game: MatchedGame, isShown: boolean}} props */
function Entry({ of, game, isShown }) {
  const isUnderWay = of.boards.includes(game.id);
  const now = isUnderWay ? lives.value.get(game.id) : null;
  const [black, white] = now ? [now.black.length, now.white.length] : [game.black, game.white];
  const discs = game.margin === null && !isUnderWay ? t("watch.broken_off") : `${black}–${white}`;
  return html`<li><a href=${`#watch=${of.id}&game=${game.number}`} aria-current=${isShown ? "true" : undefined}>
    <span class="soft">${game.number}</span>
    <span><${Player} of=${of} game=${game} side="black" /> – <${Player} of=${of} game=${game} side="white" /></span>
    <span>${isUnderWay && html`<span class="soft">▸ ${t("watch.move", { n: now?.ply ?? 0 })}</span> `}${discs}</span></a></li>`;
}

/** A player with its colour; the winner stands out. @param {{of: MatchView, game: MatchedGame, side: Side}} props */
function Player({ of, game, side }) {
  const isFirst = game.first === side;
  const name = namesOf(of)[isFirst ? "first" : "second"];
  const hasWon = game.margin !== null && (isFirst ? game.margin > 0 : game.margin < 0);
  return html`<i class="dot-disc ${side}" role="img" aria-label=${t(`side.${side}`)}></i> ${hasWon ? html`<b>${name}</b>` : name}`;
}

/** Whether to show the link back to the current game. */
export const isAway = (/** @type {MatchView} */ of) => of.current !== null && !isLive();

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
        ({ opening, games, wins, draws, losses, mean_margin }) => html`<tr>
          <th scope="row">${opening ? html`<a class="branch-name serif" href="#openings=${opening.moves.join("")}"><${Name} label=${opening} /></a>` : t("openings.unnamed")}</th>
          <td>${games}</td><td>${wins}–${draws}–${losses}</td><td>${fine(mean_margin)}</td></tr>`,
      )}</tbody></table>`
    }
    ${rows?.length === 0 && html`<p class="note">${t("watch.no_openings")}</p>`}</details>`;
}

// The games of a match, the latest first; each can be opened.
import { html, useState } from "../view.js";
import { t } from "../words.js";
import { isLive, live, namesOf } from "./match.js";

/** @import { MatchedGame, MatchView, Side } from "../types.js" */

/** Shown at first. */
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
  const isUnderWay = of.current === game.id;
  const now = isUnderWay && live.value?.id === game.id ? live.value : null;
  const [black, white] = now ? [now.black.length, now.white.length] : [game.black, game.white];
  const discs = game.margin === null && !now ? t("watch.broken_off") : `${black}–${white}`;
  return html`<li><a href=${isUnderWay ? `#watch=${of.id}` : `#watch=${of.id}&game=${game.number}`} aria-current=${isShown ? "true" : undefined}>
    <span class="soft">${game.number}</span>
    <span><${Name} of=${of} game=${game} side="black" /> – <${Name} of=${of} game=${game} side="white" /></span>
    <span>${isUnderWay && html`<span class="soft">▸ ${t("watch.move", { n: now?.ply ?? 0 })}</span> `}${discs}</span></a></li>`;
}

/** A player with its colour; the winner stands out. @param {{of: MatchView, game: MatchedGame, side: Side}} props */
function Name({ of, game, side }) {
  const isFirst = game.first === side;
  const name = namesOf(of)[isFirst ? "first" : "second"];
  const hasWon = game.margin !== null && (isFirst ? game.margin > 0 : game.margin < 0);
  return html`<i class="dot-disc ${side}" role="img" aria-label=${t(`side.${side}`)}></i> ${hasWon ? html`<b>${name}</b>` : name}`;
}

/** Whether the link back to the game under way is needed. */
export const isAway = (/** @type {MatchView} */ of) => of.current !== null && !isLive();

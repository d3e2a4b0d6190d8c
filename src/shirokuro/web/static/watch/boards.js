// The games of a match that are played at once, each on a small board that can be opened.
import { Thumb } from "../board/felt.js";
import { boardOf } from "../boards_and_players.js";
import { html } from "../view.js";
import { t } from "../words.js";
import { lives, namesOf, wanted } from "./match.js";

/** @import { MatchedGame, MatchView } from "../types.js" */

/** @param {{of: MatchView}} props */
export function Boards({ of }) {
  if (of.boards.length < 2) return null;
  const games = of.games.filter(({ id }) => of.boards.includes(id));
  return html`<section class="part"><h2>${t("watch.boards")}</h2>
    <ul class="live-boards">${games.map((game) => html`<${Small} key=${game.number} of=${of} game=${game} />`)}</ul></section>`;
}

/** @param {{of: MatchView, game: MatchedGame}} props */
function Small({ of, game }) {
  const now = lives.value.get(game.id);
  const { first, second } = namesOf(of);
  const [black, white] = game.first === "black" ? [first, second] : [second, first];
  const discs = now ?? { black: [], white: [] };
  return html`<li><a href=${`#watch=${of.id}&game=${game.number}`} aria-current=${wanted()?.number === game.number ? "true" : undefined}>
    <${Thumb} board=${boardOf(of.board)} discs=${discs} />
    <span>${game.number} <i class="dot-disc black" aria-hidden="true"></i> ${discs.black.length} <i class="dot-disc white" aria-hidden="true"></i> ${discs.white.length}</span>
    <span class="unseen">${t("watch.board_of", { black, white })}</span></a></li>`;
}

// A match on the table: the board, both players, the controls, score and statistics, and the games.
import { game, isPresent, place, theGame } from "../game.js";
import { useKeys } from "../keys.js";
import { save } from "../library/saving.js";
import { must } from "../must.js";
import { Moves, Opening } from "../play/game_tab.js";
import { resultText } from "../play/news.js";
import { seatText } from "../play/player_name.js";
import { SideCard } from "../play/side.js";
import { Frame } from "../play/table.js";
import { go, route } from "../route.js";
import { useQuestion } from "../shell/dialog.js";
import { Action, Icon } from "../shell/icon.js";
import { html, useEffect } from "../view.js";
import { t } from "../words.js";
import { Boards } from "./boards.js";
import { Controls } from "./controls.js";
import { ByOpening, Games, isAway } from "./games.js";
import { chosen, end, exported, match, namesOf, wanted, watch } from "./match.js";
import { Duel, Elo, Margins } from "./match_stats.js";

/** @import { MatchView, Side } from "../types.js" */

const FORMATS = /** @type {const} */ (["ggf", "json"]);

/** @param {{id: string}} props */
export function MatchTable({ id }) {
  useEffect(() => watch(id), [id]);
  const number = Number(route.value.with.game) || null;
  useEffect(() => {
    chosen.value = number;
  }, [number]);
  useKeys({ n: () => go("watch") });
  if (!match.value || !game.value || match.value.id !== id)
    return html`<p class="note" role="status">${t("watch.waiting")}</p>`;
  return html`<${GameTable} title=${title()}><${MatchBody} of=${match.value} /><//>`;
}

const title = () => t("watch.title_match", namesOf(must(match.value)));

/** Any game that people only look at. @param {{title: string, children?: any}} props */
export function GameTable({ title, children }) {
  return html`<${Frame} class="is-watched" on=${{}}>
    <h1 class="unseen">${title}</h1>
    <${SideCard} side="white" class="across" about=${aboutOf("white")} canStop=${false} />
    <${SideCard} side="black" class="near" about=${aboutOf("black")} canStop=${false} />
    <div class="actions controls"><${Controls} /></div>
    <div class="body" id="panel" tabindex="0" role="region" aria-label=${title}>${children}</div>
  <//>`;
}

/** Who plays there, and how long it thinks about a move. @param {Side} side */
function aboutOf(side) {
  const { moves, seats } = theGame();
  const own = moves.filter((each) => each.side === side && each.move !== "pass");
  const times = own.flatMap(({ seconds }) => seconds ?? []);
  const mean = times.reduce((sum, seconds) => sum + seconds, 0) / times.length;
  const time =
    mean >= 1
      ? t("watch.seconds", { s: mean.toFixed(1) })
      : t("watch.milliseconds", { n: Math.max(1, Math.round(1000 * mean)) });
  return [seatText(seats[side]).about, times.length ? time : ""].filter(Boolean).join(t("comma"));
}

/** @param {{of: MatchView}} props */
function MatchBody({ of }) {
  const number = wanted()?.number ?? 0;
  const isMatch = of.total > 1;
  return html`
    ${
      isMatch &&
      html`<section class="part"><${Duel} of=${of} /></section><${Boards} of=${of} />
      <${Elo} of=${of} />${of.played > 0 && html`<${Margins} of=${of} number=${number} />`}<${ByOpening} of=${of} />`
    }
    ${!isMatch && html`<${Ending} />`}
    <section class="part"><h2><span>${t(isMatch ? "watch.games" : "watch.match")}</span><${Links} of=${of} /></h2>
      ${isAway(of) && html`<p><a class="button" href="#watch=${of.id}"><${Icon} name="eye" />${t("watch.live")}</a></p>`}
      ${!isPresent.value && !isAway(of) && html`<p><${Action} icon="end" word="watch.present" act=${() => (place.value = null)} /></p>`}
      ${isMatch && html`<${Games} of=${of} number=${number} />`}</section>
    ${isMatch && html`<${Ending} />`}
    <${Record} isFollowed=${!isMatch} />`;
}

/** The opening and the moves of the game on the table. @param {{isFollowed?: boolean}} props */
export function Record({ isFollowed = true }) {
  const { opening, moves } = theGame();
  return html`${opening && html`<${Opening} ...${opening} />`}
    <section class="part"><h2><span>${t("moves")}</span><span class="for-keys">${t("watch.keys")}</span></h2>
      ${moves.length ? html`<${Moves} isFollowed=${isFollowed} />` : html`<p class="note">${t("moves.none")}</p>`}</section>`;
}

/** The result of the game on the table. */
export function Ending() {
  if (!theGame().result) return null;
  return html`<section class="part ended"><h2>${t("ended")}</h2><b>${resultText(theGame())}</b></section>`;
}

/** @param {{of: MatchView}} props */
function Links({ of }) {
  const [askToEnd, question] = useQuestion({ title: t("watch.end"), text: t("watch.end_sure"), onYes: end });
  const keep = async (/** @type {typeof FORMATS[number]} */ format) => {
    const file = await exported(format);
    if (file) save(file, `match.${format === "json" ? "jsonl" : "ggf"}`);
  };
  return html`<span class="links">
    <a href="#watch">${t("watch.others")}</a>
    ${of.state === "going" && html`<button class="link" onClick=${askToEnd}>${t("watch.end")}</button>`}
    ${FORMATS.map(
      (format) => html`<button class="link"
      onClick=${() => keep(format)}>${t("watch.save", { format: format.toUpperCase() })}</button>`,
    )}
    ${question}
  </span>`;
}

// The newcomer's view: a board for the first move, and links to other opponents and screens.
import { boardName, solvedText } from "../board/board_name.js";
import { Thumb } from "../board/felt.js";
import { boardOf } from "../boards_and_players.js";
import { isInviteOpen, isOnlyHere } from "../friend/links.js";
import { board, shown, theBoard } from "../game.js";
import { must } from "../must.js";
import { change, settings } from "../settings.js";
import { Icon } from "../shell/icon.js";
import { later } from "../shell/later.js";
import { html, useMemo } from "../view.js";
import { hasWords, t } from "../words.js";
import { openNewGame } from "./new_game.js";
import { isTheRival, levelOpponent, RIVAL } from "./opponents.js";
import { levelName, levelRank } from "./player_name.js";
import { beginQuick } from "./session.js";

/** @import { Opponent } from "./opponents.js" */

const Due = later(() => import("../practise/sitting.js")).view("Due");
/** The levels offered beside the rival. */
const LEVELS = [2, 6];
const [EASY, KEEN] = LEVELS;
const PLACES = ["reversi", "reversi6", "reversi4", "nip"];

/** The content beside the board until the first move. */
export function Home() {
  const dots = useMemo(() => must(shown.peek()).legal.length, [board.value]);
  const { kind, level: own } = settings.value.opponent;
  const levels =
    kind !== "level" || LEVELS.includes(own) ? LEVELS : [own < KEEN ? own : EASY, Math.max(own, KEEN)];
  return html`
    <div class="intro across"><h1>${t("home.title")}</h1>
      <p class="lead">${t("home.lead", { n: dots })}</p></div>
    <div class="body">
      <${Due} />
      <${How} />
      <section class="part"><h2 id="faces">${t("home.opponent")}</h2>
        <div class="faces" role="radiogroup" aria-labelledby="faces">
          <${Face} opponent=${RIVAL} title=${t("player.rival")} about=${t("home.rival")} />
          ${levels.map((level) => html`<${Face} opponent=${levelOpponent(level)} title=${levelName(level) || "…"} about=${levelRank(level)} />`)}</div>
        ${isTheRival(settings.value.opponent) && html`<p class="note">${t("opponent.rival_about")}</p>`}
        <p class="row two-ways"><button class="link" onClick=${() => openNewGame()}>${t("home.all")}</button>
          <button class="link" onClick=${() => (isInviteOpen.value = true)}>${t("friend.invite")}</button></p></section>
      <section class="part"><h2>${t("home.boards")}</h2>
        <div class="strip">${PLACES.filter((name) => name !== theBoard().name).map((name) => html`<${Place} name=${name} />`)}</div></section>
      <section class="part"><h2>${t("home.learn")}</h2>
        <div class="row pair">${["reversi", "nip"].map(
          (subject) => html`<a class="button" href="#learn=${subject}">
          <${Icon} name="book" />${t(`learn.${subject}`)}</a>`,
        )}</div><a class="link" href="#practise">${t("home.lessons")}</a></section>
      <section class="part"><h2>${t("home.have")}</h2>
        <div class="row pair"><a class="button" href="#paste"><${Icon} name="share" />${t("home.paste")}</a>
          <a class="button" href="#setup"><${Icon} name="discs" />${t("home.setup")}</a></div></section>
      <p class="foot">${t(isOnlyHere() ? "home.foot" : "home.foot_server")}</p>
    </div>`;
}

/** How discs turn, in one picture. */
function How() {
  const row = (
    /** @type {number} */ x,
    /** @type {string[]} */ sides,
  ) => html`<g transform="translate(${x} 0)">
    <path class="felt" d="M0 0h1v1h-1zM1 0h1v1h-1zM2 0h1v1h-1zM3 0h1v1h-1z" />
    ${sides.map((side, at) => html`<circle class="face ${side}" cx=${at + 0.5} cy="0.5" r=${side ? 0.39 : 0.11} />`)}
    ${sides.includes("") && html`<circle class="face black" cx="3.5" cy="0.5" r="0.11" />`}</g>`;
  return html`<div class="how"><svg viewBox="-0.02 -0.02 9.24 1.04" aria-hidden="true">
      ${row(0, ["black", "white", "white", ""])}<path class="arrow" d="M4.35 0.5h0.5m-0.17 -0.17l0.17 0.17l-0.17 0.17" />
      ${row(5.2, ["black", "black", "black", "black"])}</svg>
    <p>${t(theBoard().is_round ? "home.rule_round" : "home.rule")}</p></div>`;
}

/** @param {{opponent: Opponent, title: string, about: string}} props */
function Face({ opponent, title, about }) {
  const choose = () => {
    change({ opponent });
    beginQuick();
  };
  const { kind, level } = settings.value.opponent;
  const isChosen = kind === opponent.kind && (kind !== "level" || level === opponent.level);
  return html`<label class="pick"><input type="radio" name="face" checked=${isChosen} onChange=${choose} />
    <b>${title}</b><span class="soft">${about}</span></label>`;
}

/** @param {{name: string}} props */
function Place({ name }) {
  const found = boardOf(name);
  const choose = () => {
    change({ board: name });
    beginQuick();
  };
  const words = [hasWords(`home.${name}`) && t(`home.${name}`), solvedText(found)].filter(Boolean);
  return html`<button onClick=${choose}><${Thumb} board=${found} discs=${found.start} />
    <span>${name === "nip" ? t("nip") : boardName(found)}${words.map((each) => html`<small>${each}</small>`)}</span></button>`;
}

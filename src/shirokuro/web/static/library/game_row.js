// A row of the list of games: state, opponent, opening, result and actions.
import { remove } from "../api.js";
import { boardName } from "../board/board_name.js";
import { Thumb } from "../board/felt.js";
import { boardOf } from "../boards_and_players.js";
import { game } from "../game.js";
import { seatText } from "../play/player_name.js";
import { clear, open } from "../play/session.js";
import { go } from "../route.js";
import { change, settings } from "../settings.js";
import { Dialog, Question } from "../shell/dialog.js";
import { Action, Icon } from "../shell/icon.js";
import { html, useState } from "../view.js";
import { said, t } from "../words.js";
import { isExportOpen } from "./export_dialog.js";
/** @import { GameSummary, Seat, Side } from "../types.js" */

/** @param {{summary: GameSummary, onChange: () => void}} props */
export function GameRow({ summary, onChange }) {
  const board = boardOf(summary.board);
  const cells = (/** @type {string} */ sign) =>
    board.cells.filter((_, at) => summary.line[at] === sign).map(({ name }) => name);
  return html`<li class="game-row"><a href="#game=${summary.id}">
      <${Thumb} board=${board} discs=${{ black: cells("X"), white: cells("O") }} />
      <span class="who"><b>${opponentOf(summary)}</b><small>${boardName(board)}${t("comma")}${dateText(summary.updated)}</small></span>
      ${summary.opening ? html`<b class="named serif">${said(summary.opening) || summary.opening.ja}</b>` : html`<span class="named soft">${t("games.no_opening")}</span>`}
      <${Outcome} ...${summary} /></a>
    <${Menu} summary=${summary} onChange=${onChange} /></li>`;
}

/** The score from the person's side, and in words. @param {GameSummary} summary */
function Outcome({ black, white, result, winner, moves }) {
  const mine = mineOf(black, white);
  if (!winner) return html`<span class="outcome soft">${t("games.going_on", { n: moves })}</span>`;
  const score = /^(\d+)-(\d+)$/.exec(result);
  const [own, other] = score ? (mine === "white" ? [score[2], score[1]] : [score[1], score[2]]) : [];
  const whose = mine ? (winner === mine ? "won" : "lost") : `${winner}_won`;
  const word = winner === "nobody" ? "games.drawn" : `games.${whose}`;
  return html`<span class="outcome"><i class="dot-disc ${mine ?? (winner === "nobody" ? "half" : winner)}" aria-hidden="true"></i>
    ${score && html`<b>${own}–${other}</b>`} ${t(score || winner === "nobody" ? word : `${word}_early`)}</span>`;
}

/** @param {Seat} black @param {Seat} white @returns {Side | null} */
function mineOf(black, white) {
  if (black.kind === white.kind) return null;
  return black.kind === "person" ? "black" : "white";
}

/** @param {GameSummary} summary */
function opponentOf({ black, white }) {
  const name = (/** @type {Seat} */ seat) =>
    seat.kind === "friend" ? said(seat.name) : seatText(seat).title;
  if (black.kind === "person" && white.kind === "person") return t("games.two_people");
  const mine = mineOf(black, white);
  return mine ? name(mine === "black" ? white : black) : `${name(black)} – ${name(white)}`;
}

/** Today and yesterday by their names. @param {number} seconds since 1970 */
function dateText(seconds) {
  const { language } = settings.value;
  const then = new Date(seconds * 1000);
  const days = Math.round(
    (new Date(then).setHours(0, 0, 0, 0) - new Date().setHours(0, 0, 0, 0)) / 86_400_000,
  );
  const time = new Intl.DateTimeFormat(language, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(then);
  if (days >= -1)
    return `${new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(days, "day")} ${time}`;
  return new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(then);
}

/** @param {{summary: GameSummary, onChange: () => void}} props */
function Menu({ summary, onChange }) {
  const [step, setStep] = useState(/** @type {"" | "menu" | "sure"} */ (""));
  const close = () => setStep("");
  const share = async () => {
    close();
    if (!(await open(summary.id))) return;
    go(`game=${summary.id}`);
    isExportOpen.value = true;
  };
  const destroy = async () => {
    await remove(`/games/${summary.id}`).catch(() => {});
    if (game.peek()?.id === summary.id) clear();
    if (settings.peek().game === summary.id) change({ game: null });
    onChange();
  };
  const name = opponentOf(summary);
  return html`<button class="icon-button" aria-label=${t("games.menu", { name })} onClick=${() => setStep("menu")}><${Icon} name="more" /></button>
    ${
      step === "menu" &&
      html`<${Dialog} title=${name} onClose=${close}><div class="content menu">
      <a class="button" href="#game=${summary.id}"><${Icon} name="right" />${t("games.open")}</a>
      <a class="button" href="#game=${summary.id}&ply=0"><${Icon} name="first" />${t("games.open_start")}</a>
      <${Action} icon="share" word="export.open" act=${share} />
      <${Action} icon="bin" word="games.delete" act=${() => setStep("sure")} /></div><//>`
    }
    ${step === "sure" && html`<${Question} title=${t("games.delete")} text=${t("games.delete_sure")} onYes=${destroy} onClose=${close} />`}`;
}

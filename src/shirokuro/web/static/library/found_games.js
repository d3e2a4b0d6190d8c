// The list of games found in a text or a file, to choose one.
import { boardName } from "../board/board_name.js";
import { Thumb } from "../board/felt.js";
import { boardOf } from "../boards_and_players.js";
import { recordText } from "../game.js";
import { isNewGameOpen, NewGame, openNewGame } from "../play/new_game.js";
import { SearchField } from "../shell/field.js";
import { Action } from "../shell/icon.js";
import { html } from "../view.js";
import { said, signed, t } from "../words.js";
import { showText } from "./link.js";

/** @import { GameView, TextGame, TextGames } from "../types.js" */

/** A list longer than this has a search field. */
const FEW = 8;

/** @param {{read: TextGames & {next: number}, search: string, onSearch: (search: string) => void, onMore: () => void}} props */
export function FoundGames({ read, search, onSearch, onMore }) {
  const { games, found, total, next } = read;
  if (total === 1 && games.length === 1) return html`<${OnlyGame} ...${games[0]} />`;
  if (!total) return null;
  return html`${
    total > FEW &&
    html`<${SearchField} label=${t("found.search")} text=${search} example=${t("found.example")} set=${onSearch} />`
  }
    <ul class="game-list">${games.map((each) => html`<${FoundRow} key=${each.number} ...${each} />`)}</ul>
    <p class="note list-foot">${t(games.length === total ? "games.all" : "found.count", { n: games.length, of: found })}
      ${next < found && html`<button class="button" onClick=${onMore}>${t("games.more")}</button>`}</p>`;
}

/** @param {TextGame} of */
function FoundRow(of) {
  const { number, game, result } = of;
  const board = boardOf(game.board);
  return html`<li class="game-row"><button class="row-button" onClick=${() => showText(game)}>
    <${Thumb} board=${board} discs=${game} />
    <span class="who"><b>${number}. ${namesOf(game)}</b><small>${aboutOf(of)}</small></span>
    <${Result} result=${result} game=${game} /></button></li>`;
}

/** The score, or by how much it was won where the game broke off. @param {{result: number | null, game: GameView}} props */
function Result({ result, game }) {
  if (result === null) return null;
  const winner = result > 0 ? "black" : result < 0 ? "white" : "half";
  const score = game.is_over
    ? `${game.black.length}–${game.white.length}`
    : result
      ? signed(Math.abs(result))
      : "";
  return html`<span class="outcome"><i class="dot-disc ${winner}" aria-hidden="true"></i><b>${score}</b>
    ${t(winner === "half" ? "games.drawn" : `games.${winner}_won`)}</span>`;
}

/** One game or position: what it is, and what to do with it. @param {TextGame} of */
function OnlyGame(of) {
  const { game, result, remarks } = of;
  const board = boardOf(game.board);
  const begin = () => openNewGame({ board, text: recordText(game), discs: game, turn: game.turn });
  return html`<div class="only"><${Thumb} board=${board} discs=${game} label=${boardName(board)} />
    <div><h2>${game.ply ? namesOf(game) : t("found.position")}</h2><p class="soft">${aboutOf(of)}</p>
      ${game.opening && html`<p class="serif">${said({ en: game.opening.en, ja: game.opening.ja })}</p>`}
      ${result !== null ? html`<p><${Result} result=${result} game=${game} /></p>` : html`<p>${t("new.turn", { side: t(`side.${game.turn}`) })}</p>`}
      ${remarks.map((each) => html`<p class="remark">${said(each)}</p>`)}
      <div class="row"><${Action} icon="right" word="found.open" act=${() => showText(game)} isKey=${true} />
        <${Action} icon="go" word="from_here" can=${!game.is_over} act=${begin} /></div></div></div>
    ${isNewGameOpen.value && html`<${NewGame} />`}`;
}

/** @param {TextGame} of */
function aboutOf({ game, place, date }) {
  const parts = [boardName(boardOf(game.board)), place, date, t("found.moves", { n: game.ply })];
  return parts.filter(Boolean).join(t("comma"));
}

/** @param {GameView} game */
const namesOf = ({ seats }) => `${said(seats.black.name)} – ${said(seats.white.name)}`;

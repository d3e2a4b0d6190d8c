// The games that were found in a text or a file, to choose one.
import { boardName } from "../board/board_name.js";
import { Thumb } from "../board/thumb.js";
import { boards } from "../catalogue.js";
import { recordText } from "../game.js";
import { isNewGameOpen, NewGame, newGameFrom } from "../play/new_game.js";
import { Icon } from "../shell/icon.js";
import { html } from "../view.js";
import { said, signed, t } from "../words.js";
import { showText } from "./link.js";

/** More than this many are worth a search. */
const FEW = 8;

/** @param {{read: any, search: string, onSearch: (search: string) => void, onMore: () => void}} props */
export function FoundGames({ read, search, onSearch, onMore }) {
  const { games, found, total, next } = read;
  if (total === 1 && games.length === 1) return html`<${OnlyGame} ...${games[0]} />`;
  if (!total) return null;
  return html`${
    total > FEW &&
    html`<label class="search-field"><${Icon} name="find" /><span class="unseen">${t("found.search")}</span>
      <input class="text" type="search" value=${search} placeholder=${t("found.example")}
        onInput=${(/** @type {any} */ e) => onSearch(e.target.value)} /></label>`
  }
    <ul class="game-list">${games.map((/** @type {any} */ each) => html`<${FoundRow} key=${each.number} ...${each} />`)}</ul>
    <p class="note list-foot">${t(games.length === total ? "games.all" : "found.count", { n: games.length, of: found })}
      ${next < found && html`<button class="button" onClick=${onMore}>${t("games.more")}</button>`}</p>`;
}

/** @param {any} props */
function FoundRow({ number, game, place, date, result }) {
  const board = boards.value.get(game.board);
  const about = [boardName(board), place, date, t("found.moves", { n: game.ply })]
    .filter(Boolean)
    .join(t("comma"));
  return html`<li class="game-row"><button class="row-button" onClick=${() => showText(game)}>
    <${Thumb} board=${board} discs=${game} />
    <span class="who"><b>${number}. ${namesOf(game)}</b><small>${about}</small></span>
    <${Result} result=${result} game=${game} /></button></li>`;
}

/** The score, or by how much it was won where the game broke off. @param {{result: number | null, game: import("../types.js").Game}} props */
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

/** One game or position: what it is, and what to do with it. @param {any} props */
function OnlyGame({ game, place, date, result, remarks }) {
  const board = boards.value.get(game.board);
  const begin = () => {
    newGameFrom.value = { board, text: recordText(game), discs: game, turn: game.turn };
    isNewGameOpen.value = true;
  };
  const about = [boardName(board), place, date, t("found.moves", { n: game.ply })]
    .filter(Boolean)
    .join(t("comma"));
  return html`<div class="only"><${Thumb} board=${board} discs=${game} label=${boardName(board)} />
    <div><h2>${game.ply ? namesOf(game) : t("found.position")}</h2><p class="soft">${about}</p>
      ${game.opening && html`<p class="serif">${said(game.opening)}</p>`}
      ${result !== null ? html`<p><${Result} result=${result} game=${game} /></p>` : html`<p>${t("new.turn", { side: t(`side.${game.turn}`) })}</p>`}
      ${remarks.map((/** @type {any} */ each) => html`<p class="remark">${said(each)}</p>`)}
      <div class="row"><button class="button key" onClick=${() => showText(game)}><${Icon} name="right" />${t("found.open")}</button>
        <button class="button" disabled=${game.is_over} onClick=${begin}><${Icon} name="go" />${t("from_here")}</button></div></div></div>
    ${isNewGameOpen.value && html`<${NewGame} />`}`;
}

/** @param {import("../types.js").Game} game */
const namesOf = ({ seats }) => `${said(seats.black.name)} – ${said(seats.white.name)}`;

// The games of the library that came to the position on the board: conditions, the list, files of them, and more games.
import { file, get, latest, post } from "../api.js";
import { boardOf } from "../boards_and_players.js";
import { movesText } from "../game.js";
import { showText } from "../library/link.js";
import { save } from "../library/saving.js";
import { must } from "../must.js";
import { onText, SearchField } from "../shell/field.js";
import { Icon } from "../shell/icon.js";
import { attempt } from "../shell/notice.js";
import { html, signal, useEffect, useState } from "../view.js";
import { said, signed, t } from "../words.js";
import { AddGames, library, loadLibrary } from "./add_games.js";
import { counted } from "./opening_stats.js";
import { ALL_GAMES, gameFilter, isFiltered, libraryVersion, path, view } from "./place.js";

/** @import { LibraryExportAsked, LibraryFilter, ListedGame, ListedGames } from "../types.js" */

const TYPING = 300;
const TOGETHER = 20;
/** The formats of files, by their endings. @type {[LibraryExportAsked["format"], string][]} */
const FORMATS = [
  ["ggf", "ggf"],
  ["sgf", "sgf"],
  ["pgn", "pgn"],
  ["json", "jsonl"],
  ["transcript", "txt"],
];
const WINNERS = /** @type {const} */ (["", "black", "white", "nobody"]);

const list = signal(/** @type {ListedGames | null} */ (null));

export function LibraryGames() {
  const { board } = must(view.value);
  const moves = movesText(path.value);
  useEffect(() => void loadLibrary(), [libraryVersion.value]);
  useEffect(() => void load(), [board, moves, gameFilter.value, libraryVersion.value]);
  if (!library.value) return null;
  if (!library.value.games) return html`<${AddGames} />`;
  return html`<${Conditions} /><${List} /><${AddGames} />`;
}

function Conditions() {
  const [typed, setTyped] = useState(gameFilter.value);
  useEffect(() => {
    const timer = setTimeout(() => (gameFilter.value = typed), TYPING);
    return () => clearTimeout(timer);
  }, [typed]);
  const { first_year: first, last_year: last } = must(library.value);
  const set = (/** @type {Partial<LibraryFilter>} */ changes) => setTyped({ ...typed, ...changes });
  const words = (/** @type {"opponent" | "place"} */ name) =>
    html`<label class="condition">${t(`library.${name}`)}
      <input class="text" type="search" maxlength="100" value=${typed[name]} onInput=${onText((text) => set({ [name]: text }))} /></label>`;
  const year = (/** @type {"first_year" | "last_year"} */ name, /** @type {number | null} */ usual) =>
    html`<label class="condition">${t(`library.${name}`)}
      <input class="text" type="number" min="0" max="9999" value=${typed[name]} placeholder=${usual}
        onInput=${onText((text) => set({ [name]: /^\d{1,4}$/.test(text) ? Number(text) : null }))} /></label>`;
  const { player, ...others } = typed;
  return html`<form class="conditions" role="search" onSubmit=${(/** @type {Event} */ e) => e.preventDefault()}>
    <${SearchField} label=${t("library.player")} text=${player} example=${t("library.example")} longest=${100} set=${(/** @type {string} */ text) => set({ player: text })} />
    <details open=${isFiltered(others)}><summary>${t("library.more")}</summary><div class="row">
      ${words("opponent")}${words("place")}
      <label class="condition">${t("library.winner")}<select class="text" onChange=${onText((each) => set({ winner: /** @type {LibraryFilter["winner"]} */ (each) }))}>
        ${WINNERS.map((each) => html`<option value=${each} selected=${each === typed.winner}>${t(`library.winner_${each || "any"}`)}</option>`)}</select></label>
      ${year("first_year", first)}${year("last_year", last)}
      ${isFiltered(typed) && html`<button type="button" class="link" onClick=${() => setTyped(ALL_GAMES)}>${t("library.clear")}</button>`}</div></details></form>`;
}

function List() {
  if (!list.value) return null;
  const { games, total } = list.value;
  const where = path.value.length ? "library.found_here" : "library.found";
  return html`<p class="note" role="status">${total ? t(where, { n: counted(total) }) : t("library.none")}</p>
    <ul class="game-list library-list">${games.map((each) => html`<${GameRow} key=${each.number} ...${each} />`)}</ul>
    <div class="list-foot">${games.length < total && html`<button class="button" onClick=${() => load(games)}>${t("games.more")}</button>`}
      ${total > 0 && html`<${Save} />`}</div>`;
}

/** @param {ListedGame} game */
function GameRow({ number, board, black, white, place, date, result, ply, opening }) {
  const open = async () => {
    const got = await attempt(() => get(`/library/games/${String(number)}`));
    if (got) showText(got.game, ply ?? undefined);
  };
  const about = [place, date, opening && said({ en: opening.en, ja: opening.ja })]
    .filter(Boolean)
    .join(t("comma"));
  return html`<li><button class="row-button" onClick=${open}>
    <span class="who"><b>${black || t("library.unknown")} – ${white || t("library.unknown")}</b><small>${about}</small></span>
    ${result !== null && html`<${Score} result=${result} cells=${boardOf(board).cells.length} />`}</button></li>`;
}

/** The discs of both sides, where all cells are shared out. @param {{result: number, cells: number}} props */
function Score({ result, cells }) {
  const winner = result > 0 ? "black" : result < 0 ? "white" : "half";
  const black = (cells + result) / 2;
  const text = Number.isInteger(black) ? `${black}–${cells - black}` : signed(result);
  const label = t(winner === "half" ? "games.drawn" : `games.${winner}_won`);
  return html`<span class="outcome"><i class="dot-disc ${winner}" aria-hidden="true"></i><b>${text}</b><span class="unseen">${label}</span></span>`;
}

/** Keeps all that was found as a file. */
function Save() {
  const [format, setFormat] = useState(FORMATS[0][0]);
  const [isBusy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    const body = { ...asked(), format };
    const got = await attempt(() => file("POST", "/library/export", body));
    if (got) save(got, `games.${must(new Map(FORMATS).get(format))}`);
    setBusy(false);
  };
  return html`<span class="save-games"><select class="text" aria-label=${t("library.format")} onChange=${onText((each) => setFormat(/** @type {LibraryExportAsked["format"]} */ (each)))}>
      ${FORMATS.map(([name]) => html`<option value=${name} selected=${name === format}>${t(`library.as_${name}`)}</option>`)}</select>
    <button class="button" aria-busy=${isBusy} onClick=${make}><${Icon} name="save" />${t("library.save")}</button></span>`;
}

const asked = () => ({
  board: must(view.peek()).board,
  text: movesText(path.peek()),
  games: gameFilter.peek(),
});

/** The first games, or more of them. @param {ListedGame[]} [before] */
async function load(before = []) {
  const got = await ask(before.length);
  if (got) list.value = { ...got, games: [...before, ...got.games] };
}

const ask = latest((/** @type {number} */ first) =>
  attempt(() => post("/library/games", { ...asked(), first, limit: TOGETHER })),
);

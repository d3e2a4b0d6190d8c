// The list of one's own games, with search and filters.
import { get } from "../api.js";
import { BoardOptions } from "../board/board_options.js";
import { must } from "../must.js";
import { Due } from "../review/due.js";
import { go } from "../route.js";
import { numberIn, textIn } from "../shell/field.js";
import { Icon } from "../shell/icon.js";
import { trouble, troubleText } from "../shell/notice.js";
import { html, signal, useEffect } from "../view.js";
import { t } from "../words.js";
import { chosenFiles, FileButton } from "./files.js";
import { GameRow } from "./game_row.js";
import { OwnData } from "./own_data.js";

/** @import { GameList } from "../types.js" */

/** @typedef {{search: string, result: string, board: string, days: number}} Filters */

const NONE = { search: "", result: "", board: "", days: 0 };
const RESULTS = ["", "won", "lost", "drawn", "unfinished"];
const DAYS = [0, 1, 7, 30, 365];
const TYPING = 250;

const filters = signal(/** @type {Filters} */ (NONE));
const list = signal(/** @type {GameList | null} */ (null));
let asked = 0;

export function OwnGames() {
  useEffect(() => void load(), []);
  const open = (/** @type {File[]} */ files) => {
    chosenFiles.value = files;
    go("paste");
  };
  return html`<div class="page">
    <header class="list-head"><h1>${t("games.title")}</h1><div class="row">
      <a class="button" href="#paste"><${Icon} name="paste" />${t("paste.open")}</a>
      <a class="button" href="#setup"><${Icon} name="discs" />${t("setup.open")}</a>
      <${FileButton} icon="file" word="games.file" onFiles=${open} /></div></header>
    <${Due} />
    <${Search} />
    <${Found} />
    <${OwnData} onChange=${load} />
  </div>`;
}

function Search() {
  const { search, result, board, days } = filters.value;
  return html`<form class="search" role="search" onSubmit=${(/** @type {Event} */ e) => e.preventDefault()}>
    <label class="search-field"><${Icon} name="find" /><span class="unseen">${t("games.search")}</span>
      <input class="text" type="search" value=${search} placeholder=${t("games.example")} onInput=${(/** @type {Event} */ e) => filter({ search: textIn(e) })} /></label>
    <div class="choice" role="radiogroup" aria-label=${t("games.result")}>${RESULTS.map(
      (
        each,
      ) => html`<label><input type="radio" name="result" checked=${result === each} onChange=${() => filter({ result: each })} />
        ${t(`games.only_${each || "all"}`)}</label>`,
    )}</div>
    <select class="text" aria-label=${t("new.board")} onChange=${(/** @type {Event} */ e) => filter({ board: textIn(e) })}>
      <option value="">${t("games.any_board")}</option>
      <${BoardOptions} chosen=${board} /></select>
    <select class="text" aria-label=${t("games.when")} onChange=${(/** @type {Event} */ e) => filter({ days: numberIn(e) })}>
      ${DAYS.map((each) => html`<option value=${each} selected=${each === days}>${t(`games.days_${each}`)}</option>`)}</select>
  </form>`;
}

function Found() {
  if (!list.value) return null;
  const { games, more, found } = list.value;
  const isFiltered = Object.values(filters.value).some(Boolean);
  if (!games.length) return html`<p class="nothing">${t(isFiltered ? "games.none_found" : "games.none")}</p>`;
  return html`<ul class="game-list">${games.map((each) => html`<${GameRow} key=${each.id} summary=${each} onChange=${load} />`)}</ul>
    <p class="note list-foot" role="status">${t(games.length === found ? "games.all" : "games.count", { n: games.length, of: found })}
      ${more && html`<button class="button" onClick=${loadMore}>${t("games.more")}</button>`}</p>`;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {Partial<Filters>} changes */
function filter(changes) {
  filters.value = { ...filters.peek(), ...changes };
  clearTimeout(timer);
  timer = setTimeout(load, "search" in changes ? TYPING : 0);
}

async function load() {
  const got = await ask(null);
  if (got) list.value = got;
}

async function loadMore() {
  const { games } = must(list.peek());
  const got = await ask(games[games.length - 1].updated);
  if (got) list.value = { ...got, games: [...games, ...got.games] };
}

/** Only the last question counts. @param {number | null} before */
async function ask(before) {
  const number = ++asked;
  const { search, result, board, days } = filters.peek();
  const since = days ? String(Date.now() / 1000 - days * 86400) : "";
  const all = Object.entries({ search, result, board, since, before: before ? String(before) : "" });
  try {
    const got = await get(`/games?${new URLSearchParams(all.filter(([, value]) => value))}`);
    return number === asked ? got : null;
  } catch (error) {
    trouble.value = troubleText(error);
    return null;
  }
}

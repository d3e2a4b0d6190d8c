// The list of the visitor's games with search and filters, beside pasting and setting up.
import { get, latest } from "../api.js";
import { BoardOptions } from "../board/board_name.js";
import { must } from "../must.js";
import { Due } from "../practise/sitting.js";
import { go, route } from "../route.js";
import { Choice, onNumber, onText, SearchField } from "../shell/field.js";
import { Icon } from "../shell/icon.js";
import { attempt } from "../shell/notice.js";
import { html, signal, useEffect } from "../view.js";
import { t } from "../words.js";
import { chosenFiles, FileButton } from "./files.js";
import { GameRow } from "./game_row.js";
import { OwnData } from "./own_data.js";
import { Paste } from "./paste.js";
import { SetUp } from "./set_up.js";

/** @import { GameList } from "../types.js" */

/** @typedef {{search: string, result: string, board: string, days: number}} Filters */

const NONE = { search: "", result: "", board: "", days: 0 };
const RESULTS = ["", "won", "lost", "drawn", "unfinished"];
const DAYS = [0, 1, 7, 30, 365];
const TYPING = 250;

const filters = signal(/** @type {Filters} */ (NONE));
const list = signal(/** @type {GameList | null} */ (null));

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
    <p class="note"><a href="#openings&tab=games">${t("library.title")}</a></p>
    <${Search} />
    <${Found} />
    <${OwnData} onChange=${load} />
  </div>`;
}

function Search() {
  const { search, result, board, days } = filters.value;
  return html`<form class="search" role="search" onSubmit=${(/** @type {Event} */ e) => e.preventDefault()}>
    <${SearchField} label=${t("games.search")} text=${search} example=${t("games.example")} set=${(/** @type {string} */ search) => filter({ search })} />
    <${Choice} name="result" label=${t("games.result")} all=${RESULTS} chosen=${result} choose=${(/** @type {string} */ result) => filter({ result })}
      show=${(/** @type {string} */ each) => t(`games.only_${each || "all"}`)} />
    <select class="text" aria-label=${t("new.board")} onChange=${onText((board) => filter({ board }))}>
      <option value="">${t("games.any_board")}</option>
      <${BoardOptions} chosen=${board} /></select>
    <select class="text" aria-label=${t("games.when")} onChange=${onNumber((days) => filter({ days }))}>
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

const ask = latest((/** @type {number | null} */ before) => {
  const { search, result, board, days } = filters.peek();
  const since = days ? String(Date.now() / 1000 - days * 86400) : "";
  const all = Object.entries({ search, result, board, since, before: before ? String(before) : "" });
  return attempt(() => get(`/games?${new URLSearchParams(all.filter(([, value]) => value))}`));
});

export function GamesScreen() {
  const { name } = route.value;
  return name === "paste"
    ? html`<${Paste} />`
    : name === "setup"
      ? html`<${SetUp} />`
      : html`<${OwnGames} />`;
}

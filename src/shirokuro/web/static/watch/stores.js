// The laboratory stores that the server was started with: runs, cells and games, which can be opened.
import { get } from "../api.js";
import { boardName } from "../board/board_name.js";
import { boards } from "../boards_and_players.js";
import { game, tempo } from "../game.js";
import { clear } from "../play/session.js";
import { route, routeText } from "../route.js";
import { attempt } from "../shell/notice.js";
import { html, useEffect, useState } from "../view.js";
import { said, t } from "../words.js";
import { put } from "./match.js";
import { Ending, GameTable, Record } from "./table.js";

/** @import { Answer, LabGame, Side } from "../types.js" */

/** What the server answers; null until it does. @template {string} P @param {P} path */
function useAnswer(path) {
  const [got, setGot] = useState(/** @type {Answer<"GET", P> | null} */ (null));
  useEffect(() => {
    let isWanted = true;
    setGot(null);
    attempt(() => get(path)).then((answer) => isWanted && setGot(answer));
    return () => {
      isWanted = false;
    };
  }, [path]);
  return got;
}

/** An address within the store that is shown. @param {{run?: string, cell?: string, game?: string}} changes */
function placeOf(changes) {
  const { value, with: now } = route.value;
  return `#${routeText({ name: "store", value, with: { run: now.run, cell: now.cell, ...changes } })}`;
}

/** The name of the current store, as in the address. */
const store = () => encodeURIComponent(route.value.value);

/** The list of stores; nothing if the server has none. */
export function Stores() {
  const got = useAnswer("/stores");
  if (!got?.stores.length) return null;
  return html`<section class="earlier"><h2>${t("store.title")}</h2>
    <ul class="match-games">${got.stores.map(
      (each) => html`<li><a href="#store=${encodeURIComponent(each.name)}">
      <span><b>${each.name}</b><small>${each.runs.map(({ name }) => name).join(t("comma"))}</small></span>
      <span>${t("store.games", { n: each.games })}</span></a></li>`,
    )}</ul></section>`;
}

export function StoreScreen() {
  const { game: key, run } = route.value.with;
  if (key) return html`<${LabTable} key=${key} id=${key} />`;
  return html`<div class="page"><${Crumbs} />${run ? html`<${Cells} run=${run} />` : html`<${Runs} />`}<${LabGames} key=${route.value.with.cell ?? run ?? ""} /></div>`;
}

/** The current place in the store, and the way back. */
function Crumbs() {
  const { value, with: now } = route.value;
  const last = now.cell ?? now.run ?? value;
  return html`<nav class="crumbs" aria-label=${t("store.place")}><a href="#watch">${t("watch.title")}</a>
      ${now.run && html`<a href=${placeOf({ run: "", cell: "" })}>${value}</a>`}
      ${now.cell && html`<a href=${placeOf({ cell: "" })}>${now.run}</a>`}</nav>
    <div class="page-head"><h1>${last}</h1></div>`;
}

function Runs() {
  const got = useAnswer("/stores");
  const here = got?.stores.find(({ name }) => name === route.value.value);
  if (!here?.runs.length) return null;
  return html`<section class="earlier"><h2>${t("store.runs")}</h2><ul class="match-games">${here.runs.map(
    ({ name, title }) =>
      html`<li><a href=${placeOf({ run: name })}><span><b>${name}</b><small>${said(title)}</small></span></a></li>`,
  )}</ul></section>`;
}

/** @param {{run: string}} props */
function Cells({ run }) {
  const got = useAnswer(`/stores/${store()}/runs/${encodeURIComponent(run)}`);
  if (route.value.with.cell || !got) return null;
  return html`<p class="lead">${[got.title, got.question].map(said).filter(Boolean).join(t("full_stop"))}</p>
    <section class="earlier"><h2>${t("store.cells")}</h2><ul class="match-games">${got.cells
      .filter(({ planned }) => planned)
      .map(
        ({ name, player, planned, played }) => html`<li><a href=${placeOf({ cell: name })}>
        <span><b>${name}</b><small>${player}</small></span><span>${t("watch.of", { played, n: planned })}</span></a></li>`,
      )}</ul></section>`;
}

/** The games of a cell, a run or the whole store, page by page. */
function LabGames() {
  const { run, cell } = route.value.with;
  const [games, setGames] = useState(/** @type {LabGame[] | null} */ (null));
  const [next, setNext] = useState(/** @type {number | null} */ (0));
  const load = async () => {
    const query = new URLSearchParams({ after: String(next), ...(run && { run }), ...(cell && { cell }) });
    const got = await attempt(() => get(`/stores/${store()}/games?${query}`));
    if (!got) return setGames(games ?? []);
    setGames([...(games ?? []), ...got.games]);
    setNext(got.next);
  };
  useEffect(() => void load(), []);
  if (!games) return html`<p class="note" role="status">${t("watch.waiting")}</p>`;
  return html`<section class="earlier"><h2>${t("watch.games")}</h2>
    ${games.length === 0 && html`<p class="note">${t("store.none")}</p>`}
    <ul class="match-games">${games.map((each) => html`<${LabEntry} key=${each.key} of=${each} />`)}</ul>
    ${next !== null && games.length > 0 && html`<button class="button" onClick=${load}>${t("watch.more")}</button>`}</section>`;
}

/** @param {{of: LabGame}} props */
function LabEntry({ of }) {
  const margin = of.margin ?? 0;
  const name = (/** @type {Side} */ side, /** @type {boolean} */ hasWon) =>
    html`<i class="dot-disc ${side}" role="img" aria-label=${t(`side.${side}`)}></i> ${hasWon ? html`<b>${of[side]}</b>` : of[side]}`;
  const board = boards.value.get(of.board);
  return html`<li><a href=${placeOf({ game: of.key })}>
    <span>${name("black", margin > 0)} – ${name("white", margin < 0)}<small>${board ? boardName(board) : of.board}${t("comma")}${t("store.moves", { n: of.moves })}</small></span>
    <span>${of.margin === null ? "" : margin === 0 ? t("store.draw") : t("store.by", { n: Math.abs(margin) })}</span></a></li>`;
}

/** @param {{id: string}} props */
function LabTable({ id }) {
  const got = useAnswer(`/stores/${store()}/games/${encodeURIComponent(id)}`);
  useEffect(() => {
    if (got) put(got);
  }, [got]);
  useEffect(() => {
    clear();
    return () => {
      clear();
      tempo.value = "calm";
    };
  }, []);
  if (!got || !game.value) return html`<p class="note" role="status">${t("watch.waiting")}</p>`;
  return html`<${GameTable} title=${t("watch.title_match", { first: got.seats.black.spec, second: got.seats.white.spec })}>
    <nav class="crumbs" aria-label=${t("store.place")}><a href=${placeOf({})}>${route.value.with.cell ?? route.value.with.run ?? route.value.value}</a></nav>
    <${Ending} /><${Record} /><//>`;
}

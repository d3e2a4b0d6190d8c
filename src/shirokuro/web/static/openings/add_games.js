// Adds games to the library: files, many at once, with progress and a way to stop; and one's own.
import { get, post, sendFile } from "../api.js";
import { FileButton, wthorOf } from "../library/files.js";
import { Action } from "../shell/icon.js";
import { attempt, troubleText } from "../shell/notice.js";
import { html, signal } from "../view.js";
import { said, t } from "../words.js";
import { counted } from "./opening_stats.js";
import { libraryVersion } from "./place.js";

/** @import { AddedToLibrary, LibraryState } from "../types.js" */

/**
 * name: the file that is read now, empty when all is over; problems: why files were not added, by their names.
 * @typedef {{name: string, done: number, total: number, added: number, known: number, leftOut: number,
 *   problems: {name: string, text: string}[], isStopped: boolean}} Adding
 */

export const library = signal(/** @type {LibraryState | null} */ (null));
const adding = signal(/** @type {Adding | null} */ (null));
let stop = new AbortController();

export async function loadLibrary() {
  library.value = await attempt(() => get("/library"));
}

export function AddGames() {
  if (!library.value) return null;
  const { games, can_import: can } = library.value;
  const isBusy = Boolean(adding.value?.name);
  const ownGames = async () => {
    const got = await attempt(() => post("/library/own"));
    if (got) finish(counts(got, { ...NOTHING, total: 1, done: 1 }));
  };
  return html`<section class="part add-games"><h2>${t(games ? "library.add" : "library.empty")}</h2>
    ${
      can
        ? html`<p class="note">${t("library.reads")}</p>
      ${!games && html`<p class="note">${t("library.wthor")}</p>`}
      ${
        !isBusy &&
        html`<div class="row"><${FileButton} icon="file" word="library.files" onFiles=${addFiles} />
        <${Action} icon="list" word="library.own" act=${ownGames} /></div>`
      }`
        : html`<p class="note">${t("library.of_all")}</p>`
    }
    <div role="status">${adding.value && html`<${Report} ...${adding.value} />`}</div></section>`;
}

/** @param {Adding} props */
function Report({ name, done, total, added, known, leftOut, problems, isStopped }) {
  const numbers = { n: counted(added), known: counted(known), left: counted(leftOut) };
  return html`${
    name &&
    html`<div class="progress-row"><div>${t("library.reading", { name, n: done + 1, of: total })}<progress max=${total} value=${done}></progress></div>
      <${Action} icon="close" word="library.stop" act=${() => stop.abort()} /></div>`
  }
    <p>${isStopped && t("library.stopped")} ${t(leftOut ? "library.added_left_out" : "library.added", numbers)}</p>
    ${problems.map(({ name, text }) => html`<p class="problem"><b>${name}</b> <span>${text}</span></p>`)}`;
}

/** @type {Adding} */
const NOTHING = {
  name: "",
  done: 0,
  total: 0,
  added: 0,
  known: 0,
  leftOut: 0,
  problems: [],
  isStopped: false,
};
const TABLE = /\.(jou|trn)$/i;

/** Adds files one after another; a file that is no game costs no other one. @param {File[]} files @param {string} [board] of texts that name none */
export async function addFiles(files, board = "") {
  const games = files.filter(({ name }) => !TABLE.test(name));
  let now = { ...NOTHING, total: games.length };
  stop = new AbortController();
  for (const each of games) {
    adding.value = now = { ...now, name: each.name };
    now = await addFile(each, files, now, board);
    now = { ...now, done: now.done + 1, isStopped: stop.signal.aborted };
    if (now.isStopped) break;
  }
  if (!games.length) now = withProblem(now, files[0].name, t("library.only_tables"));
  finish(now);
}

/** @param {File} game @param {File[]} files @param {Adding} now @param {string} board
 * @returns {Promise<Adding>} */
async function addFile(game, files, now, board) {
  const tables = files.filter(({ name }) => TABLE.test(name));
  const own = tables.filter(({ name }) => stem(name) === stem(game.name));
  const wthor = wthorOf([game, ...(own.length ? own : tables)]);
  if (wthor && !(wthor.players && wthor.places)) return withProblem(now, game.name, t("library.no_names"));
  const { players, places } = wthor ?? { players: 0, places: 0 };
  try {
    const got = await sendFile(
      `/library/files?players=${players}&places=${places}&board=${encodeURIComponent(board)}`,
      wthor ? wthor.body : game,
      stop.signal,
    );
    return got.problems.reduce(
      (all, { text, line }) => withProblem(all, game.name, placed(said(text), line)),
      counts(got, now),
    );
  } catch (error) {
    return stop.signal.aborted ? now : withProblem(now, game.name, troubleText(error));
  }
}

const stem = (/** @type {string} */ name) => name.replace(/\.[^.]*$/, "").toLowerCase();

/** @param {string} text @param {number | null | undefined} line */
const placed = (text, line) => (line ? `${t("problem.line", { line })}: ${text}` : text);

/** @param {AddedToLibrary} got @param {Adding} now @returns {Adding} */
const counts = (got, now) => ({
  ...now,
  added: now.added + got.added,
  known: now.known + got.known,
  leftOut: now.leftOut + got.left_out,
});

/** @param {Adding} now @param {string} name @param {string} text @returns {Adding} */
const withProblem = (now, name, text) => ({ ...now, problems: [...now.problems, { name, text }] });

/** @param {Adding} now */
function finish(now) {
  adding.value = { ...now, name: "" };
  libraryVersion.value += 1;
}

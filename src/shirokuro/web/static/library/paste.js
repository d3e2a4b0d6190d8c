// Paste: reads transcripts, positions and GGF while they are typed, or files, and shows errors with their place.
import { latest, post } from "../api.js";
import { BoardOptions } from "../board/board_name.js";
import { must } from "../must.js";
import { addFiles, library, loadLibrary } from "../openings/add_games.js";
import { go } from "../route.js";
import { onText } from "../shell/field.js";
import { Action, Icon } from "../shell/icon.js";
import { troubleText } from "../shell/notice.js";
import { html, signal, useEffect, useRef } from "../view.js";
import { said, t } from "../words.js";
import { chosenFiles, FileButton, wthorOf } from "./files.js";
import { FoundGames } from "./found_games.js";

/** @import { TextGames, TextProblem } from "../types.js" */

/** @typedef {{text: string, board: string, wthor: ReturnType<typeof wthorOf>, files: File[], search: string}} Source */

/** @type {Source} */
const NOTHING = { text: "", board: "", wthor: null, files: [], search: "" };
const MOST = 200_000;
const TYPING = 200;
/** The most games in one answer. */
const TOGETHER = 20;

/** The text that was read; it stays when the reader looks at a game and comes back. */
const source = signal(/** @type {Source} */ (NOTHING));
const read = signal(/** @type {(TextGames & {next: number}) | null} */ (null));
const complaint = signal("");
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

export function Paste() {
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  useEffect(() => {
    if (chosenFiles.peek().length) take(chosenFiles.peek());
    chosenFiles.value = [];
    field.current?.focus();
    loadLibrary();
  }, []);
  const drop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length) take(files);
  };
  const { text, board, wthor } = source.value;
  return html`<div class="page paste" onDragOver=${(/** @type {Event} */ e) => e.preventDefault()} onDrop=${drop}>
    <header class="list-head"><h1>${t("paste.title")}</h1><a class="button" href="#games"><${Icon} name="left" />${t("games.title")}</a></header>
    <div class="paste-columns"><section>
      <label for="pasted" class="label">${t("paste.label")}</label>
      <textarea id="pasted" class="text" ref=${field} rows="9" spellcheck=${false} autocapitalize="off" autocomplete="off" maxlength=${MOST}
        aria-describedby="paste-help" placeholder=${t("paste.example")} value=${text}
        onInput=${onText((text) => change({ text, wthor: null, files: [], search: "" }, TYPING))}></textarea>
      <p class="note" id="paste-help">${t("paste.help")}</p>
      <div class="row"><label class="inline">${t("new.board")}
          <select class="text" onChange=${onText((board) => change({ board }))}>
            <option value="">${t("paste.any_board")}</option>
            <${BoardOptions} chosen=${board} /></select></label>
        <${FileButton} icon="file" word="paste.file" onFiles=${take} /></div>
      ${wthor && html`<p class="note">${t("paste.from_file", { name: wthor.name })}</p>`}
    </section>
    <section aria-live="polite">
      ${complaint.value && html`<p class="problem">${complaint.value}</p>`}
      ${
        read.value &&
        html`<${Problems} problems=${read.value.problems} text=${wthor ? "" : text} field=${field} />
        <${FoundGames} read=${read.value} search=${source.value.search} onSearch=${(/** @type {string} */ search) => change({ search }, TYPING)} onMore=${more} />
        ${library.value?.can_import && read.value.total > 0 && html`<p class="list-foot"><${Action} icon="book" word="library.keep" act=${keep} /></p>`}`
      }
      ${!read.value && !complaint.value && html`<p class="nothing">${t("paste.nothing")}</p>`}
    </section></div>
  </div>`;
}

/** @param {Partial<Source>} changes @param {number} [pause] */
function change(changes, pause = 0) {
  source.value = { ...source.peek(), ...changes };
  clearTimeout(timer);
  timer = setTimeout(load, pause);
}

/** @param {File[]} files */
async function take(files) {
  if (files.filter(({ name }) => !/\.(jou|trn)$/i.test(name)).length > 1) return takeMany(files);
  const wthor = wthorOf(files);
  if (wthor) return change({ wthor, files, text: "", search: "" });
  if (files[0].size > MOST) complaint.value = t("paste.too_long", { name: files[0].name });
  else change({ text: await files[0].text(), wthor: null, files: [], search: "" });
}

/** Adds what was read to the library, and shows that. */
function keep() {
  const { text, board, files } = source.peek();
  addFiles(files.length ? files : [new File([text], t("paste.title"))], board);
  go("openings&tab=games");
}

/** Several files go to the library. @param {File[]} files */
async function takeMany(files) {
  await loadLibrary();
  if (library.peek()?.can_import) {
    addFiles(files);
    go("openings&tab=games");
  } else {
    complaint.value = t("paste.several");
  }
}

async function load() {
  const got = await ask(0);
  if (got !== undefined) read.value = got;
}

async function more() {
  const { games, next } = must(read.peek());
  const got = await ask(next);
  if (got) read.value = { ...got, games: [...games, ...got.games] };
}

/** What is read from the first game on; undefined where something else was asked for since. @param {number} first */
async function ask(first) {
  const answered = await answer(first);
  if (!answered) return undefined;
  const { got, problem } = answered;
  complaint.value = problem;
  return got && { ...got, next: first + TOGETHER };
}

const answer = latest((/** @type {number} */ first) =>
  request(first).then(
    (got) => ({ got, problem: "" }),
    (error) => ({ got: null, problem: troubleText(error) }),
  ),
);

/** @param {number} first */
async function request(first) {
  const { text, board, wthor, search } = source.peek();
  if (wthor) {
    const { players, places, body } = wthor;
    const numbers = `players=${players}&places=${places}&first=${first}&limit=${TOGETHER}`;
    return post(`/wthor?${numbers}&search=${encodeURIComponent(search)}`, body);
  }
  if (!text.trim()) return null;
  return post("/texts", { text, search, first, limit: TOGETHER, ...(board ? { board } : {}) });
}

/** @param {{problems: TextProblem[], text: string, field: {current: HTMLTextAreaElement | null}}} props */
export function Problems({ problems, text, field }) {
  return problems.map(
    (each) => html`<div class="problem"><p><b>${placeText(each)}</b> <span>${said(each.text)}</span></p>
    ${text && each.line && html`<${Excerpt} line=${each.line} column=${each.column ?? 1} text=${text} field=${field} />`}</div>`,
  );
}

/** @param {TextProblem} problem */
function placeText({ line, column, game }) {
  if (game) return t("problem.game", { n: game });
  if (line && column) return t("problem.place", { line, column });
  return line ? t("problem.line", { line }) : t("problem.unknown");
}

/** The line with the character marked, and a way to it.
 * @param {{text: string, line: number, column: number, field: {current: HTMLTextAreaElement | null}}} props */
function Excerpt({ text, line, column, field }) {
  const lines = text.split("\n");
  const whole = lines[line - 1] ?? "";
  const at = Math.max(0, column - 1);
  const begin = Math.max(0, at - 24);
  const go = () => {
    const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0) + at;
    field.current?.focus();
    field.current?.setSelectionRange(start, start + 1);
  };
  return html`<code aria-hidden="true">${begin ? "…" : ""}${whole.slice(begin, at)}<mark>${whole[at] ?? "↵"}</mark>${whole.slice(at + 1, at + 24)}</code>
    <button class="link" onClick=${go}>${t("problem.show")}</button>`;
}

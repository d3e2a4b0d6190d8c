// Paste: any transcript, position or GGF, read while it is typed; or a file.
import { post } from "../api.js";
import { BoardOptions } from "../board/board_options.js";
import { must } from "../must.js";
import { textIn } from "../shell/field.js";
import { Icon } from "../shell/icon.js";
import { troubleText } from "../shell/notice.js";
import { html, signal, useEffect, useRef } from "../view.js";
import { t } from "../words.js";
import { chosenFiles, FileButton, wthorOf } from "./files.js";
import { FoundGames } from "./found_games.js";
import { Problems } from "./problems.js";

/** @import { TextGames } from "../types.js" */

/** @typedef {{text: string, board: string, wthor: ReturnType<typeof wthorOf>, search: string}} Source */

const NOTHING = { text: "", board: "", wthor: null, search: "" };
const MOST = 200_000;
const TYPING = 200;
/** Games of one answer. */
const TOGETHER = 20;

/** What is read; it stays when somebody looks at a game and comes back. */
const source = signal(/** @type {Source} */ (NOTHING));
const read = signal(/** @type {(TextGames & {next: number}) | null} */ (null));
const complaint = signal("");
let asked = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

export function Paste() {
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  useEffect(() => {
    if (chosenFiles.peek().length) take(chosenFiles.peek());
    chosenFiles.value = [];
    field.current?.focus();
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
        onInput=${(/** @type {Event} */ e) => change({ text: textIn(e), wthor: null, search: "" }, TYPING)}></textarea>
      <p class="note" id="paste-help">${t("paste.help")}</p>
      <div class="row"><label class="inline">${t("new.board")}
          <select class="text" onChange=${(/** @type {Event} */ e) => change({ board: textIn(e) })}>
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
        <${FoundGames} read=${read.value} search=${source.value.search} onSearch=${(/** @type {string} */ search) => change({ search }, TYPING)} onMore=${more} />`
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
  const wthor = wthorOf(files);
  if (wthor) return change({ wthor, text: "", search: "" });
  if (files[0].size > MOST) complaint.value = t("paste.too_long", { name: files[0].name });
  else change({ text: await files[0].text(), wthor: null, search: "" });
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

/** Only the last question counts; undefined for the others. @param {number} first */
async function ask(first) {
  const number = ++asked;
  try {
    const got = await answer(first);
    if (number !== asked) return undefined;
    complaint.value = "";
    return got && { ...got, next: first + TOGETHER };
  } catch (error) {
    if (number !== asked) return undefined;
    complaint.value = troubleText(error);
    return null;
  }
}

/** @param {number} first */
async function answer(first) {
  const { text, board, wthor, search } = source.peek();
  if (wthor) {
    const { players, places, body } = wthor;
    const numbers = `players=${players}&places=${places}&first=${first}&limit=${TOGETHER}`;
    return post(`/wthor?${numbers}&search=${encodeURIComponent(search)}`, body);
  }
  if (!text.trim()) return null;
  return post("/texts", { text, search, first, limit: TOGETHER, ...(board ? { board } : {}) });
}

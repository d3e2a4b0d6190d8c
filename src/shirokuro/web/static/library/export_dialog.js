// The export dialog: the game as a link, text, file or picture; and new games that begin from it.
import { Thumb } from "../board/felt.js";
import { board, drawn, recordText, shown, theBoard, theGame, theShown } from "../game.js";
import { openNewGame } from "../play/new_game.js";
import { Dialog } from "../shell/dialog.js";
import { fieldOf } from "../shell/field.js";
import { Action, Icon } from "../shell/icon.js";
import { trouble } from "../shell/notice.js";
import { html, signal, useState } from "../view.js";
import { t } from "../words.js";
import { addressOf } from "./link.js";
import { copy, drawnPicture, exported, save } from "./saving.js";
/** @import { IconName } from "../shell/icon.js" */
/** @import { ExportAsked } from "../types.js" */

export const isExportOpen = signal(false);

/** Formats by purpose; `isPlace` marks pictures of the current position instead of the whole game. */
/** @type {{name: ExportAsked["format"] | "png", suffix: string, isPlace: boolean}[]} */
const FILES = [
  { name: "text", suffix: "txt", isPlace: false },
  { name: "ggf", suffix: "ggf", isPlace: false },
  { name: "json", suffix: "jsonl", isPlace: false },
  { name: "svg", suffix: "svg", isPlace: true },
  { name: "png", suffix: "png", isPlace: true },
  { name: "svg-animated", suffix: "svg", isPlace: false },
];
const TEXTS = ["text", "ggf", "json"];

export function ExportDialog() {
  const close = () => (isExportOpen.value = false);
  const { ply } = drawn.value;
  return html`<${Dialog} title=${t("export.title")} onClose=${close}>
    <div class="content export">
      <div class="export-head"><${Thumb} board=${board.value} discs=${shown.value} />
        <${Link} address=${addressOf(theGame(), ply)} /></div>
      <ul class="options"><${ShareRow} ply=${ply} />${FILES.map((each) => html`<${FileRow} key=${each.name} ...${each} ply=${ply} />`)}</ul>
    </div>
  <//>`;
}

/** @param {{address: string}} props */
function Link({ address }) {
  return html`<div class="export-link"><label for="export-link"><b>${t("export.link")}</b><small>${t("export.link_about")}</small></label>
    <div class="row"><input id="export-link" class="text" readonly value=${address} onFocus=${(/** @type {Event} */ e) => fieldOf(e).select()} />
      <${Done} icon="link" word="export.copy" label=${t("export.copy_link")} act=${() => copy(address)} /></div></div>`;
}

/** @param {{ply: number}} props */
function ShareRow({ ply }) {
  const act = async () => (await import("./share_picture.js")).sharePicture(ply);
  return html`<li class="export-row"><span><b>${t("export.share")}</b><small>${t("export.share_about")}</small></span>
    <${Done} icon="share" word="friend.share" label=${t("export.share")} act=${act} /></li>`;
}

/** @param {typeof FILES[0] & {ply: number}} props */
function FileRow({ name, suffix, isPlace, ply }) {
  const make = () => (name === "png" ? drawnPicture(ply) : exported(name, ply));
  const title = t(`export.${name.replace("-", "_")}`);
  const fileName = `${theGame().board.replace("+", "-")}${isPlace ? `-${ply}` : ""}${name === "svg-animated" ? "-game" : ""}.${suffix}`;
  return html`<li class="export-row"><span><b>${title}</b><small>${t(`export.${name.replace("-", "_")}_about`)}</small></span>
    ${
      TEXTS.includes(name) &&
      html`<${Done} icon="copy" word="export.copy" label=${t("export.copy_of", { what: title })}
      act=${async () => copy(await (await make()).text())} />`
    }
    <${Done} icon="save" word="export.save" label=${t("export.save_of", { what: title })} act=${async () => save(await make(), fileName)} /></li>`;
}

/** A button that says for a moment that it was done. @param {{icon: IconName, word: string, label: string, act: () => unknown}} props */
function Done({ icon, word, label, act }) {
  const [isDone, setDone] = useState(false);
  const click = async () => {
    try {
      await act();
      setDone(true);
      setTimeout(() => setDone(false), 2000);
    } catch (error) {
      isExportOpen.value = false;
      trouble.value = t("trouble", { text: /** @type {Error} */ (error).message });
    }
  };
  return html`<button class="button" aria-label=${label} onClick=${click}><${Icon} name=${isDone ? "done" : icon} />
    <span>${t(isDone ? "export.done" : word)}</span></button>`;
}

export function Share() {
  return html`<button class="link share" onClick=${() => (isExportOpen.value = true)}>${t("export.open")}</button>`;
}

/** The actions for a game that was read from a text or a link. */
export function PlayFromHere() {
  const { black, white, turn, ply } = theShown();
  const text = () => recordText(theGame(), drawn.peek().ply);
  const begin = () => openNewGame({ board: theBoard(), text: text(), discs: { black, white }, turn });
  const isEnd = theGame().is_over && ply === theGame().ply;
  return html`<${Action} icon="go" word="from_here" can=${!isEnd} act=${begin} isKey=${true} />`;
}

// The help dialog: how to play, and every key.
import { html, signal } from "../view.js";
import { t } from "../words.js";
import { Dialog } from "./dialog.js";

export const isHelpOpen = signal(false);

const KEYS = [
  ["a–h 1–8", "help.type"],
  ["← ↑ → ↓", "help.arrows"],
  ["Shift ← →", "help.rim"],
  ["Home End", "help.row"],
  ["Enter", "help.enter"],
  ["U", "help.undo"],
  ["R", "help.redo"],
  ["I", "help.hint"],
  ["S", "help.stop"],
  ["N", "help.new"],
  [", .", "help.step"],
  ["V", "help.values"],
  ["J K", "help.mistakes"],
  ["T", "help.try"],
  ["X", "help.compare"],
  ["P", "help.pause"],
  ["1–4", "help.brush"],
  ["L", "help.language"],
  ["M", "help.theme"],
  ["Q", "help.sound"],
  ["?", "help.help"],
];

export function Help() {
  if (!isHelpOpen.value) return null;
  const close = () => (isHelpOpen.value = false);
  return html`<${Dialog} title=${t("help.title")} isWide=${true} onClose=${close}>
    <div class="columns">
      <div class="content"><p class="spaced">${t("help.rules")}</p><p class="spaced">${t("help.rules_nip")}</p>
        <div class="row">${["reversi", "nip"].map((subject) => html`<a class="button" href="#learn=${subject}" onClick=${close}>${t(`learn.${subject}`)}</a>`)}</div></div>
      <div class="content"><dl class="keys">${KEYS.map(
        ([keys, word]) =>
          html`<dt>${keys.split(" ").map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${t(word)}</dd>`,
      )}</dl></div>
    </div>
  <//>`;
}

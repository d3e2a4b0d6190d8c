// What could not be read, with the place: the line, and the character in it.
import { html } from "../view.js";
import { said, t } from "../words.js";
/** @import { TextProblem } from "../types.js" */

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

// Chosen and dropped files: texts, and WTHOR games with their tables of names.
import { fieldOf } from "../shell/field.js";
import { Icon } from "../shell/icon.js";
import { html, signal } from "../view.js";
import { t } from "../words.js";
/** @import { IconName } from "../shell/icon.js" */

/** Files that were chosen elsewhere and are yet to be read. */
export const chosenFiles = signal(/** @type {File[]} */ ([]));

/** A button that opens the browser's own dialog.
 * @param {{icon: IconName, word: string, accept?: string, onFiles: (files: File[]) => void}} props */
export function FileButton({ icon, word, accept, onFiles }) {
  const choose = (/** @type {Event} */ event) => {
    const field = fieldOf(event);
    const files = [...(field.files ?? [])];
    field.value = "";
    if (files.length) onFiles(files);
  };
  return html`<label class="button file-button"><input class="unseen" type="file" multiple=${!accept} accept=${accept} onChange=${choose} />
    <${Icon} name=${icon} />${t(word)}</label>`;
}

const ending = (/** @type {File} */ file) => file.name.toLowerCase().split(".").at(-1);

/** A WTHOR file with its tables, as the server takes them; null if there is none.
 * @param {File[]} files @returns {{name: string, body: Blob, players: number, places: number} | null} */
export function wthorOf(files) {
  const games = files.find((file) => ending(file) === "wtb");
  if (!games) return null;
  const [players, places] = ["jou", "trn"].map((suffix) => files.find((file) => ending(file) === suffix));
  const body = new Blob([games, players ?? "", places ?? ""]);
  return { name: games.name, body, players: players?.size ?? 0, places: places?.size ?? 0 };
}

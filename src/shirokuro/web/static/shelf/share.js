// What stands with the moves of a game: its export, and how to go on with one that is only shown.
import { board, drawn, game, recordText, shown } from "../game.js";
import { isNewGameOpen, newGameFrom } from "../play/new_game.js";
import { Icon } from "../shell/icon.js";
import { html } from "../view.js";
import { t } from "../words.js";
import { isExportOpen } from "./export_dialog.js";

export function Share() {
  return html`<button class="link share" onClick=${() => (isExportOpen.value = true)}>${t("export.open")}</button>`;
}

/** The actions of a game that was read from a text or a link. */
export function PlayFromHere() {
  const { black, white, turn, ply } = shown.value;
  const begin = () => {
    newGameFrom.value = {
      board: board.peek(),
      text: recordText(game.peek(), drawn.peek().ply),
      discs: { black, white },
      turn,
    };
    isNewGameOpen.value = true;
  };
  const isEnd = game.value.is_over && ply === game.value.ply;
  return html`<button class="button key" disabled=${isEnd} onClick=${begin}><${Icon} name="go" />${t("from_here")}</button>`;
}

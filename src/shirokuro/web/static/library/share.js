// What stands with the moves of a game: its export, and how to go on with one that is only shown.
import { drawn, recordText, theBoard, theGame, theShown } from "../game.js";
import { isNewGameOpen, newGameFrom } from "../play/new_game.js";
import { Action } from "../shell/action.js";
import { html } from "../view.js";
import { t } from "../words.js";
import { isExportOpen } from "./export_dialog.js";

export function Share() {
  return html`<button class="link share" onClick=${() => (isExportOpen.value = true)}>${t("export.open")}</button>`;
}

/** The actions of a game that was read from a text or a link. */
export function PlayFromHere() {
  const { black, white, turn, ply } = theShown();
  const begin = () => {
    newGameFrom.value = {
      board: theBoard(),
      text: recordText(theGame(), drawn.peek().ply),
      discs: { black, white },
      turn,
    };
    isNewGameOpen.value = true;
  };
  const isEnd = theGame().is_over && ply === theGame().ply;
  return html`<${Action} icon="go" word="from_here" can=${!isEnd} act=${begin} isKey=${true} />`;
}

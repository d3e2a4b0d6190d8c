// The dialog that invites a friend: board, colour, clock and the name that the friend sees.
import { post } from "../api.js";
import { BoardOptions } from "../board/board_name.js";
import { usualBoard } from "../boards_and_players.js";
import { put } from "../play/session.js";
import { COLOURS, clockText, colourText } from "../play/terms.js";
import { go } from "../route.js";
import { change, settings } from "../settings.js";
import { Dialog } from "../shell/dialog.js";
import { Choice, onText } from "../shell/field.js";
import { attempt } from "../shell/notice.js";
import { html, useState } from "../view.js";
import { t } from "../words.js";
import { friendName, isInviteOpen, isOnlyHere, keepSecrets, setFriendName } from "./links.js";

const CLOCKS = ["", "300", "300+5", "1200"];

export function InviteDialog() {
  const [board, setBoard] = useState(() => usualBoard(settings.peek().board).name);
  const [side, setSide] = useState(settings.peek().colour);
  const [clock, setClock] = useState("");
  const [name, setName] = useState(friendName() || settings.peek().name);
  const close = () => (isInviteOpen.value = false);
  const invite = async () => {
    const asked = { board, side, name: setFriendName(name), ...(clock ? { clock } : {}) };
    const made = await attempt(() => post("/invitations", asked));
    if (!made) return;
    const id = /** @type {string} */ (made.game.id);
    keepSecrets(id, { seat: made.secret });
    change({ colour: side });
    close();
    put(made.game);
    go(`game=${id}`);
  };
  return html`<${Dialog} title=${t("friend.invite")} onClose=${close} foot=${html`
      <button class="button bare" onClick=${close}>${t("cancel")}</button>
      <button class="button key" onClick=${invite}>${t("friend.make_link")}</button>`}>
    <div class="content">
      <p class="spaced">${t("friend.invite_about")}</p>
      <fieldset><label class="field"><span>${t("new.board")}</span><select onChange=${onText(setBoard)}><${BoardOptions} chosen=${board} /></select></label></fieldset>
      <fieldset><legend>${t("new.colour")}</legend>
        <${Choice} name="friend-colour" all=${COLOURS} chosen=${side} choose=${setSide} show=${colourText} /></fieldset>
      <fieldset><legend>${t("new.clock")}</legend>
        <${Choice} name="friend-clock" all=${CLOCKS} chosen=${clock} choose=${setClock} show=${clockText} /></fieldset>
      <${NameField} name=${name} set=${setName} />
      ${isOnlyHere() && html`<p class="note" role="note">${t("friend.only_here")}</p>`}
    </div>
  <//>`;
}

/** @param {{name: string, set: (name: string) => void}} props */
export function NameField({ name, set }) {
  return html`<label class="field"><span>${t("friend.name")}</span>
    <input type="text" maxlength="40" value=${name} autocomplete="nickname" onInput=${onText(set)} /><small>${t("friend.name_about")}</small></label>`;
}

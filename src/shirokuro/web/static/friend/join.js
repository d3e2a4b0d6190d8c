// Where an invitation leads: what is offered, and the seat for whoever takes it.
import { post } from "../api.js";
import { boardName } from "../board/board_name.js";
import { Thumb } from "../board/felt.js";
import { boards } from "../boards_and_players.js";
import { put } from "../play/session.js";
import { clockText } from "../play/terms.js";
import { replace } from "../route.js";
import { Icon } from "../shell/icon.js";
import { html, useEffect, useState } from "../view.js";
import { t } from "../words.js";
import { NameField } from "./invite.js";
import { friendName, linkProblem, setFriendName } from "./links.js";
/** @import { InvitationView } from "../types.js" */

/** @param {{secret: string}} props */
export function Join({ secret }) {
  const [found, setFound] = useState(/** @type {InvitationView | null} */ (null));
  const [problem, setProblem] = useState("");
  const [name, setName] = useState(friendName());
  const attempt = async (/** @type {() => Promise<void>} */ work) => {
    setProblem("");
    try {
      await work();
    } catch (error) {
      setProblem(linkProblem(error));
    }
  };
  const look = async () => {
    const got = await post("/invitations/look", { secret });
    if (got.game) replace(`game=${got.game}`);
    else setFound(got);
  };
  const join = async () => {
    const game = await post("/invitations/join", { secret, name: setFriendName(name) });
    put(game);
    replace(`game=${game.id}`);
  };
  useEffect(() => void attempt(look), [secret]);
  const board = found && boards.value.get(found.board);
  return html`<div class="page join">
    <h1>${t("friend.join_title")}</h1>
    ${problem && html`<p class="lead" role="alert">${problem}</p>`}
    ${found?.state === "taken" && !problem && html`<p class="lead" role="alert">${t("friend.taken")}</p>`}
    ${
      found?.state === "free" &&
      board &&
      html`<p class="lead">${found.name ? t("friend.invites_by", { name: found.name }) : t("friend.invites")}</p>
      <div class="begun"><${Thumb} board=${board} discs=${board.start} />
        <p>${boardName(board)}<br /><i class="dot-disc ${found.side}"></i> ${t("friend.you_play", { side: t(`side.${found.side}`) })}<br />
          <span class="soft">${found.clock ? clockText(found.clock) : t("new.no_clock")}</span></p></div>
      <${NameField} name=${name} set=${setName} />
      <p class="note">${t("friend.who_sees")}</p>
      <div class="row"><button class="button key" onClick=${() => attempt(join)}><${Icon} name="go" />${t("friend.join")}</button></div>`
    }
    <p><a class="button" href="#play">${t("friend.elsewhere")}</a></p>
  </div>`;
}

// A friend's game for a spectator: followed by the secret of its link, and nothing can be done in it.
import { post } from "../api.js";
import { game } from "../game.js";
import { listen } from "../live.js";
import { clear, put } from "../play/session.js";
import { html, useEffect, useState } from "../view.js";
import { t } from "../words.js";
import { linkProblem } from "./links.js";
/** @import { GameView } from "../types.js" */

/** @param {{secret: string}} props */
export function Spectator({ secret }) {
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let stop = () => {};
    let isHere = true;
    clear();
    // Like a game of a text: nothing of it is asked for by its name, which is the players' alone.
    const show = (/** @type {GameView} */ of) => isHere && put({ ...of, id: null, revision: 0 }, false);
    post("/spectators", { secret }).then(
      (found) => {
        if (!isHere) return;
        show(found);
        stop = listen({ type: "follow", secret }, (message) => message.type === "game" && show(message.game));
      },
      (error) => setProblem(linkProblem(error)),
    );
    return () => {
      isHere = false;
      stop();
      if (game.peek()?.id === null) clear();
    };
  }, [secret]);
  if (!problem) return null;
  return html`<div class="page join"><p class="lead" role="alert">${problem}</p><p><a class="button" href="#play">${t("friend.elsewhere")}</a></p></div>`;
}

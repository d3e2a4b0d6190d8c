// Games: one's own, or those that are pasted, or a position that is set up.
import { route } from "../route.js";
import { html } from "../view.js";
import { OwnGames } from "./game_list.js";
import { Paste } from "./paste.js";
import { SetUp } from "./set_up.js";

export function GamesScreen() {
  const { name } = route.value;
  return name === "paste"
    ? html`<${Paste} />`
    : name === "setup"
      ? html`<${SetUp} />`
      : html`<${OwnGames} />`;
}

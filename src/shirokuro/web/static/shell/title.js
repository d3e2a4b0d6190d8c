// The title of the window: the screen, or whose turn it is in a game with a friend.
import { game, isTogether } from "../game.js";
import { route } from "../route.js";
import { SCREENS } from "../screens.js";
import { effect } from "../view.js";
import { hasWords, t } from "../words.js";

const NAME = "Shirokuro 白黒";
/** Screens that share a line of the navigation with another one. */
const OWN = new Map([
  ["paste", "paste.title"],
  ["setup", "setup.title"],
  ["join", "friend.join_title"],
  ["store", "store.title"],
]);

function titleText() {
  const { name, value, with: others } = route.value;
  const screen = SCREENS.find((each) => each.name === name || each.also.includes(name)) ?? SCREENS[0];
  if (screen === SCREENS[0] && isTogether.value && game.value?.waits) return t("title.turn");
  if (name === "learn" && hasWords(`learn.${value}`)) return t(`learn.${value}`);
  const tab = `tab.${others.tab}`;
  return t(OWN.get(name) ?? (screen === SCREENS[0] && hasWords(tab) ? tab : screen.word));
}

effect(() => {
  document.title = `${titleText()} – ${NAME}`;
});

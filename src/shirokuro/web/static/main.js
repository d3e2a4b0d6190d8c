// Starts the page: loads the boards and players, then draws the screen that the address names.
import { heard } from "./announcer.js";
import { token } from "./api.js";
import { boards, loadBoards, loadPlayers } from "./boards_and_players.js";
import { useKeys } from "./keys.js";
import "./motion.js";
import { openNewGame } from "./play/new_game.js";
import { switchSound } from "./play/sound.js";
import { go, route } from "./route.js";
import { SCREENS } from "./screens.js";
import { switchLanguage, switchTheme } from "./settings.js";
import { Header } from "./shell/header.js";
import { Help, isHelpOpen } from "./shell/help.js";
import { fetchLater } from "./shell/later.js";
import { Notice, trouble } from "./shell/notice.js";
import "./shell/title.js";
import { html, render } from "./view.js";
import { t } from "./words.js";

/** Milliseconds until modules that a first move does not need are loaded. */
const REST = 1500;

function App() {
  useKeys({
    n: beginNew,
    l: switchLanguage,
    m: switchTheme,
    q: switchSound,
    "?": () => (isHelpOpen.value = true),
  });
  const { name } = route.value;
  const screen = SCREENS.find((each) => each.name === name || each.also.includes(name)) ?? SCREENS[0];
  return html`<${Header} /><${Notice} />
    <main id="main">${boards.value.size > 0 && html`<${screen.view} />`}</main>
    <p class="unseen" role="status">${heard.value}</p>
    <${Help} />`;
}

/** A new game, from whatever screen. */
function beginNew() {
  go("play");
  openNewGame();
}

/** @param {() => Promise<void>} load tried until the server answers */
async function load(load) {
  for (let pause = 250; ; pause = Math.min(2 * pause, 4000)) {
    try {
      return await load();
    } catch {
      trouble.value = t("line.waiting");
      await new Promise((done) => setTimeout(done, pause));
    }
  }
}

token().catch(() => {}); // asked for early, so that the first game waits for nothing
render(html`<${App} />`, document.body);
Promise.all([load(loadBoards), load(loadPlayers)]).then(() => {
  if (trouble.peek() === t("line.waiting")) trouble.value = null;
  setTimeout(fetchLater, REST);
});

// Where the page is joined, a worker keeps it, so that it opens at once; browsers have workers only by HTTPS and on
// this machine. One that another installation left here goes.
const { worker } = document.documentElement.dataset;
addEventListener("load", () => {
  if (worker) navigator.serviceWorker?.register(worker).catch(() => {});
  else navigator.serviceWorker?.getRegistration().then((found) => found?.unregister());
});

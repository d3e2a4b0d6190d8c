// Settings kept in the browser: language, theme, name, opponent and the options of the next game.
import { keep, recall } from "./storage.js";
import { effect, signal } from "./view.js";

/** @import { Opponent } from "./play/opponents.js" */
/** @import { Terms } from "./play/terms.js" */

const PLACE = "shirokuro.settings";
/** The colour of the page, which browsers draw around it; base.css has the same. */
const PAPER = { light: "#f5f7f5", dark: "#101412" };
const isJapanese = navigator.language.toLowerCase().startsWith("ja");

/** `table`: the game that was begun there, so that no newcomer's view covers it, and its terms, if they are known;
 * `sound`, `coach`: null until somebody decides.
 * @typedef {{language: "en" | "ja", theme: "light" | "dark" | null, name: string, isNameAsked: boolean, board: string,
 *   opponent: Opponent,
 *   colour: "black" | "white" | "lot", swaps: boolean, clock: string, game: string | null,
 *   table: {game: string, terms: Terms | null} | null, sound: boolean | null, coach: boolean | null,
 *   speed: number, match: MatchForm}} Settings */
/** @typedef {{board: string, first: Opponent,
 *   second: Opponent, games: number}} MatchForm */

/** @type {Settings} */
const FIRST = {
  language: isJapanese ? "ja" : "en",
  theme: null,
  name: "",
  isNameAsked: false,
  opponent: { kind: "player", level: 2, name: "rival", values: {} },
  board: "reversi",
  colour: "black",
  swaps: true,
  clock: "",
  game: null,
  table: null,
  sound: null,
  coach: null,
  speed: 3,
  match: {
    board: "reversi",
    first: { kind: "player", level: 6, name: "uct", values: {} },
    second: { kind: "level", level: 6, name: "", values: {} },
    games: 1,
  },
};

export const settings = signal(/** @type {Settings} */ ({ ...FIRST, ...kept() }));

/** @param {Partial<Settings>} changes */
export function change(changes) {
  settings.value = { ...settings.peek(), ...changes };
}

/** The theme, light or dark: as chosen, otherwise as in the system. */
export function theme() {
  return settings.value.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

export function switchTheme() {
  change({ theme: theme() === "dark" ? "light" : "dark" });
}

export function switchLanguage() {
  change({ language: settings.peek().language === "ja" ? "en" : "ja" });
}

/** Whether animations are allowed. */
export function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function kept() {
  try {
    return JSON.parse(recall(PLACE) ?? "{}");
  } catch {
    return {};
  }
}

effect(() => {
  keep(PLACE, JSON.stringify(settings.value));
  document.documentElement.lang = settings.value.language;
  if (!settings.value.theme) return;
  document.documentElement.dataset.theme = settings.value.theme;
  for (const each of document.querySelectorAll("meta[name=theme-color]"))
    each.setAttribute("content", PAPER[settings.value.theme]);
});

// The rules by playing: three small positions of reversi, three of Nip and its rim.
import { announce, whisper } from "../announcer.js";
import { remove } from "../api.js";
import { drawn, game, isPresent, shown, theGame } from "../game.js";
import { go, route } from "../route.js";
import { change, settings } from "../settings.js";
import { Action, Icon } from "../shell/icon.js";
import { html, signal, useEffect } from "../view.js";
import { t } from "../words.js";
import { gameBoard } from "./game_tab.js";
import { ask, begin, clear } from "./session.js";
import { Frame } from "./table.js";
/** @import { GameView } from "../types.js" */

/** The game of the lesson on the table, which no other screen shows. */
export const lessonGame = signal(/** @type {string | null} */ (null));

/** A position and what is to be done there: turn so many discs at once, or play to the end.
 * @typedef {{board: string, text: string, turns: number | null}} Lesson */

/** @type {Record<string, Lesson[]>} */
const LESSONS = {
  reversi: [
    { board: "reversi6", text: "-------------XOO-------------------- X", turns: 2 },
    { board: "reversi6", text: "X------O-X----OO--XOO--------------- X", turns: 5 },
    { board: "reversi4", text: "-OX-OOOOXOOOXOOO X", turns: null },
  ],
  nip: [
    { board: "nip24", text: "XO---O-----O------------ X", turns: 3 },
    { board: "nip24", text: "XO---O--O--O--XOO------- X", turns: 5 },
    { board: "nip", text: "OOX-O----OO------OO------OO------OO------OO----OOOOO X", turns: 18 },
  ],
};

export function Lessons() {
  const subject = route.value.value in LESSONS ? route.value.value : "reversi";
  const step = Math.min(Math.max(Number(route.value.with.step) || 1, 1), LESSONS[subject].length);
  return html`<${LessonView} key=${`${subject}${step}`} subject=${subject} step=${step} lesson=${LESSONS[subject][step - 1]} />`;
}

/** @param {{subject: string, step: number, lesson: Lesson}} props */
function LessonView({ subject, step, lesson }) {
  const isReady = game.value !== null && game.value.id === lessonGame.value;
  const state = isReady ? stateOf(lesson) : "none";
  const key = `lesson.${subject}${step}`;
  useEffect(() => begun(lesson), []);
  useEffect(() => tell(state, subject, step), [state]);
  if (!isReady) return null;
  const isPlayed = state === "open" || state === "going"; // after the one move of a lesson nothing more is to be played
  const at = isPlayed ? shown.value : { ...shown.value, legal: [] };
  return html`<${Frame} class="is-home" on=${{ ...gameBoard(), shown: at }}>
    <div class="intro across"><div class="steps soft"><p>${t(`learn.${subject}`)}</p>
        <p role="img" aria-label=${t("learn.step", { n: step, of: LESSONS[subject].length })}>${LESSONS[
          subject
        ].map(
          (_, at) => html`<i class=${at < step - (state === "done" ? 0 : 1) ? "is-done" : ""}></i>`,
        )}</p></div>
      <h1>${t(key)}</h1>
      <p class="lead">${t(`${key}.task`)}</p></div>
    <div class="body lesson">
      ${state === "done" && html`<p class="lead">${t(`${key}.done`)}</p>`}
      ${state === "other" && html`<p class="lead">${t("learn.other", { n: turned(), of: lesson.turns })}</p>`}
      ${state === "going" && html`<p class="lead">${t("learn.going")}</p>`}
      <div class="row"><${Buttons} subject=${subject} step=${step} state=${state} /></div>
    </div>
  <//>`;
}

/** @param {{subject: string, step: number, state: string}} props */
function Buttons({ subject, step, state }) {
  const isLast = step === LESSONS[subject].length;
  const other = subject === "reversi" ? "nip" : "reversi";
  if (state === "other")
    return html`<${Action} icon="undo" word="learn.again" act=${() => ask("undo")} isKey=${true} />`;
  if (state !== "done")
    return html`<button class="button" onClick=${() => go("play")}>${t("learn.leave")}</button>`;
  if (!isLast)
    return html`<button class="button key" onClick=${() => go(`learn=${subject}&step=${step + 1}`)}>${t("learn.next")}<${Icon} name="right" /></button>`;
  return html`<button class="button key" onClick=${() => playNow(subject)}>${t(`learn.play_${subject}`)}</button>
    <button class="button" onClick=${() => go(`learn=${other}`)}>${t(`learn.${other}`)}</button>`;
}

/** @param {string} subject */
function playNow(subject) {
  change({ board: subject, game: null });
  go("play");
}

/** "open" until something was played, then "done", "other" (try again) or "going" (play on). @param {Lesson} lesson */
function stateOf({ turns }) {
  if (drawn.value.ply === 0 || !isPresent.value) return "open";
  if (turns === null) return theGame().is_over ? "done" : "going";
  return turned() === turns ? "done" : "other";
}

/** The number of discs that the first move turned. */
const turned = () => theGame().moves[0]?.flips.flat().length ?? 0;

/** Sets up the position, and deletes it afterwards: lessons are not listed among the visitor's games.
 * @param {Lesson} lesson */
function begun({ board, text, turns }) {
  clear();
  let isHere = true;
  const discard = (/** @type {GameView | null} */ made) => {
    if (game.peek()?.id === made?.id) clear();
    if (made) remove(`/games/${made.id}`).catch(() => {});
  };
  const seats = { black: "person", white: turns === null ? "random" : "person" };
  const made = begin({ board, text, seats }, false);
  made.then((game) => {
    if (isHere && game) lessonGame.value = game.id;
    else discard(game);
  });
  return () => {
    isHere = false;
    made.then(discard);
    clear();
  };
}

/** @param {string} state @param {string} subject @param {number} step */
function tell(state, subject, step) {
  const key = `lesson.${subject}${step}`;
  if (state === "open") announce(() => `${t(key)}. ${t(`${key}.task`)}`);
  if (state === "other") whisper(t("learn.other", { n: turned(), of: LESSONS[subject][step - 1].turns }));
  if (state === "done") whisper(t(`${key}.done`));
  if (state === "done" && step === LESSONS[subject].length)
    change({ learned: [...new Set([...settings.peek().learned, subject])] });
}

// The coach: asks before a move that loses much, says afterwards why it was bad, and praises what is hard to find.
import { announce, whisper } from "../announcer.js";
import { post } from "../api.js";
import { game, isPresent, movesText, recordText, sidesOf, theGame } from "../game.js";
import { useKeys } from "../keys.js";
import { ownName } from "../rival/memories.js";
import { rivalViewHere } from "../rival/rival_view.js";
import { change, settings } from "../settings.js";
import { html, signal, useEffect } from "../view.js";
import { said, t } from "../words.js";
import { playMove } from "./session.js";

/** @import { CoachView, GameView } from "../types.js" */

/** From this level on, by the rival's estimate, the coach is off until somebody wants it. */
const NO_BEGINNER = 7;
/** The least loss, in discs, that is still called a mistake when the move is looked at more closely. */
const MISTAKE = 4;

/** `at`: the game and its moves, so that nothing is said of another position. @typedef {{at: string}} Place */
/** What the coach thinks of the moves of a position; a server that is slow leaves it without an opinion. */
const advice = signal(/** @type {(CoachView & Place) | null} */ (null));
/** The move that it asks about. */
const question = signal(/** @type {{move: string, loss: number} & Place | null} */ (null));
/** What it said of the person's last move. */
const saying = signal(/** @type {{say: () => string, id: string | null, ply: number} | null} */ (null));

export const hasCoach = () => settings.value.coach ?? (rivalViewHere()?.strength?.level ?? 0) < NO_BEGINNER;

export const switchCoach = () => change({ coach: !hasCoach() });

/** Whether somebody plays against a player, so that a coach harms nobody. @param {GameView} of */
export const canCoach = (of) =>
  Boolean(of.id) && !of.people && !of.is_over && sidesOf(of, "person").length === 1;

/** @param {GameView | null} of */
const placeOf = (of) => (of ? `${of.id} ${movesText(of.moves.map(({ move }) => move))}` : "");

/** @template {Place} T @param {T | null} about */
const here = (about) => (about?.at === placeOf(game.value) ? about : null);

/** The question about a move of the position on the board. */
export const questionHere = () => (isPresent.value ? here(question.value) : null);

/** Lets the coach look at each position in which the person is to move. */
export function useCoach() {
  const { id, waits } = theGame();
  const at = waits && hasCoach() && canCoach(theGame()) ? placeOf(theGame()) : "";
  useEffect(() => {
    if (at && id && advice.peek()?.at !== at) look(id, at);
  }, [at]);
}

/** @param {string} id @param {string} at */
async function look(id, at) {
  try {
    const found = await post(`/games/${id}/coach`, { name: ownName() });
    if (placeOf(game.peek()) === at) advice.value = { ...found, at };
  } catch {} // without an opinion it is silent
}

/** Plays a move, or asks about it first; the same move once more is an answer. @param {string} move */
export async function playCoached(move) {
  const now = theGame();
  const about = hasCoach() ? here(advice.peek())?.moves.find((each) => each.move === move) : undefined;
  if (about?.advice === "ask" && questionHere()?.move !== move) {
    question.value = { move, loss: about.loss, at: placeOf(now) };
    announce(() => t("coach.ask", { move, n: about.loss }), null, true);
    post(`/games/${now.id ?? ""}/coach/asked`).catch(() => {});
    return;
  }
  question.value = null;
  saying.value = null;
  if (!(await playMove(move)) || !about) return;
  if (about.advice === "praise") tell(now, () => t("coach.praise", { move }));
  else explain(now, move);
}

/** A sentence on why a move was bad, if a closer look finds it bad too. @param {GameView} before @param {string} move */
async function explain(before, move) {
  try {
    const found = await post("/explanations", { board: before.board, text: recordText(before), move });
    if (found.loss < MISTAKE) return;
    const [reason] = found.reasons;
    tell(before, () => (reason ? said(reason.to_you) : t("coach.deep", { move, best: found.best })));
  } catch {}
}

/** @param {GameView} before @param {() => string} say */
function tell({ id, ply }, say) {
  saying.value = { say, id, ply: ply + 1 };
  whisper(say());
}

/** The question, with both answers, in place of the news. */
export function CoachQuestion() {
  const asked = questionHere();
  useKeys(asked ? { escape: takeAnother } : {});
  if (!asked) return null;
  const { move, loss } = asked;
  return html`<div class="live coach-asks" role="group" aria-label=${t("coach")}><b>${t("coach.ask", { move, n: loss })}</b>
    <span><button class="button key" onClick=${takeAnother}>${t("coach.another")}</button>
    <button class="button" onClick=${() => playCoached(move)}>${t("coach.play", { move })}</button></span></div>`;
}

const takeAnother = () => (question.value = null);

/** What it said of the person's last move, if anything. */
export function coachText() {
  const told = saying.value;
  return told && told.id === theGame().id && told.ply <= theGame().ply ? told.say() : "";
}

export function CoachSaying() {
  const text = coachText();
  return text && html`<section class="part coach-says"><h2>${t("coach")}</h2><p>${text}</p></section>`;
}

/** The switch, and what it switches. */
export function CoachSwitch() {
  if (!canCoach(theGame())) return null;
  const rating = here(advice.value)?.rating;
  return html`<div><label class="check"><input type="checkbox" checked=${hasCoach()} onChange=${switchCoach} />${t("coach")}</label>
    ${hasCoach() && html`<p class="note">${t(rating ? "coach.about_rating" : "coach.about", { rating })}</p>`}</div>`;
}

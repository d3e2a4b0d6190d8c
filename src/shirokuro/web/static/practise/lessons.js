// Lessons: positions with a question each, from the rules to sacrifices.
import { announce, whisper } from "../announcer.js";
import { get, post } from "../api.js";
import { BoardView } from "../board/board.js";
import { boardOf } from "../boards_and_players.js";
import { shownAt } from "../game.js";
import { must } from "../must.js";
import { lineFrom } from "../review/lines.js";
import { go, route } from "../route.js";
import { change } from "../settings.js";
import { Action, Icon } from "../shell/icon.js";
import { attempt } from "../shell/notice.js";
import { html, signal, useEffect } from "../view.js";
import { said, t } from "../words.js";

/** @import { Decoration } from "../board/cells.js" */
/** @import { LessonPositionView, LessonView as LessonOf, TriedMove } from "../types.js" */

/** All lessons; null until the server has answered. */
export const lessons = signal(/** @type {LessonOf[] | null} */ (null));
/** The moves made in a position. */
const made = signal({
  at: /** @type {LessonPositionView | null} */ (null),
  moves: /** @type {string[]} */ ([]),
});
/** @param {LessonPositionView} at */
const movesAt = (at) => (made.value.at === at ? made.value.moves : []);
/** What the server says of a wrong answer. */
const told = signal(/** @type {TriedMove | null} */ (null));

export async function loadLessons() {
  const got = await attempt(() => get("/lessons"));
  if (got) lessons.value = got.lessons;
}

/** The names by which the rules were linked before there were other lessons. @type {Record<string, string>} */
const RULES = { reversi: "rules", nip: "nip_rules" };

/** The lesson in the address, or the first one. */
export function Lessons() {
  useEffect(() => void loadLessons(), []);
  const all = lessons.value;
  if (!all) return null;
  const asked = RULES[route.value.value] ?? route.value.value;
  const lesson = all.find(({ name }) => name === asked) ?? all[0];
  const step = Math.min(Math.max(Number(route.value.with.step) || 1, 1), lesson.positions.length);
  return html`<${OneOf} key=${`${lesson.name}${step}`} lesson=${lesson} step=${step} />`;
}

/** @param {{lesson: LessonOf, step: number}} props */
function OneOf({ lesson, step }) {
  const at = lesson.positions[step - 1];
  useEffect(() => {
    begin(at);
    announce(() => `${said(lesson.title)}. ${said(at.task)}`);
  }, []);
  const state = stateOf(at);
  useEffect(() => tell(state, lesson, step), [state]);
  const isOpen = state === "open" || state === "going";
  const moves = movesAt(at);
  const line = lineFrom({ board: at.board, text: at.text }, moves);
  const passes = line && !line.legal.length && !line.is_over && isOpen;
  useEffect(() => {
    if (passes) made.value = { at, moves: [...moves, "pass"] };
  }, [passes]);
  const shown = line && shownAt(line, { ply: line.ply, isStep: moves.length > 0 });
  const on = shown && {
    shown: isOpen ? shown : { ...shown, legal: [] },
    decorations: state === "other" ? wrongMarks() : null,
    onPlay: (/** @type {string} */ move) => play(at, move),
    onOther: (/** @type {string} */ move) => move && isOpen && whisper(t("news.illegal", { move })),
  };
  return html`<div class="table is-drill is-lesson ${isOpen ? "" : "is-told"}">
    <div class="place">${on && html`<${BoardView} board=${boardOf(at.board)} ...${on} />`}</div>
    <header class="across"><div class="steps soft"><p>${said(lesson.title)}</p>
        <p role="img" aria-label=${t("learn.step", { n: step, of: lesson.positions.length })}>${lesson.positions.map(
          (_, n) => html`<i class=${n < step - (state === "done" ? 0 : 1) ? "is-done" : ""}></i>`,
        )}</p></div>
      <h1 class="serif">${said(at.task)}</h1></header>
    <div class="body lesson" role="status">
      ${state === "done" && html`<p class="lead"><b class="mark" aria-hidden="true">✓</b> ${said(at.done)}</p>`}
      ${state === "other" && html`<p class="lead">${otherText(at)}</p>`}
      ${state === "going" && moves.at(-1) === "pass" && html`<p class="lead">${t("learn.going")}</p>`}</div>
    <div class="actions"><${Buttons} lesson=${lesson} step=${step} state=${state} /></div></div>`;
}

/** @param {LessonPositionView} at */
function begin(at) {
  made.value = { at, moves: [] };
  told.value = null;
}

/** "open" until something was played, then "done", "other" (try again) or "going" (play on to the end).
 * @param {LessonPositionView} at */
function stateOf(at) {
  const moves = movesAt(at);
  if (!moves.length) return "open";
  if (at.turns !== null) {
    const n = turned(at);
    return n === null ? "going" : n === at.turns ? "done" : "other";
  }
  if (at.accepted.length) return at.accepted.includes(moves[0]) ? "done" : "other";
  return lineFrom({ board: at.board, text: at.text }, moves)?.is_over ? "done" : "going";
}

/** The number of discs that the move turned; null until the server has answered. @param {LessonPositionView} at */
function turned(at) {
  const line = lineFrom({ board: at.board, text: at.text }, movesAt(at));
  return line ? line.moves[0].flips.flat().length : null;
}

/** @param {LessonPositionView} at @param {string} move */
async function play(at, move) {
  const now = { at, moves: [...movesAt(at), move] };
  made.value = now;
  told.value = null;
  if (!at.accepted.length || at.accepted.includes(move)) return;
  const got = await post("/tries", { board: at.board, text: at.text, move }).catch(() => null);
  if (made.peek() === now) told.value = got;
}

/** Why the move does not answer the question. @param {LessonPositionView} at */
function otherText(at) {
  if (at.turns !== null) return t("learn.other", { n: turned(at), of: at.turns });
  const [move] = movesAt(at);
  if (!told.value) return t("learn.wrong", { move });
  const { loss, line } = told.value;
  if (!loss) return t("learn.wrong", { move });
  return line.length > 1 && line[1] !== "pass"
    ? t("learn.loses_to", { move, n: loss, reply: line[1] })
    : t("learn.loses", { move, n: loss });
}

/** The answer that punishes a wrong move. */
function wrongMarks() {
  const reply = told.value?.line[1];
  if (!told.value?.loss || !reply || reply === "pass") return null;
  /** @type {Map<string, Decoration>} */
  const marks = new Map();
  return marks.set(reply, { tint: "lost", label: t("learn.reply") });
}

/** @param {{lesson: LessonOf, step: number, state: string}} props */
function Buttons({ lesson, step, state }) {
  const again = () => begin(lesson.positions[step - 1]);
  if (state === "other") return html`<${Action} icon="undo" word="learn.again" act=${again} isKey=${true} />`;
  if (state !== "done") return html`<a class="button" href="#practise">${t("learn.leave")}</a>`;
  if (step < lesson.positions.length)
    return html`<button class="button key" onClick=${() => go(`learn=${lesson.name}&step=${step + 1}`)}>${t("learn.next")}<${Icon} name="right" /></button>`;
  const all = must(lessons.value).filter((each) => each.is_round === lesson.is_round);
  const following = all[all.indexOf(lesson) + 1];
  const subject = lesson.is_round ? "nip" : "reversi";
  return html`<button class="button ${following ? "" : "key"}" onClick=${() => playNow(subject)}>${t(`learn.play_${subject}`)}</button>
    ${following && html`<button class="button key" onClick=${() => go(`learn=${following.name}`)}>${said(following.title)}<${Icon} name="right" /></button>`}`;
}

/** @param {string} subject */
function playNow(subject) {
  change({ board: subject, game: null });
  go("play");
}

/** Says what happens, and notes a solved position. @param {string} state @param {LessonOf} lesson @param {number} step */
function tell(state, lesson, step) {
  if (state !== "done") return;
  whisper(said(lesson.positions[step - 1].done));
  if (lesson.learned.includes(step)) return;
  lessons.value = must(lessons.peek()).map((each) =>
    each.name === lesson.name ? { ...each, learned: [...each.learned, step] } : each,
  );
  post(`/lessons/${lesson.name}/${step}`).catch(() => null);
}

/** Whether all positions of a lesson are solved. @param {LessonOf} lesson */
export const isLearned = ({ positions, learned }) => learned.length === positions.length;

/** All lessons as links, with what is done. */
export function LessonList() {
  useEffect(() => void loadLessons(), []);
  const link = (
    /** @type {LessonOf} */ lesson,
  ) => html`<li key=${lesson.name}><a href="#learn=${lesson.name}">
      <span>${said(lesson.title)}</span><small class="soft">${isLearned(lesson) ? html`<b aria-hidden="true">✓</b> ${t("learn.learned")}` : t("learn.so_far", { n: lesson.learned.length, of: lesson.positions.length })}</small></a></li>`;
  return html`<ol class="lessons">${(lessons.value ?? []).map(link)}</ol>`;
}

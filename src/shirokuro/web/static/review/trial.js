// Tries a position again: any move near the best is accepted, others are answered with what they lose.
import { whisper } from "../announcer.js";
import { must } from "../must.js";
import { attempt } from "../shell/notice.js";
import { html, signal } from "../view.js";
import { signed, t } from "../words.js";
import { Badge, Mark } from "./badge.js";
import { afterLine, lineFrom } from "./lines.js";
/** @import { Decoration } from "../board/cells.js" */
/** @import { Place } from "./lines.js" */
/** @import { Mark as MarkOf, TriedMove } from "../types.js" */

/**
 * @typedef {{place: Place, mistake: {move: string, mark: MarkOf, loss: number} | null,
 *   send: (move: string) => Promise<TriedMove>, tries: TriedMove[], isBusy: boolean, answer: string[] | null}} Trial
 * mistake: the move that went wrong there, if any; answer: the moves that would do, once the reader has asked for them
 */

/** The current trial, if any. */
export const trial = signal(/** @type {Trial | null} */ (null));

/** @param {Pick<Trial, "place" | "mistake" | "send">} of */
export function beginTrial(of) {
  trial.value = { ...of, tries: [], isBusy: false, answer: null };
  whisper(taskText());
}

/** What is asked: a better move than that of a mistake, or the best one. */
const taskText = () => t(must(trial.peek()).mistake ? "trial.task" : "trial.task_best");

/** Whether there is nothing left to find. @param {Trial} of */
export const isEnded = ({ tries, answer }) => answer !== null || tries.some(({ accepted }) => accepted);

/** @param {string} move */
async function tryMove(move) {
  const now = trial.peek();
  if (!now || now.isBusy || isEnded(now)) return;
  trial.value = { ...now, isBusy: true };
  const tried = await attempt(() => now.send(move));
  if (trial.peek()?.place !== now.place) return; // the reader went on
  trial.value = {
    ...now,
    tries: tried ? [...now.tries.filter((each) => each.move !== move), tried] : now.tries,
  };
  if (tried) whisper(triedText(tried));
}

/** Gives up: shows what would do. @param {string[]} moves */
export function showAnswer(moves) {
  trial.value = { ...must(trial.peek()), answer: moves };
  whisper(t("trial.answer", { moves: moves.join(t("comma")) }));
}

/** @param {TriedMove} tried */
function triedText({ move, accepted, loss, value }) {
  if (!accepted) return t("trial.wrong", { move, n: loss, value: signed(value) });
  return t(loss === 0 ? "trial.best" : "trial.near", { move, n: loss });
}

/** The board's behaviour during a trial. */
export function trialBoard() {
  const { place, mistake, tries, answer } = must(trial.value);
  const shown = afterLine(place, []);
  /** @type {Map<string, Decoration>} */
  const marks = new Map();
  if (mistake) marks.set(mistake.move, { mark: mistake.mark, label: t("trial.played") });
  for (const { move, accepted, mark, loss } of tries)
    marks.set(
      move,
      accepted
        ? good(move)
        : { ...(mark ? { mark } : { text: signed(-loss) }), label: t("trial.loses", { n: loss }) },
    );
  for (const move of answer ?? []) marks.set(move, good(move));
  const isOpen = !isEnded(must(trial.value));
  if (!shown) return {};
  return {
    shown: isOpen ? shown : { ...shown, legal: [] },
    decorations: marks,
    onPlay: tryMove,
    onOther: refuse,
  };
}

/** @param {string} move */
const good = (move) => ({ mark: /** @type {const} */ ("✓"), label: t("trial.right", { move }) });

/** @param {string} square */
function refuse(square) {
  const legal = lineFrom(must(trial.peek()).place, [])?.legal ?? [];
  if (square && legal.length && !isEnded(must(trial.peek()))) whisper(t("news.illegal", { move: square }));
}

/** The result of the last try, or the task. */
export function trialText() {
  const { tries, isBusy, answer } = must(trial.value);
  if (isBusy) return t("trial.busy");
  if (answer) return t("trial.answer", { moves: answer.join(t("comma")) });
  const last = tries.at(-1);
  return last ? triedText(last) : t("trial.short");
}

/** The moves tried so far. */
export function TrialBody() {
  const { tries, isBusy, answer } = must(trial.value);
  return html`<section class="part trial">
    ${!tries.length && !answer && html`<p class="lead">${taskText()}</p>`}
    <ul class="tried" aria-label=${t("trial.tried")}>${tries.map(
      (tried) =>
        html`<li key=${tried.move}><${Mark} mark=${tried.accepted ? "" : tried.mark || "?!"} /><span>${triedText(tried)}</span><${Badge} badge=${tried.badge} /></li>`,
    )}</ul>
    ${isBusy && html`<p class="soft">${t("trial.busy")}</p>`}
    ${answer && html`<p class="lead">${t("trial.answer", { moves: answer.join(t("comma")) })}</p>`}
  </section>`;
}

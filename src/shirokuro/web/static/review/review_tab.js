// The tab Review: the loss of each move, the visitor's mistakes one by one, and what to do about them.
import { SIDES } from "../game.js";
import { useKeys } from "../keys.js";
import { must } from "../must.js";
import { RivalReport } from "../rival/report.js";
import { Action, Icon } from "../shell/icon.js";
import { html } from "../view.js";
import { moveText, signed, t } from "../words.js";
import { Badge, Mark, markText } from "./badge.js";
import { DrillNote, useKept } from "./kept.js";
import { MoveLine } from "./lines.js";
import {
  choose,
  compare,
  current,
  go,
  neighbour,
  punish,
  punished,
  reset,
  tryAgain,
  useAnother,
  useAround,
} from "./mistake.js";
import { isBusy, mistakes, ReviewProgress, review, sides, useReview } from "./review.js";
import { isEnded, showAnswer, TrialBody, trial, trialText } from "./trial.js";
import { Compare, Glossary, Why } from "./why.js";
/** @import { IconName } from "../shell/icon.js" */
/** @import { JudgedMove } from "../types.js" */

export function ReviewTab() {
  useReview();
  useAnother();
  useAround();
  useKept();
  const { moves, isDone } = review.value;
  if (!moves.length) return html`<p class="note">${t("review.nothing")}</p>`;
  const move = current.value;
  return html`
    <${RivalReport} />
    <${ReviewProgress} />
    ${mistakes.value.length > 0 && html`<${Chips} />`}
    ${isDone && !mistakes.value.length && html`<p class="lead">${t("review.none")}</p>`}
    ${move && html`<${Headline} ...${move} />`}
    ${trial.value ? html`<${TrialBody} />` : move && html`<${Examined} move=${move} />`}
    <${AllMoves} />`;
}

/** The mistakes, four at a time. */
function Chips() {
  const list = mistakes.value;
  const at = list.findIndex(({ ply }) => ply === current.value?.ply);
  const first = Math.max(0, Math.min(at < 0 ? 0 : at - 1, list.length - 4));
  const arrow = (/** @type {1 | -1} */ step, /** @type {IconName} */ icon, /** @type {string} */ word) =>
    html`<button class="icon-button step" aria-label=${t(word)} disabled=${!neighbour(step)} onClick=${() => go(step)}><${Icon} name=${icon} /></button>`;
  return html`<nav class="mistakes" aria-label=${t("review.mistakes")}>
    ${arrow(-1, "left", "review.before")}
    <ol>${list.slice(first, first + 4).map((judged) => html`<li key=${judged.ply}><${Chip} ...${judged} /></li>`)}</ol>
    ${arrow(1, "right", "review.next")}
  </nav>`;
}

/** @param {JudgedMove} judged */
function Chip({ ply, move, mark, loss, side }) {
  return html`<button class="chip" aria-current=${ply === current.value?.ply ? "step" : undefined} onClick=${() => choose(ply)}>
    <span>${sides.value.length > 1 && html`<i class="dot-disc ${side}" aria-hidden="true"></i>`}${ply} ${move} <${Mark} mark=${mark} /></span>
    <small>${signed(-loss)}</small></button>`;
}

/** Kinds of values whose sign is certain: a win or a loss is said of no others. */
const PROVED = ["exact", "wld", "solved"];

/** @param {JudgedMove} judged */
function Headline({ ply, move, mark, loss, value, best_value, badge }) {
  const word =
    loss === 0
      ? "review.good"
      : !PROVED.includes(badge.kind)
        ? "review.lost"
        : best_value > 0 && value < 0
          ? "review.lost_game"
          : best_value > 0 && value === 0
            ? "review.lost_win"
            : best_value === 0 && value < 0
              ? "review.lost_draw"
              : "review.lost";
  return html`<div class="judged"><h2>${ply} ${moveText(move)} <${Mark} mark=${mark} /></h2>
    <p><span class="change"><b>${loss ? `${signed(best_value)} → ${signed(value)}` : signed(value)}</b> <${Badge} badge=${badge} /></span>
      <span class="soft small">${t(word, { n: loss })}</span></p></div>`;
}

/** @param {{move: JudgedMove}} props */
function Examined({ move }) {
  if (punished.value !== null) return html`<${Punishment} line=${move.punish} />`;
  return html`${move.loss > 0 && html`<${Why} />`}
    ${move.best !== move.move && html`<${Compare} move=${move} />`}
    <${DrillNote} move=${move} />
    ${move.loss > 0 && html`<${Glossary} />`}`;
}

/** The line that punishes, as far as it is played. @param {{line: string[]}} props */
function Punishment({ line }) {
  return html`<section class="part"><h2>${t("punish.title")}</h2>
    <${MoveLine} moves=${line} first=${must(current.value).side} at=${punished.value}
      on=${(/** @type {number} */ n) => ({ onClick: () => punish(n) })} />
    <p class="note">${t("punish.step", { n: punished.value, of: line.length })}</p></section>`;
}

/** All moves with their marks, and the totals of both sides. */
function AllMoves() {
  const { judged, totals } = review.value;
  const all = [...judged.values()]
    .sort((one, two) => one.ply - two.ply)
    .filter(({ move }) => move !== "pass");
  return html`<details class="part folded"><summary>${t("review.all")}</summary>
    ${
      totals &&
      html`<p class="note">${SIDES.map((side) => {
        const { lost, mean_loss } = totals[side];
        const values = { side: t(`side.${side}`), n: lost, mean: (mean_loss ?? 0).toFixed(1) };
        return html`<span><i class="dot-disc ${side}" aria-hidden="true"></i> ${t("review.totals", values)}</span> `;
      })}</p>`
    }
    <ol class="moves">${all.map(
      ({ ply, side, move, mark, loss }) => html`<li key=${ply}>
        <button onClick=${() => choose(ply)} aria-current=${ply === current.value?.ply ? "step" : undefined}
        aria-label=${`${t("moves.item", { n: ply, side: t(`side.${side}`), move })}${t("comma")}${markText(mark)}${loss ? `${t("comma")}${signed(-loss)}` : ""}`}>
        <i class="dot-disc ${side}"></i><small>${ply}</small>${move}<span class="loss">${mark ? `${mark} ${signed(-loss)}` : ""}</span></button></li>`,
    )}</ol></details>`;
}

/** The chosen move and the result of a try, near the board. */
export function ReviewNews() {
  const move = current.value;
  const { moves, judged } = review.value;
  if (trial.value) return trialText();
  if (move)
    return html`<${Mark} mark=${move.mark} /><span>${t("review.told", { ply: move.ply, move: moveText(move.move), n: move.loss })}</span>`;
  if (isBusy.value) return t("review.busy", { n: judged.size, of: moves.length });
  return t(moves.length ? "review.none" : "review.nothing");
}

export function ReviewActions() {
  const move = current.value;
  const isPunishing = punished.value !== null;
  useKeys({
    j: () => go(1),
    k: () => go(-1),
    x: () => current.peek() && compare(),
    t: () => current.peek() && tryAgain(),
    escape: reset,
    ...(isPunishing
      ? { ",": () => punish(must(punished.peek()) - 1), ".": () => punish(must(punished.peek()) + 1) }
      : {}),
  });
  if (trial.value) return html`<${TrialActions} move=${move} />`;
  if (isPunishing) return html`<${PunishActions} line=${must(move).punish} />`;
  return html`<${Action} icon="undo" word="trial.again" can=${Boolean(move?.mark)} act=${tryAgain} isKey=${true} />
    <${Action} icon="go" word="punish" can=${move && move.loss > 0 && move.punish.length > 1} act=${() => punish(1)} />
    <${Action} icon="right" word="review.next" can=${neighbour(1) !== null} act=${() => go(1)} />`;
}

/** @param {{move: JudgedMove}} props */
function TrialActions({ move }) {
  const isOver = isEnded(must(trial.value));
  return html`${
    isOver
      ? html`<${Action} icon="undo" word="trial.back" act=${reset} isKey=${neighbour(1) === null} />`
      : html`<${Action} icon="hint" word="trial.show" act=${() => showAnswer([move.best])} />`
  }
    <${Action} icon="right" word="review.next" can=${neighbour(1) !== null} act=${() => go(1)} isKey=${isOver && neighbour(1) !== null} />`;
}

/** @param {{line: string[]}} props */
function PunishActions({ line }) {
  const at = must(punished.value);
  return html`<${Action} icon="left" word="step.back" can=${at > 0} act=${() => punish(at - 1)} />
    <${Action} icon="right" word="step.next" can=${at < line.length} act=${() => punish(at + 1)} isKey=${true} />
    <${Action} icon="close" word="close" act=${reset} />`;
}

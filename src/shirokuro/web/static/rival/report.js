// The report after a game against the rival: what it says, and a curve of what both sides lost.
import { game, mySide, other, theGame } from "../game.js";
import { must } from "../must.js";
import { openTab } from "../play/table.js";
import { change, settings } from "../settings.js";
import { html } from "../view.js";
import { said, t, upper } from "../words.js";
import { NameField } from "./memories.js";
import { rivalSide, rivalViewHere } from "./rival_view.js";
/** @import { MoveLoss, RivalReportView, Side } from "../types.js" */

/** During a game: why it does not count; after it: what the rival says. */
export function RivalNote() {
  const view = rivalSide(game.value) && rivalViewHere();
  if (!view) return null;
  const { report, standing } = view;
  if (report)
    return html`<section class="part"><h2>${t("rival.says")}</h2><${Sayings} report=${report} />
      <${Standing} standing=${standing} /><button class="link" onClick=${() => openTab("review")}>${t("rival.see_losses")}</button>
      <${AskName} /></section>`;
  return standing === "playing"
    ? null
    : html`<section class="part"><${Standing} standing=${standing} /></section>`;
}

/** Asks once for the name under which the rival remembers the person. */
function AskName() {
  const { name, isNameAsked } = settings.value;
  if (name || isNameAsked) return null;
  return html`<div class="ask-name"><${NameField} /><button class="link" onClick=${() => change({ isNameAsked: true })}>${t("rival.no_name")}</button></div>`;
}

/** @param {{standing: string}} props */
function Standing({ standing }) {
  if (standing === "playing" || (standing === "counted" && theGame().is_over)) return null;
  return html`<p class="note">${t(`rival.standing_${standing}`)}</p>`;
}

/** @param {{report: RivalReportView}} props */
function Sayings({ report }) {
  return report.texts.map((text) => html`<p class="saying">${upper(said(text))}${t("full_stop").trim()}</p>`);
}

/** In the review: what it says, the curve, and the same as a table. */
export function RivalReport() {
  const view = rivalSide(game.value) && rivalViewHere();
  if (!view?.report) return null;
  const { report, standing } = view;
  return html`<details class="part folded rival-report"><summary>${t("rival.says")}</summary><${Sayings} report=${report} />
    <${Standing} standing=${standing} /><${Losses} losses=${report.losses} /></details>`;
}

/** @param {{losses: MoveLoss[]}} props */
function Losses({ losses }) {
  const me = must(mySide.value);
  const sides = [me, other(me)].map((side) => ({
    side,
    title: side === me ? t("you") : t("player.rival"),
    ...sumOf(losses, side),
  }));
  const most = Math.max(1, ...sides.map(({ sum }) => sum));
  const text = sides.map(({ title, sum, mean }) =>
    t("rival.sum", { who: title, sum: sum.toFixed(0), mean: mean.toFixed(1) }),
  );
  return html`<figure class="curve"><figcaption>${t("rival.curve")}</figcaption>
    <ul class="legend">${sides.map(({ side }, at) => html`<li><svg viewBox="0 0 28 4" aria-hidden="true"><path class=${classOf(side, me)} d="M1 2H27" /></svg>${text[at]}</li>`)}</ul>
    <div class="curve-plot"><span class="soft" aria-hidden="true">${Math.ceil(most)}</span><span class="soft" aria-hidden="true">0</span>
      <svg viewBox="0 0 ${theGame().moves.length} 100" preserveAspectRatio="none" role="img" aria-label=${`${t("rival.curve")}${t("full_stop")}${text.join(t("full_stop"))}`}>
        ${sides.map(({ side }) => html`<path class=${classOf(side, me)} d=${pathOf(losses, side, Math.ceil(most))} />`)}</svg>
      <p class="soft" aria-hidden="true"><span>${t("watch.move", { n: 1 })}</span><span>${t("watch.move", { n: theGame().moves.length })}</span></p></div>
    <${LossTable} losses=${losses} /></figure>`;
}

/** The person's line is whole, the rival's is broken. @param {Side} side @param {Side} me */
const classOf = (side, me) => (side === me ? "mine" : "theirs");

/** @param {MoveLoss[]} losses @param {Side} side */
function sumOf(losses, side) {
  const own = losses.filter((each) => each.side === side);
  const sum = own.reduce((total, { loss }) => total + loss, 0);
  return { sum, mean: own.length ? sum / own.length : 0 };
}

/** Discs lost so far, move by move. @param {MoveLoss[]} losses @param {Side} side @param {number} most */
function pathOf(losses, side, most) {
  let sum = 0;
  const steps = losses
    .filter((each) => each.side === side)
    .map(({ ply, loss }) => {
      sum += loss;
      return `H${ply}V${(100 - (100 * sum) / most).toFixed(2)}`;
    });
  return `M0 100${steps.join("")}H${theGame().moves.length}`;
}

/** @param {{losses: MoveLoss[]}} props */
function LossTable({ losses }) {
  return html`<details class="folded"><summary>${t("rival.table")}</summary><table class="stats"><thead><tr>
      ${["move", "square", "lost_discs"].map((each) => html`<th scope="col">${t(`rival.${each}`)}</th>`)}</tr></thead>
    <tbody>${losses.map(
      ({ ply, side, move, loss }) => html`<tr>
      <th scope="row"><i class="dot-disc ${side}" aria-hidden="true"></i> ${ply} <span class="unseen">${t(`side.${side}`)}</span></th><td>${move}</td><td>${loss.toFixed(0)}</td></tr>`,
    )}</tbody></table></details>`;
}

// The reader's rating and average loss over time, from their finished games.
import { get } from "../api.js";
import { settings } from "../settings.js";
import { html, useEffect, useState } from "../view.js";
import { t } from "../words.js";

/** @import { PointView } from "../types.js" */

/** Asks until all games are measured, some at a time. */
export function Curve() {
  const [{ points, left }, set] = useState({ points: /** @type {PointView[]} */ ([]), left: -1 });
  useEffect(() => {
    let isHere = true;
    const ask = async () => {
      const got = await get("/practice/curve").catch(() => null);
      if (!got || !isHere) return;
      set(got);
      if (got.left > 0) ask();
    };
    ask();
    return () => {
      isHere = false;
    };
  }, []);
  const now = points.at(-1);
  return html`<section class="part"><h2>${t("practise.curve")}<span>${left > 0 && t("practise.measuring", { n: left })}</span></h2>
    ${!now && left === 0 && html`<p>${t("practise.no_games")}</p>`}
    ${
      now &&
      html`<div class="two-curves"><${Plot} points=${points} of="rating" text=${t("practise.rating_games", { rating: now.rating, error: 2 * now.error })} />
      <${Plot} points=${points} of="loss" text=${t("practise.loss", { n: now.loss.toFixed(1) })} /></div>
      <${Table} points=${points} />`
    }</section>`;
}

/** The places of a curve in a box of height 100, and what is written beside it.
 * @param {number[]} values @param {number} step the least distance between the two numbers */
export function scaleOf(values, step) {
  const low = Math.floor(Math.min(...values) / step) * step;
  const high = Math.max(Math.ceil(Math.max(...values) / step) * step, low + step);
  return { low, high, y: (/** @type {number} */ value) => 100 - (100 * (value - low)) / (high - low) };
}

/** @param {{points: PointView[], of: "rating" | "loss", text: string}} props */
function Plot({ points, of, text }) {
  const values = points.map((point) => point[of]);
  const spread =
    of === "rating" ? points.flatMap(({ rating, error }) => [rating - 2 * error, rating + 2 * error]) : [0];
  const { low, high, y } = scaleOf([...values, ...spread], of === "rating" ? 100 : 1);
  const path = (/** @type {number[]} */ all) =>
    `M${all.map((value, at) => `${at} ${y(value).toFixed(1)}`).join("L")}`;
  const band = (/** @type {1 | -1} */ sign) => points.map(({ rating, error }) => rating + sign * 2 * error);
  return html`<figure class="curve"><figcaption>${text}</figcaption>
    ${
      points.length > 1 &&
      html`<div class="curve-plot"><span class="soft" aria-hidden="true">${high}</span><span class="soft" aria-hidden="true">${low}</span>
      <svg viewBox="0 0 ${points.length - 1} 100" preserveAspectRatio="none" role="img" aria-label=${text}>
        ${of === "rating" && html`<path class="theirs" d=${path(band(1))} /><path class="theirs" d=${path(band(-1))} />`}
        <path d=${path(values)} /></svg>
      <p class="soft" aria-hidden="true"><span>${dayText(points[0])}</span><span>${dayText(points[points.length - 1])}</span></p></div>`
    }</figure>`;
}

/** @param {PointView} point */
const dayText = ({ ended }) =>
  new Date(1000 * ended).toLocaleDateString(settings.value.language, { day: "numeric", month: "short" });

/** The same as numbers, latest first. @param {{points: PointView[]}} props */
function Table({ points }) {
  return html`<details class="folded"><summary>${t("practise.table")}</summary><table class="stats"><thead><tr>
      ${["day", "rating_head", "loss_head"].map((each) => html`<th scope="col">${t(`practise.${each}`)}</th>`)}</tr></thead>
    <tbody>${points
      .toReversed()
      .map(
        (point) =>
          html`<tr><th scope="row">${dayText(point)}</th><td>${point.rating} ± ${2 * point.error}</td><td>${point.loss.toFixed(1)}</td></tr>`,
      )}</tbody></table></details>`;
}

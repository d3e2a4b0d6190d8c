// Practise: today's set, one's mistakes, endgames, openings and lessons, at any time.
import { get } from "../api.js";
import { route } from "../route.js";
import { Choice } from "../shell/field.js";
import { Icon } from "../shell/icon.js";
import { html, signal, useEffect } from "../view.js";
import { clockTime, t } from "../words.js";
import { Curve } from "./curve.js";
import { A_DAY, dayOf, streakOf } from "./days.js";
import { LessonList, Lessons } from "./lessons.js";
import { loadDrills, SittingView, waiting } from "./sitting.js";

/** @import { PracticeView } from "../types.js" */

/** How long one may think about an endgame; 0 for as long as one likes. */
const SECONDS = [0, 30, 60, 180];
const EMPTIES = [6, 8, 10, 12, 14];

const practice = signal(/** @type {PracticeView | null} */ (null));
const endgame = signal({ empties: 8, seconds: 0 });

export function PractiseScreen() {
  const { name, value, with: how } = route.value;
  if (name === "learn") return html`<${Lessons} />`;
  if (["today", "mistakes", "endgames"].includes(value))
    return html`<${SittingView} key=${location.hash} what=${value} empties=${Number(how.empties) || 8} seconds=${Number(how.seconds) || 0} />`;
  return html`<${Overview} />`;
}

function Overview() {
  useEffect(() => {
    loadDrills();
    get("/practice").then(
      (got) => (practice.value = got),
      () => {},
    );
  }, []);
  return html`<div class="page practise"><header class="page-head"><h1>${t("nav.practise")}</h1></header>
    <div class="practise-parts">${practice.value && html`<${Today} of=${practice.value} />`}
      <${Mistakes} /><${Endgames} />
      <section class="part"><h2>${t("nav.openings")}</h2><p>${t("practise.openings")}</p>
        <a class="button" href="#openings"><${Icon} name="tree" />${t("nav.openings")}</a></section></div>
    <${Curve} />
    <section class="part"><h2 id="lessons">${t("practise.lessons")}</h2><${LessonList} /></section></div>`;
}

/** @param {{of: PracticeView}} props */
function Today({ of: { days, rating, rating_error: error, answered } }) {
  const done = days.find(({ day }) => day === dayOf())?.answered ?? 0;
  const streak = streakOf(
    days.map(({ day }) => day),
    dayOf(),
  );
  const isDone = done >= A_DAY;
  const pips = Array.from({ length: A_DAY }, (_, n) => html`<i class=${n < done ? "is-on" : ""}></i>`);
  return html`<section class="part"><h2>${t("practise.today")}<span>${streak > 0 && t("practise.streak", { n: streak })}</span></h2>
    <p class="pips" role="img" aria-label=${t("practise.so_far", { n: Math.min(done, A_DAY), of: A_DAY })}>${pips}</p>
    <p>${t(isDone ? "practise.today_done" : "practise.today_about")}</p>
    ${answered > 0 && html`<p class="soft">${t("practise.rating", { rating, error: Math.round(2 * error) })}</p>`}
    <a class="button ${isDone ? "" : "key"}" href="#practise=today"><${Icon} name="book" />${t(isDone ? "practise.more" : "practise.begin")}</a></section>`;
}

function Mistakes() {
  const { due, kept } = waiting.value ?? { due: 0, kept: 0 };
  return html`<section class="part"><h2>${t("practise.mistakes")}</h2>
    <p>${kept ? t("drill.all", { n: kept }) : t("drill.empty")} ${kept ? t("practise.due", { n: due }) : ""}</p>
    ${kept > 0 && html`<a class="button" href="#practise=mistakes"><${Icon} name="redo" />${t("practise.mistakes_go")}</a>`}</section>`;
}

function Endgames() {
  const { empties, seconds } = endgame.value;
  const time = (/** @type {number} */ each) => (each ? clockTime(each) : t("practise.no_clock"));
  return html`<section class="part"><h2>${t("practise.endgames")}</h2><p>${t("practise.endgames_about")}</p>
    <${Choice} name="empties" label=${t("practise.empties")} all=${EMPTIES} chosen=${empties} show=${String}
      choose=${(/** @type {number} */ each) => (endgame.value = { empties: each, seconds })} />
    <${Choice} name="seconds" label=${t("practise.clock")} all=${SECONDS} chosen=${seconds} show=${time}
      choose=${(/** @type {number} */ each) => (endgame.value = { empties, seconds: each })} />
    <a class="button" href="#practise=endgames&empties=${empties}&seconds=${seconds}"><${Icon} name="discs" />${t("practise.endgames_go")}</a></section>`;
}

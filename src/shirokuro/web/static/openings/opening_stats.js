// Statistics of openings: values with their badges, games and results, names in both languages.

import { Badge, badgeShort, badgeText, SHAPES } from "../review/badge.js";
import { settings } from "../settings.js";
import { html } from "../view.js";
import { signed, t } from "../words.js";
/** @import { OpeningFigures, OpeningLabel } from "../types.js" */

/** @param {OpeningFigures} figures */
export const statText = ({ value }) => (value === null ? "" : signed(value));

/** @param {number} share */
export const perCent = (share) => `${Math.round(100 * share)} %`;

/** @param {number} number */
export const counted = (number) => number.toLocaleString(settings.value.language);

/** What a value is worth, in a word; in tables a short one. @param {{figures: OpeningFigures, isShort?: boolean}} props */
export function ValueBadge({ figures, isShort = false }) {
  const { badge } = figures;
  if (!badge) return null;
  if (!isShort) return html`<${Badge} badge=${badge} />`;
  return html`<span class="badge ${SHAPES[badge.kind]}" aria-label=${badgeText(badge)} role="img">${badgeShort(badge)}</span>`;
}

/** How the games ended: black's wins dark, draws grey, white's wins light. @param {{figures: OpeningFigures}} props */
export function Ended({ figures: { games, wins, draws } }) {
  const [won, drawn] = [wins, wins + draws].map((each) => Math.round((100 * each) / games));
  return html`<svg class="result-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <path d="M0 0h${won}v10H0z" /><path class="drawn" d="M${won} 0H${drawn}v10H${won}z" /></svg>`;
}

/** The usual name in the reader's language, and the other's beside it. @param {{label: OpeningLabel}} props */
export function Name({ label }) {
  const { language } = settings.value;
  const other = language === "en" ? "ja" : "en";
  const isBoth = label.name[language] !== label.name[other];
  return html`<b lang=${languageOf(label, language)}>${label.name[language]}</b>
    ${isBoth && html` <small lang=${languageOf(label, other)}>${label.name[other]}</small>`}`;
}

/** In which language the name is that a language shows. @param {OpeningLabel} label @param {"en" | "ja"} language */
function languageOf({ english, japanese }, language) {
  return (language === "en" ? english.length : !japanese.length) ? "en" : "ja";
}

/** All other names. @param {OpeningLabel} label */
export function otherNames(label) {
  const shown = label.name[settings.value.language];
  return [...new Set([...label.english, ...label.japanese])]
    .filter((name) => name !== shown)
    .join(t("comma"));
}

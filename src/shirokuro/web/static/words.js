// All texts of the page, in the reader's language.
import { settings } from "./settings.js";
import WORDS from "./words_catalogue.js";

/** @import { OpeningName, Words } from "./types.js" */

const PLACE = /\{(\w+)(?::((?:[^|{}]|\{\w+\})*)\|((?:[^{}]|\{\w+\})*))?\}/g;

/**
 * The words of a key; in them {name} is a value, {name:disc|discs} the words for one or another number of it.
 * @param {string} key @param {Record<string, any>} [values] @returns {string}
 */
export function t(key, values = {}) {
  const found = WORDS[settings.value.language][key];
  if (found === undefined) throw new Error(`no words for ${key}`);
  return filled(found, values);
}

/** @param {string} text @param {Record<string, any>} values @returns {string} */
function filled(text, values) {
  return text.replace(PLACE, (_, name, one, other) =>
    one === undefined ? String(values[name]) : filled(Number(values[name]) === 1 ? one : other, values),
  );
}

/** Whether there are words for a key. @param {string} key */
export const hasWords = (key) => key in WORDS.en;

/** What the server says in both languages. @param {Words | null | undefined} text */
export function said(text) {
  return (text && (text[settings.value.language] || text.en)) || "";
}

/** The opening's name after that of its family. @param {OpeningName} opening @param {"en" | "ja"} [language] */
export function openingPath(opening, language = settings.value.language) {
  const name = opening[language] || opening.en || opening.ja;
  const family = opening.family?.[language];
  return family ? `${family} › ${name}` : name;
}

/** As a sentence begins. @param {string} text */
export const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {string} move */
export const moveText = (move) => (move === "pass" ? t("pass") : move);

/** A value in discs, with its sign. @param {number} value */
export function signed(value) {
  const rounded = Math.round(value);
  return rounded > 0 ? `+${rounded}` : rounded < 0 ? `−${-rounded}` : "0";
}

/** Minutes and seconds of a clock. @param {number} seconds */
export function clockTime(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

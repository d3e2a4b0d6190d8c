// The names of players: ours if we have one, with their parameters.
import { players } from "../boards_and_players.js";
import { hasWords, said, t, upper } from "../words.js";
/** @import { Seat } from "../types.js" */

/** @param {string} name as specifications have it, such as `montai` */
export function playerTitle(name) {
  return worded(`player.${name}`, name);
}

/** @param {string} name of a parameter, such as `playouts` */
export const parameterTitle = (name) => worded(`parameter.${name}`, name);

/** @param {any} value of a parameter */
export const valueTitle = (value) => worded(`choice.${value}`, String(value));

/** @param {string} key @param {string} name */
const worded = (key, name) => (hasWords(key) ? t(key) : name);

/** @param {number} level */
export function levelTitle(level) {
  const name = levelName(level);
  return name ? t("level.named", { n: level, name }) : t("level", { n: level });
}

/** @param {number} level */
export const levelName = (level) => said(choiceOf(level)?.name);

/** Whom it plays like, and how long it takes, where that is known. @param {number} level */
export function levelAbout(level) {
  const { rating, seconds } = choiceOf(level) ?? {};
  const parts = [rating && t("level.rating", { rating }), seconds && t("level.seconds", { s: seconds })];
  return parts.filter(Boolean).join(t("comma"));
}

/** Its number and its rating, in short. @param {number} level */
export function levelRank(level) {
  const rating = choiceOf(level)?.rating;
  return rating ? t("level.rated", { n: level, rating }) : t("level", { n: level });
}

/** @param {number} level */
const choiceOf = (level) => players.value?.levels.find((each) => each.level === level);

/** What the player of a seat is called, and its parameters in words, or else what it is. @param {Seat} seat */
export function seatText({ player, parameters }) {
  const given = Object.entries(parameters);
  if (player === "engine" && given.length === 1 && parameters.level)
    return {
      title: upper(levelTitle(Number(parameters.level))),
      about: upper(levelAbout(Number(parameters.level))),
    };
  const known = players.value?.players.find(({ name }) => name === player);
  const words = given.map(([name, value]) =>
    typeof value === "string" ? `${parameterTitle(name)} ${valueTitle(value)}` : name,
  );
  return { title: playerTitle(player), about: words.join(t("comma")) || upper(said(known?.about)) };
}

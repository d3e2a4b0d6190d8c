// What players are called: a word of ours where there is one, and what their parameters say.
import { players } from "../catalogue.js";
import { hasWords, said, t, upper } from "../words.js";

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
export function levelName(level) {
  return said(players.value?.levels.find((each) => each.level === level)?.name);
}

/** A specification as people read it. @param {string} spec @returns {{title: string, about: string}} */
export function readSpec(spec) {
  const [name, words = ""] = spec.split(":");
  const level = /^level=(\d+)$/.exec(words);
  if (name === "engine" && level) return { title: upper(levelTitle(Number(level[1]))), about: "" };
  const known = players.value?.players.find((each) => each.name === name);
  return {
    title: playerTitle(name),
    about: words ? words.split(",").map(setting).join(t("comma")) : upper(said(known?.about)),
  };
}

/** @param {string} words such as `playouts=500` */
function setting(words) {
  const [name, value] = words.split("=");
  return value === undefined ? words : `${parameterTitle(name)} ${valueTitle(value)}`;
}

// What players are called: a word of ours where there is one, and what their parameters say.
import { players } from "../catalogue.js";
import { hasWords, said, t } from "../words.js";

/** @param {string} name as specifications have it, such as `montai` */
export function playerTitle(name) {
  return hasWords(`player.${name}`) ? t(`player.${name}`) : name;
}

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
  return { title: playerTitle(name), about: words ? words.replaceAll("=", " ").replaceAll(",", t("comma")) : said(known?.about) };
}

/** @param {string} text */
const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

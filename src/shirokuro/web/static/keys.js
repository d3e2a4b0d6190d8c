// Keyboard shortcuts: each component registers its own keys; typing "f5" plays there.
import { useLayoutEffect } from "./view.js";

/** @typedef {Record<string, (event: KeyboardEvent) => void>} Keys */
/** @type {Keys[]} */
const taken = [];
/** @type {((name: string) => void)[]} */
const typists = [];
let letter = "";

/** Takes keys while the component is shown; the one shown last is asked first. @param {Keys} keys */
export function useKeys(keys) {
  useLayoutEffect(() => takeKeys(keys)); // as soon as it is drawn: who sees it may press them
}

/** Calls back with squares that are typed. @param {(name: string) => void} type */
export function useTyping(type) {
  useLayoutEffect(() => takeSquares(type));
}

/** Takes keys until the returned function is called. @param {Keys} keys */
export const takeKeys = (keys) => keep(taken, keys);

/** Calls back with typed squares until the returned function is called. @param {(name: string) => void} type */
export const takeSquares = (type) => keep(typists, type);

/** @template T @param {T[]} list @param {T} item */
function keep(list, item) {
  list.push(item);
  return () => void list.splice(list.indexOf(item), 1);
}

/** @param {KeyboardEvent} event */
function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || /** @type {Element} */ (event.target).closest(TYPED))
    return;
  const key = event.key.toLowerCase();
  if (letter && /^[1-8]$/.test(key)) {
    typists.at(-1)?.(letter + key);
    letter = "";
    event.preventDefault();
    return;
  }
  letter = /^[a-h]$/.test(key) ? key : "";
  const found = taken.findLast((keys) => key in keys);
  if (letter || !found) return;
  event.preventDefault();
  found[key](event);
}

/** Elements that take letters themselves; sliders and checkboxes do not. */
const TYPED =
  "input:not([type=range], [type=checkbox], [type=radio]), textarea, select, dialog, [contenteditable]";

addEventListener("keydown", press);

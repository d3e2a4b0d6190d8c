// The tree of all openings by name: their values and games, for Black.
import { must } from "../must.js";
import { Icon } from "../shell/icon.js";
import { html, signal, useEffect } from "../view.js";
import { said, t } from "../words.js";
import { counted, Ended, Name, perCent, statText, ValueBadge } from "./opening_stats.js";
import { goTo, view, whole } from "./place.js";

/** @import { OpeningLine } from "../types.js" */

/** The openings that are unfolded, by their moves. */
const opened = signal(/** @type {Set<string>} */ (new Set()));
/** Openings with fewer moves are ways to begin, shown with everything that follows them. */
const FAMILY = 5;

/** @param {OpeningLine} line */
const keyOf = ({ opening }) => opening.moves.join("");

export function Tree() {
  const here = must(view.value).passed.at(-1)?.moves.join("") ?? "";
  useEffect(() => openTo(here), [here, whole.value]);
  if (!whole.value?.named.length) return null;
  const { has_games: hasGames } = whole.value;
  return html`<section class="part"><h2 class="unseen">${t("openings.tree")}</h2>
    <table class="tree"><thead><tr><th scope="col">${t("openings.opening")}</th><th scope="col">${t("openings.for_black")}</th>
      <th scope="col" class="if-wide"><span class="unseen">${t("openings.certainty")}</span></th>
      ${
        hasGames &&
        html`<th scope="col" class="if-roomy">${t("openings.games")}</th><th scope="col" class="if-wider">${t("openings.sides")}</th>
        <th scope="col">${t("side.black")}</th>`
      }</tr></thead>
      <tbody>${rows(whole.value.named, 0).map(
        ({ line, depth }) => html`<${Row} key=${keyOf(line)} line=${line} depth=${depth}
        isHere=${keyOf(line) === here} hasGames=${hasGames} />`,
      )}</tbody></table></section>`;
}

/** The rows that are shown. @param {OpeningLine[]} lines @param {number} depth @returns {{line: OpeningLine, depth: number}[]} */
function rows(lines, depth) {
  return lines.flatMap((line) => [
    { line, depth },
    ...(opened.value.has(keyOf(line)) ? rows(line.below, depth + 1) : []),
  ]);
}

/** @param {{line: OpeningLine, depth: number, isHere: boolean, hasGames: boolean}} props */
function Row({ line, depth, isHere, hasGames }) {
  const { opening, figures, below, count } = line;
  const isOpen = opened.value.has(keyOf(line));
  const turn = () => {
    const others = [...opened.peek()].filter((key) => key !== keyOf(line));
    opened.value = new Set(isOpen ? others : [...others, keyOf(line)]);
  };
  const more = t("openings.more", { name: said(opening.name), n: count - 1 });
  return html`<tr class="at-${Math.min(depth, 5)}" aria-current=${isHere ? "true" : undefined}>
    <th scope="row"><span class="branch">
      ${below.length ? html`<button class="turn-branch" aria-expanded=${isOpen} aria-label=${more} onClick=${turn}><${Icon} name=${isOpen ? "down" : "right"} /></button>` : html`<span class="turn-branch"></span>`}
      <button class="branch-name serif" onClick=${() => goTo(opening.moves)}><${Name} label=${opening} /></button></span></th>
    <td>${statText(figures)}</td><td class="if-wide"><${ValueBadge} figures=${figures} isShort=${true} /></td>
    ${
      hasGames &&
      html`<td class="if-roomy">${figures.games ? counted(figures.games) : ""}</td>
      <td class="if-wider">${figures.score !== null && html`<${Ended} figures=${figures} />`}</td>
      <td>${figures.score !== null && perCent(figures.score)}</td>`
    }</tr>`;
}

/** Shows an opening, those above it and those that follow. @param {string} key */
function openTo(key) {
  if (!opened.peek().size) opened.value = new Set(beginnings(whole.peek()?.named ?? []));
  /** @param {OpeningLine[]} lines @returns {string[] | null} */
  const way = (lines) => {
    for (const line of lines) {
      const found = keyOf(line) === key ? [] : way(line.below);
      if (found) return [keyOf(line), ...found];
    }
    return null;
  };
  const found = way(whole.peek()?.named ?? []);
  if (found) opened.value = new Set([...opened.peek(), ...found]);
}

/** @param {OpeningLine[]} lines @returns {string[]} */
function beginnings(lines) {
  return lines
    .filter(({ opening }) => opening.ply < FAMILY)
    .flatMap((line) => [keyOf(line), ...beginnings(line.below)]);
}

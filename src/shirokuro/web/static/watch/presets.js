// Matches that begin with one touch: two levels, the methods, Nip, and the AIs of the studies.
import { boardName } from "../board/board_name.js";
import { Thumb } from "../board/felt.js";
import { boardOf } from "../boards_and_players.js";
import { levelOpponent, opponentName, specOf } from "../play/opponents.js";
import { go } from "../route.js";
import { html } from "../view.js";
import { t, upper } from "../words.js";
import { begin } from "./match.js";

/** @import { Opponent } from "../play/opponents.js" */
/** @import { MatchForm } from "../settings.js" */

/** @param {string} name @param {Record<string, any>} [values] @returns {Opponent} */
const player = (name, values = {}) => ({ kind: "player", level: 2, name, values });

/** @typedef {MatchForm & {word: string}} Preset */
/** @type {Preset[]} */
export const PRESETS = [
  { word: "levels", board: "reversi", first: levelOpponent(8), second: levelOpponent(6), games: 20 },
  { word: "methods", board: "reversi", first: player("uct"), second: player("ssai"), games: 10 },
  { word: "nip", board: "nip", first: levelOpponent(11), second: player("uct"), games: 1 },
];
/** By their AIs; the study of don't-care discs has none. @type {Preset[]} */
export const STUDIES = [
  { word: "parallel", board: "reversi", first: player("ssai"), second: player("random"), games: 10 },
  { word: "nip_mc", board: "nip", first: player("nip-mc"), second: player("nipevt"), games: 10 },
  { word: "rival", board: "reversi", first: player("rvlai"), second: player("strong"), games: 10 },
  {
    word: "montai",
    board: "reversi",
    first: player("montai", { playouts: 500 }),
    second: player("montai", { playouts: 100 }),
    games: 10,
  },
];

/** @param {Preset} preset */
async function watchPreset({ board, first, second, games }) {
  const made = await begin({ board, first: specOf(first), second: specOf(second), games });
  if (made) go(`watch=${made.id}`);
}

export function Presets() {
  return html`<section class="presets"><ul>${PRESETS.map((each) => html`<${Card} key=${each.word} ...${each} />`)}</ul>
    <h2>${t("watch.studies")}</h2>
    <ul>${STUDIES.map((each) => html`<${Card} key=${each.word} ...${each} />`)}</ul></section>`;
}

/** With the numbers that tell two of one name apart. @param {Opponent} opponent */
const nameOf = (opponent) => [opponentName(opponent), ...Object.values(opponent.values)].join(" ");

/** @param {Preset} preset */
function Card(preset) {
  const board = boardOf(preset.board);
  const names = { first: nameOf(preset.first), second: nameOf(preset.second) };
  return html`<li><button onClick=${() => watchPreset(preset)}><${Thumb} board=${board} discs=${board.start} />
    <span><b>${t(`watch.preset_${preset.word}`)}</b><small>${upper(t("watch.summary", { ...names, board: boardName(board), n: preset.games }))}</small></span></button></li>`;
}

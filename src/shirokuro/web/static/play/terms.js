// The terms of the game on the table, in sight and open to change until the person moves.
import { boardOf } from "../boards_and_players.js";
import { theGame } from "../game.js";
import { settings } from "../settings.js";
import { Choice, onNumber, onText } from "../shell/field.js";
import { html, signal } from "../view.js";
import { t, upper } from "../words.js";
import { opponentAbout, opponentName, specOf } from "./opponents.js";
import { begin, isUntouched } from "./session.js";
/** @import { Opponent } from "./opponents.js" */
/** @import { Settings } from "../settings.js" */

/** What a game was begun with.
 * @typedef {{board: string, opponent: Opponent, colour: Settings["colour"], clock: string, handicap: number}} Terms */

/** @type {Settings["colour"][]} */
export const COLOURS = ["black", "white", "lot"];
export const CORNERS = [0, 1, 2, 3, 4];
export const CLOCKS = ["", "300", "1200"];

/** Begins a game at the table. @param {Terms} terms @param {string} [text] the position it begins with, if it is not the usual one */
export function beginWith(terms, text) {
  const { board, opponent, colour, clock } = terms;
  const handicap = boardOf(board).is_round ? 0 : terms.handicap;
  const begun = text ? { text } : { handicap };
  const asked = { board, seats: seatsOf(opponent, colour), ...(clock ? { clock } : {}), ...begun };
  return begin(asked, { terms: text ? null : terms });
}

/** @param {Opponent} opponent @param {Settings["colour"]} colour */
export function seatsOf(opponent, colour) {
  const spec = specOf(opponent);
  const isBlack = colour === "lot" ? Math.random() < 0.5 : colour === "black";
  return isBlack ? { black: "person", white: spec } : { black: spec, white: "person" };
}

/** @param {Settings["colour"]} each */
export const colourText = (each) =>
  html`<i class="dot-disc ${each === "lot" ? "half" : each}"></i>${t(`new.${each}`)}`;

/** @param {string} clock in seconds, with those added for each move behind a + */
export function clockText(clock) {
  if (!clock) return t("new.none");
  const [seconds, increment] = clock.split("+").map(Number);
  const minutes = t("new.minutes", { n: Math.round(seconds / 6) / 10 });
  return increment ? t("new.with_increment", { minutes, s: increment }) : minutes;
}

/** The terms that were chosen while the server still makes another game. */
const wish = signal(/** @type {Terms | null} */ (null));
let begun = Promise.resolve();

/** Begins games one after another, the last by the last wish. @param {Terms} terms */
function wishFor(terms) {
  wish.value = terms;
  begun = begun.then(async () => {
    if (wish.peek() !== terms) return;
    await beginWith(terms);
    if (wish.peek() === terms) wish.value = null;
  });
}

/** @param {{choose: () => void}} props `choose`: opens the dialog with all opponents */
export function GameTerms({ choose }) {
  const { table } = settings.value;
  if (!table?.terms || table.game !== theGame().id || !isUntouched(theGame())) return null;
  const terms = wish.value ?? table.terms;
  const { board, opponent, colour, clock, handicap } = terms;
  const change = (/** @type {Partial<Terms>} */ changes) => wishFor({ ...terms, ...changes });
  const clocks = CLOCKS.includes(clock) ? CLOCKS : [...CLOCKS, clock];
  return html`<section class="part game-terms"><h2>${t("terms_of_game")}</h2>
    <div><span>${t("new.opponent")}</span><p><b>${upper(opponentName(opponent))}</b><br />${opponentAbout(opponent)}</p>
      <button class="button" onClick=${choose}>${t("terms_of_game.change")}</button></div>
    ${
      opponent.kind !== "person" &&
      html`<div><span>${t("new.colour")}</span><${Choice} name="colour" label=${t("new.colour")} all=${COLOURS}
        chosen=${colour} choose=${(/** @type {Settings["colour"]} */ colour) => change({ colour })} show=${colourText} /></div>`
    }
    <label><span>${t("new.clock")}</span><select onChange=${onText((clock) => change({ clock }))}>${clocks.map(
      (each) => html`<option value=${each} selected=${each === clock}>${clockText(each)}</option>`,
    )}</select></label>
    ${
      !boardOf(board).is_round &&
      html`<label><span>${t("new.handicap")}</span><select onChange=${onNumber((handicap) => change({ handicap }))}>${CORNERS.map(
        (n) => html`<option value=${n} selected=${n === handicap}>${cornersText(n)}</option>`,
      )}</select></label>`
    }</section>`;
}

/** @param {number} n */
export const cornersText = (n) => (n ? t("new.corners", { n }) : t("new.none"));

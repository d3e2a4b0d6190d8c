// The choice of an opponent: the rival, a fixed level, any player of the server with its parameters, a person.
import { parameterOf, players } from "../boards_and_players.js";
import { must } from "../must.js";
import { RivalChoice } from "../rival/memories.js";
import { fieldOf, onNumber, onText } from "../shell/field.js";
import { html } from "../view.js";
import { hasWords, said, t, upper } from "../words.js";
import { levelAbout, levelName, levelTitle, parameterTitle, playerTitle, valueTitle } from "./player_name.js";
/** @import { DrawnBoard, ParameterChoice, PlayerChoice } from "../types.js" */

/** @typedef {{kind: "level" | "player" | "person", level: number, name: string, values: Record<string, any>}} Opponent */

/** @type {Opponent} */
export const RIVAL = { kind: "player", level: 2, name: "rival", values: {} };
/** @param {number} level @returns {Opponent} */
export const levelOpponent = (level) => ({ kind: "level", level, name: "", values: {} });

/** @param {Opponent} opponent */
export const isTheRival = ({ kind, name }) => kind === "player" && name === RIVAL.name;

/** As the server reads it: only what differs from the default is said. The word `person` alone means somebody
 * at the page, so the player of this name always has its rating. @param {Opponent} opponent */
export function specOf({ kind, level, name, values: chosen }) {
  if (kind === "person") return "person";
  if (kind === "level") return `engine:level=${level}`;
  const values = name === "person" ? { rating: parameterOf(name, "rating")?.default, ...chosen } : chosen;
  const words = Object.entries(values).map(([parameter, value]) => `${parameter}=${value}`);
  return words.length ? `${name}:${words.join(",")}` : name;
}

/** @param {Opponent} opponent */
export function opponentName({ kind, level, name }) {
  return kind === "person" ? t("opponent.person") : kind === "level" ? levelTitle(level) : playerTitle(name);
}

/** What there is to know of an opponent besides its name. @param {Opponent} opponent */
export function opponentAbout({ kind, level, name }) {
  if (kind === "person") return t("opponent.person_about");
  if (kind === "level") return levelAbout(level);
  if (name === RIVAL.name) return t("opponent.rival_about");
  return upper(said(players.value?.players.find((each) => each.name === name)?.about));
}

/** Whether the opponent plays on a board. @param {Opponent} opponent @param {DrawnBoard} board */
export function canPlay({ kind, name }, board) {
  return (
    kind !== "player" ||
    Boolean(players.value?.players.find((each) => each.name === name)?.boards.includes(board.name))
  );
}

/** @param {{board: DrawnBoard, opponent: Opponent, set: (opponent: Opponent) => void, title?: string,
 *   group?: string, hasPerson?: boolean}} props `group`: unlike that of any other on the page */
export function Opponents({
  board,
  opponent,
  set,
  title = t("new.opponent"),
  group: name = "opponent",
  hasPerson = true,
}) {
  const groups = players.value?.groups.filter((each) => each !== RIVAL.name) ?? [];
  const choose = (/** @type {Partial<Opponent>} */ changes) => set({ ...opponent, values: {}, ...changes });
  const isRival = isTheRival(opponent);
  return html`<fieldset><legend>${title}</legend><ul class="options">
    <${Option} name=${name} title=${t("player.rival")} about=${t("opponent.rival_about")}
      isChosen=${isRival} choose=${() => choose({ kind: "player", name: RIVAL.name })}>
      ${
        isRival &&
        html`<${RivalChoice} group=${name} values=${opponent.values} hasName=${hasPerson}
        set=${(/** @type {string} */ name, /** @type {string} */ value) => set(withValue(opponent, name, value))} />`
      }<//>
    <${Option} name=${name} title=${t("opponent.level")} about=${t("opponent.level_about", { name: opponentName({ ...opponent, kind: "level" }) })}
      isChosen=${opponent.kind === "level"} choose=${() => choose({ kind: "level" })}>
      <${Levels} level=${opponent.level} set=${(/** @type {number} */ level) => choose({ kind: "level", level })} /><//>
    ${groups.map((group) => {
      const all = must(players.value).players.filter((each) => each.group === group);
      const isChosen = opponent.kind === "player" && all.some(({ name }) => name === opponent.name);
      const first = all.find(({ boards }) => boards.includes(board.name)) ?? all[0];
      return html`<${Option} name=${name} title=${t(`opponent.${group}`)} about=${aboutGroup(group, all)}
        isChosen=${isChosen} choose=${() => choose({ kind: "player", name: first.name })}>
        ${isChosen && html`<${PlayerFields} all=${all} opponent=${opponent} board=${board} set=${set} />`}<//>`;
    })}
    ${
      hasPerson &&
      html`<${Option} name=${name} title=${t("opponent.person")} about=${t("opponent.person_about")}
      isChosen=${opponent.kind === "person"} choose=${() => choose({ kind: "person" })} />`
    }
  </ul></fieldset>`;
}

/** In words of ours, by its players' names, or by what the only one is. @param {string} group @param {PlayerChoice[]} all */
function aboutGroup(group, all) {
  if (hasWords(`opponent.${group}_about`)) return t(`opponent.${group}_about`);
  return all.length > 1
    ? all.map(({ name }) => playerTitle(name)).join(t("comma"))
    : upper(said(all[0].about));
}

/** @param {{name: string, title: string, about: string, isChosen: boolean, choose: () => void, children?: any}} props */
function Option({ name, title, about, isChosen, choose, children }) {
  return html`<li class="option"><label><input type="radio" name=${name} checked=${isChosen} onChange=${choose} />
    <span><b>${title}</b><small>${about}</small></span></label>${children && html`<div class="more">${children}</div>`}</li>`;
}

/** @param {{level: number, set: (level: number) => void}} props */
function Levels({ level, set }) {
  const last = (players.value?.levels.length ?? 21) - 1;
  const name = opponentName(levelOpponent(level));
  const dots = Array.from(
    { length: last + 1 },
    (_, at) => html`<i class=${at === level ? "is-here" : at < level ? "is-below" : ""}></i>`,
  );
  return html`<span class="levels"><input type="range" min="0" max=${last} value=${level} onInput=${onNumber(set)}
      aria-label=${t("opponent.level")} aria-valuetext=${name} /><span class="dots" aria-hidden="true">${dots}</span></span>
    <p class="level-names" aria-hidden="true">${[0, 10, last].map((each) => html`<span>${each} ${levelName(each)}</span>`)}</p>
    <p class="note">${upper(levelAbout(level))}</p>`;
}

/** @param {{all: PlayerChoice[], opponent: Opponent, board: DrawnBoard, set: (opponent: Opponent) => void}} props */
function PlayerFields({ all, opponent, board, set }) {
  const player = all.find(({ name }) => name === opponent.name) ?? all[0];
  const options = all.map(
    ({ name, boards }) => html`<option value=${name} selected=${name === opponent.name}
    disabled=${!boards.includes(board.name)}>${playerTitle(name)}</option>`,
  );
  return html`
    ${
      all.length > 1 &&
      html`<label class="field"><span>${t("opponent.which")}</span><select onChange=${onText((name) => set({ ...opponent, name, values: {} }))}>${options}</select>
      <small>${upper(said(player.about))}</small></label>`
    }
    ${player.parameters
      .filter(({ is_technical }) => !is_technical)
      .map(
        (parameter) => html`<${ParameterField} key=${`${player.name} ${parameter.name}`}
      parameter=${parameter} value=${opponent.values[parameter.name] ?? parameter.default}
      set=${(/** @type {any} */ value) => set(withValue(opponent, parameter.name, value))} />`,
      )}`;
}

/** Keeps only values that differ from the default. @param {Opponent} opponent @param {string} name @param {any} value @returns {Opponent} */
function withValue(opponent, name, value) {
  const { [name]: _, ...others } = opponent.values;
  const isUsual = value === parameterOf(opponent.name, name)?.default;
  return { ...opponent, values: isUsual ? others : { ...others, [name]: value } };
}

/** @param {{parameter: ParameterChoice, value: any, set: (value: any) => void}} props */
function ParameterField({ parameter, value, set }) {
  const { name, kind, least, most, choices, about } = parameter;
  const number = (/** @type {Event} */ event) => {
    const field = fieldOf(event);
    const given = field.valueAsNumber;
    const kept = Number.isNaN(given)
      ? parameter.default
      : Math.min(most ?? Infinity, Math.max(least ?? -Infinity, given));
    field.value = String(kept);
    set(kept);
  };
  const field =
    kind === "truth"
      ? html`<input type="checkbox" checked=${value} onChange=${(/** @type {Event} */ e) => set(fieldOf(e).checked)} />`
      : kind === "choice"
        ? html`<select onChange=${onText(set)}>${choices.map((each) => html`<option value=${each} selected=${each === value}>${valueTitle(each)}</option>`)}</select>`
        : html`<input type="number" min=${least ?? undefined} max=${most ?? undefined} step=${kind === "whole" ? 1 : "any"} value=${value} onChange=${number} />`;
  return html`<label class="field"><span>${parameterTitle(name)}</span>${field}<small>${upper(said(about))}</small></label>`;
}

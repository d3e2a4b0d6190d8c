// Watch: chooses players, board and number of games; lists earlier matches; shows the chosen match.
import { get } from "../api.js";
import { boardName } from "../board/board_name.js";
import { boardOf, boards, players, usualBoard } from "../boards_and_players.js";
import { BOARDS, BoardPick } from "../play/new_game.js";
import { canPlay, Opponents, opponentName, specOf } from "../play/opponents.js";
import { go, route } from "../route.js";
import { change, settings } from "../settings.js";
import { Question } from "../shell/dialog.js";
import { Choice, fieldOf } from "../shell/field.js";
import { Icon } from "../shell/icon.js";
import { attempt } from "../shell/notice.js";
import { html, useEffect, useState } from "../view.js";
import { t } from "../words.js";
import { begin, discard, namesOf } from "./match.js";
import { Presets } from "./presets.js";
import { StoreScreen, Stores } from "./stores.js";
import { MatchTable } from "./table.js";

/** @import { Opponent } from "../play/opponents.js" */
/** @import { MatchForm } from "../settings.js" */
/** @import { DrawnBoard, MatchList, MatchSummary } from "../types.js" */

const COUNTS = [1, 10, 20, 40];
const MOST = 100;

export function Setup() {
  const [form, setForm] = useState(settings.peek().match);
  const set = (/** @type {Partial<MatchForm>} */ changes) => setForm({ ...form, ...changes });
  const board = usualBoard(form.board);
  const isPossible = canPlay(form.first, board) && canPlay(form.second, board);
  const start = async (/** @type {Event} */ event) => {
    event.preventDefault();
    change({ match: form });
    const made = await begin({
      board: board.name,
      first: specOf(form.first),
      second: specOf(form.second),
      games: form.games,
    });
    if (made) go(`watch=${made.id}`);
  };
  const [list, load] = useMatches();
  const isGoing = (/** @type {MatchSummary} */ { state }) => state === "going";
  return html`<div class="page">
    <div class="page-head"><h1>${t("watch.title")}</h1><p class="soft">${t("watch.lead")}</p></div>
    <${Matches} title=${t("watch.under_way")} matches=${list.matches.filter(isGoing)} load=${load} />
    <${Presets} />
    <h2 class="form-head">${t("watch.own")}</h2>
    <form class="match-form" onSubmit=${start}>
      <div class="match-terms"><${BoardField} board=${board} set=${(/** @type {string} */ name) => set({ board: name })} />
        <${Count} games=${form.games} set=${(/** @type {number} */ games) => set({ games })} /></div>
      <${Opponents} title=${t("watch.first")} group="first" hasPerson=${false} board=${board} opponent=${form.first}
        set=${(/** @type {Opponent} */ first) => set({ first })} />
      <${Opponents} title=${t("watch.second")} group="second" hasPerson=${false} board=${board} opponent=${form.second}
        set=${(/** @type {Opponent} */ second) => set({ second })} />
      <div class="go"><p class="note" role=${isPossible ? undefined : "alert"}>${isPossible ? summary(form, board) : t("watch.impossible", { board: boardName(board) })}</p>
        <button class="button key" disabled=${!isPossible || !players.value}><${Icon} name="eye" />${t("watch.start")}</button></div>
    </form>
    <${Matches} title=${t("watch.earlier")} matches=${list.matches.filter((each) => !isGoing(each))} load=${load}
      last=${list.more ? list.matches.at(-1) : null} />
    <${Stores} />
  </div>`;
}

/** @param {MatchForm} form @param {DrawnBoard} board */
function summary({ first, second, games }, board) {
  const names = { first: opponentName(first), second: opponentName(second), board: boardName(board) };
  return t("watch.summary", { ...names, n: games });
}

/** @param {{board: DrawnBoard, set: (name: string) => void}} props */
function BoardField({ board, set }) {
  const plain = board.name.replace("+loop", "");
  const choose = (/** @type {string} */ name) =>
    set(board.is_loop && boards.value.has(`${name}+loop`) ? `${name}+loop` : name);
  return html`<fieldset><legend>${t("new.board")}</legend>
    <div class="boards">${BOARDS.map((each) => html`<${BoardPick} name=${each} isLoop=${board.is_loop} isChosen=${each === plain} isFocused=${false} choose=${choose} />`)}</div>
    <label class="check"><input type="checkbox" disabled=${!board.is_round} checked=${board.is_loop}
      onChange=${() => set(board.is_loop ? plain : `${plain}+loop`)} /><span class="soft">${t("new.loop")}</span></label></fieldset>`;
}

/** @param {{games: number, set: (games: number) => void}} props */
function Count({ games, set }) {
  const [isOther, setOther] = useState(!COUNTS.includes(games));
  const choose = (/** @type {number | null} */ n) => {
    setOther(n === null);
    if (n !== null) set(n);
  };
  const type = (/** @type {Event} */ event) => {
    const field = fieldOf(event);
    const wanted = Math.min(MOST, Math.max(1, Math.round(field.valueAsNumber || 1)));
    field.value = String(wanted);
    set(wanted);
  };
  return html`<fieldset><legend>${t("watch.count")}</legend>
    <${Choice} name="count" all=${[...COUNTS, null]} chosen=${isOther ? null : games} choose=${choose} show=${(/** @type {number | null} */ n) => n ?? t("new.other")} />
    ${isOther && html`<label class="field"><span>${t("watch.count_other", { n: MOST })}</span><input type="number" min="1" max=${MOST} value=${games} onChange=${type} /></label>`}
    <p class="note">${t(games === 1 && !isOther ? "watch.count_one" : "watch.count_many")}</p></fieldset>`;
}

/** Loads the visitor's matches, all anew or those before another.
 * @returns {[MatchList, (before?: number) => Promise<void>]} */
function useMatches() {
  const [list, setList] = useState(/** @type {MatchList} */ ({ matches: [], more: false }));
  const load = async (/** @type {number} */ before = 0) => {
    const got = await attempt(() => (before ? get(`/matches?before=${before}`) : get("/matches")));
    if (!got) return;
    setList((now) => ({ ...got, matches: before ? [...now.matches, ...got.matches] : got.matches }));
  };
  useEffect(() => void load(), []);
  return [list, load];
}

/** @param {{title: string, matches: MatchSummary[], load: (before?: number) => Promise<void>, last?: MatchSummary | null}} props */
function Matches({ title, matches, load, last = null }) {
  const [doomed, setDoomed] = useState(/** @type {MatchSummary | null} */ (null));
  if (!matches.length) return null;
  return html`<section class="earlier"><h2>${title}</h2>
    <ul class="match-games">${matches.map((each) => html`<${Row} key=${each.id} of=${each} onDelete=${() => setDoomed(each)} />`)}</ul>
    ${last && html`<button class="button" onClick=${() => load(last.started)}>${t("watch.more")}</button>`}
    ${doomed && html`<${Question} title=${t("watch.delete")} text=${t("watch.delete_sure", namesOf(doomed))} onYes=${() => discard(doomed.id).then(() => load())} onClose=${() => setDoomed(null)} />`}
  </section>`;
}

/** @param {{of: MatchSummary, onDelete: () => void}} props */
function Row({ of, onDelete }) {
  const names = namesOf(of);
  const state =
    of.state === "going"
      ? of.pace === null
        ? "watch.is_paused"
        : "watch.is_going"
      : of.state === "cancelled"
        ? "watch.is_cancelled"
        : "";
  const score = of.played
    ? `${of.wins}–${of.losses}${of.draws ? t("watch.plus_draws", { n: of.draws }) : ""}`
    : "";
  return html`<li class="with-button"><a href="#watch=${of.id}">
    <span><b>${names.first}</b> – <b>${names.second}</b>
      <small>${boardName(boardOf(of.board))}${t("comma")}${t("watch.of", { played: of.played, n: of.total })}${state && `${t("comma")}${t(state)}`}</small></span>
    <span class="score-small">${score}</span></a>
    <button class="icon-button" aria-label=${t("watch.delete_label", names)} title=${t("watch.delete")} onClick=${onDelete}><${Icon} name="close" /></button></li>`;
}

export function WatchScreen() {
  const { name, value } = route.value;
  if (name === "store") return html`<${StoreScreen} />`;
  return value ? html`<${MatchTable} key=${value} id=${value} />` : html`<${Setup} />`;
}

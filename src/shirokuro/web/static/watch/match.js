// The watched match: its state on the server, its games in progress, the game on the table, and requests.
import { announce, news, whisper } from "../announcer.js";
import { file, get, post, remove } from "../api.js";
import { game, place, tempo, thinking } from "../game.js";
import { listen } from "../live.js";
import { must } from "../must.js";
import { resultText } from "../play/news.js";
import { seatText } from "../play/player_name.js";
import { clear } from "../play/session.js";
import { go, replace } from "../route.js";
import { settings } from "../settings.js";
import { attempt } from "../shell/notice.js";
import { batch, effect, signal } from "../view.js";
import { t } from "../words.js";
import { secondsOf } from "./speed.js";
/** @import { Message } from "../live.js" */
/** @import { GameView, MatchedGame, MatchView, NewMatch, Seat } from "../types.js" */

export const match = signal(/** @type {MatchView | null} */ (null));
/** The games in progress by id, as last received. */
export const lives = signal(/** @type {ReadonlyMap<string, GameView>} */ (new Map()));
/** The number of the chosen game; null for the first in progress, or the last one. */
export const chosen = signal(/** @type {number | null} */ (null));

/** Milliseconds between two announcements of a fast match. */
const PATIENCE = 5000;
let spoken = 0;
let frame = 0;

/** Follows a match until the returned function is called. @param {string} id */
export function watch(id) {
  clear();
  batch(() => {
    match.value = null;
    lives.value = new Map();
  });
  latest.clear();
  const stop = listen({ type: "match", match: id }, onMessage);
  return () => {
    stop();
    cancelAnimationFrame(frame);
    frame = 0;
    clear();
    batch(() => {
      match.value = null;
      lives.value = new Map();
      news.value = null;
      tempo.value = "calm";
    });
  };
}

/** @type {Map<string, GameView>} */
const latest = new Map();

/** @param {Message} message */
function onMessage(message) {
  if (message.type === "match") onMatch(message.match);
  else if (message.type === "game") {
    latest.set(message.game.id ?? "", message.game);
    // Quick players move more often than a screen can show.
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      lives.value = new Map(latest);
    });
  } else if (message.type === "thinking" && game.peek()?.id === match.peek()?.current) {
    thinking.value = message;
  } else if (message.type === "error") go("watch");
}

/** @param {MatchView} now */
function onMatch(now) {
  const before = match.peek();
  for (const id of latest.keys()) if (!now.boards.includes(id) && game.peek()?.id !== id) latest.delete(id);
  match.value = now;
  if (!before || (now.total === 1 && tempo.peek() === "calm")) return; // the last move says how one game ended
  if (before.state === "going" && now.state !== "going") announce(() => closing(now), null, true);
  else if (now.played > before.played && tempo.peek() !== "calm" && performance.now() - spoken > PATIENCE) {
    spoken = performance.now();
    whisper(standing(now));
  }
}

/** How it ended. @param {MatchView} now */
function closing(now) {
  const only = now.total === 1 ? [...lives.peek().values()][0] : null;
  return only?.result ? resultText(only) : `${t("watch.over")} ${standing(now)}`;
}

/** Where a match stands, in a sentence. @param {MatchView} of */
export function standing(of) {
  const { wins, draws, losses } = of;
  return t("watch.standing", { ...namesOf(of), wins, draws, losses });
}

/** What its players are called; parameters tell apart two of one name. @param {{first: Seat, second: Seat}} of */
export function namesOf({ first, second }) {
  const isSame = seatText(first).title === seatText(second).title;
  const name = (/** @type {Seat} */ seat) => {
    const { title, about } = seatText(seat);
    return isSame && about && Object.keys(seat.parameters).length ? `${title} ${about}` : title;
  };
  return { first: name(first), second: name(second) };
}

/** The game that belongs on the table. @returns {MatchedGame | null} */
export function wanted() {
  const { games, current } = match.value ?? { games: [], current: null };
  const find = (/** @type {(game: MatchedGame) => boolean} */ is) => games.find(is);
  return (
    find(({ number }) => number === chosen.value) ?? find(({ id }) => id === current) ?? games.at(-1) ?? null
  );
}

// Puts the current game on the table, or loads another one.
effect(() => {
  const entry = wanted();
  if (!entry) return;
  const { id, games, boards } = must(match.value);
  const looked = games.find((each) => each.id === game.peek()?.id);
  if (chosen.value === null && place.peek() !== null && looked && looked !== entry) {
    replace(`watch=${id}&game=${looked.number}`); // whoever looks back is not torn away
    return;
  }
  const live = lives.value.get(entry.id);
  if (live) put(live);
  else if (game.peek()?.id !== entry.id && !boards.includes(entry.id))
    attempt(() => get(`/games/${entry.id}`)).then((got) => got && wanted()?.id === entry.id && put(got));
});

/** @param {GameView} got */
export function put(got) {
  const now = game.peek()?.id;
  batch(() => {
    if (now !== got.id) place.value = null;
    game.value = got;
    if (got.id === match.peek()?.current) thinking.value = got.thinking;
    else if (now !== got.id) thinking.value = null;
  });
}

/** Whether the table shows a game in progress. */
export const isLive = () =>
  match.value?.state === "going" && match.value.boards.includes(game.value?.id ?? "");

/** @param {Omit<NewMatch, "pace">} asked */
export const begin = (asked) =>
  attempt(() => post("/matches", { ...asked, pace: secondsOf(settings.peek().speed) }));

/** The address of the match on the page. */
const address = () => /** @type {const} */ (`/matches/${must(match.peek()).id}`);

/** Seconds a move; null pauses. @param {number | null} pace */
export const changePace = (pace) => change(() => post(`${address()}/pace`, { pace }));
/** Plays one move, then pauses. */
export const step = () => change(() => post(`${address()}/step`));
/** Ends the match. */
export const end = () => change(() => post(`${address()}/cancel`));

/** @param {() => Promise<MatchView>} ask */
async function change(ask) {
  const got = await attempt(ask);
  if (got && match.peek()?.id === got.id) onMatch(got);
}

/** @param {string} id */
export const discard = (id) => attempt(() => remove(`/matches/${id}`));

/** All games of the match as a file. @param {"ggf" | "json"} format @returns {Promise<Blob | null>} */
export const exported = (format) => attempt(() => file("GET", `${address()}/export?format=${format}`));

// The match that is watched: what the server tells of it, which of its games is on the table, and what one asks for.
import { announce, news, whisper } from "../announcer.js";
import { file, get, post, remove } from "../api.js";
import { game, place, tempo, thinking } from "../game.js";
import { listen } from "../live.js";
import { resultText } from "../play/news.js";
import { readSpec } from "../play/player_name.js";
import { attempt, clear } from "../play/session.js";
import { go, replace } from "../route.js";
import { settings } from "../settings.js";
import { batch, effect, signal } from "../view.js";
import { t } from "../words.js";
import { secondsOf } from "./speed.js";

/** @typedef {import("../types.js").Game} Game */
/** @typedef {{number: number, id: string, first: import("../types.js").Side, margin: number | null, black: number,
 *   white: number, moves: number}} MatchGame */
/** @typedef {{id: string, board: string, first: import("../types.js").Seat, second: import("../types.js").Seat,
 *   state: "going" | "done" | "cancelled", pace: number | null, total: number, played: number, wins: number,
 *   draws: number, losses: number, elo: number | null, elo_error: number | null,
 *   elo_interval: [number | null, number | null], mean_margin: number, opening_moves: number, games: MatchGame[],
 *   current: string | null, trouble: string, started: number, updated: number}} Match */

export const match = signal(/** @type {Match | null} */ (null));
/** The game under way, as last heard. */
export const live = signal(/** @type {Game | null} */ (null));
/** The number of the game that is looked at; null: the one under way, or the last. */
export const chosen = signal(/** @type {number | null} */ (null));

/** Seconds between two words on a match that is played quickly. */
const PATIENCE = 5000;
let spoken = 0;
let frame = 0;

/** Follows a match until the returned function is called. @param {string} id */
export function watch(id) {
  clear();
  batch(() => {
    match.value = null;
    live.value = null;
  });
  const stop = listen({ type: "match", match: id }, hear);
  return () => {
    stop();
    cancelAnimationFrame(frame);
    frame = 0;
    clear();
    batch(() => {
      match.value = null;
      live.value = null;
      news.value = null;
      tempo.value = "calm";
    });
  };
}

/** @type {Game | null} */
let latest = null;

/** @param {import("../live.js").Message} message */
function hear(message) {
  if (message.type === "match") hearMatch(message.match);
  else if (message.type === "game") {
    latest = message.game;
    frame ||= requestAnimationFrame(draw); // quick players move more often than a screen can show
  } else if (message.type === "thinking" && game.peek()?.id === live.peek()?.id) {
    thinking.value = /** @type {any} */ (message);
  } else if (message.type === "error") go("watch");
}

function draw() {
  frame = 0;
  live.value = latest;
}

/** @param {Match} now */
function hearMatch(now) {
  const before = match.peek();
  match.value = now;
  if (!before || (now.total === 1 && tempo.peek() === "calm")) return; // the last move says how one game ended
  if (before.state === "going" && now.state !== "going") announce(() => closing(now), null, true);
  else if (now.played > before.played && tempo.peek() !== "calm" && performance.now() - spoken > PATIENCE) {
    spoken = performance.now();
    whisper(standing(now));
  }
}

/** How it ended. @param {Match} now */
function closing(now) {
  const only = now.total === 1 ? live.peek() : null;
  return only?.result ? resultText(only) : `${t("watch.over")} ${standing(now)}`;
}

/** Where a match stands, in a sentence. @param {Match} of */
export function standing(of) {
  const { wins, draws, losses } = of;
  return t("watch.standing", { ...namesOf(of), wins, draws, losses });
}

/** What its players are called. @param {{first: {spec: string}, second: {spec: string}}} of */
export function namesOf({ first, second }) {
  const [one, other] = [readSpec(first.spec), readSpec(second.spec)];
  const isSame = one.title === other.title; // their parameters tell them apart
  const name = (
    /** @type {{title: string, about: string}} */ { title, about },
    /** @type {string} */ spec,
  ) => (isSame && spec.includes(":") && about ? `${title} ${about}` : title);
  return { first: name(one, first.spec), second: name(other, second.spec) };
}

/** The game that belongs on the table. @returns {MatchGame | null} */
export function wanted() {
  const games = match.value?.games ?? [];
  return games.find(({ number }) => number === chosen.value) ?? games.at(-1) ?? null;
}

// Puts the game under way on the table, or fetches another one.
effect(() => {
  const entry = wanted();
  if (!entry) return;
  const looked = match.value.games.find(({ id }) => id === game.peek()?.id);
  if (chosen.value === null && place.peek() !== null && looked && looked !== entry) {
    replace(`watch=${match.value.id}&game=${looked.number}`); // whoever looks back is not torn away
    return;
  }
  if (live.value?.id === entry.id) put(live.value);
  else if (game.peek()?.id !== entry.id && entry.id !== match.value?.current) fetchGame(entry.id);
});

/** @param {string} id */
async function fetchGame(id) {
  const got = await attempt(() => get(`/games/${id}`));
  if (got && wanted()?.id === id) put(got);
}

/** @param {Game} got */
export function put(got) {
  batch(() => {
    if (game.peek()?.id !== got.id) place.value = null;
    game.value = got;
    thinking.value = got.thinking;
  });
}

/** Whether the table shows the game under way. */
export const isLive = () =>
  match.value?.state === "going" && game.value !== null && game.value.id === match.value.current;

/** @typedef {{board: string, first: string, second: string, games: number}} Asked */

/** @param {Asked} asked @returns {Promise<Match | null>} */
export function begin(asked) {
  return attempt(() => post("/matches", { ...asked, pace: secondsOf(settings.peek().speed) }));
}

/** Seconds a move; null pauses. @param {number | null} pace */
export const changePace = (pace) => change("pace", { pace });
/** One move, then a pause. */
export const step = () => change("step");
/** Ends the match. */
export const end = () => change("cancel");

/** @param {string} what @param {any} [body] */
async function change(what, body) {
  const got = await attempt(() => post(`/matches/${match.peek()?.id}/${what}`, body));
  if (got && match.peek()?.id === got.id) hearMatch(got);
}

/** @param {string} id */
export const discard = (id) => attempt(() => remove(`/matches/${id}`));

/** All games of the match as a file. @param {"ggf" | "json"} format @returns {Promise<Blob | null>} */
export const exported = (format) =>
  attempt(() => file("GET", `/matches/${match.peek()?.id}/export?format=${format}`));

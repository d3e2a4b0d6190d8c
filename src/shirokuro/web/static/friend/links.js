// The links to games with a friend, and the name that the friend sees: kept in this browser only.
import { ApiError } from "../api.js";
import { troubleText } from "../shell/notice.js";
import { keep, recall } from "../storage.js";
import { signal } from "../view.js";
import { t } from "../words.js";

export const isInviteOpen = signal(false);

const PLACE = "shirokuro.friends";
/** Games whose links are kept. */
const MOST = 20;

/** `seat` and `watch` are the secrets of the links to the free seat and for spectators.
 * @typedef {{seat?: string, watch?: string}} Secrets */
/** @type {{name: string, links: [string, Secrets][]}} */
const kept = read();

function read() {
  try {
    const { name, links } = JSON.parse(recall(PLACE) ?? "{}");
    return { name: String(name ?? ""), links: Array.isArray(links) ? links : [] };
  } catch {
    return { name: "", links: [] };
  }
}

const save = () => keep(PLACE, JSON.stringify(kept));

export const friendName = () => kept.name;

/** As the server takes it: single spaces, 40 letters. @param {string} text */
export function setFriendName(text) {
  kept.name = text.trim().replace(/\s+/g, " ").slice(0, 40).trim();
  save();
  return kept.name;
}

/** @param {string} game @returns {Secrets} */
export const secretsOf = (game) => kept.links.find(([id]) => id === game)?.[1] ?? {};

/** @param {string} game @param {Secrets} secrets */
export function keepSecrets(game, secrets) {
  /** @type {[string, Secrets]} */
  const all = [game, { ...secretsOf(game), ...secrets }];
  kept.links = [all, ...kept.links.filter(([id]) => id !== game)].slice(0, MOST);
  save();
}

/** @param {"join" | "see"} what @param {string} secret */
export function linkTo(what, secret) {
  const here = new URL(location.href);
  here.hash = `${what}=${secret}`;
  return here.href;
}

/** Why a link leads nowhere, in words of the page. @type {Record<string, string>} */
const PROBLEMS = {
  no_invitation: "friend.unknown",
  no_watching: "friend.unknown",
  seat_taken: "friend.taken",
};

/** @param {unknown} error */
export function linkProblem(error) {
  if (!(error instanceof ApiError)) return troubleText(error);
  if (error.status === 422) return t("friend.broken");
  return error.code in PROBLEMS ? t(PROBLEMS[error.code]) : troubleText(error);
}

/** Whether only this machine reaches the page by its address. */
export const isOnlyHere = () => /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

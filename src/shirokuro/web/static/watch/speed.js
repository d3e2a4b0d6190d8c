// The speeds of watched games: the steps of the slider, and their names.
import { t } from "../words.js";

/** Seconds per move; 0 is as fast as the players can. */
const STEPS = [10, 5, 2, 1, 0.5, 0.2, 0];
export const FASTEST = STEPS.length - 1;
/** The fastest replay, in seconds per move. */
const QUICKEST = 0.08;

/** @param {number} speed */
export const secondsOf = (speed) => STEPS[speed] ?? 1;
/** The step that comes nearest. @param {number} seconds */
export const speedOf = (seconds) =>
  STEPS.reduce(
    (best, each, at) => (Math.abs(each - seconds) < Math.abs(STEPS[best] - seconds) ? at : best),
    0,
  );
/** For a game that was played before. @param {number} speed */
export const replaySeconds = (speed) => Math.max(secondsOf(speed), QUICKEST);

/** @param {number} speed */
export function speedName(speed) {
  const seconds = secondsOf(speed);
  if (seconds === 0) return t("speed.most");
  return seconds < 1 ? t("speed.many", { n: 1 / seconds }) : t("speed.slow", { n: seconds });
}

/** What can be followed: every move seen and heard, seen only, or neither. @param {number} seconds
 * @returns {"calm" | "brisk" | "quick"} */
export const tempoOf = (seconds) => (seconds >= 1 ? "calm" : seconds >= 0.5 ? "brisk" : "quick");

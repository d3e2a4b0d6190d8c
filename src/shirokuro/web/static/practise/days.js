// The days of practice: which day it is here, how long somebody has kept at it, and a day's set.

/** The positions of a day's set. */
export const A_DAY = 5;
const DAY = 86_400_000;

/** A day as text, as people count it where they are. @param {Date} [date] */
export function dayOf(date = new Date()) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** How many days of practice follow each other. One day left out is forgiven, two in a row are not; today is
 * not over yet. @param {string[]} days @param {string} today */
export function streakOf(days, today) {
  const number = (/** @type {string} */ day) => Math.round(Date.parse(`${day}T00:00Z`) / DAY);
  const numbers = [...new Set(days.map(number))]
    .filter((each) => each <= number(today))
    .sort((a, b) => b - a);
  let at = number(today) + 1;
  let count = 0;
  for (const each of numbers) {
    const missed = at - each - 1;
    if (missed > (count ? 1 : 2)) break;
    count++;
    at = each;
  }
  return count;
}

/** A set: one's own mistakes that are due come first, then puzzles. So many are left of the day's set; when it is
 * done, another set begins. @template M, P @param {M[]} mistakes @param {P[]} puzzles @param {number} done today
 * @returns {(M | P)[]} */
export function setOf(mistakes, puzzles, done) {
  return [...mistakes, ...puzzles].slice(0, A_DAY - (done % A_DAY));
}

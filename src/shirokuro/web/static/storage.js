// Local storage; if the browser allows none, values are kept in memory.

/** @type {Map<string, string>} */
const here = new Map();

/** @param {string} key @returns {string | null} */
export function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return here.get(key) ?? null;
  }
}

/** @param {string} key @param {string | null} text null: to be forgotten */
export function keep(key, text) {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    if (text === null) here.delete(key);
    else here.set(key, text);
  }
}

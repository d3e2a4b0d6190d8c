// Where the reader is: the address after #, as `#name=value&key=value`.
import { signal } from "./view.js";

/** @typedef {{name: string, value: string, with: Record<string, string>}} Route */

/** @returns {Route} */
function read() {
  const [first, ...rest] = location.hash.slice(1).split("&");
  const [name, ...value] = first.split("=");
  const pairs = rest.map((part) => part.split("=").map(decodeURIComponent));
  return {
    name: name || "play",
    value: decodeURIComponent(value.join("=")),
    with: Object.fromEntries(pairs),
  };
}

export const route = signal(read());
addEventListener("hashchange", () => (route.value = read()));

/** @param {string} address after the # */
export function go(address) {
  location.hash = address;
}

/** The same, but "back" does not lead here again. @param {string} address after the # */
export function replace(address) {
  history.replaceState(null, "", `#${address}`);
  route.value = read();
}

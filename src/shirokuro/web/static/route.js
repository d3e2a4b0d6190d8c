// The route: the address after #, as `#name=value&key=value`.
import { signal } from "./view.js";

/** @typedef {{name: string, value: string, with: {[key: string]: string | undefined}}} Route */

/** @param {string} text after the # @returns {Route} */
export function readRoute(text) {
  const [[name, value], ...others] = text.split("&").map((pair) => {
    const [key, ...rest] = pair.split("=");
    return [decoded(key), decoded(rest.join("="))];
  });
  return { name: name || "play", value, with: Object.fromEntries(others) };
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // somebody wrote a % by hand
  }
}

/** The address of a route, after the #; what is empty is left out. @param {Route} to */
export function routeText({ name, value, with: others }) {
  const pairs = Object.entries({ [name]: value, ...others }).filter(([key, each]) => each || key === name);
  return pairs.map(([key, each]) => (each ? `${key}=${encodeURIComponent(each)}` : key)).join("&");
}

const here = () => readRoute(location.hash.slice(1));
export const route = signal(here());
addEventListener("hashchange", () => {
  route.value = here();
});

/** @param {string} address after the # */
export function go(address) {
  location.hash = address;
}

/** The same, but "back" does not lead here again. @param {string} address after the # */
export function replace(address) {
  history.replaceState(null, "", `#${address}`);
  route.value = here();
}

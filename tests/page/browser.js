// What the page's modules expect of a browser when they are loaded, without a screen: imported first by each test.

/** @type {Map<string, string>} */
export const stored = new Map();
/** @type {Map<string, ((event: any) => void)[]>} */
const listeners = new Map();

const globals = {
  localStorage: {
    getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => void stored.set(key, text),
    removeItem: (/** @type {string} */ key) => void stored.delete(key),
  },
  navigator: { language: "en-GB" },
  location: { hash: "", href: "http://localhost/" },
  document: { documentElement: { dataset: {} }, baseURI: "http://localhost/", querySelectorAll: () => [] },
  matchMedia: () => ({ matches: false }),
  addEventListener: (/** @type {string} */ type, /** @type {(event: any) => void} */ hear) => {
    listeners.set(type, [...(listeners.get(type) ?? []), hear]);
  },
};
for (const [name, value] of Object.entries(globals)) {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}

/** Lets everybody who listens hear of an event. @param {string} type @param {object} [event] */
export function happen(type, event = {}) {
  for (const hear of listeners.get(type) ?? []) hear(event);
}

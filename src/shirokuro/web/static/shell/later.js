// Modules that the first move does not need: loaded once the page is idle, or when they are shown.
import { html, signal } from "../view.js";

/** @type {(() => void)[]} */
const waiting = [];

/**
 * A module that comes later, and what it exports: `view` a component, `call` a function, which answers {} until then.
 * @param {() => Promise<Record<string, any>>} load
 */
export function later(load) {
  const module = signal(/** @type {Record<string, any> | null} */ (null));
  let isComing = false;
  const fetch = async () => {
    if (isComing) return;
    isComing = true;
    try {
      module.value = await load();
    } catch {
      isComing = false; // asked for again when it is shown the next time
    }
  };
  const found = (/** @type {string} */ name) => {
    if (!module.value) fetch();
    return module.value?.[name];
  };
  waiting.push(fetch);
  return {
    /** @param {string} name */
    view: (name) => (/** @type {object} */ props) => {
      const View = found(name);
      return View ? html`<${View} ...${props} />` : null;
    },
    /** @param {string} name */
    call: (name) => () => found(name)?.() ?? {},
  };
}

/** Loads all modules that are still missing. */
export function fetchLater() {
  for (const fetch of waiting) fetch();
}

// Icons for buttons, always beside words or with a label; and a button with an icon.
import { html } from "../view.js";
import { t } from "../words.js";

const DRAWINGS = {
  undo: ["M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3"],
  redo: ["m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3"],
  hint: [
    "M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.7 10.7c.8.7 1.2 1.4 1.2 2.3h5c0-.9.4-1.6 1.2-2.3A6 6 0 0 0 12 3z",
  ],
  flag: ["M5 21V4h13l-3 4.5 3 4.5H5"],
  equal: ["M5 9.5h14M5 14.5h14"],
  plus: ["M12 5v14M5 12h14"],
  left: ["m15 5-7 7 7 7"],
  right: ["m9 5 7 7-7 7"],
  down: ["m5 9 7 7 7-7"],
  first: ["M6 5v14M18 5l-8 7 8 7"],
  end: ["M18 5v14M6 5l8 7-8 7"],
  copy: ["M9 9h11v11H9zM15 9V4H4v11h5"],
  done: ["m5 12.5 4.5 4.5L19 7"],
  save: ["M12 4v11M8 11.5l4 4 4-4M5 19.5h14"],
  link: [
    "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.300l-1.5 1.500M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.700l1.5-1.5",
  ],
  paste: ["M8 5H5.500v15.500h13V5H16M9 3.500h6v3.500H9zM9 12h6M9 16h4"],
  file: ["M6 3.500h8l4.5 4.500v12.500H6zM14 3.500V8h4.5"],
  bin: ["M5 7h14M9.5 7V4.500h5V7M7 7l.8 13h8.400L17 7M10.5 11v5.500M13.5 11v5.5"],
  more: [
    "",
    "M5 10.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zM12 10.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zM19 10.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z",
  ],
  mirror: ["M12 4v16M8.5 8 4 16h4.500zM15.5 8l4.5 8h-4.500z"],
  spin: ["M19 12a7 7 0 1 1-2.5-5.400M17.5 3v4h-4"],
  close: ["m6 6 12 12M18 6 6 18"],
  swap: ["M7 4 3.5 7.5 7 11M3.5 7.5H20M17 13l3.5 3.5L17 20M20.5 16.5H4"],
  share: ["M12 15V3.5M8 7l4-4 4 4M5 12v8h14v-8"],
  find: ["M11 4.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM16 16l4.5 4.5"],
  pause: ["M9 5v14M15 5v14"],
  go: ["M7 4.5v15l12-7.5z"],
  next: ["M6 5l9 7-9 7zM18.5 5v14"],
  previous: ["M18 5l-9 7 9 7zM5.5 5v14"],
  book: ["M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2zM12 6v14"],
  help: ["M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2.9-1.2 2M12 17.5v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z"],
  theme: ["M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z", "M12 4a8 8 0 0 1 0 16z"],
  discs: [
    "M7.5 3.9a3.6 3.6 0 1 0 0 7.2 3.6 3.6 0 0 0 0-7.2zM16.5 12.9a3.6 3.6 0 1 0 0 7.2 3.6 3.6 0 0 0 0-7.2z",
    "M16.5 3.9a3.6 3.6 0 1 0 0 7.2 3.6 3.6 0 0 0 0-7.2zM7.5 12.9a3.6 3.6 0 1 0 0 7.2 3.6 3.6 0 0 0 0-7.2z",
  ],
  eye: [
    "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z",
    "M12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z",
  ],
  tree: [
    "M6.5 6v9a3 3 0 0 0 3 3H15M6.5 9.5A2.5 2.5 0 0 0 9 12h6M17 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
    "M6.5 2.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM17 16a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  ],
  list: [
    "M10 6h11M10 12h11M10 18h11",
    "M5 4.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zM5 16.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z",
    "M5 10.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z",
  ],
};

/** @typedef {keyof typeof DRAWINGS} IconName */

/** @param {{name: IconName}} props */
export function Icon({ name }) {
  const [lines, ...full] = DRAWINGS[name];
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d=${lines} />${full.map((d) => html`<path class="full" d=${d} />`)}
  </svg>`;
}

/** @param {{icon: IconName, word: string, label?: string, can?: boolean, act: () => void, isKey?: boolean,
 *   isBusy?: boolean}} props
 * `label`: what a screen reader says, where the word is short; `isKey`: whether it is what one most likely wants;
 * `isBusy`: whether it was asked and has not answered */
export function Action({ icon, word, label, can = true, act, isKey = false, isBusy = false }) {
  const said = label && t(label);
  return html`<button class="button ${isKey ? "key" : ""}" disabled=${!can} aria-busy=${isBusy} aria-label=${said} title=${said}
    onClick=${act}><${Icon} name=${icon} />${t(word)}</button>`;
}

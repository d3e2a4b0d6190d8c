// The one door to the vendored libraries: components, signals, and markup as tagged templates.
import htm from "./vendor/htm.js";
import { h } from "./vendor/preact.js";

export { useEffect, useLayoutEffect, useMemo, useRef, useState } from "./vendor/hooks.js";
export { render } from "./vendor/preact.js";
export { batch, computed, effect, signal } from "./vendor/signals.js";

export const html = htm.bind(h);

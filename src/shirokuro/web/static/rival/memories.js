// What the rival remembers by the person's names, asked for while it is shown somewhere.
import { get } from "../api.js";
import { settings } from "../settings.js";
import { signal, useEffect } from "../view.js";
import { UNNAMED } from "./name.js";
import { changes } from "./rival_view.js";
/** @import { RivalMemoryView } from "../types.js" */

/** Null until the server has said. */
export const memories = signal(/** @type {RivalMemoryView[] | null} */ (null));

/** Keeps `memories` true while a component is shown. */
export function useMemories() {
  useEffect(
    () =>
      void get("/rivals")
        .then(({ rivals }) => (memories.value = rivals))
        .catch(() => {}),
    [changes.value],
  );
}

/** What it remembers of whoever sits here. */
export const memoryHere = () =>
  memories.value?.find(({ name }) => name === (settings.value.name || UNNAMED)) ?? null;

/** The names that it knows. */
export const knownNames = () =>
  (memories.value ?? []).map(({ name }) => name).filter((name) => name !== UNNAMED);

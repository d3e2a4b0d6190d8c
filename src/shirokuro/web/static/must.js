// What the type checker cannot know to be there, and the page does.

/** The value, which is never missing where this is called. @template T @param {T | null | undefined} value @returns {T} */
export function must(value) {
  if (value === null || value === undefined) throw new Error("a value is missing");
  return value;
}

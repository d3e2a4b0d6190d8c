// Asserts that a value that the type checker thinks may be missing is there.

/** The value, which is never missing where this is called. @template T @param {T | null | undefined} value @returns {T} */
export function must(value) {
  if (value === null || value === undefined) throw new Error("a value is missing");
  return value;
}

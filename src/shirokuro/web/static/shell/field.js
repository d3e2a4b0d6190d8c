// What a field holds when it tells of a change.

/** @param {Event} event */
export const fieldOf = (event) => /** @type {HTMLInputElement} */ (event.target);

/** @param {Event} event */
export const textIn = (event) => fieldOf(event).value;

/** @param {Event} event */
export const numberIn = (event) => Number(textIn(event));

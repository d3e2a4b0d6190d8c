// The boards as the options of a field.
import { boards } from "../catalogue.js";
import { html } from "../view.js";
import { boardName } from "./board_name.js";

/** @import { DrawnBoard } from "../types.js" */

/** @param {{chosen: string, all?: DrawnBoard[]}} props */
export function BoardOptions({ chosen, all = [...boards.value.values()] }) {
  return all.map(
    (each) =>
      html`<option key=${each.name} value=${each.name} selected=${each.name === chosen}>${boardName(each)}</option>`,
  );
}

// Watch: a match on the table, or who shall play; and the games of the laboratory's stores.
import { route } from "../route.js";
import { html } from "../view.js";
import { Setup } from "./setup.js";
import { StoreScreen } from "./stores.js";
import { MatchTable } from "./table.js";

export function WatchScreen() {
  const { name, value } = route.value;
  if (name === "store") return html`<${StoreScreen} />`;
  return value ? html`<${MatchTable} key=${value} id=${value} />` : html`<${Setup} />`;
}

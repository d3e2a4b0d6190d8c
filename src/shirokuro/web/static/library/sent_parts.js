// A file with everything of one's own on its way back to the server, in parts that stay small.
import { post } from "../api.js";

/** Rows of one request. */
const TOGETHER = 40;

/** @param {any} own what such a file holds */
export async function sendParts(own) {
  const { format, version, tables } = own ?? {};
  let [added, known] = [0, 0];
  for (const name of ["game", "drill", "played_match", "match_game", "rival_memory", "rival_game"]) {
    const rows = tables?.[name] ?? [];
    for (let at = 0; at === 0 || at < rows.length; at += TOGETHER) {
      const got = await post("/mine", { format, version, tables: { [name]: rows.slice(at, at + TOGETHER) } });
      added += got.added;
      known += got.known;
    }
  }
  return { added, known };
}

// Saves files and copies to the clipboard.
import { whisper } from "../announcer.js";
import { file } from "../api.js";
import { recordText, theGame } from "../game.js";
import { must } from "../must.js";
import { t } from "../words.js";

/** @import { ExportAsked } from "../types.js" */

const PIXELS = 1440;

/** Lets the browser keep a file. @param {Blob} content @param {string} name */
export function save(content, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  whisper(t("export.saved", { name }));
}

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyByHand(text); // where the page does not come by HTTPS or from this machine
  }
  whisper(t("export.copied"));
}

/** @param {string} text */
function copyByHand(text) {
  const field = document.createElement("textarea");
  field.value = text;
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

/** The game on the table in a format. @param {ExportAsked["format"]} format @param {number} ply */
export function exported(format, ply) {
  const now = theGame();
  if (now.id) return file("GET", `/games/${now.id}/export?format=${format}&ply=${ply}`);
  return file("POST", "/export", { board: now.board, text: recordText(now), format, ply });
}

/** A picture of the board as an image. @param {number} ply */
export async function drawnImage(ply) {
  const address = URL.createObjectURL(await exported("svg", ply));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** The same as PNG, drawn on a canvas. @param {number} ply @returns {Promise<Blob>} */
export async function drawnPicture(ply) {
  const image = await drawnImage(ply);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = PIXELS;
  must(canvas.getContext("2d")).drawImage(image, 0, 0, PIXELS, PIXELS);
  return must(await new Promise((/** @type {BlobCallback} */ done) => canvas.toBlob(done, "image/png")));
}

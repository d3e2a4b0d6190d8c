// A picture to share: the board, its last move, and what became of it.
import { theGame } from "../game.js";
import { must } from "../must.js";
import { resultText } from "../play/news.js";
import { sideName } from "../play/side.js";
import { markText } from "../review/badge.js";
import { review } from "../review/review.js";
import { moveText, t } from "../words.js";
import { drawnImage, save } from "./saving.js";

/** @import { GameView } from "../types.js" */

const WIDTH = 1080;
const HEIGHT = 1350;
const EDGE = 48;
const BOARD = WIDTH - 2 * EDGE;

/** The move that led to a place, with its mark. @param {GameView} of @param {number} ply */
function headline(of, ply) {
  const made = of.moves[ply - 1];
  if (!made) return t("export.share_start");
  const judged = judgedOf(of, ply);
  const text = t("moves.item", { n: ply, side: t(`side.${made.side}`), move: moveText(made.move) });
  return judged?.mark ? `${text} ${judged.mark}` : text;
}

/** What the review says of the move, or how the game ended. @param {GameView} of @param {number} ply */
function verdict(of, ply) {
  if (of.is_over && ply === of.ply) return resultText(of);
  const judged = judgedOf(of, ply);
  if (!judged) return "";
  if (!judged.loss) return t("review.good");
  const best = judged.best === judged.move ? "" : t("export.share_best", { move: moveText(judged.best) });
  const mark = judged.mark ? `${markText(judged.mark)}${t("comma")}` : "";
  return `${mark}${t("review.lost", { n: judged.loss })}${best}`;
}

/** The judgement of a move, if the game on the table is the one that was reviewed. @param {GameView} of @param {number} ply */
function judgedOf(of, ply) {
  const { moves, judged } = review.peek();
  const isThis = moves.length >= ply && moves.slice(0, ply).every((move, at) => move === of.moves[at]?.move);
  return isThis ? judged.get(ply) : undefined;
}

/** @param {number} ply @returns {Promise<Blob>} */
export async function sharedPicture(ply) {
  const of = theGame();
  const style = getComputedStyle(document.documentElement);
  const [serif, sans] = ["--serif", "--sans"].map((name) => style.getPropertyValue(name));
  const { backgroundColor: paper, color: ink } = getComputedStyle(document.body);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const on = must(canvas.getContext("2d"));
  on.fillStyle = paper;
  on.fillRect(0, 0, WIDTH, HEIGHT);
  on.drawImage(await drawnImage(ply), EDGE, EDGE, BOARD, BOARD);
  on.fillStyle = ink;
  const write = (/** @type {string} */ text, /** @type {number} */ y, /** @type {string} */ font) => {
    on.font = font;
    on.fillText(text, EDGE, y, BOARD);
  };
  const names = [sideName("black"), sideName("white")].join(" – ");
  write(headline(of, ply), BOARD + EDGE + 84, `600 64px ${serif}`);
  write(verdict(of, ply), BOARD + EDGE + 156, `400 44px ${sans}`);
  on.globalAlpha = 0.7;
  write(`${names}   ·   Shirokuro 白黒`, HEIGHT - 60, `400 34px ${sans}`);
  return must(await new Promise((/** @type {BlobCallback} */ done) => canvas.toBlob(done, "image/png")));
}

/** Hands the picture to another program, where the browser can; otherwise it is saved. @param {number} ply */
export async function sharePicture(ply) {
  const name = `${theGame().board.replace("+", "-")}-${ply}-share.png`;
  const content = await sharedPicture(ply);
  const file = new File([content], name, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file] }).catch(() => {});
  else save(content, name);
}

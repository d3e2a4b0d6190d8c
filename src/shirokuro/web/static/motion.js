// Moves the drawn position towards the game, move by move, each with the time that its flips take.
import { awaited, drawn, game, place, tempo } from "./game.js";
import { announceEnd, announceMove, showStanding } from "./play/news.js";
import { sound } from "./play/sound.js";
import { isStill } from "./settings.js";
import { batch, effect } from "./view.js";

/** @import { GameView } from "./types.js" */

const FLIP = 180;
const STEP = 45;
/** Milliseconds between a person's move and the answer, so that both can be seen. */
const PAUSE = 160;
/** If it is further behind than this, the board jumps. */
const MOST = 4;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {GameView | null} */
let before = null;

effect(() => {
  const now = game.value;
  const target = place.value ?? now?.ply ?? 0;
  clearTimeout(timer);
  const isSame = before !== null && now !== null && goesOn(before, now, drawn.peek().ply);
  if (now && now.id !== before?.id) showStanding(now);
  else if (now?.is_over && before?.is_over === false && tempo.peek() === "calm") {
    if (drawn.peek().ply === now.ply) announceEnd(now); // its last move is on the board already
    sound("end", 0.3);
  }
  before = now;
  if (now) follow(now, target, isSame);
});

/** @param {GameView} now @param {number} target @param {boolean} isSame */
function follow(now, target, isSame) {
  const { ply } = drawn.peek();
  const steps = target - ply;
  if (!isSame || steps < 0 || steps > MOST || (steps > 1 && place.peek() !== null)) {
    draw(target, false);
  } else if (steps > 0) {
    const isSeen = !isStill() && tempo.peek() !== "quick";
    draw(ply + 1, isSeen);
    if (place.peek() === null && tempo.peek() === "calm") {
      if (!awaited.peek()) announceMove(now, ply + 1); // otherwise once the server has taken it
      ring(now, ply + 1);
    }
    const longest = Math.max(0, ...now.moves[ply].flips.map((squares) => squares.length));
    timer = setTimeout(() => follow(now, target, true), isSeen ? FLIP + STEP * longest + PAUSE : 0);
  } else if (drawn.peek().isStep) {
    draw(target, false);
  }
}

/** What is heard of a move. @param {GameView} now @param {number} ply */
function ring(now, ply) {
  const { move, flips } = now.moves[ply - 1];
  if (move !== "pass") sound("place");
  if (move === "pass" || flips.length) sound("turn", move === "pass" ? 0 : (FLIP / 2 + STEP) / 1000);
}

/** @param {number} ply @param {boolean} isStep */
function draw(ply, isStep) {
  batch(() => (drawn.value = { ply, isStep }));
}

/** Whether the first moves are the same, so that one can step from there. */
function goesOn(/** @type {GameView} */ earlier, /** @type {GameView} */ later, /** @type {number} */ ply) {
  const isFirst = earlier.id === later.id && ply <= later.moves.length;
  return isFirst && later.moves.slice(0, ply).every(({ move }, at) => earlier.moves[at]?.move === move);
}

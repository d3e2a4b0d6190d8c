// What a review says of a game in one line, and which of its mistakes mattered most.
/** @import { JudgedMove, Side } from "../types.js" */

/** How many mistakes of a game are shown first and kept as drills. */
export const WORST = 3;
/** Discs that people lose on average where finding the best move is worth a word. */
const HARD = 2;

/** What a move lost more than people of the same rating lose there. @param {JudgedMove} judged */
export const importance = ({ loss, peers }) => loss - (peers?.loss ?? 0);

/** Mistakes in the order in which they mattered. @param {JudgedMove[]} mistakes */
export const ranked = (mistakes) =>
  [...mistakes].sort((one, two) => importance(two) - importance(one) || one.ply - two.ply);

/**
 * Mean accuracy and loss of a side's moves; null if it made none.
 * @param {JudgedMove[]} judged @param {Side} side
 */
export function meansOf(judged, side) {
  const moves = judged.filter((each) => each.side === side && each.move !== "pass");
  if (!moves.length) return null;
  const mean = (/** @type {number[]} */ numbers) =>
    numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  return {
    accuracy: mean(moves.map(({ accuracy }) => accuracy)),
    loss: mean(moves.map(({ loss }) => loss)),
  };
}

/** The last mistake of either side after which another side, or nobody, was ahead. @param {JudgedMove[]} judged */
export function turningPoint(judged) {
  const turns = judged.filter(
    ({ mark, best_value, value }) => mark && Math.sign(best_value) !== Math.sign(value),
  );
  return turns.reduce(
    (last, each) => (each.ply > (last?.ply ?? 0) ? each : last),
    /** @type {JudgedMove | null} */ (null),
  );
}

/** The best move where people of the same rating lose most. @param {JudgedMove[]} judged @param {Side[]} sides */
export function bestMove(judged, sides) {
  const found = judged.filter(
    ({ loss, side, peers }) => loss === 0 && sides.includes(side) && (peers?.loss ?? 0) >= HARD,
  );
  return found.reduce(
    (best, each) => ((each.peers?.loss ?? 0) > (best?.peers?.loss ?? 0) ? each : best),
    /** @type {JudgedMove | null} */ (null),
  );
}

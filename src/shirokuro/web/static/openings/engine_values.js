// The engine's values of a position that the book does not have, beside what was played there.
import { movesText } from "../game.js";
import { listen } from "../live.js";
import { must } from "../must.js";
import { computed, signal, useEffect } from "../view.js";
import { path, view } from "./place.js";

/** @import { MoveValue, OpeningFigures, OpeningMove, OpeningView, PositionAnalysis } from "../types.js" */

const SECONDS = 4;
/** Milliseconds until a position is searched, so that walking through a line starts no search. */
const REST = 400;
/** @type {OpeningFigures} */
const NO_FIGURES = { value: null, badge: null, games: 0, wins: 0, draws: 0, score: null };

/** What the engine found, by the position. */
const searched = signal(/** @type {{key: string, found: PositionAnalysis} | null} */ (null));
const keyOf = (/** @type {OpeningView} */ { board }) => `${board} ${movesText(path.value)}`;

/** The data on the position, with the engine's values where the book has none. */
export const known = computed(() => {
  const of = must(view.value);
  const now = searched.value;
  return now?.key === keyOf(of) ? completed(of, now.found) : of;
});

/** Searches the position that is shown if the book does not have it. */
export function useEngineValues() {
  const of = view.value;
  const isWanted = of !== null && of.figures.value === null && of.place.legal.length > 0;
  const key = of && isWanted ? keyOf(of) : "";
  useEffect(() => {
    if (!key || !of) return;
    let stop = () => {};
    const timer = setTimeout(() => {
      const asked = { board: of.board, text: movesText(path.peek()), seconds: SECONDS };
      stop = listen({ type: "analyse", ...asked }, (message) => {
        if (message.type === "analysis") searched.value = { key, found: message };
      });
    }, REST);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [key]);
}

/** @param {OpeningView} of @param {PositionAnalysis} found @returns {OpeningView} */
function completed(of, found) {
  const sign = found.turn === "black" ? 1 : -1;
  const valued = found.values.filter(({ is_most, badge }) => !is_most && badge.kind !== "wld");
  if (!valued.length) return of;
  /** @param {OpeningFigures} figures @param {MoveValue | undefined} by @returns {OpeningFigures} */
  const withValue = (figures, by) =>
    by && figures.value === null ? { ...figures, value: sign * by.value, badge: by.badge } : figures;
  const byMove = new Map(of.moves.flatMap((each) => [each.move, ...each.equal].map((move) => [move, each])));
  const listed = of.moves.map((each) => {
    const by = valued.find(({ move }) => move === each.move);
    return {
      ...each,
      figures: withValue(each.figures, by),
      line: each.line.length ? each.line : (by?.line ?? []),
    };
  });
  const others = valued
    .filter(({ move }) => !byMove.has(move))
    .map((by) => ({
      move: by.move,
      equal: [],
      figures: withValue(NO_FIGURES, by),
      opening: null,
      line: by.line,
    }));
  const rank = (/** @type {OpeningMove} */ { figures: { value } }) => (value === null ? -1000 : sign * value);
  const moves = [...listed, ...others].sort((a, b) => rank(b) - rank(a) || b.figures.games - a.figures.games);
  return { ...of, moves, figures: withValue(of.figures, found.best ?? undefined) };
}

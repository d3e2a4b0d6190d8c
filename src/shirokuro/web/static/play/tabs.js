// What can stand in the panel beside the board; a new tab is one line in the list.
import { AnalysisActions, AnalysisTab, analysisBoard } from "../study/analysis_tab.js";
import { reviewBoard } from "../study/mistake.js";
import { ReviewActions, ReviewTab } from "../study/review_tab.js";
import { GameActions, GameTab, gameBoard } from "./game_tab.js";

/**
 * `onBoard` may say what the board shows while the tab is open: other discs, decorations on cells, who hears of
 * squares that are chosen. `hasSides`: whether the players' cards stand there on wide screens too.
 * @typedef {{name: string, word: string, Body: any, Actions: any, hasSides: boolean,
 *   onBoard?: () => {shown?: import("../types.js").Shown, hasDots?: boolean,
 *     decorations?: Map<string, import("../types.js").Decoration> | null,
 *     onPlay?: (square: string) => void, onOther?: (square: string) => void}}} Tab
 */

/** @type {Tab[]} */
export const TABS = [
  { name: "game", word: "tab.game", Body: GameTab, Actions: GameActions, hasSides: true, onBoard: gameBoard },
  { name: "analysis", word: "tab.analysis", Body: AnalysisTab, Actions: AnalysisActions, hasSides: false, onBoard: analysisBoard },
  { name: "review", word: "tab.review", Body: ReviewTab, Actions: ReviewActions, hasSides: false, onBoard: reviewBoard },
];

// What can stand in the panel beside the board; a new tab is one line in the list.
import { later } from "../shell/later.js";
import { GameActions, GameTab, gameBoard } from "./game_tab.js";

/** @import { Decoration } from "../board/cell.js" */
/** @import { Shown } from "../game.js" */

/**
 * `onBoard` may say what the board shows while the tab is open: other discs, decorations on cells, who hears of
 * squares that are chosen. `hasSides`: whether the players' cards stand there on wide screens too. `News`: what stands
 * below the board on narrow ones, where the body is out of sight.
 * @typedef {{name: string, word: string, Body: any, Actions: any, News?: any, hasSides: boolean,
 *   onBoard?: () => {shown?: Shown,
 *     decorations?: Map<string, Decoration> | null,
 *     onPlay?: (square: string) => void, onOther?: (square: string) => void}}} Tab
 */

const analysis = later(() => import("../review/analysis_tab.js"));
const review = later(() => import("../review/review_tab.js"));
const mistake = later(() => import("../review/mistake.js"));

/** @type {Tab[]} */
export const TABS = [
  { name: "game", word: "tab.game", Body: GameTab, Actions: GameActions, hasSides: true, onBoard: gameBoard },
  {
    name: "analysis",
    word: "tab.analysis",
    Body: analysis.view("AnalysisTab"),
    Actions: analysis.view("AnalysisActions"),
    News: analysis.view("AnalysisNews"),
    hasSides: false,
    onBoard: analysis.call("analysisBoard"),
  },
  {
    name: "review",
    word: "tab.review",
    Body: review.view("ReviewTab"),
    Actions: review.view("ReviewActions"),
    News: review.view("ReviewNews"),
    hasSides: false,
    onBoard: mistake.call("reviewBoard"),
  },
];

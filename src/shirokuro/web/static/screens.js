// The screens of the page; a new one is one line here.
import { PlayScreen } from "./play/screen.js";
import { later } from "./shell/later.js";

const watch = later(() => import("./watch/setup.js"));
const games = later(() => import("./library/game_list.js"));
const openings = later(() => import("./openings/screen.js"));
const practise = later(() => import("./practise/screen.js"));

/** `also`: other routes that lead to the screen. */
export const SCREENS = [
  {
    name: "play",
    icon: "discs",
    word: "nav.play",
    view: PlayScreen,
    also: ["game", "g", "join", "see"],
  },
  { name: "watch", icon: "eye", word: "nav.watch", view: watch.view("WatchScreen"), also: ["store"] },
  { name: "openings", icon: "tree", word: "nav.openings", view: openings.view("OpeningsScreen"), also: [] },
  {
    name: "games",
    icon: "list",
    word: "nav.games",
    view: games.view("GamesScreen"),
    also: ["paste", "setup"],
  },
  {
    name: "practise",
    icon: "book",
    word: "nav.practise",
    view: practise.view("PractiseScreen"),
    also: ["learn"],
  },
];

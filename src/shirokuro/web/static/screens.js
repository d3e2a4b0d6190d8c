// The screens of the page; a new one is one line here.
import { PlayScreen } from "./play/screen.js";
import { GamesScreen } from "./shelf/screen.js";
import { DrillScreen } from "./study/drills.js";
import { WatchScreen } from "./watch/screen.js";

/** `also`: other routes that lead to the screen. */
export const SCREENS = [
  { name: "play", icon: "discs", word: "nav.play", view: PlayScreen, also: ["game", "learn", "g"] },
  { name: "watch", icon: "eye", word: "nav.watch", view: WatchScreen, also: ["store"] },
  { name: "games", icon: "list", word: "nav.games", view: GamesScreen, also: ["paste", "setup"] },
  { name: "drills", icon: "book", word: "nav.drills", view: DrillScreen, also: [] },
];

// Opponents and what they are called; who has won.
import assert from "node:assert/strict";
import test from "node:test";
import "./browser.js";
import { players } from "../../src/shirokuro/web/static/boards_and_players.js";
import { isMine, resultText } from "../../src/shirokuro/web/static/play/news.js";
import {
  canPlay,
  isTheRival,
  levelOpponent,
  opponentAbout,
  RIVAL,
  specOf,
} from "../../src/shirokuro/web/static/play/opponents.js";
import { levelTitle, seatText } from "../../src/shirokuro/web/static/play/player_name.js";
import { isUntouched } from "../../src/shirokuro/web/static/play/session.js";
import { clockText } from "../../src/shirokuro/web/static/play/terms.js";
import { t, upper } from "../../src/shirokuro/web/static/words.js";
import { gameOf, ROUND, SQUARE, seat } from "./samples.js";

const texts = (en) => ({ en, ja: en });
players.value = {
  groups: ["study"],
  levels: [
    { level: 4, spec: "engine:level=4", name: texts("club player"), rating: 800, seconds: null },
    { level: 20, spec: "engine:level=20", name: texts("full strength"), rating: null, seconds: 2 },
  ],
  players: [
    {
      name: "montai",
      group: "study",
      about: texts("plays at random"),
      origin: "",
      boards: ["nip12"],
      parameters: [],
    },
    {
      name: "person",
      group: "play",
      about: texts("plays like people"),
      origin: "",
      boards: ["nip12"],
      parameters: [{ name: "rating", default: 1500, least: 600, most: 2400, choices: [] }],
    },
  ],
};
const montai = { kind: "player", level: 2, name: "montai", values: { playouts: 500, seed: 3 } };

test("a spec names only what was chosen", () => {
  assert.equal(specOf(montai), "montai:playouts=500,seed=3");
  assert.equal(specOf(RIVAL), "rival");
  assert.equal(specOf(levelOpponent(4)), "engine:level=4");
  assert.equal(specOf({ ...montai, kind: "person" }), "person");
  const personLike = { ...RIVAL, name: "person" };
  assert.equal(specOf(personLike), "person:rating=1500");
  assert.equal(specOf({ ...personLike, values: { rating: 900 } }), "person:rating=900");
});

test("a player plays on its boards, a level on all", () => {
  assert.deepEqual(
    [canPlay(montai, ROUND), canPlay(montai, SQUARE), canPlay(levelOpponent(4), SQUARE)],
    [true, false, true],
  );
  assert.equal(canPlay({ ...montai, name: "unknown" }, ROUND), false);
  assert.deepEqual([isTheRival(RIVAL), isTheRival(montai)], [true, false]);
});

test("a level says whom it plays like and how long it takes", () => {
  assert.equal(opponentAbout(levelOpponent(4)), t("level.rating", { rating: 800 }));
  assert.equal(opponentAbout(levelOpponent(20)), t("level.seconds", { s: 2 }));
  assert.equal(opponentAbout(RIVAL), t("opponent.rival_about"));
  assert.equal(opponentAbout(montai), "Plays at random");
});

test("the time of a clock is named", () => {
  const minutes = t("new.minutes", { n: 5 });
  assert.deepEqual(["", "300", "300+2"].map(clockText), [
    t("new.none"),
    minutes,
    t("new.with_increment", { minutes, s: 2 }),
  ]);
});

test("a game is untouched until the person moves", () => {
  const { black: person } = gameOf().seats;
  const at = (moves, more) =>
    isUntouched(gameOf({ id: "a", seats: { black: seat("rival"), white: person }, moves, ...more }));
  assert.deepEqual([at([]), at([{ side: "black" }]), at([{ side: "white" }])], [true, true, false]);
  assert.deepEqual([at([], { can_redo: true }), at([], { id: null })], [false, false]);
});

test("a seat is named as people say it", () => {
  const text = (player, parameters = {}) => seatText({ ...seat(player), parameters });
  assert.deepEqual(text("engine", { level: "4" }), {
    title: upper(levelTitle(4)),
    about: upper(t("level.rating", { rating: 800 })),
  });
  assert.equal(text("montai").about, "Plays at random");
  assert.equal(text("montai", { playouts: "500" }).about, `${t("parameter.playouts")} 500`);
  assert.equal(text("mine.Own", { bare: null }).about, "bare");
  assert.deepEqual(text("stranger"), { title: "stranger", about: "" });
});

test("a game is won, lost or drawn by whoever sits here", () => {
  const { black: person } = gameOf().seats;
  const against = { black: person, white: seat("engine") };
  const ended = (winner, black, white, seats = against) =>
    resultText(
      gameOf({
        seats,
        is_over: true,
        result: { winner, black, white, margin: black - white, by: "discs", text: texts("") },
      }),
    );
  assert.equal(ended("black", 10, 6), t("result.won", { mine: 10, theirs: 6 }));
  assert.equal(ended("white", 6, 10), t("result.lost", { mine: 6, theirs: 10 }));
  assert.equal(ended(null, 8, 8), t("result.draw", { mine: 8, theirs: 8 }));
  const both = { black: person, white: person };
  assert.equal(
    ended("white", 6, 10, both),
    t("result.side_won", { side: t("side.white"), mine: 10, theirs: 6 }),
  );
  assert.equal(resultText(gameOf()), "");
  assert.deepEqual(
    [isMine(gameOf({ seats: against }), "black"), isMine(gameOf({ seats: both }), "black")],
    [true, false],
  );
});

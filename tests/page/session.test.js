// The game on the table while the server is asked.
import assert from "node:assert/strict";
import test from "node:test";
import "./browser.js";
import { game, withMove } from "../../src/shirokuro/web/static/game.js";
import { put } from "../../src/shirokuro/web/static/play/session.js";
import { gameOf } from "./samples.js";

globalThis.WebSocket = class {};

test("a move that is drawn already stays when the server repeats what was before it", () => {
  const before = gameOf();
  put(before);
  const ahead = withMove(before, before.legal[0]);
  game.value = ahead;
  put(gameOf());
  assert.equal(game.value, ahead);
});

test("what the server has changed since replaces it", () => {
  const undone = gameOf({ revision: 4 });
  put(undone);
  assert.equal(game.value, undone);
});

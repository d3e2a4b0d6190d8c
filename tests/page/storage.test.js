// What the browser keeps, also where it keeps nothing.
import assert from "node:assert/strict";
import test from "node:test";
import { stored } from "./browser.js";

stored.set("shirokuro.settings", "{broken");
const { keep, recall } = await import("../../src/shirokuro/web/static/storage.js");
const { change, settings, switchTheme } = await import("../../src/shirokuro/web/static/settings.js");

test("a text is kept, recalled and forgotten", () => {
  keep("key", "text");
  assert.equal(recall("key"), "text");
  assert.equal(stored.get("key"), "text");
  keep("key", null);
  assert.equal(recall("key"), null);
});

test("settings that cannot be read are those of a newcomer, and are written anew", () => {
  assert.equal(settings.value.board, "reversi");
  assert.equal(settings.value.language, "en");
  change({ board: "nip" });
  assert.equal(JSON.parse(stored.get("shirokuro.settings") ?? "").board, "nip");
});

test("the theme turns from that of the system", () => {
  switchTheme();
  assert.equal(settings.value.theme, "dark");
  switchTheme();
  assert.equal(settings.value.theme, "light");
});

test("where the browser keeps nothing, the page does", () => {
  const refuse = () => {
    throw new Error("blocked");
  };
  localStorage.getItem = localStorage.setItem = localStorage.removeItem = refuse;
  keep("other", "text");
  assert.equal(recall("other"), "text");
  keep("other", null);
  assert.equal(recall("other"), null);
});

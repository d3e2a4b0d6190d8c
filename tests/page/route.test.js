// Addresses after the #.
import assert from "node:assert/strict";
import test from "node:test";
import "./browser.js";
import { go, readRoute, route, routeText } from "../../src/shirokuro/web/static/route.js";
import { happen } from "./browser.js";

test("an address has a name, a value and others", () => {
  const found = readRoute("game=a%26b&ply=12&tab=review");
  assert.deepEqual(found, { name: "game", value: "a&b", with: { ply: "12", tab: "review" } });
});

test("no address is the play screen", () => {
  assert.deepEqual(readRoute(""), { name: "play", value: "", with: {} });
});

test("a value may have an equals sign", () => {
  assert.deepEqual(readRoute("g=a=b&black=x=y"), { name: "g", value: "a=b", with: { black: "x=y" } });
});

test("a stray per cent sign is read as it is", () => {
  assert.equal(readRoute("g=100%").value, "100%");
});

test("what is written reads back", () => {
  for (const to of [
    { name: "play", value: "", with: {} },
    { name: "store", value: "a b/ü&=%#", with: { run: "x=y", cell: "白黒" } },
  ])
    assert.deepEqual(readRoute(routeText(to)), to);
});

test("what is empty is not written", () => {
  assert.equal(routeText({ name: "store", value: "lab", with: { run: "", cell: undefined } }), "store=lab");
});

test("the route follows the address", () => {
  go("watch=7");
  happen("hashchange");
  assert.equal(route.value.value, "7");
});

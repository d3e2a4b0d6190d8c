// Requests: tokens, refusals, links that are read back, files in parts.
import assert from "node:assert/strict";
import { File } from "node:buffer";
import test from "node:test";
import "./browser.js";
import { ApiError, file, get, post, remove } from "../../src/shirokuro/web/static/api.js";
import { boards } from "../../src/shirokuro/web/static/boards_and_players.js";
import { recordText } from "../../src/shirokuro/web/static/game.js";
import { wthorOf } from "../../src/shirokuro/web/static/library/files.js";
import { linkOf, openLink } from "../../src/shirokuro/web/static/library/link.js";
import { sendParts } from "../../src/shirokuro/web/static/library/own_data.js";
import { readRoute, route } from "../../src/shirokuro/web/static/route.js";
import { stored } from "./browser.js";
import { gameOf, SQUARE, seat } from "./samples.js";

boards.value = new Map([[SQUARE.name, SQUARE]]);
/** @type {{method: string, path: string, token: string | undefined, body: any}[]} */
let asked = [];
/** @type {(request: {path: string, token: string | undefined}) => [number, any]} */
let answer = () => [200, {}];

globalThis.fetch = async (path, { method = "GET", headers = {}, body } = {}) => {
  const request = { method, path, token: headers.Authorization, body };
  asked.push(request);
  const [status, got] = path === "api/owners" ? [201, { token: `t${asked.length}` }] : answer(request);
  const text = status === 204 ? null : JSON.stringify(got);
  return new Response(text, { status, headers: { "Content-Type": "application/json" } });
};

test.beforeEach(() => {
  asked = [];
});

test("the first request makes an owner, others are asked as them", async () => {
  await get("/drills");
  await get("/drills");
  assert.deepEqual(
    asked.map(({ path, token }) => [path, token]),
    [
      ["api/owners", undefined],
      ["api/drills", "Bearer t1"],
      ["api/drills", "Bearer t1"],
    ],
  );
  assert.equal(stored.get("shirokuro.token"), "t1");
});

test("a server that does not know us makes a new owner, once", async () => {
  answer = ({ token }) => (token === "Bearer t1" ? [401, {}] : [200, { due: 3 }]);
  assert.deepEqual(await get("/drills"), { due: 3 });
  answer = () => [401, { error: { code: "unknown", text: "no", words: { en: "no", ja: "" } } }];
  await assert.rejects(get("/drills"), ApiError);
});

test("a refusal says why, with a word for programs", async () => {
  answer = () => [
    409,
    {
      error: {
        code: "too_late",
        text: "The game is over.",
        words: { en: "The game is over.", ja: "終局しました。" },
      },
    },
  ];
  await assert.rejects(post("/games/one/undo"), {
    status: 409,
    code: "too_late",
    message: "The game is over.",
  });
  await assert.rejects(file("GET", "/mine"), { code: "too_late" });
});

test("no content is null", async () => {
  answer = () => [204, null];
  assert.equal(await remove("/games/one"), null);
});

test("bytes are sent as they are, the rest as JSON", async () => {
  answer = () => [200, {}];
  const bytes = new Blob(["abc"]);
  await post("/wthor?players=0", bytes);
  await post("/tries", { move: "f5" });
  assert.equal(asked[0].body, bytes);
  assert.equal(asked[1].body, '{"move":"f5"}');
});

test("a link asks for the game that it was made of", async () => {
  answer = () => [
    200,
    { games: [], found: 0, total: 0, problems: [{ text: { en: "Nothing there.", ja: "" } }] },
  ];
  const pass = { ply: 3, side: "black", move: "pass", flips: [], value: null, seconds: null };
  for (const game of [
    gameOf(),
    gameOf({
      moves: [...gameOf().moves, pass],
      seats: { black: seat("", "伊藤 & Co = 1%"), white: gameOf().seats.white },
    }),
    gameOf({ start: { black: ["a1"], white: ["b1", "c1"], turn: "white" } }),
  ]) {
    asked = [];
    route.value = readRoute(linkOf(game, 1));
    assert.match(await openLink(route.value.value), /Nothing there/);
    assert.deepEqual(JSON.parse(JSON.parse(asked[0].body).text), JSON.parse(recordText(game)));
  }
});

test("a link that no one wrote is told of", async () => {
  assert.match(await openLink("chess~e4~1"), /chess/);
  assert.match(await openLink("reversi4~a1\nb2~1"), /Nothing there/);
  assert.equal(JSON.parse(JSON.parse(asked[0].body).text).moves, "a1\nb2");
});

test("one's own data go back in parts of forty rows", async () => {
  answer = () => [200, { added: 2, known: 1 }];
  const game = Array.from({ length: 41 }, (_, at) => ({ at }));
  const sent = await sendParts({ format: "shirokuro-mine", version: 1, tables: { game } });
  const sizes = asked.map(({ body }) => Object.values(JSON.parse(body).tables).map((rows) => rows.length)[0]);
  assert.deepEqual(sizes.slice(0, 3), [40, 1, 0]);
  assert.deepEqual(sent, { added: 2 * asked.length, known: asked.length });
});

test("a WTHOR file is sent with its tables, in their order", async () => {
  const files = ["WTHOR.TRN", "a.wtb", "b.jou", "c.txt"].map((name) => new File([name], name));
  const found = wthorOf(files);
  assert.equal(await found?.body.text(), "a.wtbb.jouWTHOR.TRN");
  assert.deepEqual([found?.name, found?.players, found?.places], ["a.wtb", 5, 9]);
  assert.equal(wthorOf([files[3]]), null);
});

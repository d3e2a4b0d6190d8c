// The socket: requests by number, and what happens when the line breaks.
import assert from "node:assert/strict";
import test from "node:test";
import "./browser.js";
import { line, listen } from "../../src/shirokuro/web/static/live.js";
import { stored } from "./browser.js";

stored.set("shirokuro.token", "secret");
/** @type {FakeSocket[]} */
const sockets = [];
class FakeSocket {
  static OPEN = 1;
  readyState = 1;
  /** @type {any[]} */
  sent = [];
  constructor(address) {
    this.address = String(address);
    sockets.push(this);
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {}
}
globalThis.WebSocket = FakeSocket;

/** @type {(() => void)[]} */
const waiting = [];
globalThis.setTimeout = (work) => waiting.push(work);

const heard = [];
const stop = listen({ type: "follow", game: "one" }, (message) => heard.push(message.type));
const settled = () => new Promise((done) => setImmediate(done));

test("the first request opens the socket, and is sent after the token", async () => {
  assert.equal(sockets[0].address, "ws://localhost/api/live");
  sockets[0].onopen();
  await settled();
  assert.deepEqual(sockets[0].sent, [
    { type: "hello", token: "secret" },
    { type: "follow", game: "one", id: 1 },
  ]);
  assert.equal(line.value, "open");
});

test("only answers to a request are heard", () => {
  sockets[0].onmessage({ data: '{"type":"game","id":1}' });
  sockets[0].onmessage({ data: '{"type":"match","id":7}' });
  assert.deepEqual(heard, ["game"]);
});

test("after a break all is asked for again", async () => {
  sockets[0].onclose({ code: 1006 });
  assert.equal(line.value, "lost");
  waiting.pop()();
  sockets[1].onopen();
  await settled();
  assert.equal(sockets[1].sent.at(-1).game, "one");
});

test("who has heard enough says so", () => {
  stop();
  assert.deepEqual(sockets[1].sent.at(-1), { type: "cancel", id: 1 });
});

test("who is not wanted does not come back", () => {
  sockets[1].onclose({ code: 4003 });
  assert.equal(line.value, "blocked");
  assert.equal(waiting.length, 0);
});

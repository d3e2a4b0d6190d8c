// The one socket to the server: requests by number; it reconnects by itself when the connection is lost.
import { forgetToken, token } from "./api.js";
import { signal } from "./view.js";

/** @import { Complaint, GameView, JudgedMove, MatchView, PositionAnalysis, ReviewTotals, Thinking } from "./types.js" */

/** The close code of a server that does not know our token. */
const UNKNOWN = 1008;
/** The close code for visitors whom the administrator has blocked; their games are kept. */
const BLOCKED = 4003;
const PAUSES = [250, 500, 1000, 2000, 4000, 8000];

/** Whether the page is connected to the server: "waiting" at first, then "open" or "lost"; "blocked" until the page is loaded again. */
export const line = signal(/** @type {"waiting" | "open" | "lost" | "blocked"} */ ("waiting"));

/** @typedef {{type: string, [name: string]: unknown}} Request */
/** @typedef {{id: number} & ({type: "game", game: GameView} | {type: "match", match: MatchView}
 *   | {type: "thinking"} & Thinking | {type: "analysis"} & PositionAnalysis | {type: "judgement", judged: JudgedMove}
 *   | {type: "reviewed"} & ReviewTotals
 *   | {type: "refinement", judged: JudgedMove | null, done: number, of: number} | {type: "error", error: Complaint})} Message */
/** @type {Map<number, {request: Request, onMessage: (message: Message) => void}>} */
const asked = new Map();
/** @type {WebSocket | null} */
let socket = null;
let next = 1;
let failures = 0;

/**
 * Sends a request and passes on every answer until the returned function is called; sends it again after a break.
 * @param {Request} request @param {(message: Message) => void} onMessage @returns {() => void}
 */
export function listen(request, onMessage) {
  const id = next++;
  asked.set(id, { request: { ...request, id }, onMessage });
  if (socket === null) connect();
  else if (line.peek() === "open") send({ ...request, id });
  return () => {
    if (asked.delete(id) && line.peek() === "open") send({ type: "cancel", id });
  };
}

async function connect() {
  const address = new URL("api/live", document.baseURI);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  const opened = new WebSocket(address);
  socket = opened;
  opened.onopen = () => greet(opened);
  opened.onmessage = (event) => {
    const message = /** @type {Message} */ (JSON.parse(event.data));
    asked.get(message.id)?.onMessage(message);
  };
  opened.onclose = ({ code }) => {
    if (code === BLOCKED) {
      line.value = "blocked";
      return;
    }
    if (code === UNKNOWN) forgetToken();
    line.value = failures++ || line.peek() === "open" ? "lost" : line.peek();
    setTimeout(connect, PAUSES[Math.min(failures, PAUSES.length) - 1]);
  };
}

/** @param {WebSocket} opened */
async function greet(opened) {
  try {
    opened.send(JSON.stringify({ type: "hello", token: await token() }));
  } catch {
    opened.close();
    return;
  }
  failures = 0;
  line.value = "open";
  for (const { request } of asked.values()) send(request);
}

/** @param {Request} message */
function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

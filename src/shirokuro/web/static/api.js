// The server's REST interface: one function, JSON in and out, with the owner's token.
import { keep, recall } from "./storage.js";
import { said } from "./words.js";

/** @import { Answer, Body, Complaint } from "./types.js" */

const PLACE = "shirokuro.token";
/** The interface lies beside the page, at whatever path a proxy gives both. */
const API = "api";

export class ApiError extends Error {
  /** @param {number} status @param {string} code @param {string} text */
  constructor(status, code, text) {
    super(text);
    this.status = status;
    this.code = code;
  }
}

/** @type {Promise<string> | null} */
let owner = null;

/** The owner's token, made on the first visit. @returns {Promise<string>} */
export function token() {
  owner ??= known();
  return owner;
}

async function known() {
  const kept = recall(PLACE);
  if (kept) return kept;
  try {
    const made = await answer(await fetch(`${API}/owners`, { method: "POST" }));
    keep(PLACE, made.token);
    return made.token;
  } catch (error) {
    owner = null;
    throw error;
  }
}

/** From now on all is asked for as another owner. @param {string} other their token */
export function becomeOwner(other) {
  keep(PLACE, other);
  owner = Promise.resolve(other);
}

/** Forgets the owner; the next request creates a new one. */
export function forgetToken() {
  keep(PLACE, null);
  owner = null;
}

/**
 * @template {string} M @template {string} P
 * @param {M} method @param {P} path below /api @param {Body<M, P>} [body] JSON, or bytes as they are
 * @returns {Promise<Answer<M, P>>} what the server answers; an ApiError where it refuses
 */
export async function call(method, path, body) {
  const got = await send(method, path, body);
  if (got.status !== 401) return answer(got);
  forgetToken(); // a server that knows nothing of us any more: begin anew
  return answer(await send(method, path, body));
}

/** @param {string} method @param {string} path @param {any} body @param {AbortSignal} [stop] */
async function send(method, path, body, stop) {
  /** @type {Record<string, string>} */
  const headers = { Authorization: `Bearer ${await token()}` };
  const isBytes = body instanceof Blob || body instanceof ArrayBuffer;
  if (body !== undefined && !isBytes) headers["Content-Type"] = "application/json";
  const sent = body === undefined || isBytes ? body : JSON.stringify(body);
  return fetch(`${API}${path}`, { method, headers, body: sent, signal: stop });
}

/** @template {string} P @param {P} path */
export const get = (path) => call("GET", path);
/** @template {string} P @param {P} path @param {Body<"POST", P>} [body] */
export const post = (path, body) => call("POST", path, body);
/** @template {string} P @param {P} path */
export const remove = (path) => call("DELETE", path);

/** Sends a file, which a signal stops. @template {string} P @param {P} path @param {Blob} body @param {AbortSignal} stop
 * @returns {Promise<Answer<"POST", P>>} */
export const sendFile = async (path, body, stop) => answer(await send("POST", path, body, stop));

/** An answer as a file, whatever it holds.
 * @template {string} M @template {string} P @param {M} method @param {P} path @param {Body<M, P>} [body]
 * @returns {Promise<Blob>} */
export async function file(method, path, body) {
  const got = await send(method, path, body);
  return got.ok ? got.blob() : answer(got);
}

/** Asks; of several requests only the latest is answered, the others with undefined.
 * @template {any[]} A @template T @param {(...asked: A) => Promise<T>} ask @returns {(...asked: A) => Promise<T | undefined>} */
export function latest(ask) {
  let number = 0;
  return async (...asked) => {
    const own = ++number;
    const got = await ask(...asked);
    return own === number ? got : undefined;
  };
}

/** What needs no owner. @template {string} P @param {P} path @returns {Promise<Answer<"GET", P>>} */
export async function getPublic(path) {
  return answer(await fetch(`${API}${path}`));
}

/** @param {Response} got @returns {Promise<any>} */
async function answer(got) {
  const isJson = (got.headers.get("Content-Type") ?? "").includes("json");
  if (got.ok) return got.status === 204 ? null : isJson ? got.json() : got.blob();
  const error = isJson ? (await got.json()).error : null;
  throw new ApiError(got.status, error?.code ?? "unknown", error ? complaintOf(error) : got.statusText);
}

/** What the server says is wrong. @param {Complaint} error */
export const complaintOf = ({ words }) => said(words);

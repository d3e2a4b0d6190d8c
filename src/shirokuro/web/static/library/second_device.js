// The same games on a second device: a code that is shown here is typed there, once.
import { becomeOwner, file, post, remove, token } from "../api.js";
import { clear } from "../play/session.js";
import { change } from "../settings.js";
import { Action } from "../shell/action.js";
import { Dialog } from "../shell/dialog.js";
import { textIn } from "../shell/field.js";
import { html, useState } from "../view.js";
import { t } from "../words.js";
import { sendParts } from "./sent_parts.js";

/** @typedef {(work: () => Promise<void>) => Promise<void>} Attempt */

/** @param {{attempt: Attempt}} props what tells of whatever goes wrong */
export function SecondDevice({ attempt }) {
  const [given, setGiven] = useState(/** @type {{code: string, seconds: number} | null} */ (null));
  const [isTyping, setTyping] = useState(false);
  const show = () => attempt(async () => setGiven(await post("/mine/code")));
  const take = (/** @type {string} */ code) => attempt(() => becomeOther(code));
  return html`<div class="row"><${Action} icon="share" word="device.show" act=${show} />
      <${Action} icon="link" word="device.type" act=${() => setTyping(true)} /></div>
    ${given && html`<${GivenCode} given=${given} onClose=${() => setGiven(null)} />`}
    ${isTyping && html`<${TypedCode} onCode=${take} onClose=${() => setTyping(false)} />`}`;
}

/** @param {{given: {code: string, seconds: number}, onClose: () => void}} props */
function GivenCode({ given, onClose }) {
  return html`<${Dialog} title=${t("device.show")} onClose=${onClose}><div class="content">
    <p>${t("device.show_about", { n: Math.round(given.seconds / 60) })}</p>
    <output class="device-code">${given.code}</output><p class="soft">${t("device.secret")}</p></div><//>`;
}

/** @param {{onCode: (code: string) => void, onClose: () => void}} props */
function TypedCode({ onCode, onClose }) {
  const [code, setCode] = useState("");
  const isWhole = code.replace(/[\s-]/g, "").length === 10;
  const send = () => {
    onClose();
    onCode(code);
  };
  const foot = html`<button class="button bare" onClick=${onClose}>${t("cancel")}</button>
    <button class="button key" disabled=${!isWhole} onClick=${send}>${t("device.take")}</button>`;
  return html`<${Dialog} title=${t("device.type")} onClose=${onClose} foot=${foot}><div class="content">
    <label class="field"><span>${t("device.code")}</span>
      <input type="text" class="device-code" maxlength="20" autocomplete="one-time-code" autocapitalize="characters" spellcheck=${false}
        value=${code} onInput=${(/** @type {Event} */ event) => setCode(textIn(event))}
        onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Enter" && isWhole && send()} /></label>
    <p>${t("device.type_about")}</p></div><//>`;
}

/** Adds what this browser has to the other owner's, and goes on as them; as before if that fails. @param {string} code */
async function becomeOther(code) {
  const before = await token();
  const own = JSON.parse(await (await file("GET", "/mine")).text());
  const { token: other } = await post("/owners/code", { code });
  if (other === before) throw new Error(t("device.same"));
  try {
    becomeOwner(other);
    await sendParts(own);
    becomeOwner(before);
    await remove("/mine"); // all of it is there now; nobody could ask for it here any more
  } catch (error) {
    becomeOwner(before);
    throw error;
  }
  becomeOwner(other);
  change({ game: null });
  clear();
  location.reload(); // the socket knows the old owner
}

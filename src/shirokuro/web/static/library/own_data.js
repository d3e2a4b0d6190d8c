// Your data: saved in one file, restored from it, used on a second device, deleted for good.
import { becomeOwner, file, forgetToken, get, post, remove, token } from "../api.js";
import { clear } from "../play/session.js";
import { change } from "../settings.js";
import { Dialog, Question, useQuestion } from "../shell/dialog.js";
import { onText } from "../shell/field.js";
import { Action, Icon } from "../shell/icon.js";
import { attempt } from "../shell/notice.js";
import { html, useEffect, useState } from "../view.js";
import { t } from "../words.js";
import { FileButton } from "./files.js";
import { save } from "./saving.js";
/** @import { ExperienceView } from "../types.js" */

/** @param {{onChange: () => void}} props */
export function OwnData({ onChange }) {
  const [said, say] = useState("");
  const attempt = async (/** @type {() => Promise<void>} */ work) => {
    try {
      await work();
    } catch (error) {
      say(t("trouble", { text: /** @type {Error} */ (error).message }));
    }
  };
  const keep = () => attempt(async () => save(await file("GET", "/mine"), "shirokuro.json"));
  const take = (/** @type {File[]} */ files) =>
    attempt(async () => {
      const { added, known } = await sendParts(JSON.parse(await files[0].text()));
      say(t("mine.taken", { n: added, known }));
      onChange();
    });
  const destroy = () =>
    attempt(async () => {
      await remove("/mine");
      forgetToken();
      beginAnew();
    });
  const [askToDelete, question] = useQuestion({
    title: t("mine.delete"),
    text: t("mine.delete_sure"),
    yes: t("mine.delete_yes"),
    onYes: destroy,
  });
  return html`<section class="own"><h2>${t("mine.title")}</h2><p class="soft">${t("mine.about")}</p>
    <div class="row"><${Action} icon="save" word="mine.export" act=${keep} />
      <${FileButton} icon="file" word="mine.import" accept=".json,application/json" onFiles=${take} />
      <${Action} icon="bin" word="mine.delete" act=${askToDelete} /></div>
    <p class="soft">${t("device.about")}</p><${SecondDevice} attempt=${attempt} />
    <${Experiences} /><p class="note" role="status">${said}</p>${question}</section>`;
}

/** Continues as another owner. */
function beginAnew() {
  change({ game: null });
  clear();
  location.reload(); // the socket knows the old owner
}

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
        value=${code} onInput=${onText(setCode)}
        onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Enter" && isWhole && send()} /></label>
    <p>${t("device.type_about")}</p></div><//>`;
}

/** Adds what this browser has to the other owner's, and goes on as them; as before if that fails. @param {string} code */
async function becomeOther(code) {
  const before = await token();
  const { token: other } = await post("/owners/code", { code });
  if (other === before) throw new Error(t("device.same"));
  try {
    await post("/mine/seats", { token: other }); // games with friends go on there
    const own = JSON.parse(await (await file("GET", "/mine")).text());
    becomeOwner(other);
    await sendParts(own);
    becomeOwner(before);
    await remove("/mine"); // all of it is there now; nobody could ask for it here any more
  } catch (error) {
    becomeOwner(other);
    await post("/mine/seats", { token: before }).catch(() => {});
    becomeOwner(before);
    throw error;
  }
  becomeOwner(other);
  beginAnew();
}

export function Experiences() {
  const [all, setAll] = useState(/** @type {ExperienceView[]} */ ([]));
  const [asked, ask] = useState(/** @type {ExperienceView | null} */ (null));
  const load = () => get("/experiences").then(({ experiences }) => setAll(experiences));
  useEffect(() => void load().catch(() => {}), []);
  const forget = () =>
    attempt(() => remove(`/experiences?name=${/** @type {ExperienceView} */ (asked).name}`).then(load));
  return html`${all.map(
    (each) => html`<p class="row"><span>${t("experience.known", each)}</span>
      <button class="button bare" onClick=${() => ask(each)}><${Icon} name="bin" />${t("experience.forget")}</button></p>`,
  )}
    ${asked && html`<${Question} title=${t("experience.forget")} text=${t("experience.forget_sure", asked)} onYes=${forget} onClose=${() => ask(null)} />`}`;
}

/** The most rows in one request. */
const TOGETHER = 40;

/** @param {any} own what such a file holds */
export async function sendParts(own) {
  const { format, version, tables } = own ?? {};
  let [added, known] = [0, 0];
  for (const name of ["game", "drill", "played_match", "match_game", "rival_memory", "rival_game"]) {
    const rows = tables?.[name] ?? [];
    for (let at = 0; at === 0 || at < rows.length; at += TOGETHER) {
      const got = await post("/mine", { format, version, tables: { [name]: rows.slice(at, at + TOGETHER) } });
      added += got.added;
      known += got.known;
    }
  }
  return { added, known };
}

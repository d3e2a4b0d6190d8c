// Everything of one's own: in one file, back from it, deleted for good.
import { file, forgetToken, remove } from "../api.js";
import { clear } from "../play/session.js";
import { change } from "../settings.js";
import { Action } from "../shell/action.js";
import { Question } from "../shell/dialog.js";
import { html, useState } from "../view.js";
import { t } from "../words.js";
import { Experiences } from "./experiences.js";
import { FileButton } from "./files.js";
import { save } from "./saving.js";
import { SecondDevice } from "./second_device.js";
import { sendParts } from "./sent_parts.js";

/** @param {{onChange: () => void}} props */
export function OwnData({ onChange }) {
  const [isAsking, setAsking] = useState(false);
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
      change({ game: null });
      clear();
      location.reload(); // the socket knows the old owner
    });
  return html`<section class="own"><h2>${t("mine.title")}</h2><p class="soft">${t("mine.about")}</p>
    <div class="row"><${Action} icon="save" word="mine.export" act=${keep} />
      <${FileButton} icon="file" word="mine.import" accept=".json,application/json" onFiles=${take} />
      <${Action} icon="bin" word="mine.delete" act=${() => setAsking(true)} /></div>
    <p class="soft">${t("device.about")}</p><${SecondDevice} attempt=${attempt} />
    <${Experiences} /><p class="note" role="status">${said}</p>
    ${
      isAsking &&
      html`<${Question} title=${t("mine.delete")} text=${t("mine.delete_sure")} yes=${t("mine.delete_yes")}
      onYes=${destroy} onClose=${() => setAsking(false)} />`
    }</section>`;
}

// What engines learned from one's games here: how many, and forgotten.
import { get, remove } from "../api.js";
import { attempt } from "../play/session.js";
import { Question } from "../shell/dialog.js";
import { Icon } from "../shell/icon.js";
import { html, useEffect, useState } from "../view.js";
import { t } from "../words.js";

/** @typedef {import("../types.js").Experience} Experience */

export function Experiences() {
  const [all, setAll] = useState(/** @type {Experience[]} */ ([]));
  const [asked, ask] = useState(/** @type {Experience | null} */ (null));
  useEffect(
    () =>
      void get("/experiences")
        .then(({ experiences }) => setAll(experiences))
        .catch(() => {}),
    [],
  );
  const forget = async () => {
    const { name } = /** @type {Experience} */ (asked);
    if (await attempt(() => remove(`/experiences?name=${name}`).then(() => true)))
      setAll(all.filter((each) => each.name !== name));
  };
  return html`${all.map(
    (each) => html`<p class="row"><span>${t("experience.known", each)}</span>
      <button class="button bare" onClick=${() => ask(each)}><${Icon} name="bin" />${t("experience.forget")}</button></p>`,
  )}
    ${
      asked &&
      html`<${Question} title=${t("experience.forget")} text=${t("experience.forget_sure", asked)} yes=${t("experience.forget")}
      onYes=${forget} onClose=${() => ask(null)} />`
    }`;
}

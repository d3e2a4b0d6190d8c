// What engines learned from one's games here: how many, and forgotten.
import { get, remove } from "../api.js";
import { Question } from "../shell/dialog.js";
import { Icon } from "../shell/icon.js";
import { attempt } from "../shell/notice.js";
import { html, useEffect, useState } from "../view.js";
import { t } from "../words.js";
/** @import { ExperienceView } from "../types.js" */

export function Experiences() {
  const [all, setAll] = useState(/** @type {ExperienceView[]} */ ([]));
  const [asked, ask] = useState(/** @type {ExperienceView | null} */ (null));
  useEffect(
    () =>
      void get("/experiences")
        .then(({ experiences }) => setAll(experiences))
        .catch(() => {}),
    [],
  );
  const forget = async () => {
    const { name } = /** @type {ExperienceView} */ (asked);
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

// The bar with the main navigation, at the top or, on phones, at the bottom.
import { route } from "../route.js";
import { SCREENS } from "../screens.js";
import { change, settings, switchTheme } from "../settings.js";
import { html } from "../view.js";
import { t } from "../words.js";
import { isHelpOpen } from "./help.js";
import { Icon } from "./icon.js";

export function Header() {
  const { name } = route.value;
  const items = SCREENS.map((screen) => {
    const isHere = screen.name === name || screen.also.includes(name);
    return html`<a href="#${screen.name}" aria-current=${isHere ? "page" : undefined}>
      <${Icon} name=${screen.icon} /><span>${t(screen.word)}</span></a>`;
  });
  return html`<header class="bar">
    <a class="skip" href="#main" onClick=${skip}>${t("skip")}</a>
    <a class="brand" href="#play"><${Brand} /><b lang="ja">白黒</b>${" "}<span>Shirokuro</span></a>
    ${SCREENS.length > 1 && html`<nav class="main-nav" aria-label=${t("nav")}>${items}</nav>`}
    <div class="tools">
      <div class="choice" role="group" aria-label=${t("language")}>${language("ja", "日本語")}${language("en", "EN")}</div>
      <button class="icon-button" aria-label=${t("theme")} title=${t("theme")} onClick=${switchTheme}><${Icon} name="theme" /></button>
      <button class="icon-button" aria-label=${t("help.title")} title=${t("help.title")} onClick=${() => (isHelpOpen.value = true)}>
        <${Icon} name="help" /></button>
    </div>
  </header>`;
}

/** @param {"en" | "ja"} code @param {string} text */
function language(code, text) {
  const isChosen = settings.value.language === code;
  return html`<button lang=${code} aria-pressed=${isChosen} onClick=${() => change({ language: code })}>${text}</button>`;
}

/** The address after # is a route, so the browser cannot follow it to an element. @param {Event} event */
function skip(event) {
  event.preventDefault();
  /** @type {SVGElement | null} */ (document.querySelector("main [tabindex='0']"))?.focus();
}

function Brand() {
  return html`<svg viewBox="-14 -14 28 28" aria-hidden="true"><circle r="12" class="face white" />
    <path class="face black" d="M0-12A12 12 0 0 1 0 12z" /><circle r="12" fill="none" stroke="currentColor" stroke-width="1.6" /></svg>`;
}

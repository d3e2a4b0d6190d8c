// A dialog over the page: the browser keeps the focus in it, Escape closes it.
import { html, useEffect, useRef, useState } from "../view.js";
import { t } from "../words.js";
import { Icon } from "./icon.js";

/** @param {{title: string, onClose: () => void, isWide?: boolean, children?: any, foot?: any}} props */
export function Dialog({ title, onClose, isWide = false, children, foot }) {
  const element = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const before = /** @type {HTMLElement | SVGElement | null} */ (document.activeElement);
    element.current?.showModal();
    return () => before?.focus?.();
  }, []);
  const outside = (/** @type {MouseEvent} */ event) => event.target === element.current && onClose();
  return html`<dialog ref=${element} class=${isWide ? "wide" : ""} aria-labelledby="dialog-title"
    onClose=${onClose} onPointerDown=${outside}>
    <header><h2 id="dialog-title">${title}</h2>
      <button class="icon-button" aria-label=${t("close")} onClick=${onClose}><${Icon} name="close" /></button>
    </header>
    ${children}
    ${foot && html`<footer>${foot}</footer>`}
  </dialog>`;
}

/** A question with two answers; `yes`: the word to agree with.
 * @param {{title: string, text: string, yes?: string, onYes: () => void, onClose: () => void}} props */
export function Question({ title, text, yes = title, onYes, onClose }) {
  const agree = () => {
    onClose();
    onYes();
  };
  return html`<${Dialog} title=${title} onClose=${onClose}
    foot=${html`<button class="button bare" onClick=${onClose}>${t("cancel")}</button>
      <button class="button key" onClick=${agree}>${yes}</button>`}>
    <div class="content"><p>${text}</p></div>
  <//>`;
}

/** Asks questions, and holds the current one.
 * @param {{title: string, text: string, yes?: string, onYes: () => void}} asked @returns {[() => void, any]} */
export function useQuestion(asked) {
  const [isOpen, setOpen] = useState(false);
  return [() => setOpen(true), isOpen && html`<${Question} ...${asked} onClose=${() => setOpen(false)} />`];
}

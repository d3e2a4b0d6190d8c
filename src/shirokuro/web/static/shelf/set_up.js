// Set up a position: discs on any cell, whose turn it is; then play from there, or analyse it.
import { whisper } from "../announcer.js";
import { post } from "../api.js";
import { BoardView } from "../board/board.js";
import { boardName } from "../board/board_name.js";
import { boards } from "../catalogue.js";
import { lineOf, other } from "../game.js";
import { useKeys } from "../keys.js";
import { isNewGameOpen, NewGame, newGameFrom } from "../play/new_game.js";
import { settings } from "../settings.js";
import { Icon } from "../shell/icon.js";
import { html, signal, useEffect } from "../view.js";
import { said, t } from "../words.js";
import { showText } from "./link.js";
import { copy } from "./saving.js";
import { cleared, mirrored, spun, started, swapped, withDisc } from "./set_up_board.js";

/** @typedef {import("./set_up_board.js").Arranged} Arranged */

const BRUSHES = ["cycle", "black", "white", "empty"];
const CHECK = 150;

const arranged = signal(/** @type {Arranged | null} */ (null));
const brush = signal("cycle");
/** What the server says of the position. */
const checked = signal(/** @type {any} */ (null));
let asked = 0;

export function SetUp() {
  useEffect(() => {
    arranged.value ??= started(boards.peek().get(settings.peek().board));
  }, []);
  const now = arranged.value;
  useEffect(() => {
    const timer = setTimeout(check, CHECK);
    return () => clearTimeout(timer);
  }, [now]);
  useKeys(Object.fromEntries(BRUSHES.map((each, at) => [String(at + 1), () => (brush.value = each)])));
  if (!now) return null;
  const shown = { ...now, ply: 0, last: null, legal: [], step: null };
  return html`<div class="table set-up">
    <div class="place"><${BoardView} board=${now.board} shown=${shown} onOther=${paint} /></div>
    <h1 class="across">${t("setup.title")}</h1>
    <div class="body"><${Tools} now=${now} /><${State} now=${now} /></div>
    <div class="actions"><button class="button key" disabled=${!canPlay()} onClick=${play}><${Icon} name="go" />${t("from_here")}</button>
      <button class="button" disabled=${!canPlay()} onClick=${() => showText(checked.peek().game, 0, "analysis")}><${Icon} name="find" />${t("setup.analyse")}</button></div>
  </div>${isNewGameOpen.value && html`<${NewGame} />`}`;
}

/** @param {{now: Arranged}} props */
function Tools({ now }) {
  const change = (/** @type {(of: Arranged) => Arranged} */ by) => () =>
    (arranged.value = by(arranged.peek()));
  const board = (/** @type {any} */ event) =>
    (arranged.value = started(boards.peek().get(event.target.value)));
  return html`<section class="part tools-part">
    <label class="field"><span>${t("new.board")}</span><select onChange=${board}>${[
      ...boards.value.values(),
    ].map(
      (each) =>
        html`<option value=${each.name} selected=${each.name === now.board.name}>${boardName(each)}</option>`,
    )}</select></label>
    <div role="radiogroup" aria-label=${t("setup.brush")}><p class="heading">${t("setup.brush")}<span class="for-keys"><kbd>1</kbd>–<kbd>4</kbd></span></p>
      <div class="choice wide-choice">${BRUSHES.map(
        (
          each,
        ) => html`<label><input type="radio" name="brush" checked=${brush.value === each} onChange=${() => (brush.value = each)} />
        ${each === "cycle" ? html`<${Icon} name="swap" />` : html`<i class="dot-disc ${each}" aria-hidden="true"></i>`}${t(`setup.${each}`)}</label>`,
      )}</div></div>
    <div role="radiogroup" aria-label=${t("setup.turn")}><p class="heading">${t("setup.turn")}</p>
      <div class="choice wide-choice">${["black", "white"].map(
        (side) => html`<label><input type="radio" name="turn" checked=${now.turn === side}
        onChange=${() => (arranged.value = { ...now, turn: /** @type {any} */ (side) })} /><i class="dot-disc ${side}" aria-hidden="true"></i>${t(`side.${side}`)}</label>`,
      )}</div></div>
    <div class="row tool-row"><${Tool} icon="undo" word="setup.start" act=${change((of) => started(of.board))} />
      <${Tool} icon="close" word="setup.clear" act=${change(cleared)} /><${Tool} icon="mirror" word="setup.mirror" act=${change(mirrored)} />
      <${Tool} icon="spin" word="setup.spin" act=${change(spun)} /><${Tool} icon="swap" word="setup.swap" act=${change(swapped)} /></div>
  </section>`;
}

/** @param {{icon: any, word: string, act: () => void}} props */
function Tool({ icon, word, act }) {
  return html`<button class="button" onClick=${act}><${Icon} name=${icon} />${t(word)}</button>`;
}

/** How many discs, what may be played, and what no game could have led to. @param {{now: Arranged}} props */
function State({ now }) {
  const line = lineOf(now.board, now);
  const empty = now.board.cells.length - now.black.size - now.white.size;
  return html`<section class="part" aria-live="polite"><p class="disc-counts"><i class="dot-disc black" aria-hidden="true"></i>${t("setup.count_black", { n: now.black.size })}
      <i class="dot-disc" aria-hidden="true"></i>${t("setup.count_white", { n: now.white.size })} <span class="soft">${t("setup.count_empty", { n: empty })}</span></p>
    ${
      checked.value &&
      html`<p><b>${movesText(checked.value.game)}</b></p>
      ${checked.value.remarks.map((/** @type {any} */ each) => html`<p class="remark">${said(each)}</p>`)}`
    }
    <div class="row line-row"><label class="unseen" for="line">${t("setup.line")}</label><input id="line" class="text" readonly value=${line} />
      <button class="button" aria-label=${t("setup.copy")} onClick=${() => copy(line)}><${Icon} name="copy" />${t("export.copy")}</button></div></section>`;
}

/** @param {import("../types.js").Game} game */
function movesText({ legal, is_over, turn }) {
  if (is_over) return t("setup.over");
  const side = t(`side.${turn}`);
  return legal.length
    ? t("setup.moves", { side, n: legal.length })
    : t("setup.pass", { side, other: t(`side.${other(turn)}`) });
}

/** @param {string} square */
function paint(square) {
  if (!square) return;
  arranged.value = withDisc(arranged.peek(), square, brush.peek());
  const side = arranged.peek().black.has(square)
    ? "side.black"
    : arranged.peek().white.has(square)
      ? "side.white"
      : "cell.empty";
  whisper(`${square}${t("comma")}${t(side)}`);
}

async function check() {
  const now = arranged.peek();
  if (!now) return;
  const number = ++asked;
  const got = await post("/texts", { board: now.board.name, text: lineOf(now.board, now) }).catch(() => null);
  if (number === asked) checked.value = got?.games[0] ?? null;
}

const canPlay = () => Boolean(checked.value && !checked.value.game.is_over);

function play() {
  const { board, black, white, turn } = arranged.peek();
  newGameFrom.value = { board, text: lineOf(board, arranged.peek()), discs: { black, white }, turn };
  isNewGameOpen.value = true;
}

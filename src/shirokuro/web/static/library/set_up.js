// Set up a position: discs on any cell and the side to move; then play from it or analyse it.
import { whisper } from "../announcer.js";
import { latest, post } from "../api.js";
import { BoardView } from "../board/board.js";
import { BoardOptions } from "../board/board_name.js";
import { boardOf, usualBoard } from "../boards_and_players.js";
import { lineOf, other, SIDES } from "../game.js";
import { useKeys } from "../keys.js";
import { must } from "../must.js";
import { isNewGameOpen, NewGame, openNewGame } from "../play/new_game.js";
import { settings } from "../settings.js";
import { Choice, onText } from "../shell/field.js";
import { Action, Icon } from "../shell/icon.js";
import { html, signal, useEffect } from "../view.js";
import { said, t } from "../words.js";
import { showText } from "./link.js";
import { copy } from "./saving.js";
import { cleared, mirrored, spun, started, swapped, withDisc } from "./set_up_board.js";

/** @import { Arranged } from "./set_up_board.js" */
/** @import { GameView, Side, TextGame } from "../types.js" */

const BRUSHES = ["cycle", "black", "white", "empty"];
const CHECK = 150;

const arranged = signal(/** @type {Arranged | null} */ (null));
const brush = signal("cycle");
/** The server's answer about the position. */
const checked = signal(/** @type {TextGame | null} */ (null));

export function SetUp() {
  useEffect(() => {
    arranged.value ??= started(usualBoard(settings.peek().board));
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
    <div class="actions"><${Action} icon="go" word="from_here" can=${canPlay()} act=${play} isKey=${true} />
      <${Action} icon="find" word="setup.analyse" can=${canPlay()} act=${() => showText(must(checked.peek()).game, 0, "analysis")} /></div>
  </div>${isNewGameOpen.value && html`<${NewGame} />`}`;
}

/** @param {{now: Arranged}} props */
function Tools({ now }) {
  const change = (/** @type {(of: Arranged) => Arranged} */ by) => () =>
    (arranged.value = by(must(arranged.peek())));
  const start = (/** @type {string} */ name) => (arranged.value = started(boardOf(name)));
  return html`<section class="part tools-part">
    <label class="field"><span>${t("new.board")}</span><select onChange=${onText(start)}><${BoardOptions} chosen=${now.board.name} /></select></label>
    <div role="radiogroup" aria-label=${t("setup.brush")}><p class="heading">${t("setup.brush")}<span class="for-keys"><kbd>1</kbd>–<kbd>4</kbd></span></p>
      <${Choice} name="brush" class="wide-choice" all=${BRUSHES} chosen=${brush.value} choose=${(/** @type {string} */ each) => (brush.value = each)} show=${brushText} /></div>
    <div role="radiogroup" aria-label=${t("setup.turn")}><p class="heading">${t("setup.turn")}</p>
      <${Choice} name="turn" class="wide-choice" all=${SIDES} chosen=${now.turn} choose=${(/** @type {Side} */ turn) => (arranged.value = { ...now, turn })}
        show=${(/** @type {Side} */ side) => html`<i class="dot-disc ${side}" aria-hidden="true"></i>${t(`side.${side}`)}`} /></div>
    <div class="row tool-row"><${Action} icon="undo" word="setup.start" act=${change((of) => started(of.board))} />
      <${Action} icon="close" word="setup.clear" act=${change(cleared)} /><${Action} icon="mirror" word="setup.mirror" act=${change(mirrored)} />
      <${Action} icon="spin" word="setup.spin" act=${change(spun)} /><${Action} icon="swap" word="setup.swap" act=${change(swapped)} /></div>
  </section>`;
}

/** @param {string} each */
const brushText = (each) =>
  html`${each === "cycle" ? html`<${Icon} name="swap" />` : html`<i class="dot-disc ${each}" aria-hidden="true"></i>`}${t(`setup.${each}`)}`;

/** How many discs, what may be played, and what no game could have led to. @param {{now: Arranged}} props */
function State({ now }) {
  const line = lineOf(now.board, now);
  const empty = now.board.cells.length - now.black.size - now.white.size;
  return html`<section class="part" aria-live="polite"><p class="disc-counts"><i class="dot-disc black" aria-hidden="true"></i>${t("setup.count_black", { n: now.black.size })}
      <i class="dot-disc" aria-hidden="true"></i>${t("setup.count_white", { n: now.white.size })} <span class="soft">${t("setup.count_empty", { n: empty })}</span></p>
    ${
      checked.value &&
      html`<p><b>${legalText(checked.value.game)}</b></p>
      ${checked.value.remarks.map((each) => html`<p class="remark">${said(each)}</p>`)}`
    }
    <div class="row line-row"><label class="unseen" for="line">${t("setup.line")}</label><input id="line" class="text" readonly value=${line} />
      <button class="button" aria-label=${t("setup.copy")} onClick=${() => copy(line)}><${Icon} name="copy" />${t("export.copy")}</button></div></section>`;
}

/** @param {GameView} game */
function legalText({ legal, is_over, turn }) {
  if (is_over) return t("setup.over");
  const side = t(`side.${turn}`);
  return legal.length
    ? t("setup.moves", { side, n: legal.length })
    : t("setup.pass", { side, other: t(`side.${other(turn)}`) });
}

/** @param {string} square */
function paint(square) {
  if (!square) return;
  const now = withDisc(must(arranged.peek()), square, brush.peek());
  arranged.value = now;
  const side = SIDES.find((each) => now[each].has(square));
  whisper(`${square}${t("comma")}${t(side ? `side.${side}` : "cell.empty")}`);
}

async function check() {
  const now = arranged.peek();
  if (!now) return;
  const got = await ask(now.board.name, lineOf(now.board, now));
  if (got !== undefined) checked.value = got?.games[0] ?? null;
}

const ask = latest((/** @type {string} */ board, /** @type {string} */ text) =>
  post("/texts", { board, text }).catch(() => null),
);

const canPlay = () => Boolean(checked.value && !checked.value.game.is_over);

function play() {
  const now = must(arranged.peek());
  openNewGame({ board: now.board, text: lineOf(now.board, now), discs: now, turn: now.turn });
}

// The dialog for a new game: board, opponent, colour and clock.
import { boardName, solvedText } from "../board/board_name.js";
import { Thumb } from "../board/felt.js";
import { boardOf, usualBoard } from "../boards_and_players.js";
import { isInviteOpen } from "../friend/links.js";
import { go, route } from "../route.js";
import { change, settings } from "../settings.js";
import { Dialog } from "../shell/dialog.js";
import { Choice, onNumber } from "../shell/field.js";
import { html, signal, useState } from "../view.js";
import { t } from "../words.js";
import { canPlay, isTheRival, Opponents, opponentName } from "./opponents.js";
import { beginWith, CLOCKS, COLOURS, CORNERS, clockText, colourText, cornersText } from "./terms.js";
/** @import { Opponent } from "./opponents.js" */
/** @import { Settings } from "../settings.js" */
/** @import { DrawnBoard, Side } from "../types.js" */

export const isNewGameOpen = signal(false);
/** The position that the next game begins with, if it is not the start of a board.
 * @typedef {{board: DrawnBoard, text: string, turn: Side,
 *   discs: {black: Iterable<string>, white: Iterable<string>}}} Beginning */
const newGameFrom = signal(/** @type {Beginning | null} */ (null));

/** @param {Beginning | null} from */
export function openNewGame(from = null) {
  newGameFrom.value = from;
  isNewGameOpen.value = true;
}

export const BOARDS = ["reversi", "reversi6", "reversi4", "nip", "nip40", "nip32", "nip24", "nip12"];
/** The initial values of another clock. */
const OTHER = "600+5";

/** What was chosen last, until the page is left. @type {Opponent | null} */
let kept = null;

export function NewGame() {
  const [name, setName] = useState(() => usualBoard(settings.peek().board).name.replace("+loop", ""));
  const [isLoop, setLoop] = useState(settings.peek().board.endsWith("+loop"));
  const [colour, setColour] = useState(
    /** @type {Settings["colour"]} */ (newGameFrom.peek()?.turn ?? settings.peek().colour),
  );
  const [clock, setClock] = useState(settings.peek().clock);
  const [handicap, setHandicap] = useState(settings.peek().table?.terms?.handicap ?? 0);
  const [opponent, setOpponent] = useState(() => kept ?? settings.peek().opponent);
  const from = newGameFrom.value;
  const isRound = boardOf(name).is_round;
  const board = from?.board ?? boardOf(isRound && isLoop ? `${name}+loop` : name);
  const close = () => {
    isNewGameOpen.value = false;
    newGameFrom.value = null;
  };
  const isPossible = canPlay(opponent, board);

  const invite = () => {
    close();
    isInviteOpen.value = true;
  };
  const start = async () => {
    kept = opponent;
    change({
      ...(from ? {} : { board: board.name, colour }),
      clock,
      ...(opponent.kind === "level" || isTheRival(opponent) ? { opponent } : {}),
    });
    if (!(await beginWith({ board: board.name, opponent, colour, clock, handicap }, from?.text))) return;
    close();
    if (route.peek().name !== "play" || route.peek().with.tab) go("play");
  };
  return html`<${Dialog} title=${t("new.title")} isWide=${true} onClose=${close} foot=${html`
      <p class="note">${summary(board, opponent, colour, clock)}</p>
      <button class="button bare" onClick=${close}>${t("cancel")}</button>
      <button class="button key" disabled=${!isPossible} onClick=${start}>${t("new.start")}</button>`}>
    <div class="columns">
      <div class="content">
        ${
          from
            ? html`<${Begun} ...${from} />`
            : html`<fieldset><legend>${t("new.board")}</legend>
          <div class="boards">${BOARDS.map((each) => html`<${BoardPick} name=${each} isLoop=${isLoop} isChosen=${each === name} choose=${setName} />`)}</div>
          <label class="check"><input type="checkbox" disabled=${!isRound} checked=${isRound && isLoop}
            onChange=${() => setLoop(!isLoop)} /><span class="soft">${t("new.loop")}</span></label></fieldset>`
        }
        ${
          opponent.kind !== "person" &&
          html`<fieldset><legend>${t("new.colour")}</legend>
          <${Choice} name="colour" all=${COLOURS} chosen=${colour} choose=${setColour} show=${colourText} />
          <label class="check"><input type="checkbox" checked=${settings.value.swaps} onChange=${() => change({ swaps: !settings.peek().swaps })} />
            <span>${t("new.swap")}</span></label></fieldset>`
        }
        ${
          !from &&
          html`<label class="field"><span>${t("new.handicap")}</span>
          <select disabled=${isRound} value=${isRound ? 0 : handicap} onChange=${onNumber(setHandicap)}>${CORNERS.map(
            (n) => html`<option value=${n}>${cornersText(n)}</option>`,
          )}</select></label>`
        }
        <${ClockField} clock=${clock} set=${setClock} />
      </div>
      <div class="content"><${Opponents} board=${board} opponent=${opponent} set=${setOpponent} />
        ${!from && html`<button class="link" onClick=${invite}>${t("friend.invite")}</button>`}
        ${!isPossible && html`<p class="note" role="alert">${t("new.impossible", { board: boardName(board) })}</p>`}</div>
    </div>
  <//>`;
}

/** @param {Beginning} props */
function Begun({ board, discs, turn }) {
  return html`<fieldset><legend>${t("new.from")}</legend><div class="begun"><${Thumb} board=${board} discs=${discs} />
    <p>${boardName(board)}<br /><span class="soft">${t("new.turn", { side: t(`side.${turn}`) })}</span></p></div></fieldset>`;
}

/** @param {{name: string, isLoop: boolean, isChosen: boolean, choose: (name: string) => void, isFocused?: boolean}} props */
export function BoardPick({ name, isLoop, isChosen, choose, isFocused = isChosen }) {
  const board = boardOf(name);
  const solved = solvedText(boardOf(isLoop && board.is_round ? `${name}+loop` : name));
  return html`<label class="pick ${name === "nip" ? "first-round" : ""}">
    <input type="radio" name="board" aria-label=${boardName(board)} aria-describedby=${solved && `solved-${name}`} checked=${isChosen} autofocus=${isFocused} onChange=${() => choose(name)} />
    <${Thumb} board=${board} discs=${board.start} /><span>${boardName(board)}${solved && html`<small id="solved-${name}">${solved}</small>`}</span></label>`;
}

/** @param {{clock: string, set: (clock: string) => void}} props */
function ClockField({ clock, set }) {
  const isOther = !CLOCKS.includes(clock);
  const [seconds, increment] = (isOther ? clock : OTHER).split("+").map(Number);
  return html`<fieldset><legend>${t("new.clock")}</legend>
    <${Choice} name="clock" all=${[...CLOCKS, OTHER]} chosen=${isOther ? OTHER : clock} choose=${set}
      show=${(/** @type {string} */ each) => (each === OTHER ? t("new.other") : clockText(each))} />
    ${
      isOther &&
      html`<label class="field"><span>${t("new.for_game")}</span><input type="number" min="0.1" max="180" step="any" value=${seconds / 60}
        onChange=${onNumber((n) => set(`${Math.round(clamp(n, 0.1, 180) * 60)}+${increment || 0}`))} /></label>
      <label class="field"><span>${t("new.for_move")}</span><input type="number" min="0" max="600" step="1" value=${increment || 0}
        onChange=${onNumber((n) => set(`${seconds}+${clamp(n, 0, 600)}`))} /></label>`
    }</fieldset>`;
}

/** @param {number} value @param {number} least @param {number} most */
const clamp = (value, least, most) => Math.min(most, Math.max(least, value || least));

/** @param {DrawnBoard} board @param {Opponent} opponent @param {string} colour @param {string} clock */
function summary(board, opponent, colour, clock) {
  const parts = [
    boardName(board),
    opponent.kind === "person" ? t("new.two") : t(`new.you_${colour}`),
    opponent.kind === "person" ? "" : t("new.against", { name: opponentName(opponent) }),
    clock ? t("new.with_clock", { n: Math.round((parseFloat(clock) / 60) * 10) / 10 }) : t("new.no_clock"),
  ];
  return parts.filter(Boolean).join(t("comma"));
}

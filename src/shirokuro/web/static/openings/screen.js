// Openings: the tree by name, with the board, what the book says, what was played; drills, and games from here.
import { BoardView } from "../board/board.js";
import { boards } from "../catalogue.js";
import { useKeys } from "../keys.js";
import { opponentName, specOf } from "../play/opponents.js";
import { begin } from "../play/session.js";
import { go } from "../route.js";
import { settings } from "../settings.js";
import { Icon } from "../shell/icon.js";
import { badgeShort, badgeText } from "../study/badge.js";
import { html, signal } from "../view.js";
import { said, t } from "../words.js";
import { beginDrill, DrillPanel, drill, drillBoard } from "./drill.js";
import { counted, Name, otherNames, perCent, ValueBadge, valueOf } from "./figures.js";
import { Find } from "./find.js";
import { boardAsked, follow, goTo, path, shown, step, textOf, useOpenings, view } from "./place.js";
import { Tree } from "./tree.js";

/** @typedef {import("../types.js").OpeningMove} OpeningMove */

/** Whether values stand on the cells. */
const hasValues = signal(true);

export function OpeningsScreen() {
  useOpenings();
  if (!view.value || view.value.board !== boardAsked.value) return null;
  const board = boards.value.get(view.value.board);
  const on = drill.value ? drillBoard() : openingBoard();
  return html`<div class="table is-openings ${drill.value ? "is-drilling" : ""}">
    <div class="place" key="place"><${BoardView} board=${board} ...${on} /></div>
    ${drill.value ? html`<${DrillPanel} />` : html`<${Panel} />`}</div>`;
}

/** What the board does while somebody walks through the tree. */
function openingBoard() {
  /** @type {Map<string, import("../types.js").Decoration>} */
  const decorations = new Map();
  if (hasValues.value)
    for (const known of view.value.moves)
      for (const move of [known.move, ...known.equal])
        if (known.figures.badge || known.figures.games) decorations.set(move, decorated(known));
  return { shown: shown.value, decorations, onPlay: follow };
}

/** Its value, and below it how often it was played, or what the value is worth. @param {OpeningMove} known */
function decorated({ figures, opening }) {
  const { value, badge, games } = figures;
  const all = view.value.figures.games;
  const played = view.value.has_games && all ? perCent(games / all) : "";
  if (!badge) return { text: played, label: t("openings.share", { share: played }) };
  const small = played || badgeShort(badge);
  const label = [
    t("cell.value", { value: `${valueOf(figures)}${t("comma")}${badgeText(badge)}` }),
    opening && said(opening.name),
  ];
  return {
    text: valueOf(figures),
    small,
    isBest: value === view.value.figures.value,
    label: label.filter(Boolean).join(t("comma")),
  };
}

const switchValues = () => (hasValues.value = !hasValues.peek());

function Panel() {
  useKeys({ ",": () => step(-1), ".": () => step(1), v: switchValues });
  return html`<header class="across"><${Crumbs} /><${Head} /></header>
    <div class="actions"><button class="button key" disabled=${!view.value.has_book} onClick=${() => beginDrill()}><${Icon} name="book" />${t("openings.drill")}</button>
      <button class="button" disabled=${view.value.place.is_over} title=${t("new.against", { name: opponentName(settings.value.opponent) })} onClick=${playHere}><${Icon} name="go" />${t("openings.play")}</button></div>
    <div class="body" tabindex="0" role="region" aria-label=${t("nav.openings")}><${Find} /><${Moves} /><${Tree} /></div>`;
}

/** The openings on the way here. */
function Crumbs() {
  const { passed } = view.value;
  const crumb = (/** @type {any} */ name, /** @type {number} */ ply) => {
    const isHere = ply === path.value.length;
    return html`<li key=${ply}><button class="link" aria-current=${isHere ? "location" : undefined} disabled=${isHere} onClick=${() => goTo(path.peek().slice(0, ply))}>${name}</button></li>`;
  };
  return html`<nav aria-label=${t("openings.way")}><ol class="crumbs">${crumb(t("openings.start"), 0)}${passed.map(({ name, ply }) => crumb(said(name), ply))}</ol></nav>`;
}

/** What the place is called, the moves to it, and what the book and the games say. */
function Head() {
  const { passed, figures, place, has_book } = view.value;
  const last = passed.at(-1);
  const isNamed = last?.ply === path.value.length;
  const title = isNamed ? said(last.name) : path.value.length ? t("openings.unnamed") : t("nav.openings");
  return html`<h1 class="serif">${title}</h1>
    <p class="serif soft others">${isNamed && otherNames(last)}</p>
    <${Line} />
    <p class="said">${
      figures.value !== null &&
      html`<i class="dot-disc ${place.turn}" aria-hidden="true"></i><span class="unseen">${t(`side.${place.turn}`)}</span>
      <b>${valueOf(figures)}</b><${ValueBadge} figures=${figures} />`
    }
      ${figures.value === null && html`<span class="soft">${t(has_book ? "openings.out" : "openings.no_book")}</span>`}
      ${figures.score !== null && html`<span class="soft small">${t("openings.played", { n: counted(figures.games), side: t(`side.${place.turn}`), share: perCent(figures.score) })}</span>`}</p>`;
}

/** The moves to here, each a way back. */
function Line() {
  if (!path.value.length)
    return html`<p class="note">${t(view.value.named.length ? "openings.lead" : "openings.lead_plain")}</p>`;
  return html`<ol class="line" aria-label=${t("moves")}>${view.value.place.moves.map(
    ({
      move,
      side,
      ply,
    }) => html`<li key=${ply}><button aria-current=${ply === path.value.length ? "step" : undefined} onClick=${() => goTo(path.peek().slice(0, ply))}>
      <i class="dot-disc ${side}" aria-hidden="true"></i>${move === "pass" ? t("pass") : move}</button></li>`,
  )}</ol>`;
}

/** The moves that are known here, best first. */
function Moves() {
  const { moves, place, figures, has_games } = view.value;
  const mustPass = !place.legal.length && !place.is_over;
  if (!moves.length && !mustPass) return null;
  const shownMoves = moves.length
    ? moves
    : [
        /** @type {any} */ ({
          move: "pass",
          equal: [],
          figures: { value: null, badge: null, games: 0, score: null },
          opening: null,
          line: [],
        }),
      ];
  return html`<section class="part"><h2>${t("openings.moves", { side: t(`side.${place.turn}`) })}
      <label class="check"><input type="checkbox" checked=${hasValues.value} onChange=${switchValues} />${t("analysis.show")} <kbd class="for-keys">V</kbd></label></h2>
    <table class="figures known"><tbody>${shownMoves.map(
      (
        each,
      ) => html`<tr key=${each.move} class=${each.figures.value !== null && each.figures.value === figures.value ? "is-best" : ""}>
        <th scope="row"><button class="pick-move" onClick=${() => follow(each.move)}>${each.move === "pass" ? t("pass") : each.move}</button></th>
        <td>${valueOf(each.figures)}</td><td><${ValueBadge} figures=${each.figures} isShort=${true} /></td>
        ${has_games && html`<td>${each.figures.games ? counted(each.figures.games) : ""}</td><td>${each.figures.score !== null ? perCent(each.figures.score) : ""}</td>`}
        <td class="leads">${each.opening ? html`<span class="serif"><${Name} label=${each.opening} /></span>` : html`<span class="soft">${each.line.slice(0, 5).join(" ")}</span>`}</td></tr>`,
    )}</tbody></table></section>`;
}

/** A game from here against whoever was chosen to play. */
async function playHere() {
  const { opponent, colour } = settings.peek();
  const mine = colour === "lot" ? (Math.random() < 0.5 ? "black" : "white") : colour;
  const seats = {
    black: "person",
    white: "person",
    [mine === "black" ? "white" : "black"]: specOf(opponent),
  };
  const made = await begin({ board: view.peek().board, seats, text: textOf(path.peek()) });
  if (made) go("play");
}

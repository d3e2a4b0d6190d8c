// Openings: the tree by name, with the board, the book's values and results of games; drills, and games from here.
import { BoardView } from "../board/board.js";
import { boardOf } from "../boards_and_players.js";
import { movesText } from "../game.js";
import { useKeys } from "../keys.js";
import { must } from "../must.js";
import { opponentName } from "../play/opponents.js";
import { begin } from "../play/session.js";
import { seatsOf } from "../play/terms.js";
import { badgeShort, badgeText } from "../review/badge.js";
import { MoveLine } from "../review/lines.js";
import { go } from "../route.js";
import { settings } from "../settings.js";
import { Action, Icon } from "../shell/icon.js";
import { html, signal } from "../view.js";
import { moveText, said, t } from "../words.js";
import { beginDrill, DrillPanel, drill, drillBoard } from "./drill.js";
import { known, useEngineValues } from "./engine_values.js";
import { Find } from "./find.js";
import { LibraryGames } from "./games.js";
import { counted, Ended, Name, otherNames, perCent, statText, ValueBadge } from "./opening_stats.js";
import { boardAsked, follow, goTo, openTab, path, shown, step, tab, useOpenings, view } from "./place.js";
import { Tree } from "./tree.js";

/** @import { Decoration } from "../board/cells.js" */
/** @import { OpeningMove } from "../types.js" */

/** Whether the cells show values. */
const hasValues = signal(true);

export function OpeningsScreen() {
  useOpenings();
  if (!view.value || view.value.board !== boardAsked.value) return null;
  const board = boardOf(view.value.board);
  const on = drill.value ? drillBoard() : openingBoard();
  return html`<div class="table is-openings ${drill.value ? "is-drilling" : ""}">
    <div class="place" key="place"><${BoardView} board=${board} ...${on} /></div>
    ${drill.value ? html`<${DrillPanel} />` : html`<${Panel} />`}</div>`;
}

/** The board's behaviour while the reader walks through the tree. */
function openingBoard() {
  /** @type {Map<string, Decoration>} */
  const decorations = new Map();
  if (hasValues.value)
    for (const each of known.value.moves)
      for (const move of [each.move, ...each.equal])
        if (each.figures.badge || each.figures.games) decorations.set(move, decorated(each));
  return { shown: shown.value, decorations, onPlay: follow };
}

/** Its value, and below it how often it was played, or what the value is worth. @param {OpeningMove} of */
function decorated({ figures, opening }) {
  const { value, badge, games } = figures;
  const { figures: here, has_games } = known.value;
  const played = has_games && here.games ? perCent(games / here.games) : "";
  if (!badge) return { text: played, label: t("openings.share", { share: played }) };
  const small = played || badgeShort(badge);
  const label = [
    t("cell.value", { value: `${statText(figures)}${t("comma")}${badgeText(badge)}` }),
    opening && said(opening.name),
  ];
  return {
    text: statText(figures),
    small,
    isBest: value === here.value,
    label: label.filter(Boolean).join(t("comma")),
  };
}

const switchValues = () => (hasValues.value = !hasValues.peek());

function Panel() {
  useEngineValues();
  useKeys({ ",": () => step(-1), ".": () => step(1), v: switchValues });
  return html`<header class="across"><${Crumbs} /><${Head} /></header>
    <div class="actions"><${Action} icon="book" word="openings.drill" can=${must(view.value).has_book} act=${() => beginDrill()} isKey=${true} />
      <button class="button" disabled=${must(view.value).place.is_over} title=${t("new.against", { name: opponentName(settings.value.opponent) })} onClick=${playHere}><${Icon} name="go" />${t("openings.play")}</button></div>
    <div class="body" tabindex="0" role="region" aria-label=${t("nav.openings")}><${Find} /><${Moves} /><${Tabs} /></div>`;
}

/** The openings by name, or the games that came here. */
function Tabs() {
  const isGames = tab.value === "games";
  const button = (/** @type {"" | "games"} */ name, /** @type {string} */ word) => {
    const isOpen = tab.value === name;
    return html`<button role="tab" id="tab-${name || "names"}" aria-selected=${isOpen} aria-controls="openings-panel"
      tabindex=${isOpen ? 0 : -1} onClick=${() => openTab(name)}>${t(word)}</button>`;
  };
  const turn = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    openTab(isGames ? "" : "games");
    document.getElementById(isGames ? "tab-names" : "tab-games")?.focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${t("openings.views")} onKeyDown=${turn}>${button("", "openings.names")}${button("games", "openings.games")}</div>
    <div id="openings-panel" role="tabpanel" aria-labelledby="tab-${tab.value || "names"}">${isGames ? html`<${LibraryGames} />` : html`<${Tree} />`}</div>`;
}

/** The openings on the way to this position. */
function Crumbs() {
  const { passed } = must(view.value);
  const crumb = (/** @type {string} */ name, /** @type {number} */ ply) => {
    const isHere = ply === path.value.length;
    return html`<li key=${ply}><button class="link" aria-current=${isHere ? "location" : undefined} disabled=${isHere} onClick=${() => goTo(path.peek().slice(0, ply))}>${name}</button></li>`;
  };
  return html`<nav aria-label=${t("openings.way")}><ol class="crumbs">${crumb(t("openings.start"), 0)}${passed.map(({ name, ply }) => crumb(said(name), ply))}</ol></nav>`;
}

/** The names of the position, the moves to it, and the values of the book and the games. */
function Head() {
  const { passed, figures, has_book } = known.value;
  const last = passed.at(-1);
  const isNamed = last?.ply === path.value.length;
  const title = isNamed ? said(last.name) : path.value.length ? t("openings.unnamed") : t("nav.openings");
  return html`<h1 class="serif">${title}</h1>
    <p class="serif soft others">${isNamed && otherNames(last)}</p>
    <${Line} />
    <p class="said">${
      figures.value !== null &&
      html`<i class="dot-disc black" aria-hidden="true"></i><span class="unseen">${t("side.black")}</span>
      <b>${statText(figures)}</b><${ValueBadge} figures=${figures} />`
    }
      ${figures.value === null && html`<span class="soft">${t(has_book ? "openings.out" : "openings.no_book")}</span>`}
      ${figures.score !== null && html`<span class="soft small">${t("openings.played", { n: counted(figures.games), side: t("side.black"), share: perCent(figures.score) })}</span>`}</p>`;
}

/** The moves to this position, each a way back. */
function Line() {
  if (!path.value.length)
    return html`<p class="note">${t(must(view.value).named.length ? "openings.lead" : "openings.lead_plain")}</p>`;
  const back = (/** @type {number} */ n) => ({ onClick: () => goTo(path.peek().slice(0, n)) });
  return html`<${MoveLine} moves=${path.value} first="black" at=${path.value.length} on=${back} aria-label=${t("moves")} />`;
}

/** @type {OpeningMove} */
const PASS = {
  move: "pass",
  equal: [],
  figures: { value: null, badge: null, games: 0, wins: 0, draws: 0, score: null },
  opening: null,
  line: [],
};

/** The known moves here, best first. */
function Moves() {
  const { moves, place, figures, has_games } = known.value;
  const mustPass = !place.legal.length && !place.is_over;
  if (!moves.length && !mustPass) return null;
  const shownMoves = moves.length ? moves : [PASS];
  return html`<section class="part"><h2>${t("openings.moves")}
      <label class="check"><input type="checkbox" checked=${hasValues.value} onChange=${switchValues} />${t("analysis.show")} <kbd class="for-keys">V</kbd></label></h2>
    <table class="stats known"><tbody>${shownMoves.map(
      (each) => html`<tr key=${each.move}
        class=${each.figures.value !== null && each.figures.value === figures.value ? "is-best" : ""}>
        <th scope="row"><button class="pick-move" onClick=${() => follow(each.move)}>${moveText(each.move)}</button></th>
        <td>${statText(each.figures)}</td><td class=${has_games ? "if-roomy" : ""}><${ValueBadge} figures=${each.figures} isShort=${true} /></td>
        ${has_games && html`<td>${each.figures.games ? counted(each.figures.games) : ""}</td><td class="if-wide">${each.figures.games > 0 && html`<${Ended} figures=${each.figures} />`}</td><td>${each.figures.score !== null ? perCent(each.figures.score) : ""}</td>`}
        <td class="leads">${each.opening ? html`<span class="serif"><${Name} label=${each.opening} /></span>` : html`<span class="soft">${each.line.slice(0, 5).join(" ")}</span>`}</td></tr>`,
    )}</tbody></table></section>`;
}

/** Starts a game from here against the opponent chosen on Play. */
async function playHere() {
  const { opponent, colour } = settings.peek();
  const { board } = must(view.peek());
  const made = await begin({ board, seats: seatsOf(opponent, colour), text: movesText(path.peek()) });
  if (made) go("play");
}

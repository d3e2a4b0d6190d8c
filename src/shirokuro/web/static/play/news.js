// Events of the game in words: moves, passes, the end.
import { announce, news } from "../announcer.js";
import { other, sidesOf } from "../game.js";
import { said, t } from "../words.js";
/** @import { GameView, MadeMove, Side } from "../types.js" */

/** Says the move that led to a place. @param {GameView} game @param {number} ply */
export function announceMove(game, ply) {
  const move = game.moves[ply - 1];
  const isEnd = game.is_over && ply === game.ply;
  const say = () => [told(game, move), isEnd ? resultText(game) : ""].filter(Boolean).join(t("space"));
  announce(say, move.side, move.move === "pass" || isEnd);
}

/** Says how a game ended whose last move was seen before. @param {GameView} game */
export function announceEnd(game) {
  if (game.result?.by === "discs") announceMove(game, game.ply);
  else announce(() => resultText(game), null, true);
}

/** Shows, without saying it, how a game stands that was just opened. @param {GameView} game */
export function showStanding(game) {
  const move = game.moves.at(-1);
  const say = () =>
    move ? told(game, move) : game.result ? "" : t("news.begins", { side: t(`side.${game.turn}`) });
  news.value = { say, side: move?.side ?? null, isStrong: false };
}

/** @param {GameView} game @param {MadeMove} move */
function told(game, { side, move, flips, seconds }) {
  if (move === "pass") return passText(game, side);
  const n = flips.flat().length;
  if (isMine(game, side)) return t("news.mine", { move, n });
  const isLong = seconds !== undefined && seconds !== null && seconds >= 0.1;
  const text = t("news.theirs", { side: t(`side.${side}`), move, n });
  return isLong && game.seats[side].kind === "player"
    ? `${text} ${t("news.seconds", { s: seconds.toFixed(1) })}`
    : text;
}

/** @param {GameView} game @param {Side} side */
function passText(game, side) {
  if (isMine(game, side)) return t("news.pass_mine");
  const next = other(side);
  const text = t("news.pass", { side: t(`side.${side}`) });
  return isMine(game, next) ? `${text} ${t("news.again")}` : text;
}

/** Whether the side is that of the only person. @param {GameView} game @param {Side} side */
export function isMine(game, side) {
  const people = sidesOf(game, "person");
  return people.length === 1 && people[0] === side;
}

/** How the game ended, for whoever sits here. @param {GameView} game */
export function resultText(game) {
  const { result } = game;
  if (!result) return "";
  if (result.by === "resigned" && result.winner && isMine(game, other(result.winner)))
    return t("result.resigned");
  if (result.by !== "discs" || result.handicap_discs) return said(result.text);
  const people = sidesOf(game, "person");
  if (people.length !== 1) return scoreText(result);
  const [me, them] = [result[people[0]], result[other(people[0])]];
  const word =
    result.winner === null ? "result.draw" : result.winner === people[0] ? "result.won" : "result.lost";
  return t(word, { mine: me, theirs: them });
}

/** Where nobody in particular sits here. @param {NonNullable<GameView["result"]>} result */
function scoreText({ winner, black, white }) {
  if (winner === null) return t("result.drawn", { black, white });
  const [mine, theirs] = winner === "black" ? [black, white] : [white, black];
  return t("result.side_won", { side: t(`side.${winner}`), mine, theirs });
}

// A game with a friend, beside the board: the link while one waits, who is here, offers, and who may watch.
import { announce } from "../announcer.js";
import { call, post, remove } from "../api.js";
import { mySide, other, theGame } from "../game.js";
import { copy } from "../library/saving.js";
import { must } from "../must.js";
import { openNewGame } from "../play/new_game.js";
import { clear, open, put } from "../play/session.js";
import { openTab } from "../play/table.js";
import { go, replace } from "../route.js";
import { useQuestion } from "../shell/dialog.js";
import { fieldOf } from "../shell/field.js";
import { Action, Icon } from "../shell/icon.js";
import { attempt, trouble } from "../shell/notice.js";
import { html, useEffect, useState } from "../view.js";
import { t } from "../words.js";
import { isOnlyHere, keepSecrets, linkTo, secretsOf } from "./links.js";

/** @import { GameView, PeopleView, Side } from "../types.js" */

/** @param {PeopleView} people @param {Side} side */
const nameIn = (people, side) => people[side]?.name || t("friend.someone");

/** The game's people, and one's own side and the friend's. */
function table() {
  const { people, is_over } = theGame();
  const you = people?.you ?? null;
  return { people: must(people), you, is_over, friend: you && other(you) };
}

/** Asks the server about the game on the table. @param {"draw" | "claim" | "rematch"} what @param {"POST" | "DELETE"} [method] */
async function askFriend(what, method = "POST") {
  const got = await attempt(() => call(method, `/games/${theGame().id}/${what}`));
  if (got) put(/** @type {GameView} */ (got));
}

export function FriendPart() {
  const { people, you, friend, is_over } = table();
  const offers = Boolean(friend && people[friend]?.offers);
  useEffect(() => {
    if (!offers || !friend) return;
    const name = nameIn(people, friend);
    announce(() => t(is_over ? "friend.wants_rematch" : "friend.offers_draw", { name }), friend);
  }, [offers, is_over]);
  useEffect(() => void (people.next && follow(people.next)), [people.next]);
  if (!you || !friend)
    return html`<section class="part"><p>${t("friend.watching", { black: nameIn(people, "black"), white: nameIn(people, "white") })}</p></section>`;
  if (people[friend] === null) return html`<${Waiting} />`;
  return html`<section class="part friend">
    ${!is_over && html`<p class="note">${t("friend.no_help")}</p>`}
    ${offers && !is_over && html`<${Asked} text=${t("friend.offers_draw", { name: nameIn(people, friend) })} yes="friend.accept" no="friend.decline" />`}
    ${people[you]?.offers && !is_over && html`<${Asked} text=${t("friend.offered_draw")} no="friend.take_back" />`}
    ${is_over && offers && html`<p>${t("friend.wants_rematch", { name: nameIn(people, friend) })}</p>`}
    ${is_over && people[you]?.offers && !people.next && html`<p>${t("friend.offered_rematch")}</p>`}
    ${people.claim !== null && html`<${Claim} key=${theGame().revision} seconds=${people.claim} name=${nameIn(people, friend)} />`}
    ${!is_over && html`<${Spectators} />`}</section>`;
}

/** The game after this one, for both. @param {string} id */
async function follow(id) {
  if (await open(id)) replace(`game=${id}`);
}

/** @param {{text: string, yes?: string, no: string}} props */
function Asked({ text, yes, no }) {
  return html`<p>${text}</p><div class="row">
    ${yes && html`<${Action} icon="done" word=${yes} act=${() => askFriend("draw")} />`}
    <${Action} icon="close" word=${no} act=${() => askFriend("draw", "DELETE")} /></div>`;
}

/** The win against somebody who stays away. @param {{seconds: number, name: string}} props */
function Claim({ seconds, name }) {
  const [left, setLeft] = useState(Math.ceil(seconds));
  useEffect(() => {
    const timer = setInterval(() => setLeft((n) => Math.max(0, n - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  if (left) return html`<p class="note">${t("friend.away_claim", { name, n: left })}</p>`;
  return html`<p>${t("friend.away_long", { name })}</p><div class="row"><${Action} icon="flag" word="friend.claim" act=${() => askFriend("claim")} /></div>`;
}

/** Before the friend has come: the link. */
function Waiting() {
  const id = must(theGame().id);
  const [secret, setSecret] = useState(secretsOf(id).seat ?? "");
  const renew = async () => {
    const got = await attempt(() => post(`/games/${id}/invitation`));
    if (!got) return;
    keepSecrets(id, { seat: got.secret });
    setSecret(got.secret);
  };
  const withdraw = async () => {
    if ((await attempt(() => remove(`/games/${id}`))) === null && trouble.peek()) return;
    clear();
    go("play");
  };
  const [ask, question] = useQuestion({
    title: t("friend.withdraw"),
    text: t("friend.withdraw_sure"),
    onYes: withdraw,
  });
  return html`<section class="part friend"><h2 class="heading">${t("friend.waiting")}</h2>
    ${secret ? html`<${LinkField} word="friend.link" address=${linkTo("join", secret)} />` : html`<p>${t("friend.lost_link")}</p>`}
    <p class="note">${t("friend.link_about", { side: t(`side.${other(must(mySide.value))}`) })}</p>
    ${isOnlyHere() && html`<p class="note" role="note">${t("friend.only_here_short")}</p>`}
    <p class="note">${t("friend.who_sees")}</p>
    <div class="row"><${Action} icon="link" word="friend.renew" act=${renew} /><${Action} icon="bin" word="friend.withdraw" act=${ask} /></div>${question}</section>`;
}

/** A link to be copied, or handed to another program. @param {{word: string, address: string}} props */
function LinkField({ word, address }) {
  const [isDone, setDone] = useState(false);
  const take = async () => {
    await copy(address);
    setDone(true);
  };
  const share = () => navigator.share({ url: address, title: t("friend.share_title") }).catch(() => {});
  return html`<div class="export-link"><label for=${word}><b>${t(word)}</b></label>
    <div class="row"><input id=${word} class="text" readonly value=${address} onFocus=${(/** @type {Event} */ e) => fieldOf(e).select()} />
      <button class="button" onClick=${take}><${Icon} name=${isDone ? "done" : "link"} />${t(isDone ? "export.done" : "export.copy_link")}</button>
      ${"share" in navigator && html`<${Action} icon="share" word="friend.share" act=${share} />`}</div></div>`;
}

/** The link for spectators, made when it is first wanted. */
function Spectators() {
  const id = must(theGame().id);
  const [secret, setSecret] = useState(secretsOf(id).watch ?? "");
  const [isOpen, setOpen] = useState(false);
  const show = async () => {
    if (!secret) {
      const got = await attempt(() => post(`/games/${id}/spectators`));
      if (!got) return;
      keepSecrets(id, { watch: got.secret });
      setSecret(got.secret);
    }
    setOpen(true);
  };
  if (!isOpen) return html`<button class="link" onClick=${show}>${t("friend.let_watch")}</button>`;
  return html`<${LinkField} word="friend.watch_link" address=${linkTo("see", secret)} /><p class="note">${t("friend.watch_about")}</p>`;
}

export function FriendActions() {
  const { people, you, friend, is_over } = table();
  const [askToResign, question] = useQuestion({
    title: t("resign"),
    text: t("resign.sure"),
    onYes: async () => {
      const got = await attempt(() => post(`/games/${theGame().id}/resign`));
      if (got) put(got);
    },
  });
  if (!you || !friend) return null;
  const again = html`<${Action} key="new" icon="plus" word="new" act=${() => openNewGame()} />`;
  if (people[friend] === null) return again;
  if (is_over)
    return html`<${Action} key="review" icon="find" word="review.short" label="review.open" act=${() => openTab("review")} isKey=${true} />
      <${Action} key="rematch" icon="swap" word="friend.rematch" can=${!people[you]?.offers} act=${() => askFriend("rematch")} />${again}`;
  return html`<${Action} key="draw" icon="equal" word="friend.draw" label="friend.offer_draw" can=${!people[you]?.offers} act=${() => askFriend("draw")} />
    <${Action} key="resign" icon="flag" word="resign" act=${askToResign} />${question}`;
}

// The buttons back, play or pause and forward, and the speed, for a current game or a replay.
import { drawn, game, isPresent, place, tempo } from "../game.js";
import { useKeys } from "../keys.js";
import { must } from "../must.js";
import { lookAt } from "../play/game_tab.js";
import { change, settings } from "../settings.js";
import { onNumber } from "../shell/field.js";
import { Icon } from "../shell/icon.js";
import { html, useEffect, useState } from "../view.js";
import { t } from "../words.js";
import { changePace, isLive, match, step } from "./match.js";
import { FASTEST, replaySeconds, secondsOf, speedName, speedOf, tempoOf } from "./speed.js";

export function Controls() {
  const [isReplayed, setReplayed] = useState(false);
  const [slid, setSlid] = useState(/** @type {number | null} */ (null));
  const isHere = isLive();
  const pace = isHere ? must(match.value).pace : null;
  const isGoing = isHere ? pace !== null : isReplayed;
  const speed = slid ?? (pace !== null ? speedOf(pace) : settings.value.speed);
  const isAtEnd = isPresent.value;
  const wanted = isGoing ? tempoOf(isHere ? secondsOf(speed) : replaySeconds(speed)) : "calm";
  useEffect(() => {
    tempo.value = wanted;
  }, [wanted]);
  useReplay(isReplayed && !isHere, replaySeconds(speed), () => setReplayed(false));

  const toggle = () => {
    if (isHere) changePace(isGoing ? null : secondsOf(speed));
    else {
      if (!isGoing && isAtEnd) lookAt(0);
      setReplayed(!isGoing);
    }
  };
  const back = () => {
    setReplayed(false);
    lookAt(drawn.peek().ply - 1);
  };
  const on = () => {
    setReplayed(false);
    if (!isAtEnd) lookAt(drawn.peek().ply + 1);
    else if (isHere) step();
  };
  const settle = async (/** @type {number} */ speed) => {
    change({ speed });
    if (isHere && isGoing) await changePace(secondsOf(speed));
    setSlid(null);
  };
  useKeys({ p: toggle, ",": back, ".": on });
  const canGoOn = !isAtEnd || isHere;
  return html`
    <button class="icon-button" aria-label=${t("watch.back")} title=${t("watch.back")} disabled=${drawn.value.ply === 0}
      onClick=${back}><${Icon} name="previous" /></button>
    <button class="button key" aria-label=${t(isGoing ? "watch.pause" : "watch.play")} title=${t(isGoing ? "watch.pause" : "watch.play")}
      aria-keyshortcuts="P" onClick=${toggle}><${Icon} name=${isGoing ? "pause" : "go"} /></button>
    <button class="icon-button" aria-label=${t("watch.on")} title=${t("watch.on")} disabled=${!canGoOn} onClick=${on}><${Icon} name="next" /></button>
    <label class="unseen" for="speed">${t("speed")}</label>
    <input id="speed" type="range" min="0" max=${FASTEST} value=${speed} onInput=${onNumber(setSlid)} onChange=${onNumber(settle)} aria-valuetext=${speedName(speed)} />
    <output for="speed" class="small">${speedName(speed)}</output>`;
}

/** Shows one move after the other until the end. @param {boolean} isOn @param {number} seconds @param {() => void} onEnd */
function useReplay(isOn, seconds, onEnd) {
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => {
      const next = (place.peek() ?? must(game.peek()).ply) + 1;
      lookAt(next);
      if (next >= must(game.peek()).ply) onEnd();
    }, 1000 * seconds);
    return () => clearInterval(timer);
  }, [isOn, seconds]);
}

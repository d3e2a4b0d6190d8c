// Three soft sounds, made as they are needed: a disc is placed, discs turn or a side passes, the game ends.
import { change, isStill, settings } from "../settings.js";

/** Pitch at the beginning and at the end in Hz, seconds, loudness, and when it begins; a sound has one or more.
 * @typedef {[from: number, to: number, seconds: number, loudness: number, after?: number]} Tone */
/** @type {Record<"place" | "turn" | "end", Tone[]>} */
const SOUNDS = {
  place: [
    [210, 95, 0.09, 0.22],
    [1400, 500, 0.025, 0.05],
  ],
  turn: [[620, 480, 0.07, 0.05]],
  end: [
    [392, 392, 0.5, 0.07],
    [523, 523, 0.7, 0.06, 0.16],
  ],
};

/** @type {AudioContext | null} */
let speaker = null;

/** Whether sounds are played: as chosen, otherwise unless the system asks for less motion. */
export const hasSound = () => settings.value.sound ?? !isStill();

export const switchSound = () => change({ sound: !hasSound() });

/** @param {keyof typeof SOUNDS} name @param {number} [after] seconds from now */
export function sound(name, after = 0) {
  // Browsers refuse sounds, and complain of them, before somebody has touched the page.
  if (!hasSound() || !navigator.userActivation?.hasBeenActive) return;
  speaker ??= new AudioContext();
  for (const tone of SOUNDS[name]) play(speaker, tone, speaker.currentTime + after);
}

/** @param {AudioContext} to @param {Tone} tone @param {number} start */
function play(to, [from, end, seconds, loudness, after = 0], start) {
  const [tone, volume] = [to.createOscillator(), to.createGain()];
  const begin = start + after;
  tone.frequency.setValueAtTime(from, begin);
  tone.frequency.exponentialRampToValueAtTime(end, begin + seconds);
  volume.gain.setValueAtTime(0.0001, begin);
  volume.gain.exponentialRampToValueAtTime(loudness, begin + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + seconds);
  tone.connect(volume).connect(to.destination);
  tone.start(begin);
  tone.stop(begin + seconds);
}

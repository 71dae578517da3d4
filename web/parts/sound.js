// @ts-check
// A few short tones, made on the spot. Nothing sounds, and no audio is opened, before the first gesture.

import { recallFlag, rememberFlag } from '../net/keep.js';

/** Own sounds at most this often. */
const GAP_MS = 80;

/** Frequencies in hertz with their begin and length in seconds, the wave, how loud. */
/** @type {Record<import('../games/contract.d.ts').SoundName, { notes: [number, number, number][], wave: OscillatorType, gain: number }>} */
const SOUNDS = {
  tap: { notes: [[660, 0, 0.03]], wave: 'triangle', gain: 0.12 },
  lay: { notes: [[523, 0, 0.05], [784, 0.04, 0.07]], wave: 'triangle', gain: 0.22 },
  turn: { notes: [[240, 0, 0.03], [300, 0.03, 0.03]], wave: 'triangle', gain: 0.12 },
  lost: { notes: [[196, 0, 0.12], [147, 0.1, 0.18]], wave: 'sawtooth', gain: 0.12 },
  no: { notes: [[170, 0, 0.09]], wave: 'square', gain: 0.07 },
  count: { notes: [[440, 0, 0.08]], wave: 'triangle', gain: 0.2 },
  go: { notes: [[880, 0, 0.22]], wave: 'triangle', gain: 0.25 },
  mine: { notes: [[587, 0, 0.08], [880, 0.09, 0.12]], wave: 'sine', gain: 0.25 },
  win: { notes: [[523, 0, 0.12], [659, 0.11, 0.12], [784, 0.22, 0.12], [1047, 0.33, 0.3]], wave: 'triangle', gain: 0.25 },
  join: { notes: [[392, 0, 0.07], [523, 0.07, 0.1]], wave: 'sine', gain: 0.16 },
};

/** @type {AudioContext | null} */
let audio = null;
let last = 0;
let on = recallFlag('sound', true);

/** Opens the audio; only within a gesture. */
function open() {
  if (!on || audio !== null || typeof AudioContext === 'undefined') return;
  try {
    audio = new AudioContext();
  } catch {
    // Without audio the game is silent.
  }
}
for (const gesture of ['pointerup', 'keydown']) addEventListener(gesture, open, { capture: true, passive: true });

export const soundOn = () => on;

/** @param {boolean} wanted */
export function setSound(wanted) {
  on = wanted;
  rememberFlag('sound', wanted);
  if (wanted) open();
}

/** @param {import('../games/contract.d.ts').SoundName} name */
export function sound(name) {
  if (!on || audio === null || document.hidden || performance.now() - last < GAP_MS) return;
  last = performance.now();
  if (audio.state === 'suspended') audio.resume().catch(() => {});
  const { notes, wave, gain } = SOUNDS[name];
  for (const [hertz, begin, length] of notes) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const at = audio.currentTime + begin;
    tone.type = wave;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(gain, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length + 0.02);
  }
}

/** A short buzz in the hand. @param {number} ms */
export function buzz(ms) {
  if (on && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(ms);
}

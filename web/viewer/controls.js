// @ts-check
// The controls of a replay: the line that says what happened, the slider with the rounds on it, the buttons. While
// a race is seen in slow motion it stands where the slider is.

import { el, setAttr, setText, svg } from '../parts/el.js';
import { sideName } from '../room/people.js';
import { SPEEDS } from './player.js';
import { beaten } from './story.js';

/**
 * @typedef {import('./player.js').Player} Player
 * @typedef {import('./story.js').Story} Story
 *
 * @typedef {object} Deeds
 * @property {() => void} toggle
 * @property {(by: 1 | -1) => void} step
 * @property {(time: number) => void} seek
 * @property {(speed: number) => void} speed
 * @property {() => void} contest
 */

/** Marks of a kind on the slider: more would be a smear, and there are none. */
const MARKS_MAX = 150;
/** Rounds whose numbers stand there. */
const NUMBERED_MAX = 20;

/** @type {Record<string, string>} */
const PATHS = {
  play: 'M7 4v16l13-8z',
  pause: 'M6 4h4v16H6zM14 4h4v16h-4z',
  back: 'M5 4h3v16H5zM20 4v16L9 12z',
  forth: 'M16 4h3v16h-3zM4 4v16l11-8z',
  contest: 'M13 2 4 14h6l-1 8 9-12h-6z',
};

/** @param {string} name */
const picture = (name) => svg('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true', fill: 'currentColor' }, svg('path', { d: PATHS[name] ?? '' }));

/** As a clock shows what has passed: 75,000 is "1:15". @param {number} ms */
export function passed(ms) {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * Says something with the names in it apart: where there is too little room they are cut, and never what was done.
 * @param {HTMLElement} node @param {string[]} names in the order in which they come @param {string} text
 */
function tell(node, names, text) {
  if (node.textContent === text) return;
  const parts = [];
  let from = 0;
  for (const name of names) {
    const at = text.indexOf(name, from);
    if (at < 0) continue;
    parts.push(text.slice(from, at), el('bdi', {}, name));
    from = at + name.length;
  }
  node.replaceChildren(...parts, text.slice(from));
}

export class Controls {
  /** What happened last; where a phone lies on its side the bar has it. */
  said = el('p', { class: 'replay-said' });
  #now = el('span', { class: 'replay-time' }, '0:00');
  #length = el('span', { class: 'replay-time' });
  #slider = el('input', { type: 'range', class: 'replay-slider', min: 0, step: 'any', value: 0, 'aria-label': 'Where the replay stands' });
  #marks = el('div', { class: 'replay-marks', 'aria-hidden': 'true' });
  #line = el('div', { class: 'replay-line' }, this.#now, el('div', { class: 'replay-track' }, this.#marks, this.#slider), this.#length);
  #raceWhich = el('span', { class: 'replay-which' });
  #raceText = el('span', { class: 'replay-text' });
  #raceBar = el('span', { class: 'replay-fill' });
  #race = el('div', { class: 'replay-race', role: 'status', hidden: true }, this.#raceWhich, this.#raceText, el('span', { class: 'replay-between' }, this.#raceBar));
  #play = el('button', { class: 'button main icon-only replay-play', type: 'button' });
  #speed = el('select', { class: 'field', 'aria-label': 'Speed' }, ...SPEEDS.map((speed) => el('option', { value: speed, selected: speed === 1 }, `${speed === 0.5 ? '½' : speed}×`)));
  #contest = el('button', { class: 'button replay-contest', type: 'button', 'aria-label': 'Next contested slap' }, picture('contest'), el('span', {}, el('span', { class: 'replay-next' }, 'Next '), 'contested slap'));
  /** @type {HTMLButtonElement[]} */
  #steps;
  #playing = /** @type {boolean | null} */ (null);

  /** @param {Story} story @param {Deeds} deeds */
  constructor(story, deeds) {
    const step = (/** @type {string} */ name, /** @type {string} */ label, /** @type {1 | -1} */ by) => el('button', {
      class: 'button icon-only', type: 'button', 'aria-label': label, onclick: () => deeds.step(by),
    }, picture(name));
    this.#steps = [step('back', 'One step back', -1), step('forth', 'One step on', 1)];
    this.#play.addEventListener('click', deeds.toggle);
    this.#contest.addEventListener('click', deeds.contest);
    this.#contest.hidden = story.contests.length === 0;
    this.#speed.addEventListener('change', () => deeds.speed(Number(this.#speed.value)));
    this.#slider.max = `${story.length}`;
    this.#slider.addEventListener('input', () => deeds.seek(Number(this.#slider.value)));
    setText(this.#length, passed(story.length));
    this.#mark(story);
    this.node = el('footer', { class: 'replay-controls', role: 'group', 'aria-label': 'Controls of the replay' },
      this.said, this.#line, this.#race,
      el('div', { class: 'replay-buttons' }, this.#steps[0], this.#play, this.#steps[1], this.#speed, this.#contest));
  }

  /** Rounds and races on the slider. @param {Story} story */
  #mark({ rounds, contests, moments, length }) {
    const mark = (/** @type {string} */ kind, /** @type {number} */ index, /** @type {string} */ text) => {
      const node = el('span', { class: `replay-mark ${kind}` }, text);
      node.style.left = `${100 * (moments[index]?.time ?? 0) / length}%`;
      return node;
    };
    const numbered = rounds.length > 1 && rounds.length <= NUMBERED_MAX;
    if (contests.length <= MARKS_MAX) this.#marks.append(...contests.map(({ late }) => mark('contest', late, '')));
    if (rounds.length <= MARKS_MAX) this.#marks.append(...rounds.map(({ first, round }) => mark('round', first, numbered ? `${round}` : '')));
  }

  /** @param {Player} player @param {import('../games/contract.d.ts').Snapshot} snapshot @param {string} said */
  draw(player, snapshot, said) {
    const { story, playing, scene } = player;
    if (playing !== this.#playing) {
      this.#playing = playing;
      this.#play.replaceChildren(picture(playing ? 'pause' : 'play'));
      setAttr(this.#play, 'aria-label', playing ? 'Pause' : 'Play');
      // What goes by is not read out; what one stops at is.
      setAttr(this.said, 'aria-live', playing ? 'off' : 'polite');
    }
    setText(this.said, said);
    setText(this.#now, passed(player.time));
    this.#slider.value = `${player.time}`;
    setAttr(this.#slider, 'aria-valuetext', `${passed(player.time)}, round ${snapshot.room.round}`);
    if (this.#speed.value !== `${player.speed}`) this.#speed.value = `${player.speed}`;
    const [back, forth] = this.#steps;
    if (back !== undefined && forth !== undefined) [back.disabled, forth.disabled] = [player.index === 0, player.index === story.moments.length - 1];
    this.#race.hidden = scene === null;
    this.#line.hidden = scene !== null;
    setAttr(this.node, 'data-race', scene !== null);
    if (scene === null) return;
    const { race } = scene.contest;
    const [first, late] = [sideName(snapshot.room, race.by), sideName(snapshot.room, race.side)];
    const slow = player.time >= scene.from ? ` · ${Math.round(scene.slowly)} times slower` : '';
    setText(this.#raceWhich, `Contested slap ${story.contests.indexOf(scene.contest) + 1} of ${story.contests.length}${slow}`);
    tell(this.#raceText, [first, late], player.time < scene.first ? (race.by === race.side ? `${first} go for the same place …` : `${first} and ${late} go for the same place …`)
      : player.time < scene.late ? `${first} is there …` : beaten(snapshot.room, race));
    const part = Math.max(0, Math.min(1, (player.time - scene.first) / Math.max(1, scene.late - scene.first)));
    this.#raceBar.style.width = `${100 * part}%`;
  }
}

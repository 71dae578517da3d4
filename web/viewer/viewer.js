// @ts-check
// The page of a replay: fetches it, shows the tables as they were, and says whether the deals hold.

import { offerOf } from '../games/list.js';
import { ROOT } from '../net/site.js';
import { recallFlag } from '../net/keep.js';
import { openDialog } from '../parts/dialog.js';
import { el, setAttr, setText } from '../parts/el.js';
import { icon } from '../parts/icon.js';
import { sound } from '../parts/sound.js';
import { wear } from '../parts/wear.js';
import { check } from './check.js';
import { clock } from './clock.js';
import { Controls } from './controls.js';
import { KEYS, deedOf } from './keys.js';
import { Log } from './log.js';
import { Player, SPEEDS } from './player.js';
import { NoReplay, fetchReplay } from './read.js';
import { Scores } from './scores.js';
import { seenOf } from './seen.js';
import { Story } from './story.js';
import { VerdictButton, openVerdict } from './verdict.js';

/**
 * @typedef {import('../games/contract.d.ts').Game} Game
 * @typedef {import('../games/contract.d.ts').GameElement} GameElement
 * @typedef {import('../games/contract.d.ts').Replayed} Replayed
 * @typedef {import('./lines.d.ts').Replay} Replay
 */

/** A phone on its side, as the style sheet has it. */
const LYING = '(max-height: 480px) and (min-width: 560px)';
/** A frame that took longer than this is no reason to leap. */
const FRAME_MS = 100;
/** Events in one frame beyond which the table only shows what is. */
const HAPPENED_MAX = 150;
/** How fast cards fly in slow motion, and at most. */
const FLIGHT = { slow: 0.35, fastest: 4 };
/** Sounds at more than this speed would be a rattle. */
const SOUND_SPEED_MAX = 2;

export class ReplayPage extends HTMLElement {
  /** The id of the game. */
  game = '';
  /** @type {Player | null} */
  player = null;
  /** @type {import('./check.js').Verdict | null} */
  verdict = null;

  #box = el('div', { class: 'table-box' });
  #title = el('h1', { class: 'replay-title' }, 'Replay');
  #round = el('select', { class: 'field replay-round', 'aria-label': 'Round', hidden: true });
  #button = new VerdictButton(() => this.#replay !== null && openVerdict(this.verdict, this.#replay));
  #help = el('button', { class: 'button quiet icon-only replay-help', type: 'button', 'aria-label': 'Keys', onclick: () => this.#keys() }, icon('key'));
  /** @type {Replay | null} */
  #replay = null;
  /** @type {Game | null} */
  #rules = null;
  /** @type {GameElement | null} */
  #table = null;
  /** @type {new () => GameElement} */
  #element = /** @type {any} */ (HTMLElement);
  /** @type {Controls | null} */
  #controls = null;
  /** @type {Scores | null} */
  #scores = null;
  /** @type {Log | null} */
  #log = null;
  #frame = 0;
  /** When the last frame was, while it plays. */
  #then = 0;
  #running = false;
  #hushed = false;
  #paced = false;

  connectedCallback() {
    this.className = 'replay';
    this.#button.node.hidden = true;
    this.#help.hidden = true;
    for (const sheet of ['style/sheet.css', 'viewer/viewer.css']) wear(sheet).catch(() => {});
    this.append(
      el('header', { class: 'bar replay-bar' },
        el('a', { class: 'button quiet icon-only', href: ROOT, 'aria-label': 'To the first page of Slapdown' }, icon('out')),
        this.#title, this.#round, this.#button.node, this.#help),
      this.#box);
    addEventListener('keydown', (event) => this.#pressed(event), { capture: true });
    // What a wider window has room for.
    addEventListener('resize', () => { this.#place(); this.#draw([], false); });
    void this.#load();
  }

  async #load() {
    this.#say('Fetching the replay …');
    try {
      const replay = await fetchReplay(this.game, (bytes) => this.#say(`Fetching the replay … ${Math.ceil(bytes / 1024)} kB`));
      const offer = offerOf(replay.head.game);
      if (offer === null) throw new NoReplay('This page does not know the game that was played.');
      const game = await offer.load().catch(unreachable);
      const more = await game.replay?.().catch(unreachable) ?? null;
      const story = new Story(game, replay);
      this.#replay = replay;
      this.#rules = game;
      this.#element = more?.element ?? game.element;
      await story.read();
      if (story.moments.length === 0) throw new NoReplay(replay.broken === null ? 'Nothing was played in this game.' : `Line ${replay.broken.line} ${replay.broken.what}.`);
      this.#begin(game, story);
      this.verdict = await check(replay, more, seenOf(replay.head.match));
      this.#button.draw(this.verdict);
    } catch (why) {
      if (why instanceof NoReplay) return this.#say(why.message, true);
      this.#say('This replay cannot be shown: it says what this page cannot follow.', true);
    }
  }

  /** @param {string} text @param {boolean} [over] whether nothing else will come */
  #say(text, over = false) {
    this.#box.replaceChildren(el('div', { class: 'replay-notice', role: over ? 'alert' : 'status' }, el('p', {}, text),
      over ? el('a', { class: 'button main', href: ROOT }, 'To the first page') : null));
  }

  /** @param {Game} game @param {Story} story */
  #begin(game, story) {
    const player = new Player(story);
    this.player = player;
    this.#title.replaceChildren(game.title, el('span', {}, ' – replay'));
    document.title = `${game.title} – replay – Slapdown`;
    for (const sheet of game.css) wear(sheet).catch(() => {});
    if (customElements.get(game.tag) === undefined) customElements.define(game.tag, this.#element);
    setAttr(this.#box, 'data-left', recallFlag('left', false));
    this.#controls = new Controls(story, {
      toggle: () => this.#toggle(), step: (by) => this.#step(by), contest: () => this.#contest(),
      seek: (time) => { player.seek(time); this.#jumped(); },
      speed: (speed) => { player.speed = speed; this.#draw([], false); },
    });
    this.#scores = new Scores(game);
    this.#log = new Log(story, (index) => { player.stop(index); this.#jumped(); });
    this.#round.hidden = story.rounds.length < 2;
    this.#round.append(...story.rounds.map(({ round }, index) => el('option', { value: index }, `Round ${round}`)));
    this.#round.addEventListener('change', () => {
      player.seek(story.moments[story.rounds[Number(this.#round.value)]?.first ?? 0]?.time ?? 0);
      this.#jumped();
    });
    this.#button.node.hidden = this.#help.hidden = false;
    this.#button.draw(null);
    this.append(this.#scores.node, this.#controls.node, this.#log.node);
    this.#place();
    this.#jumped();
    this.#toggle();
  }

  /** On a phone on its side what happened stands in the bar: below, it would take a line from the table. */
  #place() {
    const said = this.#controls?.said;
    if (said === undefined) return;
    if (!matchMedia(LYING).matches) this.#controls?.node.prepend(said);
    else if (said.parentElement !== this.#title.parentElement) this.#title.after(said);
  }

  /** A table from nothing, which remembers nothing. @param {Game} game */
  #lay(game) {
    const table = /** @type {GameElement} */ (document.createElement(game.tag));
    table.begin({
      act: async () => ({ lost: true }),
      say: () => {},
      sound: (name) => { if (!this.#hushed && (this.player?.rate ?? 1) <= SOUND_SPEED_MAX) sound(name); },
      buzz: () => {},
      calm: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
      leftHanded: () => recallFlag('left', false),
    });
    this.#box.replaceChildren(table);
    this.#table = table;
  }

  #toggle() {
    if (this.player?.toggle() === true) this.#jumped();
    else this.#draw([], false);
  }

  /** @param {1 | -1} by */
  #step(by) {
    const { player } = this;
    if (player === null) return;
    const from = player.index;
    player.stop(from + by);
    if (by < 0) return this.#jumped();
    this.#draw(player.index > from ? [player.index] : [], false);
  }

  #contest() {
    const contest = this.player?.nextContest() ?? null;
    if (contest === null) return;
    this.player?.show(contest);
    this.#jumped();
  }

  #jumped() {
    this.#draw([], true);
  }

  /** @param {number} now */
  #pass(now) {
    this.#frame = 0;
    const ms = Math.max(0, Math.min(FRAME_MS, now - this.#then));
    this.#then = now;
    this.#draw(this.player?.pass(ms) ?? [], false);
  }

  /** @param {number[]} reached the moments that came to pass @param {boolean} jumped whether it is somewhere else now */
  #draw(reached, jumped) {
    const [player, game] = [this.player, this.#rules];
    if (player === null || game === null) return;
    const { story } = player;
    clock.at = player.at;
    const snapshot = story.after(player.index);
    const moment = story.moments[player.index];
    this.#hushed = jumped;
    if (this.#table === null || (jumped && this.#table.rewound === undefined)) this.#lay(game);
    if (jumped) this.#table?.rewound?.();
    if (jumped || reached.length > 0) {
      const happened = reached.flatMap((index) => story.eventsOf(index));
      this.#table?.update(snapshot, happened.length > HAPPENED_MAX ? [] : happened);
      for (const index of reached) {
        const contest = story.moments[index]?.contest ?? null;
        if (contest !== null) this.#table?.lost?.(contest.race);
      }
    }
    this.#pace(player);
    this.#scores?.draw(player.index, snapshot, moment?.line.line === 'score');
    this.#controls?.draw(player, snapshot, this.#said(player.index));
    this.#log?.draw(player.index);
    const round = `${story.roundAt(player.index)}`;
    if (this.#round.value !== round) this.#round.value = round;
    if (player.playing && !this.#running) this.#then = performance.now();
    this.#running = player.playing;
    if (player.playing && this.#frame === 0) this.#frame = requestAnimationFrame((now) => this.#pass(now));
  }

  /** The last thing that has words. @param {number} index */
  #said(index) {
    const { moments, rounds } = /** @type {Player} */ (this.player).story;
    const first = rounds[/** @type {Player} */ (this.player).story.roundAt(index)]?.first ?? 0;
    for (let at = index; at >= first; at -= 1) {
      const said = moments[at]?.said ?? '';
      if (said !== '') return said;
    }
    return '';
  }

  /** Cards fly as fast as everything else goes. @param {Player} player */
  #pace(player) {
    const rate = !player.playing ? 1 : player.rate < Math.min(1, player.speed) ? FLIGHT.slow : Math.min(FLIGHT.fastest, player.rate);
    if (rate === 1 && !this.#paced) return;
    this.#paced = rate !== 1;
    for (const motion of this.#table?.getAnimations({ subtree: true }) ?? []) if (motion.playbackRate !== rate) motion.playbackRate = rate;
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const { player } = this;
    if (player === null) return;
    const deed = deedOf(event);
    if (deed === '') return;
    event.preventDefault();
    event.stopPropagation();
    const speed = SPEEDS.indexOf(player.speed);
    switch (deed) {
      case 'toggle': return this.#toggle();
      case 'back': return this.#step(-1);
      case 'forth': return this.#step(1);
      case 'contest': return this.#contest();
      case 'faster': case 'slower':
        player.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, speed + (deed === 'faster' ? 1 : -1)))] ?? 1;
        return this.#draw([], false);
      case 'next': player.round(1); break;
      case 'previous': player.round(-1); break;
      case 'begin': player.seek(0); break;
      case 'end': player.seek(player.story.length); break;
    }
    this.#jumped();
  }

  #keys() {
    openDialog('Keys', el('dl', { class: 'keys' }, ...KEYS.flatMap(([key, does]) => [el('dt', {}, key), el('dd', {}, does)])));
  }
}

/** @returns {never} */
function unreachable() {
  throw new NoReplay('The server cannot be reached at the moment.');
}

customElements.define('slap-replay', ReplayPage);

/** Shows the replay of a game in place of everything else. @param {string} game its id */
export function showReplay(game) {
  const page = /** @type {ReplayPage} */ (document.createElement('slap-replay'));
  page.game = game;
  document.body.append(page);
}

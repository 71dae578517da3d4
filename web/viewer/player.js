// @ts-check
// Where a replay stands and how it goes on: play, pause, steps, jumps, speed, and the slow motion in which a race
// is seen. Knows no page: it is given how many milliseconds have passed.

/**
 * @typedef {import('./story.js').Story} Story
 * @typedef {import('./story.js').Contest} Contest
 *
 * @typedef {object} Scene  a race in slow motion
 * @property {Contest} contest
 * @property {number} slowly  how many times slower
 * @property {number} from  when it becomes slow, in the time of the viewer
 * @property {number} first  when the first slap comes
 * @property {number} late  when the other one does
 * @property {number} to  when it ends
 */

export const SPEEDS = [0.5, 1, 2, 4, 8];

/** A race is seen from this long before it. */
const LEAD_MS = 900;
/** How long the time between the two slaps lasts in slow motion. */
const BETWEEN_MS = 1_500;
/** Slow motion before the first slap and after the second, in the time of who watches. */
const BEFORE_MS = 500;
const AFTER_MS = 2_200;
/** How many times slower it is at least. */
const SLOWLY_MIN = 4;

export class Player {
  /** The moment that was reached. */
  index = 0;
  /** Where it stands, in the time of the viewer. */
  time = 0;
  playing = false;
  speed = 1;
  /** @type {Scene | null} */
  scene = null;

  /** @param {Story} story */
  constructor(story) {
    this.story = story;
  }

  get atEnd() {
    return this.time >= this.story.length;
  }

  /** How fast it goes now: 1 is as it was. */
  get rate() {
    if (this.scene === null) return this.speed;
    return this.time < this.scene.from ? Math.min(1, this.speed) : 1 / this.scene.slowly;
  }

  /** Room time now: long waits are cut out in their middle. */
  get at() {
    const { moments } = this.story;
    const [last, next] = [moments[this.index], moments[this.index + 1]];
    if (last === undefined) return 0;
    const since = this.time - last.time;
    if (next === undefined || next.at - last.at <= next.time - last.time || since < (next.time - last.time) / 2) return last.at + since;
    return next.at - (next.time - this.time);
  }

  /**
   * Time passes. Gives back the moments that were reached, in order.
   * @param {number} ms
   */
  pass(ms) {
    /** @type {number[]} */
    const reached = [];
    if (!this.playing) return reached;
    let rest = ms;
    // The rate changes where slow motion begins and ends.
    while (rest > 0) {
      const bound = this.scene === null ? this.story.length : this.time < this.scene.from ? this.scene.from : this.scene.to;
      const step = Math.min(rest * this.rate, Math.max(0, bound - this.time));
      rest -= step / this.rate;
      this.time += step;
      if (this.time < bound) break;
      this.time = bound;
      if (this.scene !== null && bound === this.scene.to) this.scene = null;
      if (this.scene === null && this.atEnd) {
        this.playing = false;
        break;
      }
    }
    const { moments } = this.story;
    while ((moments[this.index + 1]?.time ?? Infinity) <= this.time) reached.push(++this.index);
    return reached;
  }

  /** Plays, or stands; from the end it begins anew. True if that was a jump. */
  toggle() {
    this.playing = !this.playing;
    if (!this.playing || !this.atEnd) return false;
    this.seek(0);
    return true;
  }

  /** Stands at a moment. @param {number} index */
  stop(index) {
    this.playing = false;
    this.scene = null;
    this.index = Math.max(0, Math.min(this.story.moments.length - 1, index));
    this.time = this.story.moments[this.index]?.time ?? 0;
  }

  /** Goes to a point of time, and goes on as it was. @param {number} time in the time of the viewer */
  seek(time) {
    this.scene = null;
    this.time = Math.max(0, Math.min(this.story.length, time));
    this.index = Math.max(0, this.story.moments.findLastIndex((moment) => moment.time <= this.time));
  }

  /** The next race; after the last one the first. @returns {Contest | null} */
  nextContest() {
    const { contests } = this.story;
    const passed = this.scene?.contest.late ?? this.index;
    return contests.find(({ late }) => late > passed) ?? contests[0] ?? null;
  }

  /** Jumps to shortly before a race and plays it in slow motion. @param {Contest} contest */
  show(contest) {
    const { moments } = this.story;
    const [first, late] = [moments[contest.first]?.time ?? 0, moments[contest.late]?.time ?? 0];
    const slowly = Math.max(SLOWLY_MIN, BETWEEN_MS / Math.max(1, late - first));
    this.seek(first - LEAD_MS);
    this.scene = { contest, slowly, first, late, from: Math.max(this.time, first - BEFORE_MS / slowly), to: Math.min(this.story.length, late + AFTER_MS / slowly) };
    this.playing = true;
  }

  /** The begin of the next round, or of the one before (of this one, if it is well under way). @param {1 | -1} step */
  round(step) {
    const { rounds, moments } = this.story;
    const here = this.story.roundAt(this.index);
    const begun = this.time - (moments[rounds[here]?.first ?? 0]?.time ?? 0);
    const target = rounds[step > 0 ? here + 1 : begun > 1_500 ? here : here - 1];
    this.seek(target === undefined ? (step > 0 ? this.story.length : 0) : moments[target.first]?.time ?? 0);
  }
}

// @ts-check
// Keeps the screen on while a round is played, where that can be asked for.

export class Awake {
  #wanted = false;
  /** @type {WakeLockSentinel | null} */
  #lock = null;
  #asking = false;

  constructor() {
    // The browser lets go when the page is hidden.
    document.addEventListener('visibilitychange', () => this.#settle());
  }

  /** @param {boolean} wanted */
  want(wanted) {
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    this.#settle();
  }

  async #settle() {
    if (this.#asking || navigator.wakeLock === undefined) return;
    if (this.#wanted && (this.#lock === null || this.#lock.released) && document.visibilityState === 'visible') {
      this.#asking = true;
      this.#lock = await navigator.wakeLock.request('screen').catch(() => null);
      this.#asking = false;
      if (!this.#wanted) this.#settle();
    } else if (!this.#wanted && this.#lock !== null) {
      this.#lock.release().catch(() => {});
      this.#lock = null;
    }
  }
}

// @ts-check
// What a person can ask of the server outside of the game itself, each as one call.

/**
 * @typedef {import('../net/client.js').Client} Client
 * @typedef {import('../games/contract.d.ts').Answer} Answer
 * @typedef {import('../games/contract.d.ts').GameKind} GameKind
 * @typedef {import('../../proto/slapdown.d.ts').Role} Role
 */

/** 32 bytes of the player's own for the coming deal: no server can know them beforehand. */
export function entropy() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class Asks {
  /** @param {Client} client @param {(message: string) => void} complain  shows why something was refused */
  constructor(client, complain) {
    this.client = client;
    this.complain = complain;
  }

  /**
   * Asks, and complains if it is refused.
   * @param {import('../net/client.js').Request} request
   * @returns {Promise<Answer>}
   */
  async #ask(request) {
    const answer = await this.client.ask(request);
    if ('error' in answer) this.complain(answer.error.message);
    return answer;
  }

  /** @param {GameKind} game @param {Record<string, boolean | number | string | null>} options @param {'private' | 'public'} visibility */
  create(game, options, visibility) {
    return this.#ask({ type: 'create_room', game, options, visibility });
  }

  /** @param {string} code @param {'player' | 'spectator'} as */
  join(code, as) {
    return this.#ask({ type: 'join_room', code, as });
  }

  /** @param {GameKind} game */
  quickMatch(game) {
    return this.#ask({ type: 'quick_match', game });
  }

  leave() {
    return this.#ask({ type: 'leave_room' });
  }

  /** @param {number} side @param {Role | null} [role] */
  sit(side, role) {
    return this.#ask({ type: 'sit', side, ...(role ? { role } : {}) });
  }

  stand() {
    return this.#ask({ type: 'stand' });
  }

  /** What stands given to the coming deal. */
  given = '';

  /** @param {boolean} ready */
  ready(ready) {
    this.given = ready ? entropy() : '';
    return this.#ask({ type: 'ready', ready, ...(ready ? { entropy: this.given } : {}) });
  }

  start() {
    return this.#ask({ type: 'start' });
  }

  /** @param {number} side @param {string} level @param {Role | null} [role] */
  addBot(side, level, role) {
    return this.#ask({ type: 'add_bot', side, level, ...(role ? { role } : {}) });
  }

  /** @param {number} side @param {Role | null} [role] */
  removeBot(side, role) {
    return this.#ask({ type: 'remove_bot', side, ...(role ? { role } : {}) });
  }

  /** @param {Record<string, boolean | number | string | null>} options */
  setOptions(options) {
    return this.#ask({ type: 'set_options', options });
  }

  /** @param {string} name */
  rename(name) {
    return this.#ask({ type: 'rename', name });
  }

  /** @param {'kick' | 'ban' | 'unban' | 'make_host'} what @param {string} player */
  host(what, player) {
    return this.#ask({ type: what, player });
  }

  /** @param {string} player @param {boolean} on */
  mute(player, on) {
    return this.#ask({ type: 'mute', player, on });
  }

  /** @param {string} text */
  chat(text) {
    return this.#ask({ type: 'chat', text });
  }

  /** @param {string} emote */
  react(emote) {
    return this.#ask({ type: 'react', emote });
  }
}

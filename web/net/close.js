// @ts-check
// What each close code asks of a client (the table is `close` in codes.json).

/** @typedef {'no' | 'back_off' | 'with_jitter'} Again */

/** @type {Record<number, { again: Again, text: string }>} */
const TABLE = {
  1001: { again: 'no', text: 'The server has gone for good.' },
  1002: { again: 'no', text: 'This page and the server did not understand each other. Reload the page.' },
  1003: { again: 'no', text: 'This page and the server did not understand each other. Reload the page.' },
  1007: { again: 'no', text: 'This page and the server did not understand each other. Reload the page.' },
  1008: { again: 'no', text: 'This page and the server did not understand each other. Reload the page.' },
  1009: { again: 'no', text: 'This page sent more than the server takes. Reload the page.' },
  1011: { again: 'back_off', text: 'The server made a mistake.' },
  1012: { again: 'with_jitter', text: 'The server restarts; games are kept.' },
  1013: { again: 'back_off', text: 'The server has too much to do.' },
  4001: { again: 'no', text: 'You are at this table in another tab or window now.' },
  4002: { again: 'back_off', text: 'The line was too slow.' },
  4003: { again: 'no', text: 'The host took you off the table.' },
  4004: { again: 'no', text: 'The server does not know you any more.' },
  4008: { again: 'back_off', text: 'Too much was sent at once.' },
  4009: { again: 'with_jitter', text: 'The line was too slow.' },
  4010: { again: 'no', text: 'The table was closed.' },
};

/** @param {number} code */
export const closing = (code) => TABLE[code] ?? { again: /** @type {Again} */ ('back_off'), text: 'The line is gone.' };

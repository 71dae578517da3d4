// @ts-check
// Addresses: all below the one that the page was served under, whatever a proxy put before it.

import { inWords } from './words.js';

/** The page's own address, frozen before the address bar changes. */
export const ROOT = new URL('.', document.baseURI).href;
document.querySelector('base')?.setAttribute('href', ROOT);

/** @param {string} path */
export const at = (path) => new URL(path, ROOT).href;

/** @param {string} name */
const meta = (name) => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? '';

/** One word for the page that this is. */
export const BUILD = meta('build');

/** The socket's address. */
export const SOCKET = at('ws').replace(/^http/, 'ws');

/** What the address names behind a word, in whatever spelling; '' for nothing. @param {'r' | 'replay'} word */
export function addressed(word) {
  const [first, name = '', ...more] = location.pathname.slice(new URL(ROOT).pathname.length).split('/');
  try {
    return first === word && more.join('') === '' ? decodeURIComponent(name) : '';
  } catch {
    return '';
  }
}

/** The room that the address names; '' for none. */
export const roomInAddress = () => addressed('r');

/** Shows another address without loading anything. @param {string} code '' for the first screen */
export function showAddress(code, replace = false) {
  const next = code === '' ? ROOT : at(`r/${encodeURIComponent(code)}`);
  if (next === location.href) return;
  if (replace) history.replaceState(null, '', next);
  else history.pushState(null, '', next);
}

const OWN = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/;

/** The link that others can open, or null where only this machine can. @param {string} code */
export function linkTo(code) {
  const shared = meta('share');
  if (OWN.test(location.hostname)) return shared === '' ? null : new URL(`r/${code}`, shared).href;
  return at(`r/${code}`);
}

/** The picture of that link; null where there is none. @param {string} code */
export const pictureOf = (code) => (meta('share') === '' ? null : at(`r/${code}/qr.svg`));

/**
 * @param {string} path
 * @returns {Promise<{ ok: true, body: any } | { ok: false, code: string, message: string, wait: number | null }>} what came, or why
 *   not, and after how many milliseconds it may be tried again
 */
export async function fetchJson(path) {
  try {
    const answer = await fetch(at(path), { headers: { accept: 'application/json' } });
    const body = await answer.json();
    if (answer.ok) return { ok: true, body };
    const { code = 'internal', detail: message = answer.statusText, retry_after_ms: wait = null } = body;
    return { ok: false, code, message: inWords({ message, retry_after_ms: wait }), wait };
  } catch {
    return { ok: false, code: 'unreachable', message: 'The server cannot be reached at the moment.', wait: null };
  }
}

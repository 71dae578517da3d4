// @ts-check
// Style sheets that are loaded when something needs them.

import { at } from '../net/site.js';
import { el } from './el.js';

/** Puts a style sheet on the page, once; done when it holds. @param {string} sheet @returns {Promise<void>} */
export function wear(sheet) {
  if (document.querySelector(`link[href$="${sheet}"]`) !== null) return Promise.resolve();
  return new Promise((done, fail) => {
    const link = el('link', { rel: 'stylesheet', href: at(sheet), onload: () => done(), onerror: () => { link.remove(); fail(new Error(sheet)); } });
    document.head.append(link);
  });
}

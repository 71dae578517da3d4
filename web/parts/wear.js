// @ts-check
// Style sheets that are loaded when something needs them.

import { at } from '../net/site.js';
import { el } from './el.js';

/** @type {Map<string, Promise<void>>} */
const worn = new Map();

/** Puts a style sheet on the page, once; done when it holds. One that did not come may be asked for again. @param {string} sheet */
export function wear(sheet) {
  const there = worn.get(sheet);
  if (there !== undefined) return there;
  /** @type {Promise<void>} */
  const coming = new Promise((done, fail) => {
    const link = el('link', { rel: 'stylesheet', href: at(sheet), onload: () => done(), onerror: () => { link.remove(); worn.delete(sheet); fail(new Error(sheet)); } });
    document.head.append(link);
  });
  worn.set(sheet, coming);
  return coming;
}

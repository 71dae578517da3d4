// @ts-check
// Sentences with names in them: a name that is too long for its place ends in dots, and no other word does.

import { el } from '../../parts/el.js';

/** @type {WeakMap<Element, string>} */
const written = new WeakMap();

/** Writes a sentence whose names stand between isolates. @param {Element} node @param {string} text */
export function setSentence(node, text) {
  if (written.get(node) === text) return;
  written.set(node, text);
  node.replaceChildren(...text.split(/\u2068(.*?)\u2069/).map((part, index) =>
    (index % 2 ? el('bdi', { class: 'sro-who' }, part) : part)));
}

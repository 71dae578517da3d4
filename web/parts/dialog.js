// @ts-check
// A dialog over the page: a real one, so that focus stays in it and Escape closes it.

import { el } from './el.js';
import { icon } from './icon.js';

/**
 * Opens a dialog. It is gone from the page once it is closed.
 * @param {string} title
 * @param {...import('./el.js').Child} body
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, ...body) {
  const id = `dialog-${++count}`;
  const dialog = el('dialog', { class: 'dialog', 'aria-labelledby': id },
    el('header', { class: 'dialog-head' },
      el('h2', { id }, title),
      el('button', { class: 'button quiet icon-only', type: 'button', 'aria-label': 'Close', onclick: () => dialog.close() }, icon('close'))),
    el('div', { class: 'dialog-body' }, ...body));
  dialog.addEventListener('close', () => dialog.remove());
  // A tap beside it closes it.
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

let count = 0;

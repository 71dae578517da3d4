// @ts-check
// One's name, and the rules of a game, each in a dialog.

import { openDialog } from '../parts/dialog.js';
import { el } from '../parts/el.js';

/** Asks for the name. @param {import('./app.js').App} app */
export function askName(app) {
  const field = el('input', { class: 'field', name: 'name', value: app.name, maxlength: 60, autocomplete: 'nickname', 'aria-label': 'Your name' });
  const dialog = openDialog('Your name',
    el('form', {
      class: 'column', onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        if (await app.call(field.value)) dialog.close();
        app.store.touch();
      },
    }, field, el('button', { class: 'button main', type: 'submit' }, 'That’s me')));
  field.select();
}

/** @param {import('../games/contract.d.ts').Game} game */
export function showRules(game) {
  openDialog(`How to play ${game.title}`, el('ol', { class: 'rules' }, ...game.rules.map((line) => el('li', {}, line))));
}

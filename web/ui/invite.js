// @ts-check
// How others come to the table: the code to say, the link to send, the picture to scan.

import { linkTo, pictureOf } from '../net/site.js';
import { openDialog } from '../parts/dialog.js';
import { el } from '../parts/el.js';
import { icon } from '../parts/icon.js';
import { spoken } from '../room/people.js';

/** @param {import('./app.js').App} app */
export function openInvite(app) {
  const code = app.store.snapshot?.room.code ?? '';
  openDialog('Bring in others', inviteBody(app, code));
}

/** @param {import('./app.js').App} app @param {string} code */
export function inviteBody(app, code) {
  const link = linkTo(code);
  const picture = pictureOf(code);
  return el('div', { class: 'invite' },
    el('p', { class: 'code-large', 'aria-label': `Code ${[...code].join(' ')}` }, spoken(code)),
    picture === null ? null : el('img', { class: 'qr', src: picture, alt: `QR code of the link to table ${spoken(code)}`, width: 200, height: 200 }),
    link === null
      ? el('p', { class: 'dim' }, 'Only this machine can open the page so far. Start the server with --lan, and phones on the same network can scan a code here.')
      : el('p', { class: 'link' }, link.replace(/^https?:\/\//, '')),
    el('div', { class: 'row' },
      el('button', { class: 'button', type: 'button', onclick: () => copy(app, link ?? spoken(code)) }, icon('copy'), link === null ? 'Copy code' : 'Copy link'),
      'share' in navigator && link !== null
        ? el('button', { class: 'button', type: 'button', onclick: () => navigator.share({ title: 'Slapdown', url: link }).catch(() => {}) }, icon('share'), 'Send')
        : null));
}

/** @param {import('./app.js').App} app @param {string} text */
async function copy(app, text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages that came over plain http from another machine have no clipboard; this old way works there.
    const field = el('textarea', { class: 'unseen', readonly: true });
    field.value = text;
    (document.querySelector('dialog[open]') ?? document.body).append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
  app.toast('Copied.');
}

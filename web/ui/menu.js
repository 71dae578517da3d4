// @ts-check
// The menu of a table: what the game offers, settings, rules, the way out; and the people at the table, with
// what the host can do about them.

import { gameOf } from '../games/list.js';
import { recallFlag, rememberFlag } from '../net/keep.js';
import { openDialog } from '../parts/dialog.js';
import { el } from '../parts/el.js';
import { icon } from '../parts/icon.js';
import { setSound, soundOn } from '../parts/sound.js';
import { isHost, nameOf } from '../room/people.js';
import { askName, showRules } from './asked.js';
import { openOptions } from './options.js';

/** @param {import('./app.js').App} app */
export function openPeople(app) {
  const { snapshot } = app.store;
  if (snapshot === null) return;
  const { room, you } = snapshot;
  const host = isHost(room, you);
  /** @param {string} label @param {() => Promise<import('../games/contract.d.ts').Answer>} does @param {string} [kind] @param {string} [whom] */
  const tool = (label, does, kind = '', whom = '') => el('button', {
    class: `button ${kind}`, type: 'button', 'aria-label': whom === '' ? null : `${label} ${whom}`,
    onclick: async () => { if ('ok' in await does()) { dialog.close(); openPeople(app); } },
  }, label);
  /** What cannot be taken back is asked for once more. @param {string} label @param {string} question @param {() => Promise<import('../games/contract.d.ts').Answer>} does @param {string} whom */
  const sure = (label, question, does, whom) => el('button', {
    class: 'button bad', type: 'button', 'aria-label': `${label} ${whom}`, onclick: () => confirm(question, label, async () => { if ('ok' in await does()) { dialog.close(); openPeople(app); } }),
  }, label);
  /** @param {import('../games/contract.d.ts').Member} member */
  const line = (member) => {
    const { player } = member;
    const name = nameOf(room, player);
    const what = [player === you.player ? 'you' : '', player === room.host ? 'host' : '', member.as === 'spectator' ? 'watches' : '',
      member.bot === null ? '' : `${member.bot} bot`, member.online ? '' : 'away', member.muted ? 'silent' : ''].filter((word) => word !== '');
    const others = host && player !== you.player && member.bot === null;
    return el('li', { class: 'person' },
      el('p', {}, el('b', {}, name), ' ', el('span', { class: 'dim' }, what.join(' · '))),
      others ? el('div', { class: 'row' },
        tool('Make host', () => app.asks.host('make_host', player), '', name),
        tool(member.muted ? 'Let speak' : 'Silence', () => app.asks.mute(player, !member.muted), '', name),
        sure('Remove', `Take ${name} off the table? They may come again.`, () => app.asks.host('kick', player), name),
        sure('Ban', `Keep ${name} out of this table?`, () => app.asks.host('ban', player), name)) : null);
  };
  const locked = room.options.locked === true;
  const dialog = openDialog('People at the table',
    host && room.phase !== 'playing' ? tool(locked ? 'Unlock the table' : 'Lock the table', () => app.asks.setOptions({ locked: !locked })) : null,
    el('ul', { class: 'people' }, ...room.members.filter((member) => !member.gone).map(line)),
    host && room.banned.length > 0 ? el('div', { class: 'row' }, el('span', { class: 'dim' }, `${room.banned.length} kept out`),
      ...room.banned.map((player, index) => tool(`Let ${index + 1} back in`, () => app.asks.host('unban', player)))) : null);
}

/** @param {import('./app.js').App} app @param {import('./room.js').Room} screen */
export function openMenu(app, screen) {
  const { snapshot } = app.store;
  const game = snapshot === null ? null : gameOf(snapshot.room.game);
  if (snapshot === null || game === null) return;
  /** @param {string} name @param {string} label @param {() => void} does @param {string} [kind] */
  const item = (name, label, does, kind = '') => el('button', {
    class: `button quiet menu-item ${kind}`, type: 'button', onclick: () => { dialog.close(); does(); },
  }, icon(name), label);
  /** @param {string} label @param {boolean} on @param {(on: boolean) => void} set */
  const toggle = (label, on, set) => el('label', { class: 'menu-item toggle' }, el('span', {}, label),
    el('input', { type: 'checkbox', class: 'switch', checked: on, onchange: (/** @type {Event} */ event) => set(/** @type {HTMLInputElement} */ (event.target).checked) }));
  const { room, you } = snapshot;
  const between = room.phase === 'between' || room.phase === 'over';
  const keys = screen.table?.keys ?? [];
  const dialog = openDialog('Menu', el('div', { class: 'menu' },
    ...(room.phase === 'playing' ? screen.table?.menu?.(snapshot) ?? [] : []).map(({ label, act, sure: question }) => item('check', label, question === undefined ? act : () => confirm(question, label, act))),
    item('people', 'People at the table', () => openPeople(app)),
    item('sliders', 'Options', () => openOptions(app)),
    between ? item('people', 'Seats', () => { screen.seats = true; app.store.touch(); }) : null,
    item('help', 'Rules', () => showRules(game)),
    keys.length > 0 ? item('key', 'Keys', () => openDialog('Keys', el('dl', { class: 'keys' }, ...keys.flatMap(([key, does]) => [el('dt', {}, key), el('dd', {}, does)])))) : null,
    item('pen', 'Your name', () => askName(app)),
    toggle('Sounds', soundOn(), setSound),
    toggle('Left-handed', recallFlag('left', false), (on) => { rememberFlag('left', on); app.store.touch(); }),
    you.side !== null && room.phase !== 'playing' ? item('out', 'Stand up', () => app.asks.stand()) : null,
    item('out', 'Leave the table', () => leave(app, room.phase === 'playing' && you.side !== null), 'bad')));
}

/** @param {import('./app.js').App} app @param {boolean} playing */
function leave(app, playing) {
  if (!playing) return void app.leave();
  confirm('Leave in the middle of the round? Your seat is kept until the round is over; the link brings you back.', 'Leave', () => app.leave());
}

/** Does it if somebody says so once more. @param {string} question @param {string} label @param {() => unknown} does */
function confirm(question, label, does) {
  const dialog = openDialog(`${label}?`, el('p', {}, question),
    el('div', { class: 'row' },
      el('button', { class: 'button', type: 'button', onclick: () => dialog.close() }, label === 'Leave' ? 'Stay' : 'No'),
      el('button', { class: 'button bad', type: 'button', onclick: () => { dialog.close(); does(); } }, label)));
}

// @ts-check
// Everybody at the table, and what the host can do about them.

import { openDialog } from '../parts/dialog.js';
import { el } from '../parts/el.js';
import { isHost, nameOf } from '../room/people.js';

/** @param {import('./app.js').App} app */
export function openPeople(app) {
  const { snapshot } = app.store;
  if (snapshot === null) return;
  const { room, you } = snapshot;
  const host = isHost(room, you);
  /** @param {string} label @param {() => Promise<import('../games/contract.d.ts').Answer>} does @param {string} [kind] */
  const tool = (label, does, kind = '') => el('button', {
    class: `button ${kind}`, type: 'button', onclick: async () => { if ('ok' in await does()) { dialog.close(); openPeople(app); } },
  }, label);
  /** @param {import('../games/contract.d.ts').Member} member */
  const line = (member) => {
    const { player } = member;
    const what = [player === you.player ? 'you' : '', player === room.host ? 'host' : '', member.as === 'spectator' ? 'watches' : '',
      member.bot === null ? '' : `${member.bot} bot`, member.online ? '' : 'away', member.muted ? 'silent' : ''].filter((word) => word !== '');
    const others = host && player !== you.player && member.bot === null;
    return el('li', { class: 'person' },
      el('p', {}, el('b', {}, nameOf(room, player)), ' ', el('span', { class: 'dim' }, what.join(' · '))),
      others ? el('div', { class: 'row' },
        tool('Make host', () => app.asks.host('make_host', player)),
        tool(member.muted ? 'Let speak' : 'Silence', () => app.asks.mute(player, !member.muted)),
        tool('Remove', () => app.asks.host('kick', player), 'bad'),
        tool('Ban', () => app.asks.host('ban', player), 'bad')) : null);
  };
  const locked = room.options.locked === true;
  const dialog = openDialog('People at the table',
    el('ul', { class: 'people' }, ...room.members.filter((member) => !member.gone).map(line)),
    host && room.banned.length > 0 ? el('div', { class: 'row' }, el('span', { class: 'dim' }, `${room.banned.length} kept out`),
      ...room.banned.map((player, index) => tool(`Let ${index + 1} back in`, () => app.asks.host('unban', player)))) : null,
    host && room.phase !== 'playing' ? tool(locked ? 'Unlock the table' : 'Lock the table', () => app.asks.setOptions({ locked: !locked })) : null);
}

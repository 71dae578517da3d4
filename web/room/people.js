// @ts-check
// Names of people and sides, as they are shown.

import { gameOf } from '../games/list.js';

/**
 * @typedef {import('../games/contract.d.ts').Room} Room
 * @typedef {import('../games/contract.d.ts').Member} Member
 * @typedef {import('../games/contract.d.ts').You} You
 */

/** @param {Room} room @param {string | null} player @returns {Member | null} */
export const memberOf = (room, player) => room.members.find((member) => member.player === player) ?? null;

/**
 * A member's name; who is called the same as somebody before gets a number behind it.
 * @param {Room} room @param {string | null} player
 */
export function nameOf(room, player) {
  const member = memberOf(room, player);
  if (member === null) return 'Somebody';
  let same = 1;
  for (const other of room.members) {
    if (other === member) break;
    if (other.name.toLowerCase() === member.name.toLowerCase()) same += 1;
  }
  return same === 1 ? member.name : `${member.name} (${same})`;
}

/** Who sits at a side, row before deck. @param {Room} room @param {number} side @returns {Member[]} */
export const sittersOf = (room, side) => room.members
  .filter((member) => member.side === side)
  .sort((a, b) => (a.role === 'deck' ? 1 : 0) - (b.role === 'deck' ? 1 : 0));

/** What a side is called: its people, or its own name. @param {Room} room @param {number} side */
export function sideName(room, side) {
  const names = sittersOf(room, side).map((member) => nameOf(room, member.player));
  return names.length > 0 ? names.join(' & ') : gameOf(room.game)?.sideName(side) ?? `Side ${side}`;
}

/** The same, with "you" for the viewer's own side. @param {Room} room @param {You} you @param {number} side */
export const whoIs = (room, you, side) => (you.side === side ? 'You' : sideName(room, side));

/** Whether the viewer is host. @param {Room} room @param {You} you */
export const isHost = (room, you) => room.host === you.player;

/** A code as people read it: three and three. @param {string} code */
export const spoken = (code) => `${code.slice(0, 3)}-${code.slice(3)}`;

/** A code in any spelling as the server writes it. @param {string} typed */
export const plain = (typed) => typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('2', 'Z').replaceAll('5', 'S').replaceAll('8', 'B');

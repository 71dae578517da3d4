// @ts-check
// The options of a table in words, as the server declares them. The form is loaded when somebody opens it.

import { part } from '../net/part.js';
import { wear } from '../parts/wear.js';

/**
 * @typedef {import('../../proto/slapdown.d.ts').Catalog} Catalog
 * @typedef {import('../../proto/slapdown.d.ts').OptionSpec} OptionSpec
 * @typedef {import('../games/contract.d.ts').Room} Room
 * @typedef {boolean | number | string | null} Value
 */

/** An option's name as people say it. @param {string} name */
export const words = (name) => {
  const plain = name.replace(/_ms$/, '').replaceAll('_', ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
};

/** A value as people say it. @param {OptionSpec} spec @param {Value} value */
function say(spec, value) {
  if (value === null) return 'none';
  if (value === true) return 'on';
  if (value === false) return 'off';
  if (spec.type === 'integer' && spec.name.endsWith('_ms')) return value === 0 && spec.zero_is_none ? 'none' : `${Number(value) / 1000} s`;
  return String(value).replaceAll('_', ' ');
}

/** @param {OptionSpec} spec @param {Room} room */
const usual = (spec, room) => (spec.type === 'boolean' && room.visibility === 'public' ? spec.default_in_public ?? spec.default : spec.default);

/** @param {Catalog | null} catalog @param {Room} room @returns {OptionSpec[]} */
function specs(catalog, room) {
  const offer = catalog?.games.find((game) => game.game === room.game);
  return offer === undefined ? [] : [...offer.options, ...offer.room_options];
}

/** What is not as usual, in one line. @param {Catalog | null} catalog @param {Room} room */
export function changed(catalog, room) {
  return specs(catalog, room)
    .filter((spec) => room.options[spec.name] !== undefined && room.options[spec.name] !== usual(spec, room))
    .map((spec) => `${words(spec.name)}: ${say(spec, room.options[spec.name] ?? null)}`)
    .join(' · ');
}

/** @param {import('./app.js').App} app */
export const openOptions = (app) => app.later(async () => {
  const [{ openForm }] = await Promise.all([part('ui/options_form.js', () => import('./options_form.js')), wear('style/menu.css')]);
  openForm(app);
});

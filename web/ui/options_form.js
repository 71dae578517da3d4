// @ts-check
// The options of a table: a form drawn from what the server declares, for the host; for others to read.

import { openDialog } from '../parts/dialog.js';
import { el } from '../parts/el.js';
import { isHost } from '../room/people.js';
import { words } from './options.js';

/**
 * @typedef {import('../../proto/slapdown.d.ts').OptionSpec} OptionSpec
 * @typedef {boolean | number | string | null} Value
 */

/** @param {import('./app.js').App} app */
export function openForm(app) {
  const room = app.store.snapshot?.room;
  const you = app.store.snapshot?.you;
  if (room === undefined || you === undefined) return;
  const offer = app.catalog?.games.find((game) => game.game === room.game);
  const may = isHost(room, you) && room.phase !== 'playing';
  /** @type {Map<string, () => Value>} */
  const values = new Map();
  /** @type {Map<string, HTMLElement>} */
  const lines = new Map();
  /** @param {OptionSpec} spec */
  const line = (spec) => {
    const { node, value } = control(spec, room.options[spec.name] ?? null, may);
    values.set(spec.name, value);
    lines.set(spec.name, el('label', { class: `option ${spec.type}` },
      el('span', { class: 'option-name' }, words(spec.name)), node, el('span', { class: 'dim option-about' }, about(spec))));
    return lines.get(spec.name) ?? null;
  };
  const fault = el('p', { class: 'fault', role: 'alert', hidden: true });
  /** Says why something cannot be saved: beside the field that is meant, which may be far above the button. @param {string} name @param {string} [why] */
  const explain = (name, why = '') => {
    const spec = [...offer?.options ?? [], ...offer?.room_options ?? []].find((one) => one.name === name);
    fault.hidden = false;
    fault.textContent = spec === undefined ? why : `${words(name)}: ${takes(spec)}`;
    const line = lines.get(name);
    line?.append(fault);
    /** @type {HTMLElement | null} */ (line?.querySelector('input, select') ?? null)?.focus();
    fault.scrollIntoView({ block: 'center' });
  };
  const dialog = openDialog('Options',
    offer === undefined ? el('p', {}, 'The server’s options are not known yet.') : el('form', {
      class: 'column options', novalidate: true, onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        const wrong = [...lines].find(([, line]) => line.querySelector('input')?.validity.valid === false);
        if (wrong !== undefined) return explain(wrong[0]);
        const next = Object.fromEntries([...values].map(([name, value]) => [name, value()])
          .filter(([name, value]) => value !== room.options[String(name)]));
        if (Object.keys(next).length === 0) return dialog.close();
        const answer = await app.client.ask({ type: 'set_options', options: next });
        if ('ok' in answer) return dialog.close();
        const { path = '' } = 'error' in answer ? /** @type {{ path?: string }} */ (answer.error.detail ?? {}) : {};
        explain(path.replace(/^options\./, ''), 'error' in answer ? answer.error.message : 'The line broke; try again.');
      },
    },
    may ? null : el('p', { class: 'dim' }, room.phase === 'playing' ? 'Options can be changed between rounds.' : 'The host sets these.'),
    ...offer.options.map(line), el('h3', {}, 'The table'), ...offer.room_options.map(line), fault,
    may ? el('button', { class: 'button main', type: 'submit' }, 'Save') : null));
}

/** What the option takes, in the unit of its field. @param {OptionSpec} spec */
function takes(spec) {
  if (spec.type !== 'integer') return 'choose one of those that are offered.';
  const [scale, unit] = spec.name.endsWith('_ms') ? [1000, ' s'] : [1, ''];
  return `${spec.min / scale} to ${spec.max / scale}${unit}${spec.zero_is_none ? ', or 0 for none' : ''}.`;
}

/** @param {OptionSpec} spec */
const about = (spec) => {
  const text = spec.about.replace(', in milliseconds', '');
  return spec.type === 'integer' && spec.zero_is_none && !text.includes('0 is') ? `${text.replace(/\.$/, '')}; 0 is none.` : text;
};

/**
 * @param {OptionSpec} spec @param {Value} current @param {boolean} may
 * @returns {{ node: HTMLElement, value: () => Value }}
 */
function control(spec, current, may) {
  switch (spec.type) {
    case 'boolean': {
      const box = el('input', { type: 'checkbox', class: 'switch', checked: current === true, disabled: !may });
      return { node: box, value: () => box.checked };
    }
    case 'choice': {
      const select = el('select', { class: 'field', disabled: !may }, ...spec.values.map((value) => el('option', { value, selected: value === current }, value.replaceAll('_', ' '))));
      return { node: select, value: () => select.value };
    }
    case 'integer': {
      const seconds = spec.name.endsWith('_ms');
      const scale = seconds ? 1000 : 1;
      const input = el('input', {
        class: 'field number', type: 'number', inputmode: 'decimal', disabled: !may, step: seconds ? 0.05 : 1,
        min: spec.zero_is_none ? 0 : spec.min / scale, max: spec.max / scale, placeholder: spec.nullable ? 'none' : null,
        value: current === null ? '' : Number(current) / scale,
      });
      const node = el('span', { class: 'with-unit' }, input, seconds ? el('span', { class: 'dim' }, 's') : null);
      return { node, value: () => (input.value === '' ? (spec.nullable ? null : current) : Math.round(Number(input.value) * scale)) };
    }
  }
}

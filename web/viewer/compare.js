// @ts-check
// What a replay says against what is so, with the place of the first difference: in the words of
// `slapdown verify`.

/** Letters of a value in a sentence. */
const LETTERS = 80;

/**
 * The first difference; '' if there is none. Only what `so` names is looked at.
 * @param {string} place @param {any} told @param {any} so
 * @returns {string}
 */
export function difference(place, told, so) {
  if (Array.isArray(so) && Array.isArray(told) && told.length === so.length) {
    for (const [index, value] of so.entries()) {
      const found = difference(`${place}[${index}]`, told[index], value);
      if (found !== '') return found;
    }
    return '';
  }
  if (isPlain(so) && isPlain(told)) {
    for (const name of Object.keys(so).sort()) {
      const found = difference(`${place}.${name}`, told[name], so[name]);
      if (found !== '') return found;
    }
    return '';
  }
  return told === so ? '' : `${place} is ${said(told)}, and by the rules it is ${said(so)}`;
}

/** @param {any} value */
const isPlain = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

/** @param {unknown} value */
function said(value) {
  const text = JSON.stringify(value) ?? 'left out';
  const letters = [...text];
  return letters.length <= LETTERS ? text : `${letters.slice(0, LETTERS).join('')}…`;
}

// @ts-check
// What the browser remembers between visits. Where it may not (private windows, blocked storage), the page
// works all the same and forgets at its end.

/** @type {Map<string, string>} */
const memory = new Map();

/** @param {string} name @returns {string | null} */
export function recall(name) {
  try {
    return localStorage.getItem(`slapdown.${name}`) ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

/** @param {string} name @param {string | null} value */
export function remember(name, value) {
  if (value === null) memory.delete(name);
  else memory.set(name, value);
  try {
    if (value === null) localStorage.removeItem(`slapdown.${name}`);
    else localStorage.setItem(`slapdown.${name}`, value);
  } catch {
    // Kept in memory alone.
  }
}

/** @param {string} name @param {boolean} usual */
export const recallFlag = (name, usual) => {
  const kept = recall(name);
  return kept === null ? usual : kept === '1';
};

/** @param {string} name @param {boolean} on */
export const rememberFlag = (name, on) => remember(name, on ? '1' : '0');

// @ts-check
// Why the server refused something, for people: without the names that only a client's author knows.

/** @param {{ message: string, retry_after_ms?: number | null }} refused */
export function inWords({ message, retry_after_ms: ms }) {
  return message.replace(/ \((detail|where)[^)]*\)/, '').replace(/retry_after_ms/, typeof ms === 'number' ? `${Math.ceil(ms / 1000)} s` : 'a moment');
}

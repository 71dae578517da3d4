// @ts-check
// Keeps the children of a node in step with a list: a node lives as long as its key, and moves rather than
// being made anew.

/**
 * @template T
 * @template {Element} N
 * @param {Element} parent  all its children belong to this list
 * @param {readonly T[]} items
 * @param {(item: T) => string | number} keyOf
 * @param {(item: T) => N} make
 * @param {(node: N, item: T) => void} update  called for new nodes too
 */
export function keyed(parent, items, keyOf, make, update) {
  /** @type {Map<string, N>} */
  const old = kept.get(parent) ?? new Map();
  const next = new Map();
  // What goes goes first: a node that stays must not be moved (it would lose focus and animations).
  const keys = new Set(items.map((item) => String(keyOf(item))));
  for (const [key, node] of old) if (!keys.has(key)) node.remove();
  /** @type {Element | null} */
  let at = parent.firstElementChild;
  for (const item of items) {
    const key = String(keyOf(item));
    const node = old.get(key) ?? make(item);
    next.set(key, node);
    update(node, item);
    if (node === at) at = node.nextElementSibling;
    else parent.insertBefore(node, at);
  }
  kept.set(parent, next);
}

/** @type {WeakMap<Element, Map<string, any>>} */
const kept = new WeakMap();

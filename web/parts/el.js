// @ts-check
// Makes elements. Text goes in as text, never as markup.

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {{[name: string]: any}} Props  attributes; `on…` listeners; `class`; `data` for data-…; a value of
 *   null, undefined or false leaves an attribute out
 */

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  dress(node, props);
  node.append(...children.filter(isChild).map(asNode));
  return node;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, props = {}, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  dress(node, props);
  node.append(...children.filter(isChild).map(asNode));
  return node;
}

/** @param {Element} node @param {Props} props */
function dress(node, props) {
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name === 'data') for (const key in value) node.setAttribute(`data-${key}`, String(value[key]));
    else if (value === true) node.setAttribute(name, '');
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, String(value));
  }
}

/** @param {Child} child @returns {child is Node | string | number} */
const isChild = (child) => child !== null && child !== undefined && child !== false;

/** @param {Node | string | number} child */
const asNode = (child) => (child instanceof Node ? child : String(child));

/**
 * Sets the text of a node, and touches the page only if it differs.
 * @param {Node} node @param {string | number} text
 */
export function setText(node, text) {
  const next = String(text);
  const only = node.firstChild;
  // A text that is changed in its place costs less than another one in it.
  if (!(only instanceof Text) || only.nextSibling !== null) node.textContent = next;
  else if (only.data !== next) only.data = next;
}

/**
 * Sets or removes an attribute, and touches the page only if it differs.
 * @param {Element} node @param {string} name @param {string | number | boolean | null | undefined} value
 */
export function setAttr(node, name, value) {
  if (value === null || value === undefined || value === false) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
    return;
  }
  const next = value === true ? '' : String(value);
  if (node.getAttribute(name) !== next) node.setAttribute(name, next);
}

/**
 * Hides or shows a node. Setting `hidden` itself makes the browser look at the node's style again, changed or not.
 * @param {Element} node @param {boolean} hidden
 */
export const hide = (node, hidden) => setAttr(node, 'hidden', hidden);

// What is wrong with a page's layout.

/**
 * Sideways scrolling, and targets that a finger misses.
 * @param {import("playwright-core").Page} page @param {string} [but] what is no target, as a selector
 */
export const misfits = (page, but = ":not(*)") => page.evaluate((but) => {
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const small = [...document.querySelectorAll("button, input:not([type=checkbox]), select, label:has(input[type=checkbox])")].filter((node) => node.checkVisibility() && !node.matches(but))
    .map((node) => ({ name: node.getAttribute("aria-label") ?? node.textContent, box: node.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
    .map(({ name, box }) => `${name}: ${Math.round(box.width)}×${Math.round(box.height)}`);
  return [...(wide > 0 ? [`scrolls sideways by ${wide}`] : []), ...small];
}, but);

/**
 * Buttons, fields and cells of a table that are not wholly within the window's width, or not within what shows them.
 * @param {import("playwright-core").Page} page
 */
export const outside = (page) => page.evaluate(() => [...document.querySelectorAll("button, select, input, td, th, .go-note")]
  .filter((node) => node.checkVisibility())
  .map((node) => {
    const { left, right, width } = node.getBoundingClientRect();
    const cuts = [];
    for (let box = node.parentElement; box !== null; box = box.parentElement) {
      if (getComputedStyle(box).overflowX === "visible") continue;
      const edge = box.getBoundingClientRect();
      if (left < edge.left - 0.5 || right > edge.right + 0.5) cuts.push(box.className || box.nodeName);
    }
    return { name: (node.getAttribute("aria-label") ?? node.textContent ?? "").slice(0, 40), left: Math.round(left), right: Math.round(right), width, cuts };
  })
  .filter(({ left, right, width, cuts }) => width > 1 && (left < 0 || right > innerWidth || cuts.length > 0))
  .map(({ name, left, right, cuts }) => `${name}: ${left} to ${right}${cuts.length > 0 ? `, cut by ${cuts}` : ""}`));

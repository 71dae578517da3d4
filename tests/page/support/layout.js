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

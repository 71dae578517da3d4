// Looks over the page's shoulder while it draws: how often in a frame, and whether it touches cards that
// did not change.

/** @typedef {import("playwright-core").Page} Page */

/**
 * Begins to look.
 * @param {Page} page
 * @param {{ card: string, face: string }} what the selector of a card's node, and the attributes (with
 *   commas) that tell which card it shows
 */
export async function watchDrawing(page, { card, face }) {
  await page.evaluate(({ card, face }) => {
    const app = document.querySelector("slap-app");
    const names = face.split(",");
    const shows = (node) => names.map((name) => node.getAttribute(name)).join(" ");
    const seen = { frames: 0, drawn: 0, most: 0, cards: 0, faults: [] };
    const before = new Map([...document.querySelectorAll(card)].map((node) => [node, shows(node)]));
    let drawnBefore = app.store.drawn;

    const looked = new MutationObserver((records) => {
      // A card's node that went and came with the same face was built anew.
      const gone = new Map();
      for (const { type, target, removedNodes, addedNodes } of records) {
        if (type !== "childList") continue;
        for (const node of removedNodes) if (before.has(node)) gone.set(before.get(node), node);
        for (const node of addedNodes) {
          if (node instanceof Element && node.matches(card) && gone.has(shows(node))) seen.faults.push(`rebuilt: ${shows(node)}`);
        }
        const own = target instanceof Element ? target.closest(card) : null;
        if (own && before.get(own) === shows(own)) seen.faults.push(`touched: ${shows(own)}: ${[...addedNodes].map((node) => node.textContent || node.nodeName)}`);
      }
      for (const node of document.querySelectorAll(card)) {
        if (before.has(node) && before.get(node) !== shows(node)) seen.cards += 1;
        before.set(node, shows(node));
      }
    });
    looked.observe(app, { subtree: true, childList: true, attributes: true, attributeFilter: names });
    const frame = () => {
      seen.frames += 1;
      const drawn = app.store.drawn - drawnBefore;
      drawnBefore = app.store.drawn;
      seen.drawn += drawn;
      seen.most = Math.max(seen.most, drawn);
      window.drawing.next = requestAnimationFrame(frame);
    };
    window.drawing = { seen, looked, next: requestAnimationFrame(frame) };
  }, { card, face });
}

/** Ends looking; gives back what was seen. @param {Page} page */
export async function drawingSeen(page) {
  return page.evaluate(() => {
    const { seen, looked, next } = window.drawing;
    looked.disconnect();
    cancelAnimationFrame(next);
    return seen;
  });
}

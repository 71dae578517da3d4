// @ts-check
// How large cards are, so that what is printed on them fits. Measured when that changes, as a container for
// each card would cost more than all the rest of the drawing.

/** @param {number} w @param {number} h */
export const unit = (w, h) => `${(Math.min(h, w * 1.1) / 100).toFixed(3)}px`;

/**
 * Keeps `--unit` of each holder in step with the cards in it.
 * @param {() => Element[]} holders
 */
export function measure(holders) {
  const apply = () => {
    const sizes = holders().map((holder) => {
      const card = holder.classList.contains('card') ? holder : holder.querySelector('.card');
      return card === null ? null : { holder, w: card.clientWidth, h: card.clientHeight };
    });
    // All is read before anything is written.
    for (const size of sizes) {
      if (size !== null && size.h > 0) /** @type {HTMLElement} */ (size.holder).style.setProperty('--unit', unit(size.w, size.h));
    }
  };
  return { observer: new ResizeObserver(apply), apply };
}

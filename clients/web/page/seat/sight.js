// Checks whether the reader can see an element of the page now, between the head and the foot.

/**
 * Return whether an element, or at least its end, is visible in a page that is in front.
 * @param {Element | null | undefined} node
 */
export function inSight(node) {
  if (!(node instanceof HTMLElement) || document.hidden || node.offsetParent === null) return false;
  const { top, bottom } = node.getBoundingClientRect();
  const side = node.closest(".seat-side")?.getBoundingClientRect();
  const above = Math.max(sticks(".head")?.bottom ?? 0, side?.top ?? 0, 0);
  const below = Math.min(sticks(".foot")?.top ?? innerHeight, side?.bottom ?? innerHeight, innerHeight);
  return bottom > above + 1 && bottom <= below + 1 && top < bottom;
}

/** Return whether an element exists and is not visible. @param {Element | null} node */
export function isHidden(node) {
  return node !== null && !inSight(node);
}

/** @param {string} selector */
function sticks(selector) {
  const node = document.querySelector(selector);
  return node && getComputedStyle(node).position === "sticky" ? node.getBoundingClientRect() : null;
}

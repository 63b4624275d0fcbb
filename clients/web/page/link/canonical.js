// One way to write a value as JSON, so that equal values are equal texts. Digests are computed from it.

/**
 * Return a value as canonical JSON: keys in the order of their code points, no spaces, characters unescaped.
 * @param {unknown} value
 * @returns {string}
 */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  entries.sort(([one], [other]) => byCodePoint(one, other));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(",")}}`;
}

/**
 * Return whether two values are equal.
 * @param {unknown} one
 * @param {unknown} other
 */
export function same(one, other) {
  return one === other || canonical(one ?? null) === canonical(other ?? null);
}

/**
 * Compare texts as the arbiter sorts them. The language's own order differs beyond the first 65,536 characters.
 * @param {string} one
 * @param {string} other
 */
function byCodePoint(one, other) {
  const [a, b] = [[...one], [...other]];
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const by = /** @type {number} */ (a[at]?.codePointAt(0)) - /** @type {number} */ (b[at]?.codePointAt(0));
    if (by) return by;
  }
  return a.length - b.length;
}

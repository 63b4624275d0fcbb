// A deadline for a request, in browsers that know one and in those that do not.

/**
 * Give what ends a request after so many milliseconds.
 * @param {number} ms
 */
export function deadline(ms) {
  if ("timeout" in AbortSignal) return AbortSignal.timeout(ms);
  const stopping = new AbortController();
  setTimeout(() => stopping.abort(), ms);
  return stopping.signal;
}

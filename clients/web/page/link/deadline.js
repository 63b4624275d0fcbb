// A deadline for a request, in browsers that have AbortSignal.timeout and in those that do not.

/**
 * Return a signal that ends a request after some milliseconds.
 * @param {number} ms
 */
export function deadline(ms) {
  if ("timeout" in AbortSignal) return AbortSignal.timeout(ms);
  const stopping = new AbortController();
  setTimeout(() => stopping.abort(), ms);
  return stopping.signal;
}

// Ids of requests: 128 random bits in hexadecimal.

/** Return a new id. */
export function newId() {
  return toHex(crypto.getRandomValues(new Uint8Array(16)));
}

/** @param {Uint8Array} bytes */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Parse hexadecimal digits. Throws if they are invalid.
 * @param {string} hex
 */
export function fromHex(hex) {
  if (hex.length % 2 || /[^0-9a-f]/i.test(hex)) throw new Error("no hexadecimal");
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => parseInt(hex.slice(2 * at, 2 * at + 2), 16));
}

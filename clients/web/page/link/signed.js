// The signatures and fingerprints of the wire, the same on both sides of it.

import { blake2b, hashes, sha512, verify } from "../vendor/noble.js";
import { canonical } from "./canonical.js";
import { fromHex, toHex } from "./ids.js";

hashes.sha512 = sha512;

/**
 * Return whether an Ed25519 signature is for this text. Signature and key are in hexadecimal. An invalid signature or key
 * is for no text.
 * @param {string} said
 * @param {{signature: string, verifyKey: string}} by
 */
export function isSigned(said, { signature, verifyKey }) {
  try {
    return verify(fromHex(signature), new TextEncoder().encode(said), fromHex(verifyKey), { zip215: false });
  } catch {
    return false;
  }
}

/**
 * Return the fingerprint of a text in hexadecimal.
 * @param {string} text
 * @param {number} bytes
 */
export function fingerprint(text, bytes) {
  return toHex(blake2b(new TextEncoder().encode(text), { dkLen: bytes }));
}

/**
 * Return the fingerprint of an answer.
 * @param {import("./wire").Answer} answer
 */
export function digestOf(answer) {
  return fingerprint(canonical(answer), 16);
}

// What is signed and hashed on the wire, the same on both sides of it.

import { blake2b, hashes, sha512, verify } from "../vendor/noble.js";
import { canonical } from "./canonical.js";
import { fromHex, toHex } from "./ids.js";

hashes.sha512 = sha512;

/**
 * Tell whether an Ed25519 signature, in hexadecimal as is the key, is for what was said. Whatever is no signature or no key is for nothing.
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
 * Give the fingerprint of a text in hexadecimal.
 * @param {string} text
 * @param {number} bytes
 */
export function fingerprint(text, bytes) {
  return toHex(blake2b(new TextEncoder().encode(text), { dkLen: bytes }));
}

/**
 * Give the fingerprint of an answer.
 * @param {import("./wire").Answer} answer
 */
export function digestOf(answer) {
  return fingerprint(canonical(answer), 16);
}

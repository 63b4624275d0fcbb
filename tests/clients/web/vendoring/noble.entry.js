export { Point, hashes, verify } from "@noble/ed25519";
export { blake2b } from "@noble/hashes/blake2.js";
export { hkdf } from "@noble/hashes/hkdf.js";
export { hmac } from "@noble/hashes/hmac.js";
export { sha256, sha512 } from "@noble/hashes/sha2.js";

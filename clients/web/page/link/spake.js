// SPAKE2 over the group of Ed25519, side A, as described in docs/wire.md: both sides learn whether the other holds the
// code, and no one else learns anything. The code itself never leaves the page.

import { Point, hkdf, hmac, sha256 } from "../vendor/noble.js";
import { printed } from "./code.js";
import { fromHex, toHex } from "./ids.js";

const ORDER = Point.CURVE().n;
const M = Point.fromHex("15cfd18e385952982b6a8f8c7854963b58e34388c8e6dae891db756481a02312");
const N = Point.fromHex("f04f2e7eb734b2a8f8b472eaf9c3c632576ac64aea650b496a8a20ff00e583c3");
const SIDE_A = 0x41;
const SIDE_B = 0x42;
const POINT_BYTES = 32;
const SCALAR_BYTES = 48;
/** As many random bytes as this make a scalar without noticeable bias. */
const RANDOM_BYTES = 64;

/** The other side sent something that is no element of the exchange. */
export class NoElement extends Error {}

/** The client's side of one exchange. `scalar` is random in each exchange. */
export class Spake {
  /**
   * @param {import("./code.js").Code} code
   * @param {bigint} [scalar]
   */
  constructor(code, scalar = randomScalar()) {
    this._password = ascii(printed(code));
    this._idA = ascii(`warcouncil seat ${code.plate}`);
    this._idB = ascii("warcouncil arbiter");
    this._w = number(hkdf(sha256, this._password, new Uint8Array(), ascii("SPAKE2 pw"), SCALAR_BYTES)) % ORDER;
    this._x = scalar;
    this._sent = times(Point.BASE, scalar).add(times(M, this._w)).toBytes();
  }

  /** The element to send to the door, in hexadecimal. */
  get element() {
    return toHex(joined(Uint8Array.of(SIDE_A), this._sent));
  }

  /**
   * Return the secret that both sides share if both hold the code. Throws NoElement.
   * @param {string} element what the door sent, in hexadecimal
   */
  finish(element) {
    const [came, point] = elementOf(element);
    if (toHex(came) === toHex(this._sent)) throw new NoElement("one's own");
    const shared = times(point.subtract(times(N, this._w)), this._x);
    const hashes = [this._password, this._idA, this._idB].map((each) => sha256(each));
    return sha256(joined(...hashes, this._sent, came, shared.toBytes()));
  }
}

/**
 * Return the proof that the client holds the code, saw these two keys, and wants a seat of this kind.
 * @param {Uint8Array} shared
 * @param {{kind: string, plate: string, key: string, serverKey: string}} bound
 */
export function clientProof(shared, { kind, plate, key, serverKey }) {
  return proof(shared, "client", kind, plate, key, serverKey);
}

/**
 * Return the proof that the door must show. It confirms the exercise's name too.
 * @param {Uint8Array} shared
 * @param {{plate: string, key: string, serverKey: string, exercise: string}} bound
 */
export function arbiterProof(shared, { plate, key, serverKey, exercise }) {
  return proof(shared, "arbiter", plate, key, serverKey, exercise);
}

/**
 * Return whether two proofs are equal, in a time that does not depend on where they differ.
 * @param {string} one
 * @param {string} other
 */
export function equalProofs(one, other) {
  let differs = one.length ^ other.length;
  for (let at = 0; at < one.length; at++) differs |= one.charCodeAt(at) ^ other.charCodeAt(at % (other.length || 1));
  return differs === 0;
}

/**
 * @param {Uint8Array} shared
 * @param {string[]} parts
 */
function proof(shared, ...parts) {
  return toHex(hmac(sha256, shared, new TextEncoder().encode(parts.join("|"))));
}

/**
 * @param {string} element
 * @returns {[Uint8Array, Point]}
 */
function elementOf(element) {
  try {
    const bytes = fromHex(element);
    const came = bytes.subarray(1);
    const point = Point.fromBytes(came, false);
    if (bytes[0] === SIDE_B && came.length === POINT_BYTES && !point.is0() && point.isTorsionFree()) return [came, point];
  } catch {
    // The error below is the same for every fault.
  }
  throw new NoElement("no point of the group, or of another side");
}

/**
 * @param {Point} point
 * @param {bigint} scalar
 */
function times(point, scalar) {
  return scalar === 0n ? Point.ZERO : point.multiply(scalar);
}

function randomScalar() {
  return 1n + (number(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))) % (ORDER - 1n));
}

/** @param {Uint8Array} bytes read as a big-endian number */
function number(bytes) {
  return BigInt(`0x${toHex(bytes)}`);
}

/** @param {string} text */
function ascii(text) {
  return new TextEncoder().encode(text);
}

/** @param {Uint8Array[]} parts */
function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

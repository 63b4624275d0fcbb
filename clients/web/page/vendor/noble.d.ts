// What the page uses of noble's cryptography, for the type checker.

/** A point of the curve of Ed25519. */
export class Point {
  static readonly BASE: Point;
  static readonly ZERO: Point;
  /** Throws where the bytes are no point. */
  static fromBytes(bytes: Uint8Array, zip215?: boolean): Point;
  static fromHex(hex: string): Point;
  static CURVE(): { n: bigint; p: bigint };
  add(other: Point): Point;
  subtract(other: Point): Point;
  /** Takes 1 <= scalar < n. */
  multiply(scalar: bigint): Point;
  equals(other: Point): boolean;
  is0(): boolean;
  isTorsionFree(): boolean;
  toBytes(): Uint8Array;
  toHex(): string;
}

interface Hash {
  (message: Uint8Array): Uint8Array;
}

export const sha256: Hash;
export const sha512: Hash;
export function blake2b(message: Uint8Array, options?: { dkLen?: number }): Uint8Array;
export function hmac(hash: Hash, key: Uint8Array, message: Uint8Array): Uint8Array;
export function hkdf(hash: Hash, key: Uint8Array, salt: Uint8Array | undefined, info: Uint8Array | undefined, length: number): Uint8Array;
/** `zip215: false` asks as RFC 8032 does: nothing of small order, nothing written in two ways. */
export function verify(signature: Uint8Array, message: Uint8Array, key: Uint8Array, how: { zip215: boolean }): boolean;
/** What signatures are made with; `sha512` is to be set before `verify` is used. */
export const hashes: { sha512: Hash | undefined };

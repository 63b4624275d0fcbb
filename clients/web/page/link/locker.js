// One encrypted text that this device keeps of a seat longer than its tab. The key is made from the cookie, which no
// script can read, and the gateway gives it only to the holder of the seat here. When the seat is left, given away or
// forgotten, no one can read the text.

import { fromHex, toHex } from "./ids.js";

const PREFIX = "warcouncil.locked.";
const IV_BYTES = 12;
/** How long a browser holds a seat at most (clients/web/tickets.py). An older text has no key any more. */
const KEPT_MS = 30 * 86_400_000;

/** A text in the storage of a device. @typedef {{since: number, iv: string, text: string}} Lying */

export class Locker {
  /**
   * @param {string} plate
   * @param {Storage | null} memory
   */
  constructor(plate, memory) {
    this._plate = plate;
    this._memory = memory;
    /** @type {Promise<CryptoKey | null> | null} */
    this._opening = null;
    /** The text to be written next. Only the newest counts. @type {{place: string, text: string} | null} */
    this._next = null;
    this._busy = false;
    this._shut = false;
    /** Whether this device can store the text. True until it refuses. */
    this.keeps = memory !== null;
    tidy(memory);
  }

  /**
   * Return the text that was stored here for a place. "" if there is none or it can no longer be decrypted, null if that
   * cannot be known now.
   * @param {string} place
   */
  async read(place) {
    const found = lying(this._memory, PREFIX + this._plate);
    if (!found) return "";
    const key = await this._key();
    if (key === null) return null;
    try {
      const opened = await crypto.subtle.decrypt(sealing(fromHex(found.iv), place), key, fromHex(found.text));
      return new TextDecoder().decode(opened);
    } catch {
      return ""; // of another place, or encrypted with the key of an earlier seat
    }
  }

  /**
   * Store a text encrypted. It replaces the text before.
   * @param {string} place
   * @param {string} text
   * @returns {Promise<void>} resolves when the text is stored
   */
  async write(place, text) {
    this._next = { place, text };
    if (!this._busy) await this._write();
  }

  /** Delete everything for good, because the seat is left or another is taken. */
  wipe() {
    this._shut = true;
    this._next = null;
    tried(() => this._memory?.removeItem(PREFIX + this._plate));
  }

  async _write() {
    this._busy = true;
    while (this._next !== null) {
      const { place, text } = this._next;
      this._next = null;
      const key = await this._key();
      if (key === null) break;
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const locked = await crypto.subtle.encrypt(sealing(iv, place), key, new TextEncoder().encode(text));
      const now = { since: Date.now(), iv: toHex(iv), text: toHex(new Uint8Array(locked)) };
      if (!this._shut) this.keeps = tried(() => (this._memory?.setItem(PREFIX + this._plate, JSON.stringify(now)), true)) ?? false;
    }
    this._busy = false;
  }

  /** Return the key, which is requested once. Null if there is none now. @returns {Promise<CryptoKey | null>} */
  async _key() {
    if (this._memory === null || this._shut) return null;
    this._opening ??= askedFor(this._plate);
    const key = await this._opening;
    if (key === null) this._opening = null;
    return key;
  }
}

/**
 * Ask the gateway for the key of the seat that this browser holds.
 * @param {string} plate
 */
async function askedFor(plate) {
  try {
    const said = await fetch(`/seat/${plate}/locker`, { method: "POST", cache: "no-store" });
    if (!said.ok) return null;
    const { key } = await said.json();
    return await crypto.subtle.importKey("raw", fromHex(key), "AES-GCM", false, ["encrypt", "decrypt"]);
  } catch {
    return null;
  }
}

/**
 * @param {Uint8Array} iv
 * @param {string} place The place of the text. It can be decrypted for no other.
 */
function sealing(iv, place) {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(place) };
}

/**
 * @param {Storage | null} memory
 * @param {string} name
 * @returns {Lying | null}
 */
function lying(memory, name) {
  const found = tried(() => JSON.parse(memory?.getItem(name) ?? "null"));
  return found && typeof found.iv === "string" && typeof found.text === "string" ? found : null;
}

/** Delete all texts for which no browser can have a key any more. @param {Storage | null} memory */
function tidy(memory) {
  tried(() => {
    for (const name of Object.keys(memory ?? {}).filter((each) => each.startsWith(PREFIX))) {
      const age = Date.now() - Number(lying(memory, name)?.since);
      if (!(age < KEPT_MS)) memory?.removeItem(name);
    }
  });
}

/**
 * Do something that a browser may refuse. Return null if it does.
 * @template T
 * @param {() => T} act
 * @returns {T | null}
 */
function tried(act) {
  try {
    return act();
  } catch {
    return null;
  }
}

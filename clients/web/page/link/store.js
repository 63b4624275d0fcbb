// The things that this browser stores for one seat, as long as its tab lives. They are deleted with the seat, so that the
// next player in this browser finds nothing.

/** The part of a browser's storage that is used here. */
/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">} Keeper */

/** The stored things of one seat, by name. */
export class Store {
  /**
   * @param {string} plate
   * @param {Keeper} [keeper]
   */
  constructor(plate, keeper = new Forgetful()) {
    this._keeper = keeper;
    this._prefix = `warcouncil:${plate}:`;
  }

  /**
   * Return what is stored under a name, null if nothing readable is.
   * @param {string} name
   * @returns {any}
   */
  get(name) {
    try {
      return JSON.parse(this._keeper.getItem(this._prefix + name) ?? "null");
    } catch {
      return null;
    }
  }

  /**
   * Return the list that is stored under a name.
   * @param {string} name
   * @returns {any[]}
   */
  list(name) {
    const found = this.get(name);
    return Array.isArray(found) ? found : [];
  }

  /**
   * Store something. Null deletes it. Throws if the browser stores nothing, or is full.
   * @param {string} name
   * @param {unknown} value
   */
  put(name, value) {
    if (value === null) this._keeper.removeItem(this._prefix + name);
    else this._keeper.setItem(this._prefix + name, JSON.stringify(value));
  }

  /**
   * Store something if the browser can. Without it only a convenience is lost.
   * @param {string} name
   * @param {unknown} value
   */
  offer(name, value) {
    try {
      this.put(name, value);
    } catch {
      // It stays as long as the page does.
    }
  }

  /**
   * Delete everything of this seat, or everything under names that begin so.
   * @param {string} [names]
   */
  wipe(names = "") {
    const begin = this._prefix + names;
    const keys = Array.from({ length: this._keeper.length }, (_, at) => this._keeper.key(at) ?? "");
    for (const key of keys.filter((each) => each.startsWith(begin))) this._keeper.removeItem(key);
  }
}

/** A storage for browsers that offer none. It lasts as long as the page. */
class Forgetful {
  constructor() {
    /** @type {Map<string, string>} */
    this._kept = new Map();
  }

  get length() {
    return this._kept.size;
  }

  /** @param {number} at */
  key(at) {
    return [...this._kept.keys()][at] ?? null;
  }

  /** @param {string} name */
  getItem(name) {
    return this._kept.get(name) ?? null;
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  setItem(name, value) {
    this._kept.set(name, value);
  }

  /** @param {string} name */
  removeItem(name) {
    this._kept.delete(name);
  }
}

/**
 * Return this tab's storage, or one that lasts as long as the page if the browser refuses.
 * @returns {Keeper}
 */
export function tabsKeeper() {
  try {
    return globalThis.sessionStorage ?? new Forgetful();
  } catch {
    return new Forgetful();
  }
}

/** Delete everything that this tab stores, of any seat. If the browser refuses, it stores nothing. */
export function forgetTab() {
  try {
    globalThis.sessionStorage.clear();
  } catch {
    // There is nothing to delete.
  }
}

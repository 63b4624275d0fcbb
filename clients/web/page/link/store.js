// What this browser keeps for one seat, as long as its tab lives. Nothing of it outlives the seat: whoever sits there next finds nothing.

/** What a browser gives to keep things in. */
/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">} Keeper */

/** One seat's things in a keeper, by names. */
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
   * Give what is kept under a name; null where there is nothing that can be read.
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
   * Give a list that is kept under a name.
   * @param {string} name
   * @returns {any[]}
   */
  list(name) {
    const found = this.get(name);
    return Array.isArray(found) ? found : [];
  }

  /**
   * Keep something; null: nothing more. Throws where the browser keeps nothing, or no more.
   * @param {string} name
   * @param {unknown} value
   */
  put(name, value) {
    if (value === null) this._keeper.removeItem(this._prefix + name);
    else this._keeper.setItem(this._prefix + name, JSON.stringify(value));
  }

  /**
   * Keep something if the browser does; what is lost by that is only a convenience.
   * @param {string} name
   * @param {unknown} value
   */
  offer(name, value) {
    try {
      this.put(name, value);
    } catch {
      // It is there as long as the page is.
    }
  }

  /**
   * Forget everything of this seat, or what has names that begin so.
   * @param {string} [names]
   */
  wipe(names = "") {
    const begin = this._prefix + names;
    const keys = Array.from({ length: this._keeper.length }, (_, at) => this._keeper.key(at) ?? "");
    for (const key of keys.filter((each) => each.startsWith(begin))) this._keeper.removeItem(key);
  }
}

/** A keeper for browsers that have none to give: it forgets with the page. */
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
 * Give this tab's keeper, or one that forgets where the browser refuses.
 * @returns {Keeper}
 */
export function tabsKeeper() {
  try {
    return globalThis.sessionStorage ?? new Forgetful();
  } catch {
    return new Forgetful();
  }
}

/** Forget all that this tab keeps, of any seat; where the browser refuses, it keeps nothing. */
export function forgetTab() {
  try {
    globalThis.sessionStorage.clear();
  } catch {
    // There is nothing to forget.
  }
}

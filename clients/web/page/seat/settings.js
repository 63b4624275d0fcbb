// What this device remembers for the page: how it looks and how it calls. No secret, and nothing of any exercise. = clients/widgets/window/settings.py

/**
 * @typedef {object} Settings
 * @property {"auto" | "dark" | "light" | "safe"} theme
 * @property {"normal" | "large" | "larger"} text
 * @property {"auto" | "reduced"} motion
 * @property {boolean} sound Sound a tone when an order is asked.
 * @property {boolean} vibration Let a phone tremble when an order is asked.
 * @property {boolean} awake Keep the screen on while a game runs.
 * @property {boolean} keys Whether single signs, such as ?, do something.
 * @property {Record<string, string>} own Keys of one's own, by what they do; "" for none.
 * @property {string[]} coached Hints that were shown once here.
 */

const KEY = "warcouncil.settings";

/** @type {Settings} */
const DEFAULTS = { theme: "auto", text: "normal", motion: "auto", sound: false, vibration: true, awake: true, keys: true, own: {}, coached: [] };

/** What may stand for each, where it is a choice. */
export const CHOICES = /** @type {const} */ ({
  theme: ["auto", "dark", "light", "safe"],
  text: ["normal", "large", "larger"],
  motion: ["auto", "reduced"],
});

/** The settings as a page holds them: read once; what is changed is kept for the next time. */
export class Remembered {
  /** @param {Storage | null} store */
  constructor(store) {
    this._store = store;
    this.now = read(store);
  }

  /** Whether this device remembers anything: what it forgets is not shown as if it were new each time. */
  get remembers() {
    return this._store !== null;
  }

  /**
   * Set a value. It holds for this page, and where the device allows it for the next.
   * @template {keyof Settings} K
   * @param {K} key
   * @param {Settings[K]} value
   */
  put(key, value) {
    this.now = { ...this.now, [key]: value };
    try {
      this._store?.setItem(KEY, JSON.stringify(this.now));
    } catch {
      this._store = null; // the device is full, or keeps nothing
    }
  }

  /**
   * Tell whether a hint is shown on this device for the first time, and remember that it was.
   * @param {string} hint
   */
  isNew(hint) {
    if (this.now.coached.includes(hint)) return false;
    this.put("coached", [...this.now.coached, hint]);
    return true;
  }
}

/** Give the device's memory, null where it has none or lends none. */
export function storeOf() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/**
 * Let the whole page look as it is set.
 * @param {Settings} settings
 * @param {HTMLElement} root
 */
export function wear(settings, root) {
  set(root, "theme", settings.theme === "auto" ? "" : settings.theme);
  set(root, "text", settings.text === "normal" ? "" : settings.text);
  set(root, "motion", settings.motion === "auto" ? "" : settings.motion);
}

/**
 * @param {HTMLElement} root
 * @param {string} name
 * @param {string} value
 */
function set(root, name, value) {
  if (value) root.dataset[name] = value;
  else delete root.dataset[name];
}

/**
 * Read what is remembered; whatever is wrong there is the default.
 * @param {Storage | null} store
 * @returns {Settings}
 */
function read(store) {
  /** @type {Record<string, unknown>} */
  let had = {};
  try {
    const parsed = JSON.parse(store?.getItem(KEY) ?? "{}");
    if (parsed && typeof parsed === "object") had = parsed;
  } catch {
    had = {};
  }
  /** @type {Record<string, unknown>} */
  const kept = {};
  for (const [key, value] of Object.entries(DEFAULTS)) {
    const is = had[key];
    const choices = /** @type {Record<string, readonly string[]>} */ (CHOICES)[key];
    if (choices) kept[key] = choices.includes(String(is)) ? is : value;
    else if (Array.isArray(value)) kept[key] = Array.isArray(is) ? is.filter((each) => typeof each === "string").slice(0, 20) : value;
    else if (typeof value === "object") kept[key] = texts(is);
    else kept[key] = typeof is === typeof value ? is : value;
  }
  return /** @type {Settings} */ (/** @type {unknown} */ (kept));
}

/**
 * Give the texts of what should hold nothing else.
 * @param {unknown} had
 */
function texts(had) {
  const all = had && typeof had === "object" && !Array.isArray(had) ? Object.entries(had) : [];
  return Object.fromEntries(all.filter(([, text]) => typeof text === "string").slice(0, 40));
}

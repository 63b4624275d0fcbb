// The settings that this device remembers for the page: its look, and how it calls. They contain no secret, and nothing
// about any exercise. = clients/widgets/window/settings.py

/**
 * @typedef {object} Settings
 * @property {"auto" | "dark" | "light" | "safe"} theme
 * @property {"normal" | "large" | "larger"} text
 * @property {"auto" | "reduced"} motion
 * @property {boolean} sound A tone when a question opens.
 * @property {boolean} vibration Vibration when a question opens.
 * @property {boolean} awake Keep the screen on while a game runs.
 * @property {boolean} keys Whether keys of a single character, such as ?, do something.
 * @property {Record<string, string>} own The rebound keys by action, "" for none.
 * @property {string[]} coached The hints that were shown on this device.
 */

const KEY = "warcouncil.settings";

/** @type {Settings} */
const DEFAULTS = { theme: "auto", text: "normal", motion: "auto", sound: false, vibration: true, awake: true, keys: true, own: {}, coached: [] };

/** The possible values of each setting with a choice. */
export const CHOICES = /** @type {const} */ ({
  theme: ["auto", "dark", "light", "safe"],
  text: ["normal", "large", "larger"],
  motion: ["auto", "reduced"],
});

/** The settings as a page holds them. They are read once, and a change is stored for the next page. */
export class Remembered {
  /** @param {Storage | null} store */
  constructor(store) {
    this._store = store;
    this.now = read(store);
  }

  /** Whether this device remembers anything. If it does not, hints are not shown as new each time. */
  get remembers() {
    return this._store !== null;
  }

  /**
   * Set a value. It applies to this page, and to the next if the device allows it.
   * @template {keyof Settings} K
   * @param {K} key
   * @param {Settings[K]} value
   */
  put(key, value) {
    this.now = { ...this.now, [key]: value };
    try {
      this._store?.setItem(KEY, JSON.stringify(this.now));
    } catch {
      this._store = null; // the device is full, or stores nothing
    }
  }

  /**
   * Return whether a hint is shown on this device for the first time, and remember it.
   * @param {string} hint
   */
  isNew(hint) {
    if (this.now.coached.includes(hint)) return false;
    this.put("coached", [...this.now.coached, hint]);
    return true;
  }
}

/** Return the storage of the device, null if it has none or does not allow it. */
export function storeOf() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/**
 * Apply the settings to the whole page.
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
 * Read the settings. A wrong value is replaced by the default.
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
 * Return the values of an object that are texts.
 * @param {unknown} had
 */
function texts(had) {
  const all = had && typeof had === "object" && !Array.isArray(had) ? Object.entries(had) : [];
  return Object.fromEntries(all.filter(([, text]) => typeof text === "string").slice(0, 40));
}

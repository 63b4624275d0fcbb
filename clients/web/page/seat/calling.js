// Calls a player back to the page, as far as the settings and the device allow: by the title, a tone, and vibration.
// Keeps the screen on. = clients/widgets/window/calling.py

/** @typedef {import("./settings.js").Remembered} Remembered */

const TREMBLE = /** @type {const} */ ({ opened: [180], last: [80, 80, 80] });
const TONES = /** @type {const} */ ({ opened: [660], last: [880, 880] });
const TONE_SECONDS = 0.16;

/** Calls through the browser. */
export class Caller {
  /** @param {Remembered} kept */
  constructor(kept) {
    this._kept = kept;
    /** @type {AudioContext | null} */
    this._audio = null;
    /** @type {WakeLockSentinel | null} */
    this._lock = null;
    this._wanted = false;
  }

  /**
   * Set the title of the window.
   * @param {string} text
   */
  title(text) {
    if (document.title !== text) document.title = text;
  }

  /**
   * Call by a tone and vibration, as far as the settings ask for them and the device has them.
   * @param {"opened" | "last"} what
   */
  call(what) {
    if (this._kept.now.vibration && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([...TREMBLE[what]]);
    if (this._kept.now.sound) this._sound(TONES[what]);
  }

  /**
   * Prepare the sound. A browser allows it only right after a touch, and a phone withdraws it when it rings or is locked.
   */
  touched() {
    if (!this._kept.now.sound || !("AudioContext" in window)) return;
    this._audio ??= new AudioContext();
    if (this._audio.state !== "running") this._audio.resume().catch(() => {}); // refused: perhaps allowed at another touch
  }

  /** @param {readonly number[]} tones */
  _sound(tones) {
    const audio = this._audio;
    if (!audio || audio.state !== "running") return;
    tones.forEach((tone, at) => {
      const [wave, volume] = [audio.createOscillator(), audio.createGain()];
      const begins = audio.currentTime + 2 * at * TONE_SECONDS;
      wave.frequency.value = tone;
      volume.gain.setValueAtTime(0.2, begins);
      volume.gain.exponentialRampToValueAtTime(0.001, begins + TONE_SECONDS);
      wave.connect(volume).connect(audio.destination);
      wave.start(begins);
      wave.stop(begins + TONE_SECONDS);
    });
  }

  /**
   * Keep the screen on, or stop that. On a device that cannot do it, nothing happens, and nothing depends on it.
   * @param {boolean} wanted
   */
  async keepAwake(wanted) {
    const want = wanted && this._kept.now.awake && document.visibilityState === "visible";
    if (want === this._wanted) return;
    this._wanted = want;
    try {
      if (want) this._lock = (await navigator.wakeLock?.request("screen")) ?? null;
      else await this._lock?.release();
      this._lock?.addEventListener("release", () => (this._wanted = false), { once: true });
    } catch {
      this._lock = null; // refused: a low battery, or a page that is not in front
    }
  }
}

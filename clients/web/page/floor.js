// Shows the words of a page that waits for its script. Shows one line on why the page stays empty: its browser is too old
// to read its modules, or a part of it did not arrive.
// Every browser can read this file, which uses only old features, and reads it first. A failure is reported once, to the
// listeners of that moment.
// @ts-check

(function () {
  "use strict";
  var knows = "noModule" in document.createElement("script") && "at" in Array.prototype && "hasOwn" in Object && "HTMLDialogElement" in window;

  /** @param {boolean} waits */
  function showWaiting(waits) {
    var waiting = document.getElementById("waiting");
    if (waiting) waiting.hidden = !waits;
    return waiting;
  }

  // modules run before the page counts as loaded, so its parts are watched for instead
  var parts = new MutationObserver(function () {
    if (showWaiting(true)) parts.disconnect();
  });

  /** @param {string} id */
  function show(id) {
    parts.disconnect();
    showWaiting(false);
    var line = document.getElementById(id);
    if (line) line.hidden = false;
    else
      document.addEventListener("DOMContentLoaded", function () {
        show(id);
      });
  }

  /** @param {Event} event */
  function failed(event) {
    if (event.target === window || event.target instanceof HTMLScriptElement || event.target instanceof HTMLLinkElement) show("not-whole");
  }

  if (!knows) return show("too-old");
  parts.observe(document.documentElement, { childList: true, subtree: true });
  window.addEventListener("error", failed, true);
  window.addEventListener("unhandledrejection", failed);
})();

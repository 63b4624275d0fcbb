// Says in one line why the page stays empty: its browser is too old, so that none of its modules could be read, or a part of it did not come. A
// browser of any age reads this file, which is written in the oldest words, and reads it first: what fails is told once, to who listens by then.
// @ts-check

(function () {
  "use strict";
  var knows = "noModule" in document.createElement("script") && "at" in Array.prototype && "hasOwn" in Object && "HTMLDialogElement" in window;

  /** @param {string} id */
  function show(id) {
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
  window.addEventListener("error", failed, true);
  window.addEventListener("unhandledrejection", failed);
})();

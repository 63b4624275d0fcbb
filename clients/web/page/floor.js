// Says in one line why the page stays empty: its browser is too old, so that none of its modules could be read, or a part of it did not come. A
// browser of any age reads this file: it is written in the oldest words.
// @ts-check

(function () {
  "use strict";
  var knows = "noModule" in document.createElement("script") && "at" in Array.prototype && "hasOwn" in Object && "HTMLDialogElement" in window;

  /** @param {string} id */
  function show(id) {
    var line = document.getElementById(id);
    if (line) line.hidden = false;
  }

  /** @param {Event} event */
  function failed(event) {
    if (event.target === window || event.target instanceof HTMLScriptElement || event.target instanceof HTMLLinkElement) show("not-whole");
  }

  if (!knows) return show("too-old");
  window.addEventListener("error", failed, true);
  window.addEventListener("unhandledrejection", failed);
  /** @type {NodeListOf<HTMLLinkElement>} */
  var styles = document.querySelectorAll("link[rel=stylesheet]");
  for (var at = 0; at < styles.length; at++) if (!styles[at].sheet) show("not-whole"); // a script waits for them
})();

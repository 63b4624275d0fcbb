// Says in one line that a browser is too old for the page, which would stay empty there: none of its modules could be read. Such a browser
// reads this file: it is written in the oldest words.
// @ts-check

(function () {
  "use strict";
  var line = document.getElementById("too-old");
  var knows = "noModule" in document.createElement("script") && "at" in Array.prototype && "hasOwn" in Object && "HTMLDialogElement" in window;
  if (line && !knows) line.hidden = false;
})();

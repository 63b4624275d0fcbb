/* FrameWorker stands in for Worker when the site is opened from a disk. Browsers refuse workers there, and the search needs one. */
"use strict";

if (location.protocol === "file:") {
  window.Worker = class FrameWorker extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.appendChild(this.frame);
      const inside = this.frame.contentWindow;
      window.addEventListener("message", (event) => {
        if (event.source !== inside) return;
        this.dispatchEvent(new MessageEvent("message", { data: event.data }));
        if (this.onmessage) this.onmessage(event);
      });
      this.ready = new Promise((resolve) => {
        this.frame.addEventListener("load", resolve);
      });
      const script = String(url).replace(/&/g, "&amp;").replace(/"/g, "&quot;");
      inside.document.open();
      inside.document.write(
        "<script>postMessage = parent.postMessage.bind(parent); importScripts = () => undefined;</script>" +
          `<script src="${script}"></script>`,
      );
      inside.document.close();
    }

    postMessage(data) {
      this.ready.then(() => {
        const event = new MessageEvent("message", { data });
        this.frame.contentWindow.dispatchEvent(event);
      });
    }

    terminate() {
      this.frame.remove();
    }
  };
}

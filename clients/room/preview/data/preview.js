// Loads the page again when the file has a new version, and says when the preview has ended.
const { version, events, here } = document.body.dataset;
const ended = document.getElementById("ended");
const heard = new EventSource(events);
heard.onmessage = (said) => {
  ended.hidden = true;
  if (said.data !== version) location.replace(here);
};
heard.onerror = () => {
  ended.hidden = false;
};
for (const each of document.querySelectorAll("nav [aria-current]")) each.scrollIntoView({ block: "nearest", inline: "nearest" });

// Lets the page be played without its server later on. Where the browser refuses, nothing is lost.
addEventListener("load", () => {
  navigator.serviceWorker?.register("/service-worker.js").catch(() => {});
});

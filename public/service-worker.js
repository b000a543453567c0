// Lets the site be played without its server. The build fills in the two constants.
//
// What a page is made of is kept when this is installed; documents come from the network as long as
// there is one; pages with a board have a stand-in, a shell that is the same for everybody.
// A new version waits until no page of the old one is open, so no page is half of each.
const BUILD = "__BUILD__";
const FILES = "__FILES__".split(" ");

const SHELLS = { "/": "/shell", "/play": "/shell", "/analyze": "/shell/analyze" };
const KEPT = "ponder-";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT + BUILD).then((cache) => cache.addAll([...new Set(Object.values(SHELLS)), ...FILES])));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith(KEPT) && name !== KEPT + BUILD;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))),
  );
});

const kept = async (path) => (await caches.open(KEPT + BUILD)).match(path, { ignoreVary: true });

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (Object.hasOwn(SHELLS, pathname)) {
      const shell = async (error) => (await kept(SHELLS[pathname])) ?? Promise.reject(error);
      event.respondWith(fetch(request).catch(shell));
    }
  } else if (FILES.includes(pathname)) {
    event.respondWith(kept(pathname).then((file) => file ?? fetch(request)));
  }
});

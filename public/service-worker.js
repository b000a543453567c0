// Lets the site be played without its server. The build fills in the two constants.
//
// What a page is made of is kept when this is installed; documents come from the network as long as
// there is one; pages with a board have a stand-in, a shell that is the same for everybody. The guide
// and the characters are kept as they are, and every other page has a stand-in that says what works.
// The guide's pictures and the endgame tables are kept once they were asked for.
// A new version waits until no page of the old one is open, so no page is half of each.
const BUILD = "__BUILD__";
const FILES = "__FILES__".split(" ");

const SHELLS = { "/": "/shell", "/play": "/shell", "/analyze": "/shell/analyze", "/dojo": "/shell/dojo", "/endgames": "/shell/endgames", "/train": "/shell/train", "/train/openings": "/shell/openings", "/characters": "/characters", "/learn": "/learn", "/guide": "/learn" };
const OFFLINE = "/shell/offline";
const KEPT_WHEN_SEEN = ["/guide/", "/tables/"];
const KEPT = "ponder-";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT + BUILD).then((cache) => cache.addAll([...new Set(Object.values(SHELLS)), OFFLINE, ...FILES])));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith(KEPT) && name !== KEPT + BUILD;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))),
  );
});

const kept = async (path) => (await caches.open(KEPT + BUILD)).match(path, { ignoreVary: true });

const fetchAndKeep = async (request) => {
  const answer = await fetch(request);
  if (answer.status === 200) await (await caches.open(KEPT + BUILD)).put(request, answer.clone());
  return answer;
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    const standIn = Object.hasOwn(SHELLS, pathname) ? SHELLS[pathname] : OFFLINE;
    const shell = async (error) => (await kept(standIn)) ?? Promise.reject(error);
    event.respondWith(fetch(request).catch(shell));
  } else if (FILES.includes(pathname)) {
    event.respondWith(kept(pathname).then((file) => file ?? fetch(request)));
  } else if (KEPT_WHEN_SEEN.some((folder) => pathname.startsWith(folder))) {
    event.respondWith(kept(pathname).then((file) => file ?? fetchAndKeep(request)));
  }
});

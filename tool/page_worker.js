// The service worker of the joined page: opens it at once, also while the server is slow or away. `VERSION` and
// `FILES` are put in front of it by bundle_page.mjs. What belongs to the server, below api/, it never answers.
const CACHE = `shirokuro ${VERSION}`;
const PAGE = "./";
/** Milliseconds for which the page itself may take to come; after that the kept one is shown. */
const PATIENCE = 400;

addEventListener("install", (event) => event.waitUntil(keepAll()));
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const [path] = url.replace(registration.scope, "").split(/[?#]/);
  if (method !== "GET" || !url.startsWith(registration.scope)) return;
  if (path === "" || path === "index.html") event.respondWith(page(event.request));
  else if (FILES.includes(path)) event.respondWith(kept(path).then((found) => found ?? fetch(event.request)));
});

async function keepAll() {
  await (await caches.open(CACHE)).addAll([PAGE, ...FILES]);
  await skipWaiting();
}

async function forgetOthers() {
  const others = (await caches.keys()).filter((name) => name.startsWith("shirokuro ") && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
  await clients.claim();
}

/** @param {string} path */
const kept = async (path) => (await caches.open(CACHE)).match(path);

/** The page as the server has it now, or else as it is kept. @param {Request} request */
async function page(request) {
  const asked = fetch(request);
  const late = new Promise((_, fail) => setTimeout(fail, PATIENCE));
  try {
    return await Promise.race([asked, late]);
  } catch {
    return (await kept(PAGE)) ?? asked;
  }
}

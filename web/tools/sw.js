// Keeps one whole version of the client on the device. Written into the built client by offline.mjs, which puts the version and the list of
// files in. Pages come from the network where there is one, files by their names from the device; what the server answers is never kept.
const VERSION = "@VERSION@";
/** Below the path at which the client lies. */
const ROOT = new URL("./", self.location.href).pathname;
const FILES = ["@FILES@"].map((file) => ROOT + file);
/** What learned players have learned. These files outlive a version: their names say what is in them. */
const MODELS = ["@MODELS@"].map((file) => ROOT + file);
const LEARNED = "playmat-models";
const PAGE = `${ROOT}index.html`;
const CACHE = `playmat-${VERSION}`;
/** How long the network may take before the page that is kept is shown. */
const PATIENCE = 3000;

self.addEventListener("install", (event) => {
	const keep = async () => {
		const cache = await caches.open(CACHE);
		await Promise.all(
			FILES.map(async (file) => (await already(cache, file)) ?? cache.add(new Request(file, { cache: "no-cache" }))),
		);
	};
	event.waitUntil(keep());
});

/** A file with a hash in its name is the same in every version: it is not loaded twice. */
async function already(cache, file) {
	const kept = file.startsWith(`${ROOT}assets/`) && (await caches.match(file));
	return kept ? cache.put(file, kept).then(() => true) : undefined;
}

self.addEventListener("activate", (event) => {
	const tidy = async () => {
		const names = await caches.keys();
		const old = names.filter((name) => name.startsWith("playmat-") && name !== CACHE && name !== LEARNED);
		await Promise.all(old.map((name) => caches.delete(name)));
		const learned = await caches.open(LEARNED);
		const gone = (await learned.keys()).filter(({ url }) => !MODELS.includes(new URL(url).pathname));
		await Promise.all(gone.map((file) => learned.delete(file)));
		await self.clients.claim();
	};
	event.waitUntil(tidy());
});

self.addEventListener("message", (event) => {
	if (event.data === "take over") self.skipWaiting();
	// One after the other: whatever the page loads meanwhile comes first.
	if (event.data === "keep models")
		event.waitUntil(MODELS.reduce((before, file) => before.then(() => model(file)).catch(() => undefined), Promise.resolve()));
});

self.addEventListener("fetch", (event) => {
	const { request } = event;
	const { origin, pathname } = new URL(request.url);
	if (request.method !== "GET" || origin !== self.location.origin) return;
	if (!pathname.startsWith(ROOT) || /^(api\/|healthz|metrics)/.test(pathname.slice(ROOT.length))) return;
	if (request.mode === "navigate") event.respondWith(page(request));
	else if (MODELS.includes(pathname)) event.respondWith(model(pathname).then((found) => found.clone()));
	else if (FILES.includes(pathname)) event.respondWith(file(request, pathname));
});

async function page(request) {
	const ended = new AbortController();
	const timer = setTimeout(() => ended.abort(), PATIENCE);
	try {
		const found = await fetch(request.url, { signal: ended.signal, credentials: "same-origin" });
		if (found.ok) return found;
	} catch {
		// The page that is kept.
	} finally {
		clearTimeout(timer);
	}
	return (await caches.match(PAGE, { cacheName: CACHE })) ?? fetch(request);
}

async function file(request, path) {
	return (await caches.match(path, { cacheName: CACHE })) ?? fetch(request);
}

/** The models that are on their way. */
const coming = new Map();

/** A model: it is asked for once, and kept. */
function model(path) {
	const known = coming.get(path);
	if (known) return known;
	const found = find(path).finally(() => coming.delete(path));
	coming.set(path, found);
	return found;
}

async function find(path) {
	const learned = await caches.open(LEARNED);
	const kept = await learned.match(path);
	if (kept) return kept;
	const found = await fetch(path);
	if (found.ok) await learned.put(path, found.clone());
	return found;
}

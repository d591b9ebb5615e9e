// The offline part of the page: keeps the client on the device, says when the server is out of reach, and offers a new version.
import { StrictMode, useEffect, useState, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import { fileOf, ON_SITE, useAddress } from "../lib/router";
import { become } from "../net/me";
import { canPlayHere, lacksModel, onLack } from "./pocket";
import "./pocket.css";
import { isOffline } from "./route";

/** From now on. The page itself does not wait for any of it. */
export function startPocket(): void {
	if (!canPlayHere()) return;
	// Who I am on the server and on this device are two: it is asked again whenever the other one is there.
	window.addEventListener("online", () => become(undefined));
	window.addEventListener("offline", () => become(undefined));
	const place = document.createElement("div");
	document.body.append(place);
	createRoot(place).render(
		<StrictMode>
			<Notices />
		</StrictMode>,
	);
}

function Notices() {
	const [path = "/"] = useAddress().split("?");
	// Whoever plays knows where they are, and needs the room.
	const offline = useOffline() && !ON_SITE && !path.startsWith("/t/") && !path.startsWith("/learn/");
	const [update, later] = useUpdate();
	const [noted, setNoted] = useState<string | undefined>();
	const lacking = useSyncExternalStore(onLack, lacksModel);
	const lacks = lacking === noted ? undefined : lacking;
	return (
		<div className="pocket-notices" role="status">
			{update && (
				<p className="pocket-notice">
					A new version of Playmat is ready. Your match goes on where it is.{" "}
					<button type="button" className="button" onClick={update}>
						Reload
					</button>{" "}
					<button type="button" className="button quiet" onClick={later}>
						Later
					</button>
				</p>
			)}
			{lacks !== undefined && (
				<p className="pocket-notice">
					What this bot has learned is not on this device, and cannot be loaded now: a search plays in its place.{" "}
					<button type="button" className="button quiet" onClick={() => setNoted(lacks)}>
						OK
					</button>
				</p>
			)}
			{offline && (
				<p className="pocket-notice">
					Offline: you play on this device, against bots or two at one screen. Everything that needs people comes back by itself.
				</p>
			)}
		</div>
	);
}

function useOffline(): boolean {
	return useSyncExternalStore((listener) => {
		window.addEventListener("online", listener);
		window.addEventListener("offline", listener);
		return () => {
			window.removeEventListener("online", listener);
			window.removeEventListener("offline", listener);
		};
	}, isOffline);
}

/** Takes the new version, once there is one; or leaves it for later. */
function useUpdate(): [(() => void) | undefined, () => void] {
	const [waiting, setWaiting] = useState<ServiceWorker | undefined>();
	useEffect(() => {
		if (import.meta.env.DEV || !("serviceWorker" in navigator)) return;
		let gone = false;
		const found = (worker: ServiceWorker | null) => {
			// The first version of all replaces nothing.
			if (worker && navigator.serviceWorker.controller && !gone) setWaiting(worker);
		};
		const keep = async () => {
			const kept = await navigator.serviceWorker.register(fileOf("sw.js")).catch(() => undefined);
			if (!kept) return;
			found(kept.waiting);
			// Learned players shall play without a network too. Whoever counts their bytes loads what they play against.
			const { connection } = navigator as { connection?: { saveData?: boolean } };
			if (!connection?.saveData) void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage("keep models"));
			kept.onupdatefound = () => {
				const made = kept.installing;
				made?.addEventListener("statechange", () => made.state === "installed" && found(made));
			};
		};
		// The page comes first.
		if (document.readyState === "complete") void keep();
		else window.addEventListener("load", () => void keep(), { once: true });
		return () => {
			gone = true;
		};
	}, []);
	const later = () => setWaiting(undefined);
	if (!waiting) return [undefined, later];
	const take = () => {
		navigator.serviceWorker.addEventListener("controllerchange", () => window.location.reload(), { once: true });
		waiting.postMessage("take over");
	};
	return [take, later];
}

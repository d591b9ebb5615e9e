// Addresses of pages: few enough to need no library.
import { useSyncExternalStore } from "react";

/**
 * Whether this client is made of files alone, for any web space (`make site`). No server is behind it: everything is played on this device, and a page
 * stands behind `#`, because nothing answers for addresses that are no files.
 */
export const ON_SITE = import.meta.env.MODE === "site";

/** A page. */
export type Page =
	| { is: "home" }
	| { is: "new"; game: string | undefined; kind: string | undefined }
	| { is: "table"; code: string }
	| { is: "decks"; game: string | undefined; deck: string | undefined }
	| { is: "learn"; game: string | undefined; lesson: string | undefined }
	| { is: "rules"; game: string | undefined; edition: string | undefined }
	| { is: "replay"; match: string | undefined }
	| { is: "account" | "login" | "signup" | "recover" }
	| { is: "profile"; id: string | undefined }
	| { is: "settings" }
	| { is: "credits" }
	| { is: "workshop"; draft: string | undefined }
	| { is: "cards"; game: string | undefined; search: string }
	| { is: "card"; game: string; card: string }
	| { is: "nowhere" };

/** The page of an address. */
export function pageOf(path: string, search = ""): Page {
	const [first, second, third, ...more] = path.split("/").filter(Boolean).map(decodeURIComponent);
	const query = new URLSearchParams(search);
	if (more.length > 0) return { is: "nowhere" };
	if (first === undefined) return { is: "home" };
	if (first === "t" && second && !third) return { is: "table", code: second.toUpperCase() };
	if (first === "learn") return { is: "learn", game: second, lesson: third };
	if (first === "card" && second && third) return { is: "card", game: second, card: third };
	if (third) return { is: "nowhere" };
	if (first === "replay") return { is: "replay", match: second };
	if (first === "player" && second) return { is: "profile", id: second };
	if (first === "rules") return { is: "rules", game: second, edition: query.get("edition") ?? undefined };
	if (first === "cards") return { is: "cards", game: second, search: query.get("q") ?? "" };
	if (second) return { is: "nowhere" };
	if (first === "workshop") return { is: first, draft: query.get("draft") ?? undefined };
	if (first === "account" || first === "login" || first === "signup" || first === "recover") return { is: first };
	if (first === "profile") return { is: "profile", id: undefined };
	if (first === "new") return { is: "new", game: query.get("game") ?? undefined, kind: query.get("kind") ?? undefined };
	if (first === "decks") return { is: "decks", game: query.get("game") ?? undefined, deck: query.get("deck") ?? undefined };
	if (first === "settings" || first === "credits") return { is: first };
	return { is: "nowhere" };
}

/** A page as the browser reads it in a link. */
export const hrefOf = (to: string): string => (ON_SITE ? `#${to}` : to);

/** A page as somebody else can open it. */
export const linkTo = (to: string, at: Location = window.location): string =>
	ON_SITE ? `${at.href.split("#")[0]}#${to}` : `${at.origin}${to}`;

/** The page that is open: its path and what is asked of it. */
export function address(at: Location = window.location): string {
	return ON_SITE ? (at.hash.slice(1).split("#")[0] ?? "") || "/" : at.pathname + at.search;
}

/** What is asked of the page that is open. */
export const query = (): URLSearchParams => new URLSearchParams(address().split("?")[1]);

/** The place within a page that an address names. */
export function placeOf(at: Location = window.location): string {
	return (ON_SITE ? at.hash.split("#")[2] : at.hash.slice(1)) ?? "";
}

/** A link to a place within the page that is open. */
export const hrefOfPlace = (id: string): string => (ON_SITE ? `#${address()}#${id}` : `#${id}`);

/** A file that lies beside the page. */
export const fileOf = (name: string): string => `${import.meta.env.BASE_URL}${name}`;

/** Goes to another page without loading anything anew. */
export function go(to: string): void {
	window.history.pushState(null, "", hrefOf(to));
	window.dispatchEvent(new PopStateEvent("popstate"));
	window.scrollTo(0, 0);
}

/** The address now, as a hook. */
export function useAddress(): string {
	return useSyncExternalStore(
		(listener) => {
			window.addEventListener("popstate", listener);
			return () => window.removeEventListener("popstate", listener);
		},
		() => address(),
		() => "/",
	);
}

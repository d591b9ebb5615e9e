// Addresses of pages: few enough to need no library.
import { useSyncExternalStore } from "react";

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

/** Goes to another page without loading anything anew. */
export function go(to: string): void {
	window.history.pushState(null, "", to);
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
		() => window.location.pathname + window.location.search,
		() => "/",
	);
}

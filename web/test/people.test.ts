import { expect, test } from "vitest";
import { browserWords, changeWords, deckWords, ratingWords, resultWords, winRate } from "../src/lib/people";
import { pageOf } from "../src/lib/router";
import { known } from "../src/lib/settings";
import type { FinishedMatch } from "../src/protocol/messages";

test("browsers in words", () => {
	const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
	expect(browserWords(chrome)).toBe("Chrome on Linux");
	expect(browserWords(`${chrome} Edg/131.0.0.0`)).toBe("Edge on Linux");
	expect(browserWords("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Safari/604.1")).toBe("Safari on iOS");
	expect(browserWords("Mozilla/5.0 (Windows NT 10.0; rv:133.0) Gecko/20100101 Firefox/133.0")).toBe("Firefox on Windows");
	expect(browserWords("")).toBe("Unknown browser");
	expect(browserWords("curl/8.9.1")).toBe("curl/8.9.1");
});

test("ratings and results in words", () => {
	expect(ratingWords({ rating: 1662.31, deviation: 290.4, games: 1, provisional: true })).toBe("1662 ± 290");
	expect([changeWords(1500, 1662.3), changeWords(1500, 1488.4), changeWords(1500, 1500.2)]).toEqual(["+162", "−12", "±0"]);
	expect(winRate({ game: "skirmish", wins: 1, losses: 2, draws: 1 })).toBe(38);
	expect(winRate({ game: "skirmish", wins: 0, losses: 0, draws: 0 })).toBeUndefined();
	expect([deckWords("fish-1"), deckWords("random:Fish"), deckWords("own")]).toEqual([
		"Fish 1",
		"Random fish",
		"a deck of your own",
	]);
	const one: FinishedMatch = {
		match: "1",
		game: "skirmish",
		edition: "standard",
		ended: 1,
		seat: "p1",
		result: "won",
		by: "concession",
		deck: "own",
		rival: { name: "Bob", deck: "own" },
		alone: false,
		public: false,
	};
	expect(resultWords(one)).toBe("Won by concession");
	expect(resultWords({ ...one, result: "drawn", by: "rules" })).toBe("Draw");
	expect(resultWords({ ...one, alone: true })).toBe("Played on one screen");
});

test("addresses of pages about people", () => {
	expect(pageOf("/account")).toEqual({ is: "account" });
	expect(pageOf("/recover")).toEqual({ is: "recover" });
	expect(pageOf("/profile")).toEqual({ is: "profile", id: undefined });
	expect(pageOf("/player/g123")).toEqual({ is: "profile", id: "g123" });
	expect(pageOf("/player")).toEqual({ is: "nowhere" });
	expect(pageOf("/login/x")).toEqual({ is: "nowhere" });
});

test("settings from elsewhere are taken as far as they make sense", () => {
	expect(known({ theme: "dark", text: "gigantic", sound: "yes", more: 1, taps: "two" })).toEqual({ theme: "dark", taps: "two" });
});

// Tables as a server would tell of them, with as much on them as there can be: what a page is given instead of a socket.
import type {
	Card,
	Choice,
	ClientMessage,
	Forecast,
	Full,
	GameCard,
	GameInfo,
	Part,
	Question,
	Seat,
	ServerMessage,
	Table,
} from "../src/protocol/messages";
import { expect, type Page } from "./server";

/** The games, and what can be seen at their tables. */
export const GAMES = ["food-chain", "skirmish", "strata"] as const;
export type Game = (typeof GAMES)[number];
export const SITUATIONS = ["move", "resolving", "chain", "search", "meal", "over"] as const;
export type Situation = (typeof SITUATIONS)[number];

const CODE = "K7WQ3N";
const SEATS: [Seat, Seat] = ["p1", "p2"];

export const table = (game: Game, edition: string): Table => ({
	code: CODE,
	game,
	edition,
	rulings: {},
	stage: "playing",
	match: `m-${game}`,
	seats: [
		{ seat: "p1", who: "person", name: "Ada", player: "g1", online: true },
		{ seat: "p2", who: "person", name: "Marisol", player: "g2", online: true },
	],
	clock: { bank: 600, increment: 5 },
	away: 180,
	on_timeout: "lose",
	public: false,
	watching: 0,
	pace: "people",
});

/** Cards of a kind, those with the longest names first: what fits them fits all. */
function longest(info: GameInfo, fits: (card: GameCard) => boolean): GameCard[] {
	return info.cards
		.filter((card) => card.pool && fits(card))
		.sort((one, two) => two.name.length - one.name.length || one.name.localeCompare(two.name));
}

const plainStats = (card: GameCard | undefined): string | undefined => card?.stats?.replace(/\s*\(.*\)/, "") ?? undefined;

/** A card of the view. */
const shown = (card: GameCard | undefined, owner: Seat, more: Partial<Card> = {}): Card => {
	const stats = plainStats(card);
	return { card: card?.name ?? "Nobody", owner, ...(stats ? { stats } : {}), ...more };
};

/** The view of player 1, with full fields and ten cards in hand. */
function viewOf(game: Game, info: GameInfo, situation: Situation): Part[] {
	const creatures = longest(info, (card) => Boolean(card.stats));
	const others = longest(info, (card) => !card.stats);
	const mixed = creatures.flatMap((card, at) => [card, others[at % Math.max(1, others.length)]]).filter(Boolean) as GameCard[];
	const marks = [{ word: "exhausted" }, { word: "barrier" }];
	let handle = 1;
	const field = (seat: Seat): Card[] =>
		Array.from({ length: info.places }, (_, place) =>
			shown(creatures[place + (seat === "p1" ? 0 : info.places)], seat, {
				place,
				handle: handle++,
				...(place === 1 && game === "food-chain" ? { marks } : {}),
				...(place < 2 && game === "strata" ? { under: [creatures[20]?.name ?? "", creatures[21]?.name ?? ""].slice(place) } : {}),
			}),
		);
	const hand = (seat: Seat): Card[] =>
		Array.from({ length: seat === "p1" ? 10 : 7 }, (_, at) => (seat === "p1" ? shown(mixed[at], seat) : { owner: seat }));
	const gone = (seat: Seat) => creatures.slice(30, 36).map((card) => shown(card, seat, { handle: handle++ }));
	const playing = (seat: Seat): Card[] =>
		situation === "resolving" && seat === "p1" ? [shown(others[0] ?? creatures[12], seat, { handle: handle++ })] : [];
	const number = (name: string, value: number, seat?: Seat): Part => ({ ...(seat ? { seat } : {}), name, value });
	const beside: Record<Seat, Card[]> = { p1: [], p2: [] };
	const fieldSpells = longest(info, (card) => card.kind === "field spell");
	for (const seat of SEATS)
		if (fieldSpells[0])
			beside[seat].push(shown(fieldSpells[seat === "p1" ? 0 : 1], seat, { place: info.places, handle: handle++ }));
	switch (game) {
		case "food-chain":
			return [
				{ name: "turn", value: "p1" },
				{ name: "phase", value: info.phases[2] ?? "main1" },
				number("turns", 11),
				number("played", 1),
				...SEATS.flatMap((seat): Part[] => [
					number("hp", seat === "p1" ? 7 : 4, seat),
					number("deck", 12, seat),
					{ seat, name: "hand", value: hand(seat) },
					{ seat, name: "set", value: seat === "p1" ? [shown(others[3], seat)] : [{ owner: seat }] },
					{ seat, name: "field", value: [...field(seat), ...beside[seat]] },
					{ seat, name: "carrion", value: gone(seat) },
					{ seat, name: "exile", value: gone(seat).slice(0, 2) },
					{ seat, name: "playing", value: playing(seat) },
				]),
			];
		case "skirmish":
			return [
				{ name: "turn", value: "p1" },
				{ name: "phase", value: "move" },
				number("skirmish", 2),
				{ name: "started", value: "p1" },
				{ name: "ahead", value: "p1" },
				...[0, 1, 2, 3, 4].map(
					(place): Part => ({ name: `control ${place}`, value: ["p1", "p2", "nobody"][place % 3] ?? "nobody" }),
				),
				...SEATS.flatMap((seat): Part[] => [
					number("wins", 1, seat),
					number("controls", 2, seat),
					{ seat, name: "done", value: seat === "p1" ? "no" : "yes" },
					number("deck", 12, seat),
					{ seat, name: "hand", value: hand(seat) },
					{ seat, name: "field", value: field(seat) },
					...[0, 1, 2, 3, 4].map((place) => number(`mod ${place}`, place === 3 ? 2 : 0, seat)),
					{ seat, name: "graveyard", value: gone(seat) },
					{ seat, name: "playing", value: playing(seat) },
				]),
			];
		case "strata": {
			const chain =
				situation === "chain" ? [0, 1, 2, 3].map((at) => shown(mixed[at + 14], at % 2 ? "p2" : "p1", { handle: handle++ })) : [];
			const magic = (seat: Seat): Card[] =>
				Array.from({ length: info.places }, (_, place) =>
					place === 2
						? { owner: seat, place, handle: handle++, marks: [{ word: "facedown" }] }
						: shown(others[place], seat, { place, handle: handle++, ...(place < 2 ? { marks: marks.slice(place) } : {}) }),
				);
			return [
				{ name: "turn", value: "p1" },
				{ name: "phase", value: info.phases[1] ?? "main" },
				number("turns", 11),
				number("plays", 1),
				{ name: "chain", value: chain },
				...SEATS.flatMap((seat): Part[] => [
					number("points", seat === "p1" ? 16 : 13, seat),
					number("extra", 0, seat),
					number("skip", 0, seat),
					number("deck", 36, seat),
					{ seat, name: "hand", value: hand(seat) },
					{ seat, name: "field", value: field(seat) },
					{ seat, name: "magic", value: magic(seat) },
					{ seat, name: "discard", value: gone(seat) },
					{ seat, name: "playing", value: playing(seat) },
				]),
			];
		}
	}
}

/** What is asked in a situation. */
function questionOf(view: Part[], info: GameInfo, situation: Situation): Question {
	const on = (name: string, seat: Seat, verb: string, words: (card: string) => string): Choice[] => {
		const part = view.findIndex((one) => one.name === name && one.seat === seat);
		const cards = view[part]?.value;
		return (Array.isArray(cards) ? cards : []).flatMap((card, index) =>
			card.card === undefined
				? []
				: [{ verb, words: words(card.card), card: card.card, spot: { side: seat, zone: name, nth: 1, part, index } }],
		);
	};
	const plain: Choice[] = [
		{ verb: "next", words: "go to combat" },
		{ verb: "end", words: "end turn" },
	];
	const base = { decision: 77, seat: "p1" as const, form: "one-of" as const };
	switch (situation) {
		case "search":
			return {
				...base,
				words: "Which card is added to your hand?",
				occasion: "raised",
				options: longest(info, () => true)
					.slice(0, 15)
					.map((card) => ({ verb: "choose", words: card.name, card: card.name })),
			};
		case "resolving":
		case "chain":
			return {
				...base,
				words: "Which target does it have?",
				occasion: "declaring",
				take_back: true,
				options: [
					...on("field", "p2", "choose", (card) => card),
					...on("field", "p1", "choose", (card) => card),
					{ verb: "choose", words: "the rival", seat: "p2" },
					{ verb: "choose", words: "you", seat: "p1" },
					{ verb: "pass", words: "pass" },
				],
			};
		case "meal":
			return {
				...base,
				form: "some-of",
				words: "What does it eat?",
				about: "Orca",
				occasion: "raised",
				options: [
					...on("field", "p1", "choose", (card) => card),
					...on("field", "p2", "choose", (card) => card),
					{ verb: "none", words: "eat nothing more" },
				],
			};
		default:
			return {
				...base,
				words: "Your move (first main phase).",
				occasion: "move",
				options: [
					...on("hand", "p1", "play", (card) => `play ${card}`),
					...on("field", "p1", "attack", (card) => `attack with ${card}`),
					...plain,
				],
			};
	}
}

/** Everything of a situation. */
export function fullOf(game: Game, info: GameInfo, situation: Situation): Full {
	const view = viewOf(game, info, situation);
	const over = situation === "over" ? { over: { winner: "p1" as const, by: "rules" as const } } : {};
	return {
		match: `m-${game}`,
		viewer: "p1",
		number: 60,
		view,
		events: Array.from({ length: 30 }, (_, at) => ({
			n: at + 1,
			what: at % 8 === 0 ? "turn" : at % 3 === 0 ? "damaged" : "entered",
			seat: SEATS[at % 2] ?? "p1",
			cards: [{ card: info.cards[at]?.name ?? "" }],
			number: 3,
			text: at % 8 === 0 ? `Turn ${at / 8 + 4}: Ada.` : `${info.cards[at]?.name} takes 3 damage.`,
		})),
		state: { ...(situation === "over" ? {} : { asked: "p1" }), clocks: { p1: 478_000, p2: 521_000 }, ...over },
		...(situation === "over" ? {} : { question: questionOf(view, info, situation) }),
	};
}

/** What a bot thinks of a match that is over. */
const forecast: Forecast = {
	points: [50, 46, 52, 38, 30, 35, 44, 27, 74, 81, 100].map((percent, turn) => ({ at: turn * 9, turn: turn + 1, percent })),
	turning: { at: 66, turn: 8, by: "p1", words: "play Southern African Lion on your side of the table" },
};

/** The server of a page: what it says is written here. */
export type Told = { full: Full; sent: ClientMessage[]; send: (message: ServerMessage) => void; drop: () => Promise<void> };

/** A page at a table that this file tells of; what it answers is kept, and goes nowhere. */
export async function sit(page: Page, game: Game, situation: Situation): Promise<Told> {
	const info = (await (await page.request.get(`/api/games/${game}`)).json()) as GameInfo;
	const told = table(game, info.edition);
	const full = fullOf(game, info, situation);
	await page.route(`**/api/tables/${CODE}`, (route) => route.fulfill({ json: told }));
	await page.route("**/api/matches/*/forecast", (route) => route.fulfill({ json: forecast }));
	const server: Told = { full, sent: [], send: () => undefined, drop: async () => undefined };
	await page.routeWebSocket(/socket$/, (socket) => {
		server.send = (message) => socket.send(JSON.stringify(message));
		server.drop = () => socket.close();
		socket.onMessage((text) => {
			const message = JSON.parse(String(text)) as ClientMessage;
			if (message.type !== "hello") {
				server.sent.push(message);
				return;
			}
			const me = { id: "g1", name: "Ada", program: false };
			server.send({ type: "welcome", version: 1, me, seats: ["p1"], table: told });
			if (!message.resume) server.send({ type: "full", ...full });
		});
	});
	await page.goto(`/t/${CODE}`);
	await page.locator(".table .face").first().waitFor();
	// How many places there are, and what is printed on the cards, comes after the match.
	await expect(page.locator(".bar h1")).toContainText(info.title);
	return server;
}

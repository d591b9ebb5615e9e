// The board plays: dragging, keys, looking at cards; and what happens is shown before the table changes.
import { capital } from "../src/lib/words";
import type { ClientMessage, Full, GameEvent, Part, Update } from "../src/protocol/messages";
import { still, stopMotions, stopTime } from "./everybody";
import { asked, open, openTable } from "./player";
import { expect, type Page, test } from "./server";
import { sit } from "./situations";

const answers = (sent: ClientMessage[]) => sent.filter((message) => message.type === "answer");

/** The middle of something. */
async function middle(page: Page, selector: string): Promise<{ x: number; y: number }> {
	const box = await page.locator(selector).first().boundingBox();
	if (!box) throw new Error(`${selector} is not there`);
	return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
	await page.mouse.move(from.x, from.y);
	await page.mouse.down();
	await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
	await page.mouse.move(to.x, to.y, { steps: 4 });
	await page.mouse.up();
}

/** What the server says next. */
function update(
	full: Full,
	events: Partial<GameEvent>[],
	changes: { part: number; value: Part["value"] }[],
	more: Partial<Update> = {},
): { type: "update" } & Update {
	const told = events.map((one, at): GameEvent => ({ n: full.number + at + 1, what: "", text: "", ...one }));
	return {
		type: "update",
		match: full.match,
		from: full.number,
		to: full.number + told.length,
		events: told,
		changes,
		state: { ...full.state },
		...more,
	};
}

test("a card of the hand is dragged to the board, and the question that follows is answered by where it fell", async ({
	page,
}) => {
	const server = await sit(page, "skirmish", "move");
	const options = server.full.question?.options ?? [];
	const first = options.findIndex((choice) => choice.verb === "play");
	const card = options[first]?.card ?? "";
	await drag(page, await middle(page, ".hand [data-card]"), await middle(page, ".side-near [data-drop='p1:2']"));
	await expect.poll(() => answers(server.sent)).toEqual([{ type: "answer", decision: 77, pick: first }]);
	server.send(
		update(server.full, [{ what: "drawn", seat: "p2" }], [], {
			question: {
				decision: 78,
				seat: "p1",
				words: "Where?",
				about: card,
				form: "one-of",
				occasion: "declaring",
				options: [0, 2].map((place) => ({ verb: "choose", words: `terrain ${place}`, slot: ["p1", place] as ["p1", number] })),
			},
		}),
	);
	await expect.poll(() => answers(server.sent).at(-1)).toEqual({ type: "answer", decision: 78, pick: 1 });
});

test("a card that falls back into the hand, or cannot be played, sends nothing", async ({ page }) => {
	const server = await sit(page, "food-chain", "meal");
	const held = await middle(page, ".hand [data-card]");
	await drag(page, held, { x: held.x + 30, y: held.y });
	await drag(page, held, await middle(page, ".side-near .row .card"));
	await expect(page.locator(".inspect")).toBeVisible();
	expect(answers(server.sent)).toEqual([]);
});

test("digits choose from the list, Space presses the big button", async ({ page }) => {
	const server = await sit(page, "food-chain", "move");
	const options = server.full.question?.options ?? [];
	await page.keyboard.press("3");
	await expect.poll(() => answers(server.sent)).toEqual([{ type: "answer", decision: 77, pick: 2 }]);
	server.sent.length = 0;
	server.send(update(server.full, [{ what: "phase" }], [], { question: { ...server.full.question, decision: 79 } as never }));
	await expect(page.locator("[data-decision='79']")).toBeVisible();
	await page.keyboard.press(" ");
	const pick = options.findIndex((choice) => choice.verb === "next");
	await expect.poll(() => answers(server.sent)).toEqual([{ type: "answer", decision: 79, pick }]);
});

test("a card is large while it is pointed at or focused, and a line of the log lights its cards", async ({ page }) => {
	const server = await sit(page, "food-chain", "move");
	await page.locator(".row .card").first().hover();
	await expect(page.locator(".zoom .face-name b")).toBeVisible();
	await page.mouse.move(2, 2);
	await expect(page.locator(".zoom")).toHaveCount(0);
	const focused = page.locator(".row .card:focus");
	for (let tabs = 0; tabs < 80 && (await focused.count()) === 0; tabs++) await page.keyboard.press("Tab");
	await expect(focused).toHaveCount(1);
	await expect(page.locator(".zoom .face-name b")).toBeVisible();
	await focused.blur();
	await expect(page.locator(".zoom")).toHaveCount(0);
	const field = server.full.view.find((part) => part.name === "field" && part.seat === "p1")?.value;
	const lion = Array.isArray(field) ? field[0] : undefined;
	const seen = { card: lion?.card ?? "", ...(lion?.handle === undefined ? {} : { handle: lion.handle }) };
	server.send(update(server.full, [{ what: "frozen", cards: [seen], text: "It freezes over." }], []));
	await page.locator(".log").getByText("It freezes over").hover();
	await expect(page.locator(".mat [data-lit]")).toHaveAttribute("data-key", `#${lion?.handle}`);
	await page.mouse.move(2, 2);
	await expect(page.locator("[data-lit]")).toHaveCount(0);
});

test("an open menu lies over the end of a match", async ({ page }) => {
	await sit(page, "skirmish", "over");
	await expect(page.locator(".over")).toBeVisible();
	await page.getByRole("button", { name: "Menu" }).click();
	const covered = () =>
		page.locator(".menu-list > *").evaluateAll((items) =>
			items
				.filter((item) => {
					const box = item.getBoundingClientRect();
					return !item.contains(document.elementFromPoint(box.left + 4, box.top + box.height / 2));
				})
				.map((item) => item.textContent),
		);
	await expect(page.locator(".menu-list > *").first()).toBeVisible();
	expect(await covered()).toEqual([]);
});

test("screen readers find every option while the list is folded", async ({ page }) => {
	const server = await sit(page, "food-chain", "move");
	const words = (server.full.question?.options ?? []).map((choice) => capital(choice.words));
	await expect(page.locator(".options .option")).toHaveCount(words.length);
	const devtools = await page.context().newCDPSession(page);
	const { nodes } = await devtools.send("Accessibility.getFullAXTree");
	const told = nodes.filter((node) => !node.ignored && node.role?.value === "button").map((node) => String(node.name?.value));
	// Its key is read out before it.
	expect(words.filter((one) => !told.some((name) => name.endsWith(one)))).toEqual([]);
});

test("the log stays at its newest line, however many come, until somebody reads further up", async ({ page }) => {
	const server = await sit(page, "strata", "move");
	const list = page.locator(".log ol");
	const below = () => list.evaluate((box) => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight));
	let { full } = server;
	const tell = async () => {
		const told = [3, 1, 2].map((lines, at) => ({
			what: "shown",
			text: `Line ${full.number + at}${" that goes on".repeat(lines * 3)}.`,
		}));
		const next = update(full, told, []);
		server.send(next);
		full = { ...full, number: next.to };
		await expect(list.locator("li").last()).toContainText(`Line ${next.to - 1} `);
	};
	for (let more = 0; more < 30; more++) {
		await tell();
		await expect.poll(below).toBeLessThan(4);
	}
	await list.hover();
	await page.mouse.wheel(0, -400);
	await expect.poll(below).toBeGreaterThan(200);
	const left = await below();
	await tell();
	// Who reads stays at the same line.
	expect(await below()).toBeGreaterThan(left);
	await page.mouse.wheel(0, 100_000);
	await expect.poll(below).toBeLessThan(4);
	await tell();
	await expect.poll(below).toBeLessThan(4);
});

/** A blow: player 1's first card attacks player 2's first card, which dies. */
function blow(full: Full): { type: "update" } & Update {
	const part = (seat: "p1" | "p2") => full.view.findIndex((one) => one.name === "field" && one.seat === seat);
	const cards = (seat: "p1" | "p2") => full.view[part(seat)]?.value as { card?: string; handle?: number }[];
	const [one, two] = [cards("p1")[0], cards("p2")[0]];
	const seen = (card: typeof one) => ({ card: card?.card ?? "", handle: card?.handle ?? 0 });
	return update(
		full,
		[
			{ what: "attacked", seat: "p1", cards: [seen(one), seen(two)] },
			{ what: "damaged", seat: "p2", cards: [seen(two)], number: 3 },
			{ what: "died", seat: "p2", cards: [seen(two)] },
		],
		[{ part: part("p2"), value: cards("p2").slice(1) as Part["value"] }],
	);
}

test.describe("what happens", () => {
	test.use({ contextOptions: { reducedMotion: "no-preference" } });

	test("is played before the table changes: an arrow, a blow, a number; a click ends it", async ({ page }) => {
		const server = await sit(page, "food-chain", "move");
		await page.keyboard.press("Escape");
		await stopTime(page);
		await stopMotions(page);
		server.send(blow(server.full));
		await expect(page.locator(".arrow")).toBeVisible();
		await expect(page.locator(".table")).toHaveAttribute("data-number", "60");
		await expect(page.locator(".side-far .row-field .place:not(.place-beside) .card")).toHaveCount(3);
		await page.clock.runFor(1000);
		await expect(page.locator(".float-loss")).toHaveText("−3");
		await page.mouse.click(2, 300);
		await page.clock.runFor(50);
		await expect(page.locator(".table")).toHaveAttribute("data-number", "63");
		await expect(page.locator(".side-far .row-field .place:not(.place-beside) .card")).toHaveCount(2);
		await expect(page.locator(".arrow")).toHaveCount(0);
	});

	test("a turn that begins is told across the board, but not across a sheet that is read", async ({ page }) => {
		const server = await sit(page, "food-chain", "move");
		await stopTime(page);
		const begins = (full: Full) => update(full, [{ what: "turn", seat: "p1" }], []);
		server.send(begins(server.full));
		await expect(page.locator(".ribbon")).toHaveText("Your turn");
		await page.clock.runFor(2000);
		await expect(page.locator(".ribbon")).toHaveCount(0);
		await page.locator(".row .card").first().click();
		await expect(page.locator(".inspect")).toBeVisible();
		server.send(begins({ ...server.full, number: 61 }));
		await page.clock.runFor(200);
		await expect(page.locator(".table")).toHaveAttribute("data-number", "62");
		await expect(page.locator(".inspect")).toBeVisible();
		await expect(page.locator(".ribbon")).toHaveCount(0);
	});

	test("while one was away is not played: the table is there at once", async ({ page }) => {
		const server = await sit(page, "food-chain", "move");
		// The page would connect again by itself after a while.
		await stopTime(page);
		await server.drop();
		await expect(page.locator(".banner")).toBeVisible();
		// Nothing glows that cannot be clicked.
		await expect(page.locator(".mat .can, .prompt button:enabled")).toHaveCount(0);
		await expect(page.locator(".waiting")).toHaveText("Connecting again…");
		await page.getByRole("button", { name: "Now" }).click();
		await expect(page.locator(".banner")).toHaveCount(0);
		server.send(blow(server.full));
		await expect(page.locator(".table")).toHaveAttribute("data-number", "63");
		expect(await page.locator(".arrow, .float, .impact").count()).toBe(0);
	});
});

test("without motion nothing is played, and the table changes at once", async ({ page }) => {
	const server = await sit(page, "food-chain", "move");
	server.send(blow(server.full));
	await expect(page.locator(".table")).toHaveAttribute("data-number", "63");
	expect(await page.locator(".arrow, .float, .impact").count()).toBe(0);
});

test("what a dragged card can be aimed at is lit as the server says, and it lands where it is dropped", async ({ page }) => {
	const code = await openTable(page, {
		game: "skirmish",
		seats: [
			{ who: "me", deck: "wide-ranks" },
			{ who: "bot", level: "greedy" },
		],
	});
	await page.goto(`/t/${code}`);
	await asked(page);
	await still(page);
	const lit = page.locator(".side-near .slot[data-aim]");
	const cards = page.locator(".hand .card.can");
	let name: string | null = null;
	for (let at = 0; name === null && at < (await cards.count()); at++) {
		const card = cards.nth(at);
		const { x, y } = await open(card);
		const box = await card.boundingBox();
		if (!box) continue;
		await page.mouse.move(box.x + x, box.y + y);
		await page.mouse.down();
		await page.mouse.move(box.x + x, box.y + y - 40, { steps: 4 });
		if ((await lit.count()) > 0) name = await card.getAttribute("data-card");
		else await page.mouse.up();
	}
	expect(name).not.toBeNull();
	await expect(page.locator(".table")).toHaveAttribute("data-dragging", "aims");
	// Every own place is free at the beginning, and no place of the rival is one for a unit.
	await expect(lit).toHaveCount(5);
	await expect(page.locator(".side-far [data-aim]")).toHaveCount(0);
	const slot = await lit.nth(3).boundingBox();
	const where = await lit.nth(3).getAttribute("data-drop");
	await page.mouse.move((slot?.x ?? 0) + 20, (slot?.y ?? 0) + 30, { steps: 6 });
	await page.mouse.up();
	await expect(page.locator(`.side-near .row [data-drop="${where}"][data-card="${name}"]`)).toBeVisible();
	await expect(page.locator("[data-aim]")).toHaveCount(0);
});

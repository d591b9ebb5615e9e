// People at a table: two browsers and a code, a reload in the middle, one screen for two, somebody who watches, and secrets.

import type { PartValue, ServerMessage } from "../src/protocol/messages";
import { answer, askedOf, click, dice } from "./player";
import { type BrowserContext, expect, type Page, test } from "./server";

/** Everything the server said to a page. */
function listen(page: Page): ServerMessage[] {
	const heard: ServerMessage[] = [];
	page.on("websocket", (socket) =>
		socket.on("framereceived", ({ payload }) => {
			heard.push(JSON.parse(String(payload)) as ServerMessage);
		}),
	);
	return heard;
}

/** The names of the cards in the hand that a page shows. */
const hand = (page: Page): Promise<string[]> =>
	page.locator(".hand [data-card]").evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.card ?? ""));

/** Names that were told in public: in events, or in zones that both players see. */
function told(heard: ServerMessage[], rival: "p1" | "p2"): Set<string> {
	const names = new Set<string>();
	const parts: { name: string; seat?: string }[] = [];
	const see = (part: { name: string; seat?: string } | undefined, value: PartValue) => {
		if (!Array.isArray(value) || (part?.name === "hand" && part.seat === rival)) return;
		for (const card of value) for (const name of [card.card, ...(card.under ?? [])]) if (name) names.add(name);
	};
	for (const message of heard) {
		if (message.type === "full") {
			parts.splice(0, parts.length, ...message.view);
			for (const part of message.view) see(part, part.value);
		}
		if (message.type === "update") for (const change of message.changes) see(parts[change.part], change.value);
		if (message.type === "full" || message.type === "update") {
			for (const event of message.events) for (const card of event.cards ?? []) if (card.card) names.add(card.card);
		}
	}
	return names;
}

/** What was said to one viewer of a screen for two: each whole view says for whom it and what follows is. */
function heardBy(heard: ServerMessage[], viewer: "p1" | "p2"): ServerMessage[] {
	let now: string | undefined;
	return heard.filter((message) => {
		if (message.type === "full") now = message.viewer;
		return now === viewer;
	});
}

/** Nothing that only the rival knows is in what was sent to a page, nor on it. */
async function keepsSecrets(page: Page, heard: ServerMessage[], rival: "p1" | "p2", secret: string[]): Promise<void> {
	// The page first: all that it shows was heard before. The other way round, a card played in between would count as a secret.
	const html = await page.content();
	const known = told(heard, rival);
	const text = JSON.stringify(heard);
	for (const name of secret) {
		if (known.has(name)) continue;
		expect(text.includes(JSON.stringify(name)), `a frame names ${name}`).toBe(false);
		expect(html.includes(name), `the page names ${name}`).toBe(false);
	}
}

async function seat(context: BrowserContext, name: string): Promise<Page> {
	const page = await context.newPage();
	await page.request.post("/api/me", { data: { name } });
	return page;
}

test("two browsers by code, a reload in the middle, a spectator, and no secrets told", async ({ browser }) => {
	const [one, two, three] = [await browser.newContext(), await browser.newContext(), await browser.newContext()];
	const ada = await seat(one, "Ada");
	const bob = await seat(two, "Bob");
	const eve = await seat(three, "Eve");
	const adaHeard = listen(ada);
	const bobHeard = listen(bob);
	const eveHeard = listen(eve);

	await ada.goto("/new?game=food-chain&kind=open");
	await ada.getByLabel("Your deck").selectOption("fish-1");
	await ada.getByLabel("Clock").selectOption({ label: "20 minutes + 15 seconds" });
	await ada.getByRole("button", { name: "Open the table" }).click();
	const code = await ada.getByTestId("code").innerText();
	expect(code).toMatch(/^[A-Z0-9]{6}$/);

	await bob.goto("/");
	await bob.getByLabel("Six letters and digits").fill(code.toLowerCase());
	await bob.getByRole("button", { name: "Join", exact: true }).click();
	await bob.getByLabel("Your deck").selectOption("bird-1");
	await bob.getByRole("button", { name: "Join the game" }).click();
	await expect(ada.locator(".mat")).toBeVisible();
	await expect(bob.locator(".mat")).toBeVisible();
	await eve.goto(`/t/${code}`);
	await expect(eve.locator(".mat")).toBeVisible();

	const roll = dice(11);
	for (let answers = 0; answers < 16; answers++) {
		const next = await askedOf([ada, bob]);
		if (!next) break;
		await answer(next.page, next.decision, roll);
		if (answers % 4 === 1) {
			await keepsSecrets(ada, adaHeard, "p2", await hand(bob));
			await keepsSecrets(bob, bobHeard, "p1", await hand(ada));
			await keepsSecrets(eve, eveHeard, "p1", await hand(ada));
			await keepsSecrets(eve, eveHeard, "p2", await hand(bob));
		}
		if (answers === 2) {
			// The same hand as before, unless something happened in between: then once more.
			const number = () => bob.locator(".table").getAttribute("data-number");
			await expect(async () => {
				await askedOf([ada, bob]);
				const before = { number: await number(), hand: await hand(bob) };
				await bob.reload();
				await expect(bob.locator(".mat")).toBeVisible();
				expect({ number: await number(), hand: await hand(bob) }).toEqual(before);
			}).toPass();
		}
	}
	expect((await hand(ada)).length + (await ada.locator(".mat .row .card").count())).toBeGreaterThan(0);
	await expect(eve.locator(".hand")).toHaveCount(0);
	await expect(eve.locator(".clock").first()).toBeVisible();

	// A short match is over by now: then it is the next one.
	if (!(await askedOf([ada, bob]))) {
		for (const page of [ada, bob]) await expect(page.locator("[data-over]")).toBeVisible();
		for (const page of [ada, bob]) await page.getByRole("button", { name: "Play again" }).click();
		for (const page of [ada, bob]) await expect(page.locator(".over")).toHaveCount(0);
	}
	// A draw is offered and declined, then Bob concedes, and both play again with the seats swapped.
	await bob.getByRole("button", { name: "Menu" }).click();
	await bob.getByRole("button", { name: "Offer a draw" }).click();
	await ada.getByRole("button", { name: "Play on" }).click();
	await expect(ada.locator(".offer")).toHaveCount(0);
	await bob.getByRole("button", { name: "Menu" }).click();
	await bob.getByRole("button", { name: "Concede" }).click();
	await bob.getByRole("button", { name: "Really concede?" }).click();
	await expect(ada.locator(".over h2")).toHaveText("You win!");
	await expect(bob.locator(".over h2")).toHaveText("You lose");
	await ada.getByRole("button", { name: "Play again" }).click();
	await expect(bob.locator(".over")).toContainText("Ada wants to play again");
	await bob.getByRole("button", { name: "Play again" }).click();
	await expect(ada.locator(".over")).toHaveCount(0);
	await expect(bob.locator(".over")).toHaveCount(0);
});

test("a dropped connection says so and comes back by itself", async ({ browser }) => {
	const context = await browser.newContext();
	const page = await seat(context, "Ada");
	let drop: (() => Promise<void>) | undefined;
	let allowed = true;
	await page.routeWebSocket(/socket$/, (socket) => {
		if (!allowed) return socket.close();
		socket.connectToServer();
		drop = () => socket.close();
	});
	await page.goto("/");
	await page.getByRole("button", { name: "Play Skirmish" }).click();
	await expect(page.locator(".hand .card")).not.toHaveCount(0);
	allowed = false;
	await drop?.();
	await expect(page.locator(".banner")).toContainText("Connecting again");
	allowed = true;
	await expect(page.locator(".banner")).toHaveCount(0);
	await expect(page.locator(".mat")).toBeVisible();
});

test("one screen for two: nothing is shown before the pass screen is confirmed", async ({ browser }) => {
	const context = await browser.newContext();
	const page = await seat(context, "Ada");
	const heard = listen(page);
	await page.goto("/new?game=skirmish&kind=hot-seat");
	await page.getByLabel("The other player's name").fill("Bob");
	await page.getByRole("button", { name: "Start" }).click();
	const roll = dice(5);
	const seen = { p1: new Set<string>(), p2: new Set<string>() };
	let handovers = 0;
	for (let step = 0; step < 14; step++) {
		const pass = page.locator(".pass");
		await expect(pass.or(page.locator("[data-decision], [data-over]"))).toBeVisible();
		if ((await page.locator("[data-over]").count()) > 0) break;
		if (await pass.isVisible()) {
			handovers++;
			await expect(page.locator("h1")).toHaveText(/Pass to (Ada|Bob)/);
			await expect(page.locator(".card, .mat, [data-card]")).toHaveCount(0);
			const html = await page.content();
			for (const name of [...seen.p1, ...seen.p2])
				expect(html.includes(`>${name}<`), `the covered page names ${name}`).toBe(false);
			// The last thing that was said is the handover: no view came with it.
			expect(heard.findLast((message) => ["full", "update", "handover"].includes(message.type))?.type).toBe("handover");
			await page.getByRole("button", { name: /show my cards/ }).click();
			await expect(page.locator(".mat")).toBeVisible();
		}
		const full = heard.findLast((message) => message.type === "full");
		const viewer = full?.type === "full" && full.viewer !== "public" ? full.viewer : "p1";
		const other = viewer === "p1" ? "p2" : "p1";
		for (const name of await hand(page)) seen[viewer].add(name);
		const shown = full?.type === "full" ? full.view.find((part) => part.name === "hand" && part.seat === other)?.value : [];
		// A card of the rival's hand is named only if this viewer saw it go there, as one that came back from the field.
		const known = told(heardBy(heard, viewer), other);
		for (const card of Array.isArray(shown) ? shown : [])
			expect(card.card === undefined || known.has(card.card), `${card.card} of the rival's hand is shown`).toBe(true);
		await click(page, roll).catch(async (error) => {
			if (!(await pass.isVisible())) throw error;
		});
	}
	// Nobody wins before both were asked.
	expect(handovers).toBeGreaterThanOrEqual(2);
});

test("the rival may watch two bots, and a wrong code gets a sentence", async ({ page }) => {
	await page.goto("/new?game=skirmish&kind=watch");
	await page.getByRole("button", { name: "Start" }).click();
	await expect(page.locator(".mat")).toBeVisible();
	await expect(page.locator(".prompt")).toContainText("Waiting for");
	await page.goto("/t/ZZZZZZ");
	await expect(page.locator("h1")).toHaveText("No such table");
	await expect(page.locator(".lead")).not.toBeEmpty();
});

// What is played on the device itself: the client is kept there, and tables are opened there.
import type { Table, TableRequest } from "../src/protocol/messages";
import { expect, type Page } from "./server";

/** Visits once with a network, waits until the client is kept, and for what else is to be, and switches the network off. */
export async function install(page: Page, address = "/", rest = async (_: Page): Promise<void> => {}): Promise<void> {
	await page.goto(address);
	await page.evaluate(async () => {
		const kept = await navigator.serviceWorker.ready;
		if (kept.active?.state !== "activated")
			await new Promise((done) =>
				kept.active?.addEventListener("statechange", () => kept.active?.state === "activated" && done(0)),
			);
	});
	await rest(page);
	await page.context().setOffline(true);
}

/** Waits until what learned players have learned is kept on the device. */
export async function learned(page: Page, games = 3): Promise<void> {
	const kept = () => page.evaluate(async () => (await (await caches.open("playmat-models")).keys()).length);
	await expect.poll(kept).toBe(games);
}

/** A table of this device, without the pauses that people need. */
export async function openHere(page: Page, request: TableRequest): Promise<Table> {
	const answer = await page.evaluate(
		async (body) => {
			const { ask } = Reflect.get(window, "playmat") as {
				ask: (method: string, path: string, init: { body: string }) => Promise<Response>;
			};
			const response = await ask("POST", "/api/tables", { body });
			return { ok: response.ok, text: await response.text() };
		},
		JSON.stringify({ pace: "programs", ...request }),
	);
	expect(answer.ok, answer.text).toBe(true);
	return JSON.parse(answer.text) as Table;
}

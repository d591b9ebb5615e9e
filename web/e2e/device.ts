// What is played on the device itself: the client is kept there, and tables are opened there.
import type { Table, TableRequest } from "../src/protocol/messages";
import { expect, type Page } from "./server";

/** Visits once with a network, waits until everything is kept, and switches the network off. */
export async function install(page: Page, address = "/"): Promise<void> {
	await page.goto(address);
	await page.evaluate(async () => {
		const kept = await navigator.serviceWorker.ready;
		if (kept.active?.state !== "activated")
			await new Promise((done) =>
				kept.active?.addEventListener("statechange", () => kept.active?.state === "activated" && done(0)),
			);
	});
	await page.context().setOffline(true);
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

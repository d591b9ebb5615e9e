// Records: reading them, and what can be made of a position.

import { send } from "../pocket/route";
import type { Forecast, Problem, Replay, Seat, Table } from "../protocol/messages";
import { me, nobodyAnswers, Trouble } from "./api";

/** The address of a match that is over in one of its forms, with the key of a link if one was given. */
export function matchAddress(match: string, form: "replay" | "record" | "json", key?: string): string {
	const query = new URLSearchParams({ ...(form === "json" ? { form } : {}), ...(key ? { key } : {}) });
	return `/api/matches/${encodeURIComponent(match)}/${form === "replay" ? form : "record"}${query.size > 0 ? `?${query}` : ""}`;
}
/** The replay of a match that is over. */
export const replayOf = (match: string, key?: string): Promise<Replay> =>
	ask("GET", matchAddress(match, "replay", key)).then((answer) => answer.json());
/** Who was going to win a match that is over. */
export const forecastOf = (match: string): Promise<Forecast> =>
	ask("GET", `/api/matches/${encodeURIComponent(match)}/forecast`).then((answer) => answer.json());
/** The replay of a record that somebody brought. */
export const replayFrom = (record: Blob): Promise<Replay> => ask("POST", "/api/replays", record).then((answer) => answer.json());
/** The record of a match, as the server keeps it. */
export const recordOf = (match: string, key?: string): Promise<Blob> =>
	ask("GET", matchAddress(match, "record", key)).then((answer) => answer.blob());
/** Saves a form of a match: its address answers here also where no server has it. */
export const saveForm = (match: string, form: "record" | "json", key?: string): Promise<void> =>
	ask("GET", matchAddress(match, form, key))
		.then((answer) => answer.blob())
		.then((file) => save(file, `${match}.${form}`));
/** The position as a scenario file: in full, or as one player saw it. */
export const scenarioAt = (record: Blob, at: number, seat?: Seat): Promise<string> =>
	ask("POST", `/api/replays/scenario?at=${at}${seat ? `&seat=${seat}` : ""}`, record).then((answer) => answer.text());
/** A table where the match goes on against a bot. */
export const playOn = (record: Blob, at: number, seat: Seat, level: string): Promise<Table> =>
	me()
		.then(() => ask("POST", `/api/replays/play?at=${at}&seat=${seat}&level=${encodeURIComponent(level)}`, record))
		.then((answer) => answer.json());
/** A bug report about a position. */
export const reportAt = (record: Blob, at: number): Promise<Blob> =>
	ask("POST", `/api/replays/report?at=${at}`, record).then((answer) => answer.blob());
/** A bug report about a match that runs: what this player was told. */
export const reportOf = (code: string): Promise<Blob> =>
	ask("GET", `/api/tables/${encodeURIComponent(code)}/report`).then((answer) => answer.blob());
/** The position of a match that runs, as this player sees it. */
export const scenarioOf = (code: string): Promise<string> =>
	ask("GET", `/api/tables/${encodeURIComponent(code)}/scenario`).then((answer) => answer.text());

/** Hands a file to the browser's downloads. */
export function save(file: Blob | string, name: string): void {
	const address = URL.createObjectURL(typeof file === "string" ? new Blob([file], { type: "text/plain" }) : file);
	const link = document.createElement("a");
	link.href = address;
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(address), 1000);
}

async function ask(method: string, address: string, body?: Blob): Promise<Response> {
	let response: Response;
	try {
		response = await send(method, address, { body: body ?? null });
	} catch {
		throw nobodyAnswers();
	}
	if (response.ok) return response;
	const problem = (await response.json().catch(() => undefined)) as Partial<Problem> | undefined;
	throw new Trouble(problem?.code ?? "unknown", problem?.sentence ?? "The server did not understand this.", response.status);
}

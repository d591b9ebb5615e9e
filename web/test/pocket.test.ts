// The module of the offline part against the native program: what `crates/pocket/examples/transcript.rs` has written down comes out here
// byte for byte. `tools/pocket.sh check` says where the module and the transcript are; without them there is nothing to compare.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Call, Effect } from "../src/pocket/calls";
import { hex, Instance } from "../src/pocket/instance";

const { PLAYMAT_MODULES, PLAYMAT_TRANSCRIPT } = process.env;

type Line =
	| { of: string; thinker: boolean; frame: string; learns: string | null; reply: string }
	| { game: string; level: string; seed: string; record: string };

const bytes = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** What learned players have learned, by the games. */
const models = new Map(
	["food-chain", "skirmish", "strata"].map((game) => [
		game,
		readFileSync(join(import.meta.dirname, `../../models/${game}.playnet`)),
	]),
);

/** An instance that has not begun, for frames as they are. */
async function bare(module: WebAssembly.Module): Promise<Instance> {
	return Reflect.construct(Instance, [(await WebAssembly.instantiate(module, { playmat: { now: () => 0 } })).exports, () => 0]);
}

/** A whole match between two bots, as a page drives it; its record. */
async function bout(module: WebAssembly.Module, game: string, level: string, begin: Call, thinker: Instance): Promise<string> {
	const pocket = await bare(module);
	let [now, over, record]: [number, boolean, string | undefined] = [0, false, undefined];
	const say = (call: Call, body?: Uint8Array): number | null => {
		const { effects, wake } = pocket.hear(call, body, now);
		return effects.reduce((last, effect) => follow(effect) ?? last, wake);
	};
	const thoughts: Extract<Effect, { do: "think" }>[] = [];
	const follow = (effect: Effect): number | null | undefined => {
		if (effect.do === "refused") throw new Error(effect.sentence);
		if (effect.do === "think") thoughts.push(effect);
		if (effect.do === "answer" && effect.request === 2)
			record = JSON.parse(new TextDecoder().decode(effect.body)).matches[0].match;
		if (effect.do === "answer" && effect.request === 3) record = hex(effect.body);
		if (effect.do !== "keep") return undefined;
		over ||= effect.puts.some(({ key }) => key.startsWith("finished/"));
		return say({ do: "kept", write: effect.write, ok: true });
	};
	say(begin);
	say({ do: "restore", kept: [] });
	// At a table a bot has no budget: its name is enough there.
	const seat = { who: "bot", level: level.split(":")[0] };
	const table = JSON.stringify({ game, seats: [seat, seat], pace: "programs" });
	let wake = say({ do: "request", request: 1, method: "POST", path: "/api/tables" }, new TextEncoder().encode(table));
	while (!over) {
		const asked = thoughts.shift();
		if (asked) {
			const [thought] = thinker.hear({ do: "think", level, seed: asked.seed }, asked.body, now).effects;
			if (thought?.do !== "thought") throw new Error(JSON.stringify(thought));
			const { pick, judgement } = thought;
			wake = say({ do: "thought", table: asked.table, match: asked.match, place: asked.place, pick, judgement });
		} else {
			if (wake === null) throw new Error("nothing happens any more");
			now = Math.max(now, wake);
			wake = say({ do: "time" });
		}
	}
	say({ do: "request", request: 2, method: "GET", path: "/api/me/matches" });
	say({ do: "request", request: 3, method: "GET", path: `/api/matches/${record}/record` });
	return record ?? "";
}

/** Longer than the long form takes on a busy machine. */
const PATIENCE = { timeout: 24 * 3_600_000 };

describe.skipIf(!PLAYMAT_MODULES || !PLAYMAT_TRANSCRIPT)("the module", () => {
	const lines = (PLAYMAT_TRANSCRIPT ? readFileSync(PLAYMAT_TRANSCRIPT, "utf8") : "")
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line) as Line);
	const compiled = (name: string) => new WebAssembly.Module(readFileSync(join(PLAYMAT_MODULES ?? "", name)));
	const module = PLAYMAT_MODULES ? compiled("playmat.wasm") : undefined;

	test("says what the native program says, byte for byte", PATIENCE, async () => {
		if (!module) throw new Error("there is no module");
		let [of, compared]: [string, number] = ["", 0];
		let pair: [Instance, Instance] | undefined;
		for (const line of lines) {
			if (!("frame" in line)) continue;
			if (line.of !== of) pair = [await bare(module), await bare(module)];
			of = line.of;
			const instance = pair?.[line.thinker ? 1 : 0];
			const frame = Buffer.concat([bytes(line.frame), models.get(line.learns ?? "") ?? bytes("")]);
			expect(hex(instance?.frame(frame) ?? bytes("")), `${of}, call ${compared}`).toBe(line.reply);
			compared += 1;
		}
		expect(compared).toBeGreaterThan(300);
	});

	test("plays the same records", PATIENCE, async () => {
		if (!module) throw new Error("there is no module");
		const thinker = await Instance.make(module, new Uint8Array(32), () => 0, 0, [...models.keys()]);
		for (const [game, model] of models) expect(thinker.hear({ do: "learn", game }, model).effects).toEqual([]);
		let compared = 0;
		for (const line of lines) {
			if (!("record" in line)) continue;
			const begin: Call = { do: "begin", seed: line.seed, date: 1_800_000_000, models: [...models.keys()] };
			expect(await bout(module, line.game, line.level, begin, thinker), `${line.game} ${line.level} ${line.seed}`).toBe(
				line.record,
			);
			compared += 1;
		}
		expect(compared).toBeGreaterThan(11);
		console.log(`${compared} records are the same; ${(thinker.bytes / 2 ** 20).toFixed(1)} MiB after them`);
	});

	test("answers the editor of the workshop in an instance of its own", async () => {
		const editor = await Instance.make(compiled("editor.wasm"), new Uint8Array(32), () => 0, 0);
		const ask = (what: string, more: object): [number, unknown] => {
			const files = [{ name: "mine.cards", text: "category Fish\n\nprey Moonfish 3/2 (2), hasty\n" }];
			const body = new TextEncoder().encode(JSON.stringify({ cards: { shipped: true, files }, file: "mine.cards", ...more }));
			const path = `/api/games/food-chain/workshop/${what}`;
			const [answer] = editor.hear({ do: "request", request: 1, method: "POST", path }, body).effects;
			if (answer?.do !== "answer") throw new Error(JSON.stringify(answer));
			return [answer.status, JSON.parse(new TextDecoder().decode(answer.body))];
		};
		const fixes = [expect.objectContaining({ title: "Write `haste`" })];
		expect(ask("read", {})).toEqual([200, expect.objectContaining({ complaints: [expect.objectContaining({ fixes })] })]);
		expect(ask("play", {})).toEqual([404, expect.objectContaining({ code: "not-found" })]);
		expect(editor.hear({ do: "time" }).effects).toEqual([
			{ do: "refused", sentence: "an editor answers requests and nothing else" },
		]);
	});
});

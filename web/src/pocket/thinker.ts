// The worker in which bots think: a thought may take seconds, and can be ended with the worker.
import { live } from "./alive";
import type { FromThinker, ToThinker } from "./calls";
import { Instance } from "./instance";

type Begin = { module: WebAssembly.Module; models: Record<string, string>; alive: string; port: MessagePort };

self.onmessage = ({ data: { module, models, alive, port } }: MessageEvent<Begin>) => {
	const seed = crypto.getRandomValues(new Uint8Array(32));
	const made = Instance.make(module, seed, () => performance.now(), 0, Object.keys(models));
	/** The games whose models are there. */
	const learned = new Set<string>();

	/** Whether the model of a game is there; it is loaded with the first bot that plays by it. */
	async function learn(game: string, instance: Instance): Promise<boolean> {
		if (learned.has(game)) return true;
		try {
			const found = await fetch(models[game] ?? "");
			if (!found.ok) return false;
			const { effects } = instance.hear({ do: "learn", game }, new Uint8Array(await found.arrayBuffer()));
			if (effects.length > 0) return false;
		} catch (error) {
			// A trap; without the network it is a `TypeError`.
			if (error instanceof WebAssembly.RuntimeError) throw error;
			return false;
		}
		learned.add(game);
		return true;
	}

	port.onmessage = async ({ data: { think } }: MessageEvent<ToThinker>) => {
		const { level, seed, model, body } = think;
		const instance = await made;
		const lacks = model !== null && !(await learn(model, instance));
		const { effects } = instance.hear({ do: "think", level, seed }, body);
		for (const effect of effects) {
			if (effect.do === "refused") throw new Error(effect.sentence);
			if (effect.do !== "thought") continue;
			const { pick, judgement } = effect;
			port.postMessage({ thought: { pick, judgement }, lacks } satisfies FromThinker);
		}
	};
	// An instance that has failed ends with its worker: whoever asked hears of it.
	self.onunhandledrejection = () => self.close();
	live(alive, () => self.postMessage("alive"));
};

// The worker in which bots think: a thought may take seconds, and can be ended with the worker.
import { live } from "./alive";
import type { FromThinker, ToThinker } from "./calls";
import { Instance } from "./instance";

type Begin = { module: WebAssembly.Module; alive: string; port: MessagePort };

self.onmessage = ({ data: { module, alive, port } }: MessageEvent<Begin>) => {
	const seed = crypto.getRandomValues(new Uint8Array(32));
	const made = Instance.make(module, seed, () => performance.now(), 0);
	port.onmessage = async ({ data: { think } }: MessageEvent<ToThinker>) => {
		const { level, seed, body } = think;
		const { effects } = (await made).hear({ do: "think", level, seed }, body);
		for (const effect of effects) {
			if (effect.do === "refused") throw new Error(effect.sentence);
			if (effect.do !== "thought") continue;
			const { pick, judgement } = effect;
			port.postMessage({ thought: { pick, judgement } } satisfies FromThinker);
		}
	};
	// An instance that has failed ends with its worker: whoever asked hears of it.
	self.onunhandledrejection = () => self.close();
	live(alive, () => self.postMessage("alive"));
};

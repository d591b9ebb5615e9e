// The worker of the workshop's editor: an instance of its module, which answers one question after the other.
import type { FromEditor, ToEditor } from "./calls";
import { Instance } from "./instance";

let instance: Promise<Instance>;

self.onmessage = async ({ data: said }: MessageEvent<ToEditor>) => {
	if ("module" in said) {
		instance = Instance.make(said.module, new Uint8Array(32), () => performance.now(), 0);
		return;
	}
	const { request, path, body } = said;
	const { effects } = (await instance).hear({ do: "request", request, method: "POST", path }, body);
	for (const effect of effects) {
		if (effect.do === "refused") throw new Error(effect.sentence);
		if (effect.do !== "answer") continue;
		const { status, kind, body } = effect;
		self.postMessage({ request, answer: { status, kind, body } } satisfies FromEditor);
	}
};
// An instance that has failed is dead: whoever asked hears of it.
self.onunhandledrejection = ({ reason }) => reportError(reason);

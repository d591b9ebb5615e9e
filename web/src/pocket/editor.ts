// The workshop's editor on this device: a module and a worker of its own, which begin with the first question.
import type { Answer, FromEditor, ToEditor } from "./calls";
import { editorModule } from "./files";

/** Whether this client was built with the module, and this browser can run it. */
export const canEditHere = (): boolean => editorModule !== undefined && "WebAssembly" in globalThis;

let running: Editor | undefined;

/** An editor's question as over HTTP. Throws if this device cannot answer it now. */
export async function askEditor(path: string, body: string): Promise<Response> {
	running ??= new Editor();
	const asked = running;
	try {
		const { status, kind, body: answer } = await asked.ask(path, body);
		return new Response(answer, { status, headers: { "content-type": kind } });
	} catch (error) {
		// What has failed is dead: the next question begins anew.
		if (running === asked) running = undefined;
		asked.end();
		throw error;
	}
}

class Editor {
	private readonly worker = new Worker(new URL("./editor-worker.ts", import.meta.url), {
		type: "module",
		name: "playmat editor",
	});
	private readonly begun: Promise<void>;
	private count = 0;
	private readonly waiting = new Map<number, { answered: (answer: Answer) => void; failed: (why: Error) => void }>();

	constructor() {
		this.worker.onmessage = ({ data: { request, answer } }: MessageEvent<FromEditor>) => {
			this.waiting.get(request)?.answered(answer);
			this.waiting.delete(request);
		};
		this.worker.onerror = () => this.end();
		this.begun = WebAssembly.compileStreaming(fetch(editorModule ?? "")).then((module) => this.say({ module }));
	}

	async ask(path: string, body: string): Promise<Answer> {
		await this.begun;
		const request = ++this.count;
		return new Promise((answered, failed) => {
			this.waiting.set(request, { answered, failed });
			this.say({ request, path, body: new TextEncoder().encode(body) });
		});
	}

	/** Ends the worker; whoever waits for it hears that. */
	end(): void {
		this.worker.terminate();
		for (const { failed } of this.waiting.values()) failed(new Error("the editor has failed"));
		this.waiting.clear();
	}

	private say(said: ToEditor): void {
		this.worker.postMessage(said);
	}
}

// The editor: CodeMirror, with answers that come from elsewhere. It lives in a shadow root, where its styles are constructed sheets: the
// policy of the page allows no others.
import {
	autocompletion,
	type Completion,
	type CompletionContext,
	type CompletionResult,
	closeBrackets,
	completionKeymap,
	snippet,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { indentUnit } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { Annotation, Compartment, EditorState } from "@codemirror/state";
import {
	drawSelection,
	EditorView,
	highlightActiveLine,
	hoverTooltip,
	keymap,
	lineNumbers,
	type Tooltip,
} from "@codemirror/view";
import type { CardComplaint, CardFix, CardWords, GlossaryEntry, WordsMeaning } from "../protocol/messages";
import { cardLanguage } from "./highlight";

/** What the editor asks, and what it tells. */
export type Around = {
	complete: (at: number) => Promise<CardWords[]>;
	hover: (at: number) => Promise<WordsMeaning | null>;
	changed: (text: string) => void;
	/** The cursor is there. */
	moved: (at: number) => void;
	fix: (fix: CardFix) => void;
	format: () => void;
};

/** Marks what the page has put in, which is nobody's typing. */
const given = Annotation.define<boolean>();

/** An editor in its box. */
export class Editor {
	private readonly view: EditorView;
	private readonly language = new Compartment();
	private readonly label = new Compartment();

	constructor(host: HTMLElement, text: string, name: string, around: Around) {
		const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
		const state = EditorState.create({
			doc: text,
			extensions: [
				lineNumbers(),
				lintGutter(),
				history(),
				drawSelection(),
				highlightActiveLine(),
				closeBrackets(),
				indentUnit.of("  "),
				EditorView.lineWrapping,
				this.language.of([]),
				this.label.of(labelled(name)),
				autocompletion({ override: [source(around)], icons: false }),
				hoverTooltip((view, at) => meaning(view, at, around), { hoverTime: 250 }),
				keymap.of([
					{
						key: "Mod-s",
						run: () => {
							around.format();
							return true;
						},
					},
					...completionKeymap,
					...lintKeymap,
					...historyKeymap,
					...defaultKeymap,
				]),
				EditorView.updateListener.of((update) => {
					const own = update.transactions.some((one) => one.annotation(given));
					if (update.docChanged && !own) around.changed(update.state.doc.toString());
					if (update.selectionSet || update.docChanged) around.moved(update.state.selection.main.head);
				}),
				THEME,
			],
		});
		this.view = new EditorView({ state, parent: root, root });
	}

	/** The words that get colours. */
	colour(glossary: readonly GlossaryEntry[]): void {
		this.view.dispatch({ effects: this.language.reconfigure(cardLanguage(glossary)) });
	}

	/** Shows another file. */
	open(text: string, name: string): void {
		const all = { from: 0, to: this.view.state.doc.length, insert: text };
		this.view.dispatch({
			changes: all,
			selection: { anchor: 0 },
			effects: this.label.reconfigure(labelled(name)),
			annotations: given.of(true),
			scrollIntoView: true,
		});
	}

	/** Another text of the same file: only what differs is changed, so that it can be undone and the cursor stays. */
	put(text: string): void {
		const now = this.view.state.doc.toString();
		if (now === text) return;
		let from = 0;
		while (from < now.length && from < text.length && now[from] === text[from]) from++;
		let end = 0;
		while (end < now.length - from && end < text.length - from && now[now.length - 1 - end] === text[text.length - 1 - end])
			end++;
		this.view.dispatch({ changes: { from, to: now.length - end, insert: text.slice(from, text.length - end) } });
	}

	/** Underlines what is wrong. */
	complain(complaints: readonly CardComplaint[], around: Around): void {
		const end = this.view.state.doc.length;
		const marks = complaints.map(
			({ from, to, sentence, code, fixes }): Diagnostic => ({
				from: Math.min(from, end),
				to: Math.min(Math.max(to, from), end),
				severity: "error",
				message: sentence,
				...(code ? { source: code } : {}),
				actions: (fixes ?? []).map((fix) => ({ name: fix.title.replaceAll("`", ""), apply: () => around.fix(fix) })),
			}),
		);
		this.view.dispatch(setDiagnostics(this.view.state, marks));
	}

	/** Makes a change that was offered. */
	change({ from, to, text }: CardFix): void {
		const end = this.view.state.doc.length;
		this.view.dispatch({ changes: { from: Math.min(from, end), to: Math.min(to, end), insert: text } });
	}

	/** Goes to a place. */
	goTo(at: number): void {
		const place = Math.min(at, this.view.state.doc.length);
		this.view.dispatch({ selection: { anchor: place }, effects: EditorView.scrollIntoView(place, { y: "center" }) });
		this.view.focus();
	}

	close(): void {
		this.view.destroy();
	}
}

const labelled = (name: string) => EditorView.contentAttributes.of({ "aria-label": `The file ${name}`, lang: "en" });

const source =
	(around: Around) =>
	async (context: CompletionContext): Promise<CompletionResult | null> => {
		const word = context.matchBefore(/[\w'-]+/);
		if (!context.explicit && !word && !context.matchBefore(/[ ,:]/)) return null;
		const found = await around.complete(context.pos).catch(() => []);
		const first = found[0];
		if (!first || context.aborted) return null;
		const option = (words: CardWords, index: number): Completion => ({
			label: words.label,
			detail: words.class,
			boost: -Math.min(index, 90),
			apply: words.text.includes("#{") ? snippet(words.text) : words.text,
			...(words.gloss ? { info: words.gloss } : {}),
		});
		return { from: first.from, to: first.to, options: found.map(option), validFor: /^[\w'-]*$/ };
	};

async function meaning(view: EditorView, at: number, around: Around): Promise<Tooltip | null> {
	const found = await around.hover(at).catch(() => null);
	if (!found || found.to > view.state.doc.length) return null;
	return { pos: found.from, end: found.to, above: true, create: () => ({ dom: told(found.markdown) }) };
}

/** What words mean: the text of a card as it is, or a word and its sentence. */
function told(markdown: string): HTMLElement {
	const box = document.createElement("div");
	box.className = "cm-told";
	const block = /^```[^\n]*\n([\s\S]*?)\n?```$/.exec(markdown);
	const [head = "", ...rest] = markdown.split("\n\n");
	for (const [tag, text] of block
		? ([["pre", block[1] ?? ""]] as const)
		: ([
				["b", head.replaceAll("`", "")],
				["p", rest.join("\n\n")],
			] as const)) {
		const part = document.createElement(tag);
		part.textContent = text;
		box.append(part);
	}
	return box;
}

const THEME = EditorView.theme({
	"&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--surface)", fontSize: "1rem" },
	"&.cm-focused": { outline: "none" },
	".cm-scroller": { fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace", lineHeight: "1.55", overflow: "auto" },
	".cm-content": { caretColor: "var(--ink)", padding: "0.6rem 0" },
	".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
	".cm-gutters": { backgroundColor: "var(--surface-2)", color: "var(--ink-soft)", border: "none" },
	".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--accent) 8%, transparent)" },
	"&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
		backgroundColor: "color-mix(in srgb, var(--focus) 30%, transparent)",
	},
	".cm-lintRange-error": {
		backgroundImage: "none",
		borderBottom: "2px wavy var(--danger)",
		textDecoration: "underline wavy var(--danger)",
	},
	".cm-tooltip": {
		backgroundColor: "var(--surface-2)",
		color: "var(--ink)",
		border: "1px solid var(--line)",
		borderRadius: "10px",
		boxShadow: "var(--shadow)",
		fontFamily: "var(--body)",
		maxWidth: "min(30rem, 90vw)",
		overflow: "hidden",
	},
	".cm-told": { padding: "0.5rem 0.7rem" },
	".cm-told p, .cm-told pre": { margin: "0.2rem 0 0", whiteSpace: "pre-wrap" },
	".cm-diagnostic": { whiteSpace: "pre-wrap", borderLeftColor: "var(--danger)", padding: "0.5rem 0.7rem" },
	".cm-diagnosticAction": {
		backgroundColor: "var(--primary)",
		color: "var(--primary-ink)",
		font: "inherit",
		fontWeight: "650",
		borderRadius: "8px",
		padding: "0.25rem 0.6rem",
		margin: "0.4rem 0.4rem 0 0",
	},
	".cm-tooltip-autocomplete > ul": { fontFamily: "inherit", maxHeight: "15rem" },
	".cm-tooltip-autocomplete > ul > li": { padding: "0.3rem 0.6rem", lineHeight: "1.4" },
	".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--primary)", color: "var(--primary-ink)" },
	".cm-completionMatchedText": { textDecoration: "none", fontWeight: "750" },
	".cm-completionDetail": { color: "inherit", opacity: "0.85", fontStyle: "normal", fontSize: "0.85em" },
	".cm-completionInfo": { padding: "0.5rem 0.7rem", whiteSpace: "pre-wrap", maxWidth: "20rem" },
	".cm-snippetField": { backgroundColor: "color-mix(in srgb, var(--accent) 22%, transparent)" },
});

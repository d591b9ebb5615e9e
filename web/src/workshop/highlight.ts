// The colours of card files, from the words that a game's glossary has.
import { HighlightStyle, StreamLanguage, type StringStream, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";
import type { GlossaryEntry } from "../protocol/messages";

type State = { header: boolean; trigger: boolean };

/** The words of a glossary by what they are; those of several words too. */
export function vocabulary(glossary: readonly GlossaryEntry[]): Map<string, string> {
	const words = new Map<string, string>();
	for (const { class: is, usage } of glossary) {
		for (const form of usage.split(", ")) {
			// What is to be filled in is none of its words.
			for (const piece of form.split(/<[^>]*>/)) {
				const word = piece.trim().replace(/[^\w -]/g, "");
				if (word.length > 1 && !words.has(word)) words.set(word, is);
			}
		}
	}
	return words;
}

const COLOURS: Record<string, string> = {
	kind: "typeName",
	keyword: "modifier",
	noun: "variableName",
	adjective: "propertyName",
};

/** The language of a game's cards. */
export function cardLanguage(glossary: readonly GlossaryEntry[]): Extension {
	const words = vocabulary(glossary);
	const most = Math.max(1, ...[...words.keys()].map((word) => word.split(" ").length));
	const language = StreamLanguage.define<State>({
		name: "playmat-cards",
		startState: () => ({ header: false, trigger: false }),
		token: (stream, state) => token(stream, state, words, most),
		languageData: { commentTokens: { line: "#" } },
	});
	return [language, syntaxHighlighting(STYLE)];
}

function token(stream: StringStream, state: State, words: Map<string, string>, most: number): string | null {
	if (stream.sol()) {
		state.header = !/^\s/.test(stream.string);
		const head = state.header ? "" : (stream.string.split('"')[0] ?? "");
		state.trigger = head.includes(":");
		if (stream.match(/^\s+(icon|flavour|note)\s*:/)) {
			state.trigger = false;
			stream.skipToEnd();
			return "meta";
		}
		if (stream.match(/^category\b/)) return "keyword";
	}
	if (stream.eatSpace()) return null;
	if (stream.match(/^#.*/)) return "comment";
	if (state.trigger) {
		stream.match(/^[^:]*:?/);
		state.trigger = false;
		return "labelName";
	}
	if (stream.match(/^[+-]?\d+(\/[+-]?\d+)?/)) return "number";
	if (stream.match(/^"/)) return "quote";
	const found = longest(stream, words, most);
	if (found) return COLOURS[found] ?? "keyword";
	if (stream.match(/^\p{Lu}[\p{L}'’-]*/u)) return "className";
	if (stream.match(/^[\p{L}'’-]+/u)) return null;
	stream.next();
	return null;
}

/** What the words at this place are: the longest phrase that the game knows. */
function longest(stream: StringStream, words: Map<string, string>, most: number): string | undefined {
	const rest = stream.string.slice(stream.pos);
	const ends = [...rest.matchAll(/[\w-]+(?=$|[^\w-])/g)].slice(0, most).map((word) => word.index + word[0].length);
	for (const end of ends.reverse()) {
		const phrase = rest.slice(0, end).toLowerCase();
		const is = words.get(phrase) ?? words.get(`${phrase}s`) ?? words.get(phrase.replace(/s$/, ""));
		// Names have capitals, words of the language have none.
		if (is && !/^\p{Lu}/u.test(rest)) {
			stream.pos += end;
			return is;
		}
	}
	return undefined;
}

const STYLE = HighlightStyle.define([
	{ tag: tags.typeName, color: "var(--accent)", fontWeight: "650" },
	{ tag: tags.className, color: "var(--ink)", fontWeight: "650" },
	{ tag: tags.labelName, color: "var(--far)" },
	{ tag: tags.modifier, color: "var(--near)" },
	{ tag: tags.keyword, color: "var(--own)" },
	{ tag: [tags.variableName, tags.propertyName], color: "var(--ink)" },
	{ tag: tags.number, color: "var(--gold)" },
	{ tag: [tags.comment, tags.meta, tags.quote], color: "var(--ink-soft)" },
]);

// Reads every shipped card, scenario and deck file with the grammars, as editors do: what must have a colour has the right one.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma");
const { INITIAL, Registry } = require("vscode-textmate");
const here = new URL(".", import.meta.url).pathname;

const wasm = readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
const registry = new Registry({
	onigLib: Promise.resolve({
		createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
		createOnigString: (text) => new oniguruma.OnigString(text),
	}),
	loadGrammar: async (scope) =>
		JSON.parse(readFileSync(join(here, "syntaxes", `${scope.replace("source.", "")}.tmLanguage.json`), "utf8")),
});

/** The words of a text with their scopes. */
async function colours(ending, text) {
	const grammar = await registry.loadGrammar(`source.playmat-${ending}`);
	let state = INITIAL;
	const found = [];
	for (const line of text.split("\n")) {
		const read = grammar.tokenizeLine(line, state);
		state = read.ruleStack;
		for (const token of read.tokens) {
			const words = line.slice(token.startIndex, token.endIndex);
			if (/\p{L}|\d/u.test(words)) found.push({ words: words.trim(), scope: token.scopes.at(-1), line });
		}
	}
	return found;
}

const wrong = [];
async function expects(ending, text, wanted) {
	const found = await colours(ending, text);
	for (const [words, scope] of Object.entries(wanted)) {
		const there = found.find((one) => one.words === words);
		if (!there?.scope.startsWith(scope)) wrong.push(`${ending}: \`${words}\` is ${there?.scope}, not ${scope}`);
	}
}

await expects("cards", "category Fish\n\ntoken prey Man O' War 3/2 (2), haste # why\n  on play: deal 2 damage to target frozen enemy, then play a Tiger Frog.\n  icon: orca\n", {
	"Fish": "entity.name.section",
	"token prey": "storage.type.kind",
	"Man O' War": "entity.name.type.card",
	"3/2": "constant.numeric",
	"haste": "storage.modifier.keyword",
	"# why": "comment",
	"on play": "entity.name.function.trigger",
	"deal": "support.function.verb",
	"damage to": "support.function.verb",
	"target": "keyword.operator",
	"frozen": "storage.modifier.keyword",
	"enemy": "variable.language.noun",
	"then": "keyword.control",
	"Tiger Frog": "entity.name.class.card",
	"icon": "keyword.other.note",
	"orca": "string.unquoted",
});
await expects("scn", 'scenario "One # two"\ngame food-chain edition=core\np1 field Tiger Frog frozen 3/1\n---\nexpect p1 hand -\n', {
	'"One # two"': "string.quoted",
	"food-chain": "entity.name.namespace",
	"core": "constant.language",
	"p1": "variable.language.player",
	"field": "entity.name.section.zone",
	"Tiger Frog": "entity.name.class.card",
	"frozen": "storage.modifier.state",
	"expect": "keyword.control",
});
await expects("deck", "deck Orca Rush\nnote: fast\n2 Man O' War # two\n", {
	"Orca Rush": "entity.name.section",
	"fast": "string.unquoted",
	"2": "constant.numeric",
	"Man O' War": "entity.name.class.card",
	"# two": "comment",
});

/** All files with an ending below a folder. */
function below(folder, ending) {
	return readdirSync(folder).flatMap((name) => {
		const path = join(folder, name);
		return statSync(path).isDirectory() ? below(path, ending) : path.endsWith(ending) ? [path] : [];
	});
}

for (const [folder, ending] of [["cards", "cards"], ["decks", "deck"]]) {
	let [words, bare] = [0, []];
	for (const file of below(join(here, "../..", folder), `.${ending}`)) {
		for (const one of await colours(ending, readFileSync(file, "utf8"))) {
			words += 1;
			if (one.scope === `source.playmat-${ending}`) bare.push(`${one.words}   in: ${one.line}`);
		}
	}
	console.log(`${folder}: ${words} words, ${bare.length} of them without a colour`);
	if (bare.length * 50 > words) wrong.push(`${folder}: many words have no colour:\n${[...new Set(bare)].slice(0, 20).join("\n")}`);
}
if (wrong.length > 0) {
	console.error(wrong.join("\n"));
	process.exit(1);
}

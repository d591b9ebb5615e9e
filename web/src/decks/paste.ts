// Decks as people paste them: with or without a name, counts before or behind, headings, bullets, comments. Line by line it becomes the deck
// file that the server reads, so that whatever the server finds wrong is told with the line it stands on.

/** Words above a part of a list: `Prey`, `Main deck:`, `Spells (3)`. */
const HEADINGS = /^(main ?(deck|board)?|deck ?list|deck|side ?board|cards?|about|commander)$/i;
const MOST = 99;

/** The deck file of what was pasted: a line with its name, then one for each pasted line. Names are compared without case and kinds of apostrophes; what is no card stays as it is, for the server to name it. */
export function pasted(typed: string, cards: readonly string[], kinds: readonly string[]): string {
	const known = new Map(cards.map((name) => [plain(name), name]));
	const parts = new Set(kinds.flatMap((kind) => [plain(kind), `${plain(kind)}s`, plural(plain(kind))]));
	let name: string | undefined;
	const lines = typed
		.replace(/^\uFEFF/, "")
		.split(/\r\n|\r|\n/)
		.map((line) => {
			const bare = stripped(line);
			if (bare === "") return "";
			const card = cardOf(bare, known);
			if (card) return card;
			const title = /^(?:deck|name)(?:\s*:\s*|\s+)(.+)$/i.exec(bare)?.[1];
			if (title && name === undefined) {
				name = title;
				return "";
			}
			return isHeading(bare, parts) ? "" : unbulleted(bare);
		});
	return [`deck ${name ?? "My deck"}`, ...lines, ""].join("\n");
}

/** A line without its comment and the space around it. */
const stripped = (line: string): string => line.replace(/(^|\s)(\/\/|#).*$/, "").trim();

const unbulleted = (line: string): string => line.replace(/^[-*•–]\s+/, "");

/** `2x orca` as `2 Orca`; nothing if no card is meant. */
function cardOf(line: string, known: ReadonlyMap<string, string>): string | undefined {
	// As it stands first: a name may begin with a number, or end with one.
	for (const bare of [line, unbulleted(line), withoutSet(unbulleted(line))]) {
		const whole = known.get(plain(bare));
		if (whole) return whole;
		const counted =
			/^(?<count>\d+)\s*[x×*]?\s+(?<name>.+)$/i.exec(bare) ??
			/^[x×]\s*(?<count>\d+)\s+(?<name>.+)$/i.exec(bare) ??
			/^(?<count>\d+)[x×](?<name>.+)$/i.exec(bare) ??
			/^(?<name>.+?)\s*(?:[x×*]\s*(?<count>\d+)|(?<count2>\d+)\s*[x×])$/i.exec(bare) ??
			/^(?<name>.+?)\s*(?:[,;:\t]\s*|\(\s*|\[\s*|\s)[x×]?(?<count>\d+)\s*[)\]]?$/i.exec(bare);
		const name = counted?.groups && known.get(plain(counted.groups.name ?? ""));
		const count = Number(counted?.groups?.count ?? counted?.groups?.count2);
		if (name && count >= 1 && count <= MOST) return count === 1 ? name : `${count} ${name}`;
	}
	return undefined;
}

/** Without what other lists write behind a name: `(ABC) 123`, `3/2`. */
const withoutSet = (line: string): string => line.replace(/\s+(\([^)]*\)(\s+\d+)?|\[[^\]]*\]|\d+\/\d+(\s*\(\d+\))?)$/, "");

function isHeading(line: string, parts: ReadonlySet<string>): boolean {
	const bare = line
		.replace(/^[[=*_<\s-]+|[\]=*_>\s:-]+$/g, "")
		.replace(/\s*[:–-]?\s*[([]?\d*[)\]]?$/, "")
		.replace(/^\d+\s+(cards?)$/i, "$1");
	return HEADINGS.test(bare) || parts.has(plain(bare)) || /^[^\w]+$/.test(line) || /:$/.test(line);
}

const plain = (name: string): string =>
	name
		.toLowerCase()
		.replace(/[‘’´`]/g, "'")
		.replace(/[‐‑–]/g, "-")
		.replace(/\s+/g, " ")
		.trim();

const plural = (word: string): string => (word.endsWith("y") ? `${word.slice(0, -1)}ies` : `${word}es`);

// Scenarios as stories: each shows what happens in one situation, and every release plays them all.

/** A scenario. */
export type Story = { title: string; setup: string[]; moves: string[] };

/** Whether a text names a card, and not one whose name only contains it. */
export function namesCard(text: string, name: string, longer: readonly string[]): boolean {
	let rest = text;
	// Longer names are taken out first: "Newt" is no "Emperor Newt".
	for (const other of longer) rest = rest.replaceAll(other, "");
	return new RegExp(`(^|[^\\p{L}])${escaped(name)}($|[^\\p{L}])`, "u").test(rest);
}

/** The scenarios of a file that name a card. `all` are the names of all cards of the game. */
export function storiesOf(text: string, name: string, all: readonly string[]): Story[] {
	const longer = all.filter((other) => other !== name && other.includes(name));
	const found: Story[] = [];
	for (const block of text.split(/^scenario /m).slice(1)) {
		const lines = block.split("\n").filter((line) => !line.startsWith("#"));
		const title = /^"(.*)"/.exec(lines[0] ?? "")?.[1] ?? "";
		const body = lines.slice(1).map((line) => line.trimEnd());
		if (!namesCard(body.join("\n"), name, longer)) continue;
		const cut = body.findIndex((line) => /^-{3,}/.test(line));
		// The page says which game it is.
		const filled = (part: string[]) => part.filter((line) => line !== "" && !/^game /.test(line));
		found.push({ title, setup: filled(cut < 0 ? body : body.slice(0, cut)), moves: cut < 0 ? [] : filled(body.slice(cut + 1)) });
	}
	return found;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

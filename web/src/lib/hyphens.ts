// Soft hyphens: a long word may be broken between syllables, with a hyphen and nowhere else.

const SHY = "\u00ad";
const VOWEL = /[aeiouy]/i;

/** A name whose long words may be broken: where two consonants meet between vowels, or before a single consonant. */
export function hyphenated(name: string): string {
	return name.replace(/[A-Za-z]{8,}/g, (word) => pieces(word).join(SHY));
}

function pieces(word: string): string[] {
	const found: string[] = [];
	let from = 0;
	for (let at = 2; at < word.length - 2; at++) {
		const [before, here, after] = [word[at - 1] ?? "", word[at] ?? "", word[at + 1] ?? ""];
		const consonants = !VOWEL.test(here) && VOWEL.test(after);
		const open = VOWEL.test(before) || (!VOWEL.test(before) && VOWEL.test(word[at - 2] ?? ""));
		if (!consonants || !open || at - from < 3 || word.length - at < 3) continue;
		// Pairs that are spoken as one stay together.
		if (/^(ch|sh|th|ph|ck|qu|gh|wh|bl|br|cl|cr|dr|fl|fr|gl|gr|pl|pr|tr|st)$/i.test(before + here)) continue;
		found.push(word.slice(from, at));
		from = at;
	}
	found.push(word.slice(from));
	return found.flatMap((piece) => (piece.length > 7 ? halves(piece) : [piece]));
}

/** A piece that is still long is broken near its middle, before a consonant. */
function halves(piece: string): string[] {
	for (const by of [0, 1, -1, 2]) {
		const at = Math.floor(piece.length / 2) + by;
		if (!VOWEL.test(piece[at] ?? "a")) return [piece.slice(0, at), piece.slice(at)];
	}
	return [piece];
}

// A sentence in which some words stand out: `**like this**`.
import { pieces } from "../lib/rules";

/** The sentence. */
export function Rich({ text }: { text: string }) {
	return pieces(text).map((piece, at) => (at % 2 === 1 ? <b key={at}>{piece}</b> : piece));
}

// Signs: of marks, kinds, categories, terrains, events and actions.
import { picture } from "../ui/Icon";
import { sign } from "./signs";

/** The sign of a word, or a picture by its own name; a letter where there is none. Words beside it say what it means. */
export function Glyph({ name }: { name: string }) {
	const href = picture(sign(name) ?? name, "signs");
	return (
		<svg className="glyph" viewBox="0 0 512 512" aria-hidden="true" focusable="false">
			{href ? (
				<use href={href} />
			) : (
				<text x="256" y="400" textAnchor="middle" fontSize="420" fontWeight="800">
					{name.charAt(0).toUpperCase()}
				</text>
			)}
		</svg>
	);
}

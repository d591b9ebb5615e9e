// Pictures out of the sprites that `tools/icons.mjs` makes.
import names from "../sprites/names.json";

const FILES = import.meta.glob<string>("../sprites/*.svg", { query: "?url", import: "default", eager: true });
const KNOWN = names as Record<string, string[]>;

/** The address of a picture, if there is such a one. */
export function picture(icon: string | undefined, game: string): string | undefined {
	if (!icon) return undefined;
	if (KNOWN[game]?.includes(icon)) return `${FILES[`../sprites/${game}.svg`]}#${icon}`;
	if (KNOWN.ui?.includes(icon)) return `${FILES["../sprites/ui.svg"]}#${icon}`;
	return undefined;
}

/** A picture of the client's own; says nothing to a screen reader, because words stand beside it. */
export function Icon({ name, className }: { name: string; className?: string }) {
	return (
		<svg className={`icon ${className ?? ""}`} viewBox="0 0 512 512" aria-hidden="true" focusable="false">
			<use href={picture(name, "ui")} />
		</svg>
	);
}

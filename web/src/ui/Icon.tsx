// Pictures out of the sprites that `tools/icons.mjs` makes. A sprite is loaded when the first of its pictures is shown.
import names from "../sprites/names.json";

const FILES = import.meta.glob<string>("../sprites/*.svg", { query: "?url", import: "default", eager: true });
const SPRITES = Object.entries(names as Record<string, string[]>).map(([name, icons]) => ({ name, icons: new Set(icons) }));

/** The address of a picture, if there is such a one: of the game's cards, or of what all games share. */
export function picture(icon: string | undefined, game: string): string | undefined {
	if (!icon) return undefined;
	const has = (of: (name: string) => boolean) => SPRITES.find(({ name, icons }) => of(name) && icons.has(icon))?.name;
	const sprite = has((name) => name.startsWith(`${game}.`)) ?? has((name) => name === "ui" || name === "signs");
	return sprite && `${FILES[`../sprites/${sprite}.svg`]}#${icon}`;
}

/** A picture of the client's own; says nothing to a screen reader, because words stand beside it. */
export function Icon({ name, className }: { name: string; className?: string }) {
	return (
		<svg className={`icon ${className ?? ""}`} viewBox="0 0 512 512" aria-hidden="true" focusable="false">
			<use href={picture(name, "ui")} />
		</svg>
	);
}

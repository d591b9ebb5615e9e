// Colours: turned around the wheel, made darker, mixed. All are written `#rrggbb`.

const parts = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
const written = (channels: readonly number[]): string =>
	`#${channels
		.map((channel) =>
			Math.max(0, Math.min(255, Math.round(channel)))
				.toString(16)
				.padStart(2, "0"),
		)
		.join("")}`;

/** A colour on the way from one to another. */
export function mix(from: string, to: string, share: number): string {
	const end = parts(to);
	return written(parts(from).map((channel, at) => channel + ((end[at] ?? 0) - channel) * share));
}

/** A colour with another hue, in degrees, and another lightness, from -1 to 1. */
export function turn(colour: string, degrees: number, lighter = 0): string {
	const [red = 0, green = 0, blue = 0] = parts(colour).map((channel) => channel / 255);
	const high = Math.max(red, green, blue);
	const low = Math.min(red, green, blue);
	const spread = high - low;
	const light = (high + low) / 2;
	const saturation = spread === 0 ? 0 : spread / (1 - Math.abs(2 * light - 1));
	let hue = 0;
	if (spread > 0) {
		if (high === red) hue = ((green - blue) / spread + 6) % 6;
		else if (high === green) hue = (blue - red) / spread + 2;
		else hue = (red - green) / spread + 4;
	}
	const turned = (((hue + degrees / 60) % 6) + 6) % 6;
	const lit = Math.max(0, Math.min(1, light + lighter));
	const chroma = (1 - Math.abs(2 * lit - 1)) * saturation;
	const channel = (shift: number) => {
		const at = (turned + shift) % 6;
		return 255 * (lit - chroma / 2 + chroma * Math.max(0, Math.min(1, Math.abs(at - 3) - 1)));
	};
	return written([channel(0), channel(4), channel(2)]);
}

// The ground of a whole table: its game's landscape, without anything that can be read or clicked.
import { memo } from "react";
import { half, type Shape } from "./boards/halves";
import { strata } from "./boards/strata";
import { groundOf } from "./boards/terrains";
import { TERRAINS } from "./terrains";

type Props = {
	game: string;
	/** The category of each player's deck, as far as it is known; `near` sits below. */
	near?: string | undefined;
	far?: string | undefined;
	/** The names of the terrains from the left, where a game has terrains. */
	terrains?: readonly string[];
};

/** The ground; fills its box. */
export const Board = memo(function Board({ game, near, far, terrains = TERRAINS }: Props) {
	return (
		<div className={`board-ground board-ground-${game}`} aria-hidden="true">
			{game === "skirmish" ? (
				<Terrains names={terrains} />
			) : game === "strata" ? (
				<Drawing box="0 0 1600 900" shapes={strata()} />
			) : (
				<Halves near={near} far={far} />
			)}
		</div>
	);
});

/** Two half scenes that meet in the middle. */
function Halves({ near, far }: { near: string | undefined; far: string | undefined }) {
	const [above, below] = [half(far, "far"), half(near, "near")];
	return (
		<>
			<div className={`half half-far half-${above.name}`}>
				<Drawing box="0 0 1600 480" shapes={above.shapes} at="xMidYMax" />
			</div>
			<div className={`half half-near half-${below.name}`}>
				<Drawing box="0 0 1600 480" shapes={below.shapes} at="xMidYMax" />
			</div>
		</>
	);
}

/** Five grounds side by side; how wide they are and where their middle is comes from the table (`--terrain-width`, `--terrain-shift`). */
function Terrains({ names }: { names: readonly string[] }) {
	return names.map((name) => {
		const ground = groundOf(name);
		return (
			<div key={name} className={`terrain-ground terrain-${ground.name}`}>
				<Drawing box="0 0 320 900" shapes={ground.shapes} />
			</div>
		);
	});
}

function Drawing({ box, shapes, at = "xMidYMid" }: { box: string; shapes: readonly Shape[]; at?: string }) {
	return (
		<svg viewBox={box} preserveAspectRatio={`${at} slice`} focusable="false">
			{shapes.map(({ path, fill, opacity, line }) =>
				line ? (
					<path
						key={`${fill}${path.slice(0, 24)}`}
						d={path}
						fill="none"
						stroke={`var(--g-${fill})`}
						strokeWidth={line}
						opacity={opacity}
					/>
				) : (
					<path key={`${fill}${path.slice(0, 24)}`} d={path} fill={`var(--g-${fill})`} opacity={opacity} />
				),
			)}
		</svg>
	);
}

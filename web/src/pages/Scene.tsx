// What a game looks like before it is played: a landscape and three cards in front of it, drawn here so that home loads no picture of a card.
import { Icon } from "../ui/Icon";

type Sample = { kind: string; icon: string; numbers: number[] };

/** Three cards of each game: a kind for the frame, a picture, the numbers. */
const CARDS: Record<string, Sample[]> = {
	"food-chain": [
		{ kind: "prey", icon: "rabbit", numbers: [1, 1] },
		{ kind: "predator", icon: "wolf-head", numbers: [7, 6] },
		{ kind: "trap", icon: "mantrap", numbers: [] },
	],
	skirmish: [
		{ kind: "unit", icon: "swordman", numbers: [3] },
		{ kind: "action-unit", icon: "crown", numbers: [5] },
		{ kind: "action", icon: "crossed-swords", numbers: [] },
	],
	strata: [
		{ kind: "water", icon: "water-drop", numbers: [400] },
		{ kind: "fire", icon: "flame", numbers: [950] },
		{ kind: "nature", icon: "oak-leaf", numbers: [300] },
	],
};

/** Cards of a game that nobody has drawn anything for. */
const ANY: Sample[] = [
	{ kind: "any", icon: "hourglass", numbers: [] },
	{ kind: "any", icon: "card-joker", numbers: [] },
	{ kind: "any", icon: "crystal-shine", numbers: [] },
];

/** The landscape of a game with its cards. It says nothing that the words beside it do not. */
export function Scene({ game }: { game: string }) {
	return (
		<div className="scene" aria-hidden="true">
			<svg viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice" focusable="false">
				{game === "food-chain" ? <Shore /> : game === "skirmish" ? <Grounds /> : game === "strata" ? <Layers /> : <Night />}
			</svg>
			<div className="samples">
				{(CARDS[game] ?? ANY).map(({ kind, icon, numbers }, index) => (
					<span key={icon} className={`sample sample-${kind}`} style={{ "--off": index - 1 } as React.CSSProperties}>
						<Icon name={icon} />
						<span className="sample-foot">
							{numbers.map((number) => (
								<b key={number}>{number}</b>
							))}
						</span>
					</span>
				))}
			</div>
		</div>
	);
}

/** Savannah over reef. */
function Shore() {
	return (
		<>
			<defs>
				<linearGradient id="shore-sky" x2="0" y2="1">
					<stop className="shore-sky-1" />
					<stop offset=".6" className="shore-sky-2" />
					<stop offset="1" className="shore-sky-3" />
				</linearGradient>
				<linearGradient id="shore-sea" x2="0" y2="1">
					<stop className="shore-sea-1" />
					<stop offset=".4" className="shore-sea-2" />
					<stop offset="1" className="shore-sea-3" />
				</linearGradient>
			</defs>
			<path fill="url(#shore-sky)" d="M0 0h400v130H0z" />
			<circle className="shore-sun" cx="285" cy="96" r="34" />
			<path className="shore-far" d="M0 108q60-26 130-8t140-6 130 8v30H0z" />
			<path
				className="shore-near"
				d="M0 122q110-10 210 2t190-4v12H0zM62 122q5-26 2-44-20 6-34 0 16-12 34-9 16-15 44-8-8 14-38 13-2 24 0 48zM338 124q2-18 1-30-14 4-24 0 11-9 24-7 12-10 32-5-6 10-27 9 0 18 1 33z"
			/>
			<path fill="url(#shore-sea)" d="M0 128h400v172H0z" />
			<path className="shore-ray" d="M80 128h34L70 300H10zM190 128h22l10 172h-62zM300 128h30l60 172h-74z" />
			<path
				className="shore-glint"
				d="M246 136h78v2h-78zM262 144h52v2h-52zM274 151h30v2h-30zM40 138h40v2H40zM130 142h46v2h-46z"
			/>
			<path
				className="shore-fish"
				d="M96 196q40-22 92-6 10-16 26-20-4 14-2 26 22 4 46-10-6 18-4 30-20-14-42-8-46 18-116-12zM300 184q10-7 22 0l7-5v10l-7-4q-12 7-22-1zM324 204q10-7 22 0l7-5v10l-7-4q-12 7-22-1zM290 216q10-7 22 0l7-5v10l-7-4q-12 7-22-1z"
			/>
			<path
				className="shore-kelp"
				d="M18 300q-8-40 4-70t-2-56q16 30 8 58t2 68zM44 300q-4-30 6-52t-2-38q14 24 8 44t0 46zM372 300q10-44-4-76t4-58q-18 30-10 62t0 72zM350 300q4-28-6-46t4-30q-14 18-8 38t0 38z"
			/>
		</>
	);
}

/** Five grounds side by side. */
function Grounds() {
	return (
		<>
			<path className="grounds-air" d="M0 0h400v300H0z" />
			<path className="grounds-hills" d="M0 96q50-40 100-18t90-22 100 20 110-10v80H0z" />
			<path className="ground-meadow" d="M0 110q40-8 84 0L70 300H0z" />
			<path className="ground-ruins" d="M84 110q38-6 74 0l-8 190H70z" />
			<path className="ground-river" d="M158 110q42 6 84 0l10 190H150z" />
			<path className="ground-forest" d="M242 110q38-8 76 0l16 190h-82z" />
			<path className="ground-crag" d="M318 110q40-8 82 0v190h-66z" />
			<path className="grounds-ink" d="M20 150l4-16 4 16zm14 40l4-18 4 18zm-18 42l4-18 4 18zm34 14l4-16 4 16z" />
			<path className="grounds-ink" d="M96 128h8v46h-8zm16 12h8v34h-8zm18-16h8v50h-8zm-38-6h50v6H92zm6 116h30v8H98z" />
			<path className="grounds-light" d="M176 140h36v3h-36zm14 24h38v3h-38zm-20 28h40v3h-40zm18 30h44v3h-44zm-24 30h40v3h-40z" />
			<path
				className="grounds-ink"
				d="M262 164l14-40 14 40zm26 36l16-46 16 46zm-32 44l16-48 16 48zm40 22l16-44 16 44zM274 164h4v8h-4zm28 36h4v8h-4zm-32 44h4v8h-4z"
			/>
			<path className="grounds-ink" d="M340 180l24-62 26 62zm-6 66l18-40 22 40zm34 8l20-46 18 46z" />
			<path className="grounds-light" d="M358 134l6-16 7 16-6 4-3-5zM348 218l4-12 6 12-5 2z" />
		</>
	);
}

/** Layers of rock, with what lies in them. */
function Layers() {
	return (
		<>
			<path className="layer-0" d="M0 0h400v300H0z" />
			<path className="layer-1" d="M0 44q70-26 140-6t130-8 130 10v260H0z" />
			<path className="layer-2" d="M0 78q90 20 190-4t210 14v212H0z" />
			<path className="layer-3" d="M0 122q60-18 150 4t250-14v188H0z" />
			<path className="layer-4" d="M0 166q110 22 200-6t200 14v126H0z" />
			<path className="layer-5" d="M0 212q80-20 180 2t220-10v96H0z" />
			<path className="layer-6" d="M0 256q120 20 220-6t180 10v40H0z" />
			<path className="layer-magma" d="M0 288q60-10 120 0t140-2 140 0v14H0z" />
			<path className="layer-fault" d="M292 30l-14 52 16 40-18 50 14 46-16 40 8 42" />
			<path
				className="layer-bone"
				d="M60 146a18 18 0 1 1 18 18 12 12 0 1 1 12-12 7 7 0 1 1-7-7M320 196q18-14 40 0-22 14-40 0zm40 0l12-8v16zM120 236h60m-50-8v16m12-18v20m12-20v20m12-18v16"
			/>
			<path
				className="layer-crystal"
				d="M22 256l8-34 10 30zM38 258l14-44 10 40zM58 256l6-22 10 20zM340 250l10-40 12 36zM360 252l16-30 6 28z"
			/>
		</>
	);
}

/** Hills under stars, in the colour of the game: for games without a landscape of their own. */
function Night() {
	return (
		<>
			<path className="night-sky" d="M0 0h400v300H0z" />
			<circle className="night-moon" cx="310" cy="70" r="26" />
			<path
				className="night-stars"
				d="M40 50h3v3h-3zM96 24h2v2h-2zM150 66h3v3h-3zM204 30h2v2h-2zM244 82h2v2h-2zM360 34h3v3h-3zM70 104h2v2h-2zM182 110h2v2h-2z"
			/>
			<path className="night-far" d="M0 170q70-46 140-16t130-26 130 22v150H0z" />
			<path className="night-near" d="M0 222q90-40 190-8t210-20v106H0z" />
		</>
	);
}

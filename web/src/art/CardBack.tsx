// Backs of cards: rays in the colour of the game, a frame of gold, and an emblem drawn for each game.
import { BACKS } from "../cards/looks";
import { picture } from "../ui/Icon";
import { many, short } from "./shapes";

/** The back of a card; fills its box. */
export function CardBack({ game }: { game: string }) {
	return (
		<span className={`card-back card-back-${game}`} aria-hidden="true">
			<svg viewBox="0 0 260 330" preserveAspectRatio="xMidYMid slice" focusable="false">
				<path d={ornament(game)} fill="#fff" opacity=".09" />
				<g fill="none" stroke="#f3e6c2">
					<circle cx="130" cy="165" r="78" strokeWidth="3" opacity=".8" />
					<circle cx="130" cy="165" r="86" strokeWidth="1.5" strokeDasharray="2 6" opacity=".7" />
				</g>
				<use
					href={picture(BACKS[game] ?? "card-joker", game)}
					width="512"
					height="512"
					transform="translate(130 165) scale(.22) translate(-256 -256)"
					fill="#f3e6c2"
					stroke="#000"
					strokeOpacity=".35"
					strokeWidth="26"
					strokeLinejoin="round"
					paintOrder="stroke"
				/>
			</svg>
		</span>
	);
}

const rays = (count: number): string =>
	many(count, (index) => {
		const end = (turn: number) => {
			const angle = (turn / count) * 2 * Math.PI;
			return `${short(130 + Math.cos(angle) * 230)} ${short(165 + Math.sin(angle) * 230)}`;
		};
		return `M130 165L${end(index)}L${end(index + 0.5)}Z`;
	});

/** Scales that overlap: skin, feather or fish. */
const scales = (): string =>
	many(13, (row) =>
		many(8, (column) => {
			const x = column * 40 - (row % 2 ? 20 : 0);
			return `M${x} ${row * 27}a20 20 0 0 0 40 0l-4 0a16 16 0 0 1 -32 0Z`;
		}),
	);

/** Shields in rows, point down. */
const shields = (): string =>
	many(7, (row) =>
		many(6, (column) => {
			const x = column * 52 - (row % 2 ? 26 : 0);
			return `M${x + 4} ${row * 52}h44v20q-2 18 -22 28q-20 -10 -22 -28Z`;
		}),
	);

/** Layers that bend, one upon the other. */
const strata = (): string =>
	many(12, (row) => {
		const y = row * 30 - 10;
		const bend = row % 2 ? 16 : -14;
		return `M-6 ${y}C60 ${y + bend} 110 ${y - bend} 150 ${y}S230 ${y + bend} 266 ${y}v${10 + (row % 3) * 4}C230 ${y + bend + 10} 200 ${y + 14} 150 ${y + 10}S60 ${y + bend + 12} -6 ${y + 12}Z`;
	});

const ORNAMENTS: Record<string, string> = { "food-chain": scales(), skirmish: shields(), strata: strata() };

/** What is drawn on the back of a game's cards; rays for any other game. */
export const ornament = (game: string): string => ORNAMENTS[game] ?? rays(24);

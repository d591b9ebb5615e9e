// The mat: a plate at both ends, both fields face to face with the lane between them, what is not a row in the margins, the hand below.
import { memo, useMemo, useRef } from "react";
import { Board as Ground, TERRAINS } from "../art";
import { habitat } from "../lib/habitat";
import { type Layout, layout, ofPlace } from "../lib/layout";
import { countOf, numberOf, rival, standing, value, wordOf } from "../lib/parts";
import { seatName, signed, title } from "../lib/words";
import type { Part, Seat } from "../protocol/messages";
import { CardButton } from "./CardButton";
import { useAt } from "./context";
import { Plate } from "./Plate";
import { useGround } from "./useGround";
import { Hand, Heaps, Row } from "./Zones";

/** The whole mat of a game. What is covered cannot be reached. */
export function Mat({ covered = false, children }: { covered?: boolean; children?: React.ReactNode }) {
	const at = useAt();
	const { view } = at.mine;
	// The parts of a game are the same in all its views.
	const parts = view.map((part) => `${part.seat} ${part.name} ${Array.isArray(part.value)}`).join();
	// biome-ignore lint/correctness/useExhaustiveDependencies: the plan follows from the parts, not from what is in them.
	const plan = useMemo(() => layout(view), [parts]);
	const flies = plan.middle.some(({ zone, seat }) => zone !== "chain" && (countOf(view, zone, seat) ?? 0) > 0);
	const chains = plan.middle.some(({ zone, seat }) => zone === "chain" && (countOf(view, zone, seat) ?? 0) > 0);
	const near = at.near;
	const far = rival(near);
	const places = at.info?.places ?? 0;
	const counts = (zone: string) => (zone === "field" || places > 0 ? places : 0);
	const watching = at.seats.length === 0;
	// A game without places of its own, or one that has not told them yet, has as many columns as its longest row.
	const taken = places > 0 ? [] : view.filter(({ name }) => plan.rows.includes(name)).map(({ value }) => rowLength(value));
	const columns = Math.max(places, 1, ...taken);
	const mat = useRef<HTMLElement>(null);
	useGround(mat, plan.terrains);
	return (
		<main
			ref={mat}
			inert={covered}
			aria-label="The table"
			className={`mat mat-${at.table.game} ${plan.terrains > 0 ? "has-terrains" : ""} ${plan.rows.length > 1 ? "has-two-rows" : ""} ${watching ? "is-watched" : ""} ${flies ? "has-flying" : ""} ${flies || chains ? "has-margin" : ""}`}
		>
			<Scenery />
			<Plate seat={far} layout={plan} />
			<Phases />
			<div className="board">
				<div className="sides" style={{ "--columns": columns } as React.CSSProperties}>
					<section className="side side-far" aria-label={`${seatName(at.table, far)}'s side`}>
						{[...plan.rows].reverse().map((zone) => (
							<Row key={zone} seat={far} zone={zone} count={counts(zone)} />
						))}
						<Heaps seat={far} piles={plan.piles} />
					</section>
					<Lane plan={plan} />
					<section className="side side-near" aria-label={`${seatName(at.table, near)}'s side`}>
						{plan.rows.map((zone) => (
							<Row key={zone} seat={near} zone={zone} count={counts(zone)} />
						))}
						<Heaps seat={near} piles={plan.piles} />
					</section>
					<Margin plan={plan} />
				</div>
				{children}
			</div>
			<Plate seat={near} layout={plan} />
			{!watching && <Hand seat={near} />}
		</main>
	);
}

/** The ground. What a player's side looks like follows from the cards that are known of that player. */
const Scenery = memo(function Scenery() {
	const at = useAt();
	const { view } = at.mine;
	const [near, far] = [habitat(view, at.info, at.near), habitat(view, at.info, rival(at.near))];
	return useMemo(
		() => (
			<div className="scenery" aria-hidden="true">
				<Ground game={at.table.game} near={near} far={far} terrains={TERRAINS} />
			</div>
		),
		[at.table.game, near, far],
	);
});

/** The phases of a turn. */
const Phases = memo(function Phases() {
	const at = useAt();
	const phases = at.info?.phases ?? [];
	const now = phases.indexOf(wordOf(at.mine.view, "phase") ?? "");
	if (phases.length === 0) return null;
	return (
		<ol className="phases" aria-label="Phases of the turn">
			{phases.map((word, index) => (
				<li
					key={word}
					className={index === now ? "now" : index < now ? "past" : ""}
					aria-current={index === now ? "step" : undefined}
				>
					{title(word)}
				</li>
			))}
		</ol>
	);
});

/** Between the sides: whose turn, which phase, or the terrains. */
const Lane = memo(function Lane({ plan }: { plan: Layout }) {
	const at = useAt();
	const { view, state } = at.mine;
	const turn = wordOf(view, "turn");
	const phase = wordOf(view, "phase");
	const own = !at.past && at.seats.length === 1 && turn === at.seats[0];
	const whose = state.over
		? "The match is over"
		: own
			? "Your turn"
			: turn === "p1" || turn === "p2"
				? `${seatName(at.table, turn)}'s turn`
				: "";
	const about = plan.about
		.map((name) => ({ name, found: value(view, name) }))
		.filter(({ name, found }) => found !== undefined && ["turns", "skirmish", "plays"].includes(name));
	return (
		<section className="lane" aria-label="The middle of the table">
			{plan.terrains > 0 && <Terrains count={plan.terrains} />}
			<div className="status">
				<span className={`whose ${turn === at.near ? "near" : "far"}`}>{whose}</span>
				{about.map(({ name, found }) => (
					<span key={name} className="about">
						{name === "turns" ? <span className="sr">Turn</span> : title(name)} <b>{String(found)}</b>
					</span>
				))}
				{phase && <span className="lane-phase">{title(phase)}</span>}
			</div>
		</section>
	);
});

/** What is being played and the chain: in the margin where there is one, else a chip that opens. */
const Margin = memo(function Margin({ plan }: { plan: Layout }) {
	const at = useAt();
	const { view } = at.mine;
	const flying = plan.middle.flatMap(({ zone, seat }) =>
		zone === "chain" ? [] : standing(view, zone, seat).map((one) => ({ one, zone, seat })),
	);
	const chain = plan.middle.find(({ zone }) => zone === "chain");
	const links = chain ? standing(view, "chain", chain.seat) : [];
	if (flying.length === 0 && links.length === 0) return null;
	const total = flying.length + links.length;
	return (
		<div
			className="margin"
			data-count={total}
			style={{ "--links": Math.max(links.length, flying.length, 1) } as React.CSSProperties}
		>
			{flying.length > 0 && (
				<ul className="flying" aria-label="Being played" data-row="">
					{flying.map(({ one, zone, seat }) => (
						<li key={`${one.part}/${one.index}`}>
							<CardButton standing={one} zone={zone} seat={seat} />
						</li>
					))}
				</ul>
			)}
			{chain && links.length > 0 && (
				<section className="chain" aria-label="The chain, what resolves first on top">
					<h2>Chain</h2>
					<ol reversed data-row="">
						{[...links].reverse().map((link) => (
							<li key={link.index} className={link.card.owner === at.near ? "near" : "far"} data-link={link.card.card ?? ""}>
								<CardButton standing={link} zone="chain" seat={chain.seat} />
								<span className="link-number">{link.index + 1}</span>
								<small>
									<span className="sr">{link.card.card ?? "A face-down card"}, </span>
									{link.card.owner === at.near && at.seats.length === 1 ? "You" : seatName(at.table, link.card.owner)}
								</small>
							</li>
						))}
					</ol>
				</section>
			)}
		</div>
	);
});

/** The terrains: their names, the powers against each other, what each slot adds, and who would win there now if the server says so. */
function Terrains({ count }: { count: number }) {
	const at = useAt();
	const { view } = at.mine;
	const near = at.near;
	const far = rival(near);
	const power = (seat: Seat, place: number) =>
		standing(view, "field", seat).find((one) => one.card.place === place)?.card.stats ?? "–";
	return (
		<ol className="terrains" aria-label="Terrains">
			{Array.from({ length: count }, (_, place) => {
				const control = wordOf(view, ofPlace("control", place));
				const winner = control === "p1" || control === "p2" ? control : undefined;
				const mods = { far: numberOf(view, ofPlace("mod", place), far), near: numberOf(view, ofPlace("mod", place), near) };
				const name = TERRAINS[place] ?? `Terrain ${place + 1}`;
				return (
					<li
						key={place}
						className={`terrain ${winner === near ? "ours" : winner === far ? "theirs" : "open"}`}
						data-terrain={place}
						title={`Terrain ${place + 1}`}
					>
						{mods.far ? (
							<span className="mod mod-far" title="what the rival's slot adds">
								{`▴${signed(mods.far)}`}
							</span>
						) : null}
						<span className="sr">
							{name}, terrain {place + 1}: {seatName(at.table, far)} {power(far, place)}, {seatName(at.table, near)}{" "}
							{power(near, place)}.{control && ` ${winner ? seatName(at.table, winner) : "Nobody"} would win it now.`}
						</span>
						<b aria-hidden="true">{name}</b>
						<span className="powers" aria-hidden="true">
							<span className="far">{power(far, place)}</span>
							<i>:</i>
							<span className="near">{power(near, place)}</span>
						</span>
						{mods.near ? (
							<span className="mod mod-near" title="what your slot adds">
								{`▾${signed(mods.near)}`}
							</span>
						) : null}
					</li>
				);
			})}
		</ol>
	);
}

/** How many columns the cards of a row take. */
function rowLength(cards: Part["value"]): number {
	return Array.isArray(cards) ? Math.max(cards.length, ...cards.map((card) => (card.place ?? 0) + 1)) : 0;
}

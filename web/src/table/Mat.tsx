// The mat: both sides face to face, the middle between them, the hand below.
import { type Layout, layout } from "../lib/layout";
import { numberOf, rival, standing, value, wordOf } from "../lib/parts";
import { seatName, title } from "../lib/words";
import type { Seat } from "../protocol/messages";
import { CardButton } from "./CardButton";
import { useAt } from "./context";
import { Plate } from "./Plate";
import { Hand, Row } from "./Zones";

/** The whole mat of a game. */
export function Mat() {
	const at = useAt();
	const plan = layout(at.mine.view);
	const near = at.near;
	const far = rival(near);
	const places = at.info?.places ?? 0;
	const counts = (zone: string) => (zone === "field" || places > 0 ? places : 0);
	const watching = at.seats.length === 0;
	return (
		<div
			className={`mat mat-${at.table.game} ${plan.terrains > 0 ? "has-terrains" : ""} ${plan.rows.length > 1 ? "has-two-rows" : ""}`}
		>
			<div className="sides">
				<section className="side side-far" aria-label={`${seatName(at.table, far)}'s side`}>
					<Plate seat={far} layout={plan} backs />
					{[...plan.rows].reverse().map((zone) => (
						<Row key={zone} seat={far} zone={zone} count={counts(zone)} />
					))}
				</section>
				<Middle plan={plan} />
				<section className="side side-near" aria-label={`${seatName(at.table, near)}'s side`}>
					{plan.rows.map((zone) => (
						<Row key={zone} seat={near} zone={zone} count={counts(zone)} />
					))}
					<Plate seat={near} layout={plan} backs={watching} />
				</section>
			</div>
			{!watching && <Hand seat={near} />}
		</div>
	);
}

/** Between the sides: whose turn, which phase, terrains, what is being played, the chain. */
function Middle({ plan }: { plan: Layout }) {
	const at = useAt();
	const { view, state } = at.mine;
	const turn = wordOf(view, "turn");
	const phase = wordOf(view, "phase");
	const phases = at.info?.phases ?? [];
	const flying = plan.middle.flatMap(({ zone, seat }) =>
		zone === "chain" ? [] : standing(view, zone, seat).map((one) => ({ one, zone, seat })),
	);
	const chain = plan.middle.find(({ zone }) => zone === "chain");
	const links = chain ? standing(view, "chain", chain.seat) : [];
	return (
		<>
			<section className="middle" aria-label="The middle of the table">
				{plan.terrains > 0 && <Terrains count={plan.terrains} />}
				<div className="status">
					<span className={`whose ${turn === at.near ? "near" : "far"}`}>
						{state.over ? "The match is over" : turn === "p1" || turn === "p2" ? `${seatName(at.table, turn)}'s turn` : ""}
					</span>
					{plan.about.map((name) => {
						const found = value(view, name);
						const text = found === "p1" || found === "p2" ? seatName(at.table, found) : String(found ?? "");
						return (
							<span key={name} className="about">
								{title(name)} <b>{text}</b>
							</span>
						);
					})}
					{phases.length > 0 && (
						<ol className="phases" aria-label="Phases of the turn">
							{phases.map((word) => (
								<li key={word} className={word === phase ? "now" : ""} aria-current={word === phase ? "step" : undefined}>
									{title(word)}
								</li>
							))}
						</ol>
					)}
				</div>
				{flying.length > 0 && (
					<ul className="flying" aria-label="Being played" data-row="">
						{flying.map(({ one, zone, seat }) => (
							<li key={`${one.part}/${one.index}`}>
								<CardButton standing={one} zone={zone} seat={seat} />
							</li>
						))}
					</ul>
				)}
			</section>
			{chain && links.length > 0 && (
				<section className="chain" aria-label="The chain, what resolves first on top">
					<h2>Chain</h2>
					<ol reversed data-row="">
						{[...links].reverse().map((link) => (
							<li key={link.index}>
								<CardButton standing={link} zone="chain" seat={chain.seat} />
								<span>
									<b>{link.index + 1}</b> {link.card.card ?? "A face-down card"}
									<small>{seatName(at.table, link.card.owner)}</small>
								</span>
							</li>
						))}
					</ol>
				</section>
			)}
		</>
	);
}

/** The terrains: what each slot adds, the powers against each other, and who would win there now if the server says so. */
function Terrains({ count }: { count: number }) {
	const at = useAt();
	const { view } = at.mine;
	const near = at.near;
	const far = rival(near);
	const power = (seat: Seat, place: number) =>
		standing(view, "field", seat).find((one) => one.card.place === place)?.card.stats ?? "–";
	const signed = (number: number | undefined) => (!number ? "" : number > 0 ? `+${number}` : `−${-number}`);
	return (
		<ol className="terrains" aria-label="Terrains">
			{Array.from({ length: count }, (_, place) => {
				const control = wordOf(view, `control ${place}`);
				const winner = control === "p1" || control === "p2" ? control : undefined;
				const mods = [numberOf(view, `mod ${place}`, far), numberOf(view, `mod ${place}`, near)];
				return (
					<li key={place} className={`terrain ${winner === near ? "ours" : winner === far ? "theirs" : "open"}`}>
						<span className="mod far" title={mods[0] ? "what the rival's slot adds" : undefined}>
							{mods[0] ? `▴${signed(mods[0])}` : ""}
						</span>
						<span className="versus">
							<span className="sr">
								Terrain {place}: {seatName(at.table, far)} {power(far, place)}, {seatName(at.table, near)} {power(near, place)}.
								{control && ` ${winner ? seatName(at.table, winner) : "Nobody"} would win it now.`}
							</span>
							<span aria-hidden="true">
								<small>{place}</small>
								{control && (winner === near ? " ▼" : winner === far ? " ▲" : " =")}
							</span>
						</span>
						<span className="mod near" title={mods[1] ? "what your slot adds" : undefined}>
							{mods[1] ? `▾${signed(mods[1])}` : ""}
						</span>
					</li>
				);
			})}
		</ol>
	);
}

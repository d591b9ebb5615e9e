// The deck: its name, whether it can be played and why not, its cards and its charts, and what can be done with it.
import { useState } from "react";
import { type Bar, change, countIn, type Draft, size } from "../lib/decklist";
import { title } from "../lib/words";
import type { DeckCheck, GameCard } from "../protocol/messages";
import { Icon } from "../ui/Icon";
import { Chart, Rows } from "./Chart";

type Props = {
	draft: Draft;
	set: (draft: Draft) => void;
	/** What the server says of it; nothing while it is being asked. */
	check: DeckCheck | undefined;
	about: (name: string) => GameCard | undefined;
	show: (name: string) => void;
	kinds: Bar[];
	curve: Bar[];
	curveName: string;
	saved: boolean;
	save: () => void;
	play: () => void;
	busy: boolean;
	text: React.ReactNode;
};

/** The panel. */
export function DeckPanel(props: Props) {
	const { draft, set, check, about, show, kinds, curve, curveName, saved, save, play, busy, text } = props;
	const total = size(draft);
	const byKind = new Map<string, [string, number][]>();
	for (const one of draft.cards) {
		const kind = about(one[0])?.kind ?? "unknown";
		byKind.set(kind, [...(byKind.get(kind) ?? []), one]);
	}
	return (
		<section className="box deck-panel" aria-labelledby="deck-head">
			<h2 id="deck-head">
				Your deck <small>{total === 1 ? "1 card" : `${total} cards`}</small>
			</h2>
			<label className="field">
				<span>Name</span>
				<input value={draft.name} maxLength={40} onChange={(event) => set({ ...draft, name: event.target.value })} />
			</label>
			<Legality check={check} empty={total === 0} />
			<p className="buttons">
				<button type="button" className="button primary" disabled={!check?.legal || busy} onClick={play}>
					Play it
				</button>
				<button type="button" className="button" disabled={total === 0 || saved || busy} onClick={save}>
					{saved ? "Saved" : "Save"}
				</button>
			</p>
			{total > 0 && (
				<>
					<div className="charts">
						<Rows caption="Kinds" head="Kind" bars={kinds.map((bar) => ({ ...bar, label: title(bar.label) }))} />
						{curve.length > 0 && <Chart caption={curveName} head={curveName} bars={curve} />}
					</div>
					{[...byKind].map(([kind, cards]) => (
						<div key={kind}>
							<h3 className="deck-kind">
								{title(kind)} <small>{cards.reduce((sum, [, count]) => sum + count, 0)}</small>
							</h3>
							<ul className="deck-list">
								{[...cards]
									.sort(([one], [two]) => one.localeCompare(two))
									.map(([name, count]) => (
										<Line key={name} name={name} count={count} about={about(name)} draft={draft} set={set} show={show} />
									))}
							</ul>
						</div>
					))}
				</>
			)}
			{text}
		</section>
	);
}

type LineProps = {
	name: string;
	count: number;
	about: GameCard | undefined;
	draft: Draft;
	set: (draft: Draft) => void;
	show: (name: string) => void;
};

function Line({ name, count, about, draft, set, show }: LineProps) {
	return (
		<li>
			<button type="button" className="deck-name" onClick={() => show(name)} disabled={!about}>
				<b>{count}×</b> {name}
				{about?.stats && <small>{about.stats}</small>}
			</button>
			<button type="button" className="deck-step" aria-label={`One ${name} less`} onClick={() => set(change(draft, name, -1))}>
				−
			</button>
			<button
				type="button"
				className="deck-step"
				aria-label={`One ${name} more`}
				disabled={countIn(draft, name) >= 99}
				onClick={() => set(change(draft, name, 1))}
			>
				+
			</button>
		</li>
	);
}

/** Whether it can be played, with every reason why not, in the server's words. */
function Legality({ check, empty }: { check: DeckCheck | undefined; empty: boolean }) {
	const [open, setOpen] = useState(true);
	if (empty) return <p className="hint">Add cards from the list, or start from a ready-made or a random deck.</p>;
	return (
		<div className="legality" role="status" data-legal={check?.legal}>
			{!check ? (
				<p className="hint">Checking…</p>
			) : check.legal ? (
				<p className="legal">
					<Icon name="check-mark" /> A legal deck
				</p>
			) : (
				<details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
					<summary>Not legal yet: {check.faults.length === 1 ? "1 reason" : `${check.faults.length} reasons`}</summary>
					<ul>
						{check.faults.map((fault) => (
							<li key={`${fault.code} ${fault.line ?? ""} ${fault.sentence}`}>{fault.sentence}</li>
						))}
					</ul>
				</details>
			)}
		</div>
	);
}

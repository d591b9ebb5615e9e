import { act, cleanup, render } from "@testing-library/react";
import { useMemo, useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { begin, type Mine, merge } from "../src/lib/merge";
import { board } from "../src/lib/options";
import type { Update } from "../src/protocol/messages";
import { type At, TableContext } from "../src/table/context";
import { Mat } from "../src/table/Mat";
import { full, info, table } from "./fixtures";

/** The cards that were drawn, in their order: every card that is drawn asks how it is dragged. */
const drawn: (string | undefined)[] = [];
vi.mock("../src/table/useDrag", () => ({
	useDrag: ({ target }: { target: { card: { card?: string } } }) => {
		drawn.push(target.card.card);
		return {};
	},
}));

afterEach(cleanup);

const nothing = () => {};
const game = { ...info, places: 3 };
let told: (update: Update) => void = nothing;
let hurry: () => void = nothing;

/** A table that is told updates, and is drawn anew for other reasons too. */
function Told() {
	const [mine, setMine] = useState<Mine>(() => begin(full, 0));
	const [busy, setBusy] = useState(false);
	told = (update) => setMine((old) => merge(old, update, 0) ?? old);
	hurry = () => setBusy((old) => !old);
	const at: At = useMemo(
		() => ({
			table,
			info: game,
			mine,
			seats: ["p1"],
			near: "p1",
			board: board(undefined),
			selected: undefined,
			marked: [],
			pointed: undefined,
			busy,
			tap: nothing,
			inspect: nothing,
		}),
		[mine, busy],
	);
	return (
		<TableContext value={at}>
			<Mat />
		</TableContext>
	);
}

/** What the server says next. */
const update = (changes: Update["changes"]): Update => ({
	match: full.match,
	from: full.number,
	to: full.number,
	events: [],
	changes,
	state: full.state,
});

it("draws only the card anew that has changed", () => {
	render(<Told />);
	const part = full.view.findIndex((one) => one.name === "field" && one.seat === "p1");
	const field = full.view[part]?.value;
	if (!Array.isArray(field) || field.length === 0) throw new Error("the table of the tests has a field");
	// The server sends the whole part; all its cards are new copies.
	const [first, ...others] = structuredClone(field);
	drawn.length = 0;
	act(() => told(update([{ part, value: [{ ...first, owner: "p1", stats: "9/9" }, ...others] }])));
	expect(drawn).toEqual([first?.card]);
});

it("draws no card anew when none has changed", () => {
	render(<Told />);
	drawn.length = 0;
	act(() => told(update(full.view.map(({ value }, part) => ({ part, value: structuredClone(value) })))));
	act(() => hurry());
	expect(drawn).toEqual([]);
});

it("keeps the cards of a hand when one before them leaves", () => {
	const { container } = render(<Told />);
	const part = full.view.findIndex((one) => one.name === "hand" && one.seat === "p1");
	const hand = full.view[part]?.value;
	if (!Array.isArray(hand) || hand.length < 2) throw new Error("the table of the tests has a hand");
	const cards = () => [...container.querySelectorAll(".hand [data-card]")];
	const before = cards();
	act(() => told(update([{ part, value: structuredClone(hand.slice(1)) }])));
	// The same elements, not others that look alike.
	expect(cards()).toEqual(before.slice(1));
	expect(cards().every((card, at) => card === before[at + 1])).toBe(true);
});

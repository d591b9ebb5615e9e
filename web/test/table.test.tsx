import { act, cleanup, fireEvent, render, renderHook, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { left } from "../src/lib/clock";
import { begin, type Mine } from "../src/lib/merge";
import { lookedAt } from "../src/lib/reveals";
import { set } from "../src/lib/settings";
import type { ConcessionWord, Full, GameEvent, Question, Seat, SeatInfo, State, View } from "../src/protocol/messages";
import { type At, TableContext } from "../src/table/context";
import { Inspect } from "../src/table/Inspect";
import { told } from "../src/table/Log";
import { Mat } from "../src/table/Mat";
import { Prompt } from "../src/table/Prompt";
import { Revealed } from "../src/table/Revealed";
import { useChoosing } from "../src/table/useChoosing";
import { full, info, question, skirmish, strata, table } from "./fixtures";

afterEach(cleanup);
// Faces are there at once.
set({ motion: "off" });

/** A table without a connection. */
function Bench({
	view,
	asked,
	answer,
	concession = () => {},
	offers,
	game = "food-chain",
	close = () => {},
	told,
	rival,
}: {
	view?: View;
	asked?: Question;
	answer: (pick: number) => void;
	concession?: (say: ConcessionWord) => void;
	/** The seat that offers to concede. */
	offers?: Seat;
	game?: string;
	close?: () => void;
	/** What else the server has told. */
	told?: Partial<Full>;
	/** Who sits opposite, if not the bot. */
	rival?: SeatInfo;
}) {
	const state = { ...full.state, concession: offers };
	const [mine] = useState<Mine>(() => begin({ ...full, view: view ?? full.view, question: asked, state, ...told }, 0));
	const choosing = useChoosing(mine, false, (pick) => answer(pick));
	const at: At = {
		table: { ...table, game, seats: rival ? [table.seats[0] as SeatInfo, rival] : table.seats },
		info: { ...info, places: game === "food-chain" ? 3 : 5 },
		mine,
		seats: ["p1"],
		near: "p1",
		board: choosing.board,
		selected: choosing.selected,
		marked: choosing.marked,
		pointed: undefined,
		busy: false,
		tap: choosing.tap,
		inspect: choosing.inspect,
	};
	const nothing = () => {};
	return (
		<TableContext value={at}>
			<Mat />
			<Prompt
				answer={choosing.choose}
				point={nothing}
				confirm={choosing.confirm}
				clear={choosing.clear}
				takeBack={nothing}
				undo={nothing}
				rematch={nothing}
				draw={nothing}
				concession={concession}
				lesson={false}
				offline={false}
			/>
			<Revealed looked={lookedAt(mine)} close={close} again={undefined} hide={nothing} />
			<Inspect
				card={choosing.shown}
				side="left"
				options={choosing.options}
				why={choosing.why}
				answer={choosing.choose}
				cancel={choosing.cancel}
			/>
		</TableContext>
	);
}

describe("revealed cards", () => {
	const event: GameEvent = {
		n: 7,
		what: "revealed",
		seat: "p2",
		cards: [{ card: "Orca" }, { card: "Wahoo" }],
		number: 2,
		shown_to: "p1",
		text: "Bob reveals the hand: Orca, Wahoo.",
	};
	const told = (to: "p1" | "p2"): Partial<Full> => ({
		number: 7,
		events: [{ ...event, shown_to: to, seat: to === "p1" ? "p2" : "p1" }],
		state: { asked: "p1", reveals: [{ event: 7, to, left: 3000 }] },
	});

	it("are shown to whom they are shown to, until they are closed", () => {
		const close = vi.fn();
		render(<Bench answer={vi.fn()} close={close} told={told("p1")} />);
		const cards = within(screen.getByRole("region", { name: "Revealed cards" }));
		expect(cards.getByText("Orca")).toBeTruthy();
		expect(cards.getByText("Wahoo")).toBeTruthy();
		const button = screen.getByRole("button", { name: "Close" });
		expect(document.activeElement).toBe(button);
		fireEvent.click(button);
		expect(close).toHaveBeenCalledOnce();
	});

	it("keep the rival waiting, who is told why and can choose nothing", () => {
		const answer = vi.fn();
		render(<Bench answer={answer} told={told("p2")} />);
		expect(screen.getByText("greedy bot looks at the revealed cards")).toBeTruthy();
		expect(screen.queryByRole("region", { name: "Revealed cards" })).toBeNull();
		expect(screen.queryByRole("button", { name: "Close" })).toBeNull();
		for (const card of screen.queryAllByRole("button")) fireEvent.click(card);
		expect(answer).not.toHaveBeenCalled();
	});

	it("do not forget what was marked before they came", () => {
		const choose = (words: string) => ({ verb: "choose", words });
		const order = (decision: number, words: string[]): Question => ({
			decision,
			seat: "p1",
			words: "Which next?",
			form: "order",
			occasion: "raised",
			options: words.map(choose),
		});
		const answer = vi.fn();
		const mine = (more: Partial<Full>): Mine => begin({ ...full, question: undefined, ...more }, 0);
		const { result, rerender } = renderHook((now: Mine) => useChoosing(now, false, (pick) => answer(pick)), {
			initialProps: mine({ question: order(1, ["a", "b", "c"]) }),
		});
		for (const pick of [2, 0]) {
			const choice = order(1, ["a", "b", "c"]).options[pick];
			if (choice) act(() => result.current.choose({ pick, choice }));
		}
		act(() => result.current.confirm());
		expect(answer.mock.calls).toEqual([[2]]);
		rerender(mine(told("p1")));
		rerender(mine({ question: order(2, ["a", "b"]) }));
		expect(answer.mock.calls).toEqual([[2], [0]]);
	});

	it("stop every clock", () => {
		const state: State = { asked: "p1", clocks: { p1: 9000, p2: 8000 }, reveals: [{ event: 7, to: "p1", left: 3000 }] };
		expect(left(state, "p1", 2500)).toBe(9000);
		expect(left({ ...state, reveals: [] }, "p1", 2500)).toBe(6500);
	});
});

describe("a table", () => {
	it("plays in two steps: a tap shows the card, a button plays it", () => {
		const answer = vi.fn();
		render(<Bench asked={question} answer={answer} />);
		fireEvent.click(screen.getByRole("button", { name: /^Orca, predator, attack 6, health 6, you can: play Orca/ }));
		expect(answer).not.toHaveBeenCalled();
		const panel = within(screen.getByRole("region", { name: "Inspection" }));
		expect(panel.getByText("May attack the rival at once.")).toBeTruthy();
		fireEvent.click(panel.getByRole("button", { name: "Cancel" }));
		expect(screen.queryByRole("region", { name: "Inspection" })).toBeNull();
		fireEvent.click(screen.getByRole("button", { name: /^Orca/ }));
		fireEvent.click(within(screen.getByRole("region", { name: "Inspection" })).getByRole("button", { name: "Play Orca" }));
		expect(answer).toHaveBeenCalledExactlyOnceWith(0);
	});

	it("shows the rival's offer to concede, and never one's own", () => {
		const concession = vi.fn();
		render(<Bench asked={question} answer={vi.fn()} concession={concession} offers="p2" />);
		const offer = within(screen.getByText(/offers to concede/).closest("div") as HTMLElement);
		fireEvent.click(offer.getByRole("button", { name: "Accept" }));
		fireEvent.click(offer.getByRole("button", { name: "Play on" }));
		expect(concession.mock.calls).toEqual([["accept"], ["decline"]]);
		cleanup();
		render(<Bench asked={question} answer={vi.fn()} offers="p1" />);
		expect(screen.queryByText(/offers to concede/)).toBeNull();
	});

	it("says why a card cannot be played", () => {
		render(<Bench asked={question} answer={vi.fn()} />);
		fireEvent.click(screen.getByRole("button", { name: /^Net/ }));
		expect(screen.getByText("Net needs a target, and there is none.")).toBeTruthy();
	});

	it("is complete as a list", () => {
		const answer = vi.fn();
		render(<Bench asked={question} answer={answer} />);
		const list = within(screen.getByRole("list", { name: "Options" }));
		expect(list.getAllByRole("button").map((one) => one.textContent)).toEqual(["Play Orca", "Go to combat"]);
		fireEvent.click(list.getByRole("button", { name: "Go to combat" }));
		expect(answer).toHaveBeenCalledExactlyOnceWith(1);
	});

	it("has one big button for what comes next, and a sheet where there are many answers", () => {
		const answer = vi.fn();
		const plain = (verbs: string[]): Question => ({
			...question,
			options: verbs.map((verb) => ({ verb, words: `say ${verb}` })),
		});
		const { container } = render(<Bench asked={plain(["end", "next"])} answer={answer} />);
		expect(container.querySelector("[data-go]")?.textContent).toBe("Say next");
		fireEvent.click(container.querySelector("[data-go]") as HTMLElement);
		expect(answer).toHaveBeenCalledExactlyOnceWith(1);
		cleanup();
		const many = render(<Bench asked={plain(["a", "b", "c"])} answer={answer} />).container;
		expect([...many.querySelectorAll(".plain button")].map((one) => one.textContent)).toEqual(["Say a", "Say b", "Say c"]);
		expect(many.querySelector("[data-go]")).toBeNull();
	});

	it("draws back from a question that is only passed, and says so", () => {
		render(<Bench asked={{ ...question, forced: true, options: [{ verb: "pass", words: "pass" }] }} answer={vi.fn()} />);
		expect(screen.getByText("Nothing can be done here; the game goes on by itself.")).toBeTruthy();
	});

	it("chooses a target with one tap, or with a second one that confirms", () => {
		const targets: Question = {
			...question,
			words: "Which target?",
			occasion: "declaring",
			options: [
				{ verb: "choose", words: "Raven", card: "Raven", spot: { side: "p2", zone: "field", nth: 1, part: 16, index: 0 } },
			],
			why_not: [],
		};
		const answer = vi.fn();
		set({ taps: "two" });
		render(<Bench asked={targets} answer={answer} />);
		const raven = screen.getByRole("button", { name: /^Raven, .*exhausted.*the rival's, place 1/ });
		fireEvent.click(raven);
		expect(answer).not.toHaveBeenCalled();
		fireEvent.click(raven);
		expect(answer).toHaveBeenCalledExactlyOnceWith(0);
		cleanup();
		set({ taps: "one" });
		render(<Bench asked={targets} answer={answer} />);
		fireEvent.click(screen.getByRole("button", { name: /^Raven, / }));
		expect(answer).toHaveBeenCalledTimes(2);
	});

	it("marks several before it sends the first, and can clear them", () => {
		const meals: Question = {
			...question,
			words: "What does Orca eat?",
			about: "Orca",
			form: "some-of",
			occasion: "raised",
			why_not: [],
			options: [
				{ verb: "choose", words: "Sardine", card: "Sardine", spot: { side: "p1", zone: "field", nth: 1, part: 8, index: 0 } },
				{ verb: "choose", words: "Raven", card: "Raven", spot: { side: "p2", zone: "field", nth: 1, part: 16, index: 0 } },
				{ verb: "none", words: "eat nothing more" },
			],
		};
		const answer = vi.fn();
		render(<Bench asked={meals} answer={answer} />);
		fireEvent.click(screen.getByRole("button", { name: /^Raven, / }));
		fireEvent.click(screen.getByRole("button", { name: /^Sardine, / }));
		expect(screen.getByRole("button", { name: "Confirm: Raven and Sardine" })).toBeTruthy();
		fireEvent.click(screen.getByRole("button", { name: "Clear" }));
		expect(screen.queryByRole("button", { name: /^Confirm/ })).toBeNull();
		fireEvent.click(screen.getByRole("button", { name: /^Sardine, / }));
		expect(answer).not.toHaveBeenCalled();
		fireEvent.click(screen.getByRole("button", { name: "Confirm: Sardine" }));
		expect(answer).toHaveBeenCalledExactlyOnceWith(0);
	});

	it("marks several targets of a move that can still be taken back", () => {
		const targets: Question = {
			...question,
			words: "Unbroken Oath: which target?",
			about: "Unbroken Oath",
			form: "some-of",
			occasion: "declaring",
			take_back: true,
			why_not: [],
			options: [
				{ verb: "choose", words: "Sardine", card: "Sardine", spot: { side: "p1", zone: "field", nth: 1, part: 8, index: 0 } },
				{ verb: "choose", words: "Raven", card: "Raven", spot: { side: "p2", zone: "field", nth: 1, part: 16, index: 0 } },
			],
		};
		const answer = vi.fn();
		render(<Bench asked={targets} answer={answer} />);
		expect(screen.getByText("Tap as many as you want, then confirm.")).toBeTruthy();
		fireEvent.click(screen.getByRole("button", { name: /^Raven, / }));
		fireEvent.click(screen.getByRole("button", { name: /^Sardine, / }));
		expect(answer).not.toHaveBeenCalled();
		expect(screen.getByRole("button", { name: "Take back" })).toBeTruthy();
		fireEvent.click(screen.getByRole("button", { name: "Confirm: Raven and Sardine" }));
		expect(answer).toHaveBeenCalledExactlyOnceWith(1);
	});

	it("shows terrains with modifiers and who would win there", () => {
		render(<Bench view={skirmish} answer={vi.fn()} game="skirmish" />);
		expect(screen.getByText("Forest, terrain 4: greedy bot 5, Ada 5. Ada would win it now.")).toBeTruthy();
		expect([screen.getByText("▴+2"), screen.getByText("▾+2")]).toHaveLength(2);
		expect(screen.getByText("greedy bot's turn")).toBeTruthy();
	});

	it("shows stacks, face-down cards and the chain", () => {
		const { container } = render(<Bench view={strata} answer={vi.fn()} game="strata" />);
		expect(
			screen.getByRole("button", {
				name: /^Furnace Hound.*attack 650.*tapped.*equipped \(iron hide\).*on top of Ash Squire and Cinder Pup/,
			}),
		).toBeTruthy();
		expect(container.querySelectorAll(".under")).toHaveLength(2);
		expect(screen.getAllByRole("button", { name: "A hidden card of the rival" })).toHaveLength(2);
		const chain = within(screen.getByRole("region", { name: /^The chain/ }));
		expect(chain.getAllByRole("listitem").map((one) => one.textContent)).toEqual([
			expect.stringContaining("Still Water"),
			expect.stringContaining("Ember Wasp"),
		]);
		fireEvent.click(screen.getByRole("button", { name: "Discard 1" }));
		expect(screen.getByRole("button", { name: /^Soot Salamander/ })).toBeTruthy();
	});

	it("says once that a rival is away, and how long the match waits", () => {
		const rival = { seat: "p2", who: "person", name: "Bob", player: "g2", online: false } as const;
		const words = (asked: Seat) => {
			const { container } = render(<Bench answer={vi.fn()} rival={rival} told={{ state: { asked, away: 170_000 } }} />);
			const words = container.querySelector(".plate-far")?.textContent?.match(/away[^\d]*(\d:\d\d)?/g);
			cleanup();
			return words;
		};
		expect(words("p2")).toEqual([expect.stringMatching(/^away, 2:\d\d$/)]);
		expect(words("p1")).toEqual(["away"]);
	});

	it("shows nothing of a rival's hand but how many", () => {
		const { container } = render(<Bench answer={vi.fn()} />);
		const far = container.querySelector(".plate-far");
		expect(far?.textContent).toContain("3 in hand");
		expect(far?.querySelectorAll(".card")).toHaveLength(0);
	});
});

describe("the log", () => {
	it("tells a cause once", () => {
		expect(told({ n: 1, what: "died", cause: "Orca", text: "Orca: Raven dies.", cards: [{ card: "Raven" }] })).toEqual({
			text: "Raven dies.",
			cause: "Orca",
		});
		expect(told({ n: 1, what: "hurt", cause: "Raven", text: "Ada loses 1 life." })).toEqual({
			text: "Ada loses 1 life.",
			cause: "Raven",
		});
		expect(
			told({ n: 1, what: "played", cause: "Orca", text: "Ada plays Orca.", cards: [{ card: "Orca" }] }).cause,
		).toBeUndefined();
	});
});

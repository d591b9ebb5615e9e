import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { begin, type Mine } from "../src/lib/merge";
import { set } from "../src/lib/settings";
import type { Question, View } from "../src/protocol/messages";
import { type At, TableContext } from "../src/table/context";
import { Inspect } from "../src/table/Inspect";
import { told } from "../src/table/Log";
import { Mat } from "../src/table/Mat";
import { Prompt } from "../src/table/Prompt";
import { useChoosing } from "../src/table/useChoosing";
import { full, info, question, skirmish, strata, table } from "./fixtures";

afterEach(cleanup);

/** A table without a connection. */
function Bench({
	view,
	asked,
	answer,
	game = "food-chain",
}: {
	view?: View;
	asked?: Question;
	answer: (pick: number) => void;
	game?: string;
}) {
	const [mine] = useState<Mine>(() => begin({ ...full, view: view ?? full.view, question: asked }, 0));
	const choosing = useChoosing(mine, false, answer);
	const at: At = {
		table: { ...table, game },
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
				revealed={undefined}
				lesson={false}
				hide={nothing}
			/>
			<Inspect
				card={choosing.shown}
				options={choosing.options}
				why={choosing.why}
				answer={choosing.choose}
				cancel={choosing.cancel}
			/>
		</TableContext>
	);
}

describe("a table", () => {
	it("plays in two steps: a tap shows the card, a button plays it", () => {
		const answer = vi.fn();
		render(<Bench asked={question} answer={answer} />);
		fireEvent.click(screen.getByRole("button", { name: /^Orca, predator, attack 6, health 6, you can: play Orca/ }));
		expect(answer).not.toHaveBeenCalled();
		const panel = within(screen.getByRole("region", { name: "Inspection" }));
		expect(panel.getByText("May attack the rival at once.")).toBeTruthy();
		fireEvent.click(panel.getByRole("button", { name: "Cancel" }));
		expect(panel.queryByRole("button", { name: "Play Orca" })).toBeNull();
		fireEvent.click(screen.getByRole("button", { name: /^Orca/ }));
		fireEvent.click(panel.getByRole("button", { name: "Play Orca" }));
		expect(answer).toHaveBeenCalledExactlyOnceWith(0);
	});

	it("says why a card cannot be played", () => {
		render(<Bench asked={question} answer={vi.fn()} />);
		fireEvent.click(screen.getByRole("button", { name: /^Net/ }));
		expect(screen.getByText("Net needs a target, and there is none.")).toBeTruthy();
	});

	it("is complete as a list", () => {
		const answer = vi.fn();
		render(<Bench asked={question} answer={answer} />);
		fireEvent.click(screen.getByRole("button", { name: "Go to combat" }));
		expect(answer).toHaveBeenCalledExactlyOnceWith(1);
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
		expect(screen.getByText("Terrain 3: greedy bot 5, Ada 5. Ada would win it now.")).toBeTruthy();
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

	it("shows nothing of a rival's hand but how many", () => {
		const { container } = render(<Bench answer={vi.fn()} />);
		const far = screen.getByRole("region", { name: "greedy bot's side" });
		expect(far.textContent).toContain("3 in hand");
		expect(container.querySelectorAll(".backs .face-back")).toHaveLength(3);
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

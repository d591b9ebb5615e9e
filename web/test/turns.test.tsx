import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CardFace } from "../src/cards/CardFace";
import { set } from "../src/lib/settings";

beforeEach(() => {
	vi.useFakeTimers({ toFake: ["requestAnimationFrame", "cancelAnimationFrame", "setTimeout", "clearTimeout", "performance"] });
	set({ motion: "on" });
});
afterEach(() => {
	cleanup();
	set({ motion: "system" });
	vi.useRealTimers();
});

const names = ["Orca", "Wahoo", "Shark", "Seal", "Krill", "Squid"];
const hand = (
	<>
		{names.map((card) => (
			<CardFace key={card} card={{ card, owner: "p1" }} printed={undefined} game="food-chain" />
		))}
	</>
);
/** The faces that are drawn, of all that are there. */
const drawn = (box: HTMLElement) => [box.querySelectorAll(".face-name").length, box.querySelectorAll(".face").length];
/** A frame passes, and takes so long. */
const frame = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it("draws many new faces in turns, more of them where frames are quick", () => {
	const { container } = render(hand);
	expect(drawn(container)).toEqual([0, 6]);
	const seen: (number | undefined)[] = [];
	for (let frames = 0; frames < 20 && drawn(container)[0] !== 6; frames++) {
		frame(17);
		seen.push(drawn(container)[0]);
	}
	// Never all at once, and fewer frames than faces.
	expect(seen.at(-1)).toBe(6);
	expect(new Set(seen).size).toBeGreaterThan(1);
	expect(new Set(seen).size).toBeLessThan(6);
});

it("draws one face a frame where frames are slow", () => {
	let now = 0;
	const slow = vi.spyOn(performance, "now").mockImplementation(() => now++ * 80);
	const { container } = render(hand);
	const seen = new Set<number | undefined>();
	for (let frames = 0; frames < 20; frames++) {
		frame(17);
		seen.add(drawn(container)[0]);
	}
	slow.mockRestore();
	expect([...seen].filter(Boolean)).toEqual([1, 2, 3, 4, 5, 6]);
});

it("draws all at once for who wants no motion", () => {
	set({ motion: "off" });
	expect(drawn(render(hand).container)).toEqual([6, 6]);
});

it("forgets a face that is gone before its turn", () => {
	const { container, unmount } = render(hand);
	unmount();
	frame(400);
	expect(drawn(container)).toEqual([0, 0]);
	const next = render(hand);
	for (let frames = 0; frames < 20; frames++) frame(17);
	expect(drawn(next.container)).toEqual([6, 6]);
});

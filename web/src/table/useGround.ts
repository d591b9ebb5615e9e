// The ground of terrains follows their columns, however wide the table is.
import { type RefObject, useLayoutEffect } from "react";

/** Tells the ground how wide the columns are and where their middle is, so that each terrain lies under its own. */
export function useGround(mat: RefObject<HTMLElement | null>, terrains: number): void {
	useLayoutEffect(() => {
		const [ground, lane] = [".scenery", ".terrains"].map((part) => mat.current?.querySelector<HTMLElement>(part));
		if (!ground || !lane || terrains < 2) return;
		const measure = () => {
			const places = [...lane.children].map((place) => place.getBoundingClientRect());
			const [first, last] = [places[0], places[places.length - 1]];
			if (!first || !last) return;
			const frame = ground.getBoundingClientRect();
			ground.style.setProperty("--terrain-width", `${(last.left - first.left) / (places.length - 1)}px`);
			ground.style.setProperty("--terrain-shift", `${(first.left + last.right) / 2 - (frame.left + frame.right) / 2}px`);
		};
		const watch = new ResizeObserver(measure);
		watch.observe(lane);
		watch.observe(ground);
		return () => watch.disconnect();
	}, [mat, terrains]);
}

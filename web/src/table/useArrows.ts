// Arrow keys on the table: rows of buttons, from the top of the screen to its bottom.
import { useCallback } from "react";
import { step } from "../lib/keys";

/** A handler for the keys of a whole table. */
export function useArrows(cancel: () => void): (event: React.KeyboardEvent<HTMLElement>) => void {
	return useCallback(
		(event) => {
			if (event.key === "Escape") {
				cancel();
				return;
			}
			const from = (event.target as HTMLElement).closest<HTMLElement>("[data-nav]");
			if (!from || event.altKey || event.ctrlKey || event.metaKey) return;
			const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row]")]
				.map((row) =>
					[...row.querySelectorAll<HTMLElement>("[data-nav]")].filter(
						(one) => one.offsetParent !== null && !one.hasAttribute("disabled"),
					),
				)
				.filter((row) => row.length > 0);
			const row = rows.findIndex((one) => one.includes(from));
			const column = rows[row]?.indexOf(from) ?? -1;
			if (row < 0 || column < 0) return;
			const middles = rows.map((one) => one.map((element) => middle(element)));
			const to = step(middles, { row, column }, event.key);
			if (!to) return;
			event.preventDefault();
			rows[to.row]?.[to.column]?.focus();
		},
		[cancel],
	);
}

function middle(element: HTMLElement): { x: number } {
	const rect = element.getBoundingClientRect();
	return { x: rect.left + rect.width / 2 };
}

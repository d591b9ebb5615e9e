// Moving the focus with arrow keys: rows of things on the table, from the top.

/** Where the focus is: which row, which place in it. */
export type Cell = { row: number; column: number };

/** The middle of something on the screen. */
export type Middle = { x: number };

/**
 * Where an arrow key leads. Left and right stay in the row and go around; up and down go to the next row that has anything, to
 * what is closest to the middle of where one was. Home and End are the ends of the row.
 */
export function step(rows: readonly (readonly Middle[])[], at: Cell, key: string): Cell | undefined {
	const row = rows[at.row];
	const here = row?.[at.column];
	if (!row || !here) return undefined;
	switch (key) {
		case "ArrowLeft":
			return { row: at.row, column: (at.column + row.length - 1) % row.length };
		case "ArrowRight":
			return { row: at.row, column: (at.column + 1) % row.length };
		case "Home":
			return { row: at.row, column: 0 };
		case "End":
			return { row: at.row, column: row.length - 1 };
		case "ArrowUp":
		case "ArrowDown": {
			const by = key === "ArrowUp" ? -1 : 1;
			for (let next = at.row + by; next >= 0 && next < rows.length; next += by) {
				const other = rows[next];
				if (other && other.length > 0) return { row: next, column: closest(other, here) };
			}
			return undefined;
		}
		default:
			return undefined;
	}
}

function closest(row: readonly Middle[], to: Middle): number {
	let best = 0;
	for (const [column, one] of row.entries()) {
		if (Math.abs(one.x - to.x) < Math.abs((row[best]?.x ?? 0) - to.x)) best = column;
	}
	return best;
}

// The matches of a series: those that follow each other at one table, as this browser has seen them end.

/** How a match ended for whoever looks. */
export type Result = "won" | "lost" | "drawn";

/** How often each. */
export type Series = Record<Result, number>;

const KEY = "playmat.series";

/** Counts a match that is over, once, and says how the series stands. Another table begins another series. */
export function counted(table: string, match: string, result: Result): Series {
	const matches = { ...before(table), [match]: result };
	try {
		sessionStorage.setItem(KEY, JSON.stringify({ table, matches }));
	} catch {
		// A browser that keeps nothing knows of this match alone.
	}
	const series: Series = { won: 0, lost: 0, drawn: 0 };
	for (const one of Object.values(matches)) series[one] += 1;
	return series;
}

function before(table: string): Record<string, Result> {
	try {
		const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as { table: string; matches: Record<string, Result> } | null;
		return kept?.table === table ? kept.matches : {};
	} catch {
		return {};
	}
}

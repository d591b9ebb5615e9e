// A function that stays the same from one drawing to the next, and does what the newest one does.
import { useCallback, useLayoutEffect, useRef } from "react";

/** For handlers that are handed down: what gets them is not drawn anew because of them. Not to be called while drawing. */
export function useStable<Given extends unknown[], Result>(does: (...given: Given) => Result): (...given: Given) => Result {
	const latest = useRef(does);
	useLayoutEffect(() => {
		latest.current = does;
	});
	return useCallback((...given: Given) => latest.current(...given), []);
}

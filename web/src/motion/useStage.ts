// The stage as a hook: the state that is drawn, which follows the state that is.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Mine } from "../lib/merge";
import { type Scene, Stage } from "./stage";

/** What to draw, what is shown over it, and a way to see no more of it. */
export function useStage(mine: Mine): { drawn: Mine; scene: Scene | undefined; skip: () => void } {
	const [drawn, draw] = useState(mine);
	const [scene, show] = useState<Scene | undefined>();
	const stage = useRef<Stage | undefined>(undefined);
	const inEffect = useRef(false);
	const begin = useCallback(
		(first: Mine) =>
			new Stage(first, {
				// In an effect React draws before anything is seen; elsewhere it is told to. What was shown over the old state goes with it.
				draw: (next) => {
					const both = () => {
						show(undefined);
						draw(next);
					};
					if (inEffect.current) both();
					else flushSync(both);
				},
				show,
			}),
		[],
	);
	useLayoutEffect(() => {
		inEffect.current = true;
		stage.current ??= begin(mine);
		stage.current.next(mine);
		inEffect.current = false;
	}, [mine, begin]);
	useEffect(
		() => () => {
			stage.current?.end();
			stage.current = undefined;
		},
		[],
	);
	// Not while the page answers the pointer: what is drawn then would be laid out at once, for whoever gets the focus.
	const skip = useCallback(() => void setTimeout(() => stage.current?.skip()), []);
	// Another match or other eyes are never drawn with what was before.
	const fits = drawn.match === mine.match && drawn.viewer === mine.viewer;
	return { drawn: fits ? drawn : mine, scene, skip };
}

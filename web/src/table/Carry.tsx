// What a player may carry away from a match: a scenario of what is seen, a bug report, and the replay once it is over.
import { useState } from "react";
import { go } from "../lib/router";
import { reportOf, save, scenarioOf } from "../net/replays";
import { Icon } from "../ui/Icon";

/** Lines of the menu. */
export function Carry({ code, over, match }: { code: string; over: boolean; match: string | undefined }) {
	const [said, say] = useState<string | undefined>();
	const does = (what: () => Promise<string>) => () => {
		what()
			.then(say)
			.catch((error: unknown) => say(error instanceof Error ? error.message : String(error)));
	};
	const report = does(async () => {
		save(await reportOf(code), "playmat-report.json");
		return "Saved: what you were told, and the version.";
	});
	const scenario = does(async () => {
		save(await scenarioOf(code), `${code}.scn`);
		return "Saved: what you see, unknown cards left out.";
	});
	return (
		<>
			{over && match && (
				<li>
					<button type="button" onClick={() => go(`/replay/${match}`)}>
						<Icon name="clockwise-rotation" /> Replay
					</button>
				</li>
			)}
			{!over && (
				<li>
					<button type="button" onClick={scenario}>
						<Icon name="conversation" /> Save as a scenario
					</button>
				</li>
			)}
			<li>
				<button type="button" onClick={report}>
					<Icon name="flag-objective" /> Report a bug
				</button>
			</li>
			{said && (
				<li role="status" className="hint">
					{said}
				</li>
			)}
		</>
	);
}

// Refusals and notices of the server.
import { useEffect } from "react";
import type { Saying } from "../net/room";

/** Refusals and notices, for a while. */
export function Sayings({ sayings, heard }: { sayings: Saying[]; heard: (id: number) => void }) {
	return (
		<div className="sayings" role="status">
			{sayings.map((saying) => (
				<OneSaying key={saying.id} saying={saying} heard={heard} />
			))}
		</div>
	);
}

function OneSaying({ saying, heard }: { saying: Saying; heard: (id: number) => void }) {
	useEffect(() => {
		const timer = setTimeout(() => heard(saying.id), 6000);
		return () => clearTimeout(timer);
	}, [saying.id, heard]);
	return (
		<p className={`saying saying-${saying.tone}`}>
			{saying.sentence}
			<button type="button" className="link" onClick={() => heard(saying.id)} aria-label="Close">
				✕
			</button>
		</p>
	);
}

// What a set has that the shipped one has not, as texts: whoever joins a table reads it before.
import type { PlayableCards } from "../protocol/messages";
import "./changes.css";

/** The list. */
export function SetChanges({ cards }: { cards: PlayableCards }) {
	const { added, changed, removed, set } = cards;
	const plain = added.length + changed.length + removed.length === 0;
	return (
		<div className="set-changes">
			{plain && <p>The cards are the shipped ones.</p>}
			{added.length > 0 && (
				<section aria-labelledby="added">
					<h3 id="added">Added: {added.length}</h3>
					{added.map((text) => (
						<pre key={text}>{text}</pre>
					))}
				</section>
			)}
			{changed.length > 0 && (
				<section aria-labelledby="changed">
					<h3 id="changed">Changed: {changed.length}</h3>
					{changed.map((card) => (
						<div key={card.text} className="set-change">
							<del>
								<pre>{card.shipped}</pre>
							</del>
							<ins>
								<pre>{card.text}</pre>
							</ins>
						</div>
					))}
				</section>
			)}
			{removed.length > 0 && (
				<section aria-labelledby="removed">
					<h3 id="removed">Left out: {removed.length}</h3>
					<p>{removed.join(", ")}</p>
				</section>
			)}
			<p className="hint">
				The hash of these cards is <code>{set}</code>.
			</p>
		</div>
	);
}

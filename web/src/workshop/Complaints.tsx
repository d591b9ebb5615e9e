// Everything that is wrong with a set, each with the way to it and its fixes.
import type { CardComplaint, CardFix } from "../protocol/messages";
import { Code } from "./Code";

type Props = {
	complaints: CardComplaint[];
	/** Whether the set was read. */
	read: boolean;
	fix: (fix: CardFix) => void;
	goTo: (complaint: CardComplaint) => void;
};

/** The list. */
export function Complaints({ complaints, read, fix, goTo }: Props) {
	if (!read) return null;
	if (complaints.length === 0) {
		return (
			<p className="workshop-fine" role="status">
				Nothing is wrong: these cards can be played.
			</p>
		);
	}
	return (
		<section aria-labelledby="wrong" className="workshop-wrong">
			<h2 id="wrong">{complaints.length === 1 ? "One thing is wrong" : `${complaints.length} things are wrong`}</h2>
			<ul>
				{complaints.map((complaint) => (
					<li key={`${complaint.file} ${complaint.from} ${complaint.sentence}`}>
						<p>
							<button type="button" className="workshop-place" onClick={() => goTo(complaint)}>
								{complaint.file}:{complaint.line}
							</button>{" "}
							<Code text={complaint.sentence} />
						</p>
						<p className="buttons">
							{(complaint.fixes ?? []).map((one) => (
								<button key={one.title} type="button" className="button quiet" onClick={() => fix(one)}>
									{one.title.replaceAll("`", "")}
								</button>
							))}
						</p>
					</li>
				))}
			</ul>
		</section>
	);
}

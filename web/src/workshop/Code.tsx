// A text in which words of the card language stand between backticks.

/** The text, with these words as code, line by line. */
export function Code({ text }: { text: string }) {
	return (
		<>
			{text.split("\n").map((line) => (
				<span key={line} className="workshop-line">
					{line.split("`").map((piece, at) => (at % 2 === 1 ? <code key={at}>{piece}</code> : piece))}
				</span>
			))}
		</>
	);
}

// A deck as text: to paste, to copy, to keep as a file. The server reads it, and names every wrong line.
import { useState } from "react";
import type { DeckCheck, DeckFault } from "../protocol/messages";

type Props = { text: string; name: string; read: (text: string) => Promise<DeckCheck | undefined> };

/** Export and import. */
export function AsText({ text, name, read }: Props) {
	const [typed, setTyped] = useState("");
	const [faults, setFaults] = useState<DeckFault[]>([]);
	const [said, say] = useState("");
	const take = async (from: string) => {
		const found = await read(from);
		if (!found) return;
		setFaults(found.faults.filter((fault) => fault.line !== undefined));
		const wrong = found.faults.some((fault) => fault.line !== undefined);
		const cards = found.cards.length === 1 ? "1 card" : `${found.cards.length} cards`;
		say(wrong ? "Not every line was understood:" : `Read: ${found.name}, ${cards}.`);
		if (!wrong) setTyped("");
	};
	const file = `${
		name
			.toLowerCase()
			.replace(/[^a-z0-9]+/g, "-")
			.replace(/^-|-$/g, "") || "deck"
	}.deck`;
	return (
		<details className="as-text">
			<summary>Paste, copy or save as text</summary>
			<label className="field">
				<span>Paste a deck: a card on each line</span>
				<textarea
					rows={7}
					value={typed}
					spellCheck={false}
					onChange={(event) => setTyped(event.target.value)}
					placeholder={"1 Kingfish\n2x Wahoo\nOrca x2"}
				/>
			</label>
			<p className="buttons">
				<button type="button" className="button" disabled={typed.trim() === ""} onClick={() => void take(typed)}>
					Take this deck
				</button>
				<label className="button quiet file">
					Open a file
					<input
						type="file"
						accept=".deck,.txt,text/plain"
						onChange={async (event) => {
							const [chosen] = event.target.files ?? [];
							if (!chosen) return;
							const content = (await chosen.text()).slice(0, 12_000);
							setTyped(content);
							await take(content);
							event.target.value = "";
						}}
					/>
				</label>
			</p>
			<div role="status">
				{said && <p>{said}</p>}
				{faults.length > 0 && (
					<ul className="faults">
						{faults.map((fault) => (
							<li key={`${fault.line} ${fault.sentence}`}>
								<b>Line {fault.line}: </b>
								{fault.sentence}
							</li>
						))}
					</ul>
				)}
			</div>
			<label className="field">
				<span>This deck, to copy</span>
				<textarea readOnly rows={5} value={text} data-testid="deck-text" />
			</label>
			<p className="buttons">
				<button
					type="button"
					className="button"
					onClick={() =>
						navigator.clipboard?.writeText(text).then(
							() => say("Copied."),
							() => say("The browser does not let it be copied; select the text instead."),
						)
					}
				>
					Copy
				</button>
				<a className="button quiet" download={file} href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}>
					Save as a file
				</a>
			</p>
		</details>
	);
}

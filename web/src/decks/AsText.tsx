// A deck as text: to copy, to keep as a file, to read in. The server reads it, and names every wrong line.
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
		setFaults(found.faults);
		say(found.cards.length > 0 ? `Read: ${found.name}, ${found.cards.length} cards.` : "");
		if (found.cards.length > 0) setTyped("");
	};
	const file = `${
		name
			.toLowerCase()
			.replace(/[^a-z0-9]+/g, "-")
			.replace(/^-|-$/g, "") || "deck"
	}.deck`;
	return (
		<details className="as-text">
			<summary>Import and export as text</summary>
			<label className="field">
				<span>This deck</span>
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
					Keep as a file
				</a>
			</p>
			<label className="field">
				<span>Another deck: its name first, then a card on each line</span>
				<textarea
					rows={5}
					value={typed}
					spellCheck={false}
					onChange={(event) => setTyped(event.target.value)}
					placeholder={"deck Rush\nKingfish\n2 Wahoo"}
				/>
			</label>
			<p className="buttons">
				<button type="button" className="button" disabled={typed.trim() === ""} onClick={() => void take(typed)}>
					Read it
				</button>
				<label className="button quiet file">
					From a file
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
							<li key={`${fault.line ?? ""} ${fault.sentence}`}>
								{fault.line !== undefined && <b>Line {fault.line}: </b>}
								{fault.sentence}
							</li>
						))}
					</ul>
				)}
			</div>
		</details>
	);
}

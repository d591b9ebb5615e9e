// A deck on paper: the server makes the file. Where there is none, the command line does.
import { useState } from "react";
import { ON_SITE } from "../lib/router";
import * as api from "../net/api";

/** Where paper is measured in inches. */
const INCHES = /-(US|CA|MX|PH)$/;

/** Paper, backs, and the button. */
export function Print({ game, name, text }: { game: string; name: string; text: string }) {
	const [paper, setPaper] = useState<"a4" | "letter">(INCHES.test(navigator.language) ? "letter" : "a4");
	const [backs, setBacks] = useState(false);
	const [busy, setBusy] = useState(false);
	const [trouble, setTrouble] = useState<string | undefined>();
	const print = async () => {
		setBusy(true);
		setTrouble(undefined);
		try {
			save(await api.printDeck(game, { text }, paper, backs), `${name.replace(/[^\p{L}\p{N} -]+/gu, "").trim() || "cards"}.pdf`);
		} catch (error) {
			setTrouble(error instanceof Error ? error.message : String(error));
		}
		setBusy(false);
	};
	return (
		<details className="as-text">
			<summary>Print and play</summary>
			{ON_SITE ? (
				<p className="hint">
					A server makes the file, and there is none here. <code>playmat print</code> on a computer does the same.
				</p>
			) : (
				<>
					<p className="hint">A PDF with the cards to cut out, 63 × 88 mm, the tokens they make, and the rules on a page.</p>
					<label className="field">
						<span>Paper</span>
						<select value={paper} onChange={(event) => setPaper(event.target.value === "letter" ? "letter" : "a4")}>
							<option value="a4">A4</option>
							<option value="letter">Letter</option>
						</select>
					</label>
					<label className="check">
						<input type="checkbox" checked={backs} onChange={(event) => setBacks(event.target.checked)} />
						<span>Backs, for printing on both sides</span>
					</label>
					<p className="buttons">
						<button type="button" className="button" disabled={busy} onClick={print}>
							{busy ? "One moment…" : "Make the PDF"}
						</button>
					</p>
					{trouble && (
						<p className="trouble" role="alert">
							{trouble}
						</p>
					)}
				</>
			)}
		</details>
	);
}

/** Hands a file to the browser, which keeps it where downloads are. */
function save(file: Blob, name: string): void {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(file);
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// One set on the bench: its files, the editor, the cards, what is wrong, and how it is played.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Page, To } from "../pages/Page";
import type { CardComplaint, CardFile, CardFix, GameInfo, Reading } from "../protocol/messages";
import * as ask from "./ask";
import { Complaints } from "./Complaints";
import { allFiles, type Draft, freeName, keep, LONGEST, sent, write } from "./drafts";
import { type Around, Editor } from "./editor";
import { Faces } from "./Faces";
import { Play } from "./Play";

/** After so many milliseconds without a key the cards are read again. */
const CALM = 120;

type Side = "write" | "cards" | "play";

/** The bench. */
export function Bench({ first, info, shipped }: { first: Draft; info: GameInfo; shipped: CardFile[] }) {
	const [draft, setDraft] = useState(first);
	const [file, setFile] = useState(() => firstFile(first, shipped));
	const [reading, setReading] = useState<Reading | undefined>();
	const [at, setAt] = useState(0);
	const [side, setSide] = useState<Side>("write");
	const [told, tell] = useState<string | undefined>();
	const files = useMemo(() => allFiles(draft, shipped), [draft, shipped]);
	const desk = useMemo(() => ({ game: draft.game, own: sent(draft), all: files }), [draft, files]);
	const editor = useRef<Editor | undefined>(undefined);

	const latest = useRef(first);
	const put = useCallback((next: Draft) => {
		latest.current = next;
		setDraft(next);
		if (!keep(next)) tell("This browser has no room to keep your draft: export it, so that nothing is lost.");
	}, []);
	const change = useCallback((name: string, text: string) => put(write(latest.current, shipped, name, text)), [put, shipped]);
	useReading(desk, file, setReading, tell);
	const complaints = reading?.complaints ?? [];

	const fix = useCallback(
		(wanted: CardFix) => {
			tell(undefined);
			if (wanted.file === file) return editor.current?.change(wanted);
			const text = files.find((one) => one.name === wanted.file)?.text ?? "";
			change(wanted.file, text.slice(0, wanted.from) + wanted.text + text.slice(wanted.to));
		},
		[file, files, change],
	);
	const format = useCallback(async () => {
		const formed = await ask.format(desk, file).catch((error: Error) => tell(error.message));
		if (!formed) return;
		if (formed.text === undefined) return tell("A file with mistakes keeps its form: mend them first.");
		tell("The file is in its canonical form.");
		editor.current?.put(formed.text);
	}, [desk, file]);
	const show = (name: string) => {
		setFile(name);
		setAt(0);
	};
	const goTo = ({ file: wanted, from }: CardComplaint) => {
		setSide("write");
		if (wanted !== file) show(wanted);
		// Another file is opened first.
		setTimeout(() => editor.current?.goTo(from), 50);
	};
	const add = () => {
		const name = freeName(files);
		const section = /^category .*$/m.exec(files.find((one) => one.name === file)?.text ?? "")?.[0];
		change(name, section ? `${section}\n\n` : "");
		show(name);
	};
	const cards = reading?.cards ?? [];
	const here = cards.find((card) => card.from <= at && at <= card.to) ?? cards.findLast((card) => card.from <= at) ?? cards[0];
	const own = new Set(draft.files.map((one) => one.name));

	return (
		<Page title={draft.name} wide>
			<div className="workshop" data-side={side} data-read={reading ? "yes" : undefined}>
				<div className="workshop-head">
					<label className="field">
						<span>Name of the set</span>
						<input
							value={draft.name}
							maxLength={LONGEST}
							onChange={(event) => put({ ...latest.current, name: event.target.value, at: Date.now() })}
						/>
					</label>
					<p className="buttons">
						<button type="button" className="button quiet" onClick={() => save(`${draft.name}.json`, JSON.stringify(draft))}>
							Export
						</button>
						<To href="/workshop" className="button quiet">
							All drafts
						</To>
					</p>
				</div>
				<fieldset className="segments workshop-sides" aria-label="Part of the bench">
					{(["write", "cards", "play"] as const).map((one) => (
						<label key={one} className="segment">
							<input type="radio" name="side" checked={side === one} onChange={() => setSide(one)} />
							<span>
								{one === "write"
									? `Write${complaints.length ? ` (${complaints.length})` : ""}`
									: one === "cards"
										? "Cards"
										: "Play"}
							</span>
						</label>
					))}
				</fieldset>
				<section className="workshop-write" aria-label="Write">
					<div className="workshop-bar">
						<label className="field">
							<span>File</span>
							<select value={file} onChange={(event) => show(event.target.value)}>
								{files.map((one) => (
									<option key={one.name} value={one.name}>
										{one.name}
										{draft.shipped && shipped.some((known) => known.name === one.name)
											? own.has(one.name)
												? " (changed)"
												: ""
											: " (yours)"}
									</option>
								))}
							</select>
						</label>
						<button type="button" className="button quiet" onClick={add}>
							New file
						</button>
						<button type="button" className="button quiet" onClick={format} title="Ctrl+S">
							Format
						</button>
					</div>
					<Pane
						desk={desk}
						file={file}
						text={files.find((one) => one.name === file)?.text ?? ""}
						complaints={complaints}
						info={info}
						made={editor}
						change={change}
						moved={setAt}
						fix={fix}
						format={format}
					/>
					<p className="workshop-told hint" role="status">
						{told}
					</p>
					<Complaints complaints={complaints} read={reading !== undefined} fix={fix} goTo={goTo} />
				</section>
				<Faces cards={cards} here={here?.card.name} info={info} take={(from) => editor.current?.goTo(from)} />
				<Play desk={desk} info={info} card={here?.card} wrong={complaints.length} name={draft.name} />
			</div>
		</Page>
	);
}

function firstFile(draft: Draft, shipped: CardFile[]): string {
	return draft.files.at(-1)?.name ?? allFiles(draft, shipped)[0]?.name ?? "mine.cards";
}

/** Reads the set a moment after each change. An answer that comes late is not shown. */
function useReading(
	desk: ask.Desk,
	file: string,
	show: (reading: Reading) => void,
	tell: (trouble: string | undefined) => void,
): void {
	useEffect(() => {
		let gone = false;
		const timer = setTimeout(() => {
			ask
				.read(desk, file)
				.then((reading) => !gone && show(reading))
				.catch((error: Error) => !gone && tell(error.message));
		}, CALM);
		return () => {
			gone = true;
			clearTimeout(timer);
		};
	}, [desk, file, show, tell]);
}

type PaneProps = {
	desk: ask.Desk;
	file: string;
	text: string;
	complaints: CardComplaint[];
	info: GameInfo;
	made: React.RefObject<Editor | undefined>;
	change: (file: string, text: string) => void;
	moved: (at: number) => void;
	fix: (fix: CardFix) => void;
	format: () => void;
};

/** The editor in the page. */
function Pane({ desk, file, text, complaints, info, made, change, moved, fix, format }: PaneProps) {
	const box = useRef<HTMLDivElement>(null);
	const now = useRef({ desk, file, fix, format });
	now.current = { desk, file, fix, format };
	const around = useMemo(
		(): Around => ({
			complete: (at) => ask.complete(now.current.desk, now.current.file, at),
			hover: (at) => ask.hover(now.current.desk, now.current.file, at),
			changed: (text) => change(now.current.file, text),
			moved,
			fix: (wanted) => now.current.fix(wanted),
			format: () => now.current.format(),
		}),
		[change, moved],
	);
	// biome-ignore lint/correctness/useExhaustiveDependencies: the text of the beginning; what comes later is put in below.
	useEffect(() => {
		if (!box.current) return;
		const editor = new Editor(box.current, text, file, around);
		made.current = editor;
		return () => {
			editor.close();
			made.current = undefined;
		};
	}, [around]);
	// biome-ignore lint/correctness/useExhaustiveDependencies: another file, not another text of it.
	useEffect(() => made.current?.open(text, file), [file]);
	useEffect(() => made.current?.colour(info.glossary), [made, info]);
	useEffect(() => {
		const here = complaints.filter((complaint) => complaint.file === file);
		made.current?.complain(here, around);
	}, [made, complaints, file, around]);
	return <div className="workshop-editor" ref={box} />;
}

/** Hands a file to the browser. */
function save(name: string, text: string): void {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
	link.download = name.replace(/[/\\]/g, "-");
	link.click();
	URL.revokeObjectURL(link.href);
}

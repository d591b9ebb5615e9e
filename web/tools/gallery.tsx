// All pictures on one page, for whoever works on them: `npm run dev`, then /gallery.html?of=food-chain.fish, ?of=boards or ?of=signs. Not part of the build.
import { createRoot } from "react-dom/client";
import "../src/styles/base.css";
import { Board, CardBack, Glyph, Scene } from "../src/art";
import { HALVES_OF } from "../src/art/boards/halves";
import words from "../src/art/glyphs.json";
import { printedCards } from "../test/printed";

const texts = import.meta.glob<string>("../../cards/*/*.cards", { query: "?raw", import: "default", eager: true });
const query = new URLSearchParams(location.search);
const of = query.get("of") ?? "food-chain";
const wide = Number(query.get("wide") ?? 130);
document.documentElement.dataset.theme = query.get("theme") ?? "dark";

const cards = Object.entries(texts).flatMap(([path, text]) => {
	const [game = "", file = ""] = path.replace("../../cards/", "").replace(".cards", "").split("/");
	return `${game}.${file}`.startsWith(of) ? printedCards(game, file, text) : [];
});

const box = { width: wide, height: wide * 1.27, borderRadius: 8, overflow: "hidden" };

function Gallery() {
	if (of === "boards") {
		const halves = HALVES_OF.map((near, index) => ({ game: "food-chain", near, far: HALVES_OF[(index + 1) % HALVES_OF.length] }));
		const all = [...halves, { game: "food-chain", near: undefined, far: undefined }, { game: "skirmish" }, { game: "strata" }];
		const only = query.get("only");
		return (only ? all.filter((_, index) => String(index) === only) : all).map((board) => (
			<div
				key={`${board.game}${"near" in board ? board.near : ""}`}
				style={{ position: "relative", width: "100vw", height: "100vh" }}
			>
				<Board {...board} />
			</div>
		));
	}
	if (of === "signs") {
		return Object.values(words)
			.flatMap((group) => Object.keys(group))
			.map((word) => (
				<span key={word} style={{ width: 84, textAlign: "center", fontSize: 11 }}>
					<span style={{ fontSize: 34 }}>
						<Glyph name={word} />
					</span>
					<br />
					{word}
				</span>
			));
	}
	return (
		<>
			{["food-chain", "skirmish", "strata"].map((game) => (
				<div key={game} style={box}>
					<CardBack game={game} />
				</div>
			))}
			{cards.map((card) => (
				<figure key={`${card.file} ${card.kind} ${card.name}`} style={{ margin: 0, width: wide, fontSize: 11 }}>
					<div style={box}>
						<Scene game={card.game} card={card} />
					</div>
					{card.name}
				</figure>
			))}
		</>
	);
}

createRoot(document.getElementById("root") as HTMLElement).render(
	<div style={{ display: "flex", flexWrap: "wrap", gap: of === "boards" ? 0 : 6 }}>
		<Gallery />
	</div>,
);

import "@fontsource-variable/figtree/wght.css";
import "@fontsource-variable/fraunces/wght.css";
import "./styles/base.css";
import "./styles/pages.css";
import "./styles/home.css";
import "./styles/decks.css";
import "./styles/people.css";
import "./styles/card.css";
import "./styles/rail.css";
import "./styles/table.css";
import "./styles/hand.css";
import "./styles/moments.css";
import "./styles/board.css";
import "./styles/sheets.css";
import "./styles/learn.css";
import "./styles/replay.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app";
import { apply } from "./lib/settings";
import { syncSettings } from "./net/sync";
import { startPocket } from "./pocket/start";

// After a new version a page that is not loaded yet has another name: begin anew with that version.
window.addEventListener("vite:preloadError", () => window.location.reload());
apply();
syncSettings();
startPocket();
const root = document.getElementById("root");
if (root) {
	createRoot(root).render(
		<StrictMode>
			<App />
		</StrictMode>,
	);
}

import "@fontsource-variable/figtree/wght.css";
import "@fontsource-variable/fraunces/wght.css";
import "./styles/base.css";
import "./styles/pages.css";
import "./styles/decks.css";
import "./styles/people.css";
import "./styles/card.css";
import "./styles/table.css";
import "./styles/learn.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app";
import { apply } from "./lib/settings";
import { syncSettings } from "./net/sync";

apply();
syncSettings();
const root = document.getElementById("root");
if (root) {
	createRoot(root).render(
		<StrictMode>
			<App />
		</StrictMode>,
	);
}

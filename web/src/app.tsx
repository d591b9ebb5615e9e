// Which page is shown. Home comes with the first load, every other page when somebody goes there.
import { lazy, Suspense } from "react";
import { type Page as Address, pageOf, useAddress } from "./lib/router";
import { Home } from "./pages/Home";
import { Page, To } from "./pages/Page";

const Account = lazy(() => import("./pages/Account").then((file) => ({ default: file.Account })));
const Builder = lazy(() => import("./decks/Builder").then((file) => ({ default: file.Builder })));
const CardPage = lazy(() => import("./pages/CardPage").then((file) => ({ default: file.CardPage })));
const CardSearch = lazy(() => import("./pages/CardSearch").then((file) => ({ default: file.CardSearch })));
const Credits = lazy(() => import("./pages/Credits").then((file) => ({ default: file.Credits })));
const Learn = lazy(() => import("./learn/Learn").then((file) => ({ default: file.Learn })));
const LessonPage = lazy(() => import("./learn/LessonPage").then((file) => ({ default: file.LessonPage })));
const LogIn = lazy(() => import("./pages/LogIn").then((file) => ({ default: file.LogIn })));
const NewTable = lazy(() => import("./pages/NewTable").then((file) => ({ default: file.NewTable })));
const Profile = lazy(() => import("./pages/Profile").then((file) => ({ default: file.Profile })));
const Recover = lazy(() => import("./pages/Recovery").then((file) => ({ default: file.Recover })));
const ReplayPage = lazy(() => import("./replay/ReplayPage").then((file) => ({ default: file.ReplayPage })));
const Rules = lazy(() => import("./pages/Rules").then((file) => ({ default: file.Rules })));
const Settings = lazy(() => import("./pages/Settings").then((file) => ({ default: file.Settings })));
const SignUp = lazy(() => import("./pages/LogIn").then((file) => ({ default: file.SignUp })));
const Workshop = lazy(() => import("./workshop/Workshop").then((file) => ({ default: file.Workshop })));
const TablePage = lazy(() => import("./table/TablePage").then((file) => ({ default: file.TablePage })));

export function App() {
	const address = useAddress();
	const [path = "/", search = ""] = address.split("?");
	const page = pageOf(path, search);
	// With a key of its own the page before is gone while the next one is loaded, not only hidden.
	return (
		<Suspense key={page.is} fallback={<div className="page" aria-busy="true" />}>
			{shown(page)}
		</Suspense>
	);
}

function shown(page: Address) {
	switch (page.is) {
		case "home":
			return <Home />;
		case "new":
			return <NewTable game={page.game} kind={page.kind} />;
		case "table":
			return <TablePage key={page.code} code={page.code} />;
		case "decks":
			return <Builder game={page.game} deck={page.deck} />;
		case "learn":
			return page.game && page.lesson ? (
				<LessonPage key={`${page.game}/${page.lesson}`} game={page.game} lesson={page.lesson} />
			) : (
				<Learn game={page.game} />
			);
		case "rules":
			return <Rules game={page.game} edition={page.edition} />;
		case "replay":
			return <ReplayPage key={page.match} match={page.match} />;
		case "account":
			return <Account />;
		case "login":
			return <LogIn />;
		case "signup":
			return <SignUp />;
		case "recover":
			return <Recover />;
		case "profile":
			return <Profile key={page.id} id={page.id} />;
		case "settings":
			return <Settings />;
		case "credits":
			return <Credits />;
		case "card":
			return <CardPage key={page.card} game={page.game} card={page.card} />;
		case "cards":
			return <CardSearch game={page.game} search={page.search} />;
		case "workshop":
			return <Workshop draft={page.draft} />;
		case "nowhere":
			return (
				<Page title="There is nothing here">
					<p className="lead">This address leads to no page.</p>
					<To href="/" className="button primary">
						Home
					</To>
				</Page>
			);
	}
}

// Which page is shown.
import { Builder } from "./decks/Builder";
import { Learn } from "./learn/Learn";
import { LessonPage } from "./learn/LessonPage";
import { pageOf, useAddress } from "./lib/router";
import { Account } from "./pages/Account";
import { Credits } from "./pages/Credits";
import { Home } from "./pages/Home";
import { LogIn, SignUp } from "./pages/LogIn";
import { NewTable } from "./pages/NewTable";
import { Page, To } from "./pages/Page";
import { Profile } from "./pages/Profile";
import { Rules } from "./pages/Rules";
import { Settings } from "./pages/Settings";
import { TablePage } from "./table/TablePage";

export function App() {
	const address = useAddress();
	const [path = "/", search = ""] = address.split("?");
	const page = pageOf(path, search);
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
		case "account":
			return <Account />;
		case "login":
			return <LogIn />;
		case "signup":
			return <SignUp />;
		case "profile":
			return <Profile key={page.id} id={page.id} />;
		case "settings":
			return <Settings />;
		case "credits":
			return <Credits />;
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

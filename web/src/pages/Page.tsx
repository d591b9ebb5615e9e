// What every page but the table has around it.
import { address, fileOf, go, hrefOf, ON_SITE } from "../lib/router";
import { useMe } from "../net/me";
import { Icon } from "../ui/Icon";

/** A link within the client. */
export function To({
	href,
	className,
	here,
	children,
}: {
	href: string;
	className?: string;
	/** Whether this page is where it leads. */
	here?: boolean;
	children: React.ReactNode;
}) {
	return (
		<a
			href={hrefOf(href)}
			className={className}
			aria-current={here ? "page" : undefined}
			onClick={(event) => {
				if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
				event.preventDefault();
				go(href);
			}}
		>
			{children}
		</a>
	);
}

/** Who one is, and the way to everything that is one's own. */
export function Who() {
	const me = useMe();
	if (!me || ON_SITE) return null;
	return (
		<To href="/account" className="who">
			<Icon name="person" /> <span className="who-name">{me.name}</span>
			{me.account ? <span className="sr">, your account</span> : <small>guest</small>}
		</To>
	);
}

/** The bar above a page. */
export function PageBar() {
	const at = (path: string) => address().startsWith(path);
	return (
		<header className="page-bar">
			<To href="/" className="brand">
				<img src={fileOf("mark.svg")} alt="" width="32" height="32" />
				<span>Playmat</span>
			</To>
			<nav aria-label="Pages">
				<To href="/learn" here={at("/learn")}>
					Learn
				</To>
				<To href="/decks" here={at("/decks")}>
					Decks
				</To>
				<To href="/workshop" here={at("/workshop")} className="nav-replay">
					Workshop
				</To>
				<To href="/replay" here={at("/replay")} className="nav-replay">
					Replays
				</To>
				<To href="/new" here={at("/new")} className="nav-new">
					New table
				</To>
				<Who />
				<To href="/settings" here={at("/settings")}>
					<Icon name="settings-knobs" /> <span className="nav-word">Settings</span>
				</To>
			</nav>
		</header>
	);
}

/** The frame of a page. */
export function Page({ title, children, wide }: { title: string; children: React.ReactNode; wide?: boolean }) {
	return (
		<div className="page">
			<PageBar />
			<main className={wide ? "page-main wide" : "page-main"}>
				<h1>{title}</h1>
				{children}
			</main>
			<PageFoot />
		</div>
	);
}

/** The line below a page. */
export function PageFoot() {
	return (
		<footer className="page-foot">
			<To href="/cards">All cards</To> <To href="/workshop">Workshop</To> <To href="/replay">Open a replay</To>{" "}
			<To href="/credits">Credits and licences</To>
		</footer>
	);
}

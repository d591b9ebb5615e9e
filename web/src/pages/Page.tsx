// What every page but the table has around it.
import { go } from "../lib/router";
import { useMe } from "../net/me";
import { Icon } from "../ui/Icon";

/** A link within the client. */
export function To({ href, className, children }: { href: string; className?: string; children: React.ReactNode }) {
	return (
		<a
			href={href}
			className={className}
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
	if (!me) return null;
	return (
		<To href="/account" className="who">
			<Icon name="person" /> <span className="who-name">{me.name}</span>
			{me.account ? <span className="sr">, your account</span> : <small>guest</small>}
		</To>
	);
}

/** The frame of a page. */
export function Page({ title, children, wide }: { title: string; children: React.ReactNode; wide?: boolean }) {
	return (
		<div className="page">
			<header className="page-bar">
				<To href="/" className="brand">
					<img src="/mark.svg" alt="" width="32" height="32" />
					<span>Playmat</span>
				</To>
				<nav aria-label="Pages">
					<To href="/learn">Learn</To>
					<To href="/decks">Decks</To>
					<To href="/new" className="nav-new">
						New table
					</To>
					<Who />
					<To href="/settings">
						<Icon name="settings-knobs" /> <span className="nav-word">Settings</span>
					</To>
				</nav>
			</header>
			<main className={wide ? "page-main wide" : "page-main"}>
				<h1>{title}</h1>
				{children}
			</main>
			<footer className="page-foot">
				<To href="/credits">Credits and licences</To>
			</footer>
		</div>
	);
}

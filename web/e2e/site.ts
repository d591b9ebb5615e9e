// The built client as files, without a server of Playmat: a folder of its own for each test, which may change.
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";

const web = join(import.meta.dirname, "..");
const built = process.env.PLAYMAT_DIST ?? join(web, "dist");

/** Whether the client was built with its offline part. */
export const hasModule = existsSync(join(web, "src/pocket/playmat.wasm"));

/** What the server of Playmat allows its pages, so that nothing works here that does not work there. */
const POLICY = (/"default-src[\s\S]*?"/.exec(readFileSync(join(web, "../crates/server/src/http.rs"), "utf8"))?.[0] ?? "")
	.replace(/^"|"$/g, "")
	.replace(/\\\n\s*/g, "");

const KINDS: Record<string, string> = {
	".html": "text/html",
	".js": "text/javascript",
	".css": "text/css",
	".svg": "image/svg+xml",
	".png": "image/png",
	".json": "application/json",
	".webmanifest": "application/manifest+json",
	".wasm": "application/wasm",
	".woff2": "font/woff2",
	".playnet": "application/octet-stream",
};

/** The client as `make site` makes it. */
export const siteFiles = join(web, "../dist/site");

/** A web space with a client on it. */
export class Site {
	/** What was asked for and is not there. */
	readonly missed: string[] = [];
	/** Everything that was asked for. */
	readonly asked: string[] = [];
	private readonly folder = mkdtempSync(join(tmpdir(), "playmat-site-"));
	private readonly server = createServer((request, response) => {
		const { pathname } = new URL(request.url ?? "/", "http://site");
		const file = this.without?.test(pathname) ? undefined : this.fileAt(pathname);
		this.asked.push(pathname);
		if (!file) {
			this.missed.push(pathname);
			response.writeHead(404, { "content-type": "text/html" }).end("nothing here");
			return;
		}
		const headers = { "content-type": KINDS[extname(file)] ?? "application/octet-stream", "cache-control": "no-cache" };
		response.writeHead(200, { ...headers, "content-security-policy": POLICY }).end(readFileSync(file));
	});

	/** What cannot be had. */
	without: RegExp | undefined;

	/** A client that knows its addresses lies at the root and is there for every page; another one is files below a path, and nothing else. */
	constructor(
		files = built,
		private readonly below = "/",
	) {
		if (!POLICY.includes("default-src")) throw new Error("the policy of the server was not found in its source");
		cpSync(files, this.folder, { recursive: true });
	}

	private fileAt(path: string): string | undefined {
		if (!path.startsWith(this.below) || path.startsWith("/api/")) return undefined;
		const name = path.slice(this.below.length);
		const page = this.below === "/" ? !name.includes(".") : name === "";
		const file = join(this.folder, page ? "index.html" : name);
		return existsSync(file) ? file : undefined;
	}

	/** Begins, and says where. */
	async listen(): Promise<string> {
		await new Promise<void>((done) => this.server.listen(0, "127.0.0.1", done));
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${this.below === "/" ? "" : this.below}`;
	}

	/** Another version of the client lies there from now on. */
	update(): void {
		appendFileSync(join(this.folder, "index.html"), "<!-- another version -->\n");
		execFileSync(process.execPath, [join(web, "tools/offline.mjs"), this.folder]);
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((done) => this.server.close(done));
		rmSync(this.folder, { recursive: true, force: true });
	}
}

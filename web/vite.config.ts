import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** While developing, everything below `/api` goes to a server that was started with `playmat serve`. */
const server = process.env.PLAYMAT_SERVER ?? "http://127.0.0.1:7878";

export default defineConfig(({ mode }) => ({
	plugins: [react()],
	worker: { format: "es" },
	// Files for any web space, below any path: `make site`.
	base: mode === "site" ? "./" : "/",
	build: {
		target: "es2022",
		assetsInlineLimit: 0,
		chunkSizeWarningLimit: 900,
		outDir: mode === "site" ? "../dist/site" : "dist",
		emptyOutDir: true,
	},
	// The gallery of pictures reads the files of cards.
	server: { fs: { allow: [".."] }, proxy: { "/api": { target: server, ws: true, changeOrigin: true } } },
	preview: { proxy: { "/api": { target: server, ws: true, changeOrigin: true } } },
}));

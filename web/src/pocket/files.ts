// The files of the offline part, if this client was built with it (`tools/pocket.sh build`): each is loaded when it is wanted.
import { fileOf } from "../lib/router";
import models from "./models.json";

const found = import.meta.glob<string>("./*.wasm", { query: "?url", import: "default", eager: true });

/** The address of the module of the tables; none if there is none. */
export const tablesModule: string | undefined = found["./playmat.wasm"];
/** The address of the module of the workshop's editor. */
export const editorModule: string | undefined = found["./editor.wasm"];
/** The addresses of what learned players have learned, by the games. A worker knows no page that they could be relative to. */
export const modelAddresses: Record<string, string> = Object.fromEntries(
	Object.entries(models).map(([game, file]) => [game, new URL(fileOf(file), window.location.href).href]),
);

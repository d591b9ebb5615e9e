// Where the module is, if this client was built with it (`tools/pocket.sh build`).
const found = import.meta.glob<string>("./playmat.wasm", { query: "?url", import: "default", eager: true });

/** The address of the module; none if there is none. */
const address: string | undefined = found["./playmat.wasm"];
export default address;

// The illustration language: pictures of cards, backs, grounds of tables and signs. All of it is made here from words and numbers.
import "./art.css";

export { Board } from "./Board";
export { CardBack } from "./CardBack";
export type { Facts } from "./compose";
export { Glyph } from "./Glyph";
export { Scene } from "./Scene";
export { sign } from "./signs";
export { TERRAINS, terrain } from "./terrains";

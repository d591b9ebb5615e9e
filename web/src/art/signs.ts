// Words that have a sign: marks, kinds, categories, types, terrains, numbers, zones, actions and events.
import words from "./glyphs.json";

const SIGNS = new Map(Object.values(words).flatMap((group) => Object.entries(group)));

/** The picture of a word, if it has one: `free play` and `free-play` are the same word. */
export const sign = (word: string): string | undefined => SIGNS.get(word.toLowerCase().replace(/\W+/g, "-"));

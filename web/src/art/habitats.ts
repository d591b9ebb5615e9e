// Where a card lives: the colours of its air, the place behind it and what floats before it. Its section gives the habitat; words of its name
// may lead it elsewhere (a polar bear stands on ice) and give its coat (a golden goose is golden).
import type { Luck } from "./luck";
import type { Place } from "./places";

/** What floats in the air. */
export type Motes = "bubble" | "dust" | "feather" | "ember" | "spark" | "snow" | "leaf";

/** A habitat: air from top to bottom, the light, three grounds from far to near, and coats for who lives there. */
export type Habitat = {
	air: readonly [string, string, string];
	light: string;
	far: string;
	mid: string;
	near: string;
	place: Place;
	motes: Motes;
	/** Turns of the hue; the name picks one. */
	moods: readonly number[];
	coats: readonly string[];
};

/** By the section of a card: its category, its type, or its kind. */
export const HOMES: Record<string, Habitat> = {
	fish: {
		air: ["#8fe0ee", "#2e94bf", "#0a3c63"],
		light: "#eafff9",
		far: "#2b86ad",
		mid: "#145f88",
		near: "#052338",
		place: "reef",
		motes: "bubble",
		moods: [0, -24, 26, 44],
		coats: ["#8fd0ea", "#ffb765", "#ff9c8a", "#ffe28a", "#c3b2ff", "#dfe9ee"],
	},
	mammal: {
		air: ["#ffdf9b", "#ef9a4c", "#7e3a24"],
		light: "#fff4cf",
		far: "#c9763c",
		mid: "#8f4a28",
		near: "#2a130b",
		place: "savanna",
		motes: "dust",
		moods: [0, -14, 12, -26],
		coats: ["#e0a462", "#f2c98a", "#d08550", "#e8dcc6", "#c39c78"],
	},
	bird: {
		air: ["#cfe9ff", "#8fc3ee", "#4573ac"],
		light: "#ffffff",
		far: "#c3dff5",
		mid: "#6f9fd0",
		near: "#1d3554",
		place: "cloud",
		motes: "feather",
		moods: [0, -22, 20, 128, 168],
		coats: ["#e8f0fa", "#ffd08a", "#ff9f8a", "#a9d4ff", "#c9b8ff", "#b8e6c8"],
	},
	reptile: {
		air: ["#ffe9a8", "#d9a552", "#6b4420"],
		light: "#fffbd2",
		far: "#bd8a45",
		mid: "#7c5628",
		near: "#241508",
		place: "mesa",
		motes: "dust",
		moods: [0, -8, 10, -16],
		coats: ["#b9cc5e", "#8fce7e", "#e6d37a", "#d9a860", "#7fd0b0"],
	},
	amphibian: {
		air: ["#c9f6d8", "#4eb597", "#0f4a44"],
		light: "#f2ffe6",
		far: "#3d9a80",
		mid: "#1c6b5b",
		near: "#042421",
		place: "swamp",
		motes: "spark",
		moods: [0, -26, 22, 40],
		coats: ["#8fe07e", "#ffd36a", "#ff9a6a", "#7fdccb", "#d6f08a"],
	},
	water: {
		air: ["#a6e6ff", "#3a95d6", "#0e3a74"],
		light: "#f0fdff",
		far: "#2f86c6",
		mid: "#1a5c9c",
		near: "#061f42",
		place: "reef",
		motes: "bubble",
		moods: [0, -22, 24, 40],
		coats: ["#8ccdf4", "#b9f0e6", "#d6c9ff", "#e8f4fa"],
	},
	fire: {
		air: ["#ffe08a", "#f2702a", "#5c1410"],
		light: "#fff6c4",
		far: "#b8391b",
		mid: "#7a1e14",
		near: "#230606",
		place: "volcano",
		motes: "ember",
		moods: [0, -12, 14, -20],
		coats: ["#ff9f4d", "#ffcf6a", "#ff7a55", "#ffe6b0"],
	},
	earth: {
		air: ["#f3deb4", "#b98d58", "#4a3018"],
		light: "#fff3d6",
		far: "#98703f",
		mid: "#6b4a26",
		near: "#21140a",
		place: "cave",
		motes: "dust",
		moods: [0, -12, 16, 30],
		coats: ["#d8b482", "#e9d9b4", "#b9c7a0", "#c9b0a0"],
	},
	nature: {
		air: ["#eefbb4", "#86bf53", "#1f4a1c"],
		light: "#ffffd8",
		far: "#5f9a3c",
		mid: "#356b26",
		near: "#0b230b",
		place: "forest",
		motes: "leaf",
		moods: [0, -20, 24, 44],
		coats: ["#b8e07a", "#f0d890", "#e8b070", "#a0e0b0"],
	},
	electric: {
		air: ["#cfe6ff", "#5d6fd0", "#1a1c52"],
		light: "#fdffd0",
		far: "#4b56a8",
		mid: "#2c3280",
		near: "#0a0c2c",
		place: "storm",
		motes: "spark",
		moods: [0, 20, -22, 36],
		coats: ["#ffe66a", "#8fe6ff", "#fff3b0", "#c8b8ff"],
	},
	light: {
		air: ["#fff6d8", "#f6cf8a", "#b87a6a"],
		light: "#ffffff",
		far: "#fbe3b4",
		mid: "#d9a47e",
		near: "#54302c",
		place: "dawn",
		motes: "spark",
		moods: [0, -16, 14, -34],
		coats: ["#fff3c8", "#ffe08a", "#ffffff", "#ffd0b8"],
	},
	dark: {
		air: ["#8a7bb8", "#43356e", "#120b26"],
		light: "#d8f0d0",
		far: "#3b2f60",
		mid: "#241b42",
		near: "#08040f",
		place: "crypt",
		motes: "spark",
		moods: [0, 24, -30, 60],
		coats: ["#c8b8e8", "#b8d8b0", "#d0d4e0", "#e0a8b8"],
	},
	magic: {
		air: ["#ecd2ff", "#9461d6", "#2b1256"],
		light: "#fff2ff",
		far: "#7446b4",
		mid: "#4c2a88",
		near: "#170731",
		place: "rune",
		motes: "spark",
		moods: [0, 36, -40, 70],
		coats: ["#d3b0ff", "#ffd58a", "#a8e8ff", "#ffe9f4"],
	},
	unit: {
		air: ["#e8eefc", "#8fa3cf", "#38466f"],
		light: "#ffffff",
		far: "#7588b8",
		mid: "#4c5c8c",
		near: "#131a30",
		place: "keep",
		motes: "dust",
		moods: [0, -36, 30, 150, 190],
		coats: ["#c3d0ee", "#ffd596", "#ffab9a", "#b8ecc6", "#d9c2ff"],
	},
	"action-unit": {
		air: ["#ffe7bd", "#c98f4e", "#5a351a"],
		light: "#fff6dc",
		far: "#a26f38",
		mid: "#714a22",
		near: "#22130a",
		place: "keep",
		motes: "ember",
		moods: [0, -10, 10],
		coats: ["#e8bb80", "#ffe0a8"],
	},
	action: {
		air: ["#ffd9a0", "#dd5f3c", "#561524"],
		light: "#fff6d6",
		far: "#a93a30",
		mid: "#752330",
		near: "#24070f",
		place: "burst",
		motes: "ember",
		moods: [0, -18, 20, -50],
		coats: ["#ffc08a", "#ffe08a", "#ffd0e0"],
	},
};

const ICE: Partial<Habitat> = {
	air: ["#e4f4ff", "#a3c8e6", "#47688f"],
	light: "#ffffff",
	far: "#bcd9ee",
	mid: "#7ea4c6",
	near: "#1c3350",
	place: "ice",
	motes: "snow",
	moods: [0, -14, 16, 36],
};
const DEEP: Partial<Habitat> = {
	air: ["#1f6f96", "#0c3a66", "#030f26"],
	light: "#9ff4e6",
	far: "#0e4a74",
	mid: "#082c4e",
	near: "#01070f",
	place: "deep",
	motes: "spark",
	moods: [0, 22, -20],
};
const JUNGLE: Partial<Habitat> = {
	air: ["#eaf7b0", "#6fae5c", "#143a2a"],
	light: "#fdffd8",
	far: "#4d9058",
	mid: "#23603e",
	near: "#041c14",
	place: "jungle",
	motes: "leaf",
	moods: [0, -18, 16],
};
const WOODS: Partial<Habitat> = {
	air: ["#ffe9c0", "#c9a66a", "#3f4a2c"],
	light: "#fffbe0",
	far: "#8f8f58",
	mid: "#55663c",
	near: "#141d10",
	place: "forest",
	motes: "leaf",
	moods: [0, 20, -18, 40],
};
const PEAKS: Partial<Habitat> = {
	air: ["#ffe4d0", "#b9a0c4", "#4a4674"],
	light: "#fff6e6",
	far: "#9a8ab4",
	mid: "#5f5a8a",
	near: "#181a30",
	place: "peaks",
	motes: "dust",
	moods: [0, -26, 30, -50],
};
const NIGHT: Partial<Habitat> = {
	air: ["#6f7fc4", "#36407e", "#0f1434"],
	light: "#f4f2d4",
	far: "#333c74",
	mid: "#20284f",
	near: "#060919",
	place: "night",
	motes: "spark",
	moods: [0, 18, -24],
};
const LAVA: Partial<Habitat> = {
	air: ["#ffd08a", "#d9622e", "#4c1714"],
	light: "#fff0b8",
	far: "#a3391f",
	mid: "#6b2018",
	near: "#1e0706",
	place: "volcano",
	motes: "ember",
	moods: [0, -8, 10],
};
const FARM: Partial<Habitat> = {
	air: ["#d8f2ff", "#a9d8b8", "#4f7c3c"],
	light: "#fffbe0",
	far: "#8fc07a",
	mid: "#5d9648",
	near: "#183010",
	place: "meadow",
	motes: "leaf",
	moods: [0, -14, 14],
};
const SEA: Partial<Habitat> = {
	air: ["#ffe3c4", "#7fc0dc", "#1c5a86"],
	light: "#fffae6",
	far: "#4f9cc2",
	mid: "#2a72a0",
	near: "#08263e",
	place: "sea",
	motes: "feather",
	moods: [0, -14, 16],
};

/** Words of names that lead a card away from home, the first that fits. */
export const HAUNTS: readonly (readonly [string, RegExp, Partial<Habitat>])[] = [
	["fish", /angler|blobfish|ghost|lancet|greenland|oil|abyss|man o' war|black drum|maelstrom/i, DEEP],
	["fish", /narwhal|beluga|harpoon|ship|net\b|fisherman|orca|sailfish|flying/i, SEA],
	["mammal", /arctic|polar|snow|blizzard|reindeer|muskox|qiviut|kodiak|present|sable|salmon/i, ICE],
	["mammal", /tiger|jaguar|leopard|tapir|howler|kangaroo|joey|forest|neocortex/i, JUNGLE],
	["mammal", /wolf|wolves|opossum|black|pitfall|rifle|tranquil/i, NIGHT],
	["mammal", /mountain|takin|cougar|lynx|bobcat|chinchilla/i, PEAKS],
	["mammal", /hart|moose|grizzly|weasel|squirrel|mouse|deer|kit|dhole|curiosity/i, WOODS],
	["mammal", /holstein|milk|rabbit|mole|platypus|pup/i, FARM],
	["mammal", /hippo/i, { place: "swamp", motes: "dust" }],
	["bird", /gyrfalcon|snow|white bellbird/i, ICE],
	["bird", /sea|gull|swan|goose/i, SEA],
	["bird", /owl|raven|wolf|mobbing|black-and-white/i, NIGHT],
	["bird", /quetzal|cockatoo|manakin|violetear|doctor|hoatzin|peacock|kākāpō|harpy|monkey|rainbow|toxic/i, JUNGLE],
	["bird", /jersey|hen|turkey|feed|food|pigeon|shotgun|egg/i, FARM],
	["bird", /woodpecker|robin|sparrow|magpie|mocking|bushtit/i, WOODS],
	["bird", /firehawk|icarus/i, LAVA],
	["bird", /eagle|falcon|hawk/i, PEAKS],
	["reptile", /frost|cold/i, ICE],
	["reptile", /volcano|lava|meteor/i, LAVA],
	["reptile", /python|anaconda|boa|anole|chameleon|leaf|basilisk|gecko|flying|lancehead|constrictor|green/i, JUNGLE],
	["reptile", /alligator|crocodile|caiman|gharial|snapping/i, { ...JUNGLE, place: "swamp" }],
	["reptile", /solomons|coral/i, SEA],
	["reptile", /black|pit|mamba/i, NIGHT],
	["amphibian", /frost|siberian/i, ICE],
	["amphibian", /desert/i, { ...HOMES.reptile }],
	["amphibian", /chernobyl|radiated|phantasmal|ghost/i, NIGHT],
	["amphibian", /flying|mantella|poison|tree|java|monte|panam/i, JUNGLE],
	["amphibian", /mountain|terrain/i, PEAKS],
	["amphibian", /water|giant|lake|hellbender|axolotl/i, { place: "reef", motes: "bubble" }],
	["water", /glacier|rime|ice/i, ICE],
	["water", /abyss|undertow|eel/i, DEEP],
	["water", /heron|monsoon|otter|brook|puddle|drizzle|mist/i, { place: "swamp" }],
	["water", /maelstrom|tide/i, SEA],
	["earth", /mountain|summit|ram|monolith/i, { place: "peaks" }],
	["earth", /dune|faultline|rhino|archivist/i, { place: "mesa" }],
	["earth", /terrace|loam/i, { place: "savanna" }],
	["fire", /phoenix|sunfall|spark/i, { place: "burst" }],
	["nature", /vine|canopy|worldroot|djinn|bramble/i, { place: "jungle" }],
	["light", /chapel|vigil|cantor|page/i, { place: "keep" }],
	["unit", /dragon/i, LAVA],
	["unit", /vampire|ghoul|necromancer|warlock|rogue|mimic/i, NIGHT],
	["unit", /roots|ranger|hunter|scout|archer/i, WOODS],
];

/** Words of names that are colours. */
export const COATS: readonly (readonly [RegExp, string])[] = [
	[/golden|gold\b|dorado|sunshine/i, "#ffcf4a"],
	[/black(?!-and)|raven|magpie|mobbing|woodpecker|mamba|orca|shadow|oil/i, "#6d7a94"],
	[/white|polar|snow|cold|bald|gyrfalcon|beluga|milk|dove|swan|ghost|frost|arctic|seagull/i, "#f4f7fb"],
	[/silver|gr[ae]y|narwhal|hound|wolf|wolves|dolphin|shark|mako/i, "#b4c0cc"],
	[/red\b|red-|tomato|fire|robin|blood|howler/i, "#ff7a5c"],
	[/purple|violet|phantas|octopus/i, "#c08cff"],
	[/blue|doctor|peacock|swift/i, "#6fb4ff"],
	[/green|leaf|leafy|chernobyl|radiated/i, "#8fdc6a"],
	[/pink|axolotl|blobfish|anemone/i, "#ffa0b8"],
	[
		/brown|grizzly|kodiak|moose|bull(frog)?|cane|boar|hog|sable|otter|mole|eagle|hawk|falcon|turkey|sparrow|opossum|meerkat/i,
		"#c48a58",
	],
	[/tiger|clownfish|cheetah|jaguar|lion|lynx|fox|kit\b/i, "#ffae52"],
];

/** Words of names of things in every colour. */
export const RAINBOW = /rainbow|psychedelic|mantis|quetzal|prism/i;
export const RAINBOW_COAT = ["#ff8a8a", "#ffd76a", "#8fe88a", "#6fc8ff", "#c79bff"];

/** What a card of this section and name has around it. */
export function habitat(section: string, name: string): Habitat {
	const home = HOMES[section] ?? HOMES.magic;
	const haunt = HAUNTS.find(([of, words]) => of === section && words.test(name))?.[2];
	return { ...(home as Habitat), ...haunt };
}

/** The colours of a subject, from the light to the dark: one, or all. */
export function coat(home: Habitat, name: string, luck: Luck): readonly string[] {
	const own = luck.pick(home.coats);
	if (RAINBOW.test(name)) return RAINBOW_COAT;
	return [COATS.find(([words]) => words.test(name))?.[1] ?? own];
}

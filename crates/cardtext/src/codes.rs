//! The language's own mistakes: one entry each, with what `explain` says and an example that a test runs.
//!
//! An id never changes its meaning; a new mistake gets the next free one.

use crate::complaint::Code;

/// All codes of the language itself, by their ids. Games add their own with the same type.
pub fn codes() -> &'static [&'static Code] {
    ALL
}

static ALL: &[&Code] = &[
    &UNKNOWN_KIND,
    &MALFORMED_HEADER,
    &BAD_NAME,
    &NAME_CAPITAL,
    &NAME_STATE,
    &DUPLICATE_NAME,
    &UNKNOWN_KEYWORD,
    &DUPLICATE_KEYWORD,
    &KEYWORD_NOT_ALLOWED,
    &KEYWORD_NUMBER,
    &UNKNOWN_SECTION,
    &MISSING_SECTION,
    &UNKNOWN_POOL,
    &UNKNOWN_TRIGGER,
    &TRIGGER_NEEDED,
    &TRIGGER_NOT_ALLOWED,
    &NOT_A_COST,
    &UNKNOWN_VERB,
    &WRONG_REST,
    &UNKNOWN_NOUN,
    &UNKNOWN_CONDITION,
    &BAD_NUMBER,
    &UNKNOWN_CARD,
    &UNMADE_TOKEN,
    &MISSING_STOP,
    &MISSING_COLON,
    &INDENTATION,
    &EITHER_OR,
    &UNCLOSED,
    &UNKNOWN_NOTE,
    &STRAY_TEXT,
    &TOO_DEEP,
    &WHICH,
    &MAY_TWICE,
    &SECOND_ICON,
    &NO_TEXT,
];

pub(crate) static UNKNOWN_KIND: Code = Code {
    id: "C01",
    name: "unknown-kind",
    title: "a line at the margin begins with no kind of card",
    explanation: "A card begins at the margin with its kind, for example `prey`. The first words of this line are no kind of the game, and no section either. The lines below are checked all the same.",
    wrong: "category Fish\n\npray Moonfish 3/2 (2), haste\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2), haste\n",
};

pub(crate) static MALFORMED_HEADER: Code = Code {
    id: "C02",
    name: "malformed-header",
    title: "a card's header does not follow the pattern of its kind",
    explanation: "Each kind has one pattern for its header, such as `prey <a name> <stats> (<a number>)`, behind which keywords follow after commas and pools in brackets. The complaint names the first place that differs.",
    wrong: "category Fish\n\nprey Moonfish 3/2, haste\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2), haste\n",
};

pub(crate) static BAD_NAME: Code = Code {
    id: "C03",
    name: "bad-name",
    title: "a name has a sign that names cannot have",
    explanation: "Names have letters, spaces, apostrophes and hyphens. Digits and signs such as `, # > : @ /` have a meaning in card, deck and scenario files.",
    wrong: "category Fish\n\nprey Moonfish 7 3/2 (2)\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2)\n",
};

pub(crate) static NAME_CAPITAL: Code = Code {
    id: "C04",
    name: "name-capital",
    title: "a name does not begin with a capital letter",
    explanation: "Vocabulary words are written small and names with a capital letter, so that a reader sees at once what is which.",
    wrong: "category Fish\n\nprey kingfish 3/2 (2)\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2)\n",
};

pub(crate) static NAME_STATE: Code = Code {
    id: "C05",
    name: "name-state",
    title: "a name ends in a state word of the scenario format",
    explanation: "Scenario files write states behind names, as in `Moonfish frozen`. A name that ends in such a word could not be told from a shorter name with a state.",
    wrong: "category Fish\n\nprey Fish Frozen 1/1 (1)\n",
    right: "category Fish\n\nprey Frozen Fish 1/1 (1)\n",
};

pub(crate) static DUPLICATE_NAME: Code = Code {
    id: "C06",
    name: "duplicate-name",
    title: "two cards have the same name",
    explanation: "Names are unique among cards and, separately, among tokens. Only a token that is written alike may stand in two files.",
    wrong: "category Fish\n\nprey Moonfish 3/2 (2)\n\nprey Moonfish 1/1 (1)\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2)\n\nprey Queenfish 1/1 (1)\n",
};

pub(crate) static UNKNOWN_KEYWORD: Code = Code {
    id: "C07",
    name: "unknown-keyword",
    title: "a keyword that the game does not have",
    explanation: "Behind the header, and behind verbs such as `gains`, only keywords of the game can stand.",
    wrong: "category Fish\n\nprey Moonfish 3/2 (2), hasty\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2), haste\n",
};

pub(crate) static DUPLICATE_KEYWORD: Code = Code {
    id: "C08",
    name: "duplicate-keyword",
    title: "a card has the same keyword twice",
    explanation: "Having a keyword twice means nothing, so it is a slip.",
    wrong: "category Fish\n\nprey Moonfish 3/2 (2), haste, lure, haste\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2), haste, lure\n",
};

pub(crate) static KEYWORD_NOT_ALLOWED: Code = Code {
    id: "C09",
    name: "keyword-not-allowed",
    title: "a keyword on a kind of card that has none",
    explanation: "Keywords belong to cards that stay on the table. Cards of this kind are used and gone.",
    wrong: "category Fish\n\nspell Fog, haste\n  kill target enemy.\n",
    right: "category Fish\n\nspell Fog\n  kill target enemy.\n",
};

pub(crate) static KEYWORD_NUMBER: Code = Code {
    id: "C10",
    name: "keyword-number",
    title: "a keyword with a number too few or too many",
    explanation: "Some keywords have a number, such as `multi-strike 2`; all others have none.",
    wrong: "category Fish\n\nprey Moonfish 3/2 (2), multi-strike\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2), multi-strike 2\n",
};

pub(crate) static UNKNOWN_SECTION: Code = Code {
    id: "C11",
    name: "unknown-section",
    title: "a section that the game does not have",
    explanation: "A section line holds for all cards below it. Its value must be one of the game's.",
    wrong: "category Fihs\n\nprey Moonfish 3/2 (2)\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2)\n",
};

pub(crate) static MISSING_SECTION: Code = Code {
    id: "C12",
    name: "missing-section",
    title: "a card stands before any section line",
    explanation: "In this game every card belongs to a section. The line that names it stands above the cards of each file.",
    wrong: "prey Moonfish 3/2 (2)\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2)\n",
};

pub(crate) static UNKNOWN_POOL: Code = Code {
    id: "C13",
    name: "unknown-pool",
    title: "a pool that the game does not have",
    explanation: "The brackets behind a header name the pools that the card belongs to. Without brackets it belongs to all.",
    wrong: "category Fish\n\nprey Moonfish 3/2 (2) [coer]\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2) [core]\n",
};

pub(crate) static UNKNOWN_TRIGGER: Code = Code {
    id: "C14",
    name: "unknown-trigger",
    title: "a trigger that the game does not have",
    explanation: "What stands before the colon says when the line happens. It must be a trigger of the game, with costs behind commas where there are any.",
    wrong: "category Fish\n\nprey Moonfish 3/2 (2)\n  on plya: draw 2.\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: draw 2.\n",
};

pub(crate) static TRIGGER_NEEDED: Code = Code {
    id: "C15",
    name: "trigger-needed",
    title: "a line does not say when it happens",
    explanation: "Cards of this kind stay on the table, so each of their lines begins with a trigger and a colon.",
    wrong: "category Fish\n\nprey Moonfish 3/2 (2)\n  draw 2.\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: draw 2.\n",
};

pub(crate) static TRIGGER_NOT_ALLOWED: Code = Code {
    id: "C16",
    name: "trigger-not-allowed",
    title: "a trigger on a kind of card that has none",
    explanation: "Cards of this kind do what they say when they are used. Their lines have no trigger.",
    wrong: "category Fish\n\nspell Fog\n  on play: kill target enemy.\n",
    right: "category Fish\n\nspell Fog\n  kill target enemy.\n",
};

pub(crate) static NOT_A_COST: Code = Code {
    id: "C17",
    name: "not-a-cost",
    title: "a verb before the colon that is no cost",
    explanation: "Behind the trigger, after commas, stand costs: things that are done in order to use the ability. Only some verbs can be costs; all others stand behind the colon.",
    wrong: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play, heal 1: draw 2.\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: heal 1, then draw 2.\n",
};

pub(crate) static UNKNOWN_VERB: Code = Code {
    id: "C18",
    name: "unknown-verb",
    title: "a verb that the game does not have",
    explanation: "Every step of an effect is a verb of the game with its values. No verb begins like this, or nothing of the kind can be said of the one before it.",
    wrong: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: drwa 2.\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: draw 2.\n",
};

pub(crate) static WRONG_REST: Code = Code {
    id: "C19",
    name: "wrong-rest",
    title: "a verb or trigger goes on in a way that is not understood",
    explanation: "The words up to here were understood, the next were not. The complaint lists what is accepted at this place.",
    wrong: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: deal 2 to target enemy.\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: deal 2 damage to target enemy.\n",
};

pub(crate) static UNKNOWN_NOUN: Code = Code {
    id: "C20",
    name: "unknown-noun",
    title: "a noun or adjective that the game does not have",
    explanation: "Who is meant is said by a quantifier, adjectives and a noun of the game: `target close enemy`, `all allies`; some phrases such as `this` stand alone.",
    wrong: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: kill target enmy.\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: kill target enemy.\n",
};

pub(crate) static UNKNOWN_CONDITION: Code = Code {
    id: "C21",
    name: "unknown-condition",
    title: "a condition that the game does not have",
    explanation: "Behind `if` stands a condition of the game, then a comma and what happens if it holds. A game without conditions has no `if`.",
    wrong: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: if yuor hand is empty, draw 2.\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: you may draw 2.\n",
};

pub(crate) static BAD_NUMBER: Code = Code {
    id: "C22",
    name: "bad-number",
    title: "a number that cannot be meant",
    explanation: "Numbers go up to 9999, what is counted goes from 1 to 99 where it is cards on the table, and nothing is made zero times.",
    wrong: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: draw 20000.\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: draw 2.\n",
};

pub(crate) static UNKNOWN_CARD: Code = Code {
    id: "C23",
    name: "unknown-card",
    title: "a card name that no file has",
    explanation: "A card that another one names must stand in one of the files that are read together.",
    wrong: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: add a Tide of Sivler to your hand.\n\ntoken free spell Tide of Silver\n  draw 4.\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: add a Tide of Silver to your hand.\n\ntoken free spell Tide of Silver\n  draw 4.\n",
};

pub(crate) static UNMADE_TOKEN: Code = Code {
    id: "C24",
    name: "unmade-token",
    title: "a token that nobody makes",
    explanation: "Tokens are in no deck: they exist only because some card's ability names them. Where a name is both a card's and a token's, the token is meant.",
    wrong: "category Fish\n\nprey Moonfish 3/2 (2)\n\ntoken prey Minnow 1/1 (1)\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: play a Minnow.\n\ntoken prey Minnow 1/1 (1)\n",
};

pub(crate) static MISSING_STOP: Code = Code {
    id: "C25",
    name: "missing-stop",
    title: "a line does not end in a full stop",
    explanation: "Each ability ends in a full stop.",
    wrong: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: draw 2\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: draw 2.\n",
};

pub(crate) static MISSING_COLON: Code = Code {
    id: "C26",
    name: "missing-colon",
    title: "there is no colon behind a trigger",
    explanation: "A colon stands between the trigger, with its costs, and what happens.",
    wrong: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play draw 2.\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: draw 2.\n",
};

pub(crate) static INDENTATION: Code = Code {
    id: "C27",
    name: "indentation",
    title: "a line stands at the wrong margin",
    explanation: "Sections and headers of cards begin at the margin, the lines of a card are indented below its header.",
    wrong: "category Fish\n\nprey Moonfish 3/2 (2)\non play: draw 2.\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: draw 2.\n",
};

pub(crate) static EITHER_OR: Code = Code {
    id: "C28",
    name: "either-or",
    title: "`either` and `or` do not belong together",
    explanation: "A choice begins with `either` and has two or more parts with `or` between them. To choose between sequences, put each into parentheses.",
    wrong: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: either draw 2.\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: either draw 2 or heal 2.\n",
};

pub(crate) static UNCLOSED: Code = Code {
    id: "C29",
    name: "unclosed",
    title: "a quote, parenthesis or bracket without its partner",
    explanation: "Quotes around an ability, parentheses around a group and brackets around pools come in pairs.",
    wrong: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: this gains \"slain: draw 2.\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: this gains \"slain: draw 2\".\n",
};

pub(crate) static UNKNOWN_NOTE: Code = Code {
    id: "C30",
    name: "unknown-note",
    title: "a note that is neither icon, flavour nor note",
    explanation: "Notes are lines for people: `icon`, `flavour` and `note`, a colon and any text. They do nothing and are not part of the fingerprint.",
    wrong: "category Fish\n\nprey Moonfish 3/2 (2)\n  flavor: fast.\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2)\n  flavour: Fast.\n",
};

pub(crate) static STRAY_TEXT: Code = Code {
    id: "C31",
    name: "stray-text",
    title: "text behind the full stop",
    explanation: "One line is one ability. Steps that follow each other are joined by `, then`; another ability has its own line.",
    wrong: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: draw 2. heal 1.\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: draw 2, then heal 1.\n",
};

pub(crate) static TOO_DEEP: Code = Code {
    id: "C32",
    name: "too-deep",
    title: "nested too deep",
    explanation: "Groups, choices, quotes and descriptions within descriptions may be nested, but not without end.",
    wrong: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: ((((((((((((((((((((((((((((((((((((((((draw 2)))))))))))))))))))))))))))))))))))))))).\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: draw 2.\n",
};

pub(crate) static WHICH: Code = Code {
    id: "C33",
    name: "which",
    title: "a noun does not say which",
    explanation: "A noun needs a word before it that says which are meant: `all enemies`, `target enemy`, `an enemy`; in some games also `2 enemies` and `up to 2 enemies`.",
    wrong: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: kill enemies.\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: kill all enemies.\n",
};

pub(crate) static MAY_TWICE: Code = Code {
    id: "C34",
    name: "may-twice",
    title: "`you may` within `you may`",
    explanation: "What can be declined is declined once. A second `you may` directly behind the first would ask the same again.",
    wrong: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: you may you may draw 2.\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2)\n  on play: you may draw 2.\n",
};

pub(crate) static SECOND_ICON: Code = Code {
    id: "C35",
    name: "second-icon",
    title: "a card has two icons",
    explanation: "A card is shown with one picture, so it has at most one `icon` line. It may have several `flavour` and `note` lines.",
    wrong: "category Fish\n\nprey Moonfish 3/2 (2)\n  icon: angler-fish\n  icon: double-fish\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2)\n  icon: angler-fish\n",
};

pub(crate) static NO_TEXT: Code = Code {
    id: "C36",
    name: "no-text",
    title: "a sign that could not be read",
    explanation: "Card files are saved as UTF-8. What is no UTF-8 in a file cannot be shown and stands as a replacement sign instead.",
    wrong: "category Fish\n\nprey Moonfish 3/2 (2)\n  flavour: Sm\u{fffd}ll.\n",
    right: "category Fish\n\nprey Moonfish 3/2 (2)\n  flavour: Small.\n",
};

//! The language's own mistakes: one entry each, with what `explain` says and an example that a test runs.
//!
//! An id never changes its meaning; a new mistake gets the next free one.

use crate::complaint::Code;
use crate::mistakes;

/// All codes of the language itself, by their ids. Games add their own with the same type.
pub fn codes() -> &'static [&'static Code] {
    ALL
}

mistakes! {
    /// By their ids.
    pub(crate) ALL:
    UNKNOWN_KIND = Code::new("C01", "unknown-kind", "a line at the margin begins with no kind of card")
        .because("A card begins at the margin with its kind, for example `prey`. The first words of this line are no kind of the game, and no section either. The lines below are checked all the same.")
        .wrong("category Fish\n\npray Moonfish 3/2 (2), haste\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2), haste\n");
    MALFORMED_HEADER = Code::new("C02", "malformed-header", "a card's header does not follow the pattern of its kind")
        .because("Each kind has one pattern for its header, such as `prey <a name> <stats> (<a number>)`, behind which keywords follow after commas and pools in brackets. The complaint names the first place that differs.")
        .wrong("category Fish\n\nprey Moonfish 3/2, haste\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2), haste\n");
    BAD_NAME = Code::new("C03", "bad-name", "a name has a sign that names cannot have")
        .because("Names have letters, spaces, apostrophes and hyphens. Digits and signs such as `, # > : @ /` have a meaning in card, deck and scenario files.")
        .wrong("category Fish\n\nprey Moonfish 7 3/2 (2)\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2)\n");
    NAME_CAPITAL = Code::new("C04", "name-capital", "a name does not begin with a capital letter")
        .because("Vocabulary words are written small and names with a capital letter, so that a reader sees at once what is which.")
        .wrong("category Fish\n\nprey kingfish 3/2 (2)\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2)\n");
    NAME_STATE = Code::new("C05", "name-state", "a name ends in a state word of the scenario format")
        .because("Scenario files write states behind names, as in `Moonfish frozen`. A name that ends in such a word could not be told from a shorter name with a state.")
        .wrong("category Fish\n\nprey Fish Frozen 1/1 (1)\n")
        .right("category Fish\n\nprey Frozen Fish 1/1 (1)\n");
    DUPLICATE_NAME = Code::new("C06", "duplicate-name", "two cards have the same name")
        .because("Names are unique among cards and, separately, among tokens. Only a token that is written alike may stand in two files.")
        .wrong("category Fish\n\nprey Moonfish 3/2 (2)\n\nprey Moonfish 1/1 (1)\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2)\n\nprey Queenfish 1/1 (1)\n");
    UNKNOWN_KEYWORD = Code::new("C07", "unknown-keyword", "a keyword that the game does not have")
        .because("Behind the header, and behind verbs such as `gains`, only keywords of the game can stand.")
        .wrong("category Fish\n\nprey Moonfish 3/2 (2), hasty\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2), haste\n");
    DUPLICATE_KEYWORD = Code::new("C08", "duplicate-keyword", "a card has the same keyword twice")
        .because("Having a keyword twice means nothing, so it is a slip.")
        .wrong("category Fish\n\nprey Moonfish 3/2 (2), haste, lure, haste\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2), haste, lure\n");
    KEYWORD_NOT_ALLOWED = Code::new("C09", "keyword-not-allowed", "a keyword on a kind of card that has none")
        .because("Keywords belong to cards that stay on the table. Cards of this kind are used and gone.")
        .wrong("category Fish\n\nspell Fog, haste\n  kill target enemy.\n")
        .right("category Fish\n\nspell Fog\n  kill target enemy.\n");
    KEYWORD_NUMBER = Code::new("C10", "keyword-number", "a keyword with a number too few or too many")
        .because("Some keywords have a number, such as `multi-strike 2`; all others have none.")
        .wrong("category Fish\n\nprey Moonfish 3/2 (2), multi-strike\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2), multi-strike 2\n");
    UNKNOWN_SECTION = Code::new("C11", "unknown-section", "a section that the game does not have")
        .because("A section line holds for all cards below it. Its value must be one of the game's.")
        .wrong("category Fihs\n\nprey Moonfish 3/2 (2)\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2)\n");
    MISSING_SECTION = Code::new("C12", "missing-section", "a card stands before any section line")
        .because("In this game every card belongs to a section. The line that names it stands above the cards of each file.")
        .wrong("prey Moonfish 3/2 (2)\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2)\n");
    UNKNOWN_POOL = Code::new("C13", "unknown-pool", "a pool that the game does not have")
        .because("The brackets behind a header name the pools that the card belongs to. Without brackets it belongs to all.")
        .wrong("category Fish\n\nprey Moonfish 3/2 (2) [coer]\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2) [core]\n");
    UNKNOWN_TRIGGER = Code::new("C14", "unknown-trigger", "a trigger that the game does not have")
        .because("What stands before the colon says when the line happens. It must be a trigger of the game, with costs behind commas where there are any.")
        .wrong("category Fish\n\nprey Moonfish 3/2 (2)\n  on plya: draw 2.\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: draw 2.\n");
    TRIGGER_NEEDED = Code::new("C15", "trigger-needed", "a line does not say when it happens")
        .because("Cards of this kind stay on the table, so each of their lines begins with a trigger and a colon.")
        .wrong("category Fish\n\nprey Moonfish 3/2 (2)\n  draw 2.\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: draw 2.\n");
    TRIGGER_NOT_ALLOWED = Code::new("C16", "trigger-not-allowed", "a trigger on a kind of card that has none")
        .because("Cards of this kind do what they say when they are used. Their lines have no trigger.")
        .wrong("category Fish\n\nspell Fog\n  on play: kill target enemy.\n")
        .right("category Fish\n\nspell Fog\n  kill target enemy.\n");
    NOT_A_COST = Code::new("C17", "not-a-cost", "a verb before the colon that is no cost")
        .because("Behind the trigger, after commas, stand costs: things that are done in order to use the ability. Only some verbs can be costs; all others stand behind the colon.")
        .wrong("category Fish\n\nprey Moonfish 3/2 (2)\n  on play, heal 1: draw 2.\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: heal 1, then draw 2.\n");
    UNKNOWN_VERB = Code::new("C18", "unknown-verb", "a verb that the game does not have")
        .because("Every step of an effect is a verb of the game with its values. No verb begins like this, or nothing of the kind can be said of the one before it.")
        .wrong("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: drwa 2.\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: draw 2.\n");
    WRONG_REST = Code::new("C19", "wrong-rest", "a verb or trigger goes on in a way that is not understood")
        .because("The words up to here were understood, the next were not. The complaint lists what is accepted at this place.")
        .wrong("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: deal 2 to target enemy.\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: deal 2 damage to target enemy.\n");
    UNKNOWN_NOUN = Code::new("C20", "unknown-noun", "a noun or adjective that the game does not have")
        .because("Who is meant is said by a word such as `all` or `a`, adjectives and a noun of the game: `all enemies`, `an enemy`; some phrases such as `this` stand alone. The complaint lists the nouns and adjectives that the game has.")
        .wrong("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: kill target enmy.\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: kill target enemy.\n");
    UNKNOWN_CONDITION = Code::new("C21", "unknown-condition", "a condition that the game does not have")
        .because("Behind `if` stands a condition of the game, then a comma and what happens if it holds. A game without conditions has no `if`.")
        .wrong("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: if yuor hand is empty, draw 2.\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: you may draw 2.\n");
    BAD_NUMBER = Code::new("C22", "bad-number", "a number that cannot be meant")
        .because("Numbers go up to 9999, what is counted goes from 1 to 99 where it is cards on the table, and nothing is made zero times.")
        .wrong("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: draw 20000.\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: draw 2.\n");
    UNKNOWN_CARD = Code::new("C23", "unknown-card", "a card name that no file has")
        .because("A card that another one names must stand in one of the files that are read together.")
        .wrong("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: add a Tide of Sivler to your hand.\n\ntoken free spell Tide of Silver\n  draw 4.\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: add a Tide of Silver to your hand.\n\ntoken free spell Tide of Silver\n  draw 4.\n");
    UNMADE_TOKEN = Code::new("C24", "unmade-token", "a token that nobody makes")
        .because("Tokens are in no deck: they exist only because some card's ability names them. Where a name is both a card's and a token's, the token is meant.")
        .wrong("category Fish\n\nprey Moonfish 3/2 (2)\n\ntoken prey Minnow 1/1 (1)\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: play a Minnow.\n\ntoken prey Minnow 1/1 (1)\n");
    MISSING_STOP = Code::new("C25", "missing-stop", "a line does not end in a full stop")
        .because("Each ability ends in a full stop.")
        .wrong("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: draw 2\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: draw 2.\n");
    MISSING_COLON = Code::new("C26", "missing-colon", "there is no colon behind a trigger")
        .because("A colon stands between the trigger, with its costs, and what happens.")
        .wrong("category Fish\n\nprey Moonfish 3/2 (2)\n  on play draw 2.\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: draw 2.\n");
    INDENTATION = Code::new("C27", "indentation", "a line stands at the wrong margin")
        .because("Sections and headers of cards begin at the margin, the lines of a card are indented below its header.")
        .wrong("category Fish\n\nprey Moonfish 3/2 (2)\non play: draw 2.\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: draw 2.\n");
    EITHER_OR = Code::new("C28", "either-or", "`either` and `or` do not belong together")
        .because("A choice begins with `either` and has two or more parts with `or` between them. To choose between sequences, put each into parentheses.")
        .wrong("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: either draw 2.\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: either draw 2 or heal 2.\n");
    UNCLOSED = Code::new("C29", "unclosed", "a quote, parenthesis or bracket without its partner")
        .because("Quotes around an ability, parentheses around a group and brackets around pools come in pairs.")
        .wrong("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: this gains \"slain: draw 2.\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: this gains \"slain: draw 2\".\n");
    UNKNOWN_NOTE = Code::new("C30", "unknown-note", "a note that is neither icon, flavour nor note")
        .because("Notes are lines for people: `icon`, `flavour` and `note`, a colon and any text. They do nothing and are not part of the fingerprint.")
        .wrong("category Fish\n\nprey Moonfish 3/2 (2)\n  flavor: fast.\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2)\n  flavour: Fast.\n");
    STRAY_TEXT = Code::new("C31", "stray-text", "text behind the full stop")
        .because("One line is one ability. Steps that follow each other are joined by `, then`; another ability has its own line.")
        .wrong("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: draw 2. heal 1.\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: draw 2, then heal 1.\n");
    TOO_DEEP = Code::new("C32", "too-deep", "nested too deep")
        .because("Groups, choices, quotes and descriptions within descriptions may be nested, but not without end.")
        .wrong("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: ((((((((((((((((((((((((((((((((((((((((draw 2)))))))))))))))))))))))))))))))))))))))).\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: draw 2.\n");
    WHICH = Code::new("C33", "which", "a noun does not say which")
        .because("A noun needs a word before it that says which are meant: `all enemies`, `an enemy`; in some games also `target enemy`, `2 enemies` and `up to 2 enemies`.")
        .wrong("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: kill enemies.\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: kill all enemies.\n");
    MAY_TWICE = Code::new("C34", "may-twice", "`you may` within `you may`")
        .because("What can be declined is declined once. A second `you may` directly behind the first would ask the same again.")
        .wrong("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: you may you may draw 2.\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: you may draw 2.\n");
    SECOND_ICON = Code::new("C35", "second-icon", "a card has two icons")
        .because("A card is shown with one picture, so it has at most one `icon` line. It may have several `flavour` and `note` lines.")
        .wrong("category Fish\n\nprey Moonfish 3/2 (2)\n  icon: angler-fish\n  icon: double-fish\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2)\n  icon: angler-fish\n");
    NO_TEXT = Code::new("C36", "no-text", "a sign that could not be read")
        .because("Card files are saved as UTF-8. What is no UTF-8 in a file cannot be shown and stands as a replacement sign instead.")
        .wrong("category Fish\n\nprey Moonfish 3/2 (2)\n  flavour: Sm\u{fffd}ll.\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2)\n  flavour: Small.\n");
    SAID_TWICE = Code::new("C37", "said-twice", "an adjective or a tail stands twice in one phrase")
        .because("What is said of cards is said once: a second time it changes nothing, so that something else was meant or it is a slip.")
        .wrong("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: kill target enemy enemy prey.\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: kill target enemy prey.\n");
    SAME_CHOICE = Code::new("C38", "same-choice", "two options of an `either` are the same")
        .because("A choice between the same and the same is none.")
        .wrong("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: either draw 2 or draw 2.\n")
        .right("category Fish\n\nprey Moonfish 3/2 (2)\n  on play: either draw 2 or heal 2.\n");
}

//! Words: what is said to somebody who writes a word of another game, and whether the words of the rules are explained.

use std::path::Path;

use playmat_cards::CardGame;
use playmat_cardtext::vocabulary::{Foreign, Instead, Part, Vocabulary};
use playmat_cardtext::{Words, explain_word, glossary, instead_of};
use playmat_catalog::{Visitor, visit_all, visit_games};
use playmat_testkit::complaints;

/// Where words of each part stand in a card of a game: `{}` is their place. What is written there otherwise is accepted.
fn places(game: &str) -> Vec<(Part, &'static str)> {
    use Part::{Keyword, Kind, Noun, Rest, Step, Trigger, Verb, Who};
    match game {
        "food-chain" => vec![
            (Kind, "category Fish\n\n{} Probe\n  draw 1.\n"),
            (Kind, "category Fish\n\n{} Probe\n  end of turn: draw 1.\n"),
            (Kind, "category Fish\n\n{} Probe\n  when the rival draws: draw 1.\n"),
            (Keyword, "category Fish\n\nprey Probe 1/1 (1), {}\n"),
            (Trigger, "category Fish\n\nprey Probe 1/1 (1)\n  {}: draw 1.\n"),
            (Trigger, "category Fish\n\npredator Probe 1/1\n  {}: draw 1.\n"),
            (Step, "category Fish\n\nspell Probe\n  {}.\n"),
            (Verb, "category Fish\n\nspell Probe\n  {} target enemy.\n"),
            (Verb, "category Fish\n\nspell Probe\n  {} a carrion.\n"),
            (Verb, "category Fish\n\nspell Probe\n  {} target ally to hand.\n"),
            (Verb, "category Fish\n\nspell Probe\n  {}.\n"),
            (Verb, "category Fish\n\ntrap Probe\n  when the rival plays a card: {} the play.\n"),
            (Who, "category Fish\n\nprey Probe 1/1 (1)\n  on play: deal 1 damage to {}.\n"),
            (Noun, "category Fish\n\nspell Probe\n  kill target {}.\n"),
            (Noun, "category Fish\n\nspell Probe\n  kill all {}.\n"),
            (Noun, "category Fish\n\nspell Probe\n  kill target {} prey.\n"),
            (Noun, "category Fish\n\nspell Probe\n  add a {} to your hand.\n"),
            (Noun, "category Fish\n\nspell Probe\n  kill a {} enemy.\n"),
            (Rest, "category Fish\n\nspell Probe\n  target ally {}.\n"),
            (Rest, "category Fish\n\nspell Probe\n  target ally gains haste {}.\n"),
            (Rest, "category Fish\n\nspell Probe\n  target ally {} haste.\n"),
            (Rest, "category Fish\n\nspell Probe\n  all allies {}.\n"),
            (Rest, "category Fish\n\nspell Probe\n  return target ally {}.\n"),
            (Rest, "category Fish\n\nspell Probe\n  play a creature {}.\n"),
            (Rest, "category Fish\n\nspell Probe\n  target ally {} an Egg.\n\ntoken prey Egg 1/1 (1)\n"),
        ],
        "skirmish" => vec![
            (Kind, "{} Probe 1\n"),
            (Kind, "{} Probe\n  draw 1.\n"),
            (Kind, "{} Probe 1\n\nunit Maker 1\n  deploy: deploy a Probe to an own slot.\n"),
            (Keyword, "unit Probe 1, {}\n"),
            (Trigger, "unit Probe 1\n  {}: draw 1.\n"),
            (Step, "action Probe\n  {}.\n"),
            (Verb, "action Probe\n  {} a unit.\n"),
            (Verb, "action Probe\n  {} a unit to hand.\n"),
            (Verb, "action Probe\n  {} a slot.\n"),
            (Verb, "action Probe\n  {} a dead ally to an own slot.\n"),
            (Who, "unit Probe 1\n  deploy: deal 1 damage to {}.\n"),
            (Who, "unit Probe 1\n  deploy: cleanse {}.\n"),
            (Noun, "unit Probe 1\n  deploy: kill a {}.\n"),
            (Noun, "unit Probe 1\n  deploy: kill all {}.\n"),
            (Noun, "unit Probe 1\n  deploy: kill a {} unit.\n"),
            (Noun, "unit Probe 1\n  deploy: cleanse a {}.\n"),
            (Rest, "action Probe\n  a unit {}.\n"),
            (Rest, "unit Probe 1\n  activate: all allies get +1 {}.\n"),
            (Rest, "action Probe\n  all allies {}.\n"),
            (Rest, "action Probe\n  return a unit {}.\n"),
        ],
        _ => vec![
            (Kind, "{} Probe\n  normal: draw 1.\n  normal: you gain 1 point.\n"),
            (Kind, "{} Probe, fire beast, level 1, 300/200\n  normal: draw 1.\n  normal: you gain 1 point.\n"),
            (Keyword, "creature Probe, fire beast, level 1, 300/200, {}\n  normal: draw 1.\n  normal: you gain 1 point.\n"),
            (Trigger, "creature Probe, fire beast, level 1, 300/200\n  {}: draw 1.\n  normal: you gain 1 point.\n"),
            (Trigger, "creature Probe, fire beast, level 1, 300/200\n  {}: this gains +25/+0.\n  normal: you gain 1 point.\n"),
            (Step, "magic Probe\n  normal: {}.\n  normal: you gain 1 point.\n"),
            (Verb, "magic Probe\n  normal: {} target creature.\n  normal: you gain 1 point.\n"),
            (Verb, "magic Probe\n  normal: {} target creature to hand.\n  normal: you gain 1 point.\n"),
            (Verb, "magic Probe\n  normal: {} a creature in your hand.\n  normal: you gain 1 point.\n"),
            (Verb, "magic Probe\n  counter when an enemy creature attacks: {} the attack.\n  normal: you gain 1 point.\n"),
            (Who, "creature Probe, fire beast, level 1, 300/200\n  normal: untap {}.\n  normal: you gain 1 point.\n"),
            (Who, "creature Probe, fire beast, level 1, 300/200\n  normal: {} gain +25/+0.\n  normal: you gain 1 point.\n"),
            (Who, "magic Probe\n  normal: {} lose 1 point.\n  normal: you gain 1 point.\n"),
            (Noun, "magic Probe\n  normal: destroy target {}.\n  normal: you gain 1 point.\n"),
            (Noun, "magic Probe\n  normal: destroy all {}.\n  normal: you gain 1 point.\n"),
            (Noun, "magic Probe\n  normal: destroy target {} creature.\n  normal: you gain 1 point.\n"),
            (Rest, "magic Probe\n  normal: target creature {}.\n  normal: you gain 1 point.\n"),
            (Rest, "magic Probe\n  normal: all creatures {}.\n  normal: you gain 1 point.\n"),
            (Rest, "magic Probe\n  normal: return target creature {}.\n  normal: you gain 1 point.\n"),
            (Rest, "magic Probe\n  normal: return a card {} to hand.\n  normal: you gain 1 point.\n"),
            (Rest, "magic Probe\n  normal: play a creature {}.\n  normal: you gain 1 point.\n"),
            (Rest, "magic Probe\n  normal: target creature gains +25/+0 {}.\n  normal: you gain 1 point.\n"),
        ],
    }
}

/// What is wrong with the table of foreign words of a game.
#[derive(Clone)]
struct Table;

impl Visitor for Table {
    type Out = Vec<String>;

    fn visit<G: CardGame>(self) -> Vec<String> {
        let places = places(G::NAME);
        // Counts are small, numbers of Strata's creatures go in steps of 25.
        let filled = |place: &str, words: &str, number: &str| place.replace("{}", &words.replace("{number}", number));
        let mut wrong = Vec::new();
        for Foreign { words, instead } in <G::Words as Words>::vocabulary().foreign {
            let said = words.replace("{number}", "25").replace("+ ", "+").replace(" / ", "/");
            let advice = instead_of::<G::Words>(&said).unwrap_or_default();
            let told = |(_, place): &(Part, &str)| {
                let found = complaints::<G>(&filled(place, &said, ""));
                found.iter().any(|(one, _)| one.hint.as_deref() == Some(advice.as_str()))
            };
            if !places.iter().any(told) {
                wrong.push(format!("{}: nobody who writes `{words}` is told: {advice}", G::NAME));
            }
            if let Instead::Write(part, text) = *instead {
                let of_part = || places.iter().filter(|(other, _)| *other == part);
                let accepted =
                    |place: &str| ["2", "25"].iter().any(|number| complaints::<G>(&filled(place, text, number)).is_empty());
                if !of_part().any(|(_, place)| accepted(place)) {
                    let found: Vec<String> = of_part()
                        .flat_map(|(_, place)| complaints::<G>(&filled(place, text, "2")))
                        .map(|(one, _)| format!("\n    {} {}", one.code.id, one.message))
                        .collect();
                    wrong.push(format!("{}: `{text}`, written for `{words}`, is refused{}", G::NAME, found.concat()));
                }
            }
        }
        wrong
    }
}

#[test]
fn who_writes_a_word_of_another_game_is_told_what_to_write_and_that_is_accepted() {
    let wrong: Vec<String> = visit_games(Table).into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The kinds, keywords and one-word triggers and verbs of a game.
#[derive(Clone)]
struct Own;

impl Visitor for Own {
    type Out = (&'static str, Vec<String>);

    fn visit<G: CardGame>(self) -> Self::Out {
        let of_class = |class: &str| {
            let all = glossary::<G::Words>().into_iter().filter(move |entry| entry.class == class);
            all.map(|entry| entry.word).collect::<Vec<_>>()
        };
        let Vocabulary { kinds, .. } = <G::Words as Words>::vocabulary();
        let kinds = kinds.iter().map(|kind| kind.pattern.split('{').next().unwrap_or_default().trim().to_owned());
        let first = |words: String| words.split(' ').next().unwrap_or_default().to_owned();
        let mut words: Vec<String> = kinds.chain(of_class("keyword")).collect();
        words.extend(of_class("trigger").into_iter().filter(|word| !word.contains(' ')));
        words.extend(of_class("verb").into_iter().map(first));
        words
            .retain(|word| !matches!(word.as_str(), "the" | "this" | "cannot" | "become" | "get" | "gain" | "lose" | "resist"));
        (G::NAME, words)
    }
}

/// Which of these words a game neither has nor has anything to say about.
#[derive(Clone)]
struct Lacks<'a>(&'a [(&'static str, Vec<String>)]);

impl Visitor for Lacks<'_> {
    type Out = Vec<String>;

    fn visit<G: CardGame>(self) -> Vec<String> {
        let others = self.0.iter().filter(|(game, _)| *game != G::NAME).flat_map(|(_, words)| words);
        let lacking = others.filter(|word| explain_word::<G::Words>(word).is_none() && instead_of::<G::Words>(word).is_none());
        lacking.map(|word| format!("{}: {word}", G::NAME)).collect()
    }
}

/// Headings of the glossary that do not read as English.
#[derive(Clone)]
struct Broken;

impl Visitor for Broken {
    type Out = Vec<String>;

    fn visit<G: CardGame>(self) -> Vec<String> {
        let breaks = |heading: &str| {
            let ends = ["to", "of", "by", "under", "with", "for", "at", "around", "when"];
            let last = heading.rsplit(' ').next().unwrap_or_default();
            let alone = ["when is ", "when dies", "when attacks", "for at ", ", ,", "(", "<", "{"];
            heading.is_empty() || ends.contains(&last) || alone.iter().any(|words| heading.contains(words))
        };
        let all = glossary::<G::Words>().into_iter();
        all.filter(|entry| breaks(&entry.heading)).map(|entry| format!("{}: {}", G::NAME, entry.heading)).collect()
    }
}

#[test]
fn the_headings_of_the_glossary_are_english() {
    let wrong: Vec<String> = visit_games(Broken).into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_words_of_each_game_are_known_in_the_others() {
    let own = visit_games(Own);
    let mut lacking: Vec<String> = visit_games(Lacks(&own)).into_iter().flatten().collect();
    lacking.sort();
    lacking.dedup();
    assert!(lacking.is_empty(), "{}", lacking.join("\n"));
}

/// The hint for a line of a unit of Skirmish.
fn skirmish(line: &str) -> Vec<String> {
    let found = complaints::<playmat_skirmish::Skirmish>(&format!("unit Probe 1\n  {line}\n"));
    found.into_iter().map(|(one, words)| format!("{} `{words}`: {}", one.code.id, one.hint.unwrap_or_default())).collect()
}

#[test]
fn the_words_of_well_known_games_are_understood_in_skirmish() {
    let rivals = "cards of Skirmish act on units and slots, not on players: write `an enemy` or `all enemies`";
    let healing = "Skirmish has no healing: damage stays for the skirmish; write `gets +2` for more power";
    for (line, told) in [
        ("battlecry: draw 1.", "C14 `battlecry`: write `deploy`".to_owned()),
        ("deploy: draw a card.", "C19 `draw a card`: write `draw 1`".to_owned()),
        ("deploy: draw two cards.", "C19 `draw two cards`: write `draw 2`".to_owned()),
        ("deploy: draw 2 cards.", "C19 `draw 2 cards`: write `draw 2`".to_owned()),
        ("deploy: deal 2 damage to the opponent.", format!("C20 `the opponent`: {rivals}")),
        ("deploy: heal 2.", format!("C18 `heal`: {healing}")),
        ("deploy: this gains +1/+2.", "C18 `gains +1/+2`: write `gets +1`".to_owned()),
        ("deploy: destroy a unit.", "C18 `destroy`: write `kill`".to_owned()),
    ] {
        assert_eq!(skirmish(line), [told], "{line}");
    }
}

/// Words of sections B to E that are no words of the game.
const PLAIN: &str = "a after again against all also an and another any are as asked at b be beats before both both-destroyed but by c \
    card's changes checked comparing count counts creature's d default do does e each either electric else empty equal every \
    everything exactly exceed except fell first fizzles free from go goes h happens has higher if in instead is it its itself keeps \
    last lasts leaves less let like longer lose loses losing lower made may meanwhile must names needs new next no nobody none not \
    nothing now occupy of on once one only onto or order other out own own-start per placed possible prevails public put respect \
    rival rival's same says sees sent settled six so starts stay stays step still stops surfaces switched that the their them then \
    this three time to too top-only towards turned two under unless until up usable use used was what when where while who whole \
    whose with answers";

/// The sections B to E of Strata's rules.
fn sections() -> String {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules/strata.md"))
        .expect("the rules are there");
    let (_, from) = text.split_once("## B. ").expect("there is a section B");
    from.split_once("## F. ").expect("there is a section F").0.to_owned()
}

fn is_known(word: &str) -> bool {
    explain_word::<playmat_strata::words::StrataWords>(word).is_some()
}

/// Whatever is no plain English is explained: so a noun that the rules get later is missed here.
#[test]
fn explain_knows_every_noun_of_the_rules_of_strata() {
    let plain: Vec<&str> = PLAIN.split_whitespace().collect();
    let text = sections().to_lowercase();
    let words = text.split(|c: char| !c.is_ascii_alphabetic() && c != '-' && c != '\'');
    let mut unknown: Vec<&str> = words.map(|word| word.trim_matches(['-', '\''])).filter(|word| !word.is_empty()).collect();
    unknown.retain(|word| !plain.contains(word) && !is_known(word));
    unknown.sort_unstable();
    unknown.dedup();
    assert!(unknown.is_empty(), "{unknown:?}");
}

/// The glossary of each game as the client has it, and the states that cards on its table are shown with.
#[derive(Clone)]
struct States;

impl Visitor for States {
    type Out = Vec<String>;

    fn visit<G: CardGame>(self) -> Vec<String> {
        let known = glossary::<G::Words>();
        let words = G::state_words().iter().map(|(word, _)| *word);
        let unknown =
            words.filter(|word| !known.iter().any(|entry| entry.word == *word || entry.word == word.replace('-', " ")));
        unknown.map(|word| format!("{}: {word}", G::NAME)).collect()
    }
}

/// What a card is marked with is explained beside it: the panel looks for an entry of exactly that word.
#[test]
fn every_state_of_a_card_has_an_entry_of_its_own() {
    let unknown: Vec<String> = visit_all(States).into_iter().flatten().collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

//! From a script to a table: a staged scene, or a match with decks.

use std::sync::Arc;

use playmat_cards::{CardGame, CardInfo, DefId, Event, Reason, Setup, Terms};
use playmat_chance::FastChance;
use playmat_kernel::{BySeat, Listener, Seat, Table};

use crate::error::{Complaints, MOST_COMPLAINTS, ParseError, did_you_mean, short};
use crate::lexicon::{Lexicon, Source};
use crate::plan::{Plan, plan};
use crate::script::{Opening, RawLine, Script};

/// Builds, or keeps, the rule set of an edition with single rulings; or says what is wrong with the terms.
pub type RulesFor<'a, R> = &'a mut dyn FnMut(&Terms) -> Result<Arc<R>, String>;

/// Looks up a ready-made deck by its name: the names of its cards.
pub type Decks<'a> = &'a dyn Fn(&str) -> Option<Vec<String>>;

/// A script's table before its first move.
pub struct Staged<G: CardGame> {
    /// The rules it is played under.
    pub rules: Arc<G::Rules>,
    /// The table.
    pub table: Table<G>,
    /// The state of its chance.
    pub chance: FastChance,
}

/// Sets a script up without playing it: for puzzles, tutorials and bug reports. A script whose decks are to be refused
/// cannot be set up.
pub fn set_up<G: CardGame>(
    rules_for: RulesFor<G::Rules>,
    script: &Script,
    decks: Decks,
    listener: &mut impl Listener<Event>,
) -> Result<Staged<G>, Vec<ParseError>> {
    let rules = find_rules::<G>(rules_for, script)?;
    let plan = plan(&Lexicon::of::<G>(&rules), script)?;
    match begin::<G>(&rules, script, &plan, decks)? {
        Begun::Position(position) => {
            let mut chance = FastChance::new(script.seed);
            let table = Table::<G>::start(&rules, position, &mut chance, listener);
            Ok(Staged { rules, table, chance })
        }
        Begun::Refused(faults) => Err(illegal_decks(script, &plan, &faults)),
    }
}

/// What a script begins with.
pub(crate) enum Begun<P> {
    Position(P),
    /// A deck is not legal; everything that is wrong with each.
    Refused(BySeat<Vec<Reason>>),
}

/// The rules that a script names.
pub(crate) fn find_rules<G: CardGame>(
    rules_for: RulesFor<G::Rules>,
    script: &Script,
) -> Result<Arc<G::Rules>, Vec<ParseError>> {
    if script.game != G::NAME {
        return Err(vec![script.unknown_game(&[G::NAME])]);
    }
    let terms = &script.terms;
    let wrong = |message: String| vec![script.error(&script.game_line, "", message)];
    terms.resolve::<G>().map_err(wrong)?;
    rules_for(terms).map_err(wrong)
}

/// The position that a script begins with.
pub(crate) fn begin<G: CardGame>(
    rules: &G::Rules,
    script: &Script,
    plan: &Plan,
    decks: Decks,
) -> Result<Begun<G::Position>, Vec<ParseError>> {
    let (first, unshuffled) = match script.opening {
        Opening::New { first, unshuffled } => (first, unshuffled),
        Opening::Scene => {
            return match G::stage(rules, &plan.scene) {
                Ok(position) => Ok(Begun::Position(position)),
                Err(wrong) => {
                    let line = script.setup.iter().find(|line| line.line == wrong.line).unwrap_or(&script.game_line);
                    Err(vec![script.error(line, "", wrong.message)])
                }
            };
        }
    };
    let cards = G::cards(rules);
    let mut faults = BySeat::<Vec<Reason>>::default();
    let mut listed = BySeat::<Vec<DefId>>::default();
    for seat in Seat::BOTH {
        let Some((_, text)) = plan.decklists[seat] else { continue };
        let mut unknown = Vec::new();
        for name in names(text, decks) {
            match find_card(cards, &name) {
                Some(def) => listed[seat].push(def),
                None => unknown.push(name),
            }
        }
        faults[seat] = G::deck_faults(rules, &listed[seat]);
        faults[seat].extend(unknown.iter().take(MOST_COMPLAINTS).map(|name| unknown_card(cards, name)));
        faults[seat].extend(unknown.len().checked_sub(MOST_COMPLAINTS + 1).map(|more| more_unknown(more + 1)));
    }
    if faults.iter().any(|(_, faults)| !faults.is_empty()) {
        return Ok(Begun::Refused(faults));
    }
    Ok(Begun::Position(G::open(rules, &Setup { decks: listed, first, unshuffled })))
}

/// The decks are not legal and no line expects that.
pub(crate) fn illegal_decks(script: &Script, plan: &Plan, faults: &BySeat<Vec<Reason>>) -> Vec<ParseError> {
    let mut errors = Complaints::default();
    for (seat, faults) in faults.iter() {
        let Some((line, text)) = plan.decklists[seat] else { continue };
        let source = Source::of(script, line);
        errors.extend(faults.iter().map(|fault| source.error(text, format!("{} ({})", fault.sentence, fault.code))));
    }
    errors.into_errors()
}

/// The line of a player's deck.
pub(crate) fn deck_line<'s>(plan: &Plan<'s>, seat: Seat) -> Option<&'s RawLine> {
    plan.decklists[seat].map(|(line, _)| line)
}

/// The cards behind `decklist`: those of a ready-made deck, or those listed.
fn names(text: &str, decks: Decks) -> Vec<String> {
    let named = if text.contains(',') { None } else { decks(text) };
    named.unwrap_or_else(|| text.split(',').map(|name| name.trim().to_string()).filter(|name| !name.is_empty()).collect())
}

/// The card of a name; where a token has the same name the card is meant.
fn find_card(cards: &[CardInfo], name: &str) -> Option<DefId> {
    let found = cards.iter().enumerate().filter(|(_, card)| card.name == name);
    let found = found.min_by_key(|(_, card)| card.token || card.generated);
    found.and_then(|(at, _)| u16::try_from(at).ok()).map(DefId)
}

fn unknown_card(cards: &[CardInfo], name: &str) -> Reason {
    let hint = did_you_mean(name, cards.iter().map(|card| card.name.as_str()));
    Reason { code: "deck-unknown", cards: Vec::new(), sentence: format!("there is no card or deck `{}`{hint}", short(name)) }
}

fn more_unknown(count: usize) -> Reason {
    let sentence = format!("and {count} more of its cards {} unknown", if count == 1 { "is" } else { "are" });
    Reason { code: "deck-unknown", cards: Vec::new(), sentence }
}

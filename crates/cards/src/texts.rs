//! What a rule set keeps for people: its cards as printed, what each ability says, and how events are told.

use std::collections::BTreeMap;

use playmat_cardtext::ast::{Card, Words};
use playmat_cardtext::{nearest, print_ability, print_effect, print_keyword};
use playmat_kernel::BySeat;

use crate::{CardInfo, DefId, Event, EventKinds, Reason, Ruling, RulingInfo, SeenCard};

/// An ability: its place among all abilities of a rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct AbilityId(pub u16);

/// The texts of a rule set.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// All definitions, sorted by name.
    pub cards: Vec<CardInfo>,
    /// What each ability says.
    pub labels: Vec<String>,
    /// The words of the branches of abilities with `either`.
    pub branches: BTreeMap<AbilityId, Vec<String>>,
}

/// The pieces that the sentence about an event is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Phrases<'a> {
    /// The player it is about.
    pub who: &'a str,
    /// That player's rival.
    pub rival: &'a str,
    /// The first card, `a card` if it is not known or there is none.
    pub card: &'a str,
    /// The other card.
    pub other: Option<&'a str>,
    /// How much or how many; 0 if the event says nothing.
    pub n: i16,
    /// Which keyword, phase or state.
    pub word: &'static str,
}

/// What the players are called where nobody has given them names.
pub const SEAT_NAMES: BySeat<&str> = BySeat::new("Player 1", "Player 2");

impl CardInfo {
    /// A card as its tree describes it. The game adds its numbers, and whether the edition has it.
    pub fn printed<W: Words>(card: &Card<W>, kind: &'static str) -> CardInfo {
        CardInfo {
            name: card.name.clone(),
            kind,
            category: card.section.clone(),
            stats: None,
            keywords: card.keywords.iter().map(print_keyword).collect(),
            text: card.abilities.iter().map(print_ability).collect(),
            token: W::vocabulary().is_token(card.kind),
            generated: false,
            pool: true,
            icon: card.note("icon").map(str::to_owned),
            details: None,
        }
    }
}

impl Texts {
    /// Keeps what the lines of a card say; `first` is the ability of the first line.
    pub fn add_lines<W: Words>(&mut self, card: &Card<W>, first: AbilityId) {
        for (place, line) in card.abilities.iter().enumerate() {
            if let Some(branches) = line.effect.branches() {
                let words = branches.iter().map(print_effect).collect();
                self.branches.insert(AbilityId(first.0 + place as u16), words);
            }
            self.labels.push(format!("{}: {}", card.name, print_ability(line)));
        }
    }

    /// The name of a card.
    pub fn name(&self, id: DefId) -> &str {
        &self.cards[id.0 as usize].name
    }

    /// The names of several, in a list.
    pub fn names(&self, ids: &[DefId]) -> String {
        ids.iter().map(|&id| self.name(id)).collect::<Vec<_>>().join(", ")
    }

    /// A card by its name; where a card and a token share it, the card unless the token is wanted.
    pub fn find(&self, name: &str, token: bool) -> Result<DefId, String> {
        let made = |at: usize| self.cards[at].token || self.cards[at].generated;
        let all = || (0..self.cards.len()).filter(|&at| self.cards[at].name == name);
        let found = all().find(|&at| made(at) == token).or_else(|| all().next());
        found.map(|at| DefId(at as u16)).ok_or_else(|| {
            let near = nearest(name, self.cards.iter().map(|info| info.name.as_str()));
            format!("there is no card `{name}`{}", near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())
        })
    }

    /// The words of a branch, as the card says them; branches are counted from 1.
    pub fn branch(&self, ability: AbilityId, branch: u8) -> String {
        let words = self.branches.get(&ability).and_then(|words| words.get((branch as usize).checked_sub(1)?));
        words.cloned().unwrap_or_default()
    }

    /// The counted parts of the rules: all abilities, then the values of the rulings.
    pub fn parts(&self, ledger: &[RulingInfo]) -> Vec<String> {
        let of_ruling = |ruling: &RulingInfo| {
            let name = ruling.name;
            ruling.values.iter().map(move |(value, _)| format!("ruling {name}={value}"))
        };
        self.labels.iter().cloned().chain(ledger.iter().flat_map(of_ruling)).collect()
    }

    /// The number of a ruling's value among the parts.
    pub fn part_of_ruling<R: Ruling>(&self, ruling: R) -> u32 {
        let before: usize = R::LEDGER[..R::PLACE].iter().map(|ruling| ruling.values.len()).sum();
        (self.labels.len() + before) as u32 + u32::from(ruling.value())
    }

    /// A card in an event.
    pub fn seen(&self, seen: &SeenCard) -> &str {
        seen.def.map_or("a card", |id| self.name(id))
    }

    /// An event in a sentence, in the game's own words or in those that all games share. The cause stands before it.
    pub fn sentence<K: EventKinds>(
        &self,
        event: &Event,
        names: BySeat<&str>,
        own: impl FnOnce(K, Phrases) -> Option<String>,
    ) -> String {
        let phrases = Phrases {
            who: event.seat.map_or("", |seat| names[seat]),
            rival: event.seat.map_or("", |seat| names[seat.rival()]),
            card: event.cards.first().map_or("a card", |seen| self.seen(seen)),
            other: event.cards.get(1).map(|seen| self.seen(seen)),
            n: event.number.unwrap_or(0),
            word: event.word.unwrap_or(""),
        };
        let text =
            K::named(event.what).and_then(|kind| own(kind, phrases)).unwrap_or_else(|| shared_sentence(event.what, phrases));
        match event.cause {
            Some(cause) if event.cards.first().and_then(|seen| seen.def) != Some(cause) => {
                format!("{}: {text}", self.name(cause))
            }
            _ => text,
        }
    }

    /// Why something cannot be done: `sentence` gets the name of the card.
    pub fn reason(&self, card: Option<DefId>, why: impl FnOnce(&str) -> (&'static str, String)) -> Reason {
        let (code, sentence) = why(card.map_or("That", |id| self.name(id)));
        Reason { code, cards: card.into_iter().collect(), sentence }
    }
}

/// The events of every card game.
fn shared_sentence(what: &str, Phrases { who, card, n, .. }: Phrases) -> String {
    match what {
        "turn" => format!("Turn {n}: {who}."),
        "hurt" => format!("{who} loses {n} life."),
        "healed" => format!("{who} gains {n} life."),
        "drawn" => format!("{who} draws {card}."),
        "played" => format!("{who} plays {card}."),
        "discarded" => format!("{who} discards {card}."),
        "returned" => format!("{card} goes to {who}'s hand."),
        "killed" => format!("{card} is killed."),
        "destroyed" => format!("{card} is destroyed."),
        "vanished" => format!("{card} vanishes."),
        what => format!("{what} {card}"),
    }
}

//! Changes of printed numbers: what can be changed on a card, how large a change is, and the rule set after it.

use std::collections::BTreeSet;
use std::sync::Arc;

use playmat_cards::{CardGame, Terms};
use playmat_cardtext::ast::Words;
use playmat_cardtext::{Arg, Card, canonical, print_ability, print_header};
use playmat_catalog::{Cards, Library, Models, Origin, Rules};

/// One step of one printed number, up or down, that makes another legal card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Change {
    /// The card, by its place among the names of the workshop.
    card: usize,
    /// Which of its printed numbers.
    number: usize,
    /// How far.
    by: i32,
    /// Whether the number behind it goes as far the other way, because the rules of making cards hold their sum.
    exchange: bool,
}

/// The cards of a library, to be changed.
pub trait Workshop: Send + Sync {
    /// All single steps on these cards and on what they make, each of which makes a legal card.
    fn steps(&self, names: &BTreeSet<&str>) -> Vec<Change>;
    /// The library with all these changes; none if a number would fall below 0, or the set would be wrong.
    fn library(&self, changes: &[Change]) -> Option<Cards>;
    /// The rule set with all these changes; see [`Workshop::library`].
    fn rules(&self, changes: &[Change]) -> Option<Rules>;
    /// What is printed differently, before and after: the headers and lines of the changed cards.
    fn lines(&self, changes: &[Change]) -> Vec<(String, String)>;
    /// How large changes are: for every changed number how far it moves, as a part of what is printed. From 2 to 3 is half, from 8
    /// to 9 an eighth; a printed 0 counts as 1.
    fn size(&self, changes: &[Change]) -> f64;
    /// The names of the cards that are changed, and of all that make one of them.
    fn concerned(&self, changes: &[Change]) -> BTreeSet<&str>;
    /// `prey NAME 2/1 (1) → prey NAME 2/2 (1)`, all in one line.
    fn describe(&self, changes: &[Change]) -> String {
        if changes.is_empty() {
            return "as printed".to_owned();
        }
        let one = |(before, after): &(String, String)| format!("{before} → {after}");
        self.lines(changes).iter().map(one).collect::<Vec<_>>().join("; ")
    }
}

/// The workshop of one game.
pub(crate) struct WorkshopOf<G: CardGame> {
    /// By file: a token that several files make stands in each of them.
    files: Vec<(String, Vec<Card<G::Words>>)>,
    /// Every name once, with whether it is made by others and never in a deck.
    names: Vec<(String, bool)>,
    terms: Terms,
    models: Arc<Models>,
}

/// How far a single number is moved: the first of these that makes a legal card, in each direction.
const STRIDES: [i32; 11] = [1, 2, 3, 5, 10, 25, 50, 75, 100, 200, 300];
/// A shorter stride is no leap.
const LEAP: i32 = 2;
/// Two numbers whose sum is held exchange a tenth of it, rounded to what is legal.
const EXCHANGED: i32 = 10;

impl<G: CardGame> WorkshopOf<G> {
    /// These cards under these terms.
    pub fn new(library: &Library<G>, terms: Terms) -> Self {
        let files: Vec<(String, Vec<_>)> =
            library.files().map(|(name, cards)| (name.to_owned(), cards.cloned().collect())).collect();
        let made = |card: &Card<G::Words>| G::Words::vocabulary().is_token(card.kind);
        let names: BTreeSet<(String, bool)> =
            files.iter().flat_map(|(_, cards)| cards).map(|card| (card.name.clone(), made(card))).collect();
        WorkshopOf { files, names: names.into_iter().collect(), terms, models: library.models().clone() }
    }

    fn steps_of(&self, card: usize) -> Vec<Change> {
        let numbers = self.card(card).clone().numbers_mut().len();
        let mut all = Vec::new();
        for number in 0..numbers {
            let step = |by: i32| Change { card, number, by, exchange: false };
            let found = [-1, 1]
                .into_iter()
                .flat_map(|way| STRIDES.iter().map(move |stride| step(way * stride)).find(|change| self.checks(*change)));
            all.extend(found);
            // Where much is printed a single step hardly shows: half of it is tried too.
            let printed = self.card(card).clone().numbers_mut()[number].abs();
            let far = STRIDES.iter().rev().find(|stride| **stride >= LEAP && **stride <= printed / 2);
            all.extend(far.into_iter().flat_map(|&stride| [-stride, stride]).map(step).filter(|change| self.checks(*change)));
        }
        // The sum of a pair of the header may be held: then what one loses the other gains.
        let mut first = 0;
        for arg in &self.card(card).header {
            if let Arg::Stats(one, two, _) = arg
                && !all.iter().any(|change: &Change| (first..first + 2).contains(&change.number))
            {
                let exchange = |by: i32| Change { card, number: first, by, exchange: true };
                let smallest = STRIDES.into_iter().find(|&by| self.checks(exchange(by)) || self.checks(exchange(-by)));
                if let Some(smallest) = smallest {
                    let by = ((one + two) / EXCHANGED / smallest).max(1) * smallest;
                    all.extend([-by, by].map(exchange).into_iter().filter(|change| self.checks(*change)));
                }
            }
            first += match arg {
                Arg::Stats(..) => 2,
                Arg::Number(..) => 1,
                _ => 0,
            };
        }
        all
    }

    /// Whether the changed card is legal: as far as the card itself and those it names tell. Whether the whole set is, says
    /// [`Workshop::rules`].
    fn checks(&self, change: Change) -> bool {
        let names = mentioned(self.card(change.card));
        let known: Vec<&Card<G::Words>> =
            (0..self.names.len()).filter(|&at| names.contains(self.names[at].0.as_str())).map(|at| self.card(at)).collect();
        let complaints = |card: &Card<G::Words>| {
            let set: Vec<&Card<G::Words>> =
                known.iter().copied().filter(|other| other.name != card.name).chain([card]).collect();
            G::check(&set).len()
        };
        let mut changed = self.card(change.card).clone();
        apply(&mut changed, &change).is_some() && complaints(&changed) <= complaints(self.card(change.card))
    }

    fn card(&self, place: usize) -> &Card<G::Words> {
        let (name, made) = &self.names[place];
        let is_it = |card: &&Card<G::Words>| card.name == *name && G::Words::vocabulary().is_token(card.kind) == *made;
        self.files.iter().flat_map(|(_, cards)| cards).find(is_it).expect("the names are those of the cards")
    }
}

impl<G: CardGame> Workshop for WorkshopOf<G> {
    fn steps(&self, names: &BTreeSet<&str>) -> Vec<Change> {
        let mut wanted: BTreeSet<usize> = BTreeSet::new();
        let mut open: Vec<usize> =
            (0..self.names.len()).filter(|&at| !self.names[at].1 && names.contains(self.names[at].0.as_str())).collect();
        while let Some(card) = open.pop() {
            if wanted.insert(card) {
                let made = mentioned(self.card(card));
                open.extend((0..self.names.len()).filter(|&at| self.names[at].1 && made.contains(self.names[at].0.as_str())));
            }
        }
        wanted.into_iter().flat_map(|card| self.steps_of(card)).collect()
    }

    fn library(&self, changes: &[Change]) -> Option<Cards> {
        let mut files = self.files.clone();
        for change in changes {
            let (name, made) = &self.names[change.card];
            for card in files.iter_mut().flat_map(|(_, cards)| cards) {
                if card.name == *name && G::Words::vocabulary().is_token(card.kind) == *made {
                    apply(card, change)?;
                }
            }
        }
        Some(Arc::new(Library::<G>::load(&Origin::Texts(texts(&files))).ok()?.sharing(&self.models)))
    }

    fn rules(&self, changes: &[Change]) -> Option<Rules> {
        self.library(changes)?.rules(&self.terms).ok()
    }

    fn lines(&self, changes: &[Change]) -> Vec<(String, String)> {
        let mut found = Vec::new();
        let cards: BTreeSet<usize> = changes.iter().map(|change| change.card).collect();
        for place in cards {
            let before = self.card(place);
            let mut after = before.clone();
            changes.iter().filter(|change| change.card == place).for_each(|change| _ = apply(&mut after, change));
            found.extend(differing(before, &after));
        }
        found
    }

    fn size(&self, changes: &[Change]) -> f64 {
        let cards: BTreeSet<usize> = changes.iter().map(|change| change.card).collect();
        let size = |place: usize| {
            let (mut before, mut after) = (self.card(place).clone(), self.card(place).clone());
            changes.iter().filter(|change| change.card == place).for_each(|change| _ = apply(&mut after, change));
            let moved = before.numbers_mut().into_iter().zip(after.numbers_mut());
            moved.map(|(old, new)| f64::from((*new - *old).abs()) / f64::from(old.abs().max(1))).sum::<f64>()
        };
        cards.into_iter().map(size).sum()
    }

    fn concerned(&self, changes: &[Change]) -> BTreeSet<&str> {
        let mut names: BTreeSet<&str> = changes.iter().map(|change| self.names[change.card].0.as_str()).collect();
        loop {
            let known = names.len();
            for card in self.files.iter().flat_map(|(_, cards)| cards) {
                if mentioned(card).iter().any(|name| names.contains(name)) {
                    names.insert(&card.name);
                }
            }
            if names.len() == known {
                return names;
            }
        }
    }
}

/// Whether one of them takes back what another does.
pub(crate) fn undo(changes: &[Change]) -> bool {
    let same = |a: &Change, b: &Change| (a.card, a.number, a.exchange) == (b.card, b.number, b.exchange);
    changes.iter().any(|one| changes.iter().any(|other| same(one, other) && (one.by < 0) != (other.by < 0)))
}

/// Card files as they are loaded.
pub(crate) fn texts<W: Words>(files: &[(String, Vec<Card<W>>)]) -> Vec<(String, String)> {
    let text = |cards: &[Card<W>]| cards.iter().map(|card| canonical(card) + "\n").collect();
    files.iter().map(|(name, cards)| (name.clone(), text(cards))).collect()
}

/// The names of other cards in the lines of a card.
pub(crate) fn mentioned<W: Words>(card: &Card<W>) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    for ability in &card.abilities {
        ability.each_arg(&mut |arg| {
            if let Arg::Card(name, _) = arg {
                names.insert(name.as_str());
            }
        });
    }
    names
}

/// The lines of a card that are printed differently, before and after. A line below the header is told with the card's name.
pub(crate) fn differing<W: Words>(before: &Card<W>, after: &Card<W>) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let headers = [print_header(before), print_header(after)];
    if headers[0] != headers[1] {
        let [old, new] = headers;
        found.push((old, new));
    }
    let line =
        |card: &Card<W>, place: usize| card.abilities.get(place).map_or_else(|| "no such line".to_owned(), print_ability);
    for place in 0..before.abilities.len().max(after.abilities.len()) {
        let [old, new] = [line(before, place), line(after, place)];
        if old != new {
            found.push((format!("{}: {old}", before.name), new));
        }
    }
    found
}

fn apply<W: Words>(card: &mut Card<W>, change: &Change) -> Option<()> {
    let mut numbers = card.numbers_mut();
    let mut step = |at: usize, by: i32| {
        let number: &mut i32 = numbers.get_mut(at)?;
        let was = *number;
        *number += by;
        // What was not below 0 may not fall below it; a loss (-100) may grow and shrink, and stays one.
        (if was >= 0 { *number >= 0 } else { *number < 0 }).then_some(())
    };
    step(change.number, change.by)?;
    if change.exchange { step(change.number + 1, -change.by) } else { Some(()) }
}

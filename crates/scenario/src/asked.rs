//! A pending question with its options as they are shown, and which of them an answer means.

use playmat_cards::{CardGame, Face, FaceVerb, SceneWord, Spot};
use playmat_kernel::{Decision, Form, Occasion, Options, Seat, Table};

use crate::lexicon::Named;
use crate::moves::Answer;

/// A pending question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Asked {
    pub decision: Decision,
    /// The name of the card that asks.
    pub about: Option<String>,
    pub words: String,
    pub options: Vec<Shown>,
}

/// One option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Shown {
    pub face: Face,
    /// The name of its card; empty without one.
    pub name: String,
    /// Where its card stands, if places were looked up.
    pub place: Option<u8>,
}

/// How an unqualified name is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    /// The likeliest card of that name, or another one that makes the move possible.
    Kind,
    /// The first card of that name in its zone and no other: `cannot` is about that one.
    Strict,
}

impl Asked {
    /// What is asked now; nothing when the match is over. Places are looked up only where somebody wrote `@`.
    pub fn now<G: CardGame>(rules: &G::Rules, table: &Table<G>, places: bool) -> Option<Asked> {
        let decision = table.decision()?;
        let mut options = Options::new();
        table.options(rules, &mut options);
        let position = table.position();
        let cards = G::cards(rules);
        let shown = options.iter().map(|&choice| {
            let mut face = G::face(rules, position, choice);
            if let (None, Some((side, slot)), true) = (&face.card, face.slot, is_face_down(&face.words)) {
                // The player sees a back; whoever writes a scenario knows what lies there.
                face.card = lying::<G>(rules, position, side, slot);
            }
            let name = face.card.as_ref().map(|spot| cards[spot.def.0 as usize].name.clone()).unwrap_or_default();
            let place = match &face.card {
                Some(spot) if places => {
                    let zone = G::inspect(rules, position, spot.side, spot.zone);
                    let mut same = zone.iter().filter(|card| card.def == Some(spot.def));
                    same.nth(usize::from(spot.nth).saturating_sub(1)).and_then(|card| card.place)
                }
                _ => None,
            };
            Shown { face, name, place }
        });
        let options = shown.collect();
        let question = G::question(rules, position);
        let about = question.about.map(|def| cards[def.0 as usize].name.clone());
        Some(Asked { decision, about, words: question.words, options })
    }

    /// Whether it has exactly one answer and is no move of the player's own.
    pub fn forced(&self) -> bool {
        self.options.len() == 1 && self.decision.occasion != Occasion::Move
    }

    /// The options that an answer may mean, the likeliest first.
    pub fn meant(&self, answer: &Answer, reading: Reading) -> Vec<usize> {
        match answer {
            Answer::Card(named) => {
                let meant = self.cards(named, reading, |_| true);
                if meant.is_empty() && self.about.as_ref() == Some(&named.name) { self.verb(FaceVerb::Yes) } else { meant }
            }
            Answer::Move(verb, named) => {
                // `play Hound` is not `play Hound face down`.
                let said = self.exactly(&format!("{verb} {}", named.name));
                let meant = self.cards(named, reading, |face| face.verb == *verb);
                let both: Vec<usize> = meant.iter().copied().filter(|at| said.contains(at)).collect();
                if both.is_empty() { meant } else { both }
            }
            Answer::Player(seat) => self.all(|face| is_player(face, *seat)),
            Answer::Rival => self.all(|face| is_player(face, self.decision.seat.rival())),
            Answer::Slot(side, slot) => self.slots(*side, *slot),
            Answer::Nth(n) => self.nth(*n),
            Answer::Number(n) if self.options.iter().any(|option| option.face.slot.is_some()) => {
                u8::try_from(*n).map(|n| self.slots(self.decision.seat, n)).unwrap_or_default()
            }
            Answer::Number(n) => self.nth(*n),
            Answer::Word(word) => self.word(word),
        }
    }

    /// The options that `use CARD` accepts: a reaction, or what the card offers and its player may decline.
    pub fn usable(&self, named: &Named, reading: Reading) -> Vec<usize> {
        if self.options.iter().any(Shown::declines) {
            self.meant(&Answer::Card(named.clone()), reading)
        } else {
            self.cards(named, reading, |face| face.verb == FaceVerb::Use)
        }
    }

    /// The options about a card that also pass a further test, the likeliest first.
    pub fn cards(&self, named: &Named, reading: Reading, fits: impl Fn(&Face) -> bool) -> Vec<usize> {
        let mut meant: Vec<usize> =
            (0..self.options.len()).filter(|&at| self.options[at].is(named, reading) && fits(&self.options[at].face)).collect();
        meant.sort_by_key(|&at| self.options[at].unlikely(named, self.decision.seat));
        meant
    }

    /// The options with a verb.
    pub fn verb(&self, verb: FaceVerb) -> Vec<usize> {
        self.all(|face| face.verb == verb)
    }

    /// The options that decline: `pass`, else `none`, else `no`, the asked-for verb first.
    pub fn declining(&self, verb: FaceVerb) -> Vec<usize> {
        [verb, FaceVerb::Pass, FaceVerb::None, FaceVerb::No]
            .into_iter()
            .map(|verb| self.verb(verb))
            .find(|meant| !meant.is_empty())
            .unwrap_or_default()
    }

    /// Whether it is asked in words alone: an "either", not a card, player or slot.
    pub fn in_words(&self) -> bool {
        self.options.iter().all(|option| option.face.verb == FaceVerb::Choose && option.has_words_only())
    }

    /// Whether this is the next pick of the question that `before` began.
    pub fn goes_on(&self, before: &Asked) -> bool {
        self.decision == before.decision
            && self.decision.form == Form::SomeOf
            && self.about == before.about
            && self.options.iter().all(|option| {
                // It may become possible to stop only after the first pick: a full field must be made free by eating.
                matches!(option.face.verb, FaceVerb::None | FaceVerb::Pass)
                    || before.options.iter().any(|other| option.same_thing(other))
            })
    }

    /// The option with these words, apart from articles and punctuation.
    pub fn exactly(&self, words: &str) -> Vec<usize> {
        let said = plain(words);
        self.all(|face| plain(&face.words) == said)
    }

    fn all(&self, fits: impl Fn(&Face) -> bool) -> Vec<usize> {
        (0..self.options.len()).filter(|&at| fits(&self.options[at].face)).collect()
    }

    fn slots(&self, side: Seat, slot: u8) -> Vec<usize> {
        self.all(|face| face.slot == Some((side, slot)))
    }

    fn nth(&self, n: usize) -> Vec<usize> {
        n.checked_sub(1).filter(|&at| at < self.options.len()).into_iter().collect()
    }

    fn word(&self, word: &str) -> Vec<usize> {
        let verb = FaceVerb::named(word);
        let found = match verb {
            Some(verb) if verb.declines() => self.declining(verb),
            Some(FaceVerb::Yes) => self.accepting(),
            _ => Vec::new(),
        };
        if !found.is_empty() {
            return found;
        }
        let said = plain(word);
        let exact = self.all(|face| verb == Some(face.verb) || plain(&face.words) == said);
        if !exact.is_empty() {
            return exact;
        }
        let is_effect = |shown: &Shown| shown.effect_words().is_some_and(|words| plain(&words) == said);
        let effects: Vec<usize> = (0..self.options.len()).filter(|&at| is_effect(&self.options[at])).collect();
        if !effects.is_empty() {
            return effects;
        }
        // Files count terrains from 0, although they have names.
        if let Some(terrain) = word.strip_prefix("terrain ").and_then(|number| number.parse().ok()) {
            return self.slots(self.decision.seat, terrain);
        }
        // A part of the words is enough if only one option has it.
        let part = format!(" {} ", word.to_lowercase());
        let parts = self.all(|face| format!(" {} ", spaced(&face.words)).contains(&part));
        if parts.len() == 1 { parts } else { Vec::new() }
    }

    /// `yes`, or the only option that does not decline.
    fn accepting(&self) -> Vec<usize> {
        let yes = self.verb(FaceVerb::Yes);
        if !yes.is_empty() {
            return yes;
        }
        let rest = self.all(|face| !face.verb.declines());
        if rest.len() == 1 && rest.len() < self.options.len() { rest } else { Vec::new() }
    }
}

impl Shown {
    /// Whether it declines.
    pub fn declines(&self) -> bool {
        self.face.verb.declines()
    }

    /// Whether its words say that its card comes face down. The words of an effect say what the effect does.
    pub fn face_down(&self) -> bool {
        self.face.effect.is_none() && is_face_down(&self.face.words)
    }

    /// As a file names the effect that it is about: `effect 2 of Hound`.
    fn effect_words(&self) -> Option<String> {
        self.face.effect.map(|effect| format!("effect {effect} of {}", self.name))
    }

    fn has_words_only(&self) -> bool {
        self.face.card.is_none() && self.face.seat.is_none() && self.face.slot.is_none()
    }

    fn same_thing(&self, other: &Shown) -> bool {
        let zone = |shown: &Shown| shown.face.card.as_ref().map(|spot| (spot.side, spot.zone));
        self.name == other.name
            && zone(self) == zone(other)
            && (self.face.verb, self.face.seat, self.face.slot) == (other.face.verb, other.face.seat, other.face.slot)
    }

    fn is(&self, named: &Named, reading: Reading) -> bool {
        let Some(spot) = &self.face.card else { return false };
        self.name == named.name
            && named.side.is_none_or(|side| spot.side == side)
            && named.zone.as_ref().is_none_or(|zone| spot.zone == zone)
            && named.place.is_none_or(|place| self.place == Some(place))
            && (spot.token || !named.token)
            && match named.nth {
                Some(nth) => spot.nth == nth,
                None => reading == Reading::Kind || named.place.is_some() || spot.nth <= 1,
            }
    }

    /// Lower for cards that are more likely to be meant: what is played comes from the own hand; otherwise the field comes before
    /// piles, and the card before the token of the same name.
    fn unlikely(&self, named: &Named, mover: Seat) -> (bool, u8, bool, u8) {
        let Some(spot) = &self.face.card else { return (true, 0, false, 0) };
        let own = {
            use FaceVerb::{Attack, Flip, Level, Play, Set, Use};
            matches!(self.face.verb, Play | Set | Use | Attack | Level | Flip)
        };
        let zone = match spot.zone {
            "hand" if matches!(self.face.verb, FaceVerb::Play | FaceVerb::Set) => 0,
            "field" => 1,
            "hand" => 2,
            _ => 3,
        };
        (own && spot.side != mover, zone, spot.token && !named.token, spot.nth)
    }
}

fn is_player(face: &Face, seat: Seat) -> bool {
    face.seat == Some(seat) && face.card.is_none() && face.slot.is_none()
}

fn is_face_down(words: &str) -> bool {
    let words = words.to_lowercase();
    words.contains("facedown") || words.contains("face down") || words.contains("face-down")
}

/// The card at a slot, whoever may see it. The slots of a side are numbered row by row.
fn lying<G: CardGame>(rules: &G::Rules, position: &G::Position, side: Seat, slot: u8) -> Option<Spot> {
    let mut rows = G::scene_words().iter().filter(|(_, word)| *word == SceneWord::Places).map(|(zone, _)| *zone);
    let zone = rows.nth(usize::from(slot / G::PLACES.max(1)))?;
    let row = G::inspect(rules, position, side, zone);
    let at = row.iter().position(|card| card.place == Some(slot % G::PLACES.max(1)))?;
    let nth = 1 + row[..at].iter().filter(|card| card.def == row[at].def).count() as u8;
    Some(Spot { def: row[at].def?, side, zone, nth, token: false, handle: row[at].handle })
}

/// Lower-case words with one space between them and nothing else.
fn spaced(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '\'');
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ").to_lowercase()
}

/// A text without articles: the facts of a card say "damage to rival" where its text says "damage to the rival".
fn plain(text: &str) -> String {
    let words = spaced(text);
    words.split(' ').filter(|word| !matches!(*word, "the" | "a" | "an")).collect::<Vec<_>>().join(" ")
}

//! What is shown, as JSON with the names of the cards.

use playmat_cards::{CardInfo, CardView, DefId, Details, Event, Face, Mark, Part, Reason, Seen, Stats, Value, View};
use playmat_kernel::Seat;
use serde::{Deserialize, Serialize};

/// `"p1"` or `"p2"`.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum SeatForm {
    /// Player 1.
    P1,
    /// Player 2.
    P2,
}

/// A card definition.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct CardInfoForm {
    /// Its name.
    pub name: String,
    /// The word of its kind.
    pub kind: String,
    /// Its section.
    pub category: Option<String>,
    /// Its printed numbers.
    pub stats: Option<String>,
    /// Its printed keywords.
    pub keywords: Vec<String>,
    /// Its lines.
    pub text: Vec<String>,
    /// Whether it is a token.
    pub token: bool,
    /// Whether it is generated into a hand.
    pub generated: bool,
    /// What a game prints that sorts its cards by type and level.
    #[serde(flatten)]
    pub details: Option<DetailsForm>,
}

/// What a game prints that sorts its cards by type and level.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct DetailsForm {
    /// `fire`.
    #[serde(rename = "type")]
    pub kind: String,
    /// `beast`, `dragon`.
    pub subtypes: Vec<String>,
    /// The level, if it has one.
    pub level: Option<u8>,
    /// Its lines with their kinds.
    pub effects: Vec<EffectForm>,
}

/// A line of a card with its kind.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct EffectForm {
    /// `normal`.
    pub kind: String,
    /// The whole line.
    pub text: String,
}

/// What one audience sees.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(transparent)]
pub struct ViewForm {
    /// In the game's fixed order.
    pub parts: Vec<PartForm>,
}

/// One part of a view.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct PartForm {
    /// Whose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatForm>,
    /// As scenario files name it.
    pub name: &'static str,
    /// What is seen of it.
    pub value: ValueForm,
}

/// A number, a word or cards.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(untagged)]
pub enum ValueForm {
    /// A number.
    Number(i32),
    /// A word.
    Word(&'static str),
    /// Cards.
    Cards(Vec<CardForm>),
}

/// A card as somebody sees it. Without a name it is only a back.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct CardForm {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handle: Option<u8>,
    pub owner: SeatForm,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub under: Vec<String>,
}

/// An option of a question.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct FaceForm {
    pub verb: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zone: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slot: Option<(SeatForm, u8)>,
    pub words: String,
}

/// Something that happened, as told to one audience.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct EventForm {
    pub what: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatForm>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<SeenForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<i16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub word: Option<&'static str>,
    /// The event in a sentence.
    pub text: String,
}

/// A card in an event.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct SeenForm {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handle: Option<u8>,
}

/// Why something cannot be done.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct ReasonForm {
    pub code: &'static str,
    pub cards: Vec<String>,
    pub sentence: String,
}

impl From<Seat> for SeatForm {
    fn from(seat: Seat) -> Self {
        match seat {
            Seat::One => SeatForm::P1,
            Seat::Two => SeatForm::P2,
        }
    }
}

impl From<SeatForm> for Seat {
    fn from(form: SeatForm) -> Self {
        match form {
            SeatForm::P1 => Seat::One,
            SeatForm::P2 => Seat::Two,
        }
    }
}

impl From<&CardInfo> for CardInfoForm {
    fn from(info: &CardInfo) -> Self {
        CardInfoForm {
            name: info.name.clone(),
            kind: info.kind.to_owned(),
            category: info.category.clone(),
            stats: info.stats.clone(),
            keywords: info.keywords.clone(),
            text: info.text.clone(),
            token: info.token,
            generated: info.generated,
            details: info.details.as_ref().map(DetailsForm::from),
        }
    }
}

impl From<&Details> for DetailsForm {
    fn from(details: &Details) -> Self {
        let effect = |(kind, text): &(&str, String)| EffectForm { kind: (*kind).to_owned(), text: text.clone() };
        DetailsForm {
            kind: details.kind.clone(),
            subtypes: details.subtypes.clone(),
            level: details.level,
            effects: details.effects.iter().map(effect).collect(),
        }
    }
}

impl ViewForm {
    /// With the names of the rule set.
    pub fn of(view: &View, cards: &[CardInfo]) -> Self {
        let part = |part: &Part| PartForm {
            seat: part.seat.map(Into::into),
            name: part.name,
            value: ValueForm::of(&part.value, cards),
        };
        ViewForm { parts: view.parts.iter().map(part).collect() }
    }
}

impl ValueForm {
    fn of(value: &Value, cards: &[CardInfo]) -> Self {
        match value {
            Value::Number(number) => ValueForm::Number(*number),
            Value::Word(word) => ValueForm::Word(word),
            Value::Cards(seen) => ValueForm::Cards(seen.iter().map(|card| CardForm::of(card, cards)).collect()),
        }
    }
}

impl CardForm {
    /// With the names of the rule set.
    pub fn of(card: &CardView, cards: &[CardInfo]) -> Self {
        CardForm {
            card: card.def.map(|def| name(cards, def)),
            handle: card.handle,
            owner: card.owner.into(),
            place: card.place,
            stats: card.stats.map(|stats| match stats {
                Stats::Pair(one, two) => format!("{one}/{two}"),
                Stats::One(one) => one.to_string(),
            }),
            marks: card.marks.iter().map(|mark| mark_text(mark, cards)).collect(),
            under: card.under.iter().map(|&def| name(cards, def)).collect(),
        }
    }
}

impl FaceForm {
    /// With the names of the rule set.
    pub fn of(face: &Face, cards: &[CardInfo]) -> Self {
        FaceForm {
            verb: face.verb,
            card: face.card.as_ref().map(|spot| name(cards, spot.def)),
            zone: face.card.as_ref().map(|spot| spot.zone),
            seat: face.seat.map(Into::into),
            slot: face.slot.map(|(seat, slot)| (seat.into(), slot)),
            words: face.words.clone(),
        }
    }
}

impl EventForm {
    /// With the names of the rule set and the game's sentence for it.
    pub fn of(event: &Event, text: String, cards: &[CardInfo]) -> Self {
        let seen = |seen: &Seen| SeenForm { card: seen.def.map(|def| name(cards, def)), handle: seen.handle };
        EventForm {
            what: event.what,
            cause: event.cause.map(|def| name(cards, def)),
            seat: event.seat.map(Into::into),
            cards: event.cards.iter().map(seen).collect(),
            number: event.number,
            word: event.word,
            text,
        }
    }
}

impl ReasonForm {
    /// With the names of the rule set.
    pub fn of(reason: &Reason, cards: &[CardInfo]) -> Self {
        let names = reason.cards.iter().map(|&def| name(cards, def)).collect();
        ReasonForm { code: reason.code, cards: names, sentence: reason.sentence.clone() }
    }
}

fn name(cards: &[CardInfo], def: DefId) -> String {
    cards.get(def.0 as usize).map_or_else(|| format!("#{}", def.0), |info| info.name.clone())
}

/// As scenario files write it: `cooldown 2`, `equipped Name`.
fn mark_text(mark: &Mark, cards: &[CardInfo]) -> String {
    let number = mark.number.map(|number| format!(" {number}")).unwrap_or_default();
    let card = mark.card.map(|def| format!(" {}", name(cards, def))).unwrap_or_default();
    format!("{}{number}{card}", mark.word)
}

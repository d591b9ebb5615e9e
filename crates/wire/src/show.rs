//! What is shown, as JSON with the names of the cards.

use std::borrow::Cow;

use playmat_cards::{CardInfo, CardView, DefId, Event, Face, Mark, Part, Reason, SeenCard, Spot, Stats, Value, View};
use playmat_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A word of the program itself.
pub type Word = Cow<'static, str>;

/// `"p1"` or `"p2"`.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Seat")]
#[ts(rename = "Seat")]
pub enum SeatForm {
    /// Player 1.
    P1,
    /// Player 2.
    P2,
}

/// A card definition.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[schemars(rename = "CardInfo")]
#[ts(rename = "CardInfo")]
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
    /// The name of its picture, if its file names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub icon: Option<String>,
    /// `fire`; only in games whose cards have types and levels, like the three that follow.
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub type_word: Option<String>,
    /// `beast`, `dragon`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub subtypes: Option<Vec<String>>,
    /// The level, null for a card without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub level: Option<Option<u8>>,
    /// Its lines with their kinds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub effects: Option<Vec<EffectForm>>,
}

/// A line of a card with its kind.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[schemars(rename = "Effect")]
#[ts(rename = "Effect")]
pub struct EffectForm {
    /// `normal`.
    pub kind: String,
    /// The whole line.
    pub text: String,
}

/// What one audience sees.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[schemars(rename = "View")]
#[ts(rename = "View")]
pub struct ViewForm(
    /// In the game's fixed order.
    pub Vec<PartForm>,
);

/// One part of a view.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[schemars(rename = "Part")]
#[ts(rename = "Part", optional_fields)]
pub struct PartForm {
    /// The player it belongs to; missing for a part of the whole table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatForm>,
    /// As scenario files name it.
    #[ts(as = "String")]
    pub name: Word,
    /// What is seen of it.
    pub value: ValueForm,
}

/// A number, a word or cards.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[serde(untagged)]
#[schemars(rename = "PartValue")]
#[ts(rename = "PartValue")]
pub enum ValueForm {
    /// A number.
    Number(i32),
    /// A word.
    Word(#[ts(as = "String")] Word),
    /// Cards.
    Cards(Vec<CardForm>),
}

/// A card as somebody sees it. Without a name it is only a back.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[schemars(rename = "Card")]
#[ts(rename = "Card", optional_fields)]
pub struct CardForm {
    /// Its name, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// What it can be followed by while it is public.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle: Option<u8>,
    /// Whose card it is.
    pub owner: SeatForm,
    /// The place on its side, where places matter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u8>,
    /// Its numbers now: `3/2` or `5`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stats: Option<String>,
    /// The parts that a number is made of, where it has more than one; missing if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<TermForm>>")]
    pub terms: Vec<TermForm>,
    /// State words and keywords; missing if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<MarkForm>>")]
    pub marks: Vec<MarkForm>,
    /// The names of the cards underneath, the lowest first; missing if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>")]
    pub under: Vec<String>,
}

/// A part of a number: `printed` 3, `wounded` -1.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[schemars(rename = "Term")]
#[ts(rename = "Term")]
pub struct TermForm {
    /// What it comes from.
    #[ts(as = "String")]
    pub word: Word,
    /// How much it adds.
    pub number: i16,
}

/// A state word on a card: `frozen`, `cooldown` with a number, `equipped` with a card.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[schemars(rename = "Mark")]
#[ts(rename = "Mark", optional_fields)]
pub struct MarkForm {
    /// The word.
    #[ts(as = "String")]
    pub word: Word,
    /// The number that belongs to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<i16>,
    /// The name of the card that belongs to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
}

/// An option of a question, with everything on the table that it means.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[schemars(rename = "Choice")]
#[ts(rename = "Choice", optional_fields)]
pub struct FaceForm {
    /// The word of the move: `play`, `attack`, `use`, `set`, `next`, `end`, `done`, `choose`, `pass`, `none`, `yes`, `no`.
    #[ts(as = "String")]
    pub verb: Word,
    /// The whole option in words.
    pub words: String,
    /// The name of the card it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// Where that card is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spot: Option<SpotForm>,
    /// The player it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatForm>,
    /// The place it is about: whose side, and which place there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<(SeatForm, u8)>,
    /// Where the move can be aimed, for clients that asked for it in their `hello`: what lies in sight among the answers to the question that comes with it. Missing if none comes, or if it
    /// would tell more than this seat knows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<AimForm>>")]
    pub aims: Vec<AimForm>,
}

/// Something in sight that a move can be aimed at: a card, a player or a place.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[schemars(rename = "Aim")]
#[ts(rename = "Aim", optional_fields)]
pub struct AimForm {
    /// The card `view[part].value[index]`: part and index.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<(u8, u8)>,
    /// The player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatForm>,
    /// The place: whose side, and which place there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<(SeatForm, u8)>,
}

/// Where a card is that an option means.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[schemars(rename = "Spot")]
#[ts(rename = "Spot", optional_fields)]
pub struct SpotForm {
    /// Whose side or pile it is on.
    pub side: SeatForm,
    /// The zone: the name of a part of the view.
    #[ts(as = "String")]
    pub zone: Word,
    /// Which of several cards of the same name in that zone, counted from 1.
    pub nth: u8,
    /// The place of that part in the view, if the view shows the zone's cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<u8>,
    /// The place of the card among the cards of that part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u8>,
}

/// Something that happened, as told to one audience.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[schemars(rename = "Happening")]
#[ts(rename = "Happening", optional_fields)]
pub struct EventForm {
    /// What happened, in one stable word: `drawn`, `damaged`, `entered`.
    #[ts(as = "String")]
    pub what: Word,
    /// The name of the card that caused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
    /// The player it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatForm>,
    /// The cards it is about; missing if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<SeenForm>>")]
    pub cards: Vec<SeenForm>,
    /// How much or how many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<i16>,
    /// Which keyword, phase or state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(as = "Option<String>")]
    pub word: Option<Word>,
    /// To whom it shows its cards. They can be shown again; while a person looks at them for the first time, the match waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown_to: Option<SeatForm>,
    /// The event in a sentence.
    pub text: String,
}

/// A card in an event: known, or only a back.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[schemars(rename = "SeenCard")]
#[ts(rename = "SeenCard", optional_fields)]
pub struct SeenForm {
    /// Its name, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// What it can be followed by, if it is public.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle: Option<u8>,
}

/// Why something cannot be done.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[schemars(rename = "Reason")]
#[ts(rename = "Reason")]
pub struct ReasonForm {
    /// Stable: `field-full`.
    #[ts(as = "String")]
    pub code: Word,
    /// The names of the cards concerned.
    pub cards: Vec<String>,
    /// What is wrong and what would be right.
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
        let details = info.details.as_ref();
        let effect = |(kind, text): &(&str, String)| EffectForm { kind: (*kind).to_owned(), text: text.clone() };
        CardInfoForm {
            name: info.name.clone(),
            kind: info.kind.to_owned(),
            category: info.category.clone(),
            stats: info.stats.clone(),
            keywords: info.keywords.clone(),
            text: info.text.clone(),
            token: info.token,
            generated: info.generated,
            icon: info.icon.clone(),
            type_word: details.map(|details| details.kind.clone()),
            subtypes: details.map(|details| details.subtypes.clone()),
            level: details.map(|details| details.level),
            effects: details.map(|details| details.effects.iter().map(effect).collect()),
        }
    }
}

impl ViewForm {
    /// With the names of the rule set.
    pub fn of(view: &View, cards: &[CardInfo]) -> Self {
        let part = |part: &Part| PartForm {
            seat: part.seat.map(Into::into),
            name: part.name.into(),
            value: ValueForm::of(&part.value, cards),
        };
        ViewForm(view.parts.iter().map(part).collect())
    }
}

impl ValueForm {
    /// With the names of the rule set.
    pub fn of(value: &Value, cards: &[CardInfo]) -> Self {
        match value {
            Value::Number(number) => ValueForm::Number(*number),
            Value::Word(word) => ValueForm::Word((*word).into()),
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
            terms: card.terms.iter().map(|term| TermForm { word: term.word.into(), number: term.number }).collect(),
            marks: card.marks.iter().map(|mark| MarkForm::of(mark, cards)).collect(),
            under: card.under.iter().map(|&def| name(cards, def)).collect(),
        }
    }
}

impl MarkForm {
    fn of(mark: &Mark, cards: &[CardInfo]) -> Self {
        MarkForm { word: mark.word.into(), number: mark.number, card: mark.card.map(|def| name(cards, def)) }
    }
}

impl FaceForm {
    /// With the names of the rule set, and the place of its card in the view of the asked seat.
    pub fn of(face: &Face, view: &View, cards: &[CardInfo]) -> Self {
        FaceForm {
            verb: face.verb.word().into(),
            words: face.words.clone(),
            card: face.card.as_ref().map(|spot| name(cards, spot.def)),
            spot: face.card.as_ref().map(|spot| SpotForm::of(spot, view, cards)),
            seat: face.seat.map(Into::into),
            slot: face.slot.map(|(seat, slot)| (seat.into(), slot)),
            aims: vec![],
        }
    }
}

impl AimForm {
    /// What an option of the next question means on the table before the move. Only public cards are found there: others may have moved.
    pub fn of(face: &Face, view: &View, cards: &[CardInfo]) -> Option<Self> {
        let public = face.card.as_ref().filter(|spot| spot.handle.is_some());
        let card = public.map(|spot| SpotForm::of(spot, view, cards)).and_then(|spot| spot.part.zip(spot.index));
        let seat = face.seat.filter(|_| face.card.is_none()).map(Into::into);
        let slot = face.slot.map(|(seat, slot)| (seat.into(), slot));
        let in_sight = card.is_some() || seat.is_some() || slot.is_some();
        in_sight.then_some(AimForm { card, seat, slot })
    }
}

impl SpotForm {
    /// A public card is found by its handle, any other by its name: the view shows a hidden zone to its owner in the same order.
    fn of(spot: &Spot, view: &View, infos: &[CardInfo]) -> Self {
        let named = |def: DefId| infos.get(def.0 as usize).map(|info| &info.name);
        let part = view.parts.iter().position(|part| part.seat == Some(spot.side) && part.name == spot.zone);
        let cards = part.and_then(|part| match &view.parts[part].value {
            Value::Cards(cards) => Some(cards),
            _ => None,
        });
        let index = cards.and_then(|cards| match spot.handle {
            Some(_) => cards.iter().position(|card| card.handle == spot.handle),
            None => {
                let mut same = cards.iter().enumerate().filter(|(_, card)| card.def.and_then(named) == named(spot.def));
                same.nth(usize::from(spot.nth).saturating_sub(1)).map(|(index, _)| index)
            }
        });
        SpotForm {
            side: spot.side.into(),
            zone: spot.zone.into(),
            nth: spot.nth,
            part: index.and(part).map(|part| part as u8),
            index: index.map(|index| index as u8),
        }
    }
}

impl EventForm {
    /// With the names of the rule set and the game's sentence for it.
    pub fn of(event: &Event, text: String, cards: &[CardInfo]) -> Self {
        let seen = |seen: &SeenCard| SeenForm { card: seen.def.map(|def| name(cards, def)), handle: seen.handle };
        EventForm {
            what: event.what.into(),
            cause: event.cause.map(|def| name(cards, def)),
            seat: event.seat.map(Into::into),
            cards: event.cards.iter().map(seen).collect(),
            number: event.number,
            word: event.word.map(Into::into),
            shown_to: event.shown_to.map(Into::into),
            text,
        }
    }
}

impl ReasonForm {
    /// With the names of the rule set.
    pub fn of(reason: &Reason, cards: &[CardInfo]) -> Self {
        let names = reason.cards.iter().map(|&def| name(cards, def)).collect();
        ReasonForm { code: reason.code.into(), cards: names, sentence: reason.sentence.clone() }
    }
}

pub(crate) fn name(cards: &[CardInfo], def: DefId) -> String {
    cards.get(def.0 as usize).map_or_else(|| format!("#{}", def.0), |info| info.name.clone())
}

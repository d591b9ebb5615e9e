//! Decks for trying a card out: it is in them, and in the opening hand.

use playmat_cards::{CardInfo, DefId, Setup};
use playmat_catalog::Rules;
use playmat_chance::SecureChance;
use playmat_kernel::{BySeat, Chance, Seat};
use playmat_wire::tables::DeckRequest;

use crate::RoomError;
use crate::games::{bad_deck, categories};

/// How often a card is in such a deck, if the rules let it.
const COPIES: usize = 3;

/// A random legal deck that has a card.
pub fn trial_deck(rules: &Rules, card: &str, chance: &mut SecureChance) -> Result<Vec<String>, RoomError> {
    let cards = rules.cards();
    let named = |info: &CardInfo| info.name.eq_ignore_ascii_case(card) && !info.token && !info.generated;
    let place = cards.iter().position(named);
    let place = place.ok_or_else(|| bad_deck(vec![format!("there is no card `{card}` that may be in a deck.")]))?;
    let own = cards[place].category.as_deref();
    let category = own.filter(|category| categories(rules).iter().any(|known| known == category));
    let random = rules.random_deck(category, chance).map_err(|why| bad_deck(vec![why]))?;
    let (wanted, mut deck) = (DefId(place as u16), random.cards().to_vec());
    for at in 0..deck.len() {
        if deck.iter().filter(|def| **def == wanted).count() >= COPIES {
            break;
        }
        let before = std::mem::replace(&mut deck[at], wanted);
        if !rules.deck_faults(&deck).is_empty() {
            deck[at] = before;
        }
    }
    if !deck.contains(&wanted) {
        return Err(bad_deck(vec![format!("no legal deck with `{card}` was found.")]));
    }
    Ok(deck.iter().map(|&def| rules.name(def).to_owned()).collect())
}

/// A card that is tried out lies on top, so that it is drawn at once: the decks are shuffled before the match, not in it. Who tries it
/// begins.
pub fn put_on_top(rules: &Rules, asked: BySeat<&DeckRequest>, setup: &mut Setup, chance: &mut SecureChance) {
    let tried = |seat: Seat| if let DeckRequest::Try { card } = asked[seat] { Some(card) } else { None };
    setup.first = Seat::BOTH.into_iter().find(|seat| tried(*seat).is_some());
    setup.unshuffled = setup.first.is_some();
    if !setup.unshuffled {
        return;
    }
    for seat in Seat::BOTH {
        let deck = &mut setup.decks[seat];
        (1..deck.len()).rev().for_each(|at| deck.swap(at, chance.one_of(at as u32 + 1) as usize));
        let card = tried(seat).and_then(|card| deck.iter().position(|def| rules.name(*def).eq_ignore_ascii_case(card)));
        card.into_iter().for_each(|at| deck.swap(0, at));
    }
}

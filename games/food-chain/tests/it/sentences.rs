//! What the log says, where it was easily said wrong.

use crate::common;

use playmat_cards::prelude::*;
use playmat_cards::{Event, SEAT_NAMES, SeenCard};
use playmat_food_chain::FoodChain;
use playmat_kernel::Seat;

#[test]
fn nothing_is_said_as_a_zero_and_recovering_has_its_own_words() {
    let rules = common::rules("core", &[]);
    let def = rules.texts.find("Orca", false).unwrap();
    let said = |what, number, word: &'static str| {
        let cards = vec![SeenCard { def: Some(def), handle: None }];
        let word = (!word.is_empty()).then_some(word);
        FoodChain::sentence(
            &rules,
            &Event { what, cause: None, seat: Some(Seat::One), cards, number: Some(number), word, shown_to: None },
            SEAT_NAMES,
        )
    };
    assert_eq!(said("healed", 2, ""), "Player 1 heals 2.");
    assert_eq!(said("healed", 0, ""), "Player 1 has full life already.");
    assert_eq!(said("hurt", 0, ""), "Player 1 loses no life.");
    assert_eq!(said("damaged", 3, ""), "Orca takes 3 damage.");
    assert_eq!(said("damaged", 0, ""), "Orca takes no damage.");
    assert_eq!(said("regenerated", 0, ""), "Orca has full health already.");
    assert_eq!(said("recovered", 0, "exhausted"), "Orca recovers.");
    assert_eq!(said("recovered", 0, "frozen"), "Orca thaws.");
}

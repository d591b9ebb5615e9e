//! Handles of a match that makes so many tokens that the numbers go round. No shipped card makes so many, so that these cards are the
//! test's own.

use playmat_cards::prelude::*;
use playmat_cards::{DefId, Event, Setup, Terms};
use playmat_cardtext::{Sources, parse};
use playmat_chance::FastChance;
use playmat_food_chain::FoodChain;
use playmat_food_chain::rules::Rules;
use playmat_food_chain::words::FoodWords;
use playmat_kernel::{Audience, BySeat, Chance, Heard, Options, Seat, Table, Told};
use playmat_testkit as kit;

/// Nobody is ever hurt, and whoever has a Spring plays two tokens every turn: the match goes on to its last turn.
const KINDS: [&str; 3] = [
    "prey Spring {} 0/9 (0), harmless\n  start of turn: kill all other allies.\n  end of turn: play 2 Fry.\n",
    "spell Tide {}\n  return target ally to hand.\n",
    "spell Flood {}\n  draw 1.\n",
];

#[test]
fn no_two_public_cards_have_one_handle_when_the_numbers_go_round() {
    for token_death in ["carrion", "vanish"] {
        let rules = rules(token_death);
        let decks = kit::random_decks::<FoodChain>(&rules);
        let entered = tokens_entered(&rules, decks(0));
        assert!(entered > 255, "{token_death}: only {entered} tokens have entered");
        kit::plays_to_the_end::<FoodChain>(&rules, 0..3, &decks);
        kit::two_worlds::<FoodChain>(&rules, 0..3, &decks);
        kit::views_follow_events::<FoodChain>(&rules, 0..3, &decks);
    }
}

/// How many tokens enter in a random match.
fn tokens_entered(rules: &Rules, decks: BySeat<Vec<DefId>>) -> usize {
    let (mut chance, mut heard, mut options) = (FastChance::new(1), Vec::<Told<Event>>::new(), Options::new());
    let position = FoodChain::open(rules, &Setup { decks, first: Some(Seat::One), unshuffled: false });
    let mut table = Table::<FoodChain>::start(rules, position, &mut chance, &mut heard);
    while table.decision().is_some() {
        table.options(rules, &mut options);
        let choice = options[chance.one_of(options.len() as u32) as usize];
        table.take(rules, choice, &mut chance, &mut heard);
    }
    let is_entry = |event: &Event| event.what == "entered" && event.word == Some("token");
    heard.iter().filter(|told| matches!(told.to(Audience::Public), Heard::Known(event) if is_entry(event))).count()
}

fn rules(token_death: &str) -> Rules {
    let cards = ('A'..='X').zip(KINDS.iter().cycle()).map(|(letter, kind)| kind.replace("{}", &letter.to_string()));
    let text = format!("category Fish\n\ntoken prey Fry 0/1 (0), harmless\n\n{}", cards.collect::<Vec<_>>().join("\n"));
    let sources = Sources::one("own.cards", text);
    let parsed = parse::<FoodWords>(&sources);
    let complaints: Vec<String> = parsed.complaints.iter().map(|complaint| complaint.render(&sources)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let cards: Vec<_> = parsed.cards().collect();
    let rulings = vec![("token_death".into(), token_death.into())];
    FoodChain::build(&cards, &Terms { edition: Some("core".into()), rulings }).unwrap()
}

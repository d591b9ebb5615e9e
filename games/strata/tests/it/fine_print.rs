//! ST I with cards of its own: what no shipped card says. The scenarios of shipped cards are in `scenarios/strata`.

use std::sync::Arc;

use playmat_cards::prelude::*;
use playmat_cardtext::{Sources, parse};
use playmat_kernel::Silence;
use playmat_scenario::{Verdict, parse_file, run};
use playmat_strata::Strata;
use playmat_strata::words::StrataWords;

const CARDS: &str = include_str!("fine-print.cards");
const SCENARIOS: &str = include_str!("fine-print.scn");

#[test]
fn the_second_part_of_the_fine_print_holds() {
    let sources = Sources::one("fine-print.cards", CARDS);
    let parsed = parse::<StrataWords>(&sources);
    let cards: Vec<_> = parsed.cards().collect();
    let complaints = parsed.complaints.iter().cloned().chain(Strata::check(&cards));
    let complaints: Vec<String> = complaints.map(|complaint| complaint.render(&sources)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let scripts = parse_file("fine-print.scn", SCENARIOS).unwrap();
    assert!(scripts.len() > 40, "{}", scripts.len());
    for script in &scripts {
        let mut rules = |terms: &_| Strata::build(&cards, terms).map(Arc::new);
        let verdict = run::<Strata>(&mut rules, script, &|_| None, &mut Silence);
        assert_eq!(verdict, Verdict::Passed, "{} (line {})", script.name, script.line);
    }
}

//! SK Power, as it is shown: the terms of a power are its sum, and what was told explains every one of them.

use crate::common;

use std::collections::BTreeMap;

use playmat_cards::prelude::*;
use playmat_cards::{CardView, Event, Setup, Stats, Value};
use playmat_chance::FastChance;
use playmat_kernel::{Audience, BySeat, Chance, Heard, Options, Seat, Table, Told};
use playmat_skirmish::Skirmish;
use playmat_skirmish::rules::Rules;

#[test]
fn the_terms_of_a_power_are_its_sum_and_were_told() {
    let rules = common::rules(&[]);
    let mut seen = BTreeMap::<&str, u32>::new();
    for seed in 0..400 {
        let mut chance = FastChance::new(seed);
        let decks = BySeat::from_fn(|_| Skirmish::random_deck(&rules, None, &mut chance));
        let setup = Setup { decks, first: None, unshuffled: false };
        let mut log: Vec<Told<Event>> = Vec::new();
        let mut table = Table::<Skirmish>::start(&rules, Skirmish::open(&rules, &setup), &mut chance, &mut log);
        let mut ledger = Ledger::default();
        let mut options = Options::new();
        while table.outcome().is_none() {
            log.drain(..).for_each(|told| ledger.hear(&told));
            check(&rules, &table, &ledger, &mut seen);
            table.options(&rules, &mut options);
            let pick = chance.one_of(options.len() as u32) as usize;
            table.take(&rules, options[pick], &mut chance, &mut log);
        }
    }
    for word in ["printed", "gained", "damage", "slot"] {
        assert!(seen.get(word).is_some_and(|&times| times > 100), "{word} was hardly ever seen: {seen:?}");
    }
}

fn check(rules: &Rules, table: &Table<Skirmish>, ledger: &Ledger, seen: &mut BTreeMap<&'static str, u32>) {
    let view = Skirmish::view(rules, table.position(), Audience::Public);
    for seat in Seat::BOTH {
        let Some(Value::Cards(units)) = view.part(Some(seat), "field") else { panic!("there is no field") };
        for unit in units {
            let Some(Stats::One(power)) = unit.stats else { panic!("a unit without a power") };
            let printed = &Skirmish::cards(rules)[unit.def.unwrap().0 as usize].stats;
            if unit.terms.is_empty() {
                assert_eq!(Some(power.to_string()), *printed, "as printed");
                continue;
            }
            assert_eq!(unit.terms.iter().map(|term| term.number).sum::<i16>(), power, "{:?}", unit.terms);
            assert_eq!(Some(unit.terms[0].number.to_string()), *printed);
            unit.terms.iter().for_each(|term| *seen.entry(term.word).or_default() += 1);
            ledger.explains(seat, unit);
        }
    }
}

/// What everybody was told of units and slots.
#[derive(Default)]
struct Ledger {
    /// By handle: gained, and dealt damage; no gain once it became as strong as another, for that is told as a power.
    units: BTreeMap<u8, (Option<i16>, i16)>,
    slots: BTreeMap<(Seat, String), i16>,
}

impl Ledger {
    fn hear(&mut self, told: &Told<Event>) {
        let (Heard::Known(event) | Heard::Veiled(event)) = told.to(Audience::Public) else { return };
        let handle = event.cards.first().and_then(|card| card.handle);
        let number = event.number.unwrap_or(0);
        let slot = |word: String| event.seat.map(|seat| (seat, word));
        match (event.what, handle) {
            ("entered", Some(handle)) => _ = self.units.insert(handle, (Some(0), 0)),
            ("gained", Some(handle)) => self.gain(handle, |gain| gain.map(|gain| gain + number)),
            ("matched", Some(handle)) => self.gain(handle, |_| None),
            ("damaged", Some(handle)) => self.units.entry(handle).or_default().1 += number,
            ("modified", _) => {
                let at = slot(event.word.unwrap_or_default().to_owned()).expect("a slot is somebody's");
                *self.slots.entry(at).or_default() += number;
            }
            ("cleansed", handle) => {
                self.slots.remove(&slot(number.to_string()).expect("a slot is somebody's"));
                if let Some(handle) = handle {
                    self.gain(handle, |_| Some(0));
                }
            }
            ("cleaned", _) => self.slots.clear(),
            _ => {}
        }
    }

    fn gain(&mut self, handle: u8, change: impl Fn(Option<i16>) -> Option<i16>) {
        let gain = &mut self.units.entry(handle).or_default().0;
        *gain = change(*gain);
    }

    fn explains(&self, seat: Seat, unit: &CardView) {
        let term = |word| unit.terms.iter().find(|term| term.word == word).map_or(0, |term| term.number);
        let (gained, damage) = self.units[&unit.handle.expect("who stands on the field can be followed")];
        assert_eq!(gained.unwrap_or(term("gained")), term("gained"), "{unit:?}");
        assert_eq!(-damage, term("damage"), "{unit:?}");
        let place = unit.place.expect("a unit stands somewhere").to_string();
        assert_eq!(self.slots.get(&(seat, place)).copied().unwrap_or(0), term("slot"), "{unit:?}");
    }
}

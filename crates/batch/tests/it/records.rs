//! Every match can be taken out as a record that verifies.

use crate::for_all_games;

for_all_games!(records_verify, decks_come_from_the_supply);

mod of {
    use playmat_batch::{Account, DeckSupply, Opponent, Plan, Supplied};
    use playmat_bots::BotSpec;
    use playmat_cards::{CardGame, Encode};
    use playmat_catalog::{RuleSet, shipped_decks};
    use playmat_chance::{FastChance, Seed};
    use playmat_kernel::{BySeat, Entry, Seat};
    use playmat_replay::{RunningMatch, Trust, opening, verify};

    use crate::common::batch;

    fn played<G: CardGame>(rules: &std::sync::Arc<RuleSet<G>>, account: &Account) -> RunningMatch<G> {
        let players = BySeat::from_fn(|seat: Seat| seat.tag().to_owned());
        let opening = opening(&**rules, account.setup.clone(), Seed::Number(account.seed), players);
        let mut record = opening.record(rules.fingerprint);
        record.entries.extend(account.answers.iter().map(|&pick| Entry::Answer(pick)));
        RunningMatch::replay(rules.clone(), record).expect("the answers are possible")
    }

    pub fn records_verify<G: CardGame + Encode>() {
        let opponent = Some(Opponent { bot: BotSpec::Greedy, seat: Some(Seat::Two) });
        for plan in [Plan::new(6, 1), Plan { opponent, threads: 2, ..Plan::new(6, 1) }] {
            let (mut batch, mut arrays) = batch::<G>(plan).unwrap();
            let mut chance = FastChance::new(4);
            for _ in 0..400 {
                let actions = arrays.actions(&mut chance);
                batch.step(&actions, arrays.out()).unwrap();
            }
            let mut finished = 0;
            for place in 0..6 {
                let now = batch.account(place).unwrap();
                let running = played(batch.rules(), now);
                assert_eq!((running.outcome(), now.seed), (None, arrays.seed[place]));
                let asked = running.table().decision().expect("it runs").seat;
                assert_eq!((asked.bit(), running.options().len() as i32), (arrays.seat[place], arrays.count[place]));
                if let Some(before) = batch.finished(place).unwrap() {
                    let ended = played(batch.rules(), before);
                    assert!(ended.outcome().is_some() && ended.outcome() == before.outcome);
                    let found = verify(batch.rules(), ended.record(), &Trust::default());
                    assert!(found.holds, "{:?}", found.checks);
                    finished += 1;
                }
            }
            assert!(finished > 2, "{finished} matches ended");
        }
    }

    pub fn decks_come_from_the_supply<G: CardGame + Encode>() {
        let rules = crate::common::rules::<G>();
        let ready = DeckSupply::ready(&*rules).unwrap();
        let lists = shipped_decks(G::NAME);
        let decks: Vec<_> = lists.iter().filter_map(|list| list.legal::<G>(&rules.rules).ok()).collect();
        let two = [(Supplied::Deck(decks[0].clone()), 3.0), (Supplied::Deck(decks[1].clone()), 1.0)];
        let weighted = DeckSupply::weighted(two.to_vec()).unwrap();
        let plan = Plan { decks: BySeat::new(ready, weighted), ..Plan::new(400, 6) };
        let (batch, _) = batch::<G>(plan).unwrap();
        let (mut first, mut named) = (0, 0);
        for place in 0..400 {
            let brought = &batch.account(place).unwrap().setup.decks;
            assert!(decks.iter().any(|deck| deck.cards() == brought[Seat::One]));
            first += u32::from(brought[Seat::Two] == decks[0].cards());
            named += u32::from([&decks[0], &decks[1]].iter().any(|deck| deck.cards() == brought[Seat::Two]));
        }
        assert!(named == 400 && (260..340).contains(&first), "{first} of {named}");
        for wrong in [vec![], vec![(Supplied::Random(None), -1.0)], vec![(Supplied::Random(None), 0.0)]] {
            assert!(DeckSupply::weighted(wrong).is_err());
        }
    }
}

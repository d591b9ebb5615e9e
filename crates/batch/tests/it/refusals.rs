//! What cannot be done is refused with a sentence, and changes nothing.

use crate::for_all_games;

for_all_games!(refused_actions_change_nothing, wrong_plans_and_arrays_are_refused);

mod of {
    use playmat_batch::{Batch, BatchError, Plan};
    use playmat_cards::{CardGame, Encode};
    use playmat_chance::FastChance;

    use crate::common::{batch, rules};

    pub fn refused_actions_change_nothing<G: CardGame + Encode>() {
        for threads in [1, 2] {
            let (mut batch, mut arrays) = batch::<G>(Plan { threads, ..Plan::new(5, 1) }).unwrap();
            let mut chance = FastChance::new(9);
            let right = arrays.actions(&mut chance);
            let before: Vec<_> = (0..5).map(|place| batch.account(place).unwrap().clone()).collect();
            let written = arrays.clone();
            for bad in [-1, arrays.count[3], i32::MAX, i32::MIN] {
                let mut actions = right.clone();
                actions[3] = bad;
                let count = arrays.count[3] as usize;
                let refused = batch.step(&actions, arrays.out()).unwrap_err();
                assert_eq!(refused, BatchError::Action { game_match: 3, action: bad, count });
                assert!(refused.to_string().contains(&format!("from 0 to {}", count - 1)), "{refused}");
            }
            let refused = batch.step(&right[1..], arrays.out()).unwrap_err();
            assert_eq!(refused, BatchError::Actions { given: 4, matches: 5 });
            let after: Vec<_> = (0..5).map(|place| batch.account(place).unwrap().clone()).collect();
            assert_eq!((after, written), (before, arrays.clone()));
            batch.step(&right, arrays.out()).unwrap();
        }
    }

    pub fn wrong_plans_and_arrays_are_refused<G: CardGame + Encode>() {
        let plans = [Plan::new(0, 1), Plan { threads: 0, ..Plan::new(1, 1) }, Plan { threads: 100_000, ..Plan::new(1, 1) }];
        for plan in plans {
            assert!(matches!(Batch::<G>::new(rules(), plan), Err(BatchError::Plan(_))));
        }
        let (batch, mut arrays) = batch::<G>(Plan::new(2, 1)).unwrap();
        arrays.mask.pop();
        let refused = batch.observe(arrays.out()).unwrap_err();
        assert!(matches!(refused, BatchError::Array { name: "mask", .. }), "{refused}");
        assert!(matches!(batch.account(2), Err(BatchError::Match { game_match: 2, matches: 2 })));
    }
}

//! The same seed, the same matches, on any number of threads and alone.

use crate::for_all_games;

for_all_games!(threads_change_nothing, a_match_is_the_same_in_any_batch, rewards_sum_to_zero, written_rows_are_the_options);

mod of {
    use playmat_batch::{Opponent, Plan, match_seed};
    use playmat_bots::BotSpec;
    use playmat_cards::{CardGame, Encode};
    use playmat_chance::FastChance;

    use crate::common::{Arrays, batch};

    pub fn threads_change_nothing<G: CardGame + Encode>() {
        for opponent in [None, Some(Opponent { bot: BotSpec::Greedy, seat: None })] {
            let plan = Plan { opponent, ..Plan::new(70, 5) };
            let (mut alone, mut arrays) = batch::<G>(plan.clone()).unwrap();
            let (mut shared, mut others) = batch::<G>(Plan { threads: 3, ..plan }).unwrap();
            let mut chance = FastChance::new(1);
            for _ in 0..60 {
                let actions = arrays.actions(&mut chance);
                alone.step(&actions, arrays.out()).unwrap();
                shared.step(&actions, others.out()).unwrap();
                assert_eq!(arrays, others);
            }
        }
    }

    pub fn a_match_is_the_same_in_any_batch<G: CardGame + Encode>() {
        let (large, many) = batch::<G>(Plan::new(9, 3)).unwrap();
        let (small, few) = batch::<G>(Plan::new(4, 3)).unwrap();
        assert_eq!(many.seed[..4], few.seed[..]);
        for place in 0..4 {
            assert_eq!(large.account(place), small.account(place));
            assert_eq!(many.seed[place], match_seed(3, place as u64, 0));
        }
        assert_ne!(many.seed[0], batch::<G>(Plan::new(1, 4)).unwrap().1.seed[0]);
    }

    pub fn rewards_sum_to_zero<G: CardGame + Encode>() {
        let (mut batch, mut arrays) = batch::<G>(Plan::new(32, 8)).unwrap();
        let mut chance = FastChance::new(2);
        let (mut ended, mut won) = (0, 0);
        for _ in 0..800 {
            let actions = arrays.actions(&mut chance);
            batch.step(&actions, arrays.out()).unwrap();
            for (reward, &done) in arrays.reward.chunks(2).zip(&arrays.done) {
                assert_eq!(reward[0] + reward[1], 0.0);
                assert!(done == 1 || reward == [0.0, 0.0]);
                ended += u32::from(done);
                won += u32::from(reward[0] != 0.0);
            }
        }
        assert!(ended > 50 && won > ended / 2, "{won} of {ended} matches were won");
    }

    /// Arrays that are used again hold what new ones would.
    pub fn written_rows_are_the_options<G: CardGame + Encode>() {
        let (mut batch, mut arrays) = batch::<G>(Plan::new(8, 2)).unwrap();
        let mut chance = FastChance::new(3);
        for _ in 0..200 {
            let actions = arrays.actions(&mut chance);
            batch.step(&actions, arrays.out()).unwrap();
            let mut fresh = Arrays::of::<G>(8);
            batch.observe(fresh.out()).unwrap();
            assert_eq!((&fresh.options, &fresh.mask), (&arrays.options, &arrays.mask));
            assert_eq!((&fresh.observations, &fresh.count), (&arrays.observations, &arrays.count));
            let rows = fresh.mask.len() / 8;
            for (mask, &count) in fresh.mask.chunks(rows).zip(&fresh.count) {
                assert!(count >= 2 && mask.iter().map(|&one| i32::from(one)).sum::<i32>() == count);
            }
        }
    }
}

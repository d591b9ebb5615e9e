//! What a batch writes for a seat is the same in every world that this seat cannot tell from the real one.

use crate::for_all_games;

for_all_games!(two_worlds_are_written_alike, a_bot_plays_its_own_seat);

mod of {
    use playmat_batch::{Batch, Opponent, Plan};
    use playmat_bots::BotSpec;
    use playmat_cards::{CardGame, Encode};
    use playmat_chance::{FastChance, Seed};
    use playmat_kernel::{Options, Seat, Silence, Table};

    use crate::common::batch;

    pub fn two_worlds_are_written_alike<G: CardGame + Encode>() {
        let (mut batch, mut arrays) = batch::<G>(Plan::new(16, 7)).unwrap();
        let rules = batch.rules().rules.clone();
        let sizes = Batch::<G>::SIZES;
        let mut chance = FastChance::new(6);
        let mut compared = 0;
        for _ in 0..120 {
            let actions = arrays.actions(&mut chance);
            batch.step(&actions, arrays.out()).unwrap();
            for place in 0..batch.len() {
                // The account leads to the table; another world is imagined from what the asked seat knows.
                let account = batch.account(place).unwrap();
                let mut luck = Seed::Number(account.seed).chance();
                let mut table = Table::<G>::start(&rules, G::open(&rules, &account.setup), &mut luck, &mut Silence);
                for &pick in &account.answers {
                    let seat = table.decision().expect("it runs").seat;
                    table.answer(&rules, seat, pick.into(), &mut luck, &mut Silence).expect("it was answered so");
                }
                let decision = table.decision().expect("it runs");
                let world = G::imagine(&rules, table.position(), decision.seat, &mut chance);
                let world = Table::<G>::start(&rules, world, &mut chance, &mut Silence);
                let mut options = Options::new();
                world.options(&rules, &mut options);
                let mut seen = vec![0; sizes.observation];
                G::encode(&rules, world.position(), world.decision().expect("it runs"), &mut seen);
                assert_eq!(seen, arrays.observations[place * sizes.observation..][..sizes.observation], "{}", G::NAME);
                let rows = &arrays.options[place * sizes.rows * sizes.columns..][..sizes.rows * sizes.columns];
                assert_eq!(options.len() as i32, arrays.count[place]);
                for (&choice, row) in options.iter().zip(rows.chunks(sizes.columns)) {
                    let mut written = vec![0; sizes.columns];
                    G::encode_option(&rules, world.position(), decision, choice, &mut written);
                    assert_eq!(written, row, "{}", G::NAME);
                }
                compared += 1;
            }
        }
        assert_eq!(compared, 120 * 16);
    }

    /// The learner is asked only in its own seat, and the bot in the other: it gets the observation of that seat and no table.
    pub fn a_bot_plays_its_own_seat<G: CardGame + Encode>() {
        for seat in [Some(Seat::One), Some(Seat::Two), None] {
            let opponent = Some(Opponent { bot: BotSpec::Random, seat });
            let (mut batch, mut arrays) = batch::<G>(Plan { opponent, ..Plan::new(8, 5) }).unwrap();
            let mut chance = FastChance::new(7);
            let mut sat = [false; 2];
            for _ in 0..300 {
                let actions = arrays.actions(&mut chance);
                batch.step(&actions, arrays.out()).unwrap();
                for place in 0..8 {
                    let bot = batch.account(place).unwrap().bot.expect("a bot plays");
                    assert!(seat.is_none_or(|seat| seat == bot));
                    assert_eq!(arrays.seat[place], bot.rival().bit());
                    sat[usize::from(bot.bit())] = true;
                }
            }
            assert_eq!(sat, seat.map_or([true; 2], |seat| [seat == Seat::One, seat == Seat::Two]));
        }
    }
}

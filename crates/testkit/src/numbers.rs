//! What a layout says of its columns holds of every number that is written, and no two cards look alike.

use std::collections::BTreeMap;
use std::ops::Range;

use playmat_cards::{Block, CardGame, CardInfo, DefId, Encode, Holds};
use playmat_kernel::{BySeat, Options, Silence};

use crate::play::Match;

/// Plays random games and looks at every number of every question and definition: each is one that its column may hold.
pub fn numbers_are_of_their_kinds<G: CardGame + Encode>(
    rules: &G::Rules,
    seeds: Range<u64>,
    decks: impl Fn(u64) -> BySeat<Vec<DefId>>,
) {
    let layout = G::LAYOUT;
    // The largest or smallest number that does not fit, by block and column.
    let mut wrong: BTreeMap<(&str, &str), i16> = BTreeMap::new();
    let mut check = |block: &Block, row: &[i16]| {
        for (column, &number) in
            block.columns.iter().zip(row).filter(|(column, number)| !fits::<G>(rules, column.holds, **number))
        {
            let worst = wrong.entry((block.name, column.name)).or_insert(number);
            *worst = if number < 0 { number.min(*worst) } else { number.max(*worst) };
        }
    };
    let mut out = vec![0; layout.len()];
    let mut row = vec![0; layout.options.columns.len()];
    let mut options = Options::new();
    for seed in seeds {
        let mut game = Match::<G>::open(rules, decks(seed), seed, &mut Silence);
        while let Some(decision) = game.table.decision() {
            G::encode(rules, game.table.position(), decision, &mut out);
            for (from, block) in layout.blocks() {
                out[from..from + block.len()].chunks_exact(block.columns.len()).for_each(|row| check(block, row));
            }
            game.table.options(rules, &mut options);
            for &choice in options.iter() {
                G::encode_option(rules, game.table.position(), decision, choice, &mut row);
                check(&layout.options, &row);
            }
            let pick = game.any_of(options.len());
            game.answer(pick, &mut Silence);
        }
    }
    let mut row = vec![0; layout.definitions.columns.len()];
    for def in 0..G::cards(rules).len() {
        G::encode_definition(rules, DefId(def as u16), &mut row);
        check(&layout.definitions, &row);
    }
    assert!(wrong.is_empty(), "columns hold other numbers than they say: {wrong:?}");
    for span in layout.pointed {
        let held = layout.observation.get(span.block).is_some_and(|block| span.from + span.rows <= block.rows);
        assert!(held, "{span:?} points to no rows");
    }
}

/// The features of definitions tell all cards apart, so that whoever plays by them alone knows every card: those that look alike say
/// the same.
pub fn definitions_differ<G: CardGame + Encode>(rules: &G::Rules) {
    let mut seen: BTreeMap<Vec<i16>, &CardInfo> = BTreeMap::new();
    for (def, info) in G::cards(rules).iter().enumerate() {
        let mut row = vec![0; G::LAYOUT.definitions.columns.len()];
        G::encode_definition(rules, DefId(def as u16), &mut row);
        let other = seen.entry(row).or_insert(info);
        let named =
            CardInfo { name: other.name.clone(), icon: other.icon.clone(), category: other.category.clone(), ..info.clone() };
        assert_eq!(&&named, other, "{} looks like {}", info.name, other.name);
    }
}

fn fits<G: CardGame + Encode>(rules: &G::Rules, holds: Holds, number: i16) -> bool {
    let until = |most: usize| usize::try_from(number).is_ok_and(|number| number <= most);
    match holds {
        Holds::Number(_) | Holds::Label => true,
        Holds::Flag => until(1),
        Holds::Category(values) => until(usize::from(values) - 1),
        Holds::Bits(bits) => u32::from(number as u16) < 1 << bits,
        Holds::Card => until(G::cards(rules).len()),
        Holds::Row(others) => number >= -i16::from(others) && number <= G::LAYOUT.pointed_rows() as i16,
        Holds::Count => number >= 0,
    }
}

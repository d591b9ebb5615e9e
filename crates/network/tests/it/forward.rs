//! The forward pass is what the document says, whatever else is judged with it.

use playmat_cards::CardGame;
use playmat_catalog::{Visitor, visit_games};
use playmat_network::{Dims, Scratch, Sheet, digest};
use playmat_testkit::networks::{SMALL, body};
use playmat_testkit::seed;

use crate::common::{questions, rules};
use crate::reference::Reference;

/// Odd sizes: nothing may depend on powers of two.
const ODD: Dims = Dims { card: 5, card_hidden: 7, row: 9, wide: 11, trunk: 13, inner: 17, blocks: 3, option: 19, value: 3 };

#[derive(Clone)]
struct AsWritten(u64);

impl Visitor for AsWritten {
    type Out = ();

    fn visit<G: CardGame>(self) {
        for (dims, seed) in [(SMALL, self.0), (ODD, self.0 + 1), (Dims { blocks: 0, ..SMALL }, self.0 + 2)] {
            let set = rules::<G>(&dims, seed);
            let model = set.model().expect("it fits");
            let encoder = G::encoder().expect("the game has numbers");
            let layout = encoder.layout();
            let reference = Reference::new(layout, dims, &body(&dims.layers(layout).expect("it is possible"), seed));
            let columns = layout.definitions.columns.len();
            let mut definitions = vec![0; columns * G::cards(&set.rules).len()];
            encoder.definitions(&set.rules, &mut definitions);
            let definitions: Vec<Vec<i16>> = definitions.chunks(columns).map(<[i16]>::to_vec).collect();
            let cards = reference.embeddings(&definitions);
            let ours: Vec<i64> = model.cards().embeddings().iter().map(|&number| number.into()).collect();
            assert_eq!(ours, cards.concat(), "{}: embeddings", G::NAME);
            let (mut scratch, mut apart) = (Scratch::default(), 0);
            for mut sheet in questions(&set, model, 40, seed) {
                model.judge(&mut [&mut sheet], &mut scratch);
                let (value, scores) = reference.judge(&cards, sheet.observation(), sheet.options());
                let ours: Vec<i64> = sheet.scores().iter().map(|&score| score.into()).collect();
                assert_eq!((i64::from(sheet.value()), ours), (value, scores), "{}, seed {seed}", G::NAME);
                apart += usize::from(sheet.scores().iter().any(|&score| score != sheet.scores()[0]));
            }
            assert!(apart > 30, "{}: only {apart} of 40 questions have options that are told apart", G::NAME);
        }
    }
}

#[test]
fn a_question_is_judged_as_the_document_says() {
    visit_games(AsWritten(seed("networks as the document says") % 1000));
}

#[derive(Clone)]
struct Together(u64);

impl Visitor for Together {
    type Out = ();

    fn visit<G: CardGame>(self) {
        let set = rules::<G>(&SMALL, self.0);
        let model = set.model().expect("it fits");
        let mut alone = questions(&set, model, 150, self.0);
        let mut scratch = Scratch::default();
        alone.iter_mut().for_each(|sheet| model.judge(&mut [sheet], &mut scratch));
        for size in [1, 2, 3, 4, 7, 64, 150] {
            // Scratch memory that was used before, and by a larger batch, changes nothing.
            let mut again = questions(&set, model, 150, self.0);
            for batch in again.chunks_mut(size) {
                model.judge(&mut batch.iter_mut().collect::<Vec<&mut Sheet>>(), &mut scratch);
            }
            assert!(again == alone, "{}: batches of {size} are judged otherwise", G::NAME);
        }
        // On several threads at once, each with memory of its own.
        let mut again = questions(&set, model, 150, self.0);
        std::thread::scope(|scope| {
            for part in again.chunks_mut(50) {
                scope.spawn(|| model.judge(&mut part.iter_mut().collect::<Vec<&mut Sheet>>(), &mut Scratch::default()));
            }
        });
        assert!(again == alone, "{}: threads judge otherwise", G::NAME);
    }
}

#[test]
fn batches_and_threads_change_no_bit() {
    visit_games(Together(seed("networks in batches") % 1000));
}

#[derive(Clone)]
struct Nonsense;

impl Visitor for Nonsense {
    type Out = ();

    /// Numbers that no game ever writes are judged somehow, without a panic: the largest, the smallest, cards that do not exist.
    fn visit<G: CardGame>(self) {
        let set = rules::<G>(&SMALL, 3);
        let model = set.model().expect("it fits");
        let layout = G::encoder().expect("the game has numbers").layout();
        for number in [i16::MIN, i16::MAX, -1, 9999, 300] {
            let mut sheet = model.sheet();
            sheet.copy(&vec![number; layout.len()], &vec![number; layout.options.columns.len() * 255]);
            model.judge(&mut [&mut sheet], &mut Scratch::default());
            assert_eq!(sheet.scores().len(), 255);
        }
    }
}

#[test]
fn nonsense_is_no_danger() {
    visit_games(Nonsense);
    assert_ne!(digest(&[1, 2]), digest(&[2, 1]));
}

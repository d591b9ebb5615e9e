//! The pages of a PDF: where cards are cut, what can be read, how large the file is.

use playmat_cards::DefId;
use playmat_catalog::{ALL_GAMES, Rules, shipped_decks};
use playmat_face::{Booklet, Paper, Wanted, booklet};

use crate::pdf_reader::{Pdf, Sheet};
use crate::sizes::{Squares, rules};

const EVERYTHING: Wanted = Wanted { paper: Paper::A4, backs: true, tokens: true, rules: true };
const CARDS: Wanted = Wanted { backs: false, tokens: false, rules: false, ..EVERYTHING };

fn printed(rules: &Rules, cards: &[DefId], wanted: &Wanted) -> (Booklet, Vec<Sheet>) {
    let made = booklet(&**rules, "a test", cards, wanted, &Squares).expect("it can be printed");
    let pages = Pdf::read(&made.pdf).pages();
    assert_eq!(pages.len(), made.pages);
    (made, pages)
}

/// The first cards that can be in a deck.
fn some(rules: &Rules, count: usize) -> Vec<DefId> {
    let deckable = rules.cards().iter().enumerate().filter(|(_, card)| card.pool && !card.token && !card.generated);
    deckable.map(|(place, _)| DefId(place as u16)).take(count).collect()
}

/// Where the marks of a page are: the places of upright lines from the left, and of level lines from the top.
fn cuts(page: &Sheet) -> (Vec<f64>, Vec<f64>) {
    let (mut across, mut down) = (vec![], vec![]);
    // A mark is a hairline.
    for ([x0, y0, x1, y1], _) in page.lines.iter().filter(|(_, width)| (*width - 0.12).abs() < 0.001) {
        if (x1 - x0).abs() < 0.001 {
            across.push(*x0);
        } else if (y1 - y0).abs() < 0.001 {
            down.push(*y0);
        }
    }
    (sorted(across), sorted(down))
}

fn sorted(mut places: Vec<f64>) -> Vec<f64> {
    places.sort_by(f64::total_cmp);
    places.dedup_by(|one, other| (*one - *other).abs() < 0.01);
    places
}

#[test]
fn cards_are_cut_at_63_by_88_millimetres() {
    let rules = rules("skirmish");
    for (paper, size, columns, rows) in [(Paper::A4, (210.0, 297.0), 3, 3), (Paper::Letter, (279.4, 215.9), 4, 2)] {
        let (_, pages) = printed(&rules, &some(&rules, columns * rows), &Wanted { paper, ..CARDS });
        assert_eq!(pages.len(), 1, "they all fit on a sheet");
        let page = &pages[0];
        let millimetres = (page.size.0 * 25.4 / 72.0, page.size.1 * 25.4 / 72.0);
        assert!((millimetres.0 - size.0).abs() < 0.1 && (millimetres.1 - size.1).abs() < 0.1, "{millimetres:?}");
        let (across, down) = cuts(page);
        assert_eq!((across.len(), down.len()), (2 * columns, 2 * rows), "{paper:?}: {across:?} {down:?}");
        for (cuts, long) in [(&across, 63.0), (&down, 88.0)] {
            for cut in cuts.chunks(2) {
                assert!((cut[1] - cut[0] - long).abs() < 0.2, "{paper:?}: {cut:?} are not {long} mm apart");
            }
            assert!(cuts[0] > 5.0, "printers leave that much empty");
        }
        // The bleed of neighbours does not overlap.
        assert!(across.windows(2).chain(down.windows(2)).all(|two| two[1] - two[0] > 2.9), "{across:?} {down:?}");
    }
}

#[test]
fn what_is_printed_can_be_read_and_its_fonts_lie_in_the_file() {
    let rules = rules("food-chain");
    let cards = some(&rules, 10);
    let (made, pages) = printed(&rules, &cards, &EVERYTHING);
    assert!(made.notes.is_empty(), "{:?}", made.notes);
    assert!(made.tokens > 0, "these cards make tokens");
    let flat = |text: &str| text.to_lowercase().split_whitespace().collect::<String>();
    let said = flat(&pages.iter().map(|page| page.text.as_str()).collect::<String>());
    for def in &cards {
        let card = &rules.cards()[def.0 as usize];
        for words in std::iter::once(&card.name).chain(&card.text) {
            assert!(said.contains(&flat(words)), "{}: `{words}` cannot be read", card.name);
        }
    }
    let last = flat(&pages.last().expect("a page").text);
    for (heading, _) in rules.guide() {
        assert!(last.contains(&flat(heading)), "the rules have no `{heading}`");
    }
    let fonts = Pdf::read(&made.pdf).fonts();
    assert_eq!(fonts.len(), 3, "{fonts:?}");
    assert!(fonts.iter().all(|name| name.contains("Figtree") || name.contains("Fraunces")), "{fonts:?}");
}

#[test]
fn a_back_lies_behind_its_card() {
    let rules = rules("strata");
    let (_, pages) = printed(&rules, &some(&rules, 10), &Wanted { backs: true, ..CARDS });
    assert_eq!(pages.len(), 4, "two sheets, each with its backs");
    // The tenth card lies on the left of the second sheet; its back on the right.
    let (front, back) = (cuts(&pages[2]).0, cuts(&pages[3]).0);
    let mirrored: Vec<f64> = front.iter().rev().map(|x| 210.0 - x).collect();
    assert_eq!((front.len(), back.len()), (2, 2));
    assert!(back.iter().zip(&mirrored).all(|(one, other)| (one - other).abs() < 0.05), "{back:?} {mirrored:?}");
    assert!(front[1] < 105.0 && back[0] > 105.0);
}

#[test]
fn the_rules_of_every_game_find_room_on_a_page_with_the_words_of_all_its_decks() {
    for game in ALL_GAMES {
        let rules = rules(game);
        for list in shipped_decks(game) {
            let deck = rules.legal(&list).expect("a ready deck is legal");
            for paper in [Paper::A4, Paper::Letter] {
                let (made, pages) = printed(&rules, deck.cards(), &Wanted { paper, backs: false, ..EVERYTHING });
                assert_eq!(made.notes, [""; 0], "{game}, {}", list.name);
                let last = &pages.last().expect("a page").text;
                assert!(last.contains("Words on these cards"), "{game}, {}: {last}", list.name);
            }
        }
    }
}

#[test]
fn fifty_cards_are_printed_at_once_and_are_no_large_file() {
    let rules = rules("food-chain");
    let (made, _) = printed(&rules, &some(&rules, 50), &EVERYTHING);
    assert!(made.pdf.len() < 5_000_000, "{} bytes", made.pdf.len());
    assert_eq!(made.pdf, printed(&rules, &some(&rules, 50), &EVERYTHING).0.pdf, "the same cards are the same file");
}

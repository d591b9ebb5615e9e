//! Every card of every game finds room, in letters that can be read.

use playmat_cards::{CardInfo, Terms};
use playmat_catalog::{ALL_GAMES, ModelOrigin, Origin, Rules, load};
use playmat_face::{Drawing, HEIGHT, Page, Pictures, Preview, Printed, Shape, WIDTH, card, front, png, preview, svg};

/// A silhouette of the same kind for every card.
pub struct Squares;

impl Pictures for Squares {
    fn drawing(&self, _: &str, _: &str) -> Option<Drawing> {
        Drawing::of_symbol("<path transform=\"translate(-31 -31) scale(1.12)\" d=\"M100 100H400V400H100Z\"/>")
    }
}

pub fn rules(game: &str) -> Rules {
    let cards = load(game, &Origin::Shipped, &ModelOrigin::Shipped).expect("the shipped cards are right");
    cards.rules(&Terms::default()).expect("the first edition")
}

#[test]
fn no_card_of_any_game_overflows() {
    for game in ALL_GAMES {
        let rules = rules(game);
        assert!(rules.cards().len() > 10, "{game} has cards");
        for info in rules.cards() {
            let front = front(&Printed { game, card: info }, &Squares, 0.0);
            assert!(front.fits, "{game}: the text of {} has no room", info.name);
            assert!(front.text_size >= 1.9, "{game}: {} is written in {:.2} mm", info.name, front.text_size);
            for text in front.shapes.iter().flat_map(Shape::texts) {
                let end = text.at.x + text.letters.width(&text.words, text.size);
                let inside = text.at.x >= 2.0 && end <= WIDTH - 2.0 && text.at.y >= 2.0 && text.at.y <= HEIGHT - 2.0;
                assert!(inside, "{game}: `{}` of {} leaves the card: {text:?} ends at {end:.2}", text.words, info.name);
            }
        }
    }
}

#[test]
fn all_that_is_printed_on_a_card_is_written_on_it() {
    let rules = rules("food-chain");
    for info in rules.cards() {
        let front = front(&Printed { game: "food-chain", card: info }, &Squares, 0.0);
        let said: String =
            front.shapes.iter().flat_map(Shape::texts).map(|text| text.words.clone()).collect::<Vec<_>>().join(" ");
        let flat = |text: &str| text.to_lowercase().split_whitespace().collect::<String>();
        let said = flat(&said);
        let mut wanted = vec![info.name.clone()];
        wanted.extend(info.text.iter().cloned());
        wanted.extend(info.keywords.iter().cloned());
        wanted.extend(info.category.clone());
        for words in wanted {
            assert!(said.contains(&flat(&words)), "{}: `{words}` is not in `{said}`", info.name);
        }
    }
}

#[test]
fn a_text_that_is_far_too_long_is_cut_and_told_of() {
    let rules = rules("skirmish");
    let mut long: CardInfo = rules.cards()[0].clone();
    long.text = vec!["when this dies: all allies gain +1 and everybody talks about it for a long time. ".repeat(40)];
    long.name = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk".into();
    let cut = front(&Printed { game: "skirmish", card: &long }, &Squares, 0.0);
    assert!(!cut.fits);
    assert!(
        cut.shapes.iter().flat_map(Shape::texts).all(|text| text.at.x + text.letters.width(&text.words, text.size) <= WIDTH)
    );
}

#[test]
fn a_picture_has_the_size_that_was_asked_for_and_round_corners() {
    let rules = rules("strata");
    let card = card(&Printed { game: "strata", card: &rules.cards()[0] }, &Squares);
    let dots = tiny_skia::Pixmap::decode_png(&png(&card, 744.0 / WIDTH).expect("a picture")).expect("a PNG");
    assert_eq!((dots.width(), dots.height()), (744, 1039));
    let alpha = |x: u32, y: u32| dots.pixel(x, y).expect("inside").alpha();
    assert_eq!((alpha(1, 1), alpha(742, 1037), alpha(372, 500)), (0, 0, 255));
    assert!(png(&card, 1000.0).is_err(), "a picture is not as large as somebody likes");
}

#[test]
fn an_svg_has_its_letters_and_fonts_with_it() {
    let rules = rules("food-chain");
    let mut hostile = rules.cards()[0].clone();
    hostile.name = "Tom & <Jerry>".into();
    let drawn = svg(&card(&Printed { game: "food-chain", card: &hostile }, &Squares));
    assert!(drawn.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"63mm\" height=\"88mm\""));
    assert!(drawn.contains("Tom &amp; &lt;Jerry&gt;") && !drawn.contains("<Jerry"));
    assert_eq!(drawn.matches("@font-face").count(), 3);
    assert!(!drawn.contains("http://www.w3.org/1999") && !drawn.contains("href"), "it needs nothing from elsewhere");
}

#[test]
fn a_preview_stays_within_its_frame() {
    for game in ALL_GAMES {
        let rules = rules(game);
        for info in rules.cards() {
            let Page { width, height, shapes } =
                preview(&Preview { printed: Printed { game, card: info }, title: rules.title() }, &Squares);
            assert_eq!((width, height), (1200.0, 630.0));
            for text in shapes.iter().flat_map(Shape::texts) {
                let end = text.at.x + text.letters.width(&text.words, text.size);
                assert!(
                    end <= 1150.0 && text.at.y <= 620.0,
                    "{game}: `{}` of {} ends at {end}, {}",
                    text.words,
                    info.name,
                    text.at.y
                );
            }
        }
    }
}

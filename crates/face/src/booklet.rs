//! All that is printed of a deck or a set: sheets of cards, their backs, what they make, and the rules on a page.

use playmat_cards::DefId;
use playmat_catalog::AnyRules;
use playmat_wire::words_used;

use crate::facts::{Pictures, Printed};
use crate::letters::unknown_letters;
use crate::made::made_by;
use crate::paper::{BLEED, Paper};
use crate::pdf::{About, NotWritten, pdf};
use crate::rules_page::{Summary, rules_page};
use crate::shapes::Shape;
use crate::sheet::{backs, sheets};
use crate::{back, front};

/// Whose the pictures are; their licence asks for it.
const CREDITS: &str = "Pictures: game-icons.net, CC BY 3.0.";

/// What is printed besides the cards, and on what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// On what.
    pub paper: Paper,
    /// A page of backs behind every sheet.
    pub backs: bool,
    /// What the cards make, behind them.
    pub tokens: bool,
    /// The rules on a page, at the end.
    pub rules: bool,
}

/// What was printed.
pub struct Booklet {
    /// The file.
    pub pdf: Vec<u8>,
    /// How many cards were chosen.
    pub cards: usize,
    /// How many tokens and generated cards came with them.
    pub tokens: usize,
    /// How many pages it has.
    pub pages: usize,
    /// What is not as it should be, in sentences.
    pub notes: Vec<String>,
}

/// Prints these cards, each as often as it is listed.
pub fn booklet(
    rules: &dyn AnyRules,
    title: &str,
    chosen: &[DefId],
    wanted: &Wanted,
    pictures: &dyn Pictures,
) -> Result<Booklet, NotWritten> {
    let cards = rules.cards();
    let made = if wanted.tokens { made_by(cards, chosen) } else { vec![] };
    let tokens = made.iter().flat_map(|&(def, count)| (0..count).map(move |_| def));
    let all: Vec<DefId> = chosen.iter().copied().chain(tokens).collect();
    let mut notes = Vec::new();
    let mut laid: Vec<(DefId, Vec<Shape>)> = Vec::new();
    for &def in &all {
        let Some(card) = cards.get(def.0 as usize).filter(|_| laid.iter().all(|(known, _)| *known != def)) else { continue };
        let front = front(&Printed { game: rules.game(), card }, pictures, BLEED);
        if !front.fits {
            notes.push(format!("the text of {} is too long for a card: its end is cut", card.name));
        }
        let unknown: String = unknown_letters(&format!("{}{}", card.name, card.text.concat())).into_iter().collect();
        if !unknown.is_empty() {
            notes.push(format!("{}: there are no letters for `{unknown}`; boxes are printed instead", card.name));
        }
        laid.push((def, front.shapes));
    }
    let shapes = |def: &DefId| laid.iter().find(|(known, _)| known == def).map(|(_, shapes)| shapes.clone());
    let faces: Vec<Vec<Shape>> = all.iter().filter_map(shapes).collect();
    let note = format!("Print at 100 %: a card is 63 by 88 mm. {CREDITS}");
    let mut pages = Vec::new();
    let behind = back(rules.game(), pictures, BLEED);
    let places = wanted.paper.grid().places();
    for (sheet, faces) in sheets(wanted.paper, &faces, &note).into_iter().zip(faces.chunks(places)) {
        pages.push(sheet);
        if wanted.backs {
            pages.push(backs(wanted.paper, faces.len(), &behind));
        }
    }
    if wanted.rules {
        let words = words(rules, &all);
        let about = Summary { game: rules.game(), title: rules.title(), guide: rules.guide(), words: &words, note: CREDITS };
        match rules_page(wanted.paper, &about).or_else(|| rules_page(wanted.paper, &Summary { words: &[], ..about })) {
            Some(page) => pages.push(page),
            None => notes.push("the rules are too long for one page, and were left out".to_owned()),
        }
    }
    let about = About { title: title.to_owned(), description: format!("Cards of {} to print and play.", rules.title()) };
    let pdf = pdf(&pages, about)?;
    Ok(Booklet { pdf, cards: chosen.len(), tokens: all.len() - chosen.len(), pages: pages.len(), notes })
}

/// The words on these cards with what they mean, sorted.
fn words(rules: &dyn AnyRules, cards: &[DefId]) -> Vec<(String, String)> {
    let glossary = rules.glossary();
    let used = cards.iter().filter_map(|def| rules.cards().get(def.0 as usize)).flat_map(|card| words_used(card, &glossary));
    let mut words: Vec<(String, String)> = used.map(|entry| (entry.heading.clone(), entry.gloss.to_owned())).collect();
    words.sort();
    words.dedup();
    words
}

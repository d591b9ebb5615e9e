//! How cards look on paper and in pictures. A card is laid out once, as shapes and texts ([`front`], [`back`]), from what is printed on it and from the
//! table of colours, sizes and scenes that the browser client draws with (`art.json`, made from it); what was laid out is written as [`svg`], [`png`] or
//! as pages of a PDF ([`booklet`]). Lengths are millimetres.

mod art;
mod luck;
mod shapes;
mod letters;
mod paragraph;
mod facts;
mod scene;
mod front;
mod back;
mod paper;
mod sheet;
mod rules_page;
mod preview;
mod made;
mod booklet;
mod svg;
mod png;
mod pdf;

#[cfg(test)]
mod tests;

pub use back::back;
pub use booklet::{Booklet, Wanted, booklet};
pub use facts::{Drawing, Pictures, Printed};
pub use front::{Front, HEIGHT, WIDTH, card, front};
pub use paper::Paper;
pub use pdf::NotWritten;
pub use png::png;
pub use preview::{Preview, preview};
pub use shapes::{Page, Shape};
pub use svg::svg;

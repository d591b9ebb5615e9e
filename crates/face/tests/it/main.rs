//! Cards on paper and in pictures, measured.

mod pages;
mod pdf_reader;
mod sizes;

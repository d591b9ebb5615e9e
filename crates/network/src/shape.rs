//! How large the layers of a network are: what its file must hold follows from the layout of its game and a few numbers.

use playmat_cards::{Block, Column, Holds, Layout, Order};
use serde::Deserialize;

use crate::Misfit;

/// The numbers that a network's designer chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dims {
    /// Numbers of a card's embedding.
    pub card: usize,
    /// Numbers between a card's features and its embedding.
    pub card_hidden: usize,
    /// Numbers of a row of the observation.
    pub row: usize,
    /// Numbers of a row that is the only one of its block.
    pub wide: usize,
    /// Numbers that stand for the whole position.
    pub trunk: usize,
    /// Numbers in the middle of a residual block.
    pub inner: usize,
    /// How many residual blocks there are.
    pub blocks: usize,
    /// Numbers of an option.
    pub option: usize,
    /// Numbers before the value.
    pub value: usize,
}

/// The most inputs and outputs of a layer: so many products never leave 32 bits.
pub const MOST: usize = 4000;
/// The most numbers of an option: scores never leave 32 bits.
const MOST_OPTION: usize = 128;
/// The most residual blocks.
const MOST_BLOCKS: usize = 16;

/// A layer by its name, outputs and inputs, as the header of a file lists them.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct LayerSize(pub String, pub usize, pub usize);

/// What the features of a row are made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A row of the observation.
    Observation,
    /// A listed option: a row that it points to is looked into.
    Option,
    /// A definition: the cards that it makes are looked at by another layer.
    Definition,
}

impl Dims {
    /// Refuses what no network of this kind has.
    pub fn check(&self) -> Result<(), Misfit> {
        let Dims { card, card_hidden, row, wide, trunk, inner, blocks, option, value } = *self;
        let named = [
            ("card", card, 1, MOST),
            ("card_hidden", card_hidden, 1, MOST),
            ("row", row, 1, MOST),
            ("wide", wide, 1, MOST),
            ("trunk", trunk, 1, MOST),
            ("inner", inner, 1, MOST),
            ("blocks", blocks, 0, MOST_BLOCKS),
            ("option", option, 1, MOST_OPTION),
            ("value", value, 1, MOST),
        ];
        match named.into_iter().find(|&(_, found, least, most)| found < least || found > most) {
            Some((name, found, least, most)) => Err(Misfit::Size { name: name.to_owned(), found, least, most }),
            None => Ok(()),
        }
    }

    /// How many numbers a row of this block becomes.
    pub fn width(&self, block: &Block) -> usize {
        if block.rows == 1 { self.wide } else { self.row }
    }

    /// How many features a column has.
    pub fn features(&self, column: &Column, place: Place, pointed: usize) -> usize {
        match column.holds {
            Holds::Number(_) => 3,
            Holds::Flag | Holds::Count => 1,
            Holds::Category(values) => usize::from(values.saturating_sub(1)),
            Holds::Bits(count) => count.into(),
            Holds::Card if place == Place::Definition => 0,
            Holds::Card => self.card,
            Holds::Row(others) if place == Place::Option => usize::from(others) + pointed + self.row,
            Holds::Row(others) => usize::from(others) + pointed,
            Holds::Label => 0,
        }
    }

    /// How many features a row of this block has.
    fn row_features(&self, block: &Block, place: Place, pointed: usize) -> usize {
        block.columns.iter().map(|column| self.features(column, place, pointed)).sum()
    }

    /// How many numbers all blocks become together.
    fn seen(&self, layout: &Layout) -> usize {
        let of = |block: &Block| match block.order {
            Order::Each => block.rows * self.width(block),
            Order::Alike => self.width(block),
        };
        layout.observation.iter().map(of).sum()
    }

    /// All layers, in the order of the file.
    pub fn layers(&self, layout: &Layout) -> Result<Vec<LayerSize>, Misfit> {
        let pointed = layout.pointed_rows();
        let makes = card_columns(&layout.definitions).count();
        let Dims { card, card_hidden, trunk, inner, option, value, .. } = *self;
        let mut layers = vec![
            LayerSize("card.1".into(), card_hidden, self.row_features(&layout.definitions, Place::Definition, pointed)),
            LayerSize("card.2".into(), card, card_hidden * (1 + makes)),
        ];
        layers.extend(layout.observation.iter().map(|block| {
            let features = self.row_features(block, Place::Observation, pointed);
            LayerSize(format!("block.{}", block.name), self.width(block), features)
        }));
        layers.push(LayerSize("trunk.in".into(), trunk, self.seen(layout)));
        for at in 1..=self.blocks {
            layers.push(LayerSize(format!("trunk.{at}.a"), inner, trunk));
            layers.push(LayerSize(format!("trunk.{at}.b"), trunk, inner));
        }
        layers.extend([
            LayerSize("value.1".into(), value, trunk),
            LayerSize("value.2".into(), 1, value),
            LayerSize("option.row".into(), option, self.row_features(&layout.options, Place::Option, pointed)),
            LayerSize("option.state".into(), option, trunk),
            LayerSize("option.mix".into(), option, option),
            LayerSize("option.judge".into(), option, trunk),
        ]);
        match layers.iter().find(|layer| layer.2 == 0 || layer.2 > MOST) {
            Some(LayerSize(name, _, inputs)) => {
                Err(Misfit::Size { name: format!("inputs of {name}"), found: *inputs, least: 1, most: MOST })
            }
            None => Ok(layers),
        }
    }
}

/// The places of the columns of a block that hold cards.
pub fn card_columns(block: &Block) -> impl Iterator<Item = usize> {
    let columns = block.columns;
    (0..columns.len()).filter(|&at| columns[at].holds == Holds::Card)
}

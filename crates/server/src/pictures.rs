//! The silhouettes of cards, out of the sprites of the client: there is one copy of them in the program.

use std::sync::{LazyLock, OnceLock};

use playmat_face::{Drawing, Pictures};

use crate::page;

/// The pictures of the client that this program was built with.
#[derive(Clone, Copy, Debug)]
pub struct ClientPictures;

/// A file of pictures, read when the first of them is wanted.
struct Sprite {
    /// `food-chain.fish`; `ui` and `signs` are for all games.
    name: String,
    file: String,
    text: OnceLock<String>,
}

static SPRITES: LazyLock<Vec<Sprite>> =
    LazyLock::new(|| page::sprites().map(|(name, file)| Sprite { name, file, text: OnceLock::new() }).collect());

impl ClientPictures {
    /// Whether there are any: a program that was built without the client has none.
    pub fn are_there(self) -> bool {
        !SPRITES.is_empty()
    }
}

impl Pictures for ClientPictures {
    fn drawing(&self, game: &str, name: &str) -> Option<Drawing> {
        let of_game = |sprite: &&Sprite| sprite.name.split_once('.').is_some_and(|(of, _)| of == game);
        let of_all = |sprite: &&Sprite| !sprite.name.contains('.');
        let own = SPRITES.iter().filter(of_game);
        own.chain(SPRITES.iter().filter(of_all)).find_map(|sprite| sprite.drawing(name))
    }
}

impl Sprite {
    fn drawing(&self, name: &str) -> Option<Drawing> {
        let text = self.text.get_or_init(|| page::client_text(&self.file).unwrap_or_default());
        let (_, symbol) = text.split_once(&format!("<symbol id=\"{name}\""))?;
        Drawing::of_symbol(symbol.split_once("</symbol>")?.0)
    }
}

//! What others see of a card: the page of a card says of itself what it is about, for those who run no script, with a picture made here; and decks as files to
//! print.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Extension, Path, RawQuery, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use playmat_cards::{CardInfo, DefId, Terms};
use playmat_catalog::{Rules, def_named, printable};
use playmat_face::{Paper, Preview, Printed, Wanted, booklet, png, preview};
use playmat_kernel::Fingerprint;
use playmat_wire::tables::DeckCheckRequest;
use tokio::sync::Semaphore;

use crate::App;
use crate::api_error::{ApiError, Code};
use crate::http::{Peer, read};
use crate::page::{self, page_about};
use crate::pictures::ClientPictures;

/// So many pictures are kept, each of some hundred kilobytes.
const KEPT: usize = 60;

type Shared = State<Arc<App>>;

/// Pictures that were asked for lately, and the turn to draw one.
pub struct Previews {
    kept: Mutex<VecDeque<((Fingerprint, DefId), Bytes)>>,
    drawing: Semaphore,
}

impl Default for Previews {
    fn default() -> Self {
        Previews { kept: Mutex::default(), drawing: Semaphore::new(1) }
    }
}

impl Previews {
    fn get(&self, of: (Fingerprint, DefId)) -> Option<Bytes> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(known, _)| *known == of).map(|(_, picture)| picture.clone())
    }

    fn put(&self, of: (Fingerprint, DefId), picture: Bytes) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_front((of, picture));
        kept.truncate(KEPT);
    }
}

/// Pages of cards, and their pictures: `/card/food-chain/orca` and `/card/food-chain/orca.png`.
pub fn pages() -> Router<Arc<App>> {
    Router::new().route("/card/{game}/{card}", get(card))
}

/// What can be asked.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/games/{game}/print", post(print))
}

async fn card(State(app): Shared, Path((game, card)): Path<(String, String)>, request: Request) -> Response {
    let rules = app.games.service(&game).and_then(|service| service.rules(&Terms::default()));
    let (place, is_picture) = match card.strip_suffix(".png") {
        Some(place) => (place, true),
        None => (card.as_str(), false),
    };
    let found = rules.ok().and_then(|rules| at_place(&rules, place).map(|def| (rules, def)));
    match (found, is_picture) {
        (Some((rules, def)), true) => match app.preview(rules, def).await {
            Ok(picture) => {
                let headers = [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "public, max-age=86400")];
                (headers, picture).into_response()
            }
            Err(error) => error.into_response(),
        },
        (None, true) => (StatusCode::NOT_FOUND, "There is no such card.\n").into_response(),
        (Some((rules, def)), false) => {
            let about = about(&rules, &rules.cards()[def.0 as usize], &app.site(request.headers()), &game, place);
            page_about(&about).unwrap_or_else(page::unbuilt)
        }
        (None, false) => page::page(request).await,
    }
}

impl App {
    /// The picture of a card; the same again for everybody.
    async fn preview(&self, rules: Rules, def: DefId) -> Result<Bytes, ApiError> {
        let of = (rules.fingerprint(), def);
        if let Some(picture) = self.previews.get(of) {
            return Ok(picture);
        }
        let _turn = self.previews.drawing.acquire().await.map_err(|_| ApiError::internal())?;
        if let Some(picture) = self.previews.get(of) {
            return Ok(picture);
        }
        let draw = move || {
            let printed = Printed { game: rules.game(), card: &rules.cards()[def.0 as usize] };
            png(&preview(&Preview { printed, title: rules.title() }, &ClientPictures), 1.0)
        };
        let drawn = tokio::task::spawn_blocking(draw).await.map_err(|_| ApiError::internal())?;
        let picture = Bytes::from(drawn.map_err(|error| {
            tracing::error!(error, "the picture of a card was not drawn");
            ApiError::internal()
        })?);
        self.previews.put(of, picture.clone());
        Ok(picture)
    }

    /// The address of this server as the caller has it, without a slash at the end.
    fn site(&self, headers: &HeaderMap) -> String {
        let said = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let host = said("host").unwrap_or_default();
        let is_safe = self.config.secure_cookies || (self.config.behind_proxy && said("x-forwarded-proto") == Some("https"));
        format!("{}://{host}", if is_safe { "https" } else { "http" })
    }
}

/// The card at the end of an address; of several with that name, the one that can be in a deck.
fn at_place(rules: &Rules, place: &str) -> Option<DefId> {
    let card = rules.cards().iter().find(|card| anchor(&card.name) == place.to_lowercase())?;
    def_named(rules.cards(), &card.name)
}

/// A name as the end of an address; as `web/src/lib/rules.ts` makes it.
fn anchor(name: &str) -> String {
    let name = name.to_lowercase();
    let words = name.split(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// What the head of a page says of a card.
fn about(rules: &Rules, card: &CardInfo, site: &str, game: &str, place: &str) -> String {
    let title = format!("{} · {}", card.name, rules.title());
    let facts = [Some(card.kind.to_owned()), card.category.clone(), card.stats.clone()];
    let facts: Vec<String> = facts.into_iter().flatten().collect();
    let text: Vec<String> =
        std::iter::once(facts.join(", ")).chain(card.keywords.iter().cloned()).chain(card.text.iter().cloned()).collect();
    let address = format!("{site}/card/{game}/{place}");
    let text = text.join(" · ");
    let named = [
        ("og:type", "article"),
        ("og:site_name", "Playmat"),
        ("og:title", &title),
        ("og:description", &text),
        ("og:url", &address),
        ("og:image", &format!("{address}.png")),
        ("og:image:type", "image/png"),
        ("og:image:width", "1200"),
        ("og:image:height", "630"),
        ("og:image:alt", &title),
    ];
    let mut head = format!("<title>{}</title>\n", escaped(&title));
    for (name, value) in named {
        head.push_str(&format!("<meta property=\"{name}\" content=\"{}\">\n", escaped(value)));
    }
    head.push_str("<meta name=\"twitter:card\" content=\"summary_large_image\">\n");
    head
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A deck as a file to print: `?paper=letter&backs=yes`.
async fn print(
    State(app): Shared,
    Extension(peer): Extension<Peer>,
    Path(game): Path<String>,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Result<Response, ApiError> {
    let wanted = wanted(&query.unwrap_or_default())?;
    let request: DeckCheckRequest = read(&body)?;
    if !app.replayings.take(peer.0) {
        return Err(ApiError::too_many("Too many files at once; wait a moment."));
    }
    let terms = Terms { edition: request.edition, rulings: request.rulings.into_iter().take(64).collect() };
    let service = app.games.service(&game)?;
    let rules = service.rules(&terms)?;
    let seed = app.config.chance.draw("deck to print", &game).bits();
    let deck = service.judge_deck(&terms, &request.deck, seed)?;
    let unreadable = deck.faults.iter().find(|fault| fault.code == "unknown-card" || fault.code == "deck-file");
    if let Some(fault) = unreadable {
        return Err(ApiError::new(Code::BadDeck, fault.sentence.clone()));
    }
    let cards: Vec<DefId> = deck.cards.iter().filter_map(|name| def_named(rules.cards(), name)).collect();
    if cards.is_empty() {
        return Err(ApiError::new(Code::BadDeck, "There is no card in this deck."));
    }
    let title = printable(&deck.name);
    let made = tokio::task::spawn_blocking(move || booklet(&*rules, &title, &cards, &wanted, &ClientPictures)).await;
    let made = made.map_err(|_| ApiError::internal())?.map_err(|error| {
        tracing::error!(%error, "a deck was not printed");
        ApiError::internal()
    })?;
    let headers =
        [(header::CONTENT_TYPE, "application/pdf"), (header::CONTENT_DISPOSITION, "attachment; filename=\"cards.pdf\"")];
    Ok((headers, made.pdf).into_response())
}

fn wanted(query: &str) -> Result<Wanted, ApiError> {
    let mut wanted = Wanted { paper: Paper::A4, backs: false, tokens: true, rules: true };
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        match pair.split_once('=') {
            Some(("paper", "a4")) => wanted.paper = Paper::A4,
            Some(("paper", "letter")) => wanted.paper = Paper::Letter,
            Some(("backs", "yes")) => wanted.backs = true,
            Some(("backs", "no")) => wanted.backs = false,
            _ => {
                let sentence = "What can be said is `paper=a4`, `paper=letter`, `backs=yes` and `backs=no`.";
                return Err(ApiError::new(Code::BadRequest, sentence));
            }
        }
    }
    Ok(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_the_end_of_an_address_as_the_client_writes_it() {
        assert_eq!(anchor("Portuguese Man O' War"), "portuguese-man-o-war");
        assert_eq!(anchor("Kākāpō!"), "k-k-p");
    }

    #[test]
    fn what_is_said_of_paper_is_known() {
        assert_eq!(wanted("").map(|wanted| wanted.paper), Ok(Paper::A4));
        assert_eq!(wanted("paper=letter&backs=yes").map(|wanted| (wanted.paper, wanted.backs)), Ok((Paper::Letter, true)));
        assert!(wanted("paper=a3").is_err() && wanted("bleed").is_err());
    }
}

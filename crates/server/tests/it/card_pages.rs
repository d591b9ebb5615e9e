//! Pages of cards for those who run no script, their pictures, and decks as files to print.

use playmat_server::client::{Answer, Failure, request_once};
use serde_json::json;

use crate::common::*;

type Tested = Result<(), Failure>;

async fn get(server: std::net::SocketAddr, path: &str) -> Result<Answer, Failure> {
    request_once(server, "GET", path, "", b"").await
}

#[tokio::test]
async fn a_card_has_a_picture_for_links_to_it() -> Tested {
    let server = server("card-picture").await;
    for game in games() {
        let info: playmat_wire::tables::GameInfo =
            serde_json::from_slice(&get(server.address, &format!("/api/games/{game}")).await?.body)?;
        let name = &info.cards.iter().find(|card| !card.info.text.is_empty()).ok_or("a card")?.info.name;
        let name = name.to_lowercase();
        let place: Vec<&str> = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let path = format!("/card/{game}/{}.png", place.join("-"));
        let picture = get(server.address, &path).await?;
        assert_eq!((picture.status, picture.header("content-type")), (200, Some("image/png")), "{path}");
        assert!(picture.header("cache-control").is_some_and(|value| value.starts_with("public, max-age=")));
        // The size stands in the first block of a PNG.
        let number = |at: usize| u32::from_be_bytes(picture.body[at..at + 4].try_into().expect("four bytes"));
        assert_eq!((&picture.body[..4], number(16), number(20)), (&b"\x89PNG"[..], 1200, 630));
        assert_eq!(get(server.address, &path).await?.body, picture.body, "the same again");
    }
    assert_eq!(get(server.address, "/card/food-chain/no-such-card.png").await?.status, 404);
    assert_eq!(get(server.address, "/card/no-such-game/orca.png").await?.status, 404);
    server.stop().await;
    Ok(())
}

#[tokio::test]
async fn the_page_of_a_card_says_what_it_is_about() -> Tested {
    let server = server("card-page").await;
    let page = get(server.address, "/card/food-chain/orca").await?;
    let page = (page.status, String::from_utf8(page.body)?);
    assert_eq!(page.0, 200);
    // A program that was built without the client says so on every page.
    if !page.1.contains("built without the web client") {
        let address = format!("http://{}/card/food-chain/orca", server.address);
        for wanted in [
            "<title>Orca · Food Chain</title>".to_owned(),
            "<meta property=\"og:title\" content=\"Orca · Food Chain\">".to_owned(),
            format!("<meta property=\"og:url\" content=\"{address}\">"),
            format!("<meta property=\"og:image\" content=\"{address}.png\">"),
            "on eat: add a card from your deck to your hand.".to_owned(),
            "<div id=\"root\">".to_owned(),
        ] {
            assert!(page.1.contains(&wanted), "{wanted} is not in {}", page.1);
        }
        assert_eq!(page.1.matches("<title>").count(), 1);
        let other = get(server.address, "/card/food-chain/no-such-card").await?;
        assert!(
            other.status == 200 && !String::from_utf8(other.body)?.contains("og:title"),
            "the client says that there is none"
        );
    }
    server.stop().await;
    Ok(())
}

#[tokio::test]
async fn a_deck_is_printed_or_refused_with_a_reason() -> Tested {
    let server = server("print").await;
    let print = async |query: &str, deck: serde_json::Value| {
        let body = serde_json::to_vec(&json!({ "deck": deck }))?;
        request_once(server.address, "POST", &format!("/api/games/food-chain/print{query}"), "", &body).await
    };
    let made = print("?paper=letter&backs=yes", json!("fish-1")).await?;
    assert_eq!((made.status, made.header("content-type")), (200, Some("application/pdf")));
    assert!(made.body.starts_with(b"%PDF-"));
    for (query, deck, status, words) in [
        ("", json!({ "text": "deck Mine\nOrka\n" }), 400, "did you mean `Orca`?"),
        ("", json!({ "text": "deck Mine\n" }), 400, "There is no card in this deck."),
        ("?paper=a3", json!("fish-1"), 400, "`paper=a4`"),
        ("", json!("no-such-deck"), 400, "There is no deck `no-such-deck`"),
    ] {
        let refused = print(query, deck).await?;
        let said = String::from_utf8(refused.body)?;
        assert!(refused.status == status && said.contains(words), "{} {said}", refused.status);
    }
    server.stop().await;
    Ok(())
}

//! The web client, which is part of the program if it was built, or else a page that says how to build it.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use playmat_catalog::shipped_model;
use rust_embed::RustEmbed;

/// The built client. Its texts are here in their compressed form alone: `index.html.br`.
#[derive(RustEmbed)]
#[folder = "../../web/packed"]
#[allow_missing = true]
struct Client;

/// A file whose name changes with what is in it.
const FOREVER: &str = "public, max-age=31536000, immutable";

/// A file of the client. Any other path is a place inside the client, such as `/t/CODE`.
pub async fn page(request: Request) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    let reads = request.headers().get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if let Some(weights) = path.strip_prefix("models/").and_then(shipped_model) {
        return model(path, weights, reads);
    }
    match file(path, reads) {
        // The compressed form has no address of its own.
        Some(found) if !path.ends_with(".br") => found,
        _ if path.contains('.') => (StatusCode::NOT_FOUND, "There is nothing here.\n").into_response(),
        _ => file("index.html", reads).unwrap_or_else(unbuilt),
    }
}

/// What is shown where the client was not built.
pub fn unbuilt() -> Response {
    Html(UNBUILT).into_response()
}

/// The page of the client, with what its head says of the place that was asked for; none if the client was not built.
pub fn page_about(head: &str) -> Option<Response> {
    let whole = client_text("index.html.br")?;
    let (before, rest) = whole.split_once("<title>")?;
    let (_, after) = rest.split_once("</title>")?;
    let page = format!("{before}{head}{after}");
    Some(([(header::CACHE_CONTROL, "no-cache")], Html(page)).into_response())
}

/// A file in the smallest form that the browser understands.
fn file(path: &str, reads: &str) -> Option<Response> {
    let cache = if path.starts_with("assets/") { FOREVER } else { "no-cache" };
    let headers = [(header::CONTENT_TYPE, kind(path)), (header::CACHE_CONTROL, cache), (header::VARY, "accept-encoding")];
    if let Some(whole) = Client::get(path).filter(|_| !path.is_empty()) {
        return Some((headers, whole.data).into_response());
    }
    let small = Client::get(&format!("{path}.br"))?.data;
    if accepts(reads, "br") {
        return Some((headers, [(header::CONTENT_ENCODING, "br")], small).into_response());
    }
    let gzip = accepts(reads, "gzip");
    let other =
        otherwise(path, &small, gzip).inspect_err(|error| tracing::error!(path, %error, "a file of the client is damaged"));
    Some(match other {
        Ok(other) if gzip => (headers, [(header::CONTENT_ENCODING, "gzip")], Body::from(other)).into_response(),
        Ok(other) => (headers, Body::from(other)).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    })
}

/// What a learned player has learned. The program has it whole, because it plays by it too.
fn model(path: &str, weights: &'static [u8], reads: &str) -> Response {
    let headers = [(header::CONTENT_TYPE, kind(path)), (header::CACHE_CONTROL, FOREVER), (header::VARY, "accept-encoding")];
    if !accepts(reads, "gzip") {
        return (headers, weights).into_response();
    }
    match kept(path, true, || gzipped(weights)) {
        Ok(small) => (headers, [(header::CONTENT_ENCODING, "gzip")], Body::from(small)).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// The names of the client's sprites of pictures with their files, if the client was built: `food-chain.fish`.
pub fn sprites() -> impl Iterator<Item = (String, String)> {
    // `assets/NAME-HASH.svg.br`; a hash has eight letters, and one of them may be a hyphen.
    let named = |file: &str| {
        let whole = file.strip_prefix("assets/")?.strip_suffix(".svg.br")?;
        let (name, hash) = whole.split_at_checked(whole.len().checked_sub(9)?)?;
        hash.starts_with('-').then(|| name.to_owned())
    };
    Client::iter().filter_map(move |file| Some((named(&file)?, file.into_owned())))
}

/// A text of the client, as it was before it was compressed.
pub fn client_text(file: &str) -> Option<String> {
    let mut whole = Vec::new();
    brotli_decompressor::BrotliDecompress(&mut &*Client::get(file)?.data, &mut whole).ok()?;
    String::from_utf8(whole).ok()
}

/// A compressed file in another form: as gzip, or as it was. Browsers read the form that is at hand, except without encryption from another machine;
/// what was made for one of those is kept for the next.
fn otherwise(path: &str, small: &[u8], gzip: bool) -> io::Result<Bytes> {
    kept(path, gzip, || {
        let mut whole = Vec::new();
        brotli_decompressor::BrotliDecompress(&mut &*small, &mut whole)?;
        if gzip { gzipped(&whole) } else { Ok(whole) }
    })
}

fn gzipped(whole: &[u8]) -> io::Result<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(whole)?;
    packed.finish()
}

/// A form of a file that was made for somebody before, or is made now.
fn kept(path: &str, gzip: bool, make: impl FnOnce() -> io::Result<Vec<u8>>) -> io::Result<Bytes> {
    static KEPT: Mutex<Option<HashMap<(String, bool), Bytes>>> = Mutex::new(None);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = kept.get_or_insert_default();
    let name = (path.to_owned(), gzip);
    if let Some(other) = kept.get(&name) {
        return Ok(other.clone());
    }
    let made = Bytes::from(make()?);
    kept.insert(name, made.clone());
    Ok(made)
}

/// Whether `gzip, br;q=0.5` names this form, and not with `q=0`.
fn accepts(reads: &str, form: &str) -> bool {
    reads.split(',').any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, ""));
        let never = weight.trim().strip_prefix("q=").is_some_and(|q| q.trim().parse() == Ok(0.0));
        name.trim().eq_ignore_ascii_case(form) && !never
    })
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

const UNBUILT: &str = "<!doctype html>
<html lang=\"en\">
<head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">
<meta name=\"color-scheme\" content=\"light dark\"><title>Playmat</title></head>
<body>
<h1>Playmat</h1>
<p>The server runs. This program was built without the web client, so there is nothing to click on here.</p>
<p>Programs can play: <code>python3 examples/plain_bot.py</code> does, and <code>docs/protocol.md</code> says how.
<code>playmat play</code> is the game in the terminal.</p>
</body>
</html>
";

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn a_text_is_unpacked_for_who_cannot_read_its_small_form() {
        // "a a a a a a a a\n", as web/tools/compress.mjs writes it.
        const SMALL: &[u8] = &[27, 15, 0, 248, 37, 65, 20, 194, 10, 12, 69, 2, 0, 183, 1];
        const WHOLE: &[u8] = b"a a a a a a a a\n";
        assert_eq!(otherwise("text.js", SMALL, false).ok().as_deref(), Some(WHOLE));
        assert_eq!(otherwise("text.js", b"", false).ok().as_deref(), Some(WHOLE), "it is kept");
        let packed = otherwise("text.js", SMALL, true).expect("it is packed");
        let mut read = Vec::new();
        flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut read).expect("gzip");
        assert_eq!(read, WHOLE);
        assert!(otherwise("other.js", &SMALL[..SMALL.len() - 2], false).is_err(), "half of it is no file");
    }

    #[test]
    fn a_model_is_sent_by_its_checksum_and_kept_for_good() {
        let weights = include_bytes!("../../../models/skirmish.playnet");
        let checksum = u64::from_le_bytes(*weights.last_chunk().expect("a checksum"));
        let name = format!("skirmish-{checksum:016x}.playnet");
        assert_eq!(shipped_model(&name), Some(&weights[..]));
        assert!(shipped_model("skirmish-0123456789abcdef.playnet").is_none() && shipped_model("skirmish.playnet").is_none());
        let path = format!("models/{name}");
        let sent = |reads| model(&path, weights, reads).into_parts().0.headers;
        assert_eq!(sent("br, gzip")[header::CONTENT_ENCODING], "gzip");
        assert!(sent("gzip")[header::CACHE_CONTROL].to_str().is_ok_and(|cache| cache.contains("immutable")));
        assert!(!sent("br").contains_key(header::CONTENT_ENCODING));
        let small = kept(&path, true, || panic!("it was kept")).expect("it is there");
        let mut read = Vec::new();
        flate2::read::GzDecoder::new(&small[..]).read_to_end(&mut read).expect("gzip");
        assert!(read == weights && small.len() < 1_572_864, "{} bytes", small.len());
    }

    #[test]
    fn a_form_is_sent_to_who_reads_it() {
        assert!(accepts("gzip, deflate, br", "br") && accepts("br;q=0.5,gzip", "br") && accepts("GZIP", "gzip"));
        assert!(!accepts("gzip, br;q=0", "br") && !accepts("", "gzip") && !accepts("brotli", "br"));
    }
}

//! The web client, which is part of the program if it was built, or else a page that says how to build it.

use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Client;

/// A file of the client. Any other path is a place inside the client, such as `/t/CODE`.
pub async fn page(request: Request) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    let reads = request.headers().get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    match file(path, reads) {
        // The compressed forms have no address of their own.
        Some(found) if !path.ends_with(".br") && !path.ends_with(".gz") => found,
        _ if path.contains('.') => (StatusCode::NOT_FOUND, "There is nothing here.\n").into_response(),
        _ => file("index.html", reads).unwrap_or_else(|| Html(UNBUILT).into_response()),
    }
}

/// A file in the smallest form that the browser understands.
fn file(path: &str, reads: &str) -> Option<Response> {
    let whole = Client::get(path).filter(|_| !path.is_empty())?;
    let forever = path.starts_with("assets/");
    let cache = if forever { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = [(header::CONTENT_TYPE, kind(path)), (header::CACHE_CONTROL, cache), (header::VARY, "accept-encoding")];
    for (form, ending) in [("br", ".br"), ("gzip", ".gz")] {
        if accepts(reads, form)
            && let Some(small) = Client::get(&format!("{path}{ending}"))
        {
            return Some((headers, [(header::CONTENT_ENCODING, form)], small.data).into_response());
        }
    }
    Some((headers, whole.data).into_response())
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

    #[test]
    fn a_form_is_sent_to_who_reads_it() {
        assert!(accepts("gzip, deflate, br", "br") && accepts("br;q=0.5,gzip", "br") && accepts("GZIP", "gzip"));
        assert!(!accepts("gzip, br;q=0", "br") && !accepts("", "gzip") && !accepts("brotli", "br"));
    }
}

//! The web client, which is part of the program if it was built, or else a page that says how to build it.

use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Client;

/// A file of the client. What is no file is a place inside the client, such as `/t/CODE`.
pub async fn page(request: Request) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    match Client::get(path).filter(|_| !path.is_empty()) {
        Some(file) => {
            let forever = path.starts_with("assets/");
            let cache = if forever { "public, max-age=31536000, immutable" } else { "no-cache" };
            ([(header::CONTENT_TYPE, kind(path)), (header::CACHE_CONTROL, cache)], file.data).into_response()
        }
        None if path.contains('.') => (StatusCode::NOT_FOUND, "There is nothing here.\n").into_response(),
        None => match Client::get("index.html") {
            Some(index) => {
                ([(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")], index.data)
                    .into_response()
            }
            None => Html(UNBUILT).into_response(),
        },
    }
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
<head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>Playmat</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}</style></head>
<body>
<h1>Playmat</h1>
<p>The server runs. This program was built without the web client, so there is nothing to click on here.</p>
<p>Programs can play: <code>python3 examples/bot.py</code> does, and <code>docs/protocol.md</code> says how.
<code>playmat play</code> is the game in the terminal.</p>
</body>
</html>
";

//! Files by their URIs: an editor names files by URIs, the language services by paths with slashes.

use std::fs;
use std::path::{Path, PathBuf};

use lsp_types::Uri;

/// The endings of the files that are read from the disk.
const ENDINGS: [&str; 3] = ["cards", "scn", "deck"];

/// How deep below a folder of the workspace files are looked for, and how many at most.
const DEEPEST: usize = 8;
const MOST: usize = 5_000;

/// The path of a URI, with slashes. A document that is not saved yet keeps its URI as its path.
pub fn path_of(uri: &Uri) -> String {
    match uri.as_str().strip_prefix("file://") {
        Some(path) => decoded(path),
        None => uri.as_str().to_owned(),
    }
}

/// The URI of a path.
pub fn uri_of(path: &str) -> Option<Uri> {
    let text = if path.starts_with('/') { format!("file://{}", encoded(path)) } else { path.to_owned() };
    text.parse().ok()
}

/// The text of a file as it is on the disk now; what is no UTF-8 in it is replaced, and complained about as such.
pub fn read(path: &str) -> Option<String> {
    fs::read(on_disk(path)).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// The files below a folder that are understood, with their texts. Hidden folders and those of build tools are left out.
pub fn below(folder: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    walk(&on_disk(folder), DEEPEST, &mut found);
    found.sort();
    let text = |path: PathBuf| {
        let path = slashed(&path);
        read(&path).map(|text| (path, text))
    };
    found.into_iter().filter_map(text).collect()
}

fn walk(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if found.len() >= MOST || name.starts_with('.') || name == "node_modules" || name == "target" {
            continue;
        }
        let known = path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known));
        match fs::metadata(&path) {
            Ok(there) if there.is_dir() && depth > 0 && !path.is_symlink() => walk(&path, depth - 1, found),
            Ok(there) if there.is_file() && known => found.push(path),
            _ => {}
        }
    }
}

/// A path as the system has it: `/C:/x` is `C:/x` on Windows.
fn on_disk(path: &str) -> PathBuf {
    let drive = cfg!(windows) && path.as_bytes().get(2) == Some(&b':');
    PathBuf::from(if drive { &path[1..] } else { path })
}

fn slashed(path: &Path) -> String {
    let text = path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
    if text.starts_with('/') { text } else { format!("/{text}") }
}

fn encoded(path: &str) -> String {
    let mut text = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => text.push(char::from(byte)),
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let number =
            behind.get(..2).and_then(|two| std::str::from_utf8(two).ok()).and_then(|two| u8::from_str_radix(two, 16).ok());
        match number.filter(|_| first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &behind[2..];
            }
            None => {
                bytes.push(first);
                rest = behind;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_and_its_uri_are_one_file() {
        for path in ["/x/my cards/food-chain/Tāikoā#1.cards", "/a%b/c.scn", "/C:/x.deck"] {
            assert_eq!(path_of(&uri_of(path).unwrap()), path);
        }
        let uri: Uri = "untitled:Untitled-1".parse().unwrap();
        assert_eq!(uri_of(&path_of(&uri)).unwrap(), uri);
        assert_eq!(path_of(&"file:///x/a%20b.cards".parse().unwrap()), "/x/a b.cards");
    }
}

//! Reads as much of a PDF as tests ask for: pages, lines where they are drawn, texts through the tables of their fonts.

use std::collections::HashMap;
use std::io::Read;

use flate2::read::ZlibDecoder;

/// A file.
pub struct Pdf {
    /// Objects by number: what stands before their stream, and the stream as it was before it was compressed.
    objects: HashMap<u32, (String, Vec<u8>)>,
}

/// A page: its size in points, the lines that are drawn on it, each with its width, in millimetres from the top on the left, and what is written on it.
pub struct Sheet {
    pub size: (f64, f64),
    pub lines: Vec<([f64; 4], f64)>,
    pub text: String,
}

impl Pdf {
    pub fn read(bytes: &[u8]) -> Pdf {
        let text: String = bytes.iter().map(|&byte| char::from(byte)).collect();
        let mut objects = HashMap::new();
        for (at, _) in text.match_indices(" 0 obj") {
            let number = text[..at].rsplit(|c: char| !c.is_ascii_digit()).next().and_then(|number| number.parse().ok());
            let end = at + text[at..].find("endobj").expect("an object ends");
            let body = &text[at + 6..end];
            let (head, stream) = body.split_once("stream\n").unwrap_or((body, ""));
            let packed: Vec<u8> = stream.chars().map(|c| c as u8).collect();
            let mut whole = Vec::new();
            if head.contains("FlateDecode") && ZlibDecoder::new(&packed[..]).read_to_end(&mut whole).is_err() {
                whole.clear();
            }
            objects.extend(number.map(|number| (number, (head.to_owned(), whole))));
        }
        Pdf { objects }
    }

    /// The names of the fonts that lie in the file.
    pub fn fonts(&self) -> Vec<String> {
        let descriptors = self.objects.values().filter(|(head, _)| head.contains("/FontFile2"));
        let mut names: Vec<String> = descriptors.filter_map(|(head, _)| word(head, "/FontName/")).collect();
        names.sort();
        names
    }

    pub fn pages(&self) -> Vec<Sheet> {
        let (_, (tree, _)) = self.objects.iter().find(|(_, (head, _))| head.contains("/Type/Pages")).expect("there are pages");
        let kids = between(tree, "/Kids[", "]").expect("a list of pages");
        let kids = kids.split(" 0 R").filter_map(|kid| kid.trim().parse::<u32>().ok());
        kids.map(|kid| self.page(&self.objects[&kid].0)).collect()
    }

    fn page(&self, head: &str) -> Sheet {
        let media = between(head, "/MediaBox[", "]").expect("a page has a size");
        let media: Vec<f64> = media.split_whitespace().filter_map(|number| number.parse().ok()).collect();
        let content = word(head, "/Contents ").and_then(|number| number.parse().ok()).expect("a page has a content");
        let content: String = self.objects[&content].1.iter().map(|&byte| char::from(byte)).collect();
        let tables = self.tables(head);
        let mut sheet = Sheet { size: (media[2], media[3]), lines: vec![], text: String::new() };
        let mut stack: Vec<[f64; 6]> = vec![];
        let mut here = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
        let mut pen = [0.0, 0.0];
        let mut width = 0.0;
        let mut font = String::new();
        let mut said: Vec<Token> = vec![];
        let millimetres = |[a, b, c, d, e, f]: [f64; 6], x: f64, y: f64| {
            [(a * x + c * y + e) * 25.4 / 72.0, (media[3] - (b * x + d * y + f)) * 25.4 / 72.0]
        };
        for token in tokens(&content) {
            let Token::Operator(operator) = &token else {
                said.push(token);
                continue;
            };
            let numbers: Vec<f64> =
                said.iter().filter_map(|token| if let Token::Number(number) = token { Some(*number) } else { None }).collect();
            match (operator.as_str(), numbers.as_slice()) {
                ("q", _) => stack.push(here),
                ("Q", _) => {
                    here = stack.pop().unwrap_or(here);
                    width = 0.0;
                }
                ("cm", &[a, b, c, d, e, f]) => {
                    let [g, h, i, j, k, l] = here;
                    here = [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
                }
                ("w", &[wide]) => width = wide,
                ("m", &[x, y]) => pen = [x, y],
                ("l", &[x, y]) => {
                    let ([x0, y0], [x1, y1]) = (millimetres(here, pen[0], pen[1]), millimetres(here, x, y));
                    sheet.lines.push(([x0, y0, x1, y1], width));
                    pen = [x, y];
                }
                ("Tf", _) => {
                    let name = |token: &Token| if let Token::Name(name) = token { Some(name.clone()) } else { None };
                    font = said.iter().find_map(name).unwrap_or_default();
                }
                ("Tj" | "TJ", _) => {
                    let table = tables.get(&font).expect("a font has a table of what its glyphs mean");
                    for token in &said {
                        let Token::Text(bytes) = token else { continue };
                        let glyphs = bytes.chunks(2).map(|pair| pair.iter().fold(0, |sum, &byte| sum * 256 + u32::from(byte)));
                        sheet.text.extend(glyphs.filter_map(|glyph| table.get(&glyph).cloned()));
                    }
                    sheet.text.push('\n');
                }
                _ => {}
            }
            said.clear();
        }
        sheet
    }

    /// What the glyphs of each font of a page mean.
    fn tables(&self, head: &str) -> HashMap<String, HashMap<u32, String>> {
        let resources = self.whole(head, "/Resources ");
        let fonts = self.whole(&resources, "/Font");
        let mut tables = HashMap::new();
        for piece in fonts.split('/').skip(1) {
            let mut words = piece.split_whitespace();
            let (Some(name), Some(number)) = (words.next(), words.next().and_then(|number| number.parse::<u32>().ok())) else {
                continue;
            };
            let Some(table) = self.objects.get(&number).and_then(|(font, _)| word(font, "/ToUnicode ")) else { continue };
            let table = table.parse().ok().and_then(|number: u32| self.objects.get(&number)).expect("a table");
            let table = String::from_utf8_lossy(&table.1).into_owned();
            let rows = table.lines().filter_map(|line| {
                let hex: Vec<&str> = line.split(['<', '>']).skip(1).step_by(2).collect();
                let [glyph, letters] = hex.as_slice() else { return None };
                let units =
                    letters.as_bytes().chunks(4).map(|unit| u16::from_str_radix(std::str::from_utf8(unit).ok()?, 16).ok());
                let units: Vec<u16> = units.collect::<Option<_>>()?;
                Some((u32::from_str_radix(glyph, 16).ok()?, String::from_utf16_lossy(&units)))
            });
            tables.insert(name.to_owned(), rows.collect());
        }
        tables
    }

    /// What stands behind a name: there, or in the object that it points to.
    fn whole(&self, head: &str, name: &str) -> String {
        let rest = head.split_once(name).map_or("", |(_, rest)| rest.trim_start());
        if rest.starts_with("<<") {
            return rest.to_owned();
        }
        let number = rest.split_whitespace().next().and_then(|number| number.parse::<u32>().ok());
        number.and_then(|number| self.objects.get(&number)).map(|(head, _)| head.clone()).unwrap_or_default()
    }
}

/// A piece of the content of a page.
enum Token {
    Number(f64),
    Name(String),
    Text(Vec<u8>),
    Operator(String),
}

fn tokens(content: &str) -> Vec<Token> {
    let mut found = vec![];
    let mut rest = content;
    while let Some(first) = rest.chars().next() {
        let skipped = match first {
            '(' => {
                let (text, length) = string(rest);
                found.push(Token::Text(text));
                length
            }
            '[' | ']' | ' ' | '\n' | '\r' => 1,
            _ => {
                let end = |at: usize, c: char| at > 0 && (c.is_ascii_whitespace() || "[]()/<>".contains(c));
                let length = rest.char_indices().find(|&(at, c)| end(at, c)).map_or(rest.len(), |(at, _)| at);
                let word = &rest[..length];
                found.push(match (word.strip_prefix('/'), word.parse()) {
                    (Some(name), _) => Token::Name(name.to_owned()),
                    (None, Ok(number)) => Token::Number(number),
                    (None, Err(_)) => Token::Operator(word.to_owned()),
                });
                length
            }
        };
        rest = &rest[skipped..];
    }
    found
}

/// The bytes of a string at the beginning, and how long it is in the file.
fn string(text: &str) -> (Vec<u8>, usize) {
    let mut bytes = vec![];
    let mut letters = text.char_indices().skip(1).peekable();
    let mut depth = 1;
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => {
                let (_, escaped) = letters.next().expect("something is escaped");
                if escaped.is_digit(8) {
                    let mut code = escaped.to_digit(8).expect("a digit");
                    for _ in 0..2 {
                        let Some(digit) = letters.peek().and_then(|(_, next)| next.to_digit(8)) else { break };
                        code = code * 8 + digit;
                        letters.next();
                    }
                    bytes.push(code as u8);
                } else {
                    bytes.push(match escaped {
                        'n' => b'\n',
                        'r' => b'\r',
                        't' => b'\t',
                        'b' => 8,
                        'f' => 12,
                        other => other as u8,
                    });
                }
                continue;
            }
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (bytes, at + 1);
        }
        bytes.push(letter as u8);
    }
    (bytes, text.len())
}

fn word(text: &str, before: &str) -> Option<String> {
    let (_, rest) = text.split_once(before)?;
    rest.split(|c: char| c.is_whitespace() || c == '/').next().map(str::to_owned)
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(before)?;
    rest.split_once(after).map(|(inside, _)| inside)
}

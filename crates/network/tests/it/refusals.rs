//! What is no weight file, or one of something else, is refused with a reason; no byte of it is believed.

use playmat_cards::CardGame;
use playmat_catalog::{Visitor, visit, visit_games};
use playmat_chance::FastChance;
use playmat_kernel::Chance;
use playmat_network::{Dims, LayerSize, Misfit, Network, Wanted, wanted};
use playmat_testkit::networks::{SMALL, body, checked, header, seal, weight_file};
use playmat_testkit::seed;

/// Parts of a weight file that fits, to be spoilt.
#[derive(Clone)]
struct Parts {
    header: String,
    body: Vec<u8>,
    layers: Vec<LayerSize>,
    wanted: Wanted,
}

#[derive(Clone)]
struct Fitting;

impl Visitor for Fitting {
    type Out = Parts;

    fn visit<G: CardGame>(self) -> Parts {
        let wanted = wanted::<G>().expect("the game has numbers");
        let layers = SMALL.layers(wanted.layout).expect("the sizes are possible");
        Parts { header: header(wanted, &SMALL, &layers), body: body(&layers, 5), layers, wanted }
    }
}

impl Parts {
    fn read(&self) -> Result<Network, Misfit> {
        Network::read(&seal(self.header.clone(), &self.body), self.wanted)
    }

    fn with_header(&self, from: &str, to: &str) -> Misfit {
        assert!(self.header.contains(from), "{from} is in {}", self.header);
        Parts { header: self.header.replacen(from, to, 1), ..self.clone() }.read().expect_err("it is refused")
    }

    fn with_body(&self, spoil: impl FnOnce(&mut Vec<u8>)) -> Misfit {
        let mut parts = self.clone();
        spoil(&mut parts.body);
        parts.read().expect_err("it is refused")
    }
}

fn says(misfit: &Misfit, words: &[&str]) {
    let sentence = misfit.to_string();
    assert!(words.iter().all(|word| sentence.contains(word)), "{sentence}");
}

#[test]
fn what_does_not_fit_is_refused_with_a_reason() {
    for parts in visit_games(Fitting) {
        parts.read().expect("it fits");
        let game = format!("\"game\":\"{}\"", parts.wanted.game);
        says(&parts.with_header(&game, "\"game\":\"chess\""), &["plays chess", parts.wanted.game]);
        says(&parts.with_header("\"format\":1", "\"format\":2"), &["format 2", "format 1"]);
        says(&parts.with_header("\"fingerprint\":\"", "\"fingerprint\":\"0"), &["trained on observations", "train it again"]);
        says(
            &parts.with_header("\"layout\":{\"version\":", "\"layout\":{\"version\":9"),
            &["trained on observations of version 9"],
        );
        says(&parts.with_header("\"rules\":", "\"rules\":9"), &["rules of version 9", "train it again"]);
        says(&parts.with_header("\"blocks\":2", "\"blocks\":17"), &["`blocks`", "17", "0 to 16"]);
        says(&parts.with_header("\"option\":16", "\"option\":129"), &["`option`", "129", "1 to 128"]);
        says(&parts.with_header("\"trunk\":24", "\"trunk\":0"), &["`trunk`", "1 to 4000"]);
        says(&parts.with_header("\"inner\":16", "\"inner\":18446744073709551615"), &["`inner`"]);
        says(&parts.with_header("\"inner\":16", "\"inner\":-1"), &["header"]);
        says(&parts.with_header("\"inner\":16", "\"outer\":16"), &["header", "outer"]);
        says(&parts.with_header("\"card.2\"", "\"card.3\""), &["`card.3`", "`card.2`"]);
        says(&parts.with_header("[\"value.2\",1,8],", ""), &["`option.row`", "`value.2` [1, 8]"]);
        says(&parts.with_header("{\"format\"", "[\"format\""), &["header"]);
        says(&parts.with_body(|body| body.truncate(body.len() - 1)), &["bytes; there should be"]);
        says(&parts.with_body(|body| body.push(0)), &["bytes; there should be"]);
        says(&parts.with_body(|body| body[3] = i8::MIN as u8), &["weight", "`card.1`".trim_matches('`'), "-128"]);
        let outputs: usize = parts.layers.iter().map(|LayerSize(_, outputs, _)| outputs).sum();
        let end = parts.body.len();
        says(&parts.with_body(|body| body[end - 4..].fill(0)), &["factor", "option.judge", "is 0"]);
        says(&parts.with_body(|body| body[end - 1] = 0x80), &["factor", "out of range"]);
        says(&parts.with_body(|body| body[end - 8 * outputs + 3] = 0x7f), &["bias", "card.1"]);
        // Larger than any network: sizes are refused before anything is made so large.
        let huge = Dims { card: 4000, card_hidden: 4000, ..SMALL };
        assert!(matches!(huge.layers(parts.wanted.layout), Err(Misfit::Size { .. })));
    }
}

#[test]
fn a_file_that_is_cut_off_or_changed_is_refused() {
    for parts in visit_games(Fitting) {
        let file = seal(parts.header.clone(), &parts.body);
        for length in (0..200).chain((200..file.len()).step_by(97)) {
            let misfit = Network::read(&file[..length], parts.wanted).expect_err("it is refused");
            assert!(matches!(misfit, Misfit::Magic | Misfit::Length { .. }), "{length} bytes: {misfit}");
        }
        for at in (0..file.len()).step_by(61) {
            let mut changed = file.clone();
            changed[at] ^= 0x10;
            assert!(Network::read(&changed, parts.wanted).is_err(), "byte {at} is changed");
        }
    }
}

/// Random bytes, and files in which something was changed and the checksum made anew: they are refused or read, and nothing panics.
#[test]
fn whatever_bytes_are_given_nothing_panics() {
    let parts = visit("food-chain", Fitting).expect("there is such a game");
    let whole = seal(parts.header.clone(), &parts.body);
    let unsealed = &whole[..whole.len() - 8];
    let mut chance = FastChance::new(seed("weight files"));
    let (mut read, mut refused) = (0, 0);
    for round in 0..4000 {
        let bytes = match round % 4 {
            0 => {
                let mut bytes: Vec<u8> = (0..chance.one_of(400)).map(|_| chance.one_of(256) as u8).collect();
                bytes.splice(0..bytes.len().min(8), *b"PLAYNET1");
                bytes
            }
            1 => {
                // Somewhere in the header.
                let mut bytes = unsealed.to_vec();
                let at = 8 + chance.one_of(parts.header.len() as u32 + 4) as usize;
                bytes[at] = chance.one_of(256) as u8;
                checked(bytes)
            }
            2 => {
                // Digits of the header.
                let digits: Vec<usize> = (12..12 + parts.header.len()).filter(|&at| whole[at].is_ascii_digit()).collect();
                let mut bytes = unsealed.to_vec();
                for _ in 0..=chance.one_of(3) {
                    bytes[digits[chance.one_of(digits.len() as u32) as usize]] = b'0' + chance.one_of(10) as u8;
                }
                checked(bytes)
            }
            _ => {
                let mut bytes = unsealed.to_vec();
                let body = 12 + parts.header.len();
                let at = body + chance.one_of((bytes.len() - body) as u32) as usize;
                bytes[at] = chance.one_of(256) as u8;
                checked(bytes)
            }
        };
        match Network::read(&bytes, parts.wanted) {
            Ok(_) => read += 1,
            Err(_) => refused += 1,
        }
    }
    assert!(read > 500 && refused > 1500, "{read} were read, {refused} refused");
}

#[derive(Clone)]
struct Numberless;

impl Visitor for Numberless {
    type Out = String;

    fn visit<G: CardGame>(self) -> String {
        weight_file::<G>(&SMALL, 1).expect_err("it has no numbers").to_string()
    }
}

#[test]
fn a_game_without_numbers_has_no_model() {
    let sentence = visit("vigil", Numberless).expect("there is such a game");
    assert!(sentence.contains("positions of Vigil cannot be written as numbers"), "{sentence}");
}

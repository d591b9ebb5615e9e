//! A person at the keyboard: what is shown, what can be typed.

use std::io::Write;
use std::time::Duration;

use playmat_cards::{CardGame, Face, View, tell_apart};
use playmat_frontend::draw;
use playmat_kernel::{Audience, BySeat, Decision, Entry, Occasion, Seat};

use crate::failure::Failure;
use crate::play::about;
use crate::play::keyboard::Keyboard;
use crate::play::page::{page, wipe};
use crate::running::Running;

/// The result of asking.
pub enum Said {
    /// The match goes on, or is over.
    Goes,
    /// The person leaves, or the input ends.
    Leaves,
}

/// FC A11: how long the match waits at most while a player looks at revealed cards.
const LOOKS: Duration = Duration::from_secs(3);

/// One or two people at one keyboard.
pub struct Human {
    input: Keyboard,
    two_people: bool,
    /// Whether a rash answer has to be confirmed.
    terminal: bool,
    /// The player who is at the screen.
    at_screen: Option<Seat>,
    /// The view that each was shown last.
    seen: BySeat<Option<View>>,
    /// How many events each was told of.
    told: BySeat<usize>,
    /// The bot that offers to concede, and whether the player was told.
    offer: Option<(Seat, bool)>,
}

/// The meaning of a typed line.
enum Typed {
    Pick(usize),
    Card(String),
    Place(u8),
    Help,
    Why,
    Log,
    Table,
    Back,
    Concede,
    Accept,
    Quit,
    Nothing,
    Unclear(String),
}

const HELP: &str = "  a number, or words of an option (two letters or more)   takes it
  ?NAME      shows a card, what its words mean, and its numbers where it stands
  ?2         shows who stands at place 2 on both sides, and how their numbers
             differ from what is printed
  why        says why cards in your hand cannot be played now
  table      draws the table again
  log        shows everything that happened
  back       takes back the move you are declaring
  concede    gives up
  accept     ends the match when the rival offers to concede
  quit       leaves; the record is saved";

impl Human {
    /// Nobody is at the screen yet.
    pub fn new(input: Keyboard, two_people: bool, terminal: bool) -> Self {
        let (seen, told) = (BySeat::new(None, None), BySeat::new(0, 0));
        Human { input, two_people, terminal, at_screen: None, seen, told, offer: None }
    }

    /// A bot offers to concede, or withdraws its offer.
    pub fn hear_offer(&mut self, seat: Seat, offers: bool) {
        self.offer = match self.offer {
            Some((other, _)) if other == seat && offers => self.offer,
            _ => offers.then_some((seat, false)),
        };
    }

    /// Shows the table, the news and the question, and reads until there is an answer.
    pub fn ask<G: CardGame>(
        &mut self,
        running: &mut Running<G>,
        decision: Decision,
        out: &mut dyn Write,
    ) -> Result<Said, Failure> {
        let seat = decision.seat;
        let options = running.options();
        // A question with one option is answered automatically, but not where two people share a screen: passing the screen would
        // tell something.
        let unseen = !self.two_people || self.at_screen == Some(seat);
        if options.len() == 1 && decision.occasion != Occasion::Move && unseen {
            running.answer(0).map_err(refused)?;
            return Ok(Said::Goes);
        }
        if self.two_people && self.at_screen != Some(seat) && !self.pass_to(running.name(seat), out)? {
            return Ok(Said::Leaves);
        }
        self.at_screen = Some(seat);
        self.show(running, seat, out)?;
        if let Some((rival, told @ false)) = &mut self.offer {
            writeln!(
                out,
                "{} offers to concede: type `accept` to end the match, anything else to play on.",
                running.name(*rival)
            )?;
            *told = true;
        }
        let (rules, position) = (running.rules(), running.table().position());
        let mut faces: Vec<Face> = options.iter().map(|&choice| G::face(rules, position, choice)).collect();
        tell_apart(&mut faces, seat, &G::view(rules, position, Audience::Player(seat)));
        self.question(running, seat, &faces, out)?;
        loop {
            let Some(line) = self.read(out)? else { return Ok(Said::Leaves) };
            match typed(&line, &faces) {
                Typed::Pick(pick) => {
                    running.answer(pick).map_err(refused)?;
                    return Ok(Said::Goes);
                }
                Typed::Back if running.take_back() => {
                    writeln!(out, "You take the move back.")?;
                    return Ok(Said::Goes);
                }
                Typed::Back => {
                    writeln!(out, "There is nothing to take back: only a move that you are still declaring can be taken back.")?
                }
                Typed::Concede => match self.is_sure(out)? {
                    Some(true) => {
                        running.enter(Entry::Concede(seat)).map_err(refused)?;
                        return Ok(Said::Goes);
                    }
                    Some(false) => writeln!(out, "The match goes on.")?,
                    None => return Ok(Said::Leaves),
                },
                Typed::Accept => match self.offer {
                    Some((rival, _)) => {
                        running.enter(Entry::Concede(rival)).map_err(refused)?;
                        return Ok(Said::Goes);
                    }
                    None => writeln!(out, "Nobody offers to concede.")?,
                },
                Typed::Quit => return Ok(Said::Leaves),
                Typed::Card(name) => about::card(running, seat, &name, out)?,
                Typed::Place(place) => about::place(running, seat, place, out)?,
                Typed::Help => writeln!(out, "{HELP}")?,
                Typed::Why => why(running, seat, out)?,
                Typed::Log => sentences(&running.sentences(0, Audience::Player(seat)), out)?,
                Typed::Table => {
                    self.seen[seat] = None;
                    self.show(running, seat, out)?;
                    self.question(running, seat, &faces, out)?;
                }
                Typed::Nothing => {}
                Typed::Unclear(why) => writeln!(out, "{why}")?,
            }
        }
    }

    /// Cards were shown to a player: the player at the screen looks at them until Enter, for a limited time. Only on a terminal,
    /// because a script types nothing there.
    pub fn look<G: CardGame>(&mut self, running: &Running<G>, seat: Seat, out: &mut dyn Write) -> Result<(), Failure> {
        if !self.terminal || (self.two_people && self.at_screen != Some(seat)) {
            return Ok(());
        }
        self.show(running, seat, out)?;
        write!(out, "(press Enter to go on; the match goes on by itself after {} seconds) ", LOOKS.as_secs())?;
        out.flush()?;
        self.input.wait(LOOKS)?;
        Ok(writeln!(out)?)
    }

    /// The end, for those who still look.
    pub fn last_look<G: CardGame>(&mut self, running: &Running<G>, out: &mut dyn Write) -> Result<(), Failure> {
        match self.at_screen {
            Some(seat) => self.show(running, seat, out),
            None => Ok(()),
        }
    }

    /// The table if it changed, then what happened since.
    fn show<G: CardGame>(&mut self, running: &Running<G>, seat: Seat, out: &mut dyn Write) -> Result<(), Failure> {
        let audience = Audience::Player(seat);
        let view = G::view(running.rules(), running.table().position(), audience);
        if self.seen[seat].as_ref() != Some(&view) {
            let names = BySeat::from_fn(|who| running.name(who).to_owned());
            writeln!(out, "\n{}", draw::<G>(running.rules(), &view, Some(seat), &names, page()))?;
            self.seen[seat] = Some(view);
        }
        sentences(&running.sentences(self.told[seat], audience), out)?;
        self.told[seat] = running.events();
        Ok(())
    }

    fn question<G: CardGame>(
        &self,
        running: &Running<G>,
        seat: Seat,
        faces: &[Face],
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let question = G::question(running.rules(), running.table().position());
        let bold = anstyle::Style::new().bold();
        let about =
            question.about.map(|def| format!(" [{}]", G::cards(running.rules())[def.0 as usize].name)).unwrap_or_default();
        let back = if running.can_take_back() { "  (`back` takes the move back)" } else { "" };
        writeln!(out, "{bold}{}: {}{about}{bold:#}{back}", running.name(seat), question.words)?;
        for (place, face) in faces.iter().enumerate() {
            writeln!(out, "{:>3}) {}", place + 1, face.words)?;
        }
        Ok(())
    }

    /// An empty screen until the other player is there. False if nobody comes.
    fn pass_to(&mut self, name: &str, out: &mut dyn Write) -> Result<bool, Failure> {
        wipe(out)?;
        writeln!(out, "Pass to {name}. (Enter when {name} is there)")?;
        Ok(self.read(out)?.is_some())
    }

    /// Asks for confirmation of a concession, on a terminal only. None if nobody answers.
    fn is_sure(&mut self, out: &mut dyn Write) -> Result<Option<bool>, Failure> {
        if !self.terminal {
            return Ok(Some(true));
        }
        writeln!(out, "Do you give up? Type `yes` to concede, anything else to play on.")?;
        Ok(self.read(out)?.map(|line| matches!(line.to_lowercase().as_str(), "y" | "yes")))
    }

    fn read(&mut self, out: &mut dyn Write) -> Result<Option<String>, Failure> {
        write!(out, "> ")?;
        out.flush()?;
        let Some(line) = self.input.line()? else {
            writeln!(out)?;
            return Ok(None);
        };
        Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()))
    }
}

fn typed(line: &str, faces: &[Face]) -> Typed {
    if let Some(name) = line.strip_prefix('?') {
        let name = name.trim();
        return match name.parse() {
            _ if name.is_empty() => Typed::Help,
            Ok(place) => Typed::Place(place),
            Err(_) => Typed::Card(name.to_owned()),
        };
    }
    if let Ok(number) = line.parse::<usize>() {
        return match number {
            1.. if number <= faces.len() => Typed::Pick(number - 1),
            _ => Typed::Unclear(format!("There is no option {number}; there are 1 to {}.", faces.len())),
        };
    }
    match line.to_lowercase().as_str() {
        "" => Typed::Nothing,
        "help" => Typed::Help,
        "why" => Typed::Why,
        "log" => Typed::Log,
        "table" => Typed::Table,
        "back" => Typed::Back,
        "concede" => Typed::Concede,
        "accept" => Typed::Accept,
        "quit" | "exit" => Typed::Quit,
        words => by_words(words, faces),
    }
}

/// The one option that these words mean: all of it, its beginning, the beginning of a word in it, or letters anywhere in it. One
/// letter is taken for a typing mistake, and two must at least begin a word.
fn by_words(words: &str, faces: &[Face]) -> Typed {
    let letters = words.chars().count();
    let means = |test: &dyn Fn(&str) -> bool| {
        let mut fitting = faces.iter().enumerate().filter(|(_, face)| test(&face.words.to_lowercase())).map(|(place, _)| place);
        fitting.next().map(|first| (first, fitting.next().is_some()))
    };
    let found = means(&|option| option == words)
        .or_else(|| means(&|option| letters > 1 && option.starts_with(words)))
        .or_else(|| means(&|option| letters > 1 && begins_a_word(option, words)))
        .or_else(|| means(&|option| letters > 2 && option.contains(words)));
    match found {
        Some((place, false)) => Typed::Pick(place),
        Some((_, true)) => Typed::Unclear(format!("`{words}` fits several options; type a number.")),
        None => Typed::Unclear(format!(
            "`{words}` is not one of the options; type a number from 1 to {}, or ? for help.",
            faces.len()
        )),
    }
}

/// Whether these letters begin a word of a text.
fn begins_a_word(text: &str, letters: &str) -> bool {
    text.match_indices(letters).any(|(at, _)| !text[..at].ends_with(char::is_alphanumeric))
}

fn why<G: CardGame>(running: &Running<G>, seat: Seat, out: &mut dyn Write) -> Result<(), Failure> {
    let reasons = G::why_not_in_hand(running.rules(), running.table().position(), seat);
    if reasons.is_empty() {
        writeln!(out, "Every card in your hand can be played now.")?;
    }
    for (def, reason) in reasons {
        writeln!(out, "  {}: {}", G::cards(running.rules())[def.0 as usize].name, reason.sentence)?;
    }
    Ok(())
}

fn sentences(sentences: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let dim = anstyle::Style::new().dimmed();
    Ok(sentences.iter().try_for_each(|sentence| writeln!(out, "  {dim}·{dim:#} {sentence}"))?)
}

fn refused<R: std::fmt::Debug>(refused: R) -> Failure {
    Failure::Failed(format!("a listed option was refused: {refused:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use playmat_cards::{FaceVerb, Setup, Terms};
    use playmat_catalog::{Library, Origin, Visitor, visit};
    use playmat_chance::FastChance;
    use playmat_kernel::Outcome;

    fn pick(line: &str, options: &[&str]) -> Option<usize> {
        let faces: Vec<Face> = options.iter().map(|words| Face::word(FaceVerb::Choose, *words)).collect();
        match typed(line, &faces) {
            Typed::Pick(place) => Some(place),
            _ => None,
        }
    }

    #[test]
    fn an_option_is_taken_by_its_number_or_by_enough_of_its_words() {
        let options = ["play a Minnow", "go to battle", "end the turn"];
        for (line, place) in [("3", 2), ("end the turn", 2), ("END", 2), ("en", 2), ("tu", 2), ("minn", 0), ("attl", 1)] {
            assert_eq!(pick(line, &options), Some(place), "{line}");
        }
        for line in ["e", "t", "m", "nd", "tt", "0", "4", "nonsense"] {
            assert_eq!(pick(line, &options), None, "{line}");
        }
        assert_eq!(pick("x", &["x", "xylophone"]), Some(0), "the whole of an option is meant, however short");
        assert_eq!(pick("no", &["yes", "no", "none"]), Some(1));
        assert_eq!(pick("fish", &["play a Fish", "choose a Fish"]), None, "it fits two");
    }

    /// A player who is offered a concession is told once, and wins by accepting it; without an offer there is nothing to accept.
    #[test]
    fn a_concession_is_offered_and_accepted() {
        struct Offered;
        impl Visitor for Offered {
            type Out = ();
            fn visit<G: CardGame>(self) {
                let library = Library::<G>::load(&Origin::Shipped).expect("the shipped cards are right");
                let rules = library.rules(&Terms::default()).expect("the default terms are right");
                let deck = |nth| G::random_deck(&rules.rules, None, &mut FastChance::nth(3, nth));
                let setup = Setup { decks: BySeat::new(deck(0), deck(1)), first: None, unshuffled: false };
                let players = BySeat::new("Ada".to_owned(), "Bob".to_owned());
                let record = playmat_replay::opening(&*rules, setup, 3u64.into(), players).record(rules.fingerprint);
                let mut running = Running::<G>::replay(rules, record).expect("it begins");
                let decision = running.decision().expect("somebody is asked");
                let mut human = Human::new(Keyboard::new(&b"accept\ntable\naccept\n"[..]), false, false);
                let mut out = Vec::new();
                // An offer that is withdrawn before anybody saw it is not mentioned.
                human.hear_offer(decision.seat.rival(), true);
                human.hear_offer(decision.seat.rival(), false);
                assert!(matches!(human.ask(&mut running, decision, &mut out), Ok(Said::Leaves)));
                assert_eq!(String::from_utf8_lossy(&out).matches("Nobody offers to concede.").count(), 2);
                let mut human = Human::new(Keyboard::new(&b"accept\n"[..]), false, false);
                human.hear_offer(decision.seat.rival(), true);
                human.hear_offer(decision.seat.rival(), true);
                out.clear();
                assert!(matches!(human.ask(&mut running, decision, &mut out), Ok(Said::Goes)));
                assert_eq!(String::from_utf8_lossy(&out).matches("offers to concede: type `accept`").count(), 1);
                assert_eq!(running.outcome(), Some(Outcome::Won(decision.seat)));
            }
        }
        visit("skirmish", Offered).expect("there is such a game");
    }

    #[test]
    fn commands_are_known_in_capitals_too() {
        assert!(matches!(typed("HELP", &[]), Typed::Help));
        assert!(matches!(typed("Quit", &[]), Typed::Quit));
        assert!(matches!(typed("Concede", &[]), Typed::Concede));
        assert!(matches!(typed("Log", &[]), Typed::Log));
    }
}

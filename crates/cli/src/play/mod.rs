//! `playmat play`: a game in the terminal, line by line, so that it works piped too.

mod about;
mod human;
mod record_saver;
mod keyboard;
mod page;

use std::io::{self, BufReader, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use playmat_bots::{Bot, BotSpec, Concession, Observation, Resources};
use playmat_cards::{CardGame, Setup};
use playmat_catalog::{Deck, DeckSource, RuleSet, Rules, Visitor, deck_from, visit};
use playmat_chance::FastChance;
use playmat_kernel::{Audience, BySeat, Occasion, Outcome, Seat};
use playmat_replay::reason;
use unicode_width::UnicodeWidthStr;

use crate::common::{RuleArgs, any_seed, bot_named, counted, player_name};
use crate::failure::{Failure, Finished};
use crate::play::human::{Human, Said};
use crate::play::keyboard::Keyboard;
use crate::play::record_saver::{Place, RecordSaver};
use crate::running::Running;

pub use page::page;

/// Play a game in the terminal, against a bot or against somebody beside you
///
/// Answer with the number of an option or its words; `?` lists what else can be typed. The record is saved at the
/// end, and whenever the match is left: by `quit`, at the end of the input, by Ctrl-C (exit code 130).
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat play food-chain
  playmat play food-chain --rival hard
  playmat play food-chain --hotseat --deck1 random:Fish
  playmat play food-chain --p1 random --p2 greedy --seed 7
  playmat play food-chain --edition rulebook --ruling frozen=dies --cards my-cards/")]
pub struct Play {
    /// The game
    game: String,
    /// The seed of shuffles, random decks and bots [default: any]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Player 1: human, easy, normal, hard, random, greedy or ismcts:ITERATIONS
    #[arg(long, value_name = "WHO", default_value = "human", value_parser = who)]
    p1: Who,
    /// Player 2, the rival: the same
    #[arg(long, visible_alias = "rival", value_name = "WHO", default_value = "greedy", value_parser = who)]
    p2: Who,
    /// Two people at one keyboard, with a screen to pass between them
    #[arg(long, conflicts_with_all = ["p1", "p2"])]
    hotseat: bool,
    /// The name of player 1
    #[arg(long, value_name = "NAME", default_value = "Player 1", value_parser = player_name)]
    name1: String,
    /// The name of player 2
    #[arg(long, value_name = "NAME", default_value = "Player 2", value_parser = player_name)]
    name2: String,
    /// The deck of player 1: a shipped deck, a file, random or random:CATEGORY
    #[arg(long, value_name = "DECK", default_value = "random")]
    deck1: String,
    /// The deck of player 2
    #[arg(long, value_name = "DECK", default_value = "random")]
    deck2: String,
    #[command(flatten)]
    rules: RuleArgs,
    /// Where the record is saved; a name that ends in .json makes it readable [default: GAME-SEED.record]
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// Who sits there: a person, or a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Who {
    Human,
    Bot(BotSpec),
}

impl Who {
    /// Whether its thinking takes noticeable time.
    fn takes_time(self) -> bool {
        !matches!(self, Who::Human | Who::Bot(BotSpec::Random | BotSpec::Greedy))
    }
}

impl Play {
    /// Runs the command.
    pub fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        visit(&self.game.clone(), Sit { play: self, out })?
    }

    fn who(&self) -> BySeat<Who> {
        match self.hotseat {
            true => BySeat::new(Who::Human, Who::Human),
            false => BySeat::new(self.p1, self.p2),
        }
    }
}

struct Sit<'a> {
    play: Play,
    out: &'a mut dyn Write,
}

impl Visitor for Sit<'_> {
    type Out = Result<Finished, Failure>;

    fn visit<G: CardGame>(self) -> Self::Out {
        let Sit { play, out } = self;
        let any = play.rules.rules(G::NAME)?;
        let seed = play.seed.unwrap_or_else(any_seed);
        let decks = [
            deck(&any, &play.deck1, &mut FastChance::for_deck(seed, Seat::One))?,
            deck(&any, &play.deck2, &mut FastChance::for_deck(seed, Seat::Two))?,
        ];
        let [one, two] = decks.map(|deck| deck.cards().to_vec());
        let rules = any.shared::<G>();
        let setup = Setup { decks: BySeat::new(one, two), first: None, unshuffled: false };
        let players = BySeat::new(play.name1.clone(), play.name2.clone());
        let opening = playmat_replay::opening(&*rules, setup, seed.into(), players);
        let place = Place::new(play.record.clone(), format!("{}-{seed}", G::NAME), play.rules.cards.clone());
        let record = opening.record(rules.fingerprint);
        let mut running = Running::<G>::replay(rules.clone(), record).map_err(|broken| Failure::Failed(reason(&broken)))?;
        let saver = Arc::new(RecordSaver::new(rules, running.record().clone(), place));
        saver.put_down().map_err(|failure| {
            Failure::bad(format!("the record cannot be saved: {failure}; --record FILE names another file"))
        })?;
        saver.clone().handle_ctrl_c()?;
        let help = if play.who().iter().any(|(_, who)| *who == Who::Human) { "; ? shows what you can type" } else { "" };
        writeln!(out, "{}, seed {seed}{help}", G::TITLE)?;
        for sentence in play.who().iter().filter_map(|(_, who)| without_model(running.rule_set(), *who)) {
            writeln!(out, "{sentence}")?;
        }
        let played = play_on(&mut running, &play.who(), seed, &saver, out);
        let told = played.and_then(|()| finish(&running, &play.who(), out));
        // Whatever happened, the record is saved.
        let saved = saver.save();
        told?;
        saved.tell(out)?;
        Ok(Finished::Well)
    }
}

/// Asks players until the match is over or somebody leaves.
fn play_on<G: CardGame>(
    running: &mut Running<G>,
    who: &BySeat<Who>,
    seed: u64,
    saver: &RecordSaver<G>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let mut bots: BySeat<Option<Box<dyn Bot<G>>>> = BySeat::from_fn(|seat| match &who[seat] {
        Who::Human => None,
        Who::Bot(spec) => {
            let seed = FastChance::nth(seed, 2 + u64::from(seat.bit())).bits();
            Some(playmat_players::bot(*spec, Resources::default(), seed, running.rule_set()))
        }
    });
    let two_people = Seat::BOTH.iter().all(|&seat| who[seat] == Who::Human);
    let nobody = Seat::BOTH.iter().all(|&seat| who[seat] != Who::Human);
    let terminal = io::stdout().is_terminal();
    let mut human = Human::new(Keyboard::new(BufReader::new(io::stdin())), two_people, terminal && io::stdin().is_terminal());
    let mut told = 0;
    let mut hopes: BySeat<Vec<f64>> = BySeat::default();
    while let Some(decision) = running.decision() {
        let before = running.events();
        match &mut bots[decision.seat] {
            Some(bot) => {
                let options = running.options();
                let observation = Observation::of(running.rules(), running.table(), &options);
                let shown = terminal && !nobody && options.len() > 1 && who[decision.seat].takes_time();
                let over = if shown { thinks(running.name(decision.seat), out)? } else { String::new() };
                let pick = observation.map_or(0, |observation| bot.pick(&observation));
                write!(out, "{over}")?;
                if decision.occasion == Occasion::Move && options.len() > 1 {
                    hopes[decision.seat].extend(bot.judgement());
                    human.hear_offer(decision.seat, Concession::USUAL.is_due(&hopes[decision.seat]));
                }
                running.answer(pick).map_err(|refused| Failure::Failed(format!("a bot's answer was refused: {refused:?}")))?;
            }
            None => {
                // A person takes time, and anything may happen meanwhile. If the record cannot be written, that is told at the
                // end.
                let _ = saver.put_down();
                if let Said::Leaves = human.ask(running, decision, out)? {
                    return Ok(());
                }
            }
        }
        saver.note(running.record());
        let shown_to = running.shown_to(before);
        for seat in shown_to.filter(|&seat| who[seat] == Who::Human && running.outcome().is_none()) {
            human.look(running, seat, out)?;
        }
        if nobody {
            running.sentences(told, Audience::Public).iter().try_for_each(|sentence| writeln!(out, "{sentence}"))?;
            told = running.events();
        }
    }
    human.last_look(running, out)
}

/// What plays in the place of a bot whose model is not there, and why.
fn without_model<G: CardGame>(rules: &RuleSet<G>, who: Who) -> Option<String> {
    let Who::Bot(bot) = who else { return None };
    let why = if bot.needs_model() { rules.model().err()? } else { return None };
    Some(format!("{why}: `{}` plays in the place of `{bot}`.", bot.substitute()))
}

/// Shows that a bot thinks, and returns what removes that again.
fn thinks(name: &str, out: &mut dyn Write) -> Result<String, Failure> {
    let sign = format!("{name} thinks...");
    write!(out, "{sign}")?;
    out.flush()?;
    Ok(format!("\r{}\r", " ".repeat(sign.width())))
}

/// How it ended.
fn finish<G: CardGame>(running: &Running<G>, who: &BySeat<Who>, out: &mut dyn Write) -> Result<(), Failure> {
    let turns = counted(G::turns(running.table().position()) as usize, "turn");
    let bold = anstyle::Style::new().bold();
    let you = |seat: Seat| match (&who[seat], &who[seat.rival()]) {
        (Who::Human, Who::Bot(_)) => " (you)",
        _ => "",
    };
    running.ended_by().map_or(Ok(()), |sentence| writeln!(out, "{sentence}"))?;
    match running.outcome() {
        Some(Outcome::Won(seat)) => writeln!(out, "{bold}{}{} wins after {turns}.{bold:#}", running.name(seat), you(seat))?,
        Some(Outcome::Draw) => writeln!(out, "{bold}A draw after {turns}.{bold:#}")?,
        None => writeln!(out, "The match is left unfinished after {turns}.")?,
    }
    Ok(())
}

/// The deck that a text means; an illegal one is refused with every reason.
fn deck(rules: &Rules, text: &str, chance: &mut FastChance) -> Result<Deck, Failure> {
    match DeckSource::read(text) {
        DeckSource::Random(category) => rules.random_deck(category.as_deref(), chance).map_err(Failure::bad),
        DeckSource::Named(name) => {
            let lines = |errors: Vec<playmat_catalog::DeckError>| {
                let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
                Failure::bad(format!("this deck cannot be played:\n{}", lines.join("\n")))
            };
            deck_from(rules.game(), &name).and_then(|list| rules.legal(&list)).map_err(lines)
        }
    }
}

fn who(text: &str) -> Result<Who, String> {
    match text {
        "human" => Ok(Who::Human),
        name => bot_named(name).map(Who::Bot).map_err(|unknown| format!("{unknown}, or human")),
    }
}

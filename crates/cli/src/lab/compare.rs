//! `playmat lab compare`: what if a card, a card set, an edition or a ruling were another.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use playmat_cards::Terms;
use playmat_catalog::{Cards, Rules};
use playmat_lab::compare::{Arm, Compare};
use playmat_lab::game::DeckChoice;
use playmat_lab::players::{Usual, usual};
use playmat_lab::whatif::{ChangedCard, WithCard, card_files, changed_cards, swapped, touched, with_card};

use super::run_args::RunArgs;
use super::{decks, one_bot};
use crate::common::{RuleArgs, wrong_cards};
use crate::failure::{Failure, Finished};

/// What if: compare two card sets, a card written differently, two editions, or two values of a ruling
///
/// The same decks meet with the same luck under both, and playing stops as soon as the answer is known closely enough. The intervals
/// hold whenever it stops.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat lab compare skirmish --card 'unit NAME 5'
  playmat lab compare skirmish --cards shipped,my-cards/
  playmat lab compare food-chain --ruling traps=hand,set --precision 1
  playmat lab compare food-chain --edition core,design --decks categories --precision none")]
pub struct CompareArgs {
    /// The game
    game: String,
    /// A card as it should be, written as in a card file; it replaces the card of its name. A header alone keeps the lines below it
    #[arg(long, value_name = "TEXT")]
    card: Option<String>,
    /// The card of the decks that a new --card stands for
    #[arg(long, value_name = "NAME", requires = "card")]
    instead_of: Option<String>,
    /// The bot that plays [default: the usual player of the game]
    #[arg(long, value_name = "BOT")]
    bots: Option<String>,
    /// Which decks: ready, categories, or names, files, folders, random, random:CATEGORY
    #[arg(long, value_name = "DECKS", default_value = "ready")]
    decks: String,
    /// How many games under each rule set at most, all pairings together [default: what the usual player plays in a minute on two cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: Option<u64>,
    /// Stop once the change of every concerned deck's score is known to within so many percentage points; `none` plays all games
    #[arg(long, value_name = "POINTS", default_value = PRECISION, value_parser = precision)]
    precision: Precision,
    /// A ruling; two values are compared with each other. May be given several times
    #[arg(long = "ruling", value_name = "NAME=VALUE[,VALUE]")]
    rulings: Vec<String>,
    /// The edition, or two to be compared
    #[arg(long, value_name = "EDITION[,EDITION]")]
    edition: Option<String>,
    /// A folder of cards, or two to be compared; `shipped` stands for the shipped cards
    #[arg(long, value_name = "DIR[,DIR]")]
    cards: Option<String>,
    #[command(flatten)]
    run: RunArgs,
}

/// How closely a change is to be known where nobody says, in percentage points.
pub const PRECISION: &str = "2";

/// How closely a change is to be known; none plays all games.
#[derive(Clone, Copy, Debug)]
pub struct Precision(pub Option<f64>);

/// `2`, in percentage points, or `none`.
pub fn precision(text: &str) -> Result<Precision, String> {
    match (text, text.parse::<f64>()) {
        ("none", _) => Ok(Precision(None)),
        (_, Ok(points)) if points > 0.0 && points <= 100.0 => Ok(Precision(Some(points / 100.0))),
        _ => Err("a number of percentage points, as in 2, or none".into()),
    }
}

/// Two arms whose cards may differ, with what differs.
pub struct Arms {
    /// The two.
    pub arms: [Arm; 2],
    /// The cards that differ.
    pub changed: Vec<ChangedCard>,
    /// The decks that are concerned.
    pub touched: Vec<bool>,
}

impl CompareArgs {
    /// Runs the command.
    pub fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        let Arms { arms, changed, touched } = match &self.card {
            Some(text) => self.with_card(text)?,
            None => self.two_arms()?,
        };
        let Usual { compared, asked, .. } = usual(&arms[0].rules);
        let bot = one_bot(&arms[0].rules, self.bots.as_deref())?;
        let precision = self.precision.0;
        let plan =
            Compare { arms, changed, touched, bot, seed: self.run.seed, games: self.games.unwrap_or(compared), precision };
        self.run.run("compare", &self.game, &plan.plan(), out, |context, folder| {
            context.ask_at_most(asked);
            plan.run(context, folder).map(|(_, report)| report)
        })
    }
}

impl CompareArgs {
    /// The cards as they are, and with one written differently.
    fn with_card(&self, text: &str) -> Result<Arms, Failure> {
        let ([(_, rules), _], varied) = self.two_rule_args()?;
        if varied {
            return Err(Failure::bad("only one thing can be compared at a time: a --card, or two values of something else"));
        }
        let old = rules.library(&self.game)?;
        let WithCard { library: new, name, replaces } =
            with_card(&old, text, self.instead_of.as_deref()).map_err(|error| wrong_cards(&self.game, error))?;
        let terms = rules.terms();
        let sets = [&old, &new].map(|library| library.rules(&terms).map_err(Failure::bad));
        let [before, after] = sets;
        let (before, after) = (before?, after?);
        let both = match (&self.instead_of, replaces) {
            (Some(instead), false) => swapped_decks([&before, &after], &self.decks, instead, &name)?,
            (None, true) => decks::in_both(&before, &after, &self.decks)?,
            (Some(_), true) => {
                let message =
                    format!("there is a card `{name}` already, which this one replaces; --instead-of is for new cards");
                return Err(Failure::bad(message));
            }
            (None, false) => {
                let message = format!("`{name}` is a new card; say with --instead-of which card of the decks it stands for");
                return Err(Failure::bad(message));
            }
        };
        let names = ["the old card", "the new card"].map(str::to_owned);
        let arms = Arms::of([&old, &new], [before, after], names, both, [rules.cards.is_some(), true])?;
        Ok(match &self.instead_of {
            // A deck without the old card has not got the new one either, but the new one is in no deck before.
            Some(_) => Arms { touched: differing(&arms.arms), ..arms },
            None => arms,
        })
    }

    /// Two card sets, editions, or values of a ruling.
    fn two_arms(&self) -> Result<Arms, Failure> {
        let ([(first, one), (second, two)], varied) = self.two_rule_args()?;
        if !varied {
            return Err(Failure::bad(
                "nothing to compare; give --card TEXT, or two values, as in --ruling NAME=VALUE,VALUE, --edition A,B or --cards \
                 shipped,DIR",
            ));
        }
        if one.cards != two.cards {
            let folders = [one.cards.as_deref(), two.cards.as_deref()];
            let arms = between(&self.game, folders, [first, second], &one.terms(), &self.decks)?;
            return match arms.changed.is_empty() {
                true => Err(Failure::bad(format!("the two card sets do not differ in the cards of {}", arms.title()))),
                false => Ok(arms),
            };
        }
        let set = one.library(&self.game)?;
        let rules = |args: &RuleArgs| set.rules(&args.terms()).map_err(Failure::bad);
        let (before, after) = (rules(&one)?, rules(&two)?);
        let both = decks::in_both(&before, &after, &self.decks)?;
        let written = one.cards.is_some();
        let arms = Arms::of([&set, &set], [before, after], [first, second], both, [written; 2])?;
        let touched = vec![true; arms.touched.len()];
        Ok(Arms { touched, ..arms })
    }

    /// The two rule sets with their names, and whether something has two values: at most one thing may.
    fn two_rule_args(&self) -> Result<([(String, RuleArgs); 2], bool), Failure> {
        let mut arms = [RuleArgs::default(), RuleArgs::default()];
        let mut names: Vec<[String; 2]> = Vec::new();
        let mut both = |text: &str, name: &dyn Fn(&str) -> String, set: &dyn Fn(&mut RuleArgs, &str)| -> Result<(), Failure> {
            let values: Vec<&str> = text.split(',').map(str::trim).collect();
            match values[..] {
                [one] if !one.is_empty() => arms.iter_mut().for_each(|arm| set(arm, one)),
                [one, two] if !one.is_empty() && !two.is_empty() && one != two => {
                    set(&mut arms[0], one);
                    set(&mut arms[1], two);
                    names.push([name(one), name(two)]);
                }
                _ => return Err(Failure::bad(format!("`{text}` is neither one value nor two different values"))),
            }
            Ok(())
        };
        for text in &self.rulings {
            let (ruling, values) =
                text.split_once('=').ok_or_else(|| Failure::bad("write a ruling as NAME=VALUE or NAME=VALUE,VALUE"))?;
            let (ruling, name) = (ruling.trim(), |value: &str| format!("{}={value}", ruling.trim()));
            both(values, &name, &|arm, value| arm.rulings.push((ruling.to_owned(), value.to_owned())))?;
        }
        if let Some(editions) = &self.edition {
            both(editions, &|edition| format!("the {edition} edition"), &|arm, edition| {
                arm.edition = Some(edition.to_owned())
            })?;
        }
        if let Some(folders) = &self.cards {
            let name = |folder: &str| if folder == "shipped" { "the shipped cards".to_owned() } else { folder.to_owned() };
            both(folders, &name, &|arm, folder| arm.cards = (folder != "shipped").then(|| PathBuf::from(folder)))?;
        }
        let varied = !names.is_empty();
        let [one, two] = arms;
        match names.pop() {
            Some([first, second]) if names.is_empty() => Ok(([(first, one), (second, two)], varied)),
            Some(_) => Err(Failure::bad("only one thing can be compared at a time")),
            None => Ok(([("before".to_owned(), one), ("after".to_owned(), two)], varied)),
        }
    }
}

/// Two card folders under the same terms.
pub fn between(
    game: &str,
    folders: [Option<&Path>; 2],
    names: [String; 2],
    terms: &Terms,
    decks: &str,
) -> Result<Arms, Failure> {
    let cards = |folder: Option<&Path>| RuleArgs { cards: folder.map(Path::to_owned), ..RuleArgs::default() }.library(game);
    let [old, new] = [cards(folders[0])?, cards(folders[1])?];
    let rules = |library: &Cards| library.rules(terms).map_err(Failure::bad);
    let (before, after) = (rules(&old)?, rules(&new)?);
    let both = decks::in_both(&before, &after, decks)?;
    Arms::of([&old, &new], [before, after], names, both, folders.map(|folder| folder.is_some()))
}

impl Arms {
    /// The game as people call it.
    pub fn title(&self) -> &'static str {
        self.arms[0].rules.title()
    }

    /// Of two card sets. The card files of a set that does not ship are kept, since its records need them.
    fn of(
        sets: [&Cards; 2],
        rules: [Rules; 2],
        names: [String; 2],
        decks: [Vec<DeckChoice>; 2],
        written: [bool; 2],
    ) -> Result<Self, Failure> {
        let changed = changed_cards(sets[0], sets[1]);
        let touched = touched(sets, &changed, [&rules[0], &rules[1]], [&decks[0], &decks[1]]);
        let [one, two] = decks;
        let [first, second] = names;
        let [before, after] = rules;
        let files = |at: usize| if written[at] { card_files(sets[at]) } else { Vec::new() };
        let arms = [
            Arm { name: first, rules: before, decks: one, card_files: files(0) },
            Arm { name: second, rules: after, decks: two, card_files: files(1) },
        ];
        Ok(Arms { arms, changed, touched })
    }
}

/// The named decks, and the same with every copy of a card replaced by a new one; of the ready decks those that stay legal.
fn swapped_decks(rules: [&Rules; 2], text: &str, old: &str, new: &str) -> Result<[Vec<DeckChoice>; 2], Failure> {
    let before = decks::brings(rules[0], text)?;
    let with = before.iter().map(|deck| (deck.clone(), swapped(rules, deck, old, new)));
    let (kept, illegal): (Vec<_>, Vec<_>) = with.partition(|(_, after)| after.is_some());
    if text != "ready"
        && let Some((deck, _)) = illegal.first()
    {
        return Err(Failure::bad(format!("{} is not legal with `{new}` in the place of `{old}`", deck.name())));
    }
    let both: Vec<(DeckChoice, DeckChoice)> = kept.into_iter().filter_map(|(deck, after)| Some((deck, after?))).collect();
    if both.is_empty() {
        return Err(Failure::bad(format!("no deck is legal with `{new}` in the place of `{old}`")));
    }
    let (before, after) = both.into_iter().unzip();
    Ok([before, after])
}

/// Which decks are not made of the same cards.
fn differing(arms: &[Arm; 2]) -> Vec<bool> {
    let names = |arm: &Arm, deck: &DeckChoice| match deck {
        DeckChoice::Deck { cards, .. } => cards.iter().map(|&def| arm.rules.name(def).to_owned()).collect(),
        DeckChoice::Random(_) => Vec::new(),
    };
    let both = arms[0].decks.iter().zip(&arms[1].decks);
    both.map(|(old, new)| matches!(old, DeckChoice::Random(_)) || names(&arms[0], old) != names(&arms[1], new)).collect()
}

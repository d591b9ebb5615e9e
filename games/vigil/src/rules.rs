//! From cards to rules: a card becomes a definition, a line of it a program, in one pass that also finds what is wrong.

use playmat_cards::game::*;
use playmat_cardtext::ast;
use playmat_cardtext::{Code, mistakes, number_in};

use crate::Vigil;
use crate::words::{Condition, Keyword, Kind, Noun, Trigger, Verb, VigilWords};

/// Everything a match is played by. It never changes and is no part of a position.
#[derive(Clone, Debug)]
pub struct Rules {
    pub book: Book<Vigil>,
    pub decks: DeckRule,
}

#[derive(Clone, Copy, Debug)]
pub struct Def {
    pub kind: Kind,
    pub light: u8,
    pub steady: bool,
}

impl Parts for Vigil {
    type Action = Action;
    /// Whose candles are chosen among, and whether none may be chosen.
    type Pick = (Side, bool);
    type Test = Condition;
}

/// What a step of a program does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Draw(u8),
    OwnLife(i16),
    RivalLife(i16),
    Light(Who, i16),
    Snuff(Who),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    This,
    It,
    All(Side),
}

mistakes! {
    /// What can be wrong with a card beyond its grammar, each with a wrong and a right example.
    pub CODES:
    NUMBER = Code::new("V01", "number-out-of-range", "a number is out of range")
        .because("Light and the numbers of effects are 1 to 9.")
        .wrong("candle Spark 0\n").right("candle Spark 1\n");
    WRONG_THING = Code::new("V02", "wrong-thing", "this phrase means no candle")
        .because("A charm is no candle, what has gone out is none any more, and `it` was chosen before.")
        .wrong("charm Wish\n  brighten this by 1.\n").right("charm Wish\n  brighten an own candle by 1.\n");
    TOO_MUCH = Code::new("V03", "too-much-on-a-card", "a card asks for more than it can hold")
        .because("A candle has at most two lines, a charm exactly one; a line has at most one `either` and two choices.")
        .wrong("charm Wish\n  draw 1.\n  draw 2.\n").right("charm Wish\n  draw 1, then draw 2.\n");
    TOO_LARGE = playmat_cards::too_large("V04");
}

impl Rulebook for Vigil {
    type Words = VigilWords;

    fn compile(cards: &[&ast::Card<VigilWords>], _edition: usize, _rulings: &[u8]) -> Compiled<Rules> {
        let (book, findings) = Book::compile(cards);
        let decks = DeckRule::new(20..=20, 2, &book.texts); // VG 1
        findings.compiled(|| Rules { book, decks })
    }

    fn codes() -> &'static [&'static Code] {
        CODES
    }

    fn texts(rules: &Rules) -> &Texts {
        &rules.book.texts
    }

    fn guide() -> &'static [(&'static str, &'static [&'static str])] {
        &[
            ("Aim", &["You have 20 life. Take the rival's, or have more of it at **dawn**, after 24 turns."]),
            ("A turn", &["Your candles **burn down** by 1, and you draw. Play up to **two** cards; five candles have room."]),
            ("Its end", &["Light is compared: if yours is more, the rival loses the difference, at most 5 life."]),
        ]
    }
}

impl Clauses for Vigil {
    type Words = VigilWords;
    type Def = Def;

    const TOO_MUCH: &'static Code = &TOO_MUCH;
    const WRONG_THING: &'static Code = &WRONG_THING;
    const TOO_LARGE: &'static Code = &TOO_LARGE;

    fn define(card: &ast::Card<VigilWords>, findings: &mut Findings) -> (CardInfo, Def) {
        let (kind, light) = (card.kind, number_in(&card.header));
        findings.range(&NUMBER, card.span, "a light of ", light.unwrap_or(1), 1..=9);
        let steady = card.keywords.iter().any(|word| word.keyword == Keyword::Steady);
        let info = CardInfo { stats: light.map(|light| light.to_string()), ..CardInfo::printed(card, kind.word()) };
        (info, Def { kind, light: light.unwrap_or(0).clamp(0, 9) as u8, steady })
    }

    fn clause(line: &mut LineOf<Vigil>, clause: &ast::Clause<VigilWords>, optional: bool) -> Result<Action, Stuck> {
        let number = line.number(clause, &NUMBER, 1..=9);
        Ok(match clause.verb {
            Verb::Draw => Action::Draw(number as u8),
            Verb::Gain => Action::OwnLife(number),
            Verb::Pay => Action::OwnLife(-number),
            Verb::Harm => Action::RivalLife(-number),
            Verb::Brighten => Action::Light(who(line, clause, optional)?, number),
            Verb::Dim => Action::Light(who(line, clause, optional)?, -number),
            Verb::Snuff => Action::Snuff(who(line, clause, optional)?),
        })
    }

    fn test(condition: &ast::Condition<VigilWords>) -> Condition {
        condition.condition
    }
}

/// The candles that a clause is about; one that is to be chosen is chosen just before.
fn who(line: &mut LineOf<Vigil>, clause: &ast::Clause<VigilWords>, optional: bool) -> Result<Who, Stuck> {
    let (phrase, all) = line.one_or_all(clause, 0)?;
    let side = match phrase.noun {
        Noun::This if matches!(line.trigger, Some(Trigger::Lit | Trigger::Dusk)) => return Ok(Who::This),
        Noun::This => return Err(line.stuck(phrase.span, ("this is no candle then", "choose one: `an own candle`"))),
        Noun::It => return line.expect_it(phrase).map(|()| Who::It),
        Noun::Candle => Side::Both,
        Noun::Own => Side::Own,
        Noun::Enemy => Side::Enemy,
    };
    if all {
        return Ok(Who::All(side));
    }
    line.choose((side, optional));
    Ok(Who::It)
}

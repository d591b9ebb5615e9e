//! Lines of cards become programs: the words that all games share, with a game of two verbs.

use std::sync::OnceLock;

use playmat_cards::{
    AbilityId, Card, CardInfo, Compile, Compiled, Draft, Findings, Line, Listing, Op, Parts, Stuck, Texts, too_large,
};
use playmat_cardtext::ast::{Clause, Condition, Quant, Selector, Words};
use playmat_cardtext::vocabulary::{Entry, KindEntry, NounEntry, VerbEntry, Vocabulary};
use playmat_cardtext::{Code, Parsed, Sources, parse};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Tiny;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Kind {
    Spell,
    Token,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Verb {
    Draw,
    Kill,
    Make,
}

impl Words for Tiny {
    type Kind = Kind;
    type Keyword = ();
    type Trigger = ();
    type Verb = Verb;
    type Noun = ();
    type Adjective = ();
    type Tail = ();
    type Condition = u8;

    fn vocabulary() -> &'static Vocabulary<Self> {
        static VOCABULARY: OnceLock<Vocabulary<Tiny>> = OnceLock::new();
        VOCABULARY.get_or_init(|| Vocabulary {
            game: "tiny",
            section: None,
            pools: &[],
            kinds: vec![
                KindEntry::spell(Kind::Spell, "spell {name}", "A card."),
                KindEntry::token_spell(Kind::Token, "token spell {name}", "A made card."),
            ],
            keywords: vec![],
            triggers: vec![],
            verbs: vec![
                VerbEntry::new(Verb::Draw, "draw {number}", "Cards."),
                VerbEntry::new(Verb::Kill, "kill {who}", "It is dead."),
                VerbEntry::new(Verb::Make, "make {count} {card}", "It is there."),
            ],
            nouns: vec![NounEntry::new((), "enemy", "enemies", "Not a friend.")],
            adjectives: vec![],
            tails: vec![],
            conditions: vec![Entry::new(7, "you are alone", "Nobody else is there.")],
            state_words: vec![],
            sees: |_, ()| true,
            counts: true,
            targets: true,
            terms: &[],
            foreign: &[],
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Action {
    Draw(u8),
    Kill,
    Make(u16),
}

impl Parts for Tiny {
    type Action = Action;
    /// Whether it may be declined.
    type Pick = bool;
    type Test = u8;
}

static TOO_LARGE: Code = too_large("X01");
static WRONG: Code = Code { id: "X02", name: "wrong", title: "", explanation: "", wrong: "", right: "" };

/// How many kills are known of: what a step leaves for the later ones.
struct Pass<'a>(Line<'a, Tiny, Tiny, u8>, Vec<Op<Tiny>>);

impl<'a> Compile<'a> for Pass<'a> {
    type Words = Tiny;
    type Parts = Tiny;
    type Known = u8;

    const MOST_CHOICES: u8 = 2;
    const TOO_MUCH: &'static Code = &WRONG;
    const WRONG_THING: &'static Code = &WRONG;
    const TOO_LARGE: &'static Code = &TOO_LARGE;

    fn line(&mut self) -> &mut Line<'a, Tiny, Tiny, u8> {
        &mut self.0
    }

    fn programs(&mut self) -> &mut Vec<Op<Tiny>> {
        &mut self.1
    }

    fn clause(&mut self, clause: &Clause<Tiny>, optional: bool) -> Result<(), Stuck> {
        let action = match clause.verb {
            Verb::Draw => Action::Draw(self.count(clause, 0)?),
            Verb::Kill => {
                let whom = self.selector(clause, 0)?;
                if Self::is_choice(whom) {
                    self.0.draft.choose(1, optional);
                } else if whom.quant != Quant::All {
                    return Err(self.stuck(whom.span, ("one or all", "write `target` or `all`")));
                }
                self.0.known += 1;
                Action::Kill
            }
            Verb::Make => Action::Make(self.named(clause, 1)?.0),
        };
        self.0.draft.act(action);
        Ok(())
    }

    fn test(&mut self, condition: &Condition<Tiny>) -> Result<u8, Stuck> {
        Ok(condition.condition)
    }

    fn is_choice(selector: &Selector<Tiny>) -> bool {
        selector.quant == Quant::Target
    }

    fn branched(before: u8, after: Vec<u8>) -> u8 {
        if after.iter().all(|known| *known == after[0]) { after[0] } else { before }
    }

    fn declined(before: u8, _after: u8) -> u8 {
        before
    }
}

fn read(text: &str) -> Parsed<Tiny> {
    let parsed = parse::<Tiny>(&Sources::one("test.cards", text));
    assert!(parsed.complaints.is_empty(), "{:?}", parsed.complaints);
    parsed
}

/// What comes of a line behind `before` other ops: its program, and what is known at its end.
fn compiled(line: &str, before: usize) -> Compiled<(Vec<Op<Tiny>>, u8)> {
    let parsed = parse::<Tiny>(&Sources::one("test.cards", format!("spell Fog\n  {line}\n")));
    let cards: Vec<_> = parsed.cards().collect();
    let mut findings = Findings::default();
    let listing = Listing::new(&cards, &TOO_LARGE, &mut findings);
    findings.enter("Fog");
    let line = Line { listing: &listing, findings: &mut findings, draft: Draft::default(), known: 0 };
    let mut pass = Pass(line, vec![Op::End; before]);
    pass.effect(&cards[0].abilities[0].effect, false);
    if let Ok(start) = pass.finish(&cards[0].abilities[0]) {
        assert_eq!(start as usize, before);
    }
    let (known, mut ops) = (pass.0.known, pass.1);
    findings.compiled(|| (ops.split_off(before), known))
}

fn program(line: &str, before: usize) -> Result<Vec<Op<Tiny>>, String> {
    let compiled = compiled(line, before);
    assert_eq!(compiled.complaints.is_empty(), compiled.rules.is_ok(), "{line}");
    compiled.rules.map(|(ops, _)| ops)
}

#[test]
fn steps_follow_each_other_and_a_branch_leads_behind_the_others() {
    use Op::{Act, Either, End, Jump};
    let draw = |n| Act(Action::Draw(n));
    assert_eq!(program("draw 1, then draw 2.", 0).unwrap(), [draw(1), draw(2), End]);
    assert_eq!(
        program("either draw 1 or draw 2, then draw 3.", 0).unwrap(),
        [Either(2), Jump(3), Jump(5), draw(1), Jump(7), draw(2), Jump(7), draw(3), End]
    );
}

#[test]
fn what_may_be_declined_is_one_question() {
    use Op::{Act, Choose, End, May};
    let declined = program("you may kill target enemy.", 0).unwrap();
    assert_eq!(declined, [Choose(0, true), Act(Action::Kill), End], "which one, or none");
    let asked = program("you may draw 1.", 0).unwrap();
    assert_eq!(asked, [May(2), Act(Action::Draw(1)), End]);
    assert_eq!(program("kill target enemy.", 0).unwrap()[0], Choose(0, false));
    assert_eq!(program("kill all enemies.", 0).unwrap(), [Act(Action::Kill), End]);
}

#[test]
fn conditions_and_jumps_know_where_the_program_begins() {
    use Op::{Act, End, May, Unless};
    assert_eq!(program("if you are alone, draw 1.", 0).unwrap(), [Unless(7, 2), Act(Action::Draw(1)), End]);
    assert_eq!(program("if you are alone, draw 1.", 10).unwrap()[0], Unless(7, 12));
    assert_eq!(program("you may draw 1.", 10).unwrap()[0], May(12));
}

#[test]
fn a_line_holds_so_much_and_all_of_it_is_underlined() {
    let three = "kill target enemy, then kill target enemy, then kill target enemy.";
    let two_eithers = "either draw 1 or draw 2, then either draw 1 or draw 2.";
    let draws: Vec<_> = (1..=9).map(|count| format!("draw {count}")).collect();
    let nine_branches = &format!("either {}.", draws.join(" or "));
    for (line, message) in [
        (three, "at most two choices fit on a line"),
        (two_eithers, "only one `either` fits on a line"),
        (nine_branches, "at most 8 branches fit into an `either`"),
    ] {
        let found = compiled(line, 0);
        let told: Vec<_> = found.complaints.iter().map(|one| (one.message.as_str(), one.span.end - one.span.start)).collect();
        assert_eq!(told, [(message, line.len() as u32)]);
        assert_eq!(found.rules.unwrap_err(), format!("Fog: {message}"));
    }
    assert!(program("kill target enemy, then kill target enemy.", 0).is_ok());
}

#[test]
fn where_one_step_is_stuck_the_others_are_looked_at() {
    let found = compiled("kill 2 enemies, then either draw 1 or kill 3 enemies, then make a Ghost.", 0);
    let spans: Vec<_> = found.complaints.iter().map(|one| (one.span.start, one.code.id)).collect();
    assert_eq!(spans, [(17, "X02"), (55, "X02")]);
    assert_eq!(found.rules.unwrap_err(), "Fog: one or all\nFog: one or all\nFog: there is no card `Ghost`");
}

#[test]
fn what_is_known_after_a_branch_is_what_all_branches_agree_on() {
    let known = |line: &str| compiled(line, 0).rules.unwrap().1;
    assert_eq!(known("kill all enemies, then kill all enemies."), 2);
    assert_eq!(known("either kill all enemies or draw 1."), 0);
    assert_eq!(known("either kill all enemies or (draw 1, then kill all enemies)."), 1);
    assert_eq!(known("you may kill all enemies."), 0);
    assert_eq!(known("if you are alone, kill all enemies."), 0);
}

#[test]
fn a_set_is_sorted_and_a_name_means_the_token() {
    let text = "spell Wisp\n  draw 1.\n\nspell Fog\n  make a Wisp.\n\ntoken spell Wisp\n  either draw 2 or draw 3.\n";
    let parsed = read(text);
    let cards: Vec<_> = parsed.cards().collect();
    let mut findings = Findings::default();
    let listing = Listing::new(&cards, &TOO_LARGE, &mut findings);
    let order: Vec<_> = listing.iter().map(|(id, card)| (id.0, card.name.as_str(), card.kind)).collect();
    assert_eq!(order, [(0, "Fog", Kind::Spell), (1, "Wisp", Kind::Spell), (2, "Wisp", Kind::Token)]);
    assert_eq!(listing.named("Wisp"), Some(playmat_cards::DefId(2)));
    assert_eq!((listing.named("Whisp"), listing.surplus().count()), (None, 0));

    let mut texts = Texts::default();
    for (id, card) in listing.iter() {
        texts.add_lines(card, AbilityId(id.0));
        texts.cards.push(CardInfo::printed(card, "spell"));
    }
    assert_eq!(texts.labels, ["Fog: make a Wisp.", "Wisp: draw 1.", "Wisp: either draw 2 or draw 3."]);
    assert_eq!((texts.branch(AbilityId(2), 2), texts.branch(AbilityId(0), 1)), ("draw 3".to_owned(), String::new()));
    assert_eq!((texts.find("Wisp", false).unwrap().0, texts.find("Wisp", true).unwrap().0), (1, 2));
    assert_eq!(texts.find("Fog", true).unwrap().0, 0, "there is only this one");
    assert_eq!(texts.find("Whisp", false).unwrap_err(), "there is no card `Whisp`; did you mean `Wisp`?");

    let again = [cards[2], cards[2]];
    assert_eq!(Listing::new(&again, &TOO_LARGE, &mut findings).surplus().count(), 1, "a token may stand in two files");
    let many: Vec<_> = std::iter::repeat_n(cards[0], Card::MOST_DEFINITIONS + 1).collect();
    assert_eq!(Listing::new(&many, &TOO_LARGE, &mut findings).iter().count(), Card::MOST_DEFINITIONS);
    let Compiled { complaints, rules } = findings.compiled(|| ());
    assert!(rules.unwrap_err().contains("too many") && complaints[0].code == &TOO_LARGE);
}

//! Lines of cards become programs: the words that all games share, with a game of two verbs.

use std::sync::OnceLock;

use playmat_cards::{AbilityId, Card, CardInfo, Draft, Fault, Listing, Lower, Op, Texts, too_much_on_a_line};
use playmat_cardtext::ast::{Clause, Condition, Quant, Selector, Words};
use playmat_cardtext::vocabulary::{Entry, KindEntry, NounEntry, Triggers, VerbEntry, Vocabulary};
use playmat_cardtext::{Parsed, Sources, parse};

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
                KindEntry::new(Kind::Spell, "spell {name}", Triggers::Without, "A card."),
                KindEntry::new(Kind::Token, "token spell {name}", Triggers::Without, "A made card.").made(),
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
            state_words: &[],
            sees: |_, ()| true,
            counts: true,
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Action {
    Draw(u8),
    Choose(u8, bool),
    Kill,
    Make(u16),
}

struct Line<'a> {
    listing: &'a Listing<'a, Tiny>,
    draft: Draft<Action, u8>,
}

impl Lower for Line<'_> {
    type Words = Tiny;
    type Action = Action;
    type Test = u8;

    fn draft(&mut self) -> &mut Draft<Action, u8> {
        &mut self.draft
    }

    fn clause(&mut self, clause: &Clause<Tiny>, optional: bool) -> Result<(), Fault> {
        let action = match clause.verb {
            Verb::Draw => Action::Draw(clause.count(0)?),
            Verb::Kill => {
                if Self::is_choice(clause.selector(0)?) {
                    let register = self.draft.register()?;
                    self.draft.act(Action::Choose(register, optional));
                }
                Action::Kill
            }
            Verb::Make => Action::Make(self.listing.named(clause.arg(1)?)?.0),
        };
        self.draft.act(action);
        Ok(())
    }

    fn test(&mut self, condition: &Condition<Tiny>) -> Result<u8, Fault> {
        Ok(condition.condition)
    }

    fn is_choice(selector: &Selector<Tiny>) -> bool {
        selector.quant == Quant::Target
    }
}

fn read(text: &str) -> Parsed<Tiny> {
    let parsed = parse::<Tiny>(&Sources::one("test.cards", text));
    assert!(parsed.complaints.is_empty(), "{:?}", parsed.complaints);
    parsed
}

/// The program of a line, put behind `before` other ops.
fn program(line: &str, before: usize) -> Result<Vec<Op<Action, u8>>, Fault> {
    let parsed = read(&format!("spell Fog\n  {line}\n"));
    let cards: Vec<_> = parsed.cards().collect();
    let listing = Listing::new(&cards)?;
    let mut lowering = Line { listing: &listing, draft: Draft::new(2) };
    lowering.effect(&cards[0].abilities[0].effect, false)?;
    let mut ops = vec![Op::End; before];
    assert_eq!(lowering.draft.append_to(&mut ops)? as usize, before);
    Ok(ops.split_off(before))
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
    use Op::{Act, End, May};
    let declined = program("you may kill target enemy.", 0).unwrap();
    assert_eq!(declined, [Act(Action::Choose(0, true)), Act(Action::Kill), End], "which one, or none");
    let asked = program("you may draw 1.", 0).unwrap();
    assert_eq!(asked, [May(2), Act(Action::Draw(1)), End]);
    assert_eq!(program("kill target enemy.", 0).unwrap()[0], Act(Action::Choose(0, false)));
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
fn a_line_holds_so_much_and_checks_say_so_in_the_same_words() {
    let three = "kill target enemy, then kill target enemy, then kill target enemy.";
    let two_eithers = "either draw 1 or draw 2, then either draw 1 or draw 2.";
    let nine_branches = &format!("either {}.", ["draw 1"; 9].join(" or "));
    for (line, choices) in [(three, 3), (two_eithers, 0), (nine_branches, 0)] {
        let parsed = read(&format!("spell Fog\n  {line}\n"));
        let effect = &parsed.cards().next().unwrap().abilities[0].effect;
        assert_eq!(too_much_on_a_line(effect, choices, 2), program(line, 0).err().map(|fault| fault.why), "{line}");
        assert!(program(line, 0).is_err());
    }
    let fine = read("spell Fog\n  kill target enemy, then kill target enemy.\n");
    assert_eq!(too_much_on_a_line(&fine.cards().next().unwrap().abilities[0].effect, 2, 2), None);
}

#[test]
fn a_set_is_sorted_and_a_name_means_the_token() {
    let text = "spell Wisp\n  draw 1.\n\nspell Fog\n  make a Wisp.\n\ntoken spell Wisp\n  either draw 2 or draw 3.\n";
    let parsed = read(text);
    let cards: Vec<_> = parsed.cards().collect();
    let listing = Listing::new(&cards).unwrap();
    let order: Vec<_> = listing.iter().map(|(id, card)| (id.0, card.name.as_str(), card.kind)).collect();
    assert_eq!(order, [(0, "Fog", Kind::Spell), (1, "Wisp", Kind::Spell), (2, "Wisp", Kind::Token)]);
    let mut fog = Line { listing: &listing, draft: Draft::new(2) };
    fog.effect(&listing.iter().next().unwrap().1.abilities[0].effect, false).unwrap();
    assert_eq!(fog.draft.ops, [Op::Act(Action::Make(2))]);

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

    let many: Vec<_> = std::iter::repeat_n(cards[0], Card::MOST_DEFINITIONS + 1).collect();
    assert!(Listing::new(&many).unwrap_err().why.contains("too many"));
}

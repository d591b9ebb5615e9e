//! The machine runs programs: with a game whose position is what its programs did, and a row of cards to choose from.

use playmat_cards::{
    Answer, CardRef, Chosen, Cursor, Machine, Op, Parts, Programs, Run, possible, program_options, program_question,
};
use playmat_kernel::{Agenda, AnyListener, Chance, Game, Listener, Options, Seat, Status, Step, go_on};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Row;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Action {
    /// Adds this to what was done.
    Add(u8),
    /// Adds the numbers of what was chosen from register 0 on.
    AddChosen,
    /// Cannot be done.
    Fail,
}

/// A choice of cards below a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Pick {
    below: u8,
    most: u8,
    optional: bool,
}

impl Parts for Row {
    type Action = Action;
    type Pick = Pick;
    /// Whether it holds.
    type Test = bool;
}

type Kept = Chosen<u8, 2>;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Table {
    done: u8,
    declared: bool,
    agenda: Agenda<Run<Kept>, 4>,
}

struct Cx<'r, 'p>(&'r Vec<Op<Row>>, &'p mut Table);

impl Game for Row {
    type Rules = Vec<Op<Row>>;
    type Position = Table;
    type Choice = u8;
    type Event = ();
    type Reason = ();

    fn step<C: Chance, L: Listener<()>>(rules: &Self::Rules, table: &mut Table, _: &mut C, _: &mut L) -> Step {
        Cx(rules, table).run_on()
    }

    fn options(rules: &Self::Rules, table: &Table, out: &mut Options<u8>) {
        if let Some(run) = table.agenda.top_ref() {
            program_options::<Row>(rules, table, run, out);
        }
    }

    fn take<C: Chance, L: Listener<()>>(rules: &Self::Rules, table: &mut Table, choice: u8, _: &mut C, _: &mut L) -> Step {
        Cx(rules, table).take_answer(choice)
    }

    fn why_not(_: &Self::Rules, _: &Table, _: u8) {}

    fn overflowed(table: &Table) -> bool {
        table.agenda.overflowed()
    }

    fn run(
        rules: &Self::Rules,
        table: &mut Table,
        choice: Option<u8>,
        chance: &mut dyn Chance,
        listener: Option<&mut dyn AnyListener<()>>,
    ) -> Status {
        go_on::<Self>(rules, table, choice, chance, listener)
    }
}

/// Cards are below 100, branches from 100 on.
const YES: u8 = 200;
const NO: u8 = 201;
const NONE: u8 = 202;
const PASS: u8 = 203;

impl Programs for Row {
    type Kept = Kept;

    fn ops(rules: &Vec<Op<Row>>) -> &[Op<Row>] {
        rules
    }

    fn running(table: &Table) -> Option<&Run<Kept>> {
        table.agenda.top_ref()
    }

    fn running_mut(table: &mut Table) -> Option<&mut Run<Kept>> {
        table.agenda.top_mut()
    }

    fn depth(table: &Table) -> usize {
        table.agenda.depth()
    }

    fn candidates(_: &Self::Rules, _: &Table, run: &Run<Kept>, _: u8, pick: &Pick, out: &mut Options<u8>) {
        out.extend((0..pick.below).filter(|&card| !run.chosen.contains(&CardRef(card))));
    }

    fn holds(_: &Self::Rules, _: &Table, _: &Run<Kept>, test: &bool) -> bool {
        *test
    }

    fn most(pick: &Pick) -> u8 {
        pick.most
    }

    fn may_stop(_: &Run<Kept>, _: u8, pick: &Pick) -> bool {
        pick.optional
    }

    fn answer(choice: u8) -> Answer<CardRef> {
        match choice {
            YES => Answer::Yes,
            NO => Answer::No,
            NONE | PASS => Answer::None,
            100.. => Answer::Branch(choice - 100),
            card => Answer::Target(CardRef(card)),
        }
    }

    fn choice(answer: Answer<CardRef>) -> u8 {
        match answer {
            Answer::Target(card) => card.0,
            Answer::Branch(branch) => 100 + branch,
            Answer::Yes => YES,
            Answer::No => NO,
            Answer::None => NONE,
            Answer::Pass => PASS,
        }
    }
}

impl<'r> Machine<'r> for Cx<'r, '_> {
    type Game = Row;

    fn rules(&self) -> &'r Vec<Op<Row>> {
        self.0
    }

    fn position(&self) -> &Table {
        self.1
    }

    fn position_mut(&mut self) -> &mut Table {
        self.1
    }

    fn act(&mut self, run: &Run<Kept>, action: &Action) {
        self.1.done += match action {
            Action::Add(more) => *more,
            Action::AddChosen => run.chosen.iter().filter(|card| card.0 < 100).map(|card| card.0).sum(),
            Action::Fail => 0,
        };
    }

    fn achieves(&self, _: &Run<Kept>, action: &Action) -> bool {
        *action != Action::Fail
    }

    fn declare(&mut self) -> Option<Step> {
        let run = self.1.agenda.top_mut()?;
        run.cursor = Cursor { branch: run.cursor.branch, ..Cursor::new(0, false) };
        self.1.declared = true;
        None
    }

    fn finish(&mut self) -> Step {
        self.1.agenda.pop();
        Step::Go
    }
}

/// Plays a program with these answers, each of which must be an option: what was done, and all that was asked.
fn play(ops: &[Op<Row>], announcing: bool, answers: &[u8]) -> (u8, Vec<Vec<u8>>) {
    let rules = ops.to_vec();
    let run = Run::new(0, Cursor::new(0, announcing), CardRef(50), Seat::One, Kept::default());
    let mut table = Table { done: 0, declared: false, agenda: Agenda::new(run) };
    table.agenda.push(run);
    let (mut asked, mut answers) = (vec![], answers.iter());
    let mut step = Cx(&rules, &mut table).run_on();
    while let Step::Ask(_) = step {
        let mut options = Options::new();
        Row::options(&rules, &table, &mut options);
        let answer = *answers.next().expect("it asks for more");
        assert!(options.contains(&answer), "{answer} is none of {options:?}");
        asked.push(options.to_vec());
        step = Cx(&rules, &mut table).take_answer(answer);
    }
    assert_eq!((answers.next(), table.agenda.depth()), (None, 0), "all is answered and done");
    assert_eq!(table.declared, announcing);
    (table.done, asked)
}

const ADD: Op<Row> = Op::Act(Action::Add(1));
const ONE_OF_THREE: Pick = Pick { below: 3, most: 1, optional: false };

#[test]
fn what_is_announced_is_chosen_once_and_then_done() {
    let ops = [ADD, Op::Choose(0, ONE_OF_THREE), Op::Act(Action::AddChosen), Op::End];
    assert_eq!(play(&ops, true, &[2]), (3, vec![vec![0, 1, 2]]));
    assert_eq!(play(&ops, false, &[2]), (3, vec![vec![0, 1, 2]]));
}

#[test]
fn where_there_is_nothing_to_choose_nobody_is_asked() {
    let ops = [Op::Choose(0, Pick { below: 0, ..ONE_OF_THREE }), Op::Act(Action::AddChosen), ADD, Op::End];
    assert_eq!(play(&ops, false, &[]), (1, vec![]));
}

#[test]
fn several_are_chosen_one_by_one_until_enough_or_no_more() {
    let ops = [Op::Choose(0, Pick { below: 3, most: 2, optional: true }), Op::Act(Action::AddChosen), Op::End];
    assert_eq!(play(&ops, false, &[2, 1]), (3, vec![vec![0, 1, 2, NONE], vec![0, 1, NONE]]));
    assert_eq!(play(&ops, false, &[2, NONE]), (2, vec![vec![0, 1, 2, NONE], vec![0, 1, NONE]]));
    assert_eq!(play(&ops, true, &[NONE]), (0, vec![vec![0, 1, 2, NONE]]));
}

#[test]
fn only_branches_that_can_be_done_are_offered() {
    let none = Op::Choose(0, Pick { below: 0, ..ONE_OF_THREE });
    let ops = [Op::Either(3), Op::Jump(4), Op::Jump(6), Op::Jump(8), ADD, Op::End, none, Op::End, ADD, ADD, Op::End];
    assert_eq!(play(&ops, true, &[103]), (2, vec![vec![101, 103]]));
    let neither = [Op::Either(2), Op::Jump(3), Op::Jump(3), none, Op::End];
    assert_eq!(play(&neither, false, &[]), (0, vec![]));
    let run = Run::new(0, Cursor::new(0, true), CardRef(50), Seat::One, Kept::default());
    let table = Table { done: 0, declared: false, agenda: Agenda::new(run) };
    assert!(possible::<Row>(&ops.to_vec(), &table, &run, 0) && !possible::<Row>(&neither.to_vec(), &table, &run, 0));
}

#[test]
fn if_and_may_pass_over_what_does_not_happen() {
    let ops = |holds| [Op::Unless(holds, 2), ADD, Op::May(4), ADD, Op::End];
    assert_eq!(play(&ops(true), false, &[YES]), (2, vec![vec![YES, NO]]));
    assert_eq!(play(&ops(false), true, &[NO]), (0, vec![vec![YES, NO]]));
}

#[test]
fn if_you_do_asks_whether_all_of_the_step_was_done() {
    let ops = |step| [ADD, Op::Try, step, Op::UnlessDone(5), Op::Act(Action::Add(10)), Op::End];
    assert_eq!(play(&ops(ADD), false, &[]).0, 12);
    assert_eq!(play(&ops(Op::Act(Action::Fail)), false, &[]).0, 1);
    assert_eq!(play(&ops(Op::Unless(false, 3)), false, &[]).0, 1, "what was not begun was not done");
    let asked = [Op::Try, Op::May(3), ADD, Op::UnlessDone(5), ADD, Op::End];
    assert_eq!((play(&asked, false, &[YES]).0, play(&asked, false, &[NO]).0), (2, 0));
}

#[test]
fn a_program_asks_in_its_cards_name() {
    let rules = vec![Op::Either(2), Op::May(2), Op::Choose(0, ONE_OF_THREE), Op::End];
    let question = |at| {
        let run = Run::new(0, Cursor::new(at, false), CardRef(50), Seat::One, Kept::default());
        program_question::<Row>("Orca", &rules, &run, |_| "which target?")
    };
    let asked = [0, 1, 2, 3].map(question);
    assert_eq!(asked, ["Orca: which one?", "Orca: do you want that?", "Orca: which target?", ""]);
}

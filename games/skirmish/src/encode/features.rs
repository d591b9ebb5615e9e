//! What a definition is, in numbers: a card that no player has ever seen is told by its words. Every word of the card language that a
//! definition can have has its column; a word that is added there fails here.

use playmat_cards::{Column, DefId, Op, Side};

use crate::rules::{Ability, Action, Amount, Filter, Instruction, Landing, Pick, Rules, Test, What, Who};
use crate::words::{Keyword, Kind, Trigger, Verb};

/// Where the columns of each family begin.
const NUMBERS: usize = Kind::ALL.len();
const KEYWORDS: usize = NUMBERS + 3;
const TRIGGERS: usize = KEYWORDS + Keyword::ALL.len();
/// An action has no written trigger: that is the last one.
const ABOUT: usize = TRIGGERS + Trigger::ALL.len() + 1;
const VERBS: usize = ABOUT + 3;
const AMOUNTS: usize = VERBS + Verb::ALL.len();
const PICKS: usize = AMOUNTS + 8;
const WHO: usize = PICKS + 6;
const FILTERS: usize = WHO + 7;
const OPS: usize = FILTERS + 10;
const LEN: usize = OPS + 6;

const _: () = assert!(COLUMNS.len() == LEN, "every word has its column");

/// The columns of a definition. Those of words are in the order of their tables.
pub const COLUMNS: &[Column] = playmat_cards::columns![
    "kind_unit": Flag, "1 if it is a unit.";
    "kind_action": Flag, "1 if it is an action.";
    "kind_action_unit": Flag, "1 if it is an action that is deployed like a unit.";
    "kind_token_unit": Flag, "1 if it is a token, which only effects make.";
    "power": Number(8), "Its printed power; 0 for an action.";
    "cooldown": Number(3), "Turns that must begin after it has entered until it may activate.";
    "token": Card, "The definition of the token that it deploys, plus one; 0 if none.";
    "keyword_devourer": Flag, "1 if it can be deployed only by consuming.";
    "keyword_guard": Flag, "1 if no enemy can be deployed in front of it.";
    "keyword_underdog": Flag, "1 if its terrain is won by the lower power.";
    "trigger_deploy": Number(2), "Lines that happen when it has entered.";
    "trigger_consume": Number(2), "Lines that happen when it has entered by replacing a unit.";
    "trigger_consumed": Number(2), "Lines that happen when it was replaced.";
    "trigger_death": Number(2), "Lines that happen when it leaves play dead.";
    "trigger_conquer": Number(2), "Lines that happen when its terrain is won.";
    "trigger_activate": Number(2), "Lines that its player can activate.";
    "trigger_start_of_turn": Number(2), "Lines that happen at the start of each turn of its player.";
    "trigger_dies": Number(2), "Lines that happen when another unit dies.";
    "trigger_damaged": Number(2), "Lines that happen when another unit is dealt damage.";
    "trigger_action_played": Number(2), "Lines that happen when its player plays an action.";
    "trigger_played": Number(2), "Lines that happen when it is played as an action.";
    "about_close": Number(2), "Triggers that are about close units only.";
    "about_own": Number(2), "Triggers that are about the own side only.";
    "about_enemy": Number(2), "Triggers that are about the other side only.";
    "verb_draw": Number(2), "Steps that draw cards.";
    "verb_get": Number(2), "Steps that give units or slots power.";
    "verb_get_this_turn": Number(2), "Steps that give units power for this turn.";
    "verb_get_that_much": Number(2), "Steps that give as much power as damage was dealt.";
    "verb_get_last_power": Number(2), "Steps that give as much as the last power of who left.";
    "verb_damage": Number(2), "Steps that deal damage to units.";
    "verb_damage_around": Number(2), "Steps that deal damage around a slot.";
    "verb_damage_last_power": Number(2), "Steps that deal the last power of who left as damage.";
    "verb_kill": Number(2), "Steps that kill units.";
    "verb_deploy_token": Number(2), "Steps that deploy a token.";
    "verb_deploy": Number(2), "Steps that deploy a dead ally.";
    "verb_cleanse": Number(2), "Steps that cleanse slots.";
    "verb_move": Number(2), "Steps that move a unit.";
    "verb_match": Number(2), "Steps that make units as strong as another.";
    "verb_return": Number(2), "Steps that return units to hands.";
    "cards": Number(2), "How many cards are drawn, all steps together.";
    "unit_power": Number(4), "How much power units get, all steps together.";
    "passing_power": Number(4), "How much power units get for this turn.";
    "slot_power": Number(4), "How much slots get.";
    "damage": Number(4), "How much damage is dealt to units.";
    "damage_around": Number(4), "How much damage is dealt around slots.";
    "to_slots": Number(2), "Steps that give power to slots and not to units.";
    "for_each": Number(2), "Steps whose number counts for each of a group.";
    "picks_unit": Number(2), "Units that are chosen, at most.";
    "picks_slot": Number(2), "Slots that are chosen, at most.";
    "picks_dead": Number(2), "Dead allies that are chosen, at most.";
    "picks_optional": Number(2), "Choices that may be declined.";
    "picks_random": Number(2), "Choices that chance makes.";
    "picks_landing": Number(2), "Choices of a slot that somebody is deployed to.";
    "who_this": Number(2), "Steps that are done to this unit.";
    "who_this_slot": Number(2), "Steps that are done to the slot of this unit.";
    "who_it": Number(2), "Steps that are done to what was chosen just before.";
    "who_chosen": Number(2), "Steps that are done to what is chosen.";
    "who_front": Number(2), "Steps that are done to, or by the measure of, the enemy in front.";
    "who_consumer": Number(2), "Steps that are done to the consuming unit.";
    "who_all": Number(2), "Steps that are done to all that fit.";
    "filter_own": Number(2), "Choices and groups of the own side.";
    "filter_enemy": Number(2), "Choices and groups of the other side.";
    "filter_both": Number(2), "Choices and groups of both sides.";
    "filter_close": Number(2), "Choices and groups that are close.";
    "filter_beside": Number(2), "Choices and groups beside what was chosen.";
    "filter_wounded": Number(2), "Choices and groups that are wounded.";
    "filter_other": Number(2), "Choices and groups with another name.";
    "filter_least": Number(6), "The least power of a choice or group; 0 for any.";
    "filter_most": Number(6), "The most power of a choice or group; 0 for any.";
    "filter_printed": Number(6), "The most printed power of a choice or group; 0 for any.";
    "op_either": Number(2), "Branches of `either`.";
    "op_may": Number(2), "Steps that may be declined.";
    "op_if": Number(2), "Conditions.";
    "op_if_least": Number(2), "How many a condition asks for.";
    "op_if_done": Number(2), "Steps that depend on whether another was done.";
    "lines": Number(2), "Its lines.";
];

/// The numbers of a definition, while they are counted.
struct Features<'a> {
    rules: &'a Rules,
    out: [i16; LEN],
}

/// Writes the columns of a definition.
pub fn write(rules: &Rules, id: DefId, out: &mut [i16]) {
    let def = rules.def(id);
    let mut all = Features { rules, out: [0; LEN] };
    all.add(def.kind as usize, 1);
    all.add(NUMBERS, def.power);
    all.add(NUMBERS + 1, i16::from(def.cooldown));
    for &keyword in Keyword::ALL {
        all.add(KEYWORDS + keyword as usize, i16::from(def.keywords & keyword.bit() != 0));
    }
    let first = usize::from(def.first);
    for ability in &rules.abilities[first..first + usize::from(def.count)] {
        all.ability(ability);
    }
    all.add(LEN - 1, i16::from(def.count));
    out.copy_from_slice(&all.out);
}

impl Features<'_> {
    fn add(&mut self, column: usize, number: i16) {
        self.out[column] = self.out[column].saturating_add(number);
    }

    fn ability(&mut self, ability: &Ability) {
        let &Ability { trigger, about, start, beside: _ } = ability;
        self.add(TRIGGERS + trigger as usize, 1);
        self.add(ABOUT, i16::from(about.close));
        match about.side {
            Side::Own => self.add(ABOUT + 1, 1),
            Side::Enemy => self.add(ABOUT + 2, 1),
            Side::Both => {}
        }
        let rules = self.rules;
        // A program has one end.
        for op in rules.ops[usize::from(start)..].iter().take_while(|op| !matches!(op, Op::End)) {
            self.op(trigger, op);
        }
    }

    fn op(&mut self, trigger: Trigger, op: &Instruction) {
        match op {
            Op::Act(action) => self.action(trigger, action),
            Op::Choose(_, pick) => self.pick(pick),
            Op::Either(branches) => self.add(OPS, i16::from(*branches)),
            Op::May(_) => self.add(OPS + 1, 1),
            Op::Unless(Test::AtLeast(least, _, filter), _) => {
                self.add(OPS + 2, 1);
                self.add(OPS + 3, i16::from(*least));
                self.filter(filter);
            }
            Op::UnlessDone(_) => self.add(OPS + 4, 1),
            Op::Try | Op::Jump(_) | Op::End => {}
        }
    }

    fn action(&mut self, trigger: Trigger, action: &Action) {
        self.add(VERBS + verb(trigger, action) as usize, 1);
        match *action {
            Action::Draw(much) => self.amount(0, much),
            Action::Gain(who, much) => self.done_to([who], Some((1, much))),
            Action::GainThisTurn(who, much) => self.done_to([who], Some((2, much))),
            Action::Modify(who, much) => {
                self.add(AMOUNTS + 6, 1);
                self.done_to([who], Some((3, much)));
            }
            Action::Damage(much, who) => self.done_to([who], Some((4, much))),
            Action::Blast(much, who) => self.done_to([who], Some((5, much))),
            Action::Kill(who) | Action::Cleanse(who) | Action::Return(who) | Action::Deploy(_, who) => {
                self.done_to([who], None);
            }
            Action::DeployToken(token, who) => {
                self.out[NUMBERS + 2] = token.0 as i16 + 1;
                self.done_to([who], None);
            }
            Action::Move(who, other) | Action::Match(who, other) => self.done_to([who, other], None),
        }
    }

    fn done_to<const N: usize>(&mut self, all: [Who; N], amount: Option<(usize, Amount)>) {
        for who in all {
            let nth = match who {
                Who::This => 0,
                Who::ThisSlot => 1,
                Who::It => 2,
                Who::Chosen(_) | Who::Several(..) => 3,
                Who::Front => 4,
                Who::Consumer => 5,
                Who::All(_, filter) => {
                    self.filter(&filter);
                    6
                }
            };
            self.add(WHO + nth, 1);
        }
        if let Some((nth, amount)) = amount {
            self.amount(nth, amount);
        }
    }

    fn amount(&mut self, nth: usize, amount: Amount) {
        match amount {
            Amount::Fixed(much) => self.add(AMOUNTS + nth, i16::from(much)),
            Amount::Brought => {}
            Amount::Each(much, group) => {
                self.add(AMOUNTS + nth, i16::from(much));
                self.add(AMOUNTS + 7, 1);
                let (_, filter) = self.rules.groups[usize::from(group.0)];
                self.filter(&filter);
            }
        }
    }

    fn pick(&mut self, pick: &Pick) {
        let Pick { what, filter, landing, optional, most, random, late: _ } = pick;
        let nth = match what {
            What::Unit => 0,
            What::Slot => 1,
            What::Dead => 2,
        };
        self.add(PICKS + nth, i16::from(*most));
        self.add(PICKS + 3, i16::from(*optional));
        self.add(PICKS + 4, i16::from(*random));
        self.add(PICKS + 5, i16::from(*landing != Landing::Nobody));
        self.filter(filter);
    }

    fn filter(&mut self, filter: &Filter) {
        let &Filter { side, close, beside, wounded, at_least, weaker, at_most, other } = filter;
        let side = match side {
            Side::Own => 0,
            Side::Enemy => 1,
            Side::Both => 2,
        };
        self.add(FILTERS + side, 1);
        for (nth, is) in [close, beside, wounded, other].into_iter().enumerate() {
            self.add(FILTERS + 3 + nth, i16::from(is));
        }
        // 255 is any.
        let most = |number: u8| if number == 255 { 0 } else { i16::from(number) };
        for (nth, number) in [i16::from(at_least), most(weaker), most(at_most)].into_iter().enumerate() {
            let column = &mut self.out[FILTERS + 7 + nth];
            *column = number.max(*column);
        }
    }
}

/// The word that an action was compiled from.
fn verb(trigger: Trigger, action: &Action) -> Verb {
    match action {
        Action::Draw(_) => Verb::Draw,
        Action::Gain(_, Amount::Brought) | Action::Modify(_, Amount::Brought) if trigger == Trigger::Damaged => {
            Verb::GetThatMuch
        }
        Action::Gain(_, Amount::Brought) | Action::Modify(_, Amount::Brought) => Verb::GetLastPower,
        Action::Gain(..) | Action::Modify(..) => Verb::Get,
        Action::GainThisTurn(..) => Verb::GetThisTurn,
        Action::Damage(Amount::Brought, _) => Verb::DamageLastPower,
        Action::Damage(..) => Verb::Damage,
        Action::Blast(..) => Verb::DamageAround,
        Action::Kill(_) => Verb::Kill,
        Action::DeployToken(..) => Verb::DeployToken,
        Action::Deploy(..) => Verb::Deploy,
        Action::Cleanse(_) => Verb::Cleanse,
        Action::Move(..) => Verb::Move,
        Action::Match(..) => Verb::Match,
        Action::Return(_) => Verb::Return,
    }
}

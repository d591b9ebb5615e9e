//! The features of a definition: what an unseen card is and does, counted over its programs.

use playmat_cards::{Column, DefId, Op, Side, columns};

use super::layout::{OF_KEYWORDS, OF_TRIGGERS, OF_VERBS, joined};
use super::rows::{flag, id};
use crate::rules::{AbilityId, Action, Amount, From, Growth, Instruction, Pick, Rules, Who};
use crate::words::{Keyword, Kind, Trigger, Verb};

/// The numbers of the card itself.
const CARD: &[Column] = columns![
    "kind": Category(11), "1 prey, 2 predator, 3 spell, 4 free spell, 5 field spell, 6 trap, 7 token prey, 8 token predator, 9 token spell, 10 token free spell.";
    "category": Category(6), "1 fish, 2 bird, 3 mammal, 4 reptile, 5 amphibian.";
    "prey": Flag, "Whether it is prey, token or not.";
    "predator": Flag, "Whether it is a predator, token or not.";
    "spell": Flag, "Whether it is a spell or free spell.";
    "field_spell": Flag, "Whether it is a field spell.";
    "trap": Flag, "Whether it is a trap.";
    "token": Flag, "Whether it is only made during a match.";
    "counts": Flag, "Whether playing it uses up the card of the turn.";
    "pool": Flag, "Whether it may be in a deck under these rules.";
    "attack": Number(6), "Printed attack.";
    "health": Number(6), "Printed health.";
    "nutrition": Number(4), "Printed nutrition.";
    "strikes": Number(2), "How often it attacks in a combat.";
    "abilities": Number(2), "How many abilities it has.";
];

/// What its programs say beside their verbs. A given ability is counted with the card that gives it.
const SAID: &[Column] = columns![
    "chooses": Number(2), "How many choices it makes.";
    "chooses_up_to": Number(2), "How many can be chosen, all choices together.";
    "chooses_own": Number(2), "Choices among the own side's.";
    "chooses_enemy": Number(2), "Choices among the enemy's.";
    "chooses_any": Number(2), "Choices on either side.";
    "chooses_player": Number(2), "Choices that a player may be.";
    "chooses_targets": Number(2), "Choices that are targets.";
    "chooses_freely": Number(2), "Choices that may be none.";
    "chooses_by_chance": Number(2), "Choices that chance makes.";
    "from_carrion": Number(2), "Choices from a carrion pile.";
    "from_deck": Number(2), "Choices from the deck.";
    "from_hand": Number(2), "Choices from the hand.";
    "either": Number(2), "How often one of several branches is picked.";
    "may": Number(2), "How often its player may decline.";
    "if": Number(2), "How many conditions it has.";
    "if_done": Number(2), "How often something follows only if something was done.";
    "for_each": Number(2), "How many numbers count once for each of something.";
    "to_this": Number(2), "What is done to the card itself.";
    "to_it": Number(2), "What is done to `it`.";
    "to_chosen": Number(2), "What is done to what was chosen.";
    "to_fighters": Number(2), "What is done to the attacker or the defender.";
    "to_you": Number(2), "What is done to its player.";
    "to_rival": Number(2), "What is done to the rival.";
    "to_all_own": Number(2), "What is done to all of a sort on the own side.";
    "to_all_enemies": Number(2), "What is done to all of a sort on the enemy's side.";
    "to_all": Number(2), "What is done to all of a sort on both sides.";
    "damage": Number(4), "The damage it deals, as printed, added up.";
    "cards": Number(2), "The cards it draws, as printed, added up.";
    "discards": Number(2), "The cards that are discarded for it, added up.";
    "healing": Number(4), "The life it heals, as printed, added up.";
    "grown_attack": Number(3), "The attack it gives, added up.";
    "grown_health": Number(3), "The health it gives, added up.";
    "made": Number(2), "How many cards it makes, added up.";
    "makes": Card, "The definition of the last card that it makes or that something becomes.";
];

/// The features.
pub const FEATURES: &[Column] =
    &joined::<{ CARD.len() + OF_KEYWORDS.len() + OF_TRIGGERS.len() + OF_VERBS.len() + SAID.len() }>(&[
        CARD,
        &OF_KEYWORDS,
        &OF_TRIGGERS,
        &OF_VERBS,
        SAID,
    ]);

/// Writes the features of a definition.
pub fn write(rules: &Rules, id: DefId, out: &mut [i16]) {
    out.fill(0);
    let def = rules.def(id);
    let (card, out) = out.split_at_mut(CARD.len());
    let [prey, predator, spell] = [def.kind.is_prey(), def.kind.is_predator(), def.kind.is_spell()].map(flag);
    let [field_spell, trap] = [def.kind == Kind::FieldSpell, def.kind == Kind::Trap].map(flag);
    let [token, counts, pool] = [def.kind.is_made(), def.counts, def.pool].map(flag);
    let [nutrition, strikes, abilities] = [def.nutrition, def.strikes, def.count].map(i16::from);
    let (kind, category) = (def.kind as i16 + 1, i16::from(def.category) + 1);
    let kinds = [kind, category, prey, predator, spell, field_spell, trap, token, counts, pool];
    let numbers = [def.attack, def.health, nutrition, strikes, abilities];
    card.iter_mut().zip(kinds.into_iter().chain(numbers)).for_each(|(out, number)| *out = number);
    let (keywords, out) = out.split_at_mut(OF_KEYWORDS.len());
    for (out, keyword) in keywords.iter_mut().zip(Keyword::ALL) {
        *out = flag(def.keywords & keyword.bit() != 0);
    }
    let (triggers, out) = out.split_at_mut(OF_TRIGGERS.len());
    let (verbs, said) = out.split_at_mut(OF_VERBS.len());
    let mut features = Features { rules, triggers, verbs, said };
    rules.printed(id).for_each(|ability| features.ability(ability, true));
}

/// The columns that are counted.
struct Features<'a> {
    rules: &'a Rules,
    triggers: &'a mut [i16],
    verbs: &'a mut [i16],
    said: &'a mut [i16],
}

impl Features<'_> {
    /// Counts an ability; one that is given by another is not followed further.
    fn ability(&mut self, ability: AbilityId, gives: bool) {
        let rules = self.rules;
        // The line of a spell has no trigger.
        if rules.ability(ability).trigger != Trigger::Played {
            self.triggers[rules.ability(ability).trigger as usize] += 1;
        }
        self.verbs[Verb::HasKeyword as usize] += flag(rules.ability(ability).has != 0);
        let start = usize::from(rules.ability(ability).start);
        // Programs lie one behind the other: each ends where the next begins.
        let starts = rules.abilities.iter().map(|other| usize::from(other.start)).filter(|other| *other > start);
        let end = starts.min().unwrap_or(rules.ops.len());
        for op in &rules.ops[start..end] {
            self.op(op);
            if let Op::Act(Action::GrantAbility(_, given)) = op
                && gives
            {
                self.ability(*given, false);
            }
        }
    }

    fn op(&mut self, op: &Instruction) {
        match op {
            Op::Act(action) => self.action(action),
            Op::Choose(_, pick) => self.pick(pick),
            Op::Either(_) => self.add("either", 1),
            Op::May(_) => self.add("may", 1),
            Op::Unless(..) => self.add("if", 1),
            Op::UnlessDone(_) => self.add("if_done", 1),
            Op::Try | Op::Jump(_) | Op::End => {}
        }
    }

    fn pick(&mut self, pick: &Pick) {
        self.add("chooses", 1);
        self.add("chooses_up_to", i16::from(pick.most));
        self.add(
            match pick.filter.side {
                Side::Own => "chooses_own",
                Side::Enemy => "chooses_enemy",
                Side::Both => "chooses_any",
            },
            1,
        );
        self.add("chooses_player", flag(pick.players));
        self.add("chooses_targets", flag(pick.targeted));
        self.add("chooses_freely", flag(pick.optional));
        self.add("chooses_by_chance", flag(pick.random));
        match pick.from {
            From::Field => {}
            From::OwnCarrion | From::AnyCarrion => self.add("from_carrion", 1),
            From::Deck => self.add("from_deck", 1),
            From::Hand => self.add("from_hand", 1),
        }
    }

    fn action(&mut self, action: &Action) {
        let verb = match *action {
            Action::Draw(amount) => self.counted("cards", amount, Verb::Draw),
            Action::Discard(amount) => self.counted("discards", amount, Verb::Discard),
            Action::RivalDiscards(amount) => self.counted("discards", amount, Verb::RivalDiscards),
            Action::Heal(amount) => self.counted("healing", amount, Verb::Heal),
            Action::Damage(amount, who) => {
                self.counted("damage", amount, Verb::Damage);
                self.done_to(who, Verb::Damage)
            }
            Action::PlayToken(amount, def) => self.made(amount, def, Verb::PlayToken),
            Action::AddToken(amount, def) => self.made(amount, def, Verb::AddToken),
            Action::Become(who, def) => {
                self.set("makes", id(def));
                self.done_to(who, Verb::Become)
            }
            Action::Grow(who, Growth { attack, health, each, this_turn }) => {
                self.add("grown_attack", i16::from(attack));
                self.add("grown_health", i16::from(health));
                self.add("for_each", flag(each.is_some()));
                self.done_to(who, if this_turn { Verb::GrowThisTurn } else { Verb::Grow })
            }
            Action::Kill(who) => self.done_to(who, Verb::Kill),
            Action::Destroy(who) => self.done_to(who, Verb::Destroy),
            Action::Eat(who) => self.done_to(who, Verb::Eat),
            Action::PlayCopy(who) => self.done_to(who, Verb::PlayCopy),
            Action::TakeToHand(who) => self.done_to(who, Verb::AddToHand),
            Action::Return(who) => self.done_to(who, Verb::Return),
            Action::Grant(who, ..) => self.done_to(who, Verb::GainKeyword),
            Action::GrantThisTurn(who, ..) => self.done_to(who, Verb::GainKeywordThisTurn),
            Action::GrantAbility(who, _) => self.done_to(who, Verb::GainAbility),
            Action::LoseAbilities(who) => self.done_to(who, Verb::LoseAbilities),
            Action::Freeze(who) => self.done_to(who, Verb::Freeze),
            Action::Unfreeze(who) => self.done_to(who, Verb::Unfreeze),
            Action::Paralyse(who) => self.done_to(who, Verb::Paralyse),
            Action::Regenerate(who) => self.done_to(who, Verb::Regenerate),
            Action::TakeControl(who) => self.done_to(who, Verb::TakeControl),
            Action::CopyAbilities(who) => self.done_to(who, Verb::CopyAbilities),
            Action::CopyStats(who) => self.done_to(who, Verb::CopyStats),
            Action::Sacrifice(who) => self.done_to(who, Verb::Sacrifice),
            Action::Play(_) => Verb::Play,
            Action::Fetch(_) => Verb::AddToHand,
            Action::RevealHand => Verb::RevealHand,
            Action::NegateAttack => Verb::NegateAttack,
            Action::NegatePlay => Verb::NegatePlay,
            Action::NegateDamage => Verb::NegateDamage,
            Action::PlayAnother => Verb::PlayAnother,
            Action::EndTurn => Verb::EndTurn,
            Action::Revive => Verb::Revive,
        };
        self.verbs[verb as usize] += 1;
    }

    fn done_to(&mut self, who: Who, verb: Verb) -> Verb {
        let columns: &[&str] = match who {
            Who::This => &["to_this"],
            Who::It => &["to_it"],
            Who::Chosen(_) | Who::Several(..) => &["to_chosen"],
            Who::Attacker | Who::Defender => &["to_fighters"],
            Who::You => &["to_you"],
            Who::Rival => &["to_rival"],
            Who::Players => &["to_you", "to_rival"],
            Who::Opponents => &["to_rival", "to_all_enemies"],
            Who::All(filter) => match filter.side {
                Side::Own => &["to_all_own"],
                Side::Enemy => &["to_all_enemies"],
                Side::Both => &["to_all"],
            },
        };
        columns.iter().for_each(|column| self.add(column, 1));
        verb
    }

    fn counted(&mut self, column: &str, amount: Amount, verb: Verb) -> Verb {
        self.add(column, i16::from(amount.number));
        self.add("for_each", flag(amount.each.is_some()));
        verb
    }

    fn made(&mut self, amount: Amount, def: DefId, verb: Verb) -> Verb {
        self.set("makes", id(def));
        self.counted("made", amount, verb)
    }

    fn add(&mut self, column: &str, number: i16) {
        if let Some(place) = SAID.iter().position(|known| known.name == column) {
            self.said[place] += number;
        }
    }

    fn set(&mut self, column: &str, number: i16) {
        if let Some(place) = SAID.iter().position(|known| known.name == column) {
            self.said[place] = number;
        }
    }
}

//! What is printed reads back equal: generated trees with every slot, and random text that must never panic.

use crate::mini;

use mini::{Adj, Cond, Key, Kind, Mini, Noun, Tail, Trigger, Verb, formatted, read, rendered};
use playmat_cardtext::{
    Ability, Arg, Card, Clause, Condition, Effect, Keyword, Quant, Selector, Span, canonical, print_ability, print_card,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

const NAMES: [&str; 6] = ["Kākāpō", "Ship of Gold", "Portuguese Man O' War", "Six-layered Neocortex", "Ship", "Élan"];
const S: Span = Span { file: 0, start: 0, end: 0 };

fn keyword() -> impl Strategy<Value = Keyword<Mini>> {
    prop_oneof![
        prop_oneof![Just(Key::Haste), Just(Key::FreePlay), Just(Key::Lure)].prop_map(|k| (k, None)),
        (0..=999).prop_map(|n| (Key::MultiStrike, Some(n))),
    ]
    .prop_map(|(keyword, number)| Keyword { keyword, number, span: S })
}

fn card_name() -> impl Strategy<Value = Arg<Mini>> {
    prop::sample::select(&NAMES[..]).prop_map(|name| Arg::Card(name.to_string(), S))
}

fn count() -> impl Strategy<Value = Arg<Mini>> {
    prop_oneof![Just(1), 2..=99].prop_map(|n| Arg::Count(n, S))
}

fn number() -> impl Strategy<Value = Arg<Mini>> {
    (0..=9999).prop_map(|n| Arg::Number(n, S))
}

fn adjective() -> impl Strategy<Value = Adj> {
    prop::sample::select(&[Adj::Enemy, Adj::Allied, Adj::Prey, Adj::Close, Adj::Fire, Adj::Beast, Adj::FaceDown][..])
}

/// Selectors as reading makes them: a tail that ends in another selector comes last, since tails bind inwards.
fn selector(depth: u32) -> BoxedStrategy<Selector<Mini>> {
    let bare = prop::sample::select(&[Noun::This, Noun::Rival, Noun::AnyTarget, Noun::Players][..]).prop_map(|noun| Selector {
        quant: Quant::Bare,
        adjectives: Vec::new(),
        noun,
        tails: Vec::new(),
        span: S,
    });
    let quant = prop_oneof![
        Just(Quant::All),
        Just(Quant::Target),
        Just(Quant::One),
        (1..=99u8).prop_map(Quant::Exactly),
        (1..=99u8).prop_map(Quant::UpTo),
    ];
    let noun = prop::sample::select(&[Noun::Enemy, Noun::Ally, Noun::Prey, Noun::Predator, Noun::Creature][..]);
    let tail = prop_oneof![
        number().prop_map(|n| (Tail::PowerOrMore, vec![n])),
        Just((Tail::FromHand, Vec::new())),
        card_name().prop_map(|c| (Tail::Called, vec![c])),
    ];
    let last = if depth == 0 {
        Just(None).boxed()
    } else {
        prop::option::weighted(0.3, selector(depth - 1).prop_map(|s| (Tail::InFrontOf, vec![Arg::Who(s)]))).boxed()
    };
    let full = (quant, prop::collection::vec(adjective(), 0..3), noun, prop::collection::vec(tail, 0..3), last).prop_map(
        |(quant, mut adjectives, noun, mut tails, last)| {
            tails.extend(last);
            // What is said twice is complained about.
            once(&mut adjectives);
            once(&mut tails);
            Selector { quant, adjectives, noun, tails, span: S }
        },
    );
    prop_oneof![bare, full].boxed()
}

fn who() -> impl Strategy<Value = Arg<Mini>> {
    selector(2).prop_map(Arg::Who)
}

fn clause(depth: u32) -> BoxedStrategy<Clause<Mini>> {
    let delta = (-99..=99, -99..=99).prop_map(|(a, b)| Arg::Delta(a, b, S));
    let stats = (0..=999, 0..=999).prop_map(|(a, b)| Arg::Stats(a, b, S));
    let adjectives = prop::collection::vec(adjective(), 1..4).prop_map(|list| Arg::Adjectives(list, S));
    let plain = prop_oneof![
        number().prop_map(|n| (Verb::Draw, vec![n])),
        number().prop_map(|n| (Verb::Discard, vec![n])),
        who().prop_map(|w| (Verb::Kill, vec![w])),
        who().prop_map(|w| (Verb::PlayWho, vec![w])),
        (number(), who()).prop_map(|(n, w)| (Verb::Damage, vec![n, w])),
        (count(), card_name()).prop_map(|(n, c)| (Verb::Play, vec![n, c])),
        who().prop_map(|w| (Verb::Return, vec![w])),
        (count(), card_name()).prop_map(|(n, c)| (Verb::Add, vec![n, c])),
        (who(), delta).prop_map(|(w, d)| (Verb::GainDelta, vec![w, d])),
        (who(), keyword()).prop_map(|(w, k)| (Verb::GainKeyword, vec![w, Arg::Keyword(k)])),
        (who(), count(), card_name()).prop_map(|(w, n, c)| (Verb::Become, vec![w, n, c])),
        (who(), stats).prop_map(|(w, s)| (Verb::BecomeStats, vec![w, s])),
        (who(), adjectives).prop_map(|(w, a)| (Verb::Turn, vec![w, a])),
        count().prop_map(|n| (Verb::Search, vec![n])),
    ];
    let all = if depth == 0 {
        plain.boxed()
    } else {
        let quoted = ability(depth - 1).prop_map(|a| Arg::Ability(Box::new(a)));
        prop_oneof![8 => plain, 1 => (who(), quoted).prop_map(|(w, a)| (Verb::GainAbility, vec![w, a]))].boxed()
    };
    all.prop_map(|(verb, args)| Clause { verb, args, span: S }).boxed()
}

fn condition() -> impl Strategy<Value = Condition<Mini>> {
    prop_oneof![
        Just((Cond::HandEmpty, Vec::new())),
        (count(), card_name()).prop_map(|(n, c)| (Cond::Control, vec![n, c])),
        (who(), keyword()).prop_map(|(w, k)| (Cond::Has, vec![w, Arg::Keyword(k)])),
        selector(1).prop_filter_map("counted", |mut who| {
            (who.quant != Quant::Bare).then(|| {
                who.quant = Quant::Each;
                (Cond::Each, vec![Arg::Who(who)])
            })
        }),
    ]
    .prop_map(|(condition, args)| Condition { condition, args, span: S })
}

fn effect(depth: u32) -> BoxedStrategy<Effect<Mini>> {
    let leaf = clause(depth).prop_map(Effect::Do);
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 2..4).prop_map(|steps| {
                let flat = steps.into_iter().flat_map(|s| if let Effect::Then(inner) = s { inner } else { vec![s] });
                Effect::Then(flat.collect())
            }),
            prop::collection::vec(inner.clone(), 2..4).prop_map(either),
            inner.clone().prop_map(|step| match step {
                // What can be declined is declined once.
                Effect::May(..) => step,
                step => Effect::May(Box::new(step), S),
            }),
            (condition(), inner).prop_map(|(condition, step)| Effect::If(condition, Box::new(step))),
        ]
    })
    .boxed()
}

/// A choice between different things; of equal ones the one that is left.
fn either(mut options: Vec<Effect<Mini>>) -> Effect<Mini> {
    once(&mut options);
    if options.len() == 1 { options.remove(0) } else { Effect::Either(options, S) }
}

/// Leaves out what stands there already.
fn once<T: PartialEq>(list: &mut Vec<T>) {
    let mut at = 0;
    while at < list.len() {
        if list[..at].contains(&list[at]) {
            list.remove(at);
        } else {
            at += 1;
        }
    }
}

fn trigger() -> impl Strategy<Value = (Trigger, Vec<Arg<Mini>>)> {
    prop_oneof![
        prop::sample::select(
            &[Trigger::OnPlay, Trigger::Slain, Trigger::WhenAttacked, Trigger::Discard, Trigger::EndOfTurn][..]
        )
        .prop_map(|t| (t, Vec::new())),
        who().prop_map(|w| (Trigger::TargetedBy, vec![w])),
        who().prop_map(|w| (Trigger::Attacks, vec![w])),
        number().prop_map(|n| (Trigger::Activate, vec![n])),
    ]
}

fn cost() -> impl Strategy<Value = Clause<Mini>> {
    prop_oneof![number().prop_map(|n| (Verb::Discard, vec![n])), who().prop_map(|w| (Verb::Sacrifice, vec![w]))]
        .prop_map(|(verb, args)| Clause { verb, args, span: S })
}

fn triggered(depth: u32) -> impl Strategy<Value = Ability<Mini>> {
    (trigger(), prop::collection::vec(cost(), 0..3), effect(depth)).prop_map(|(trigger, costs, effect)| Ability {
        trigger: Some(trigger),
        costs,
        effect,
        span: S,
        trigger_span: S,
    })
}

fn untriggered(depth: u32) -> impl Strategy<Value = Ability<Mini>> {
    effect(depth).prop_map(|effect| Ability { trigger: None, costs: Vec::new(), effect, span: S, trigger_span: S })
}

fn ability(depth: u32) -> BoxedStrategy<Ability<Mini>> {
    prop_oneof![triggered(depth), untriggered(depth)].boxed()
}

fn card() -> impl Strategy<Value = Card<Mini>> {
    let abilities = |kind| match kind {
        Kind::Spell | Kind::FreeSpell => prop::collection::vec(untriggered(2), 0..3).boxed(),
        Kind::Unit | Kind::Creature => prop::collection::vec(ability(2), 0..3).boxed(),
        _ => prop::collection::vec(triggered(2), 0..3).boxed(),
    };
    let kinds = [Kind::Prey, Kind::Predator, Kind::Spell, Kind::FreeSpell, Kind::Unit, Kind::Creature];
    let stats = (0..=999, 0..=999).prop_map(|(a, b)| Arg::Stats(a, b, S));
    let header = move |kind| match kind {
        Kind::Prey => (stats.clone(), number()).prop_map(|(s, n)| vec![s, n]).boxed(),
        Kind::Predator => stats.clone().prop_map(|s| vec![s]).boxed(),
        Kind::Unit => number().prop_map(|n| vec![n]).boxed(),
        Kind::Creature => (prop::collection::vec(adjective(), 1..4), number(), number(), number())
            .prop_map(|(list, a, b, c)| vec![Arg::Adjectives(list, S), a, b, c])
            .boxed(),
        _ => Just(Vec::new()).boxed(),
    };
    let keywords = |kind| match kind {
        Kind::Spell | Kind::FreeSpell => Just(Vec::new()).boxed(),
        _ => prop::collection::vec(keyword(), 0..3).boxed(),
    };
    let note = ("icon|flavour|note", "([a-z.:,\"'/(]{1,8} ?){0,3}[a-z]").prop_map(|(key, text)| (key, text));
    let pools = prop::sample::subsequence(vec!["core".to_string(), "rulebook".to_string()], 0..=2);
    let name = "[A-ZÀ-Ö][a-zà-ö]{1,6}( [A-Z]?[a-z]{2,5}(-[a-z]{2})?){0,2}'?";
    prop::sample::select(kinds.to_vec())
        .prop_flat_map(move |kind| (Just(kind), header(kind), keywords(kind), abilities(kind)))
        .prop_flat_map(move |rest| (Just(rest), name, pools.clone(), prop::collection::vec(note.clone(), 0..2)))
        .prop_map(|((kind, header, mut keywords, abilities), name, pools, notes)| {
            let mut seen = Vec::new();
            keywords.retain(|k| {
                !seen.contains(&k.keyword) && {
                    seen.push(k.keyword);
                    true
                }
            });
            let section = Some("Fish".to_string());
            Card { kind, name, name_span: S, span: S, section, header, keywords, pools, abilities, notes, broken: 0 }
        })
        .prop_filter("names are free", |card| {
            !NAMES.contains(&card.name.as_str()) && !card.name.to_lowercase().ends_with(" ready")
        })
}

/// The cards that generated abilities name.
fn crowd() -> String {
    let cards: Vec<String> = NAMES.iter().map(|name| format!("spell {name}\n")).collect();
    format!("category Fish\n\n{}", cards.concat())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(playmat_testkit::seed("generated cards")),
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_printed_card_reads_back_equal(card in card()) {
        let text = format!("{}\n{}", crowd(), print_card(&card));
        let parsed = read(&text);
        prop_assert!(parsed.complaints.is_empty(), "{}", rendered(&text));
        let back = parsed.cards().last().cloned();
        prop_assert_eq!(back.as_ref(), Some(&card), "{}", text);
        prop_assert_eq!(formatted(&text), text);
        prop_assert!(!canonical(&card).contains("flavour:") && canonical(&card).starts_with("category Fish\n"));
    }

    #[test]
    fn a_printed_ability_reads_back_equal(ability in triggered(3)) {
        let text = format!("{}\nprey Test 1/1 (1)\n  {}\n", crowd(), print_ability(&ability));
        let parsed = read(&text);
        prop_assert!(parsed.complaints.is_empty(), "{}", rendered(&text));
        prop_assert_eq!(&parsed.cards().last().unwrap().abilities[0], &ability, "{}", text);
    }

    #[test]
    fn random_fragments_never_panic_and_nothing_is_lost(parts in prop::collection::vec(fragment(), 0..60)) {
        let text = parts.concat();
        let once = formatted(&text);
        let _ = rendered(&text);
        if read(&text).complaints.is_empty() {
            prop_assert_eq!(formatted(&once), once.clone());
            prop_assert!(read(&once).complaints.is_empty());
        }
        for word in ["kill", "Kingfish", "Gold", "comment"] {
            prop_assert_eq!(once.matches(word).count(), text.matches(word).count(), "{}\n---\n{}", text, once);
        }
    }

    #[test]
    fn random_text_never_panics(text in "\\PC{0,200}", lines in prop::collection::vec(".{0,40}", 0..8)) {
        let _ = rendered(&text);
        let _ = formatted(&lines.join("\n"));
    }
}

fn fragment() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "category Fish\n",
        "\n",
        "\n  ",
        "\r\n",
        "\t",
        "\u{feff}",
        " ",
        "#",
        " # a comment\n",
        "prey Kingfish 3/2 (2)",
        "prey ",
        "token ",
        "spell ",
        "token free spell ",
        "creature ",
        "Kingfish",
        " 1/1 ",
        "(1)",
        ", haste",
        ", multi-strike 3",
        " [core]",
        "[",
        "]",
        "on play: ",
        "when targeted by ",
        ", discard 1",
        ": ",
        "draw 2",
        "kill ",
        "target ",
        "all ",
        "enemies",
        "enemy ",
        "prey",
        "this ",
        "gains ",
        "gain ",
        "+1/+1",
        "\"",
        "\u{201c}",
        "slain: ",
        "either ",
        " or ",
        "you may ",
        "if ",
        "your hand is empty, ",
        "(",
        ")",
        ", then ",
        ".",
        "..",
        "of power 2 or more",
        " in front of ",
        "play ",
        "a ",
        "an ",
        "2 ",
        "99999999999 ",
        "0 ",
        "up to ",
        "Ship of Gold",
        "K\u{101}k\u{101}p\u{14d} ",
        "flavour: ",
        "icon",
        "/",
        "'",
        "-",
        "\u{0}",
        "\u{301}",
        "\u{1f600}",
        "\n  on play: draw 2.\n",
        "\nprey Goldfish 1/1 (1), lure\n",
        "\nspell Gold\n  kill all enemies.\n",
    ])
}

//! Every code's own example: the wrong text is complained about with exactly this code, the right one not at all.

use crate::mini;

use mini::{Mini, codes_of, formatted, rendered};
use playmat_cardtext::{Words, codes};

#[test]
fn each_wrong_example_has_exactly_its_own_mistake() {
    for code in codes() {
        assert_eq!(codes_of(code.wrong), [code.id], "{}\n{}", code.name, rendered(code.wrong));
    }
}

#[test]
fn each_right_example_has_none_and_is_canonical() {
    for code in codes() {
        assert!(codes_of(code.right).is_empty(), "{}\n{}", code.name, rendered(code.right));
        assert_eq!(formatted(code.right), code.right, "{}", code.name);
    }
}

#[test]
fn ids_and_names_are_unique_and_every_text_is_there() {
    for (index, code) in codes().iter().enumerate() {
        assert_eq!(code.id, format!("C{:02}", index + 1));
        assert!(!codes()[..index].iter().any(|other| other.name == code.name), "{}", code.name);
        assert!(!code.title.is_empty() && code.explanation.ends_with('.'), "{}", code.name);
    }
}

#[test]
fn the_test_vocabulary_has_no_faults() {
    assert_eq!(Mini::vocabulary().faults(), Vec::<String>::new());
}

//! The grammars of editors are those that the tables of words make.

use playmat_language::grammar;

use crate::common::root;

#[test]
fn the_committed_grammars_are_made_from_the_tables() {
    for ending in ["cards", "scn", "deck"] {
        let file = root().join(format!("editors/vscode/syntaxes/playmat-{ending}.tmLanguage.json"));
        let made = serde_json::to_string_pretty(&grammar(ending).expect("a kind of file")).expect("JSON") + "\n";
        if std::env::var_os("PLAYMAT_WRITE").is_some() {
            std::fs::write(&file, &made).expect("a file of the extension");
        }
        let committed = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(committed == made, "{} is another one: PLAYMAT_WRITE=1 writes it", file.display());
    }
    assert!(grammar("txt").is_none());
}

#[test]
fn every_pattern_names_what_it_colours() {
    for ending in ["cards", "scn", "deck"] {
        let grammar = grammar(ending).unwrap();
        for pattern in grammar["patterns"].as_array().unwrap() {
            assert!(pattern["match"].as_str().is_some_and(|text| !text.is_empty()), "{pattern}");
            assert!(pattern["name"].is_string() || pattern["captures"].is_object(), "{pattern}");
        }
    }
}

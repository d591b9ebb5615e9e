//! The lessons of the tutorial: each a scenario file, and beside it what the learner is told.
//!
//! ```text
//! # Play a prey
//! What is to be done, in paragraphs.
//! ## Hint
//! What is said after a wrong move.
//! ## Done
//! What was learnt.
//! ```

use crate::shipped;

/// A lesson as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonText {
    /// Its file's name without the ending: `1-prey`. Lessons are taught in the order of their names.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What is to be done, a paragraph each; words between `**` stand out.
    pub task: Vec<String>,
    /// What is said after a wrong move.
    pub hint: Vec<String>,
    /// What was learnt.
    pub done: Vec<String>,
    /// The scenario file, its name and its text.
    pub script: (String, String),
}

/// The lessons of a game, in their order.
pub fn shipped_lessons(game: &str) -> Vec<LessonText> {
    let files = shipped::tutorial(game);
    let script = |(file, text): &(String, String)| Some((file.strip_suffix(".scn")?.to_owned(), file.clone(), text.clone()));
    files
        .iter()
        .filter_map(script)
        .map(|(stem, file, text)| {
            let told = files.iter().find(|(name, _)| *name == format!("{stem}.md")).map_or("", |(_, told)| told);
            let id = stem.rsplit('/').next().unwrap_or(&stem).to_owned();
            read(id, told, (file, text))
        })
        .collect()
}

fn read(id: String, told: &str, script: (String, String)) -> LessonText {
    let mut lesson = LessonText { id, title: String::new(), task: vec![], hint: vec![], done: vec![], script };
    let mut part = &mut lesson.task;
    let mut begins = true;
    for line in told.lines().map(str::trim) {
        if let Some(title) = line.strip_prefix("# ") {
            lesson.title = title.to_owned();
        } else if let Some(heading) = line.strip_prefix("## ") {
            part = if heading == "Hint" { &mut lesson.hint } else { &mut lesson.done };
            begins = true;
        } else if line.is_empty() {
            begins = true;
        } else if begins {
            part.push(line.to_owned());
            begins = false;
        } else if let Some(last) = part.last_mut() {
            last.push(' ');
            last.push_str(line);
        }
    }
    lesson
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GAMES;

    #[test]
    fn every_game_has_lessons_that_say_everything() {
        for game in GAMES {
            let lessons = shipped_lessons(game);
            assert!((3..=4).contains(&lessons.len()), "{game} has {} lessons", lessons.len());
            for lesson in &lessons {
                let said = [&lesson.task, &lesson.hint, &lesson.done];
                assert!(!lesson.title.is_empty() && said.iter().all(|part| !part.is_empty()), "{game}/{}", lesson.id);
            }
        }
        assert!(shipped_lessons("nothing").is_empty());
    }

    #[test]
    fn paragraphs_and_parts() {
        let lesson = read("1-x".into(), "# X\n\none\ntwo\n\nthree\n## Hint\nfour\n\n## Done\nfive\n", Default::default());
        assert_eq!((lesson.title.as_str(), lesson.task), ("X", vec!["one two".to_owned(), "three".to_owned()]));
        assert_eq!((lesson.hint, lesson.done), (vec!["four".to_owned()], vec!["five".to_owned()]));
    }
}

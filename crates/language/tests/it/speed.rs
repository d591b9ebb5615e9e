//! How long a change takes in the largest set: it is told, not judged. With optimisation it is a few milliseconds; 50 would be felt.

use std::time::Instant;

use crate::common::{GAMES, paths, workspace};

#[test]
fn a_change_in_every_set_is_timed() {
    for game in GAMES {
        let mut workspace = workspace(game, true);
        let path =
            paths(&workspace, ".cards").into_iter().max_by_key(|path| workspace.text(path).unwrap().as_str().len()).unwrap();
        let mut times = Vec::new();
        for _ in 0..20 {
            let at = workspace.cards(&path)[0].all.start;
            let began = Instant::now();
            workspace.change(&path, at..at, "x");
            assert!(!workspace.diagnostics(&path).is_empty());
            workspace.change(&path, at..at + 1, "");
            for path in workspace.concerned(&path).into_iter().filter(|path| path.ends_with(".cards")) {
                assert_eq!(workspace.diagnostics(path), []);
            }
            times.push(began.elapsed() / 2);
        }
        times.sort();
        println!(
            "{game}: a change takes {:.1} ms at the median, {:.1} ms at most",
            times[10].as_secs_f64() * 1e3,
            times[19].as_secs_f64() * 1e3
        );
    }
}

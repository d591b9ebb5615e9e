//! Databases for tests.

use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

/// A number that nothing else in this process has. It is a large one: not every database has unsigned numbers.
pub fn fresh() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1 << 63);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

pub fn file() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("playmat-store-{}-{}", std::process::id(), fresh()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder.join("log.db")
}

/// The addresses to test: empty databases that no other test has.
pub fn addresses() -> Vec<String> {
    let home = std::env::var("PLAYMAT_POSTGRES_HOME").ok();
    if home.is_none() {
        eprintln!("PLAYMAT_POSTGRES_HOME is not set: only SQLite is tested");
    }
    std::iter::once(format!("sqlite:{}", file().display())).chain(home.map(|home| postgres(&home))).collect()
}

/// A new database of the PostgreSQL that `tools/with-postgres.sh` has started.
pub fn postgres(home: &str) -> String {
    let name = format!("store_{}_{:x}", std::process::id(), fresh());
    let made = Command::new("sh").args([&format!("{home}/database"), &name]).output().expect("sh runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    String::from_utf8(made.stdout).expect("an address").trim().to_owned()
}

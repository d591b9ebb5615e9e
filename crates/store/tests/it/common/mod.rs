//! Databases for tests.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

/// A number that no other test uses: the tests share one PostgreSQL.
pub fn fresh() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("a clock").as_nanos() as u64;
    now ^ (NEXT.fetch_add(1, Ordering::Relaxed) << 56) | 1 << 63
}

pub fn file() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("playmat-store-{}-{}", std::process::id(), fresh()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder.join("log.db")
}

/// The addresses to test.
pub fn addresses() -> Vec<String> {
    let postgres = std::env::var("PLAYMAT_POSTGRES").ok();
    if postgres.is_none() {
        eprintln!("PLAYMAT_POSTGRES is not set: only SQLite is tested");
    }
    std::iter::once(format!("sqlite:{}", file().display())).chain(postgres).collect()
}

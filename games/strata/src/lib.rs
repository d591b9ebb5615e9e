//! Strata: creatures in stacks, magic, chains and counters.

pub mod words;

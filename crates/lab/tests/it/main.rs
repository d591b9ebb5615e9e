//! The lab as a whole: runs, what they measure, and whether what they say can be trusted.

mod common;
mod runs;
mod cards;
mod compare;
mod crew;
mod errors;
mod opinion;
mod samples;
mod tune;

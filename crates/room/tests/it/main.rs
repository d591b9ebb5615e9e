//! Rooms without a server: a world in one process, with a clock, a network, a log and crashes that follow from a seed.

mod sim;
mod matches;

//! `playmat`: play, check, measure. One file for each command.

mod failure;
mod common;
mod diagnostics;
mod words;
mod running;
mod bulk;
mod rulesets;
mod play;
mod scenario;
mod check;
mod fmt;
mod explain;
mod lsp;
mod coverage;
mod cards;
mod deck;
mod card;
mod print;
mod simulate;
mod lab;
mod replay;
mod verify;
mod bench;
mod thinking;
mod serve;
mod load;
mod admin;
mod new_game;

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::failure::{Failure, Finished};

#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A table for trading card games: play them, write cards for them, measure them.
#[derive(Parser)]
#[command(name = "playmat", version, propagate_version = true, arg_required_else_help = true)]
#[command(
    after_help = "Exit codes: 0 all is well, 1 something failed, 2 bad input.\nColours are used on a terminal only, and not with NO_COLOR set."
)]
struct Playmat {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Play),
    Scenario(scenario::RunScenarios),
    Check(check::Check),
    Fmt(fmt::Fmt),
    Explain(explain::Explain),
    Lsp(lsp::Lsp),
    Coverage(coverage::Coverage),
    Cards(cards::Cards),
    Card(card::Card),
    #[command(subcommand)]
    Deck(deck::Deck),
    Print(print::Print),
    Simulate(simulate::Simulate),
    #[command(subcommand)]
    Lab(lab::Lab),
    Replay(replay::Replay),
    Verify(verify::Verify),
    Bench(bench::Bench),
    Serve(serve::Serve),
    Load(load::Load),
    Admin(admin::Admin),
    NewGame(new_game::NewGame),
}

fn main() -> ExitCode {
    let playmat = Playmat::parse();
    let done = match playmat.command {
        // It writes from a thread of its own, so nobody else may hold standard output.
        Command::Lsp(lsp) if lsp.talks() => lsp.talk(),
        command => {
            let mut out = anstream::stdout().lock();
            run(command, &mut out).and_then(|finished| {
                out.flush()?;
                Ok(finished)
            })
        }
    };
    match done {
        Ok(Finished::Well) => ExitCode::SUCCESS,
        Ok(Finished::WithFailures) => ExitCode::from(1),
        Err(failure) => failure.tell(),
    }
}

fn run(command: Command, out: &mut dyn Write) -> Result<Finished, Failure> {
    match command {
        Command::Play(play) => play.run(out),
        Command::Scenario(scenario) => scenario.run(out),
        Command::Check(check) => check.run(out),
        Command::Fmt(fmt) => fmt.run(out),
        Command::Explain(explain) => explain.run(out),
        Command::Lsp(lsp) => lsp.print(out),
        Command::Coverage(coverage) => coverage.run(out),
        Command::Cards(cards) => cards.run(out),
        Command::Card(card) => card.run(out),
        Command::Print(print) => print.run(out),
        Command::Deck(deck) => deck.run(out),
        Command::Simulate(simulate) => simulate.run(out),
        Command::Lab(lab) => lab.run(out),
        Command::Replay(replay) => replay.run(out),
        Command::Verify(verify) => verify.run(out),
        Command::Bench(bench) => bench.run(out),
        Command::Serve(serve) => serve.run(out),
        Command::Load(load) => load.run(out),
        Command::Admin(admin) => admin.run(out),
        Command::NewGame(new_game) => new_game.run(out),
    }
}

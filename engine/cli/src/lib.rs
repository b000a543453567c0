//! The `ponder` program as a library: commands, and UCI as text.
//!
//! Architecture invariant: this crate owns what `engine` and `lab` do not have: streams, files,
//! processes, threads and time. Neither of them knows it.
//!
//! Architecture invariant: [`uci`] is pure text in and out. It knows no streams and no threads, and
//! nothing in it panics, whatever the input; the fuzz targets in `engine/fuzz` import it.

mod arena;
mod bench;
mod book;
mod clock;
mod command_line;
mod datagen;
mod fit;
mod learn;
mod learner_file;
mod network_file;
mod output;
mod perft;
mod pgn_file;
mod review;
mod self_play_file;
mod session;
mod smp;
mod train;
pub mod uci;

use std::process::ExitCode;

use engine::rules::Position;

const USAGE: &str = "\
ponder                    speak UCI on stdin and stdout
ponder bench [--json]     perft beside cozy-chess, search speed, bench signature
ponder arena …            a match between two players; --help says more
ponder datagen …          games against itself, to learn from; --help says more
ponder train …            a network from such games; --help says more
ponder fit …              the evaluation's weights from games; --help says more
ponder book …             looks for doubtful moves in the opening book; --help says more
ponder review …           marks the mistakes in games; --help says more
ponder learn …            what learning is worth; --help says more
ponder train-q …          trains a learner, or lets it learn from games; --help says more
ponder perft FEN DEPTH    count the continuations of each move (FEN may be startpos)
ponder --version          name and version";

/// Runs the command that the arguments name; without arguments, a UCI session on stdin and stdout.
#[must_use]
pub fn run(arguments: &[&str]) -> ExitCode {
    match arguments {
        [] => session::run(),
        ["bench"] => bench::run(bench::BenchFormat::Text),
        ["bench", "--json"] => bench::run(bench::BenchFormat::Json),
        ["arena", arguments @ ..] => return arena::run(arguments),
        ["datagen", arguments @ ..] => return datagen::run(arguments),
        ["fit", arguments @ ..] => return fit::run(arguments),
        ["book", arguments @ ..] => return book::run(arguments),
        ["review", arguments @ ..] => return review::run(arguments),
        ["learn", arguments @ ..] => return learn::experiment(arguments),
        ["train", arguments @ ..] => return train::run(arguments),
        ["train-q", arguments @ ..] => return learn::train(arguments),
        ["perft", fen, depth] => return perft(fen, depth),
        ["--version" | "-V"] => output::print_line(engine::NAME),
        ["--help" | "-h" | "help"] => output::print_line(USAGE),
        other => {
            eprintln!("ponder: cannot read {:?}\n{USAGE}", other.join(" "));
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

fn perft(fen: &str, depth: &str) -> ExitCode {
    let position = match fen {
        "startpos" => Ok(Position::startpos()),
        fen => Position::from_fen(fen),
    };
    let position = match position {
        Ok(position) => position,
        Err(error) => {
            eprintln!("ponder: {error}");
            return ExitCode::from(2);
        }
    };
    let Ok(depth) = depth.parse::<u8>() else {
        eprintln!("ponder: expected a depth from 0 to 255, found {depth:?}");
        return ExitCode::from(2);
    };
    if let Some(counts) = perft::perft_divided(&position, depth, &|| true) {
        print!("{counts}");
    }
    ExitCode::SUCCESS
}

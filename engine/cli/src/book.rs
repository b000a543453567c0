//! `ponder book`: searches after every move of the opening book and lists the moves that cost too much.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use engine::book::{Book, Style};
use engine::player::Calculator;
use engine::rules::{Game, Move, Position, san};
use engine::search::{Score, SearchLimits};

use crate::option_values::parse_from_one;

/// Searches the position after each move of the opening book and names the doubtful ones.
#[derive(clap::Args)]
pub struct BookSettings {
    /// Of each search.
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = parse_from_one::<u64>)]
    nodes: u64,
    /// A move is doubtful when its player stands worse after it, centipawns.
    #[arg(long, value_name = "CP", default_value_t = -80, allow_negative_numbers = true)]
    least: i32,
}

/// A book move with a line that leads to it.
struct BookMove {
    game: Game,
    mv: Move,
}

/// Checks the book.
///
/// # Errors
/// A move is doubtful.
pub fn run(settings: &BookSettings) -> Result<(), String> {
    let &BookSettings { nodes, least } = settings;
    let book_moves = book_moves();
    let next = AtomicUsize::new(0);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut doubtful: Vec<String> = thread::scope(|scope| {
        let work = || {
            let mut calculator = Calculator::new(16);
            let mut found = Vec::new();
            while let Some(book_move) = book_moves.get(next.fetch_add(1, Ordering::Relaxed)) {
                let cp = score(&mut calculator, book_move, nodes);
                if cp < least {
                    found.push(format!("{cp:>6}  {}", line_text(book_move)));
                }
            }
            found
        };
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let joined = threads.into_iter().filter_map(|thread| thread.join().ok());
        joined.flatten().collect()
    });
    doubtful.sort();
    for line in &doubtful {
        println!("{line}");
    }
    println!(
        "{} moves at {nodes} nodes, {} worse than {least}",
        book_moves.len(),
        doubtful.len()
    );
    match doubtful.len() {
        0 => Ok(()),
        count => Err(format!("{count} moves are doubtful")),
    }
}

/// Every move that a style plays, each position once.
fn book_moves() -> Vec<BookMove> {
    let book = Book::shared();
    let mut book_moves = Vec::new();
    let mut seen: BTreeMap<u64, ()> = BTreeMap::new();
    let mut open = vec![Game::new()];
    while let Some(game) = open.pop() {
        if seen.insert(game.position().key(), ()).is_some() {
            continue;
        }
        // Moves that no style plays are followed, since the opponent may play them.
        for mv in book.continuations(game.position()) {
            let mut after = game.clone();
            if after.play(mv).is_ok() {
                open.push(after);
            }
            let plays = |style| {
                let moves = book.moves(game.position(), style);
                moves.iter().any(|known| known.mv == mv)
            };
            if Style::ALL.into_iter().any(plays) {
                let game = game.clone();
                book_moves.push(BookMove { game, mv });
            }
        }
    }
    book_moves
}

/// The score after the move, from its player's point of view, centipawns.
fn score(calculator: &mut Calculator, book_move: &BookMove, nodes: u64) -> i32 {
    let limits = SearchLimits {
        searchmoves: vec![book_move.mv],
        ..SearchLimits::nodes(nodes)
    };
    let decision = calculator.choose_by_limits(&book_move.game, &limits);
    match decision.lines.first().map(|line| line.score) {
        Some(Score::Cp(cp)) => cp,
        Some(Score::Mate(moves)) if moves > 0 => 30_000,
        _ => -30_000,
    }
}

/// The line in SAN, with the move.
fn line_text(book_move: &BookMove) -> String {
    let mut position = Position::startpos();
    let mut words = Vec::new();
    for &mv in book_move.game.moves().iter().chain([&book_move.mv]) {
        words.push(san::write(&position, mv));
        position = position.play(mv);
    }
    words.join(" ")
}

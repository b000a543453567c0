//! Prints a training's tests.

use lab::dojo::TestRecord;

/// Prints a test in two lines: strength and results, then what the network thinks.
pub fn print_test(test: &TestRecord, loss: f32) {
    let results: Vec<String> = test
        .results
        .iter()
        .map(|(yardstick, pairs)| format!("{yardstick} {:.0} %", 100.0 * pairs.score()))
        .collect();
    let earlier = test.against_earlier.map_or_else(String::new, |pairs| {
        format!(", the network tested before {:.0} %", 100.0 * pairs.score())
    });
    println!(
        "generation {:>4} {:>7} games  Elo {:+5.0} ± {:.0}  loss {loss:.4}  against {}{earlier}",
        test.generation,
        test.games,
        test.strength.elo,
        test.strength.error,
        results.join(", "),
    );
    let first_moves: Vec<String> = test
        .insights
        .first_moves
        .iter()
        .map(ToString::to_string)
        .collect();
    println!(
        "    pawn, knight, bishop, rook, queen {:?} centipawns; first moves {}",
        test.insights.piece_values,
        first_moves.join(" ")
    );
}

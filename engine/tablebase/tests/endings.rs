//! Solved endings against the rules of chess, published figures and their own files.

use std::sync::LazyLock;

use engine::rules::{Color, Position};
use engine::tables::{EndgameTables, EndgameValue, Wdl};
use tablebase::{
    Ending, EndingTable, Solved, SolvedEnding, TableFileError, TableKind, Tables, three_men,
};

/// The endings of three men, and on top of them three of four men.
struct SolvedEndings {
    three: Solved,
    four: Vec<(Ending, SolvedEnding)>,
}

fn solve() -> SolvedEndings {
    let mut three = Solved::default();
    for ending in Ending::all(3) {
        let made = three.solve(&ending);
        three.insert(made);
    }
    let wanted = ["KNvKN", "KRvKN", "KQvKR"];
    let endings = Ending::all(4).into_iter();
    let endings = endings.filter(|ending| wanted.contains(&ending.to_string().as_str()));
    let four = endings.map(|ending| (ending.clone(), three.solve(&ending)));
    SolvedEndings {
        four: four.collect(),
        three,
    }
}

/// Solving them takes seconds.
static SOLVED: LazyLock<SolvedEndings> = LazyLock::new(solve);

/// The longest win of either side, moves.
fn longest(made: &SolvedEnding) -> u8 {
    let longest = Color::ALL.map(|side| made.counts(side).longest_win);
    longest[0].max(longest[1]).div_ceil(2)
}

fn value(tables: &Tables, fen: &str) -> Option<EndgameValue> {
    tables.mate(&Position::from_fen(fen).expect(fen))
}

#[test]
fn there_are_five_endings_of_three_men_and_thirty_of_four() {
    assert_eq!(Ending::all(3).len(), 5);
    assert_eq!(Ending::all(4).len(), 35);
    let names: Vec<String> = Ending::all(3).iter().map(Ending::to_string).collect();
    assert_eq!(names, ["KNvK", "KBvK", "KRvK", "KQvK", "KPvK"]);
}

#[test]
fn each_position_of_three_men_follows_from_those_after_its_moves() {
    let mut solved = Solved::default();
    let mut compared = 0;
    for ending in Ending::all(3) {
        let made = solved.solve(&ending);
        compared += made
            .check(&solved, 1)
            .unwrap_or_else(|wrong| panic!("{ending}: {wrong}"));
        solved.insert(made);
    }
    assert!(compared > 350_000, "{compared}");
}

#[test]
fn positions_of_four_men_follow_from_those_after_their_moves() {
    for (ending, made) in &SOLVED.four {
        let compared = made.check(&SOLVED.three, 101);
        let compared = compared.unwrap_or_else(|wrong| panic!("{ending}: {wrong}"));
        assert!(compared > 10_000, "{ending}: {compared}");
    }
}

/// Published by many: the longest wins against the best defence, in moves.
#[test]
fn the_longest_wins_are_the_published_ones() {
    let found: Vec<u8> = SOLVED.four.iter().map(|(_, made)| longest(made)).collect();
    assert_eq!(found, [1, 40, 35]);
    let mut solved = Solved::default();
    let mut found = Vec::new();
    for ending in Ending::all(3) {
        let made = solved.solve(&ending);
        found.push(self::longest(&made));
        solved.insert(made);
    }
    assert_eq!(found, [0, 0, 16, 10, 28]);
}

#[test]
fn tables_of_three_men_answer_for_both_colours_and_all_symmetries() {
    let tables = three_men();
    assert_eq!(tables.men(), 3);
    // The same mate in one on all four edges, for White and for Black.
    for fen in [
        "7k/8/6K1/8/8/8/8/R7 w - - 0 1",
        "k7/8/1K6/8/8/8/8/7R w - - 0 1",
        "R7/8/8/8/8/6K1/8/7k w - - 0 1",
        "7r/8/8/8/8/1k6/8/K7 b - - 0 1",
    ] {
        assert_eq!(value(&tables, fen), Some(EndgameValue::Win(1)), "{fen}");
    }
    assert_eq!(
        value(&tables, "8/8/8/8/8/2k5/2p5/2K5 w - - 0 1"),
        Some(EndgameValue::Draw)
    );
    assert_eq!(
        value(&tables, "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1").map(EndgameValue::wdl),
        Some(Wdl::Win)
    );
    assert_eq!(
        value(&tables, "7k/8/8/8/8/8/8/K7 w - - 0 1"),
        Some(EndgameValue::Draw)
    );
    // No table: four men, castling rights.
    assert_eq!(value(&tables, "7k/8/8/8/8/8/8/KQR5 w - - 0 1"), None);
    assert_eq!(value(&tables, "k7/8/8/8/8/8/8/4K2R w K - 0 1"), None);
}

#[test]
fn a_pawn_move_counts_as_the_end_of_a_phase() {
    let tables = three_men();
    let zeroing = |fen: &str| tables.zeroing(&Position::from_fen(fen).expect(fen));
    // The pawn can go on at once.
    assert_eq!(zeroing("8/8/8/8/8/k7/7P/K7 w - - 0 1"), Some(1));
    // Mate ends a phase, too.
    assert_eq!(zeroing("7k/8/6K1/8/8/8/8/R7 w - - 0 1"), Some(1));
    assert_eq!(zeroing("R6k/8/6K1/8/8/8/8/8 b - - 0 1"), Some(0));
    assert_eq!(zeroing("8/8/8/8/8/2k5/2p5/2K5 w - - 0 1"), None);
}

#[test]
fn files_are_the_same_each_time_and_say_what_was_solved() {
    let pawn = &Ending::all(3)[4];
    let [once, again] = [(); 2].map(|()| SOLVED.three.solve(pawn).files());
    assert_eq!(once, again);
    let (ending, made) = &SOLVED.four[1];
    let files = made.files();
    let kinds = files.each_ref().map(|(kind, _)| *kind);
    assert_eq!(kinds, TableKind::ALL);
    let table = EndingTable::read(ending, &files[0].1).expect("results");
    for (kind, file) in &files[1..] {
        table.read_distances(*kind, file).expect("distances");
    }
    let mut read = three_men();
    read.insert(table);
    let mut here = three_men();
    here.insert(made.table());
    let mut random = engine::rng(7);
    let mut compared = 0;
    for _ in 0..40_000 {
        let Some(position) = random_position(&mut random, ['R', 'n']) else {
            continue;
        };
        assert_eq!(read.mate(&position), here.mate(&position), "{position}");
        assert_eq!(
            read.zeroing(&position),
            here.zeroing(&position),
            "{position}"
        );
        compared += 1;
    }
    assert!(compared > 10_000, "{compared}");
}

/// Two kings and two more men on squares by lot, if that is a position.
fn random_position(random: &mut engine::Rng, men: [char; 2]) -> Option<Position> {
    use rand::RngExt;
    let mut board = [' '; 64];
    for man in ['K', 'k', men[0], men[1]] {
        board[random.random_range(0..64)] = man;
    }
    if board.iter().filter(|&&man| man != ' ').count() != 4 {
        return None;
    }
    let rank = |squares: &[char]| {
        let mut text = String::new();
        for run in squares.chunk_by(|one, other| one == other) {
            match run[0] {
                ' ' => text.push_str(&run.len().to_string()),
                _ => text.extend(run),
            }
        }
        text
    };
    let ranks: Vec<String> = board.chunks(8).map(rank).collect();
    let side = if random.random_bool(0.5) { 'w' } else { 'b' };
    Position::from_fen(&format!("{} {side} - - 0 1", ranks.join("/"))).ok()
}

#[test]
fn damaged_and_foreign_files_are_refused_with_the_reason() {
    let (ending, made) = &SOLVED.four[0];
    let files = made.files();
    let results = &files[0].1;
    let read = |bytes: &[u8]| EndingTable::read(ending, bytes).map(|_| ());
    assert_eq!(read(results), Ok(()));
    assert_eq!(read(b""), Err(TableFileError::Foreign));
    assert_eq!(
        read(b"\x1f\x8b\x08\x00\x00\x00\x00\x00"),
        Err(TableFileError::Foreign)
    );
    for len in (8..results.len()).step_by(7) {
        assert_eq!(
            read(&results[..len]),
            Err(TableFileError::Damaged),
            "{len} bytes"
        );
    }
    for place in (5..results.len()).step_by(3) {
        let mut damaged = results.clone();
        damaged[place] ^= 0x10;
        assert_eq!(read(&damaged), Err(TableFileError::Damaged), "byte {place}");
    }
    let mut newer = results.clone();
    newer[4] = 2;
    assert_eq!(read(&newer), Err(TableFileError::Version(2)));
    let other = EndingTable::read(&Ending::all(3)[0], results).map(|_| ());
    let expected = TableFileError::Ending {
        found: "KNvKN".into(),
        expected: "KNvK".into(),
    };
    assert_eq!(other, Err(expected));
    assert_eq!(
        read(&files[1].1),
        Err(TableFileError::Kind(TableKind::Dtm, TableKind::Wdl))
    );
}

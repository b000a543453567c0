//! The exact words, kind by kind.

use engine::explain::{Claim, ClaimKind, Facts, Sound, why};
use engine::player::{Decision, Level, Recalled, SolvedRoot, Source};
use engine::search::Score::{self, Cp, Mate};

use crate::{decided, line_of, played, reason, sound};

/// A position, moves that led on from it, the engine's line from there with its score, and what it
/// says of the line's first move.
type Case = (
    &'static str,
    &'static str,
    &'static str,
    Score,
    &'static str,
);

pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[rustfmt::skip]
pub const CASES: &[Case] = &[
    // How the game stands.
    ("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", "", "e1e8", Mate(1), "It is mate."),
    ("7k/8/8/8/8/8/6q1/7K w - - 0 1", "", "h1g2", Cp(0), "It is the only legal move."),
    ("7k/8/6Q1/8/8/8/8/K7 w - - 0 1", "", "g6f7", Cp(0), "It is stalemate: a draw."),
    ("7k/8/8/8/8/8/6pN/7K w - - 0 1", "", "h1g2", Cp(0), "It is a draw: nobody has enough left to mate."),
    ("7k/8/8/8/8/8/R7/K7 w - - 99 80", "", "a2b2", Cp(500), "It is a draw: fifty moves without a capture or a pawn move."),
    ("7k/8/8/8/8/8/R7/K7 w - - 0 1", "a2b2 h8g8 b2a2 g8h8 a2b2 h8g8 b2a2", "g8h8", Cp(-900), "It is a draw: this position for the third time."),
    ("7k/8/8/8/8/8/R7/K7 w - - 0 1", "a2b2 h8g8 b2a2", "g8h8", Cp(-900), "It repeats the position: a draw is fine with me."),
    ("7k/8/5K2/8/8/8/8/R7 w - - 0 1", "", "f6f7 h8h7 a1h1", Mate(2), "It forces mate in 2."),
    ("7k/8/5K2/8/8/8/8/R7 b - - 0 1", "", "h8g8", Mate(-2), "I see nothing better: you can force mate in 2."),
    ("8/8/8/8/8/5k2/r7/6K1 w - - 0 1", "", "g1f1 a2a1", Mate(-1), "I see nothing against your mate in one."),
    // Captures.
    ("4k3/8/8/3n4/8/8/P2R4/4K3 w - - 0 1", "", "d2d5", Cp(500), "It takes a knight that nothing defends."),
    ("4k3/8/2p5/3p4/8/8/3R4/4K3 b - - 0 1", "c6c5", "d2d5", Cp(200), "It takes a pawn that nothing defends."),
    ("4k3/2p5/1p6/r7/8/8/3B4/4K3 w - - 0 1", "", "d2a5 b6a5", Cp(-100), "It wins a rook for a bishop on a5, however you take back."),
    ("4k3/4p3/3p4/4n3/8/5N2/8/4RK2 w - - 0 1", "", "f3e5 d6e5 e1e5", Cp(300), "It wins a pawn on e5, however you take back."),
    ("2r1k3/8/2n5/4n3/3P4/2P5/1B6/4K3 w - - 0 1", "", "d4e5 c6e5", Cp(0), "It wins a knight for a pawn on e5, however you take back."),
    ("4k3/8/2n5/8/3n4/8/1B6/3RK3 w - - 0 1", "", "b2d4 c6d4 d1d4", Cp(0), "It wins a piece on d4, however you take back."),
    ("4k3/8/4p3/3p4/4P3/2N5/8/4K3 b - - 0 1", "d5e4", "c3e4", Cp(200), "It takes back on e4."),
    ("4k3/p7/4p3/3n4/8/2N5/P7/4K3 w - - 0 1", "", "c3d5 e6d5", Cp(-50), "It trades knights on d5."),
    ("4k3/8/4p3/3n4/8/2B5/6B1/R3K3 w - - 0 1", "", "g2d5 e6d5", Cp(600), "I am well ahead, so I trade a bishop for a knight."),
    ("r3k3/5ppp/2p5/3q4/8/2P5/3Q1PPP/R4RK1 w - - 0 1", "", "d2d5 c6d5", Cp(500), "I am a rook ahead, so I trade queens."),
    ("4k3/p7/4p3/3p4/8/8/P7/3QK3 w - - 0 1", "", "d1d5 e6d5", Cp(-300), "It takes your pawn on d5."),
    ("4k3/p7/8/3pP3/8/8/P7/4K3 w - d6 0 1", "", "e5d6", Cp(200), "It takes your pawn on d5."),
    ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "", "a7a8q", Cp(900), "My pawn becomes a queen."),
    ("6k1/5ppp/8/8/8/8/5PPP/r2R2K1 w - - 0 1", "", "d1a1", Cp(500), "It takes a rook that nothing defends."),
    ("8/3P3k/8/8/8/8/P7/K7 w - - 0 1", "", "d7d8n", Cp(300), "My pawn becomes a knight."),
    ("8/2k5/6q1/8/8/5N2/6PP/3R2K1 w - - 0 1", "", "d1d7 c7d7 f3e5 d7e6 e5g6", Cp(400), "It offers my rook: I have an answer ready."),
    // Guards.
    ("4r1k1/8/8/8/8/8/5PPP/2N3K1 w - - 0 1", "", "h2h3", Cp(0), "It stops your mate: you threatened Re1#."),
    ("3rk3/8/8/8/8/8/1P6/3K3R w - - 0 1", "", "d1c2 d8d6", Cp(0), "My king steps out of check."),
    ("3rk3/8/8/8/8/5B2/1P6/3K3R w - - 0 1", "", "f3d5 d8d6", Cp(100), "My bishop blocks the check."),
    ("3rk3/1p6/8/6B1/8/8/1P6/3K3R w - - 0 1", "", "g5d8 e8d8 h1h8", Cp(100), "It wins a rook for a bishop on d8, however you take back."),
    ("4k3/8/1p6/p7/8/3n4/3R4/4K3 w - - 0 1", "", "d2d3", Cp(500), "It takes a knight that nothing defends."),
    ("3qk3/8/8/8/8/8/6n1/3QK3 w - - 0 1", "", "e1f2", Cp(0), "My king steps out of check."),
    ("4k3/6p1/7p/8/3b4/8/1Q3P2/5K2 w - - 0 1", "", "b2b8 e8f7", Cp(500), "It brings my queen out of your bishop\u{2019}s reach."),
    ("4k3/p5p1/1p3b1p/8/3N4/8/5PP1/1R3K2 w - - 0 1", "", "b1d1 f6d4", Cp(0), "It defends my knight on d4, which your bishop attacked."),
    ("4k3/p5p1/1p5p/8/3b4/2P5/8/R4KN1 b - - 0 1", "d4g1", "f1g1", Cp(200), "It takes back on g1."),
    ("4k3/p5b1/1p5p/8/8/1P3P2/3P1P2/RN3K2 w - - 0 1", "", "b1c3", Cp(0), "It shields my rook on a1 from your bishop."),
    ("4k3/p5p1/1p5p/8/8/2b5/3n4/4BK2 w - - 0 1", "", "e1d2 c3d2", Cp(-800), "It takes the knight that gave check."),
    // Threats.
    ("r2qk3/2p5/8/3N4/8/8/8/4K3 w - - 0 1", "", "d5c7 d8c7", Cp(0), "It takes your pawn on c7."),
    ("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "", "d5c7 e8d7 c7a8", Cp(300), "It attacks your king and your rook on a8: a fork."),
    ("4k3/8/8/2r1r3/8/8/3P4/3K4 w - - 0 1", "", "d2d4 c5c8 d4e5", Cp(0), "It attacks your rook on c5 and your rook on e5: a fork."),
    ("4k3/8/2n5/8/8/4P3/8/4KB2 w - - 0 1", "", "f1b5", Cp(0), "It pins your knight on c6 to your king."),
    ("4k3/8/8/3p4/8/8/3P4/R3K3 w - - 0 1", "", "a1a5", Cp(500), "My rook aims at your pawn on d5."),
    ("6k1/5ppp/8/8/7b/8/3N1PPP/6K1 w - - 0 1", "", "d2f3", Cp(0), "It threatens Nxh4, winning a bishop."),
    ("6k1/5ppp/4p3/3r4/8/8/4BPPP/6K1 w - - 0 1", "", "e2f3", Cp(0), "It threatens Bxd5, winning a rook for a bishop."),
    ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "", "a1a8", Mate(1), "It is mate."),
    ("6k1/5pp1/7p/8/8/8/5PPP/R5K1 w - - 0 1", "", "a1a8 g8h7", Cp(500), "It gives check, and you have one answer: Kh7."),
    ("8/5kp1/7p/8/8/8/5PPP/R5K1 w - - 0 1", "", "a1a7", Cp(500), "It gives check."),
    ("6k1/4nppp/8/8/8/8/5PPP/1R4K1 w - - 0 1", "", "b1b7 g8f8", Cp(100), "It threatens Rb8+, with mate in 2."),
    ("6k1/5p1p/6p1/8/7B/8/5PPP/2R3K1 w - - 0 1", "", "h4f6", Cp(500), "It threatens Rc8#: your king cannot leave its first rank."),
    ("1q4k1/5pp1/7p/8/2Q5/7P/5PP1/2R3K1 w - - 0 1", "", "c4c7 b8c7", Cp(500), "I am a rook ahead, so I offer to trade queens."),
    ("1q2r1k1/5pp1/7p/8/2Q5/7P/5PP1/2R3K1 w - - 0 1", "", "c4c7 b8c7", Cp(0), "It offers to trade queens."),
    ("4k3/pppp4/8/8/8/8/1P3PPP/4K3 w - - 0 1", "", "b2b3", Cp(0), "From there my pawn covers c4."),
    ("6k1/5ppp/7r/2b5/8/4qN2/5PPN/4RRK1 w - - 0 1", "", "g1h1", Cp(-900), "You attack one square beside my king now, instead of 2."),
    ("6k1/p4ppp/8/8/8/8/q5PP/5K2 w - - 0 1", "", "f1g1", Cp(-900), "You attack 2 squares beside my king now, instead of 3."),
    ("3r2k1/1b3p2/8/8/8/5P2/5P1N/4K3 w - - 0 1", "", "e1f1", Cp(-900), "You attack no square beside my king now."),
    // Lines, threats and plans.
    ("3qk3/8/8/3N4/8/8/8/3RK3 w - - 0 1", "", "d5b4 d8d1 e1d1", Cp(900), "It uncovers an attack by my rook on d1 on your queen on d8."),
    ("4k3/7p/8/8/4N3/8/8/4RK2 w - - 0 1", "", "e4c3 e8f7", Cp(500), "It uncovers a check by my rook on e1."),
    ("3q4/3k4/8/8/8/7p/8/R3K3 w - - 0 1", "", "a1d1 d7c7 d1d8", Cp(400), "It attacks your king, and behind it your queen on d8: a skewer."),
    ("N1b5/p4k2/1pn5/4b3/8/1P1P4/P1NB1PP1/4KB2 b - - 0 40", "", "c8b7 f2f4 e5f4 d2f4 b7a8", Cp(0), "Your knight on a8 is trapped: it cannot be saved."),
    ("2k5/p6p/2p5/8/2N1p2R/2P5/P3K3/1RBr1r2 w - - 2 34", "", "c4d6 d1d6 e2f1", Cp(800), "It lures your rook away from your rook on f1."),
    ("r1b1k3/p1p1p3/1pn2b2/8/3P1N2/1P1P4/P1NB1PP1/4KB2 w - - 1 37", "", "f4d5", Cp(100), "It threatens Nxc7+, a fork of your king and your rook on a8."),
    ("2k2Bnr/1pp2ppp/p1n5/8/P5b1/1P5P/2P1PPP1/q2QKBNR b K - 1 11", "", "a1c3", Cp(0), "My checks never end: a draw."),
    ("8/8/8/8/8/1k6/1p6/1K6 b - - 0 1", "", "b3a3", Cp(0), "Whatever you move now makes it worse for you."),
    ("4kr2/p1p1n3/8/4B2N/b5pP/P1P5/P1r5/1K2R2B b - - 5 27", "", "f8f2", Cp(0), "My rook enters your second rank."),
    ("q1r5/3r1k2/p1b1p1p1/Pp2PpBp/1P1p2nP/1R3NP1/2B1R1K1/1Q6 b - - 5 67", "", "d7c7", Cp(0), "My rooks stand on the c-file together."),
    ("8/8/2k5/1p6/8/1P6/2K5/8 w - - 0 1", "", "c2c3", Cp(0), "My king comes nearer to your pawn on b5."),
    ("r4qnr/2k4p/1pp1bp2/p1n4B/4PR1N/P7/P1P1Q1PP/R3B1K1 w - - 1 18", "", "h4f5", Cp(0), "No pawn of yours can drive my knight away from f5."),
    ("1rb2rk1/p3p1b1/2p5/2p1P3/2Pp1p2/1P1P3q/P2NQ3/R1B1K1R1 w Q - 2 21", "", "d2e4", Cp(0), "No pawn of yours can drive my knight away from e4."),
    ("k7/P7/1Pb5/2P1K3/8/8/8/8 b - - 12 67", "", "a8b7", Cp(0), "It stands in the way of your passed pawn on b6."),
    ("1bb2k2/4p3/2p4q/5r2/2PQN3/1P1P1p2/P7/R3K1R1 b Q - 0 28", "", "b8d6", Cp(0), "It prevents Qd8+."),
    ("rnbqkbnr/pppp1ppp/8/4p3/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "", "e1e2", Cp(0), "I can no longer castle after it."),
    ("rnbqkbnr/pppp1ppp/8/4p3/8/3P4/PPP1PPPP/RNBQKBNR w KQkq - 0 2", "", "f2f4", Cp(0), "It challenges your pawn on e5."),
    ("r3n1k1/pp3pp1/7p/8/8/2B5/PP3PP1/3Q2K1 w - - 0 1", "", "d1d3", Cp(0), "It stops your pawn: on b5 it would be lost."),
    ("7k/2R5/1p2B1p1/6K1/4pP2/P2bP3/7P/8 w - - 4 41", "", "g5h6", Cp(800), "It threatens Rh7#."),
    ("r1b1k3/1p3pp1/4p2b/pp6/P1P1Qn2/8/1P6/2K4R w - - 0 28", "", "h1h6 g7h6 e4f4", Cp(300), "It takes the bishop that guarded your knight on f4."),
    // Overloaded guards, tempi.
    ("4r1k1/5ppp/5n2/3b4/8/8/5PBP/4R1K1 w - - 0 1", "", "e1e8 f6e8 g2d5", Cp(300), "Your knight cannot take back and still guard your bishop on d5."),
    ("3r2k1/5ppp/8/3n4/8/8/5PPP/3RR1K1 w - - 0 1", "", "d1d5 d8f8", Cp(300), "Your rook cannot take back: then Re8# follows."),
    ("6n1/1B5k/1p1B1pp1/4P3/P1P2N2/2P2P2/R6P/1N2K2R w K - 0 30", "", "b7d5 f6e5 d5g8 h7g8 f4g6", Cp(500), "Your king cannot guard both your knight on g8 and your pawn on g6."),
    (START, "e2e4 d7d5 e4d5 d8d5", "b1c3 d5a5", Cp(40), "It wins a tempo: your queen has to move again."),
    ("rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3", "", "b1c3 d5a5", Cp(40), "It wins a tempo: your queen has to move."),
    // Endings.
    ("4k3/8/8/3n4/8/8/3R4/4K3 w - - 0 1", "", "d2d5", Cp(500), "King and rook against your bare king: that is always won."),
    ("8/2k5/4n3/3K1P2/8/8/8/8 w - - 0 1", "", "f5e6", Cp(500), "King and pawn against king: this one is won."),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "", "e5d6", Cp(0), "King and pawn against king: this one is a draw."),
    ("4k3/8/4p3/3n4/8/2N5/8/4K3 w - - 0 1", "", "c3d5 e6d5", Cp(0), "If you take back, king and pawn against king is a draw here."),
    ("k7/1N6/8/8/8/P7/8/K1B5 b - - 0 1", "", "a8b7", Cp(0), "The bishop is of the wrong colour for the pawn\u{2019}s corner: a draw."),
    ("6k1/ppp5/8/PPP5/8/8/8/6K1 w - - 0 1", "", "b5b6 a7b6", Cp(300), "It breaks through: one of my pawns will promote."),
    ("8/8/8/1P4k1/8/8/8/6K1 w - - 0 1", "", "b5b6", Cp(500), "Your king cannot catch my pawn on b6."),
    ("8/8/8/1P4kp/8/2K5/8/8 w - - 0 1", "", "b5b6", Cp(500), "My pawn on b6 promotes before yours."),
    // Pawns, rooks, kings.
    ("4k3/7p/8/8/3p4/2P5/1P6/4K3 w - - 0 1", "", "c3c4", Cp(0), "My pawn on c4 is passed now."),
    ("r6k/6pp/4p3/5p2/6P1/8/1P5P/1K1R2R1 w - - 0 1", "", "g4f5 e6f5", Cp(0), "It opens the g-file against your king."),
    ("4k3/8/1P6/8/8/8/6p1/6K1 w - - 0 1", "", "b6b7", Cp(0), "My pawn on b7 is one step from the last rank."),
    ("4k3/7p/8/1P6/8/8/8/4K3 w - - 0 1", "", "b5b6", Cp(0), "My passed pawn on b6 has 2 steps to go."),
    ("1r3k2/1p3pp1/7p/8/8/7P/1P3PP1/1R4K1 w - - 0 1", "", "b1d1", Cp(0), "My rook takes the open d-file."),
    ("1r3k2/1p3pp1/p6p/8/8/7P/1P3PP1/1R4K1 w - - 0 1", "", "b1a1", Cp(0), "My rook goes to the a-file, where I have no pawn."),
    ("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5", "", "e1g1", Cp(20), "I castle: my king stands behind 3 pawns there."),
    (START, "", "g1f3", Cp(20), "It brings a knight into play."),
    (START, "", "e2e4", Cp(20), "It puts a pawn in the centre."),
    (START, "", "a2a3", Cp(20), "-"),
    ("r3k3/ppp5/4q3/8/8/8/PPPPP3/4K2R w K - 0 20", "", "e1g1", Cp(0), "I castle and bring my rook into play."),
    ("1n1k3r/1p3ppp/2p1bn2/8/1b6/5P2/2P1PK1P/BN3BNR w - - 1 13", "", "a1d4", Cp(100), "It keeps your bishop out of c5."),
    ("1r2k1r1/3bp3/p4n2/1p4q1/3N4/2PQ2Pp/7P/3R1RKB w - - 0 32", "", "d1e1", Cp(91), "My rook comes to the e-file, against your king."),
    ("rn1qkb1r/1bpppppp/1p5n/p7/3PP3/5P2/PPP3PP/RNBQKBNR b KQkq - 0 5", "", "e7e6", Cp(0), "It makes Be7 possible."),
    ("r1bqkbnr/ppp1pp2/n7/3p2Bp/4P3/N2P1P2/PPP3PP/R2QKBNR b KQkq - 0 5", "", "c7c6", Cp(-110), "It makes Qa5+ possible."),
    ("4kb2/pp6/8/8/8/8/PP4PR/5K2 w - - 4 21", "", "f1g1", Cp(0), "It guards my rook on h2, which nothing guarded."),
    ("4k3/3p1p2/8/8/1Q6/8/6PP/7K w - - 0 1", "", "b4b5", Cp(300), "From there my queen can go on to e5."),
];

#[test]
fn what_is_said_of_moves() {
    let mut wrong = Vec::new();
    for &(fen, moves, line, score, expected) in CASES {
        let game = played(fen, moves);
        let decision = decided(line_of(&game, line), score);
        let said = reason(&game, &decision, &[]);
        let said = said.map_or_else(|| "-".to_owned(), |reason| reason.text);
        if said != expected {
            wrong.push(format!("{fen} {line}\n  says {said}\n  not  {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A move, what decided it, what a learner knew, and the first phrase.
type SourceCase = (&'static str, Source, Option<Recalled>, &'static str);

const fn recalled(q: i32, visits: u32, exploratory: bool) -> Option<Recalled> {
    Some(Recalled {
        q,
        visits,
        exploratory,
    })
}

/// Decisions that no search made.
#[rustfmt::skip]
pub const SOURCES: [SourceCase; 9] = [
    ("e2e4", Source::Book, None, "It is in my book: King's Pawn Game."),
    ("e2e4", Source::Tablebase, None, "Solved: mate in 23, every other move draws."),
    ("e2e4", Source::Chance, None, "I picked a move at random."),
    ("e2e4", Source::Learner, None, "My network judged the position after each move, and chose this one."),
    ("e2e4", Source::Learner, recalled(300_000, 4, false), "I played this in 4 earlier games, and it did well."),
    ("e2e4", Source::Learner, recalled(300_000, 1, false), "I played this once before, and it went well."),
    ("e2e4", Source::Learner, recalled(0, 3, false), "I played this in 3 earlier games."),
    ("e2e4", Source::Learner, recalled(0, 0, true), "I am trying this to learn what it is worth."),
    ("e2e4", Source::Learner, recalled(-9, 2, true), "I am trying this again to learn what it is worth."),
];

/// A decision of another source than search.
pub fn decided_by(
    game: &engine::rules::Game,
    uci: &str,
    source: Source,
    recalled: Option<Recalled>,
) -> Decision {
    Decision {
        mv: Some(line_of(game, uci)[0]),
        source,
        recalled,
        solved: (source == Source::Tablebase).then_some(SolvedRoot {
            score: Mate(23),
            moves: [1, 19, 0],
        }),
        ..Decision::game_over(0)
    }
}

#[test]
fn what_is_said_of_books_memories_and_lots() {
    let game = played(START, "");
    for (uci, source, recalled, expected) in SOURCES {
        let decision = decided_by(&game, uci, source, recalled);
        assert_eq!(reason(&game, &decision, &[]).unwrap().text, expected);
    }
}

pub fn facts<'a>(game: &'a engine::rules::Game, decision: &'a Decision) -> Facts<'a> {
    Facts {
        game,
        decision,
        earlier: None,
        sound: None,
        said: &[],
    }
}

#[test]
fn a_score_that_swings_is_told_of_by_those_who_judge_without_errors() {
    let game = played(START, "");
    let cases = [
        (
            Cp(-180),
            Cp(20),
            "I like my position 2.0 pawns better than a move ago.",
        ),
        (
            Cp(260),
            Cp(-4),
            "It is the best I see; I am 2.6 pawns worse off than I thought.",
        ),
        (Cp(0), Cp(149), "-"),
        (Mate(-3), Cp(149), "-"),
    ];
    for (before, now, expected) in cases {
        let decision = decided(line_of(&game, "a2a3"), now);
        let sound = sound(&game, &decision).map(|sound| Sound {
            // As deep as the decision itself.
            played: decision.lines[0].clone(),
            ..sound
        });
        let earlier = decided(Vec::new(), before);
        let told = |decision: &Decision| {
            let reason = why(&Facts {
                sound: sound.as_ref(),
                earlier: Some(&earlier),
                ..facts(&game, decision)
            });
            reason.map_or_else(|| "-".to_owned(), |reason| reason.text)
        };
        assert_eq!(told(&decision), expected);
        let erring = told(&Decision {
            sight: Level::default().sight(&game, None, 0),
            ..decision.clone()
        });
        assert!(erring.starts_with("I saw ") || erring == "-", "{erring}");
    }
}

#[test]
fn a_level_tells_what_it_overlooked_only_where_it_did() {
    let game = played("4k3/8/8/3n4/8/8/3R4/4K3 w - - 0 1", "");
    let moves = line_of(&game, "e1f2");
    let capture = line_of(&game, "d2d5")[0];
    let mut missed = 0;
    for seed in 0..200 {
        let sight = Level::WEAKEST.sight(&game, None, seed);
        let decision = Decision {
            sight,
            ..decided(moves.clone(), Cp(200))
        };
        let reason = why(&facts(&game, &decision));
        let seen = sight.unwrap().seen_moves(&game);
        let overlooked = seen.contains(&moves[0]) && !seen.contains(&capture);
        let text = reason.map(|reason| reason.text);
        let told = text.as_deref() == Some("At my level, I overlooked Rxd5.");
        assert_eq!(told, overlooked, "{seed}");
        missed += u32::from(told);
    }
    assert!(missed > 5, "{missed}");
}

#[test]
fn a_level_tells_how_much_it_saw_where_there_is_nothing_else_to_say() {
    let game = played(START, "");
    let moves = line_of(&game, "a2a3");
    for seed in 0..50 {
        let sight = Level::default().sight(&game, None, seed);
        let decision = Decision {
            sight,
            ..decided(moves.clone(), Cp(0))
        };
        let reason = why(&facts(&game, &decision));
        let seen = sight.unwrap().seen_moves(&game);
        let text = reason.map(|reason| reason.text);
        let expected = seen.contains(&moves[0]).then(|| {
            let seen = seen.len();
            format!("I saw {seen} of my 20 moves, and this one looked best.")
        });
        assert_eq!(text, expected, "{seed}");
    }
}

#[test]
fn what_the_last_search_left_out_is_said_once_it_has_won_something() {
    let fen = "4k3/p7/8/3n4/8/2P5/P7/4K3 w - - 0 1";
    let game = played(fen, "e1f1 d5c3");
    let decision = decided(line_of(&game, "f1e1"), Cp(-400));
    let [own, answer] = *game.moves() else {
        panic!("two moves");
    };
    let mut told = [0, 0];
    for seed in 0..20 {
        let sight = Level::WEAKEST.sight(&played(fen, ""), None, seed);
        let is_seen =
            sight
                .expect("it overlooks moves")
                .sees(&game.position_at(1), Some(own), answer);
        let earlier = Decision {
            sight,
            ..decided(vec![own, answer], Cp(0))
        };
        let is_told = |earlier: &Decision, said: &[ClaimKind]| {
            let reason = why(&Facts {
                earlier: Some(earlier),
                said,
                ..facts(&game, &decision)
            });
            reason.is_some_and(|reason| reason.text == "At my level, I had not seen Nxc3.")
        };
        assert_eq!(is_told(&earlier, &[]), !is_seen, "{seed}");
        told[usize::from(is_seen)] += 1;
        // Not twice within three sentences, and not of another move, or of one that was not searched.
        let lately = [ClaimKind::NotSeen, ClaimKind::Only, ClaimKind::Saw];
        assert!(!is_told(&earlier, &lately), "{seed}");
        let other = Decision {
            sight,
            ..decided(line_of(&played(fen, ""), "e1e2"), Cp(0))
        };
        assert!(!is_told(&other, &[]), "{seed}");
        let from_book = Decision {
            source: Source::Book,
            ..earlier
        };
        assert!(!is_told(&from_book, &[]), "{seed}");
    }
    assert!(told.iter().all(|&times| times > 0), "{told:?}");
}

#[test]
fn a_remark_that_comes_again_waits_for_others_and_takes_other_words() {
    let game = played(START, "");
    let decision = decided(line_of(&game, "g1f3"), Cp(20));
    let mut said = Vec::new();
    let texts: Vec<String> = (0..4)
        .map(|_| {
            let reason = reason(&game, &decision, &said).unwrap();
            said.extend([reason.kind(), Claim::Only.kind()]);
            reason.text
        })
        .collect();
    let expected = [
        "It brings a knight into play.",
        "It stops your pawn: on e5 it would be lost.",
        "Another piece comes out: my knight.",
        "Your pawn may not go to e5: it would be lost.",
    ];
    assert_eq!(texts, expected);
}

#[test]
fn nothing_is_said_where_nothing_was_decided() {
    let game = played(START, "");
    assert_eq!(reason(&game, &Decision::game_over(0), &[]), None);
    // A move of another position.
    let other = played(START, "e2e4");
    let decision = decided(line_of(&other, "e7e5"), Cp(0));
    assert_eq!(reason(&game, &decision, &[]), None);
}

#[test]
fn no_piece_is_called_trapped_where_the_game_is_decided() {
    let game = played("N1b5/p4k2/1pn5/4b3/8/1P1P4/P1NB1PP1/4KB2 b - - 0 40", "");
    let decision = decided(line_of(&game, "c8b7 f2f4 e5f4 d2f4 b7a8"), Cp(0));
    let sound = sound(&game, &decision).expect("the move is legal");
    let said = |score| {
        let mut sound = sound.clone();
        (sound.best.score, sound.played.score) = (score, score);
        let reason = why(&Facts {
            sound: Some(&sound),
            ..facts(&game, &decision)
        });
        reason.map(|reason| reason.kind())
    };
    let trapped = Some(ClaimKind::Traps);
    for score in [Cp(0), Cp(900), Cp(-900)] {
        assert_eq!(said(score), trapped, "{score}");
    }
    for score in [Cp(901), Cp(-901), Mate(5), Mate(-5)] {
        assert_ne!(said(score), trapped, "{score}");
    }
}

//! The same claim in the engine's words and in a reviewer's.

use std::collections::BTreeSet;

use engine::explain::{
    Claim, ClaimKind, Duty, Evasion, Gain, KnownEnding, Lead, MoveCost, Named, NextBest, Target,
    Voice,
};
use engine::player::SolvedRoot;
use engine::rules::{Color, Piece, Position, Reason, Square};
use engine::search::Score;
use strum::VariantArray as _;

/// Of White's move.
const REVIEWER: Voice = Voice::Reviewer {
    mover: Color::White,
};

/// A claim, the engine's sentence and the reviewer's.
type Case = (Claim, &'static str, &'static str);

/// At least one of each kind.
fn cases() -> Vec<Case> {
    let mut cases = decisions();
    cases.extend(gains());
    cases.extend(threats());
    cases.extend(guards());
    cases.extend(placements());
    cases.extend(answers());
    cases
}

fn named(san: &str) -> Named {
    Named {
        mv: Position::startpos().legal_moves()[0],
        san: san.to_owned(),
    }
}

fn next(cost: MoveCost) -> NextBest {
    NextBest {
        mv: named("Nf6"),
        cost,
    }
}

fn target(piece: Piece, at: Square) -> Target {
    Target { piece, at }
}

/// How a player decided, and how the game stands.
#[rustfmt::skip]
fn decisions() -> Vec<Case> {
    vec![
        (Claim::Mate, "It is mate.", "It is mate."),
        (Claim::Only, "It is the only legal move.", "It is the only legal move."),
        (Claim::Book { name: Some("Sicilian Defense") }, "It is in my book: Sicilian Defense.", "It is in the opening book: Sicilian Defense."),
        (Claim::Book { name: None }, "It is a book move.", "It is a book move."),
        (Claim::Solved(SolvedRoot { score: Score::Mate(9), moves: [1, 2, 0] }), "Solved: mate in 9, every other move draws.", "Solved: mate in 9, every other move draws."),
        (Claim::Remembered { games: 1, well: true }, "I played this once before, and it went well.", "White played this once before, and it went well."),
        (Claim::Remembered { games: 1, well: false }, "I played this once before.", "White played this once before."),
        (Claim::Remembered { games: 3, well: true }, "I played this in 3 earlier games, and it did well.", "White played this in 3 earlier games, and it did well."),
        (Claim::Remembered { games: 3, well: false }, "I played this in 3 earlier games.", "White played this in 3 earlier games."),
        (Claim::Tried { games: 0 }, "I am trying this to learn what it is worth.", "White is trying this to learn what it is worth."),
        (Claim::Tried { games: 2 }, "I am trying this again to learn what it is worth.", "White is trying this again to learn what it is worth."),
        (Claim::Judged, "My network judged the position after each move, and chose this one.", "White\u{2019}s network judged the position after each move, and chose this one."),
        (Claim::Lots, "I picked a move at random.", "White picked a move at random."),
        (Claim::Draws(Reason::Stalemate), "It is stalemate: a draw.", "It is stalemate: a draw."),
        (Claim::Draws(Reason::Threefold), "It is a draw: this position for the third time.", "It is a draw: this position for the third time."),
        (Claim::Draws(Reason::FiftyMove), "It is a draw: fifty moves without a capture or a pawn move.", "It is a draw: fifty moves without a capture or a pawn move."),
        (Claim::Draws(Reason::InsufficientMaterial), "It is a draw: nobody has enough left to mate.", "It is a draw: nobody has enough left to mate."),
        (Claim::Forces { moves: 3 }, "It forces mate in 3.", "It forces mate in 3."),
        (Claim::Lost { moves: 1 }, "I see nothing against your mate in one.", "There is nothing against Black\u{2019}s mate in one."),
        (Claim::Lost { moves: 3 }, "I see nothing better: you can force mate in 3.", "There is nothing better: Black can force mate in 3."),
        (Claim::Overlooked(named("Rxd5")), "At my level, I overlooked Rxd5.", "White overlooked Rxd5."),
        (Claim::NotSeen(named("Rxd5")), "At my level, I had not seen Rxd5.", "White had not seen Rxd5."),
        (Claim::Repeats, "It repeats the position: a draw is fine with me.", "It repeats the position."),
        (Claim::Better { by: 150 }, "I like my position 1.5 pawns better than a move ago.", "White\u{2019}s position is 1.5 pawns better than a move ago."),
        (Claim::Worse { by: 150 }, "It is the best I see; I am 1.5 pawns worse off than I thought.", "White is 1.5 pawns worse off than a move ago."),
        (Claim::Saw { seen: 3, of: 20 }, "I saw 3 of my 20 moves, and this one looked best.", "White saw 3 of the 20 moves, and this one looked best."),
        (Claim::Perpetual, "My checks never end: a draw.", "White\u{2019}s checks never end: a draw."),
        (Claim::Zugzwang, "Whatever you move now makes it worse for you.", "Whatever Black moves now makes things worse."),
    ]
}

/// What is won, given and traded.
#[rustfmt::skip]
fn gains() -> Vec<Case> {
    vec![
        (Claim::Promotes(Piece::Queen), "My pawn becomes a queen.", "White\u{2019}s pawn becomes a queen."),
        (Claim::TakesBack(Square::E5), "It takes back on e5.", "It takes back on e5."),
        (Claim::TakesFree(target(Piece::Knight, Square::E5)), "It takes a knight that nothing defends.", "It takes a knight that nothing defends."),
        (Claim::Wins { gain: Gain::For(Piece::Rook, Piece::Bishop), at: Square::A5 }, "It wins a rook for a bishop on a5, however you take back.", "It wins a rook for a bishop on a5, however Black takes back."),
        (Claim::Offers(Piece::Rook), "It offers my rook: I have an answer ready.", "It offers White\u{2019}s rook: White has an answer ready."),
        (Claim::Fork([target(Piece::King, Square::E8), target(Piece::Rook, Square::A8)]), "It attacks your king and your rook on a8: a fork.", "It attacks Black\u{2019}s king and the rook on a8: a fork."),
        (Claim::Fork([target(Piece::Queen, Square::D8), target(Piece::Rook, Square::A8)]), "It attacks your queen on d8 and your rook on a8: a fork.", "It attacks Black\u{2019}s queen on d8 and the rook on a8: a fork."),
        (Claim::Discovers { by: target(Piece::Rook, Square::D1), target: target(Piece::King, Square::D8) }, "It uncovers a check by my rook on d1.", "It uncovers a check by White\u{2019}s rook on d1."),
        (Claim::Discovers { by: target(Piece::Rook, Square::D1), target: target(Piece::Queen, Square::D8) }, "It uncovers an attack by my rook on d1 on your queen on d8.", "It uncovers an attack by White\u{2019}s rook on d1 on Black\u{2019}s queen on d8."),
        (Claim::Skewers { front: target(Piece::King, Square::D7), behind: target(Piece::Queen, Square::D8) }, "It attacks your king, and behind it your queen on d8: a skewer.", "It attacks Black\u{2019}s king, and behind it the queen on d8: a skewer."),
        (Claim::Traps(target(Piece::Knight, Square::A8)), "Your knight on a8 is trapped: it cannot be saved.", "Black\u{2019}s knight on a8 is trapped: it cannot be saved."),
        (Claim::RemovesGuard { guard: target(Piece::Bishop, Square::B7), target: target(Piece::Rook, Square::A8) }, "It takes the bishop that guarded your rook on a8.", "It takes the bishop that guarded Black\u{2019}s rook on a8."),
        (Claim::Deflects { guard: target(Piece::Rook, Square::D8), target: target(Piece::Rook, Square::F8) }, "It lures your rook away from your rook on f8.", "It lures Black\u{2019}s rook away from the rook on f8."),
        (Claim::Overloads { guard: target(Piece::Queen, Square::D8), target: None, duty: Duty::Guards(target(Piece::Rook, Square::F8)) }, "Your queen cannot take back and still guard your rook on f8.", "Black\u{2019}s queen cannot take back and still guard the rook on f8."),
        (Claim::Overloads { guard: target(Piece::Queen, Square::D8), target: None, duty: Duty::StopsMate(named("Re8#")) }, "Your queen cannot take back: then Re8# follows.", "Black\u{2019}s queen cannot take back: then Re8# follows."),
        (Claim::Overloads { guard: target(Piece::Queen, Square::D8), target: Some(target(Piece::Knight, Square::D5)), duty: Duty::Guards(target(Piece::Rook, Square::F8)) }, "Your queen cannot guard both your knight on d5 and your rook on f8.", "Black\u{2019}s queen cannot guard both the knight on d5 and the rook on f8."),
        (Claim::Overloads { guard: target(Piece::Queen, Square::D8), target: Some(target(Piece::Knight, Square::D5)), duty: Duty::StopsMate(named("Re8#")) }, "Your queen cannot guard your knight on d5 and stop Re8#.", "Black\u{2019}s queen cannot guard the knight on d5 and stop Re8#."),
        (Claim::WinsTempo { target: target(Piece::Queen, Square::D5), again: true }, "It wins a tempo: your queen has to move again.", "It wins a tempo: Black\u{2019}s queen has to move again."),
        (Claim::WinsTempo { target: target(Piece::Queen, Square::D5), again: false }, "It wins a tempo: your queen has to move.", "It wins a tempo: Black\u{2019}s queen has to move."),
        (Claim::SimplifiesTo { ending: KnownEnding::Mates(Piece::Rook), if_taken: false }, "King and rook against your bare king: that is always won.", "King and rook against Black\u{2019}s bare king: that is always won."),
        (Claim::SimplifiesTo { ending: KnownEnding::Mates(Piece::Rook), if_taken: true }, "If you take back, my king and rook can force mate.", "If Black takes back, White\u{2019}s king and rook can force mate."),
        (Claim::SimplifiesTo { ending: KnownEnding::PawnWins, if_taken: false }, "King and pawn against king: this one is won.", "King and pawn against king: this one is won."),
        (Claim::SimplifiesTo { ending: KnownEnding::PawnWins, if_taken: true }, "If you take back, my king and pawn win against your king.", "If Black takes back, White\u{2019}s king and pawn win against Black\u{2019}s king."),
        (Claim::SimplifiesTo { ending: KnownEnding::PawnDraws, if_taken: false }, "King and pawn against king: this one is a draw.", "King and pawn against king: this one is a draw."),
        (Claim::SimplifiesTo { ending: KnownEnding::PawnDraws, if_taken: true }, "If you take back, king and pawn against king is a draw here.", "If Black takes back, king and pawn against king is a draw here."),
        (Claim::SimplifiesTo { ending: KnownEnding::WrongBishop, if_taken: false }, "The bishop is of the wrong colour for the pawn\u{2019}s corner: a draw.", "The bishop is of the wrong colour for the pawn\u{2019}s corner: a draw."),
        (Claim::SimplifiesTo { ending: KnownEnding::WrongBishop, if_taken: true }, "If you take back, the bishop is of the wrong colour for the last pawn: a draw.", "If Black takes back, the bishop is of the wrong colour for the last pawn: a draw."),
        (Claim::BreaksThrough, "It breaks through: one of my pawns will promote.", "It breaks through: one of White\u{2019}s pawns will promote."),
        (Claim::Outruns { pawn: Square::A6, race: true }, "My pawn on a6 promotes before yours.", "White\u{2019}s pawn on a6 promotes before Black\u{2019}s."),
        (Claim::Outruns { pawn: Square::A6, race: false }, "Your king cannot catch my pawn on a6.", "Black\u{2019}s king cannot catch White\u{2019}s pawn on a6."),
        (Claim::WinsByForce, "It wins material by force.", "It wins material by force."),
        (Claim::Trades { mine: Piece::Queen, yours: Piece::Queen, at: Square::D5, ahead: Some(Lead::Piece(Piece::Rook)) }, "I am a rook ahead, so I trade queens.", "White is a rook ahead and trades queens."),
        (Claim::Trades { mine: Piece::Bishop, yours: Piece::Knight, at: Square::D5, ahead: None }, "It trades a bishop for a knight on d5.", "It trades a bishop for a knight on d5."),
        (Claim::Invites { piece: Piece::Queen, ahead: Some(Lead::Material) }, "I am well ahead, so I offer to trade queens.", "White is well ahead and offers to trade queens."),
        (Claim::Invites { piece: Piece::Queen, ahead: None }, "It offers to trade queens.", "It offers to trade queens."),
        (Claim::Takes(target(Piece::Pawn, Square::D5)), "It takes your pawn on d5.", "It takes Black\u{2019}s pawn on d5."),
    ]
}

/// What is threatened and attacked.
#[rustfmt::skip]
fn threats() -> Vec<Case> {
    vec![
        (Claim::ThreatensMate(named("Rc8#")), "It threatens Rc8#.", "It threatens Rc8#."),
        (Claim::BackRank(named("Rc8#")), "It threatens Rc8#: your king cannot leave its first rank.", "It threatens Rc8#: Black\u{2019}s king cannot leave its first rank."),
        (Claim::ThreatensToMate { next: named("Rb8+"), moves: 2 }, "It threatens Rb8+, with mate in 2.", "It threatens Rb8+, with mate in 2."),
        (Claim::ThreatensFork { fork: named("Nc7+"), targets: [target(Piece::King, Square::E8), target(Piece::Rook, Square::A8)] }, "It threatens Nc7+, a fork of your king and your rook on a8.", "It threatens Nc7+, a fork of Black\u{2019}s king and the rook on a8."),
        (Claim::Threatens { capture: named("Nxh4"), target: target(Piece::Bishop, Square::H4), gain: Gain::Whole(Piece::Bishop) }, "It threatens Nxh4, winning a bishop.", "It threatens Nxh4, winning a bishop."),
        (Claim::Pins { target: target(Piece::Knight, Square::C6), to: Piece::King }, "It pins your knight on c6 to your king.", "It pins Black\u{2019}s knight on c6 to the king."),
        (Claim::Checks { answers: 1, only: Some(named("Kh7")) }, "It gives check, and you have one answer: Kh7.", "It gives check, and Black has one answer: Kh7."),
        (Claim::Checks { answers: 2, only: None }, "It gives check, and you have only 2 answers.", "It gives check, and Black has only 2 answers."),
        (Claim::Checks { answers: 5, only: None }, "It gives check.", "It gives check."),
        (Claim::AimsAt { with: Piece::Rook, target: target(Piece::Pawn, Square::D5) }, "My rook aims at your pawn on d5.", "White\u{2019}s rook aims at Black\u{2019}s pawn on d5."),
        (Claim::Presses { target: target(Piece::Pawn, Square::D5), attackers: 2, guards: 0 }, "2 of my pieces attack your pawn on d5 now, which nothing guards.", "2 of White\u{2019}s pieces attack Black\u{2019}s pawn on d5 now, which nothing guards."),
        (Claim::Presses { target: target(Piece::Pawn, Square::D5), attackers: 2, guards: 1 }, "2 of my pieces attack your pawn on d5 now.", "2 of White\u{2019}s pieces attack Black\u{2019}s pawn on d5 now."),
        (Claim::BearsOnKing { piece: Piece::Queen, squares: 3 }, "My queen attacks 3 squares beside your king.", "White\u{2019}s queen attacks 3 squares beside Black\u{2019}s king."),
    ]
}

/// What is guarded and prevented, and the king.
#[rustfmt::skip]
fn guards() -> Vec<Case> {
    vec![
        (Claim::StopsMate(named("Re1#")), "It stops your mate: you threatened Re1#.", "It stops a mate: Black threatened Re1#."),
        (Claim::Prevents(named("Qxh2+")), "It prevents Qxh2+.", "It prevents Qxh2+."),
        (Claim::Evades(Evasion::KingMoves), "My king steps out of check.", "White\u{2019}s king steps out of check."),
        (Claim::Evades(Evasion::Blocks(Piece::Bishop)), "My bishop blocks the check.", "White\u{2019}s bishop blocks the check."),
        (Claim::Evades(Evasion::Takes(Piece::Knight)), "It takes the knight that gave check.", "It takes the knight that gave check."),
        (Claim::Rescues { piece: Piece::Queen, from: Piece::Bishop }, "It brings my queen out of your bishop\u{2019}s reach.", "It brings White\u{2019}s queen out of the bishop\u{2019}s reach."),
        (Claim::Defends { target: target(Piece::Knight, Square::D4), from: Piece::Bishop }, "It defends my knight on d4, which your bishop attacked.", "It defends White\u{2019}s knight on d4, which Black\u{2019}s bishop attacked."),
        (Claim::Shields { target: target(Piece::Rook, Square::A1), from: Piece::Bishop }, "It shields my rook on a1 from your bishop.", "It shields White\u{2019}s rook on a1 from Black\u{2019}s bishop."),
        (Claim::Guards { target: target(Piece::Pawn, Square::C3), from: Some(Piece::Queen) }, "It guards my pawn on c3, which your queen attacks.", "It guards White\u{2019}s pawn on c3, which Black\u{2019}s queen attacks."),
        (Claim::Guards { target: target(Piece::Pawn, Square::C3), from: None }, "It guards my pawn on c3, which nothing guarded.", "It guards White\u{2019}s pawn on c3, which nothing guarded."),
        (Claim::StepsAway { piece: Piece::Knight, from: Piece::Bishop }, "My knight steps out of your bishop\u{2019}s way.", "White\u{2019}s knight steps out of Black\u{2019}s bishop\u{2019}s way."),
        (Claim::KeepsOut { piece: Piece::Pawn, at: Square::B5 }, "It stops your pawn: on b5 it would be lost.", "It stops Black\u{2019}s pawn: on b5 it would be lost."),
        (Claim::KeepsOut { piece: Piece::Knight, at: Square::B5 }, "It keeps your knight out of b5.", "It keeps Black\u{2019}s knight out of b5."),
        (Claim::GivesKingRoom, "It gives my king a way out.", "It gives White\u{2019}s king a way out."),
        (Claim::Castles { pawns: 3 }, "I castle: my king stands behind 3 pawns there.", "White castles: the king stands behind 3 pawns there."),
        (Claim::Castles { pawns: 1 }, "I castle and bring my rook into play.", "White castles and brings the rook into play."),
        (Claim::LeavesDanger { squares: 0, before: 3 }, "You attack no square beside my king now.", "Black attacks no square beside White\u{2019}s king now."),
        (Claim::LeavesDanger { squares: 1, before: 3 }, "You attack one square beside my king now, instead of 3.", "Black attacks one square beside White\u{2019}s king now, instead of 3."),
        (Claim::LeavesDanger { squares: 2, before: 3 }, "You attack 2 squares beside my king now, instead of 3.", "Black attacks 2 squares beside White\u{2019}s king now, instead of 3."),
        (Claim::Covers(Square::C4), "From there my pawn covers c4.", "From there White\u{2019}s pawn covers c4."),
        (Claim::GivesUpCastling { short: true, long: true }, "I can no longer castle after it.", "White can no longer castle after it."),
        (Claim::GivesUpCastling { short: true, long: false }, "I can only castle on the queen\u{2019}s side after it.", "White can only castle on the queen\u{2019}s side after it."),
        (Claim::GivesUpCastling { short: false, long: true }, "I can only castle on the king\u{2019}s side after it.", "White can only castle on the king\u{2019}s side after it."),
        (Claim::Opposition, "My king takes the opposition.", "White\u{2019}s king takes the opposition."),
        (Claim::Approaches { pawn: Square::B3, own: true, steps: 1 }, "My king stands beside my passed pawn on b3.", "White\u{2019}s king stands beside the passed pawn on b3."),
        (Claim::Approaches { pawn: Square::B3, own: true, steps: 2 }, "My king comes nearer to my passed pawn on b3.", "White\u{2019}s king comes nearer to the passed pawn on b3."),
        (Claim::Approaches { pawn: Square::B3, own: false, steps: 1 }, "My king attacks your pawn on b3.", "White\u{2019}s king attacks Black\u{2019}s pawn on b3."),
        (Claim::Approaches { pawn: Square::B3, own: false, steps: 2 }, "My king comes nearer to your pawn on b3.", "White\u{2019}s king comes nearer to Black\u{2019}s pawn on b3."),
    ]
}

/// Where pieces and pawns stand.
#[rustfmt::skip]
fn placements() -> Vec<Case> {
    vec![
        (Claim::File { at: Square::D1, half: false }, "My rook takes the open d-file.", "White\u{2019}s rook takes the open d-file."),
        (Claim::File { at: Square::D1, half: true }, "My rook goes to the d-file, where I have no pawn.", "White\u{2019}s rook goes to the d-file, where White has no pawn."),
        (Claim::Seventh, "My rook enters your second rank.", "White\u{2019}s rook enters Black\u{2019}s second rank."),
        (Claim::Doubles { piece: Piece::Rook, other: Piece::Rook, at: Square::D1 }, "My rooks stand on the d-file together.", "White\u{2019}s rooks stand on the d-file together."),
        (Claim::Doubles { piece: Piece::Queen, other: Piece::Rook, at: Square::D1 }, "My queen and my rook stand on the d-file together.", "White\u{2019}s queen and rook stand on the d-file together."),
        (Claim::FileToKing { piece: Piece::Rook, at: Square::G1, opened: true }, "It opens the g-file against your king.", "It opens the g-file against Black\u{2019}s king."),
        (Claim::FileToKing { piece: Piece::Rook, at: Square::G1, opened: false }, "My rook comes to the g-file, against your king.", "White\u{2019}s rook comes to the g-file, against Black\u{2019}s king."),
        (Claim::Passed(Square::D5), "My pawn on d5 is passed now.", "White\u{2019}s pawn on d5 is passed now."),
        (Claim::Blockades(Square::D5), "It stands in the way of your passed pawn on d5.", "It stands in the way of Black\u{2019}s passed pawn on d5."),
        (Claim::Challenges(Square::D5), "It challenges your pawn on d5.", "It challenges Black\u{2019}s pawn on d5."),
        (Claim::Outpost(target(Piece::Knight, Square::D5)), "No pawn of yours can drive my knight away from d5.", "No pawn of Black\u{2019}s can drive White\u{2019}s knight away from d5."),
        (Claim::Reaches { piece: Piece::Queen, squares: 18, before: 13 }, "My queen reaches 18 squares from there, and 13 before.", "White\u{2019}s queen reaches 18 squares from there, and 13 before."),
        (Claim::Opens(target(Piece::Queen, Square::D1)), "It opens the way for my queen on d1.", "It opens the way for White\u{2019}s queen on d1."),
        (Claim::GoesOn { piece: Piece::Knight, to: Square::F4 }, "From there my knight can go on to f4.", "From there White\u{2019}s knight can go on to f4."),
        (Claim::MakesWay(named("Nf3")), "It makes Nf3 possible.", "It makes Nf3 possible."),
        (Claim::Runs { at: Square::B7, steps: 1 }, "My pawn on b7 is one step from the last rank.", "White\u{2019}s pawn on b7 is one step from the last rank."),
        (Claim::Runs { at: Square::B5, steps: 3 }, "My passed pawn on b5 has 3 steps to go.", "White\u{2019}s passed pawn on b5 has 3 steps to go."),
        (Claim::Develops(Piece::Knight), "It brings a knight into play.", "It brings a knight into play."),
        (Claim::Centre(Square::E4), "It puts a pawn in the centre.", "It puts a pawn in the centre."),
    ]
}

/// Of moves that were not played.
#[rustfmt::skip]
fn answers() -> Vec<Case> {
    vec![
        (Claim::AnswerMates(named("Rd8#")), "Then Rd8 is mate.", "Then Rd8 is mate."),
        (Claim::AnswerForces { answer: named("Ra7"), moves: 3 }, "Then Ra7 forces mate in 3.", "Then Ra7 forces mate in 3."),
        (Claim::RunsIntoMate { moves: 3 }, "It runs into mate in 3.", "It runs into mate in 3."),
        (Claim::AnswerTakes { answer: named("Rxd4"), piece: Piece::Knight }, "Then Rxd4 wins a knight.", "Then Rxd4 wins a knight."),
        (Claim::AnswerWins { answer: named("Nxe5"), gain: Gain::Pawn }, "Then Nxe5 wins a pawn.", "Then Nxe5 wins a pawn."),
        (Claim::AnswerForks { answer: named("Nc7+"), pieces: [Piece::King, Piece::Queen] }, "Then Nc7+ attacks king and queen.", "Then Nc7+ attacks king and queen."),
        (Claim::Slower { moves: 4, best: 2 }, "It mates too, but in 4 moves instead of 2.", "It mates too, but in 4 moves instead of 2."),
        (Claim::MissesMate { moves: 1 }, "It misses a mate.", "It misses a mate."),
        (Claim::MissesMate { moves: 2 }, "It misses a mate in 2.", "It misses a mate in 2."),
        (Claim::AsGood, "It is as good.", "It is as good."),
        (Claim::LessGood { by: 80, answer: Some(named("Nb6")) }, "It is 0.8 pawns worse: the answer is Nb6.", "It is 0.8 pawns worse: the answer is Nb6."),
        (Claim::LessGood { by: 80, answer: None }, "It is 0.8 pawns worse.", "It is 0.8 pawns worse."),
        (Claim::OnlyGood(next(MoveCost::Centipawns(480))), "It is the only good move: the next best, Nf6, is 4.8 pawns worse.", "It is the only good move: the next best, Nf6, is 4.8 pawns worse."),
        (Claim::OnlyGood(next(MoveCost::Mated { moves: 2 })), "It is the only good move: the next best, Nf6, allows mate in 2.", "It is the only good move: the next best, Nf6, allows mate in 2."),
        (Claim::OneOfFew { others: vec![named("Bd7")], next: next(MoveCost::Centipawns(480)) }, "It is one of two good moves, with Bd7: the next best, Nf6, is 4.8 pawns worse.", "It is one of two good moves, with Bd7: the next best, Nf6, is 4.8 pawns worse."),
        (Claim::OneOfFew { others: vec![named("Bd7"), named("Qxd4+")], next: next(MoveCost::Centipawns(480)) }, "It is one of three good moves, with Bd7 and Qxd4+: the next best, Nf6, is 4.8 pawns worse.", "It is one of three good moves, with Bd7 and Qxd4+: the next best, Nf6, is 4.8 pawns worse."),
    ]
}

#[test]
fn each_kind_has_a_sentence_in_both_voices() {
    let mut kinds = BTreeSet::new();
    let mut wrong = Vec::new();
    for (claim, engine, reviewer) in cases() {
        kinds.insert(claim.kind());
        for (voice, expected) in [(Voice::Engine, engine), (REVIEWER, reviewer)] {
            let text = claim.sentence(voice);
            if text != expected {
                wrong.push(format!("{claim:?}\n  says {text}\n  not  {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let unseen: Vec<_> = ClaimKind::VARIANTS
        .iter()
        .filter(|kind| !kinds.contains(kind))
        .collect();
    assert!(unseen.is_empty(), "{unseen:?}");
}

#[test]
fn a_reviewer_says_neither_i_nor_you() {
    for (claim, ..) in cases() {
        for mover in Color::ALL {
            let text = claim.sentence(Voice::Reviewer { mover });
            assert!(!names_a_speaker(&text), "{text}");
            assert!(!text.contains(['{', '}', '|', '$']), "{text}");
            assert!(text.ends_with('.') && text.len() <= 100, "{text}");
        }
    }
}

#[test]
fn the_sides_change_places_with_the_mover() {
    let claim = Claim::Pins {
        target: target(Piece::Knight, Square::F6),
        to: Piece::Queen,
    };
    let said = Color::ALL.map(|mover| claim.sentence(Voice::Reviewer { mover }));
    assert_eq!(
        said,
        [
            "It pins Black\u{2019}s knight on f6 to the queen.",
            "It pins White\u{2019}s knight on f6 to the queen."
        ]
    );
}

/// Whether a text speaks of "I" or "you".
pub fn names_a_speaker(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    words.any(|word| {
        let word = word.to_lowercase();
        [
            "i", "me", "my", "mine", "we", "us", "our", "you", "your", "yours",
        ]
        .contains(&&*word)
    })
}

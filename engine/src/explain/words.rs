//! Claims in plain English.

use super::claim::{Claim, Duty, Evasion, Gain, KnownEnding, Lead, MoveCost, NextBest, Target};
use super::voice::{Voice, placed};
use crate::rules::{Piece, Reason};

impl Claim {
    /// The claim as one sentence.
    ///
    /// ```
    /// use engine::explain::{Claim, Voice};
    /// use engine::rules::{Color, Piece};
    ///
    /// let claim = Claim::Develops(Piece::Rook);
    /// assert_eq!(claim.sentence(Voice::Engine), "It brings a rook into play.");
    /// let claim = Claim::GivesUpCastling { short: true, long: true };
    /// let white = Voice::Reviewer { mover: Color::White };
    /// assert_eq!(claim.sentence(white), "White can no longer castle after it.");
    /// ```
    #[must_use]
    pub fn sentence(&self, voice: Voice) -> String {
        write(self, 0, voice)
    }
}

/// The claim as a sentence; `phrasing` selects one of the engine's phrasings. A reviewer uses the first,
/// which says nothing of what a player wants.
pub(super) fn write(claim: &Claim, phrasing: usize, voice: Voice) -> String {
    let phrases = phrases(claim);
    let phrase = match voice {
        Voice::Engine => phrases[phrasing % phrases.len()],
        Voice::Reviewer { .. } => phrases[0],
    };
    fill(&voice.phrase(phrase), &details(claim, voice))
}

/// `$1` in a phrase is the first detail, and so on.
fn fill(phrase: &str, details: &[String]) -> String {
    let mut text = String::with_capacity(phrase.len() + 16);
    let mut letters = phrase.chars();
    while let Some(letter) = letters.next() {
        let number = (letter == '$').then(|| letters.next()).flatten();
        match number.and_then(|number| number.to_digit(10)) {
            Some(number) => text.push_str(&details[number as usize - 1]),
            None => text.push(letter),
        }
    }
    text
}

/// The phrasings of a claim, the first for all voices. None may say more than [`Claim`].
#[rustfmt::skip]
fn phrases(claim: &Claim) -> &'static [&'static str] {
    match claim {
        Claim::Mate => &["It is mate."],
        Claim::Only => &["It is the only legal move.", "I had no other move.", "Nothing else was legal."],
        Claim::Book { name: Some(_) } => &["It is in {my|the opening} book: $1.", "My book calls this the $1.", "I follow my book, the $1."],
        Claim::Book { name: None } => &["It is a book move.", "My book knows this move.", "I am still in my book.", "I have learnt this by heart."],
        Claim::Solved(_) => &["Solved: $1.", "This ending is solved: $1.", "My tables know it: $1."],
        Claim::Remembered { games: 1, well: true } => &["I played this once before, and it went well.", "It went well the one time I played it."],
        Claim::Remembered { games: 1, well: false } => &["I played this once before.", "I know this from one earlier game."],
        Claim::Remembered { well: true, .. } => &["I played this in $1 earlier games, and it did well.", "It did well in $1 earlier games of mine."],
        Claim::Remembered { .. } => &["I played this in $1 earlier games.", "I know this from $1 earlier games."],
        Claim::Tried { games: 0 } => &["I {am|is} trying this to learn what it is worth.", "I have never tried this here, so I do.", "It is new to me: I want to see what it does."],
        Claim::Tried { .. } => &["I {am|is} trying this again to learn what it is worth.", "One more try, to learn what this is worth."],
        Claim::Judged => &["My network judged the position after each move, and chose this one.", "My network chose it by what it leads to.", "Looking one move ahead, my network chose it."],
        Claim::Lots => &["I picked a move at random.", "A random move again.", "I chose it by chance."],
        Claim::Draws(Reason::Stalemate) => &["It is stalemate: a draw."],
        Claim::Draws(Reason::Threefold) => &["It is a draw: this position for the third time."],
        Claim::Draws(Reason::FiftyMove) => &["It is a draw: fifty moves without a capture or a pawn move."],
        Claim::Draws(_) => &["It is a draw: nobody has enough left to mate."],
        Claim::Forces { .. } => &["It forces mate in $1.", "I see mate in $1.", "Mate in $1, whatever you play."],
        Claim::Lost { moves: 1 } => &["{I see|There is} nothing against your mate in one.", "You can mate me next move; I see no way out."],
        Claim::Lost { .. } => &["{I see|There is} nothing better: you can force mate in $1.", "You have mate in $1, if you find it."],
        Claim::Overlooked(_) => &["{At my level, I|I} overlooked $1.", "I did not see $1.", "$1 escaped me."],
        Claim::NotSeen(_) => &["{At my level, I|I} had not seen $1.", "I had overlooked your $1.", "Your $1 had escaped me."],
        Claim::Repeats => &["It repeats the position{: a draw is fine with me|}.", "We had this position before, and I do not mind a draw."],
        Claim::StopsMate(_) => &["It stops {your|a} mate: you threatened $1.", "You threatened $1, and now that is no mate."],
        Claim::Promotes(_) => &["My pawn becomes a $1.", "I have a new $1."],
        Claim::TakesBack(_) => &["It takes back on $1.", "You took on $1, so I take back.", "I take back on $1."],
        Claim::TakesFree(_) => &["It takes a $1 that nothing defends.", "Your $1 on $2 stood undefended.", "Nothing defended your $1 on $2."],
        Claim::Wins { .. } => &["It wins $1 on $2, however you {take|takes} back.", "On $2 I win $1, and taking back does not change that."],
        Claim::Offers(_) => &["It offers my $1: I {have|has} an answer ready.", "You may have my $1, if you like."],
        Claim::Fork(_) => &["It attacks $1 and $2: a fork.", "A fork: $1 and $2."],
        Claim::Discovers { target: Target { piece: Piece::King, .. }, .. } => &["It uncovers a check by my $1.", "My $1 gives check, now that the way is open."],
        Claim::Discovers { .. } => &["It uncovers an attack by my $1 on $2.", "Behind it my $1 attacks $2 now."],
        Claim::Skewers { .. } => &["It attacks $1, and behind it $2: a skewer.", "A skewer: once $1 goes, I take $2."],
        Claim::Traps(_) => &["Your $1 is trapped: it cannot be saved.", "Your $1 has nowhere to go, and I attack it."],
        Claim::RemovesGuard { .. } => &["It takes the $1 that guarded $2.", "Without the $1, nothing holds $2."],
        Claim::Deflects { .. } => &["It lures your $1 away from $2.", "If your $1 takes, $2 is no longer guarded."],
        Claim::Overloads { target: None, duty: Duty::Guards(_), .. } => &["Your $1 cannot take back and still guard $2.", "If your $1 takes back, nothing guards $2."],
        Claim::Overloads { target: None, .. } => &["Your $1 cannot take back: then $2 follows.", "If your $1 takes back, it no longer stops $2."],
        Claim::Overloads { duty: Duty::Guards(_), .. } => &["Your $1 cannot guard both $3 and $2.", "Your $1 has two to guard: $3 and $2."],
        Claim::Overloads { .. } => &["Your $1 cannot guard $3 and stop $2.", "If your $1 takes back on $4, it no longer stops $2."],
        Claim::WinsTempo { again: true, .. } => &["It wins a tempo: your $1 has to move again.", "I gain time: your $1 on $2 has to move again."],
        Claim::WinsTempo { .. } => &["It wins a tempo: your $1 has to move.", "I gain time: your $1 on $2 has to go."],
        Claim::SimplifiesTo { ending: KnownEnding::Mates(_), if_taken: false } => &["King and $1 against your bare king: that is always won.", "Your king is alone, and my king and $1 can force mate."],
        Claim::SimplifiesTo { ending: KnownEnding::Mates(_), .. } => &["If you {take|takes} back, my king and $1 can force mate.", "Take back, and king and $1 win against your bare king."],
        Claim::SimplifiesTo { ending: KnownEnding::PawnWins, if_taken: false } => &["King and pawn against king: this one is won.", "My last pawn will promote: this ending is known."],
        Claim::SimplifiesTo { ending: KnownEnding::PawnWins, .. } => &["If you {take|takes} back, my king and pawn win against your king.", "Take back, and my last pawn will promote."],
        Claim::SimplifiesTo { ending: KnownEnding::PawnDraws, if_taken: false } => &["King and pawn against king: this one is a draw.", "The last pawn cannot promote: a draw."],
        Claim::SimplifiesTo { ending: KnownEnding::PawnDraws, .. } => &["If you {take|takes} back, king and pawn against king is a draw here.", "Take back, and the last pawn does not win: a draw."],
        Claim::SimplifiesTo { if_taken: false, .. } => &["The bishop is of the wrong colour for the pawn\u{2019}s corner: a draw.", "A rook\u{2019}s pawn with the wrong bishop: a draw."],
        Claim::SimplifiesTo { .. } => &["If you {take|takes} back, the bishop is of the wrong colour for the last pawn: a draw.", "Take back, and it is a rook\u{2019}s pawn with the wrong bishop: a draw."],
        Claim::BreaksThrough => &["It breaks through: one of my pawns will promote.", "Take it or not: one of my pawns gets through."],
        Claim::Outruns { race: true, .. } => &["My pawn on $1 promotes before yours.", "I win the race: my pawn on $1 promotes first."],
        Claim::Outruns { .. } => &["Your king cannot catch my pawn on $1.", "My pawn on $1 is out of your king\u{2019}s reach."],
        Claim::BackRank(_) => &["It threatens $1: your king cannot leave its first rank.", "$1 is threatened, and your king cannot leave its first rank."],
        Claim::ThreatensToMate { .. } => &["It threatens $1, with mate in $2.", "Next, $1 would force mate in $2."],
        Claim::ThreatensFork { .. } => &["It threatens $1, a fork of $2 and $3.", "Next, $1 would attack both $2 and $3."],
        Claim::Perpetual => &["My checks never end: a draw.", "You cannot escape my checks."],
        Claim::Zugzwang => &["Whatever you {move|moves} now makes {it worse for you|things worse}.", "You would rather not move at all now."],
        Claim::WinsByForce => &["It wins material by force.", "Whatever you answer, I win material."],
        Claim::Prevents(_) => &["It prevents $1.", "$1 would have been good for you, and no longer is.", "I did not want to allow $1."],
        Claim::ThreatensMate(_) => &["It threatens $1.", "Next comes $1, if you let me.", "I want to play $1."],
        Claim::Trades { ahead: Some(_), .. } => &["I {am|is} $3 ahead{, so I trade| and trades} $1.", "Being $3 ahead, I am glad to trade $1."],
        Claim::Trades { .. } => &["It trades $1 on $2.", "I trade $1 on $2."],
        Claim::Evades(Evasion::KingMoves) => &["My king steps out of check.", "My king leaves the check.", "It takes my king out of check."],
        Claim::Evades(Evasion::Blocks(_)) => &["My $1 blocks the check.", "It puts my $1 in the way of your check."],
        Claim::Evades(Evasion::Takes(_)) => &["It takes the $1 that gave check.", "Your $1 gave check, so I take it."],
        Claim::Rescues { .. } => &["It brings my $1 out of {your|the} $2\u{2019}s reach.", "Your $2 attacked my $1, so it moves.", "My $1 gets away from your $2."],
        Claim::Defends { .. } => &["It defends my $1, which your $2 attacked.", "Your $2 was after my $1: now it is defended."],
        Claim::Shields { .. } => &["It shields my $1 from your $2.", "It stands between your $2 and my $1."],
        Claim::Pins { .. } => &["It pins your $1 to {your|the} $2.", "Your $1 is pinned to your $2 now."],
        Claim::Threatens { .. } => &["It threatens $1, winning $2.", "Your $3 is in danger: I threaten $1.", "Next, $1 would win $2."],
        Claim::Invites { ahead: Some(_), .. } => &["I {am|is} $2 ahead{, so I offer| and offers} to trade $1s.", "Being $2 ahead, I would trade $1s."],
        Claim::Invites { .. } => &["It offers to trade $1s.", "You may trade $1s, if you like.", "I would trade $1s here."],
        Claim::File { half: false, .. } => &["My rook takes the open $1-file.", "The $1-file is open, so my rook goes there."],
        Claim::File { half: true, .. } => &["My rook goes to the $1-file, where I {have|has} no pawn.", "No pawn of mine is in my rook\u{2019}s way on the $1-file."],
        Claim::Seventh => &["My rook enters your second rank.", "A rook on your second rank is a strong one."],
        Claim::Doubles { piece: Piece::Rook, other: Piece::Rook, .. } => &["My rooks stand on the $3-file together.", "I double my rooks on the $3-file."],
        Claim::Doubles { .. } => &["My $1 and {my |}$2 stand on the $3-file together.", "I double on the $3-file."],
        Claim::FileToKing { opened: true, .. } => &["It opens the $2-file against your king.", "The $2-file is free for my $1, against your king."],
        Claim::FileToKing { .. } => &["My $1 comes to the $2-file, against your king.", "On the $2-file, my $1 bears on your king."],
        Claim::Passed(_) => &["My pawn on $1 is passed now.", "No pawn of yours stands before my pawn on $1 or beside its way."],
        Claim::Blockades(_) => &["It stands in the way of your passed pawn on $1.", "Your passed pawn on $1 is blocked."],
        Claim::Challenges(_) => &["It challenges your pawn on $1.", "My pawn attacks yours on $1."],
        Claim::GivesKingRoom => &["It gives my king a way out.", "My king is no longer shut in on its first rank."],
        Claim::GivesUpCastling { short: true, long: true } => &["I can no longer castle after it.", "It gives up castling."],
        Claim::GivesUpCastling { short: true, .. } => &["I can only castle on the queen\u{2019}s side after it."],
        Claim::GivesUpCastling { .. } => &["I can only castle on the king\u{2019}s side after it."],
        Claim::StepsAway { .. } => &["My $1 steps out of your $2\u{2019}s way.", "Your $2 attacked my $1; now it does not."],
        Claim::Opposition => &["My king takes the opposition.", "The kings face each other, and you are to move."],
        Claim::Approaches { own: true, steps: 1, .. } => &["My king stands beside {my|the} passed pawn on $1.", "My king goes with my passed pawn on $1."],
        Claim::Approaches { own: true, .. } => &["My king comes nearer to {my|the} passed pawn on $1.", "My king wants to help my passed pawn on $1."],
        Claim::Approaches { steps: 1, .. } => &["My king attacks your pawn on $1.", "My king stands beside your pawn on $1."],
        Claim::Approaches { .. } => &["My king comes nearer to your pawn on $1.", "Your pawn on $1 is $2 steps from my king."],
        Claim::LeavesDanger { squares: 0, .. } => &["You {attack|attacks} no square beside my king now.", "My king goes where nothing beside it is attacked."],
        Claim::LeavesDanger { squares: 1, .. } => &["You {attack|attacks} one square beside my king now, instead of $2.", "My king goes where one square beside it is attacked; $2 were."],
        Claim::LeavesDanger { .. } => &["You {attack|attacks} $1 squares beside my king now, instead of $2.", "My king goes where $1 squares beside it are attacked; $2 were."],
        Claim::Covers(_) => &["From there my pawn covers $1.", "A pawn of mine covers $1 now."],
        Claim::Outpost(_) => &["No pawn of yours can drive my $1 away from $2.", "My $1 has an outpost on $2."],
        Claim::Guards { from: Some(_), .. } => &["It guards my $1, which your $2 attacks.", "My $1, attacked by your $2, has one more guard."],
        Claim::Guards { .. } => &["It guards my $1, which nothing guarded.", "My $1 had no guard; now it has."],
        Claim::Presses { guards: 0, .. } => &["$2 of my pieces attack your $1 now, which nothing guards."],
        Claim::Presses { .. } => &["$2 of my pieces attack your $1 now.", "Another piece of mine attacks your $1: that makes $2."],
        Claim::BearsOnKing { .. } => &["My $1 attacks $2 squares beside your king.", "Near your king, my $1 takes $2 squares."],
        Claim::Reaches { .. } => &["My $1 reaches $2 squares from there, and $3 before.", "From there my $1 reaches $2 squares instead of $3."],
        Claim::KeepsOut { piece: Piece::Pawn, .. } => &["It stops your pawn: on $2 it would be lost.", "Your pawn may not go to $2: it would be lost."],
        Claim::KeepsOut { .. } => &["It keeps your $1 out of $2.", "Your $1 would be lost on $2 now."],
        Claim::Opens(_) => &["It opens the way for my $1.", "My $1 sees further now."],
        Claim::GoesOn { .. } => &["From there my $1 can go on to $2.", "My $1 has $2 in view as its next square."],
        Claim::MakesWay(_) => &["It makes $1 possible.", "It prepares $1."],
        Claim::Runs { steps: 1, .. } => &["My pawn on $1 is one step from the last rank.", "One more step for my pawn on $1."],
        Claim::Runs { .. } => &["My passed pawn on $1 has $2 steps to go.", "My pawn on $1 is passed, with $2 steps to go.", "It takes my passed pawn to $1."],
        Claim::Castles { pawns: 2.. } => &["I {castle: my|castles: the} king stands behind $1 pawns there.", "I castle, and $1 pawns stand before my king."],
        Claim::Castles { .. } => &["I {castle and bring my|castles and brings the} rook into play."],
        Claim::Takes(_) => &["It takes your $1 on $2.", "I take your $1 on $2."],
        Claim::Checks { only: Some(_), .. } => &["It gives check, and you {have|has} one answer: $1.", "Check: you have to play $1."],
        Claim::Checks { answers: 2..=3, .. } => &["It gives check, and you {have|has} only $2 answers.", "Check, with only $2 answers for you."],
        Claim::Checks { .. } => &["It gives check.", "Check to your king.", "It is check."],
        Claim::Develops(_) => &["It brings a $1 into play.", "Another piece comes out: my $1.", "My $1 leaves its first square."],
        Claim::Centre(_) => &["It puts a pawn in the centre.", "I want a pawn on $1, in the centre."],
        Claim::Better { .. } => &["{I like my|My} position {|is }$1 pawns better than a move ago.", "Things look $1 pawns better for me than a move ago."],
        Claim::Worse { .. } => &["{It is the best I see; I am|I is} $1 pawns worse off than {I thought|a move ago}.", "I was too hopeful by $1 pawns; this is the best I see."],
        Claim::AimsAt { .. } => &["My $1 aims at your $2.", "It points my $1 at your $2."],
        Claim::Saw { .. } => &["I saw $1 of {my|the} $2 moves, and this one looked best.", "Of the $1 moves I saw, I liked this best.", "It looked best of $1 moves; I did not look at all $2.", "At my level I looked at $1 moves out of $2, and chose this."],
        Claim::AnswerMates(_) => &["Then $1 is mate."],
        Claim::AnswerForces { .. } => &["Then $1 forces mate in $2."],
        Claim::RunsIntoMate { .. } => &["It runs into mate in $1."],
        Claim::AnswerTakes { .. } => &["Then $1 wins a $2."],
        Claim::AnswerWins { .. } => &["Then $1 wins $2."],
        Claim::AnswerForks { .. } => &["Then $1 attacks $2 and $3."],
        Claim::Slower { .. } => &["It mates too, but in $1 moves instead of $2."],
        Claim::MissesMate { moves: 1 } => &["It misses a mate."],
        Claim::MissesMate { .. } => &["It misses a mate in $1."],
        Claim::AsGood => &["It is as good."],
        Claim::LessGood { answer: Some(_), .. } => &["It is $1 pawns worse: the answer is $2."],
        Claim::LessGood { .. } => &["It is $1 pawns worse."],
        Claim::OnlyGood(_) => &["It is the only good move: the next best, $1, $2."],
        Claim::OneOfFew { .. } => &["It is one of $3 good moves, with $4: the next best, $1, $2."],
    }
}

/// The values of the placeholders.
fn details(claim: &Claim, voice: Voice) -> Vec<String> {
    match claim {
        Claim::Book { name: Some(name) } => vec![name.replace(':', ",")],
        Claim::Solved(root) => vec![root.to_string()],
        Claim::Remembered { games, .. } => vec![games.to_string()],
        Claim::Forces { moves }
        | Claim::Lost { moves }
        | Claim::RunsIntoMate { moves }
        | Claim::MissesMate { moves } => vec![moves.to_string()],
        Claim::Overlooked(mv)
        | Claim::NotSeen(mv)
        | Claim::StopsMate(mv)
        | Claim::ThreatensMate(mv)
        | Claim::BackRank(mv)
        | Claim::Prevents(mv)
        | Claim::MakesWay(mv) => {
            vec![mv.san.clone()]
        }
        Claim::Promotes(piece) | Claim::Develops(piece) | Claim::Offers(piece) => {
            vec![piece.to_string()]
        }
        Claim::Evades(Evasion::Blocks(piece) | Evasion::Takes(piece)) => vec![piece.to_string()],
        Claim::TakesBack(at)
        | Claim::Centre(at)
        | Claim::Passed(at)
        | Claim::Blockades(at)
        | Claim::Challenges(at)
        | Claim::Covers(at) => vec![at.to_string()],
        Claim::TakesFree(target) | Claim::Takes(target) | Claim::Outpost(target) => {
            vec![target.piece.to_string(), target.at.to_string()]
        }
        Claim::Wins { gain, at } => vec![won(*gain), at.to_string()],
        Claim::Fork(targets) => vec![voice.yours(&targets[0]), voice.yours_too(&targets[1])],
        Claim::Trades {
            mine,
            yours,
            at,
            ahead,
        } => vec![pair(*mine, *yours), at.to_string(), lead(*ahead)],
        Claim::Invites { piece, ahead } => vec![piece.to_string(), lead(*ahead)],
        Claim::Overloads {
            guard,
            target,
            duty,
        } => {
            let duty = match duty {
                Duty::Guards(target) => voice.yours_too(target),
                Duty::StopsMate(mate) => mate.san.clone(),
            };
            let mut details = vec![guard.piece.to_string(), duty];
            details.extend(
                target
                    .iter()
                    .flat_map(|at| [voice.yours_too(at), at.at.to_string()]),
            );
            details
        }
        Claim::WinsTempo { target, .. } => vec![target.piece.to_string(), target.at.to_string()],
        Claim::SimplifiesTo {
            ending: KnownEnding::Mates(piece),
            ..
        } => vec![piece.to_string()],
        Claim::Outruns { pawn, .. } => vec![pawn.to_string()],
        Claim::FileToKing { piece, at, .. } => {
            vec![piece.to_string(), at.file().char().to_string()]
        }
        Claim::Rescues { piece, from } => vec![piece.to_string(), from.to_string()],
        Claim::Defends { target, from } | Claim::Shields { target, from } => {
            vec![placed(target), from.to_string()]
        }
        Claim::Pins { target, to } => vec![placed(target), to.to_string()],
        Claim::Discovers { by, target } => vec![placed(by), voice.yours(target)],
        Claim::Skewers { front, behind } => vec![voice.yours(front), voice.yours_too(behind)],
        Claim::RemovesGuard { guard, target } => vec![guard.piece.to_string(), voice.yours(target)],
        Claim::Deflects { guard, target } => vec![guard.piece.to_string(), voice.yours_too(target)],
        Claim::Traps(target) => vec![placed(target)],
        Claim::ThreatensToMate { next, moves } => vec![next.san.clone(), moves.to_string()],
        Claim::ThreatensFork { fork, targets } => {
            vec![
                fork.san.clone(),
                voice.yours(&targets[0]),
                voice.yours_too(&targets[1]),
            ]
        }
        Claim::Doubles { piece, other, at } => vec![
            piece.to_string(),
            other.to_string(),
            at.file().char().to_string(),
        ],
        Claim::Approaches { pawn, steps, .. } => vec![pawn.to_string(), steps.to_string()],
        Claim::Guards { target, from } => {
            vec![
                placed(target),
                from.map_or_else(String::new, |from| from.to_string()),
            ]
        }
        Claim::Presses {
            target, attackers, ..
        } => vec![placed(target), attackers.to_string()],
        Claim::BearsOnKing { piece, squares } => vec![piece.to_string(), squares.to_string()],
        Claim::LeavesDanger { squares, before } => vec![squares.to_string(), before.to_string()],
        Claim::Reaches {
            piece,
            squares,
            before,
        } => vec![piece.to_string(), squares.to_string(), before.to_string()],
        Claim::KeepsOut { piece, at } | Claim::GoesOn { piece, to: at } => {
            vec![piece.to_string(), at.to_string()]
        }
        Claim::Opens(target) => vec![placed(target)],
        Claim::StepsAway { piece, from } => vec![piece.to_string(), from.to_string()],
        Claim::Threatens {
            capture,
            target,
            gain,
        } => vec![capture.san.clone(), won(*gain), placed(target)],
        Claim::File { at, .. } => vec![at.file().char().to_string()],
        Claim::Castles { pawns } => vec![pawns.to_string()],
        Claim::Runs { at, steps } => vec![at.to_string(), steps.to_string()],
        Claim::Checks { answers, only } => {
            let only = only.as_ref().map(|only| only.san.clone());
            vec![only.unwrap_or_default(), answers.to_string()]
        }
        Claim::Better { by } | Claim::Worse { by } => vec![pawns(*by)],
        Claim::AimsAt { with, target } => vec![with.to_string(), placed(target)],
        Claim::Saw { seen, of } => vec![seen.to_string(), of.to_string()],
        // The mark says it already.
        Claim::AnswerMates(answer) => vec![answer.san.trim_end_matches('#').to_owned()],
        Claim::AnswerForces { answer, moves } => vec![answer.san.clone(), moves.to_string()],
        Claim::AnswerTakes { answer, piece } => vec![answer.san.clone(), piece.to_string()],
        Claim::AnswerWins { answer, gain } => vec![answer.san.clone(), won(*gain)],
        Claim::AnswerForks { answer, pieces } => {
            let [first, second] = pieces.map(|piece| piece.to_string());
            vec![answer.san.clone(), first, second]
        }
        Claim::Slower { moves, best } => vec![moves.to_string(), best.to_string()],
        Claim::LessGood { by, answer } => {
            let answer = answer.as_ref().map(|answer| answer.san.clone());
            vec![pawns(*by), answer.unwrap_or_default()]
        }
        Claim::OnlyGood(next) => next_best(next).to_vec(),
        Claim::OneOfFew { others, next } => {
            let count = match others.len() {
                1 => "two".to_owned(),
                2 => "three".to_owned(),
                more => (more + 1).to_string(),
            };
            let others: Vec<&str> = others.iter().map(|other| &*other.san).collect();
            let [mv, cost] = next_best(next);
            vec![mv, cost, count, others.join(" and ")]
        }
        _ => Vec::new(),
    }
}

/// `Nf6`, `is 4.8 pawns worse`.
fn next_best(next: &NextBest) -> [String; 2] {
    let cost = match next.cost {
        MoveCost::Centipawns(cp) => ["is ", &pawns(cp), " pawns worse"].concat(),
        MoveCost::Mated { moves } => ["allows mate in ", &moves.to_string()].concat(),
    };
    [next.mv.san.clone(), cost]
}

/// `queens`, `a bishop for a knight`.
fn pair(mine: Piece, yours: Piece) -> String {
    if mine == yours {
        [&mine.to_string(), "s"].concat()
    } else {
        exchanged(mine, yours)
    }
}

/// `a bishop for a knight`.
fn exchanged(first: Piece, second: Piece) -> String {
    ["a ", &first.to_string(), " for a ", &second.to_string()].concat()
}

/// `a rook`, `well`.
fn lead(ahead: Option<Lead>) -> String {
    match ahead {
        Some(Lead::Piece(piece)) => ["a ", &piece.to_string()].concat(),
        _ => "well".to_owned(),
    }
}

fn won(gain: Gain) -> String {
    match gain {
        Gain::Whole(piece) => ["a ", &piece.to_string()].concat(),
        Gain::For(first, second) => exchanged(first, second),
        Gain::Pawn => "a pawn".to_owned(),
        Gain::Minor => "a piece".to_owned(),
        Gain::Material => "material".to_owned(),
    }
}

/// Centipawns in pawns, to the tenth.
fn pawns(cp: i32) -> String {
    let tenths = (cp + 5) / 10;
    [(tenths / 10).to_string(), (tenths % 10).to_string()].join(".")
}

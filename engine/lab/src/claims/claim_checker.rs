//! Claims that a deep search contradicts.
//!
//! What a claim says of the board (a pin, an open file) is decided by the rules. What it says of play (a
//! threat, a gain, a plan) is decided by best play: by a deeper search of the engine's own, or by another
//! program.

use engine::explain::{Claim, KnownEnding, Named};
use engine::player::{NeverStop, StoppedClock};
use engine::rules::{Color, EXCHANGE_VALUES, Game, Move, Piece, Position, Square};
use engine::search::{Score, SearchLimits};

use crate::arena::{Fault, MatchPlayer, MoveReply, MoveRequest};

/// A threat that gains less than this is none, centipawns.
const THREAT: i32 = 30;
/// A move that loses more than this is not good, centipawns.
const LOSES: i32 = 80;
/// A score that is all but won.
const WON: i32 = 1_500;
/// A score that decides the game.
const DECIDED: i32 = 800;
/// A score below this is not a pawn's that promotes.
const WINNING: i32 = 200;
/// A score further from zero is no drawn ending's.
const LEVEL: i32 = 100;
/// A score below this is no draw.
const NO_DRAW: i32 = -50;
/// Mates count as much, and no score more.
const MAX_CP: i32 = 2_000;
/// A mate that a search does not see is asked for this much deeper, plies.
const DEEPER: u8 = 14;
/// What was gained is counted after so many plies, the move's own included.
const GAIN_PLIES: usize = 7;

/// Whether a search can contradict a claim of this kind; the others are decided by the rules.
#[must_use]
pub fn is_checkable(claim: &Claim) -> bool {
    Statement::of(claim).is_some()
}

/// What a claim says of play.
enum Statement<'a> {
    /// This would gain if the opponent passed.
    Threat(&'a Named),
    /// A free move would gain.
    FreeMoveGains,
    /// The move would all but win if the opponent passed.
    Mates(&'a Named),
    /// The opponent would rather pass.
    MovingCosts,
    /// The opponent would have gained by this.
    Prevented(&'a Named),
    /// The move holds the draw.
    Draw,
    /// The move wins.
    Wins,
    /// The move leads to a draw.
    Level,
    /// The move is good.
    Good,
    /// The move gains material.
    Gains,
    /// The move is good, or gains material.
    GoodOrGains,
    /// Another move would have been much better.
    Missed(&'a Named),
    /// The move mates by force.
    ForcesMate,
    /// The opponent mates by force.
    IsMated,
    /// A piece of this kind is lost on this square.
    KeptOut(Piece, Square),
    /// The move is good, and besides at most these are.
    OneOfFew(&'a [Named]),
}

impl Statement<'_> {
    fn of(claim: &Claim) -> Option<Statement<'_>> {
        Some(match claim {
            Claim::Threatens { capture, .. } => Statement::Threat(capture),
            Claim::ThreatensFork { .. } => Statement::FreeMoveGains,
            Claim::ThreatensToMate { next, .. } => Statement::Mates(next),
            Claim::Zugzwang => Statement::MovingCosts,
            Claim::Prevents(wanted) => Statement::Prevented(wanted),
            Claim::Perpetual => Statement::Draw,
            Claim::BreaksThrough | Claim::Outruns { .. } => Statement::Wins,
            Claim::SimplifiesTo { ending, if_taken } => match (ending, if_taken) {
                (KnownEnding::Mates(_) | KnownEnding::PawnWins, _) => Statement::Wins,
                (_, false) => Statement::Level,
                // Who does not take back may lose more than a draw.
                (_, true) => Statement::Draw,
            },
            Claim::Offers(_) | Claim::WinsTempo { .. } => Statement::Good,
            Claim::Fork(_)
            | Claim::Discovers { .. }
            | Claim::Skewers { .. }
            | Claim::Wins { .. } => Statement::GoodOrGains,
            Claim::Promotes(_)
            | Claim::WinsByForce
            | Claim::Traps(_)
            | Claim::Overloads { .. }
            | Claim::RemovesGuard { .. }
            | Claim::Deflects { .. } => Statement::Gains,
            Claim::Overlooked(missed) => Statement::Missed(missed),
            Claim::Forces { .. } => Statement::ForcesMate,
            Claim::Lost { .. } => Statement::IsMated,
            Claim::KeepsOut { piece, at } => Statement::KeptOut(*piece, *at),
            Claim::OnlyGood(_) => Statement::OneOfFew(&[]),
            Claim::OneOfFew { others, .. } => Statement::OneOfFew(others),
            _ => return None,
        })
    }
}

/// Asks a player that looks deeper than the searches behind the claims.
pub struct ClaimChecker<'a> {
    player: &'a mut dyn MatchPlayer,
    depth: u8,
}

impl<'a> ClaimChecker<'a> {
    /// Asks for searches of so many plies.
    pub fn new(player: &'a mut dyn MatchPlayer, depth: u8) -> ClaimChecker<'a> {
        ClaimChecker { player, depth }
    }

    /// How a claim about the next move of a game is contradicted, in words, if it is.
    ///
    /// # Errors
    /// The player does not answer.
    pub fn contradiction(
        &mut self,
        game: &Game,
        mv: Move,
        claim: &Claim,
    ) -> Result<Option<String>, Fault> {
        let Some(statement) = Statement::of(claim) else {
            return Ok(None);
        };
        // What it keeps from other positions would change what it says of this one.
        self.player.new_game()?;
        let (before, after) = (game.position(), game.position().play(mv));
        let is_wrong = |wrong: bool, text: String| wrong.then_some(text);
        Ok(match statement {
            Statement::Threat(next) => {
                let passed = Game::from_position(after.play_null());
                let better = self.score_of(&passed, next.mv)? - self.score_of(game, mv)?;
                let gain = self.gain(&passed, next.mv)?;
                is_wrong(
                    better < THREAT && gain <= 0,
                    format!("{} is better by {better} and gains {gain}", next.san),
                )
            }
            Statement::FreeMoveGains => {
                let gain = self.free_move(&after)? - self.score_of(game, mv)?;
                is_wrong(gain < THREAT, format!("a free move gains {gain}"))
            }
            Statement::Mates(next) => {
                let passed = Game::from_position(after.play_null());
                let score = self.score_of(&passed, next.mv)?;
                is_wrong(score < WON, format!("{} scores {score}", next.san))
            }
            Statement::MovingCosts => {
                let cost = self.score_of(game, mv)? - self.free_move(&after)?;
                is_wrong(cost < LOSES, format!("to move costs {cost}"))
            }
            Statement::Prevented(wanted) => {
                let unmoved = Game::from_position(before.play_null());
                let better = self.score_of(&unmoved, wanted.mv)? + self.score_of(game, mv)?;
                let gain = self.gain(&unmoved, wanted.mv)?;
                is_wrong(
                    better < THREAT && gain <= 0,
                    format!("{} is better by {better} and gains {gain}", wanted.san),
                )
            }
            Statement::Draw => {
                let score = self.score_of(game, mv)?;
                is_wrong(score < NO_DRAW, format!("the score is {score}"))
            }
            Statement::Wins => {
                let score = self.score_of(game, mv)?;
                is_wrong(score < WINNING, format!("the score is {score}"))
            }
            Statement::Level => {
                let score = self.score_of(game, mv)?;
                is_wrong(score.abs() > LEVEL, format!("the score is {score}"))
            }
            Statement::Good => {
                let loss = self.loss(game, mv)?;
                is_wrong(loss > LOSES, format!("it loses {loss}"))
            }
            Statement::Gains => {
                let gain = self.gain(game, mv)?;
                is_wrong(gain <= 0, format!("it gains {gain}"))
            }
            Statement::GoodOrGains => {
                let (loss, gain) = (self.loss(game, mv)?, self.gain(game, mv)?);
                is_wrong(
                    loss > LOSES && gain <= 0,
                    format!("it loses {loss} and gains {gain}"),
                )
            }
            Statement::Missed(missed) => {
                let better = self.score_of(game, missed.mv)? - self.score_of(game, mv)?;
                is_wrong(
                    better < LOSES,
                    format!("{} is better by {better}", missed.san),
                )
            }
            Statement::ForcesMate => {
                let score = self.score_unless(game, mv, |score| score >= WON)?;
                is_wrong(score < WON, format!("the score is {score}"))
            }
            Statement::IsMated => {
                let score = self.score_unless(game, mv, |score| score <= -WON)?;
                is_wrong(score > -WON, format!("the score is {score}"))
            }
            Statement::KeptOut(piece, at) => {
                let entered = after.legal_moves().into_iter().find(|enters| {
                    let moved = after.piece_at(enters.from()).map(|(_, piece)| piece);
                    (moved, enters.to()) == (Some(piece), at)
                });
                let Some(enters) = entered else {
                    return Ok(Some("it cannot go there".to_owned()));
                };
                let mut next = game.clone();
                if next.play(mv).is_err() {
                    return Ok(None);
                }
                let (loss, gain) = (self.loss(&next, enters)?, self.gain(&next, enters)?);
                let is_wrong_there = loss < THREAT && gain >= 0 && !self.is_taken(&next, enters)?;
                is_wrong(
                    is_wrong_there,
                    format!("there it loses {loss} and gains {gain}"),
                )
            }
            Statement::OneOfFew(others) => {
                let loss = self.loss(game, mv)?;
                let mut rest = before.legal_moves().to_vec();
                rest.retain(|&other| other != mv && others.iter().all(|named| named.mv != other));
                let next = self.ask(game, rest)?;
                let gap = self.score_of(game, mv)? - next.score.map_or(0, cp);
                is_wrong(
                    loss > LOSES || gap <= LOSES,
                    format!("it loses {loss}, and the next best {gap}"),
                )
            }
        })
    }

    fn ask(&mut self, game: &Game, searchmoves: Vec<Move>) -> Result<MoveReply, Fault> {
        self.ask_to(self.depth, game, searchmoves)
    }

    fn ask_to(
        &mut self,
        depth: u8,
        game: &Game,
        searchmoves: Vec<Move>,
    ) -> Result<MoveReply, Fault> {
        self.player.choose(&MoveRequest {
            game,
            limits: SearchLimits {
                searchmoves,
                ..SearchLimits::depth(depth)
            },
            clocks: [None; 2],
            max_time: None,
            clock: &StoppedClock,
            stop: &NeverStop,
            seed: 0,
        })
    }

    fn score_of(&mut self, game: &Game, mv: Move) -> Result<i32, Fault> {
        let reply = self.ask(game, vec![mv])?;
        Ok(reply.score.map_or(0, cp))
    }

    /// A move's score, of a deeper search if it is not the one that is expected: a mate may be quiet, and
    /// longer than what is seen at first.
    fn score_unless(
        &mut self,
        game: &Game,
        mv: Move,
        is_expected: impl Fn(i32) -> bool,
    ) -> Result<i32, Fault> {
        let score = self.score_of(game, mv)?;
        if is_expected(score) {
            return Ok(score);
        }
        let reply = self.ask_to(self.depth.saturating_add(DEEPER), game, vec![mv])?;
        Ok(reply.score.map_or(0, cp))
    }

    /// What the move loses against the best, centipawns; one win is as good as another.
    fn loss(&mut self, game: &Game, mv: Move) -> Result<i32, Fault> {
        let best = self.ask(game, Vec::new())?;
        // Two searches of one move seldom say the same.
        if best.mv == mv {
            return Ok(0);
        }
        let decided = |cp: i32| cp.clamp(-DECIDED, DECIDED);
        Ok(decided(best.score.map_or(0, cp)) - decided(self.score_of(game, mv)?))
    }

    /// The mover's score if the opponent passed.
    fn free_move(&mut self, after: &Position) -> Result<i32, Fault> {
        let passed = Game::from_position(after.play_null());
        let best = self.ask(&passed, Vec::new())?;
        Ok(best.score.map_or(0, cp))
    }

    /// Whether the best reply to a move takes the moved piece, and is not taken back by the best one.
    fn is_taken(&mut self, game: &Game, mv: Move) -> Result<bool, Fault> {
        let mut line = game.clone();
        let on = |reply: Move| reply.is_capture() && reply.to() == mv.to();
        if line.play(mv).is_err() || line.outcome().is_some() {
            return Ok(false);
        }
        let taker = self.ask(&line, Vec::new())?.mv;
        if !on(taker) || line.play(taker).is_err() {
            return Ok(false);
        }
        Ok(line.outcome().is_some() || !on(self.ask(&line, Vec::new())?.mv))
    }

    /// What the move gains in material after some best moves, and with the best capture then.
    fn gain(&mut self, game: &Game, mv: Move) -> Result<i32, Fault> {
        let us = game.position().side_to_move();
        let mut line = game.clone();
        let mut next = mv;
        for _ in 1..GAIN_PLIES {
            if line.play(next).is_err() || line.outcome().is_some() {
                break;
            }
            next = self.ask(&line, Vec::new())?.mv;
        }
        let end = line.position();
        let captures = end.captures();
        let more = captures.iter().map(|&mv| end.see(mv)).max().unwrap_or(0);
        let sign = if end.side_to_move() == us { 1 } else { -1 };
        Ok(balance(end, us) + sign * more.max(0) - balance(game.position(), us))
    }
}

fn balance(position: &Position, us: Color) -> i32 {
    let count = |color, piece| position.colored(color, piece).len() as i32;
    let pieces = Piece::ALL.iter().filter(|&&piece| piece != Piece::King);
    pieces
        .map(|&piece| EXCHANGE_VALUES[piece.index()] * (count(us, piece) - count(!us, piece)))
        .sum()
}

fn cp(score: Score) -> i32 {
    match score {
        Score::Cp(cp) => cp.clamp(-MAX_CP, MAX_CP),
        Score::Mate(1..) => MAX_CP,
        Score::Mate(_) => -MAX_CP,
    }
}

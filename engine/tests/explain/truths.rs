//! Every claim in many games, checked by an independent implementation.

use std::collections::HashMap;

use engine::explain::{
    Claim, ClaimKind, Evasion, Facts, Gain, Lead, MoveReason, Named, Sound, why,
};
use engine::player::{
    Calculator, Control, Decision, Level, NeverStop, Player, PlayerConfig, Recalled, Source,
    StoppedClock, StrategyId, Strength,
};
use engine::rules::{Color, File, Game, Move, Piece, Position, Rank, Square, san};
use engine::search::{Score, SearchLimits};
use rand::seq::IndexedRandom;

use crate::plans_hold::WINS;
use crate::sight::{
    attackers, attacks, attacks_through, captured, is_mate, is_mated_in, material, mates_in,
    most_on, value,
};

/// Strategy, level, nodes a move, and number of games.
const GAMES: &[(StrategyId, Option<u8>, u64, u64)] = &[
    (StrategyId::Calculator, None, 3_000, 4),
    (StrategyId::Calculator, Some(1), 3_000, 4),
    (StrategyId::Calculator, Some(3), 3_000, 3),
    (StrategyId::Calculator, Some(6), 3_000, 2),
    (StrategyId::Explorer, None, 500, 2),
    (StrategyId::Grabber, None, 500, 3),
    (StrategyId::Dice, None, 1, 1),
    (StrategyId::Ponder, Some(4), 3_000, 2),
];

/// Nodes of each sound search.
const SOUND_NODES: u64 = 3_000;

#[test]
fn every_claim_is_true() {
    let mut kinds = HashMap::new();
    let mut sentences = 0;
    for &(id, level, nodes, games) in GAMES {
        for seed in 0..games {
            let level = level.and_then(Level::new);
            play(id, level, nodes, seed, &mut |facts, reason| {
                sentences += 1;
                *kinds.entry(reason.kind()).or_insert(0) += 1;
                Check::new(facts, &reason).run();
            });
        }
    }
    assert!(sentences > 800, "only {sentences}");
    assert!(kinds.len() > 25, "{kinds:?}");
}

/// A game of a player against itself, after a few random moves, with the sentence about each move.
pub fn play(
    id: StrategyId,
    level: Option<Level>,
    nodes: u64,
    seed: u64,
    told: &mut dyn FnMut(&Facts<'_>, MoveReason),
) {
    let seat = PlayerConfig {
        hash_mb: 1,
        strength: level.map(Strength::from),
        seed,
        ..PlayerConfig::default()
    };
    let mut player = seat.player(id).unwrap();
    let mut sound = Calculator::new(1);
    sound.remember(true);
    let mut rng = engine::rng(seed);
    let mut game = Game::new();
    let (mut said, mut earlier, mut last) = (
        <[Vec<ClaimKind>; 2]>::default(),
        [None, None],
        [String::new(), String::new()],
    );
    while game.outcome().is_none() && game.ply() < 110 {
        let side = game.position().side_to_move().index();
        let mv = if game.ply() < 4 && id != StrategyId::Ponder {
            *game.position().legal_moves().choose(&mut rng).unwrap()
        } else {
            let decision = choose(&mut *player, &game, nodes, seed);
            let sound = Sound::search(&game, decision.mv.unwrap(), &mut sound, SOUND_NODES);
            let facts = Facts {
                sound: sound.as_ref(),
                game: &game,
                decision: &decision,
                earlier: earlier[side].as_ref(),
                said: &said[side],
            };
            if let Some(reason) = why(&facts) {
                assert_ne!(reason.text, last[side], "{}", game.position());
                last[side].clone_from(&reason.text);
                let kind = reason.kind();
                told(&facts, reason);
                said[side].push(kind);
            }
            let mv = decision.mv.unwrap();
            earlier[side] = Some(decision);
            mv
        };
        game.play(mv).unwrap();
    }
}

fn choose(player: &mut dyn Player, game: &Game, nodes: u64, seed: u64) -> Decision {
    let mut control = Control {
        clock: &StoppedClock,
        stop: &NeverStop,
        report: &mut |_| {},
        rng: engine::rng(seed ^ game.position().key()),
    };
    player.choose(game, &SearchLimits::nodes(nodes), &mut control)
}

/// Whether an exchange gained what was said, by the real moves of both sides.
pub fn gained(gain: Gain, cp: i32) -> bool {
    match gain {
        Gain::Whole(piece) => cp == value(piece),
        Gain::For(first, second) => cp >= value(first) - value(second) && cp < value(first),
        Gain::Pawn => (80..=120).contains(&cp),
        Gain::Minor => (300..=340).contains(&cp),
        Gain::Material => cp >= 80,
    }
}

/// A sentence with everything needed to check it.
pub struct Check<'a> {
    pub facts: &'a Facts<'a>,
    reason: &'a MoveReason,
    pub before: &'a Position,
    pub after: Position,
    pub mv: Move,
    pub us: Color,
    /// The piece before and after the move.
    pub moved: Piece,
    pub stands: Piece,
    pub taken: Option<Piece>,
}

impl<'a> Check<'a> {
    pub fn new(facts: &'a Facts<'a>, reason: &'a MoveReason) -> Check<'a> {
        let before = facts.game.position();
        let mv = facts.decision.mv.unwrap();
        let after = before.play(mv);
        let at = |position: &Position, square| position.piece_at(square).map(|(_, piece)| piece);
        let taken = if mv.is_en_passant() {
            Some(Piece::Pawn)
        } else {
            at(before, mv.to())
        };
        Check {
            moved: at(before, mv.from()).unwrap(),
            stands: at(&after, mv.to()).unwrap(),
            taken,
            us: before.side_to_move(),
            facts,
            reason,
            before,
            after,
            mv,
        }
    }

    /// Asserts that it is true, well put, and shown by its proof.
    pub fn run(&self) {
        let text = &self.reason.text;
        let well_formed = text.len() <= 90 && text.ends_with('.') && !text.contains('$');
        assert!(well_formed, "{text:?}");
        assert!(
            self.holds(&self.reason.claim),
            "not true of {} in {}: {text:?} {:?}",
            san::write(self.before, self.mv),
            self.before,
            self.reason.claim
        );
        let (claim, proof) = (&self.reason.claim, &self.reason.proof);
        assert!(
            self.proof_shows(claim, proof),
            "{text:?} of {} in {} is not shown by {proof:?}",
            san::write(self.before, self.mv),
            self.before
        );
    }

    /// A named move is legal there and has its right name.
    pub fn named(&self, position: &Position, named: &Named) -> bool {
        position.is_legal(named.mv) && san::write(position, named.mv) == named.san
    }

    /// Where the piece stood that was taken.
    fn taken_at(&self) -> Square {
        if self.mv.is_en_passant() {
            Square::new(self.mv.to().file(), self.mv.from().rank())
        } else {
            self.mv.to()
        }
    }

    /// Whether the mover is so far ahead, and the line does not change that.
    fn leads(&self, lead: Lead) -> bool {
        let ahead = material(self.before, self.us);
        let more = |piece: Piece| {
            let side = |side| {
                let stands = |at: &Square| self.before.piece_at(*at) == Some((side, piece));
                Square::ALL.into_iter().filter(stands).count() as i32
            };
            side(self.us) - side(!self.us)
        };
        let is_one = |one| {
            Piece::ALL
                .iter()
                .all(|&piece| more(piece) == i32::from(piece == one))
        };
        ahead >= 300
            && ahead + self.kept() >= 300
            && match lead {
                Lead::Piece(piece) => is_one(piece),
                Lead::Material => true,
            }
    }

    fn score(&self) -> Score {
        self.facts.decision.lines[0].score
    }

    /// What the engine's line wins, with the best capture on its last square but one side's more.
    pub fn kept(&self) -> i32 {
        let pv = &self.facts.sound.unwrap().played.pv;
        let line: &[Move] = if pv.len() > 2 { pv } else { &[self.mv] };
        let mut end = *self.before;
        for &mv in line {
            end = end.play(mv);
        }
        let more = Square::ALL.into_iter().map(|at| most_on(&end, at)).max();
        let more = more.unwrap_or(0);
        let sign = if end.side_to_move() == self.us { 1 } else { -1 };
        // The side to move at the end may have one exchange that pays.
        material(&end, self.us) + (sign * more).max(0) - material(self.before, self.us)
    }

    /// Whether one of yours attacks a square before the move, and is of this kind.
    fn attacked_by(&self, at: Square, from: Piece) -> bool {
        attackers(self.before, at, !self.us)
            .iter()
            .any(|&square| self.before.piece_at(square) == Some((!self.us, from)))
    }

    /// Whether a claim is true of the move.
    pub fn holds(&self, claim: &Claim) -> bool {
        match claim {
            Claim::Mate => is_mate(&self.after),
            Claim::Only => self.before.legal_moves().len() == 1,
            Claim::Book { name } => {
                let named = engine::book::opening(&[self.after.key()]);
                self.facts.decision.source == Source::Book
                    && named.map(|opening| opening.name) == *name
            }
            Claim::Solved(root) => {
                self.facts.decision.source == Source::Tablebase
                    && self.facts.decision.solved.as_ref() == Some(root)
            }
            Claim::Remembered { games, well } => self.recalls(|recalled| {
                (recalled.visits, recalled.q > 0) == (*games, *well) && *games > 0
            }),
            Claim::Tried { games } => {
                self.recalls(|recalled| recalled.exploratory && recalled.visits == *games)
            }
            Claim::Judged => {
                self.facts.decision.source == Source::Learner
                    && self.facts.decision.recalled.is_none()
            }
            Claim::Lots => self.facts.decision.source == Source::Chance,
            Claim::Draws(reason) => {
                let mut game = self.facts.game.clone();
                game.play(self.mv).unwrap();
                game.outcome()
                    .is_some_and(|outcome| outcome.reason == *reason)
            }
            Claim::Repeats => {
                let mut game = self.facts.game.clone();
                game.play(self.mv).unwrap();
                game.repetitions() > 1 && matches!(self.score(), Score::Cp(..=0))
            }
            Claim::Forces { moves } => {
                self.score() == Score::Mate(*moves as i32)
                    && (*moves > 2 || is_mated_in(&self.after, moves - 1))
            }
            Claim::Lost { moves } => {
                self.score() == Score::Mate(-(*moves as i32))
                    && (*moves > 2 || mates_in(&self.after, *moves))
            }
            claim => self.captures_hold(claim),
        }
    }

    fn recalls(&self, holds: impl Fn(&Recalled) -> bool) -> bool {
        let decision = self.facts.decision;
        decision.source == Source::Learner && decision.recalled.as_ref().is_some_and(holds)
    }

    fn earlier_score(&self) -> Option<Score> {
        Some(self.facts.earlier?.lines.first()?.score)
    }

    fn captures_hold(&self, claim: &Claim) -> bool {
        let (before, after, mv) = (self.before, &self.after, self.mv);
        match claim {
            Claim::Overlooked(missed) => {
                let sight = self.facts.decision.sight.unwrap();
                let seen = sight.seen_moves(self.facts.game);
                self.named(before, missed)
                    && !seen.contains(&missed.mv)
                    && captured(before, missed.mv) >= 300
                    && !mates_in(&before.play(missed.mv), 1)
            }
            Claim::NotSeen(answer) => {
                let game = self.facts.game;
                let sight = self.facts.earlier.unwrap().sight.unwrap();
                let [.., own, last] = *game.moves() else {
                    return false;
                };
                let position = game.position_at(game.ply() - 1);
                self.named(&position, answer)
                    && answer.mv == last
                    && !sight.sees(&position, Some(own), last)
                    && captured(&position, last) >= WINS
            }
            Claim::Promotes(piece) => mv.promotion() == Some(*piece) && captured(before, mv) > 0,
            Claim::TakesBack(at) => {
                let last = *self.facts.game.moves().last().unwrap();
                last.is_capture() && last.to() == *at && mv.to() == *at && self.taken.is_some()
            }
            Claim::TakesFree(target) => {
                self.taken == Some(target.piece)
                    && before.piece_at(target.at) == Some((!self.us, target.piece))
                    && attackers(after, mv.to(), !self.us).is_empty()
            }
            Claim::Takes(target) => {
                self.taken == Some(target.piece)
                    && before.piece_at(target.at) == Some((!self.us, target.piece))
            }
            Claim::Wins { gain, at } => {
                self.kept() > 0 && mv.to() == *at && gained(*gain, captured(before, mv))
            }
            Claim::Offers(piece) => {
                let taken = attackers(after, mv.to(), !self.us);
                self.stands == *piece && !taken.is_empty()
            }
            Claim::Trades {
                mine,
                yours,
                at,
                ahead,
            } => {
                (self.moved, self.taken) == (*mine, Some(*yours))
                    && mv.to() == *at
                    && captured(before, mv).abs() <= 20
                    && ahead.is_none_or(|lead| self.leads(lead))
            }
            Claim::Invites { piece, ahead } => {
                self.stands == *piece
                    && ahead.is_none_or(|lead| self.leads(lead))
                    && attackers(after, mv.to(), !self.us)
                        .iter()
                        .any(|&from| after.piece_at(from) == Some((!self.us, *piece)))
            }
            claim => self.guards_hold(claim),
        }
    }

    fn guards_hold(&self, claim: &Claim) -> bool {
        let (before, after, mv) = (self.before, &self.after, self.mv);
        match claim {
            Claim::StopsMate(mate) => {
                let unmoved = before.play_null();
                self.named(&unmoved, mate) && is_mate(&unmoved.play(mate.mv)) && !mates_in(after, 1)
            }
            Claim::Evades(how) => {
                before.in_check()
                    && match how {
                        Evasion::KingMoves => self.moved == Piece::King,
                        Evasion::Blocks(piece) => self.moved == *piece && *piece != Piece::King,
                        Evasion::Takes(piece) => {
                            self.taken == Some(*piece)
                                && attacks(before, self.taken_at(), before.king(self.us))
                        }
                    }
            }
            Claim::Rescues { piece, from } => {
                self.moved == *piece
                    && self.attacked_by(mv.from(), *from)
                    && most_on(&before.play_null(), mv.from()) >= 80
                    && most_on(after, mv.to()) <= 20
                    && attackers(before, mv.from(), !self.us)
                        .iter()
                        .any(|&square| {
                            before.piece_at(square) == Some((!self.us, *from))
                                && !attacks(after, square, mv.to())
                        })
            }
            Claim::Defends { target, from } => {
                after.piece_at(target.at) == Some((self.us, target.piece))
                    && self.attacked_by(target.at, *from)
                    && most_on(&before.play_null(), target.at) >= 80
                    && most_on(after, target.at) <= 20
                    && attacks(after, mv.to(), target.at)
                    && !attacks(before, mv.from(), target.at)
            }
            Claim::Shields { target, from } => {
                after.piece_at(target.at) == Some((self.us, target.piece))
                    && attackers(before, target.at, !self.us)
                        .iter()
                        .any(|&square| {
                            before.piece_at(square) == Some((!self.us, *from))
                                && !attacks(after, square, target.at)
                                && attacks_through(after, square, target.at, Some(mv.to()))
                        })
                    && most_on(after, target.at) <= 20
            }
            claim => self.threats_hold(claim),
        }
    }

    fn threats_hold(&self, claim: &Claim) -> bool {
        let (after, mv) = (&self.after, self.mv);
        match claim {
            Claim::Fork(targets) => {
                most_on(after, mv.to()) <= 20
                    && targets.iter().all(|target| {
                        let undefended = attackers(after, target.at, !self.us).is_empty();
                        let worth_it = value(target.piece) > value(self.stands) || undefended;
                        after.piece_at(target.at) == Some((!self.us, target.piece))
                            && attacks(after, mv.to(), target.at)
                            && worth_it
                            && (target.piece == Piece::King) == (target.at == after.king(!self.us))
                    })
            }
            Claim::ThreatensMate(mate) => {
                let passed = after.play_null();
                self.named(&passed, mate) && is_mate(&passed.play(mate.mv))
            }
            Claim::Threatens {
                capture,
                target,
                gain,
            } => {
                let passed = after.play_null();
                self.named(&passed, capture)
                    && passed.piece_at(target.at) == Some((!self.us, target.piece))
                    && gained(*gain, captured(&passed, capture.mv))
                    && !after.legal_moves().iter().any(|&answer| {
                        answer.from() == target.at
                            && answer.to() == capture.mv.from()
                            && captured(after, answer) >= -20
                    })
            }
            Claim::Pins { target, to } => {
                let behind = Square::ALL
                    .into_iter()
                    .filter(|&square| after.piece_at(square) == Some((!self.us, *to)));
                after.piece_at(target.at) == Some((!self.us, target.piece))
                    && behind.into_iter().any(|square| {
                        !attacks(after, mv.to(), square)
                            && attacks_through(after, mv.to(), square, Some(target.at))
                    })
            }
            Claim::Checks { answers, only } => {
                let moves = after.legal_moves();
                after.in_check()
                    && moves.len() == usize::from(*answers)
                    && only.is_some() == (moves.len() == 1)
                    && only.iter().all(|only| self.named(after, only))
            }
            claim => self.quiet_holds(claim),
        }
    }

    fn quiet_holds(&self, claim: &Claim) -> bool {
        let (before, after, mv) = (self.before, &self.after, self.mv);
        let pawns = |file: File| {
            let on = Rank::ALL.map(|rank| after.piece_at(Square::new(file, rank)));
            move |color: Color| on.contains(&Some((color, Piece::Pawn)))
        };
        match claim {
            Claim::File { at, half } => {
                let pawns = pawns(at.file());
                self.stands == Piece::Rook
                    && mv.to() == *at
                    && !pawns(self.us)
                    && pawns(!self.us) == *half
            }
            Claim::Runs { at, steps } => {
                let rank = at.rank().index() as i32;
                let (ahead, left) = match self.us {
                    Color::White => (rank + 1..8, 7 - rank),
                    Color::Black => (0..rank, rank),
                };
                let free = ahead.into_iter().all(|rank| {
                    let rank = Rank::from_index(rank as u8).unwrap();
                    [-1, 0, 1].into_iter().all(|by| {
                        let file = Square::new(at.file(), rank).offset(by, 0);
                        file.is_none_or(|square| {
                            after.piece_at(square) != Some((!self.us, Piece::Pawn))
                        })
                    })
                });
                free && left == i32::from(*steps) && self.stands == Piece::Pawn && mv.to() == *at
            }
            Claim::Castles { pawns } => {
                let king = if mv.to().file() > mv.from().file() {
                    6
                } else {
                    2
                };
                let forward = if self.us == Color::White { 1 } else { -1 };
                let home = mv.from().offset(king - mv.from().file().index() as i8, 0);
                let mut before_king = 0;
                for (file, rank) in [(-1, 1), (0, 1), (1, 1), (-1, 2), (0, 2), (1, 2)] {
                    let at = home.and_then(|home| home.offset(file, rank * forward));
                    let stands = at.and_then(|at| after.piece_at(at));
                    before_king += u8::from(stands == Some((self.us, Piece::Pawn)));
                }
                mv.is_castle() && before_king == *pawns
            }
            Claim::Develops(piece) => {
                let first = if self.us == Color::White {
                    Rank::FIRST
                } else {
                    Rank::EIGHTH
                };
                self.moved == *piece && mv.from().rank() == first && mv.to().rank() != first
            }
            Claim::Centre(at) => {
                self.stands == Piece::Pawn && ["d4", "e4", "d5", "e5"].contains(&&*at.to_string())
            }
            Claim::Better { by } | Claim::Worse { by } => {
                let sign = if matches!(claim, Claim::Better { .. }) {
                    1
                } else {
                    -1
                };
                matches!((self.earlier_score(), self.score()), (Some(Score::Cp(then)), Score::Cp(now))
                    if (now - then) * sign == *by)
            }
            Claim::AimsAt { with, target } => {
                self.stands == *with
                    && after.piece_at(target.at) == Some((!self.us, target.piece))
                    && attacks(after, mv.to(), target.at)
                    && !attacks(before, mv.from(), target.at)
            }
            Claim::Saw { seen, of } => {
                let sight = self.facts.decision.sight.unwrap();
                let saw = sight.seen_moves(self.facts.game);
                saw.contains(&mv) && saw.len() == *seen && before.legal_moves().len() == *of
            }
            claim => self.endings_hold(claim),
        }
    }
}

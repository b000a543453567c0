//! Sentences about moves in games at low levels, checked by a deep search.
//!
//! A few positions in every run; `PONDER_SENTENCES=2000 PONDER_SENTENCE_DEPTH=14` takes an hour in a
//! release build.

use engine::explain::{Claim, Facts, Sound, why};
use engine::player::{
    Calculator, Control, Decision, Level, NeverStop, Player, PlayerConfig, StoppedClock, StrategyId,
};
use engine::rules::{Game, Move, Position, Square, san};
use engine::search::{Line, Score, SearchLimits};
use rand::seq::IndexedRandom;

use crate::sight::{material, most_on};

/// Nodes of each sound search, as on the page.
const SOUND_NODES: u64 = 150_000;

/// How many positions, and how deep, unless the environment says otherwise.
const POSITIONS: usize = 40;
const DEPTH: u8 = 9;

/// A threat that gains less than this is none, centipawns.
const THREAT: i32 = 30;
/// A move that loses more than this is not good, centipawns.
const LOSES: i32 = 80;
/// A score that is off by more than this was none.
const LOSES_MUCH: i32 = 200;

fn from_environment<T: std::str::FromStr>(name: &str, usual: T) -> T {
    let given = std::env::var(name).ok();
    given.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The opponent's expected answer, if the text names it: the page shows that only when asked.
fn told_reply(game: &Game, decision: &Decision, text: &str) -> Option<String> {
    let [mv, reply, ..] = *decision.lines.first()?.pv.as_slice() else {
        return None;
    };
    let reply = san::write(&game.position().play(mv), reply);
    text.split(|c: char| !(c.is_alphanumeric() || "+#=-".contains(c)))
        .any(|word| word == reply)
        .then_some(reply)
}

struct Deep {
    search: Calculator,
    depth: u8,
}

impl Deep {
    fn line(&mut self, game: &Game, searchmoves: Vec<Move>) -> Option<Line> {
        let limits = SearchLimits {
            searchmoves,
            ..SearchLimits::depth(self.depth)
        };
        choose(&mut self.search, game, &limits, 0)
            .lines
            .into_iter()
            .next()
    }

    fn score(&mut self, game: &Game, mv: Move) -> i32 {
        self.line(game, vec![mv]).map_or(0, |line| cp(line.score))
    }

    /// What contradicts the claim about a move, if something does.
    fn contradicts(&mut self, game: &Game, decision: &Decision, claim: &Claim) -> Option<String> {
        let mv = decision.mv?;
        let lost = |deep: &mut Self| {
            let best = deep.line(game, Vec::new()).map_or(0, |line| cp(line.score));
            best - deep.score(game, mv)
        };
        match claim {
            Claim::Threatens { capture, .. } => {
                let after = game.position().play(mv);
                let passed = Game::from_position(after.play_null());
                let gain = self.score(&passed, capture.mv) - self.score(game, mv);
                (gain < THREAT).then(|| format!("{} gains {gain}", capture.san))
            }
            Claim::Fork(_) | Claim::Part { .. } | Claim::Stands(_) | Claim::Offers(_) => {
                let lost = lost(self);
                (lost > LOSES).then(|| format!("it loses {lost}"))
            }
            Claim::Castles { safer: true } => {
                let lost = lost(self);
                (lost > LOSES).then(|| format!("it loses {lost}"))
            }
            // It says of the square, not of the game, that nothing defends it.
            Claim::TakesFree(_) => {
                let after = game.position().play(mv);
                let back = after.legal_moves().into_iter();
                let back = back.filter(|back| back.to() == mv.to()).count();
                (back > 0).then(|| format!("{back} moves take back"))
            }
            Claim::Wins { .. } | Claim::Promotes(_) => {
                let line = self.line(game, vec![mv])?;
                let kept = kept(game.position(), &line.pv);
                (kept <= 0).then(|| format!("it keeps {kept}"))
            }
            Claim::Overlooked(missed) => {
                let best = self.line(game, Vec::new())?;
                let worse = cp(best.score) - self.score(game, missed.mv);
                (worse > LOSES).then(|| format!("{} is worse than the best by {worse}", missed.san))
            }
            Claim::Better { .. } | Claim::Worse { .. } => {
                let off = self.score(game, mv) - cp(decision.lines.first()?.score);
                (off.abs() > LOSES_MUCH).then(|| format!("the score is off by {off}"))
            }
            _ => None,
        }
    }
}

/// What a line wins in material, with the best capture at its end.
fn kept(before: &Position, line: &[Move]) -> i32 {
    let us = before.side_to_move();
    let end = line.iter().fold(*before, |position, &mv| position.play(mv));
    let more = Square::ALL.into_iter().map(|at| most_on(&end, at)).max();
    let more = more.unwrap_or(0);
    let sign = if end.side_to_move() == us { 1 } else { -1 };
    material(&end, us) + sign * more - material(before, us)
}

fn cp(score: Score) -> i32 {
    match score {
        Score::Cp(cp) => cp.clamp(-2_000, 2_000),
        Score::Mate(1..) => 2_000,
        Score::Mate(_) => -2_000,
    }
}

fn choose(player: &mut dyn Player, game: &Game, limits: &SearchLimits, seed: u64) -> Decision {
    let mut control = Control {
        clock: &StoppedClock,
        stop: &NeverStop,
        report: &mut |_| {},
        rng: engine::rng(seed),
    };
    player.choose(game, limits, &mut control)
}

#[test]
fn nothing_is_said_that_a_deep_search_contradicts() {
    let positions = from_environment("PONDER_SENTENCES", POSITIONS);
    let mut deep = Deep {
        search: Calculator::new(16),
        depth: from_environment("PONDER_SENTENCE_DEPTH", DEPTH),
    };
    let mut verifier = Calculator::new(4);
    verifier.remember(true);
    let (mut seen, mut said, mut wrong, mut seed) = (0, 0, Vec::new(), 0);
    while seen < positions {
        let level = Level::new(1 + (seed % 7) as u8);
        let seat = PlayerConfig {
            hash_mb: 1,
            level,
            seed,
            ..PlayerConfig::default()
        };
        let mut mind = seat.player(StrategyId::Calculator).expect("it plays");
        let mut rng = engine::rng(seed);
        let mut game = Game::new();
        while game.outcome().is_none() && game.ply() < 80 && seen < positions {
            if game.ply() < 4 {
                let moves = game.position().legal_moves();
                game.play(*moves.choose(&mut rng).expect("it is not over"))
                    .expect("legal");
                continue;
            }
            let decision = choose(&mut *mind, &game, &SearchLimits::nodes(50_000), seed);
            let mv = decision.mv.expect("a move");
            verifier.new_game();
            let sound = Sound::search(&game, mv, &mut verifier, SOUND_NODES);
            let facts = Facts {
                game: &game,
                decision: &decision,
                before: None,
                level,
                seed,
                sound: sound.as_ref(),
                said: &[],
            };
            seen += 1;
            if let Some(reason) = why(&facts) {
                said += 1;
                if let Some(reply) = told_reply(&game, &decision, &reason.text) {
                    wrong.push(format!("{:?} tells the expected {reply}", reason.text));
                }
                if let Some(how) = deep.contradicts(&game, &decision, &reason.claim) {
                    wrong.push(format!("{}: {:?}, but {how}", game.position(), reason.text));
                }
            }
            game.play(mv).expect("legal");
        }
        seed += 1;
    }
    println!(
        "{said} sentences in {seen} positions, {} contradicted",
        wrong.len()
    );
    assert!(
        wrong.is_empty(),
        "{} of {seen}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

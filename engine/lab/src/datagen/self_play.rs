//! One engine against itself.

use rand::RngExt;

use super::record::{MOST_PLIES, Record, Scored};
use crate::arena::{Adjudication, Adjudicator, DrawRule, ResignRule};
use engine::eval::Judge;
use engine::player::{Calculator, Control, NeverStop, Player, StoppedClock};
use engine::rules::{Game, Move};
use engine::search::{Score, SearchLimits};

/// Half-moves of an opening.
const OPENING: std::ops::RangeInclusive<u32> = 8..=10;
/// Who is so far ahead after the opening has won already, centipawns.
const ONE_SIDED: u32 = 400;
/// A depth that is begun may take so many times the nodes after which none is begun.
const HARD: u64 = 8;
/// The hash table of a game, MB.
const HASH: u32 = 4;
/// Odd, to spread the numbers of games over the seeds.
const SPREAD: u64 = 0xd134_2543_de82_ef95;

/// Games end when both sides say so: won ones, and drawn ones once the opening is far.
const ADJUDICATION: Adjudication = Adjudication {
    resign: Some(ResignRule {
        score: 1_200,
        moves: 2,
    }),
    draw: Some(DrawRule {
        from_move: 40,
        moves: 5,
        score: 8,
    }),
};

/// How games are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Of all games.
    pub seed: u64,
    /// After so many nodes no deeper search is begun.
    pub nodes: u64,
    /// Who judges the positions.
    pub judge: Judge,
}

/// Plays games against itself.
pub struct SelfPlay {
    rules: Rules,
    player: Calculator,
}

impl SelfPlay {
    /// A player by these rules.
    #[must_use]
    pub fn new(rules: Rules) -> SelfPlay {
        let mut player = Calculator::new(HASH);
        player.remember(true);
        player.set_judge(rules.judge.clone());
        SelfPlay { rules, player }
    }

    /// The game of a number. It depends on the rules and the number alone.
    pub fn game(&mut self, number: u64) -> Record {
        let seed = self.rules.seed.wrapping_add(number.wrapping_mul(SPREAD));
        let mut rng = engine::rng(seed);
        // Most openings can be played, so the loop ends.
        loop {
            let Some(game) = opening(&mut rng) else {
                continue;
            };
            self.player.new_game();
            if let Some(record) = self.play(game) {
                return record;
            }
        }
    }

    /// Plays a game to its end; `None` where its opening has decided it.
    fn play(&mut self, mut game: Game) -> Option<Record> {
        let opening = game.moves().to_vec();
        let mut moves: Vec<Scored> = Vec::new();
        let mut adjudicator = Adjudicator::new(ADJUDICATION);
        let winner = loop {
            if let Some(outcome) = game.outcome() {
                break outcome.winner;
            }
            if game.ply() == MOST_PLIES {
                break None;
            }
            let (mv, score) = self.choose(&game);
            if moves.is_empty() && !is_level(score) {
                return None;
            }
            let side = game.position().side_to_move();
            let number = game.position().fullmove_number();
            moves.push(Scored::new(mv, score));
            game.play(mv).expect("the engine plays legal moves");
            if let Some(winner) = adjudicator.add_score(side, Some(score), number) {
                break winner;
            }
        };
        Some(Record {
            opening,
            moves,
            winner,
        })
    }

    fn choose(&mut self, game: &Game) -> (Move, Score) {
        let limits = SearchLimits {
            nodes: Some(self.rules.nodes * HARD),
            soft_nodes: Some(self.rules.nodes),
            ..SearchLimits::default()
        };
        let mut control = Control {
            clock: &StoppedClock,
            stop: &NeverStop,
            report: &mut |_| {},
            rng: engine::rng(0),
        };
        let decision = self.player.choose(game, &limits, &mut control);
        let mv = decision.mv.expect("the game is not over");
        (mv, decision.lines[0].score)
    }
}

fn is_level(score: Score) -> bool {
    matches!(score, Score::Cp(cp) if cp.unsigned_abs() < ONE_SIDED)
}

/// `None` if the game is over before the last ply.
fn opening(rng: &mut engine::Rng) -> Option<Game> {
    let mut game = Game::new();
    for _ in 0..rng.random_range(OPENING) {
        let moves = game.position().legal_moves();
        // 32 bits, since ranges of `usize` draw differently on wasm32.
        let count = u32::try_from(moves.len()).ok().filter(|&count| count > 0)?;
        let mv = *moves.get(rng.random_range(0..count) as usize)?;
        game.play(mv).ok()?;
    }
    game.outcome().is_none().then_some(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::eval::Evaluation;

    fn player() -> SelfPlay {
        SelfPlay::new(Rules {
            seed: 3,
            nodes: 100,
            judge: Evaluation::Tuned.into(),
        })
    }

    #[test]
    fn a_game_depends_on_its_number_alone_and_is_legal() {
        let mut player = player();
        let first = player.game(4);
        let other = player.game(5);
        assert_ne!(first, other);
        assert_eq!(player.game(4), first);
        assert_eq!(self::player().game(5), other);
        for record in [first, other] {
            assert!((8..=10).contains(&record.opening.len()));
            let mut game = record.opening().unwrap();
            for scored in &record.moves {
                game.play(scored.mv).unwrap();
            }
            if let Some(outcome) = game.outcome() {
                assert_eq!(record.winner, outcome.winner);
            }
        }
    }
}

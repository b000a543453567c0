//! Why moves were played and others not; and lines that are looked at on the board.

use engine::explain::Sound;
use engine::player::{Decision, Source};
use engine::rules::{Move, Position};
use engine::search::Score;
use engine::teaching::PruningComparison;

use super::update::{Step, start_fen};
use super::{
    Decided, Doubt, Effect, EngineState, Event, Preview, Said, Seats, State, Unexplained, Verified,
};
use crate::worker::{CountPruningOrder, VerifyOrder};

/// Decisions are kept for so many plies: the one that is explained, and the mover's one before.
const KEPT_PLIES: usize = 3;
/// Nodes of each of three sound searches around a move: a quarter of a second in all, while the
/// visitor thinks.
const SOUND_NODES: u64 = 150_000;
/// A refutation is shown move by move, so far apart, milliseconds…
const BETWEEN_MS: u32 = 1_000;
/// …and stays so long.
const STAYS_MS: u32 = 2_200;

impl State {
    /// The latest of the engine's moves, as long as nothing was said of it.
    pub fn unexplained(&self) -> Option<Unexplained> {
        let ply = self.game.ply().checked_sub(1)?;
        let Decided { decision, verified } = self.decided.get(&ply)?;
        let Verified::Done(sound) = verified else {
            return None;
        };
        if self.reasons.contains_key(&ply) {
            return None;
        }
        let color = self.game.position_at(ply).side_to_move();
        let score = |decided: &Decided| decided.decision.lines.first().map(|line| line.score);
        let earlier = ply.checked_sub(2).and_then(|ply| self.decided.get(&ply));
        let engine = self.engine_of(color);
        Some(Unexplained {
            ply,
            decision: decision.clone(),
            sound: sound.clone(),
            before: earlier.and_then(score),
            level: engine
                .filter(|engine| engine.strategy.searches())
                .filter(|engine| self.settings.depth_of(engine).is_none())
                .map(|engine| engine.level),
        })
    }

    /// What was said of the move that led to the position on the board.
    pub fn reason(&self) -> Option<&str> {
        let ply = self.shown_ply().checked_sub(1)?;
        self.reasons.get(&ply).map(|said| said.text.as_str())
    }

    /// The position on the board, a line that is looked at included, and the move that led there.
    pub fn board(&self) -> (Position, Option<Move>) {
        match self.preview {
            Some(preview) => (preview.position, Some(preview.last)),
            None => (self.shown_position(), self.last_move()),
        }
    }

    /// Whether a move can be doubted: the visitor has one to make.
    pub fn can_doubt(&self) -> bool {
        self.viewed.is_none() && !self.playable_moves().is_empty()
    }

    /// The score of the best move here, for its mover.
    pub fn best_score(&self) -> Option<Score> {
        let known = self.evaluations.get(&self.game.ply())?;
        Some(known.score.for_white(self.turn()))
    }
}

impl State {
    /// What pruning saves in a position, if that was the last one counted; inside, `None` where
    /// there was too much to count.
    pub fn savings_in(&self, position: &Position) -> Option<Option<PruningComparison>> {
        self.savings
            .filter(|(key, _)| *key == position.key())
            .map(|(_, savings)| savings)
    }

    /// The position that was thought about, where that was done with pruning and is over.
    pub fn pruned(&self) -> Option<Position> {
        let thought = self.thought.as_ref()?;
        let engine = self.engine_of(thought.root.side_to_move())?;
        let searched = thought.finished && !thought.lines.is_empty();
        let prunes = engine.strategy.prunes() && thought.explored.is_empty();
        (searched && prunes).then_some(thought.root)
    }

    /// Whether it can be counted now: the worker has nothing else to do.
    pub fn can_count(&self) -> bool {
        self.engine == EngineState::Ready && self.search.is_none()
    }
}

impl Step<'_> {
    pub(super) fn count_savings(&mut self, position: &Position) {
        if self.state.can_count() {
            self.effects.push(Effect::Count(CountPruningOrder {
                key: position.key(),
                fen: position.to_fen(),
            }));
        }
    }

    /// Keeps what was decided at this ply until it is explained.
    pub(super) fn remember_decision(&mut self, ply: usize, decision: Decision) {
        let verified = match (decision.source, decision.mv) {
            (Source::Search, Some(mv)) => {
                self.verify(ply, mv);
                Verified::Asked
            }
            _ => Verified::Done(None),
        };
        let decided = &mut self.state.decided;
        decided.retain(|&known, _| known < ply && known + KEPT_PLIES > ply);
        decided.insert(ply, Decided { decision, verified });
    }

    /// Asks for sound searches around the move that was made at a ply.
    fn verify(&mut self, ply: usize, mv: Move) {
        let game = &self.state.game;
        let nodes = match self.state.seats {
            // The next move waits for it.
            Seats::Engines => SOUND_NODES / 5,
            Seats::Engine { .. } | Seats::People => SOUND_NODES,
        };
        self.effects.push(Effect::Verify(Box::new(VerifyOrder {
            key: game.position_at(ply + 1).key(),
            start_fen: start_fen(game),
            moves: game.moves()[..ply].to_vec(),
            mv,
            nodes,
        })));
    }

    /// What sound searches say of the latest move that they were asked for.
    pub(super) fn verified(&mut self, key: u64, sound: Option<Box<Sound>>) {
        let game = &self.state.game;
        let asked = self.state.decided.iter_mut().rev().find(|(ply, decided)| {
            decided.verified == Verified::Asked
                && **ply < game.ply()
                && game.position_at(**ply + 1).key() == key
        });
        if let Some((_, decided)) = asked {
            decided.verified = Verified::Done(sound);
        }
    }

    /// The worker is gone, and with it what it was asked for.
    pub(super) fn forget_asked(&mut self) {
        for decided in self.state.decided.values_mut() {
            if decided.verified == Verified::Asked {
                decided.verified = Verified::Done(None);
            }
        }
    }

    pub(super) fn explained(&mut self, ply: usize, said: Said) {
        if self.state.decided.contains_key(&ply) && ply < self.state.game.ply() {
            self.state.reasons.insert(ply, said);
            self.save = true;
        }
    }

    /// Shows a line on the board, or the game again.
    pub(super) fn preview(&mut self, line: Option<(Position, Vec<Move>)>) {
        self.state.preview = line.and_then(|(mut position, moves)| {
            for &mv in &moves {
                if !position.is_legal(mv) {
                    return None;
                }
                position = position.play(mv);
            }
            let last = *moves.last()?;
            Some(Preview { position, last })
        });
    }

    /// The next move on the board is doubted instead of played, or not.
    pub(super) fn ask_why_not(&mut self, on: bool) {
        self.forget_doubt();
        self.state.asking = on && self.state.can_doubt();
    }

    pub(super) fn doubt(&mut self, mv: Move) {
        self.state.asking = false;
        self.drop_search();
        self.state.doubt = Some(Doubt { mv, line: None });
        self.go_on();
    }

    pub(super) fn forget_doubt(&mut self) {
        self.state.asking = false;
        self.state.doubt = None;
        self.state.preview = None;
    }

    /// What follows a doubted move was found: it is played out on the board.
    pub(super) fn answer_doubt(&mut self, decision: &Decision) {
        let root = *self.state.game.position();
        let Some(doubt) = &mut self.state.doubt else {
            return;
        };
        let line = decision.lines.first();
        let Some(line) = line.filter(|line| line.pv.first() == Some(&doubt.mv)) else {
            self.state.doubt = None;
            return;
        };
        doubt.line = Some(line.clone());
        let moves = line.pv.clone();
        let shown = moves.len().min(2);
        let mut later = |ms, event| {
            self.effects.push(Effect::After {
                ms,
                event: Box::new(event),
            });
        };
        let id = self.state.last_search;
        for plies in 2..=shown {
            later(BETWEEN_MS, Event::PlayOut { id, plies });
        }
        later(
            BETWEEN_MS * shown as u32 + STAYS_MS,
            Event::PlayOut { id, plies: 0 },
        );
        self.preview(Some((root, moves[..1].to_vec())));
    }

    /// The next moment of a refutation that is played out.
    pub(super) fn play_out(&mut self, plies: usize) {
        let root = *self.state.game.position();
        let Some(doubt) = &self.state.doubt else {
            return;
        };
        let moves = doubt.line.as_ref().map_or(&[][..], |line| &line.pv);
        let moves = moves[..plies.min(moves.len())].to_vec();
        self.preview((plies > 0).then_some((root, moves)));
    }
}

//! What the page asks of its worker: tables where they have the position, else a search.

use std::time::Duration;

use engine::player::StrategyId;
use engine::search::{Options, SearchLimits};
use engine::tables::TableSet;

use super::EndgameEffect;
use super::messages::EndgameRequest;
use super::state::{EndgameState, LessonStage};
use crate::worker::protocol::{HASH_MB, TableChoice};
use crate::worker::{EngineCommand, SearchOrder, ToWorker};

/// How long the full engine thinks where no table has the position.
const REPLY_TIME: Duration = Duration::from_millis(1_200);

impl EndgameState {
    /// Has the position on the board looked up, or, where no table has it, searched for the opponent.
    pub(super) fn probe(&mut self, effects: &mut Vec<EndgameEffect>) {
        if self.game.position().occupied().len() <= TableSet::Four.men() {
            self.ask(
                EndgameRequest::Probe {
                    fen: self.game.start().to_fen(),
                    moves: self.game.moves().to_vec(),
                },
                effects,
            );
        } else if self.stage == LessonStage::Answering {
            self.search(effects);
        }
    }

    /// Ends the search whose move is not wanted any more.
    pub(super) fn cancel_search(&mut self, effects: &mut Vec<EndgameEffect>) {
        if std::mem::take(&mut self.is_searching) {
            let command = EngineCommand::Cancel(self.last_search);
            effects.push(EndgameEffect::Engine(command));
        }
    }

    fn search(&mut self, effects: &mut Vec<EndgameEffect>) {
        self.start_worker(effects);
        self.is_searching = true;
        self.last_search = self.last_search.next();
        let order = SearchOrder {
            id: self.last_search,
            start_fen: Some(self.game.start().to_fen()),
            moves: self.game.moves().to_vec(),
            limits: SearchLimits::movetime(REPLY_TIME),
            strategy: StrategyId::Intuition,
            strength: None,
            book: None,
            playing_style: None,
            learning: None,
            options: Options::default(),
            tables: TableChoice::Available,
            seed: 0,
            hash_mb: HASH_MB,
        };
        let message = ToWorker::Search(Box::new(order));
        effects.push(EndgameEffect::Engine(EngineCommand::Send(message)));
    }

    pub(super) fn ask(&mut self, request: EndgameRequest, effects: &mut Vec<EndgameEffect>) {
        self.start_worker(effects);
        effects.push(EndgameEffect::Ask(request));
    }

    fn start_worker(&mut self, effects: &mut Vec<EndgameEffect>) {
        if !self.has_worker {
            self.has_worker = true;
            effects.push(EndgameEffect::Engine(EngineCommand::Start));
        }
    }

    pub(super) fn ask_for_map(&mut self, effects: &mut Vec<EndgameEffect>) {
        let Some(square) = self.map_square() else {
            return;
        };
        // Whoever looks at it while it is their move is helped.
        self.had_help |= self.stage == LessonStage::YourMove;
        if self.shown_map().is_none() && self.trouble.is_none() {
            let fen = self.game.position().to_fen();
            self.ask(EndgameRequest::Map { fen, square }, effects);
        }
    }

    pub(super) fn try_again(&mut self, effects: &mut Vec<EndgameEffect>) {
        self.trouble = None;
        self.probe(effects);
        self.ask_for_map(effects);
        if self.spread_on && self.spread.is_none() {
            self.set_spread(true, effects);
        }
    }
}

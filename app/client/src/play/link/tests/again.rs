//! A game that continues from its link: the engines play the same moves.

use crate::worker::{EngineCommand, FromWorker, ToWorker};
use engine::player::{Calculator, Clock, Control, Memory, NeverStop, Player};

use super::*;
use crate::play::SearchPurpose;
use crate::worker::SearchOrder;
use crate::worker::protocol::HASH_MB;

/// A page with an immediate worker.
struct Table {
    state: PlayState,
    /// The last search order.
    asked: Option<SearchOrder>,
    minds: Vec<(SearchOrder, Box<dyn Player + Send>)>,
}

/// The searches here use no clock.
struct Stopped;

impl Clock for Stopped {
    fn now(&self) -> std::time::Duration {
        std::time::Duration::ZERO
    }
}

impl Table {
    fn new(settings: Settings, id: u128) -> Self {
        let mut table = Self {
            state: page(settings, id),
            asked: None,
            minds: Vec::new(),
        };
        table.take(PlayEvent::Engine(FromWorker::Ready));
        table
    }

    /// Another visitor's page with the game of this link.
    fn of_link(fragment: &str) -> Self {
        let mut table = Self::new(Settings::default(), 99);
        let effects = open(&mut table.state, fragment);
        table.carry_out(effects);
        table
    }

    fn take(&mut self, event: PlayEvent) {
        let effects = update(&mut self.state, event, 0);
        self.carry_out(effects);
    }

    fn carry_out(&mut self, effects: Vec<PlayEffect>) {
        for effect in effects {
            match effect {
                PlayEffect::Engine(EngineCommand::Send(ToWorker::NewGame)) => self.minds.clear(),
                PlayEffect::Engine(EngineCommand::Send(ToWorker::Search(order))) => {
                    self.asked = Some(*order)
                }
                PlayEffect::After { event, .. } if matches!(*event, PlayEvent::NextMove { .. }) => {
                    self.take(*event);
                }
                _ => {}
            }
        }
    }

    /// Runs the search in progress.
    fn think(&mut self) {
        let search = self.state.search.as_ref().expect("a search");
        let order = self.asked.clone().expect("what was asked");
        assert_eq!((search.id, search.purpose), (order.id, SearchPurpose::Move));
        let seated = |(before, _): &(SearchOrder, _)| before.has_same_player(&order);
        let index = self.minds.iter().position(seated).unwrap_or_else(|| {
            let mind = match order.player_config(&Memory::default(), None, false) {
                Some(seat) => seat.player(order.strategy).expect("it plays"),
                None => Box::new(Calculator::new(HASH_MB)),
            };
            self.minds.push((order.clone(), mind));
            self.minds.len() - 1
        });
        let decision = self.minds[index].1.choose(
            &order.game().unwrap(),
            &order.limits,
            &mut Control {
                clock: &Stopped,
                stop: &NeverStop,
                report: &mut |_| {},
                rng: engine::rng(order.seed),
            },
        );
        let id = order.id;
        self.take(PlayEvent::Engine(FromWorker::Done {
            id,
            decision: Box::new(decision),
        }));
    }

    /// Plays this many plies; a person's moves depend on the position alone.
    fn play(&mut self, plies: usize) {
        let end = self.state.game.ply() + plies;
        while self.state.game.ply() < end && self.state.outcome().is_none() {
            if self.state.players.is_human(self.state.turn()) {
                let position = self.state.game.position();
                let legal = position.legal_moves();
                let index = position.key() as usize % legal.len();
                self.take(PlayEvent::UserMove(legal[index]));
            } else {
                if self.state.players == Players::TwoEngines && !self.state.engines_running {
                    self.take(PlayEvent::Run(true));
                }
                self.think();
            }
        }
    }
}

fn against(mind: StrategyId, level: u8) -> Settings {
    Settings {
        engine: EngineSettings {
            strength: Level::new(level).unwrap().into(),
            ..EngineSettings::new(mind)
        },
        ..Settings::default()
    }
}

/// Continues the game at home and from the link.
fn assert_goes_on_alike(settings: Settings, before: usize) {
    let mut home = Table::new(settings, 0x1234_5678_9abc_def0 << 64 | 1);
    home.play(before);
    let mut away = Table::of_link(&write_fragment(&home.state));
    assert_eq!(uci(&away.state), uci(&home.state));
    home.play(8);
    away.play(8);
    assert_eq!(uci(&away.state), uci(&home.state), "{:?}", settings.engine);
}

#[test]
fn every_mind_answers_as_it_would_have() {
    for (mind, level) in [
        (StrategyId::Ponder, 3),
        (StrategyId::Ponder, 7),
        (StrategyId::Calculator, 6),
        (StrategyId::Explorer, 5),
        (StrategyId::ExplorerRollout, 2),
        (StrategyId::Learner, 3),
        (StrategyId::Pruner, 5),
        (StrategyId::Plodder, 5),
        (StrategyId::Grabber, 3),
        (StrategyId::Dice, 3),
    ] {
        assert_goes_on_alike(against(mind, level), 5);
    }
}

#[test]
fn so_does_one_that_plays_by_depth_or_with_other_switches_or_black() {
    let by_depth = Settings {
        depth: Some(3),
        quiescence: false,
        null_move: false,
        ..against(StrategyId::Calculator, 3)
    };
    assert_goes_on_alike(by_depth, 4);
    let black = Settings {
        color: ColorChoice::Black,
        ..against(StrategyId::Ponder, 4)
    };
    assert_goes_on_alike(black, 6);
}

#[test]
fn so_do_two_that_are_watched() {
    let watched = Settings {
        opponent: Opponent::Engines,
        second_engine: EngineSettings::new(StrategyId::Explorer),
        ..against(StrategyId::Ponder, 5)
    };
    assert_goes_on_alike(watched, 7);
}

#[test]
fn another_seed_is_another_game() {
    let home = Table::new(against(StrategyId::Dice, 3), 1 << 64);
    let fragment = write_fragment(&home.state);
    let other = fragment.replace("seed=1", "seed=2");
    assert_ne!(fragment, other);
    let [mut one, mut two] = [fragment, other].map(|fragment| Table::of_link(&fragment));
    one.play(10);
    two.play(10);
    assert_ne!(uci(&one.state), uci(&two.state));
}

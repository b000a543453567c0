//! Tournaments that are one press away.

use engine::player::{Level, StrategyId};

use super::{Entrant, GameLimit, TournamentPlan};
use crate::theatre::SearchSwitch;

/// The limits that are offered.
pub const LIMITS: [GameLimit; 7] = [
    GameLimit::Nodes(500),
    GameLimit::Nodes(2_000),
    GameLimit::Nodes(5_000),
    GameLimit::Nodes(20_000),
    GameLimit::MoveTime(100),
    GameLimit::MoveTime(1_000),
    GameLimit::Clock {
        base: 10_000,
        increment: 100,
    },
];

/// A tournament with its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preset {
    pub name: &'static str,
    pub about: &'static str,
    pub plan: TournamentPlan,
}

/// What a part of the search is worth: with it against without it, until a test has decided. Minutes.
#[must_use]
pub fn worth_of(part: SearchSwitch) -> TournamentPlan {
    let whole = Entrant::of(StrategyId::Intuition);
    let reduced = Entrant {
        without: vec![part],
        ..whole.clone()
    };
    TournamentPlan {
        entrants: vec![whole, reduced],
        limit: GameLimit::Nodes(5_000),
        pairs: 500,
        sprt: Some([0, 20]),
        ..TournamentPlan::default()
    }
}

/// The tournaments that are offered besides.
#[must_use]
pub fn presets() -> Vec<Preset> {
    let of_minds = |minds: &[StrategyId]| minds.iter().map(|&mind| Entrant::of(mind)).collect();
    let level = |number| Entrant {
        level: Level::new(number),
        ..Entrant::of(StrategyId::Calculator)
    };
    vec![
        Preset {
            name: "All kinds of minds",
            about: "Six minds, 2,000 positions a move, 300 games.",
            plan: TournamentPlan {
                entrants: of_minds(&[
                    StrategyId::Intuition,
                    StrategyId::Calculator,
                    StrategyId::Explorer,
                    StrategyId::Pruner,
                    StrategyId::Plodder,
                    StrategyId::Grabber,
                ]),
                limit: GameLimit::Nodes(2_000),
                pairs: 10,
                ..TournamentPlan::default()
            },
        },
        Preset {
            name: "The ladder of levels",
            about: "Calculator at the levels 1, 3, 5 and 7, 240 games.",
            plan: TournamentPlan {
                entrants: [1, 3, 5, 7].map(level).to_vec(),
                limit: GameLimit::Nodes(20_000),
                pairs: 20,
                ..TournamentPlan::default()
            },
        },
        Preset {
            name: "Network against hand-made",
            about: "The same search with the network and with the numbers chosen by hand, 200 games.",
            plan: TournamentPlan {
                entrants: of_minds(&[StrategyId::Intuition, StrategyId::Calculator]),
                limit: GameLimit::Nodes(5_000),
                pairs: 100,
                ..TournamentPlan::default()
            },
        },
    ]
}

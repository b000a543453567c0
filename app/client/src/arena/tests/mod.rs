//! Tournaments: what they are, the games in the worker, and the page that plays them.

mod browser;
mod formats;
mod games;
mod page;

use engine::player::{Control, NeverStop, StoppedClock, StrategyId};

use super::*;

/// Entrants of a text such as `dice,grabber`.
fn entrants(text: &str) -> Vec<Entrant> {
    text.split(',').map(|one| one.parse().unwrap()).collect()
}

/// Quick players, few positions.
fn quick_plan(players: &str, pairs: u32) -> TournamentPlan {
    TournamentPlan {
        entrants: entrants(players),
        limit: GameLimit::Nodes(50),
        pairs,
        ..TournamentPlan::default()
    }
}

fn with_control<T>(run: impl FnOnce(&Control<'_>) -> T) -> T {
    run(&Control {
        clock: &StoppedClock,
        stop: &NeverStop,
        report: &mut |_| {},
        rng: engine::rng(0),
    })
}

/// All answers to an order.
fn answers(order: &GameOrder) -> Vec<ArenaResponse> {
    let mut all = Vec::new();
    with_control(|control| {
        let request = ArenaRequest::Play(Box::new(order.clone()));
        answer(request, None, control, &mut |answer| all.push(answer));
    });
    all
}

/// The order of a game of a plan without files.
fn order_of(plan: &TournamentPlan, number: u32) -> GameOrder {
    let slot = plan.slot(number);
    GameOrder {
        number,
        sides: slot.players.map(|player| SideOrder {
            entrant: plan.entrants[player].clone(),
            file: None,
        }),
        limit: plan.limit,
        opening: (plan.seed, slot.round),
    }
}

fn played(plan: &TournamentPlan, number: u32) -> PlayedGame {
    match answers(&order_of(plan, number)).pop() {
        Some(ArenaResponse::Finished { game, .. }) => PlayedGame::parse(&game).unwrap(),
        other => panic!("{other:?}"),
    }
}

/// A finished tournament of Dice and Grabber.
fn small_tournament() -> Tournament {
    let plan = quick_plan("dice,grabber,plodder.1", 2);
    let mut tournament = Tournament::new(plan.clone());
    for number in 0..plan.games() {
        assert!(tournament.record(played(&plan, number)));
    }
    tournament
}

fn minds() -> impl Iterator<Item = Entrant> {
    ENTRANT_MINDS.into_iter().map(Entrant::of)
}

#[test]
fn every_mind_can_play() {
    let all: Vec<StrategyId> = minds().map(|entrant| entrant.mind).collect();
    for strategy in engine::player::strategies() {
        assert!(all.contains(&strategy.id), "{strategy:?}");
    }
}

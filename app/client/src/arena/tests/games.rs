//! The games: who meets whom, how they are played in the worker, and how they are counted.

use std::collections::{BTreeMap, BTreeSet};

use engine::player::{Clock, Stop};
use engine::rules::Color;
use lab::arena::SprtDecision;

use super::*;

#[test]
fn each_two_players_meet_with_both_colours_in_every_opening() {
    for players in [
        "dice,dice",
        "dice,dice,dice",
        "dice,dice,dice,dice,dice,dice,dice,dice",
    ] {
        let plan = quick_plan(players, 3);
        let count = plan.entrants.len();
        assert_eq!(plan.games() as usize, 3 * count * (count - 1));
        let mut met: BTreeMap<([usize; 2], u32), u32> = BTreeMap::new();
        for number in 0..plan.games() {
            let slot = plan.slot(number);
            *met.entry((slot.players, slot.round)).or_default() += 1;
            let mut pair = slot.players;
            pair.sort_unstable();
            assert_eq!(plan.pairings()[slot.pairing], pair);
            assert_eq!(slot.is_return_game, pair != slot.players);
        }
        assert_eq!(met.len() as u32, plan.games());
        assert!(met.values().all(|&count| count == 1));
    }
}

#[test]
fn a_game_is_reported_as_it_goes_and_is_the_same_again() {
    let plan = quick_plan("pruner,grabber", 1);
    let all = answers(&order_of(&plan, 0));
    assert_eq!(all, answers(&order_of(&plan, 0)));
    let (last, progress) = all.split_last().unwrap();
    let ArenaResponse::Finished { number: 0, game } = last else {
        panic!("{last:?}")
    };
    let game = PlayedGame::parse(game).unwrap();
    // The clock stands still: one message, with the opening.
    let [ArenaResponse::Progress(opening)] = progress else {
        panic!("{progress:?}")
    };
    assert_eq!(opening.moves, game.moves[..8]);
    assert_eq!(game.scores.len(), game.moves.len() - 8);
    // Its return game has the same opening.
    assert_eq!(played(&plan, 1).moves[..8], game.moves[..8]);
}

/// A clock on which a millisecond goes by whenever it is read.
#[derive(Default)]
struct RunningClock(std::cell::Cell<u64>);

impl Clock for RunningClock {
    fn now(&self) -> std::time::Duration {
        self.0.set(self.0.get() + 1);
        std::time::Duration::from_millis(self.0.get())
    }
}

/// Stops after so many readings of the clock.
struct StopAfter<'a>(&'a RunningClock, u64);

impl Stop for StopAfter<'_> {
    fn is_set(&self) -> bool {
        self.0.0.get() > self.1
    }
}

fn answers_by(order: &GameOrder, clock: &RunningClock, most: u64) -> Vec<ArenaResponse> {
    let mut all = Vec::new();
    let request = ArenaRequest::Play(Box::new(order.clone()));
    let control = Control {
        clock,
        stop: &StopAfter(clock, most),
        report: &mut |_| {},
        rng: engine::rng(0),
    };
    answer(request, None, &control, &mut |answer| all.push(answer));
    all
}

#[test]
fn what_was_reported_is_the_game_and_a_stopped_game_has_no_result() {
    let plan = quick_plan("dice,grabber", 1);
    let order = order_of(&plan, 1);
    let all = answers_by(&order, &RunningClock::default(), u64::MAX);
    let mut live = LiveGame::new(1, [1, 0]);
    for answer in &all {
        match answer {
            ArenaResponse::Progress(progress) => live.advance(progress.clone()),
            ArenaResponse::Finished { game, .. } => {
                let game = PlayedGame::parse(game).unwrap();
                assert!(game.moves.starts_with(live.game.moves()));
            }
            ArenaResponse::Refused { .. } | ArenaResponse::Overslept { .. } => panic!("{answer:?}"),
        }
    }
    assert!(all.len() > 2, "{}", all.len());
    let stopped = answers_by(&order, &RunningClock::default(), 50);
    assert!(
        stopped
            .iter()
            .all(|answer| matches!(answer, ArenaResponse::Progress(_))),
        "{stopped:?}"
    );
}

/// A clock that jumps once, when it has been read so many times.
struct JumpingClock(RunningClock, u64);

impl Clock for JumpingClock {
    fn now(&self) -> std::time::Duration {
        let now = self.0.now();
        let jump = std::time::Duration::from_secs(3_600);
        if self.0.0.get() > self.1 {
            now + jump
        } else {
            now
        }
    }
}

#[test]
fn a_machine_that_slept_costs_nobody_the_game() {
    let plan = TournamentPlan {
        limit: GameLimit::MoveTime(60),
        ..quick_plan("dice,grabber", 1)
    };
    let last = |jump_at: u64| {
        let mut all = Vec::new();
        let request = ArenaRequest::Play(Box::new(order_of(&plan, 0)));
        let clock = JumpingClock(RunningClock::default(), jump_at);
        let control = Control {
            clock: &clock,
            stop: &NeverStop,
            report: &mut |_| {},
            rng: engine::rng(0),
        };
        answer(request, None, &control, &mut |answer| all.push(answer));
        all.pop().unwrap()
    };
    let ends: Vec<ArenaResponse> = (5..60).map(last).collect();
    assert!(ends.contains(&ArenaResponse::Overslept { number: 0 }));
    for end in ends {
        if let ArenaResponse::Finished { game, .. } = end {
            assert_eq!(PlayedGame::parse(&game).unwrap().fault, None);
        }
    }
}

#[test]
fn a_player_that_cannot_play_is_refused_with_its_reason() {
    let plan = quick_plan("intuition,learner@0123abcd", 1);
    let refused = |order: &GameOrder| match answers(order).as_slice() {
        [ArenaResponse::Refused { number: 0, reason }] => reason.clone(),
        other => panic!("{other:?}"),
    };
    let order = order_of(&plan, 0);
    assert_eq!(refused(&order), "the network could not be loaded");
    let plan = quick_plan("learner@0123abcd,dice", 1);
    let mut order = order_of(&plan, 0);
    assert_eq!(refused(&order), "the file of the learner is missing");
    order.sides[0].file = Some(b"{".to_vec());
    assert!(refused(&order).contains("EOF"), "{}", refused(&order));
    let plan = quick_plan("explorer@0123abcd,dice", 1);
    let mut order = order_of(&plan, 0);
    order.sides[0].file = Some(vec![0; 100]);
    refused(&order);
}

#[test]
fn files_are_checked_when_they_are_chosen() {
    let empty = br#"{"format":"ponder-learning","version":1,"results":"","games":[],"states":{}}"#;
    let file = ArenaFile::new(FileKind::Learner, &"x".repeat(99), empty.to_vec()).unwrap();
    assert_eq!(file.name.len(), 60);
    let learner = Entrant {
        file: Some(file.checksum()),
        ..Entrant::of(StrategyId::Learner)
    };
    assert!(learner.player(Some(&file.bytes), None, 0).is_ok());
    for (kind, bytes) in [
        (FileKind::Learner, vec![b'{'; 10]),
        (FileKind::Network, empty.to_vec()),
        (FileKind::Network, Vec::new()),
        (FileKind::Network, vec![0; 3 << 20]),
    ] {
        assert!(ArenaFile::new(kind, "file", bytes).is_err());
    }
}

#[test]
fn two_networks_are_two_files_and_a_network_of_ones_own_plays_by_one() {
    let network = |seed| {
        let config = lab::dojo::DojoConfig {
            seed,
            ..lab::dojo::DojoConfig::default()
        };
        let dojo = lab::dojo::Dojo::new(config).unwrap();
        let file = dojo.network().file().to_vec();
        ArenaFile::new(FileKind::Network, "your network", file).unwrap()
    };
    let (one, other) = (network(1), network(2));
    assert_ne!(one.checksum(), other.checksum());
    let yours = Entrant::of(StrategyId::Yours);
    assert!(!yours.needs_network());
    let refused = yours.player(None, None, 0);
    assert_eq!(refused.err().as_deref(), Some("its network is missing"));
    let with_file = Entrant {
        file: Some(one.checksum()),
        ..yours
    };
    assert!(with_file.player(Some(&one.bytes), None, 0).is_ok());
    let intuition = Entrant {
        mind: StrategyId::Intuition,
        ..with_file.clone()
    };
    assert_eq!(
        intuition.mended(&with_file).file,
        None,
        "it is somebody else"
    );
}

#[test]
fn every_game_counts_once_and_for_both_players() {
    let tournament = small_tournament();
    assert!(tournament.is_over());
    let table = tournament.standings();
    let points: f64 = table.iter().map(|standing| standing.results.points()).sum();
    assert_eq!((points, tournament.played()), (12.0, 12));
    for standing in &table {
        assert_eq!(standing.results.games(), 8);
        assert!(standing.rating.is_some());
        for (other, score) in standing.against.iter().enumerate() {
            let Some(score) = score else {
                assert_eq!(other, standing.player);
                continue;
            };
            let back = table.iter().find(|it| it.player == other).unwrap();
            let back = back.against[standing.player].unwrap();
            assert_eq!((score.wins, score.draws), (back.losses, back.draws));
        }
    }
    // The one that draws its moves by lot is last.
    assert_eq!(table[2].player, 0, "{table:?}");
    let shares: Vec<f64> = table.iter().map(|it| it.results.points()).collect();
    assert!(shares.is_sorted_by(|a, b| a >= b), "{shares:?}");

    let mut again = tournament.clone();
    let known = tournament.games().next().unwrap();
    assert!(!again.record(PlayedGame::clone(known)));
    let beyond = PlayedGame {
        number: 12,
        ..PlayedGame::clone(known)
    };
    assert!(!again.record(beyond));
    assert_eq!(again.played(), 12);
}

/// A game that White or Black wins by resigning the board, so to say: only the result counts.
fn result(number: u32, winner: Color) -> PlayedGame {
    PlayedGame {
        number,
        moves: Vec::new(),
        scores: Vec::new(),
        winner: Some(winner),
        fault: Some(lab::arena::Fault::new(lab::arena::FaultKind::Time, "")),
    }
}

#[test]
fn a_test_ends_the_tournament_at_the_same_pair_in_any_order() {
    let plan = TournamentPlan {
        sprt: Some([0, 20]),
        ..quick_plan("dice,grabber", 500)
    };
    // The first player wins every game.
    let winner = |number: u32| [Color::White, Color::Black][(number % 2) as usize];
    let mut forwards = Tournament::new(plan.clone());
    let mut number = 0;
    while let Some(next) = forwards.next_game(&BTreeSet::new()) {
        assert_eq!(next, number);
        forwards.record(result(number, winner(number)));
        number += 1;
    }
    assert_eq!(forwards.decision(), Some(SprtDecision::Accepted));
    assert!(number.is_multiple_of(2) && number < 1_000);
    let (ratio, [_, high]) = forwards.likelihood().unwrap();
    assert!(ratio >= high);
    assert!(forwards.difference().unwrap().elo > 100.0);

    let mut backwards = Tournament::new(plan);
    for number in (0..number).rev() {
        assert_eq!(backwards.decision(), None);
        backwards.record(result(number, winner(number)));
    }
    assert_eq!(backwards.stats(), forwards.stats());
    assert!(backwards.is_over());
}

#[test]
fn half_a_pair_has_points_and_no_rating() {
    let mut tournament = Tournament::new(quick_plan("dice,grabber,plodder", 1));
    tournament.record(result(0, Color::White));
    let table = tournament.standings();
    assert_eq!(table[0].results.wins, 1);
    assert!(table.iter().all(|standing| standing.rating.is_none()));
    assert_eq!(tournament.difference(), None);
    tournament.record(result(1, Color::White));
    let table = tournament.standings();
    let rated = table.iter().filter(|standing| standing.rating.is_some());
    assert_eq!(rated.count(), 2);
}

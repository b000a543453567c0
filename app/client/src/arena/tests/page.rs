//! The page: setting up, playing, pausing, leaving and coming back.

use engine::rules::Color;

use super::browser::{Storage, Tab};
use super::*;
use crate::theatre::SearchSwitch;
use crate::worker::{FromWorker, NetworkProgress};

/// Numbers by lot, the same in every run.
struct Lot(u64);

impl Lot {
    fn below(&mut self, most: usize) -> usize {
        let next = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = next.wrapping_add(1);
        (self.0 >> 33) as usize % most
    }
}

fn started(plan: TournamentPlan, storage: &mut Storage) -> Tab {
    let mut tab = Tab::open(storage);
    tab.dispatch(ArenaEvent::SetPlan(Box::new(plan)), storage);
    tab.dispatch(ArenaEvent::Start, storage);
    tab
}

#[test]
fn twenty_tournaments_with_reloads_and_pauses_lose_no_game() {
    let mut lot = Lot(1);
    for run in 0..20 {
        let players = ["dice,grabber", "dice,grabber,dice", "grabber,plodder.1"][run % 3];
        let plan = quick_plan(players, 2 + (run % 3) as u32);
        let mut storage = Storage::default();
        let mut tab = started(plan.clone(), &mut storage);
        let (mut reloads, mut steps) = (0, 0);
        while !tab.state.is_over() {
            steps += 1;
            assert!(steps < 10_000, "the tournament stands still");
            match lot.below(8) {
                chance if chance == 0 || steps == 5 => {
                    let kept = tab.state.kept_games();
                    tab = Tab::open(&mut storage);
                    // No game that the page has counted is played again.
                    assert!(tab.state.kept_games() >= kept);
                    reloads += 1;
                }
                1 => tab.dispatch(ArenaEvent::Pause, &mut storage),
                2 => tab.dispatch(ArenaEvent::SetWorkers(lot.below(6)), &mut storage),
                _ => {
                    tab.dispatch(ArenaEvent::Resume, &mut storage);
                    tab.step(lot.below(4), &mut storage);
                }
            }
        }
        assert!(reloads > 0, "run {run}");
        assert_eq!(storage.games.len() as u32, plan.games());
        // Every game is as it would have been without any of this.
        let all = Tab::open(&mut storage);
        let tournament = all.state.tournament.as_ref().unwrap();
        assert!(tournament.is_over() && !all.state.is_running);
        for game in tournament.games() {
            assert_eq!(**game, played(&plan, game.number));
        }
        assert_eq!(storage.plan, Some((fragment(&plan), false)));
    }
}

#[test]
fn games_are_played_at_the_same_time_as_many_as_wished_and_no_more() {
    for count in [1, 3, 4] {
        let mut storage = Storage::default();
        let mut tab = Tab::open(&mut storage);
        tab.dispatch(ArenaEvent::SetWorkers(count), &mut storage);
        tab.dispatch(
            ArenaEvent::SetPlan(Box::new(quick_plan("dice,grabber", 3))),
            &mut storage,
        );
        tab.dispatch(ArenaEvent::Start, &mut storage);
        while tab.step(0, &mut storage) {}
        assert_eq!(storage.games.len(), 6);
        assert_eq!(tab.most_workers, count);
        assert!(!tab.state.is_running);
    }
    // Two games need no third worker.
    let mut storage = Storage::default();
    let mut tab = Tab::open(&mut storage);
    tab.dispatch(ArenaEvent::SetWorkers(4), &mut storage);
    tab.dispatch(
        ArenaEvent::SetPlan(Box::new(quick_plan("dice,grabber", 1))),
        &mut storage,
    );
    tab.dispatch(ArenaEvent::Start, &mut storage);
    while tab.step(0, &mut storage) {}
    assert_eq!(tab.most_workers, 2);
}

#[test]
fn what_is_set_up_is_kept_within_its_bounds() {
    let mut storage = Storage::default();
    let mut tab = Tab::open(&mut storage);
    for _ in 0..10 {
        tab.dispatch(ArenaEvent::AddEntrant, &mut storage);
    }
    assert_eq!(tab.state.draft.entrants.len(), MAX_ENTRANTS);
    for _ in 0..10 {
        tab.dispatch(ArenaEvent::RemoveEntrant(0), &mut storage);
    }
    assert_eq!(tab.state.draft.entrants.len(), MIN_ENTRANTS);
    tab.dispatch(ArenaEvent::SetTest(Some([0, 10])), &mut storage);
    assert_eq!(tab.state.draft.sprt, Some([0, 10]));
    tab.dispatch(ArenaEvent::AddEntrant, &mut storage);
    assert_eq!(tab.state.draft.sprt, None);
    tab.dispatch(ArenaEvent::RemoveEntrant(99), &mut storage);
    tab.dispatch(
        ArenaEvent::SetEntrant(99, Entrant::of(StrategyId::Dice)),
        &mut storage,
    );
    let levelled = Entrant {
        without: vec![SearchSwitch::Quiescence],
        level: engine::player::Level::new(3),
        ..Entrant::of(StrategyId::Dice)
    };
    tab.dispatch(ArenaEvent::SetEntrant(0, levelled), &mut storage);
    assert_eq!(tab.state.draft.entrants[0], Entrant::of(StrategyId::Dice));
    tab.dispatch(ArenaEvent::SetPairs(0), &mut storage);
    tab.dispatch(ArenaEvent::Start, &mut storage);
    assert!(tab.state.tournament.is_none());
    let trouble = tab.state.trouble.clone().unwrap();
    assert!(trouble.contains("(pairs)"), "{trouble}");
    // The next change takes the sentence away.
    tab.dispatch(ArenaEvent::SetPairs(1), &mut storage);
    assert_eq!(tab.state.trouble, None);
}

#[test]
fn nothing_is_set_up_or_begun_beside_a_tournament() {
    let mut storage = Storage::default();
    let mut tab = started(quick_plan("dice,grabber", 1), &mut storage);
    let before = tab.state.draft.clone();
    tab.dispatch(ArenaEvent::AddEntrant, &mut storage);
    tab.dispatch(ArenaEvent::SetPairs(9), &mut storage);
    tab.dispatch(ArenaEvent::Start, &mut storage);
    assert_eq!(tab.state.draft, before);
    while tab.step(0, &mut storage) {}
    // It is over: there is nothing to go on with.
    tab.dispatch(ArenaEvent::Resume, &mut storage);
    assert!(!tab.state.is_running);
    tab.dispatch(ArenaEvent::Discard, &mut storage);
    assert!(tab.state.tournament.is_none() && storage.games.is_empty());
    assert_eq!(tab.state.draft, before);
}

#[test]
fn a_link_waits_while_another_tournament_is_here() {
    let mut storage = Storage::default();
    let mut tab = started(quick_plan("dice,grabber", 2), &mut storage);
    let linked = worth_of(SearchSwitch::Quiescence);
    tab.dispatch(ArenaEvent::Open(Ok(Box::new(linked.clone()))), &mut storage);
    assert_eq!(tab.state.linked, Some(linked.clone()));
    tab.dispatch(ArenaEvent::Discard, &mut storage);
    assert_eq!(
        (tab.state.draft.clone(), tab.state.linked.clone()),
        (linked.clone(), None)
    );

    // The same with a page that begins with the link.
    started(quick_plan("dice,grabber", 2), &mut storage);
    for linked in [linked, TournamentPlan::default()] {
        let mut state = ArenaState::default();
        state.update(ArenaEvent::Open(Ok(Box::new(linked.clone()))));
        let stored = StoredTournament {
            plan: storage.plan.clone().map(|(plan, _)| plan),
            ..StoredTournament::default()
        };
        state.update(ArenaEvent::Stored(Box::new(stored)));
        state.update(ArenaEvent::Loaded);
        assert_eq!(state.linked, Some(linked));
        assert!(!state.is_running);
        state.update(ArenaEvent::KeepTournament);
        assert_eq!(state.linked, None);
    }

    let mut state = ArenaState::default();
    state.update(ArenaEvent::Open(parse_fragment("pairs=0").map(Box::new)));
    assert!(state.trouble.unwrap().contains("(pairs)"));
}

#[test]
fn damaged_storage_costs_only_what_is_damaged() {
    let plan = quick_plan("dice,grabber", 2);
    let games: Vec<PlayedGame> = (0..4).map(|number| played(&plan, number)).collect();
    let load = |plan: &str, games: Vec<PlayedGame>| {
        let mut state = ArenaState::default();
        let stored = StoredTournament {
            plan: Some(plan.to_owned()),
            is_running: true,
            workers: 99,
            files: Vec::new(),
        };
        state.update(ArenaEvent::Stored(Box::new(stored)));
        assert_eq!(state.stage, ArenaStage::Loading);
        state.update(ArenaEvent::StoredGames(games));
        assert!(!state.is_running);
        state.update(ArenaEvent::Loaded);
        assert_eq!(state.stage, ArenaStage::Ready);
        state
    };
    let beyond = PlayedGame {
        number: 77,
        ..games[3].clone()
    };
    let some = vec![games[0].clone(), games[2].clone(), games[2].clone(), beyond];
    let state = load(&fragment(&plan), some);
    assert_eq!(state.tournament.as_ref().unwrap().played(), 2);
    assert!(state.is_running && state.worker_count == MAX_WORKERS);
    let state = load("players=wizard", games);
    assert!(state.tournament.is_none() && !state.is_running);
    assert!(state.trouble.unwrap().contains("(players)"));
}

#[test]
fn a_worker_that_fails_is_replaced_and_its_game_played_again() {
    let mut storage = Storage::default();
    let mut tab = started(quick_plan("dice,grabber", 1), &mut storage);
    let fail = || {
        ArenaEvent::Engine(
            0,
            FromWorker::Failed {
                message: "out of memory".to_owned(),
            },
        )
    };
    tab.dispatch(fail(), &mut storage);
    tab.dispatch(fail(), &mut storage);
    while tab.step(0, &mut storage) {}
    assert_eq!(storage.games.len(), 2);

    // One game fails again and again, while others are finished.
    let mut storage = Storage::default();
    let mut tab = Tab::open(&mut storage);
    tab.dispatch(ArenaEvent::SetWorkers(2), &mut storage);
    let plan = quick_plan("dice,grabber", 9);
    tab.dispatch(ArenaEvent::SetPlan(Box::new(plan)), &mut storage);
    tab.dispatch(ArenaEvent::Start, &mut storage);
    for _ in 0..3 {
        while tab.state.live_games().count() < 2 {
            tab.step(1, &mut storage);
        }
        // The other messages of the new worker, then a game of the other one.
        for _ in 0..2 {
            tab.step(1, &mut storage);
        }
        tab.dispatch(fail(), &mut storage);
    }
    while tab.step(0, &mut storage) {}
    assert!(!tab.state.is_running && !storage.games.is_empty());
    let trouble = tab.state.trouble.clone().unwrap();
    assert!(trouble.contains("in game 1: out of memory"), "{trouble}");
    tab.dispatch(ArenaEvent::Resume, &mut storage);
    assert!(tab.state.is_running && tab.state.trouble.is_none());
}

#[test]
fn without_the_network_no_other_tournament_is_played_in_its_place() {
    let mut storage = Storage::default();
    let mut tab = started(quick_plan("intuition,dice", 1), &mut storage);
    assert!(tab.state.is_running);
    tab.dispatch(ArenaEvent::Engine(0, FromWorker::Ready), &mut storage);
    assert_eq!(
        tab.state.live_games().count(),
        0,
        "it waits for the network"
    );
    let failed = NetworkProgress::Failed("gone".to_owned());
    tab.dispatch(
        ArenaEvent::Engine(0, FromWorker::Network(failed)),
        &mut storage,
    );
    assert!(!tab.state.is_running && tab.state.trouble.is_some());
    // A file that is not here: the tournament does not begin.
    let mut tab = started(
        quick_plan("explorer@0123abcd,dice", 1),
        &mut Storage::default(),
    );
    assert!(tab.state.tournament.is_none() && tab.state.trouble.is_some());
    tab.dispatch(ArenaEvent::StorageFailed("full".to_owned()), &mut storage);
    assert_eq!(tab.state.storage_error.as_deref(), Some("full"));
}

#[test]
fn players_bring_files_that_are_stored_with_the_tournament() {
    let empty = br#"{"format":"ponder-learning","version":1,"results":"","games":[],"states":{}}"#;
    let file = ArenaFile::new(FileKind::Learner, "mine.json", empty.to_vec()).unwrap();
    let mut storage = Storage::default();
    let mut tab = Tab::open(&mut storage);
    let plan = quick_plan("learner,dice", 1);
    tab.dispatch(ArenaEvent::SetPlan(Box::new(plan)), &mut storage);
    // A file of another kind than the player's by now.
    tab.dispatch(
        ArenaEvent::ChooseFile(0, FileKind::Network, Ok(file.clone())),
        &mut storage,
    );
    assert_eq!(tab.state.name_of(0), "Learner");
    tab.dispatch(
        ArenaEvent::ChooseFile(0, FileKind::Learner, Ok(file.clone())),
        &mut storage,
    );
    assert_eq!(tab.state.name_of(0), "Learner by mine.json");
    tab.dispatch(ArenaEvent::Start, &mut storage);
    assert_eq!(storage.files, [file]);
    while tab.step(0, &mut storage) {}
    assert_eq!(storage.games.len(), 2);
    let again = Tab::open(&mut storage);
    assert_eq!(again.state.name_of(0), "Learner by mine.json");
    let winners = again.state.tournament.as_ref().unwrap().games();
    let winners: Vec<Option<Color>> = winners.map(|game| game.winner).collect();
    assert_eq!(winners.len(), 2);
}

//! Games between players: reproducible, on a clock, and lost for every reason there is.

use std::cell::Cell;
use std::time::Duration;

use engine::player::{Clock, NeverStop, StoppedClock};
use engine::rules::{Color, Game, Move, Reason};
use engine::search::Score;

use super::*;

/// A clock that is moved by hand.
#[derive(Default)]
struct HandClock(Cell<Duration>);

impl Clock for HandClock {
    fn now(&self) -> Duration {
        self.0.get()
    }
}

/// Plays the first legal move, or fails as scripted; every move takes `pace`.
struct Script<'a> {
    clock: &'a HandClock,
    pace: Duration,
    /// At which of its moves what happens.
    event: Option<(usize, Fault)>,
    score: Option<Score>,
    moves: usize,
    seen: Vec<Option<Duration>>,
}

impl<'a> Script<'a> {
    fn new(clock: &'a HandClock, pace: u64) -> Script<'a> {
        Script {
            clock,
            pace: Duration::from_millis(pace),
            event: None,
            score: None,
            moves: 0,
            seen: Vec::new(),
        }
    }
}

impl MatchPlayer for Script<'_> {
    fn new_game(&mut self) -> Result<(), Fault> {
        self.moves = 0;
        Ok(())
    }

    fn choose(&mut self, request: &MoveRequest<'_>) -> Result<MoveReply, Fault> {
        self.clock.0.set(self.clock.0.get() + self.pace);
        self.seen.push(request.limits.clock.map(|clock| clock.time));
        self.moves += 1;
        if let Some((at, fault)) = &self.event
            && *at == self.moves
        {
            return Err(fault.clone());
        }
        Ok(MoveReply {
            mv: request.game.position().legal_moves()[0],
            score: self.score,
            depth: 1,
            nodes: 1,
        })
    }
}

fn on_a_clock(base: u64, increment: u64) -> SearchBudget {
    SearchBudget {
        time_control: Some(TimeControl {
            base: Duration::from_millis(base),
            increment: Duration::from_millis(increment),
        }),
        ..SearchBudget::default()
    }
}

fn runner(clock: &dyn Clock) -> GameRunner<'_> {
    GameRunner {
        clock,
        stop: &NeverStop,
        time_margin: Duration::from_millis(50),
        adjudication: Adjudication::default(),
        seed: 0,
    }
}

fn play<'a>(
    clock: &'a HandClock,
    white: &mut Script<'a>,
    black: &mut Script<'a>,
    budget: SearchBudget,
) -> FinishedGame {
    let sides = [white, black].map(|player| GameSide { player, budget });
    runner(clock).play(&Game::new(), sides).unwrap()
}

/// Both games of some pairs at fixed nodes.
fn pairs(seed: u64, order: &[u32]) -> Vec<(u32, FinishedGame)> {
    let mut configs = [SideConfig::default(), SideConfig::default()];
    configs[0].apply("nodes=400,hash=1").unwrap();
    configs[1].apply("nodes=400,hash=1,eval=classic").unwrap();
    let mut openings = Openings::new(seed);
    let [mut first, mut second] = configs
        .clone()
        .map(|config| InProcessPlayer(config.player().unwrap()));
    let mut games = Vec::new();
    for &index in order {
        let opening = openings.get(index);
        for swapped in [false, true] {
            let mut sides = [
                GameSide {
                    player: &mut first,
                    budget: configs[0].budget,
                },
                GameSide {
                    player: &mut second,
                    budget: configs[1].budget,
                },
            ];
            if swapped {
                sides.reverse();
            }
            let played = runner(&StoppedClock).play(&opening, sides).unwrap();
            games.push((index, played));
        }
    }
    games.sort_by_key(|game| game.0);
    games
}

#[test]
fn the_same_seed_and_nodes_give_the_same_games_in_any_order() {
    let games = pairs(3, &[0, 1, 2]);
    assert!(games == pairs(3, &[2, 0, 1]));
    assert!(games[0].1.game != games[1].1.game, "two players, two games");
    for (_, played) in &games {
        assert!(
            matches!(played.termination, Termination::Rules(_)),
            "{:?}",
            played.termination
        );
        assert!(played.game.ply() > 8);
    }
}

#[test]
fn time_is_taken_off_and_the_increment_added() {
    let clock = HandClock::default();
    let (mut white, mut black) = (Script::new(&clock, 30), Script::new(&clock, 10));
    white.event = Some((4, Fault::new(FaultKind::Crashed, "")));
    play(&clock, &mut white, &mut black, on_a_clock(100, 20));
    let millis = |seen: &[Option<Duration>]| -> Vec<u128> {
        seen.iter().map(|time| time.unwrap().as_millis()).collect()
    };
    assert_eq!(millis(&white.seen), [100, 90, 80, 70]);
    assert_eq!(millis(&black.seen), [100, 110, 120]);
}

#[test]
fn a_clock_that_runs_out_loses_beyond_the_margin() {
    let clock = HandClock::default();
    let (mut white, mut black) = (Script::new(&clock, 0), Script::new(&clock, 60));
    let played = play(&clock, &mut white, &mut black, on_a_clock(100, 0));
    assert_eq!(played.winner, Some(Color::White));
    let Termination::Fault(fault) = played.termination else {
        panic!("{:?}", played.termination)
    };
    // 100 and 50 of margin are enough for two moves.
    let detail = "took 60 ms, had 30 with the margin";
    assert_eq!(fault, Fault::new(FaultKind::Time, detail));
    let times: Vec<u128> = black
        .seen
        .iter()
        .map(|time| time.unwrap().as_millis())
        .collect();
    assert_eq!(times, [100, 40, 0]);
}

#[test]
fn movetime_is_enforced_too() {
    let clock = HandClock::default();
    let (mut white, mut black) = (Script::new(&clock, 151), Script::new(&clock, 0));
    let budget = SearchBudget {
        movetime: Some(Duration::from_millis(100)),
        ..SearchBudget::default()
    };
    let played = play(&clock, &mut white, &mut black, budget);
    assert_eq!(played.winner, Some(Color::Black));
    assert_eq!(played.game.ply(), 0);
}

#[test]
fn a_fault_loses_at_once() {
    let clock = HandClock::default();
    for kind in [
        FaultKind::Crashed,
        FaultKind::Disconnected,
        FaultKind::Illegal,
    ] {
        let (mut white, mut black) = (Script::new(&clock, 0), Script::new(&clock, 0));
        black.event = Some((2, Fault::new(kind, "gone")));
        let played = play(&clock, &mut white, &mut black, SearchBudget::default());
        assert_eq!(played.winner, Some(Color::White));
        assert_eq!(played.game.ply(), 3);
        assert_eq!(
            played.termination,
            Termination::Fault(Fault::new(kind, "gone"))
        );
    }
}

#[test]
fn an_illegal_move_loses_and_is_named() {
    struct Cheat;
    impl MatchPlayer for Cheat {
        fn new_game(&mut self) -> Result<(), Fault> {
            Ok(())
        }
        fn choose(&mut self, _: &MoveRequest<'_>) -> Result<MoveReply, Fault> {
            let queen = Game::from_fen("4k3/8/8/8/8/8/8/3QK3 w - - 0 1").unwrap();
            let mv: Move = queen.position().parse_uci("d1d8").unwrap();
            Ok(MoveReply {
                mv,
                score: None,
                depth: 0,
                nodes: 0,
            })
        }
    }
    let clock = HandClock::default();
    let sides = [
        GameSide {
            player: &mut Cheat,
            budget: SearchBudget::default(),
        },
        GameSide {
            player: &mut Script::new(&clock, 0),
            budget: SearchBudget::default(),
        },
    ];
    let played = runner(&clock).play(&Game::new(), sides).unwrap();
    assert_eq!(played.winner, Some(Color::Black));
    let Termination::Fault(fault) = played.termination else {
        panic!("{:?}", played.termination)
    };
    assert_eq!(fault.kind, FaultKind::Illegal);
    assert!(fault.detail.contains("d1d8"), "{}", fault.detail);
}

#[test]
fn the_rules_end_a_game_that_nobody_else_ends() {
    let clock = HandClock::default();
    let (mut white, mut black) = (Script::new(&clock, 0), Script::new(&clock, 0));
    let played = play(&clock, &mut white, &mut black, SearchBudget::default());
    assert!(matches!(played.termination, Termination::Rules(_)));
    let outcome = played.game.outcome().unwrap();
    assert_eq!(played.winner, outcome.winner);
}

#[test]
fn scores_end_a_game_only_where_that_is_asked_for() {
    let clock = HandClock::default();
    let mut runner = runner(&clock);
    runner.adjudication.draw = Some(DrawRule {
        from_move: 3,
        moves: 2,
        score: 5,
    });
    let (mut white, mut black) = (Script::new(&clock, 0), Script::new(&clock, 0));
    white.score = Some(Score::Cp(0));
    black.score = Some(Score::Cp(5));
    let sides = [&mut white, &mut black].map(|player| GameSide {
        player,
        budget: SearchBudget::default(),
    });
    let played = runner.play(&Game::new(), sides).unwrap();
    assert_eq!(
        (played.winner, played.termination),
        (None, Termination::Adjudicated)
    );
    assert_eq!(played.game.ply(), 8, "moves 3 and 4");
    let by_rules = play(&clock, &mut white, &mut black, SearchBudget::default());
    assert!(!matches!(
        by_rules.termination,
        Termination::Rules(Reason::Agreement) | Termination::Adjudicated
    ));
}

#[test]
fn a_stopped_game_has_no_result() {
    let clock = HandClock::default();
    let stop = std::sync::atomic::AtomicBool::new(true);
    let runner = GameRunner {
        stop: &stop,
        ..runner(&clock)
    };
    let (mut white, mut black) = (Script::new(&clock, 0), Script::new(&clock, 0));
    let sides = [&mut white, &mut black].map(|player| GameSide {
        player,
        budget: SearchBudget::default(),
    });
    assert_eq!(runner.play(&Game::new(), sides), None);
}

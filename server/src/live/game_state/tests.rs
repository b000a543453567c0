//! What each command makes of a game, and what no command does.

use engine::player::Level;
use engine::rules::{Outcome, Position, Reason};
use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};
use wire::live::game_view::Clocks;
use wire::live::protocol::{Offer, RefusalCode};

use super::*;

const WHITE: Color = Color::White;
const BLACK: Color = Color::Black;
const BULLET: TimeControl = TimeControl {
    base_s: 60,
    increment_s: 1,
};

fn user(id: i64) -> SidePlayer {
    SidePlayer::User {
        id: UserId(id),
        name: None,
    }
}

pub fn live(control: Option<TimeControl>) -> LiveGame {
    LiveGame {
        id: 1,
        link: "q3ZkV9dYw7Ab".parse().expect("a link"),
        players: [user(1), user(2)],
        start_fen: None,
        control,
        listed: false,
        created_ms: 0,
        version: 0,
        stage: GameStage::Playing,
        game: Game::new(),
        left_ms: Vec::new(),
        clock: control.map(LiveClock::new),
        offers: OpenOffers::default(),
        next: None,
        turn_since: 0,
        offered_at: [None; 2],
        takeback_offered_at: [None; 2],
    }
}

fn from(fen: &str) -> LiveGame {
    LiveGame {
        game: Game::from_position(Position::from_fen(fen).expect("a position")),
        start_fen: Some(fen.to_owned()),
        ..live(None)
    }
}

pub fn a_move(ply: u32, uci: &str) -> PlayerCommand {
    PlayerCommand::Move {
        ply,
        uci: uci.to_owned(),
        lag_ms: 0,
    }
}

pub fn act(act: PlayerAction) -> PlayerCommand {
    PlayerCommand::Act {
        act,
        may_claim: false,
    }
}

fn step(live: &LiveGame, by: Color, command: &PlayerCommand, now: Now) -> GameChange {
    match live.execute(by, command, now) {
        Ok(CommandResult::Changed(step)) => *step,
        other => panic!("expected a step after {command:?}, found {other:?}"),
    }
}

fn refused(live: &LiveGame, by: Color, command: &PlayerCommand) -> RefusalCode {
    match live.execute(by, command, 0) {
        Err(code) => code,
        other => panic!("expected a refusal of {command:?}, found {other:?}"),
    }
}

/// Plays moves in turn, one each second.
pub fn played(mut live: LiveGame, moves: &str) -> LiveGame {
    for uci in moves.split_whitespace() {
        let ply = live.game.ply();
        let now = 1_000 * (ply as Now + 1);
        let command = a_move(u32::try_from(ply).expect("few"), uci);
        live = step(&live, live.turn(), &command, now).live;
    }
    live
}

#[test]
fn a_move_is_one_version_and_the_same_sent_again_is_none() {
    let live = live(None);
    let GameChange { live, events, .. } = step(&live, WHITE, &a_move(0, "e2e4"), 0);
    assert_eq!(live.version, 1);
    assert_eq!(
        events,
        [GameEvent::Moved {
            ply: 0,
            uci: "e2e4".to_owned()
        }]
    );
    assert!(matches!(
        live.execute(WHITE, &a_move(0, "e2e4"), 0),
        Ok(CommandResult::AlreadyDone)
    ));
    for (by, command, code) in [
        (WHITE, a_move(0, "d2d4"), RefusalCode::WrongPly),
        (BLACK, a_move(0, "e2e4"), RefusalCode::WrongPly),
        (BLACK, a_move(2, "e7e5"), RefusalCode::WrongPly),
        (BLACK, a_move(u32::MAX, "e7e5"), RefusalCode::WrongPly),
        (WHITE, a_move(1, "e7e5"), RefusalCode::NotYourTurn),
        (BLACK, a_move(1, "e7e4"), RefusalCode::IllegalMove),
        (BLACK, a_move(1, ""), RefusalCode::IllegalMove),
        (BLACK, a_move(1, "\u{265f}e5"), RefusalCode::IllegalMove),
    ] {
        assert_eq!(refused(&live, by, &command), code, "{command:?}");
    }
}

#[test]
fn castling_is_one_move_however_it_is_written() {
    let live = from("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let live = step(&live, WHITE, &a_move(0, "e1h1"), 0).live;
    assert_eq!(live.game.moves()[0].to_string(), "e1g1");
    for serialized in ["e1h1", "e1g1"] {
        let again = live.execute(WHITE, &a_move(0, serialized), 0);
        assert!(
            matches!(again, Ok(CommandResult::AlreadyDone)),
            "{serialized}"
        );
    }
}

#[test]
fn a_mate_ends_the_game_in_the_same_breath() {
    let live = played(live(None), "f2f3 e7e5 g2g4");
    let GameChange { live, events, .. } = step(&live, BLACK, &a_move(3, "d8h4"), 0);
    let outcome = Outcome::win(BLACK, Reason::Checkmate);
    assert_eq!(events.len(), 2);
    assert_eq!(events[1], GameEvent::Ended { outcome });
    assert_eq!((live.version, live.stage), (5, GameStage::Over { outcome }));
    assert_eq!(
        refused(&live, WHITE, &a_move(4, "a2a3")),
        RefusalCode::NotPlaying
    );
    assert_eq!(
        refused(&live, WHITE, &act(PlayerAction::Resign)),
        RefusalCode::NotPlaying
    );
}

#[test]
fn a_third_occurrence_may_be_claimed_and_a_fifth_ends_the_game() {
    let round = "g1f3 g8f6 f3g1 f6g8 ";
    let thrice = played(live(None), &round.repeat(2));
    assert_eq!(thrice.stage, GameStage::Playing);
    let claimed = step(&thrice, BLACK, &act(PlayerAction::Draw), 0).live;
    assert_eq!(
        claimed.stage,
        GameStage::Over {
            outcome: Outcome::draw(Reason::Threefold)
        }
    );
    let five_times = played(thrice, &round.repeat(2));
    assert_eq!(
        five_times.stage,
        GameStage::Over {
            outcome: Outcome::draw(Reason::Fivefold)
        }
    );
}

#[test]
fn a_draw_is_agreed_by_both_and_a_move_declines_it() {
    let begun = played(live(None), "e2e4 e7e5");
    let offered = step(&begun, WHITE, &act(PlayerAction::Draw), 0).live;
    assert_eq!(offered.offers.draw, Some(WHITE));
    assert_eq!(
        refused(&offered, WHITE, &act(PlayerAction::Draw)),
        RefusalCode::NotNow
    );
    let agreed = step(&offered, BLACK, &act(PlayerAction::Draw), 0).live;
    let drawn = Outcome::draw(Reason::Agreement);
    assert_eq!(agreed.stage, GameStage::Over { outcome: drawn });
    // Whoever offers may move on, and the offer stands; a move of the other side declines it.
    let offered = played(offered, "g1f3");
    assert_eq!(offered.offers.draw, Some(WHITE));
    assert_eq!(
        refused(&offered, WHITE, &act(PlayerAction::Draw)),
        RefusalCode::NotNow
    );
    let moved = step(&offered, BLACK, &a_move(3, "b8c6"), 0);
    assert_eq!(moved.live.offers, OpenOffers::default());
    assert_eq!(
        moved.events[1],
        GameEvent::Declined {
            offer: Offer::Draw,
            of: WHITE
        }
    );
    assert_eq!(moved.live.version, offered.version + 2);
    let declined = step(&offered, BLACK, &act(PlayerAction::Decline), 0).live;
    assert_eq!(declined.offers, OpenOffers::default());
    // One offer a move.
    assert!(
        step(&declined, WHITE, &act(PlayerAction::Draw), 0)
            .live
            .offers
            .draw
            .is_some()
    );
    let asked_once = step(&begun, WHITE, &act(PlayerAction::Draw), 0).live;
    let declined = step(&asked_once, BLACK, &act(PlayerAction::Decline), 0).live;
    assert_eq!(
        refused(&declined, WHITE, &act(PlayerAction::Draw)),
        RefusalCode::NotNow
    );
}

#[test]
fn moves_come_back_only_with_the_opponents_consent() {
    let begun = played(live(Some(BULLET)), "e2e4 e7e5 g1f3");
    for (by, left) in [(WHITE, 2), (BLACK, 1)] {
        let asked = step(&begun, by, &act(PlayerAction::Takeback), 5_000).live;
        assert_eq!(
            refused(&asked, by, &act(PlayerAction::Takeback)),
            RefusalCode::NotNow
        );
        let back = step(&asked, !by, &act(PlayerAction::Takeback), 6_000);
        assert_eq!(back.events, [GameEvent::TakenBack { ply: left }]);
        assert_eq!(back.live.game.ply(), left as usize);
        assert_eq!(back.live.left_ms.len(), left as usize);
        assert_eq!(back.live.turn(), by);
        assert_eq!(back.live.offers, OpenOffers::default());
        let clock = back.live.clock.expect("a clock");
        let runs = (left as usize >= FREE_PLIES).then_some(by);
        assert_eq!(clock.reading(6_000).running, runs);
    }
    let nothing = live(None);
    assert_eq!(
        refused(&nothing, WHITE, &act(PlayerAction::Takeback)),
        RefusalCode::NotNow
    );
    let asked = step(&begun, WHITE, &act(PlayerAction::Takeback), 0).live;
    let moved = step(&asked, BLACK, &a_move(3, "b8c6"), 0).live;
    assert_eq!(moved.offers.takeback, None, "a move is an answer");
}

#[test]
fn a_game_is_called_off_before_both_have_moved_and_given_up_afterwards() {
    let fresh = live(None);
    assert_eq!(
        refused(&fresh, WHITE, &act(PlayerAction::Resign)),
        RefusalCode::NotNow
    );
    let once = played(fresh, "e2e4");
    let off = step(&once, BLACK, &act(PlayerAction::Abort), 0).live;
    assert_eq!(off.stage, GameStage::Aborted);
    let begun = played(once, "e7e5");
    assert_eq!(
        refused(&begun, WHITE, &act(PlayerAction::Abort)),
        RefusalCode::NotNow
    );
    let lost = step(&begun, WHITE, &act(PlayerAction::Resign), 0).live;
    assert_eq!(
        lost.stage,
        GameStage::Over {
            outcome: Outcome::win(BLACK, Reason::Resignation)
        }
    );
}

#[test]
fn who_stays_may_claim_the_game_if_they_could_win_it() {
    let claim = |act| PlayerCommand::Act {
        act,
        may_claim: true,
    };
    let begun = played(live(None), "e2e4 e7e5");
    assert_eq!(
        refused(&begun, WHITE, &act(PlayerAction::ClaimWin)),
        RefusalCode::NotNow
    );
    let won = step(&begun, WHITE, &claim(PlayerAction::ClaimWin), 0).live;
    let outcome = Outcome::win(WHITE, Reason::Abandonment);
    assert_eq!(won.stage, GameStage::Over { outcome });
    let lone = played(from("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), "e2e4 e8d7");
    assert_eq!(
        refused(&lone, BLACK, &claim(PlayerAction::ClaimWin)),
        RefusalCode::NotNow
    );
    let drawn = step(&lone, BLACK, &claim(PlayerAction::ClaimDraw), 0).live;
    let outcome = Outcome::draw(Reason::Abandonment);
    assert_eq!(drawn.stage, GameStage::Over { outcome });
}

#[test]
fn a_flag_that_falls_loses_unless_the_other_side_could_never_win() {
    let begun = played(live(Some(BULLET)), "e2e4 e7e5");
    // Black's first move was made at 2,000; White's clock runs since then.
    assert_eq!(begun.due(0), Some(62_000));
    assert!(begun.tick(0, 61_999).is_none());
    let flagged = begun.tick(0, 62_000).expect("the flag falls").live;
    let outcome = Outcome::win(BLACK, Reason::Timeout);
    assert_eq!(flagged.stage, GameStage::Over { outcome });
    let clocks = Clocks {
        white_ms: 0,
        black_ms: 60_000,
        running: None,
    };
    assert_eq!(flagged.view(99_000).clocks, Some(clocks));

    let mut lone = from("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    lone.control = Some(BULLET);
    lone.clock = Some(LiveClock::new(BULLET));
    let lone = played(lone, "e2e4 e8d7");
    let drawn = lone.tick(0, 100_000).expect("the flag falls").live;
    let outcome = Outcome::draw(Reason::Timeout);
    assert_eq!(drawn.stage, GameStage::Over { outcome });
}

#[test]
fn a_first_move_that_nobody_makes_calls_the_game_off() {
    let fresh = live(Some(BULLET));
    assert_eq!(fresh.due(0), Some(FIRST_MOVE_MS));
    let once = played(fresh, "e2e4");
    assert_eq!(once.due(0), Some(1_000 + FIRST_MOVE_MS));
    let off = once.tick(0, 1_000 + FIRST_MOVE_MS).expect("it is over");
    assert_eq!(off.events, [GameEvent::Aborted]);
    assert_eq!(live(None).due(0), None, "without clocks there is time");
}

#[test]
fn a_rematch_needs_both_and_a_mind_is_always_ready() {
    let over = step(
        &played(live(None), "e2e4 e7e5"),
        WHITE,
        &act(PlayerAction::Resign),
        0,
    );
    let asked = step(&over.live, BLACK, &act(PlayerAction::Rematch), 0).live;
    assert_eq!(asked.offers.rematch, Some(BLACK));
    assert_eq!(
        refused(&asked, BLACK, &act(PlayerAction::Rematch)),
        RefusalCode::NotNow
    );
    assert!(matches!(
        asked.execute(WHITE, &act(PlayerAction::Rematch), 0),
        Ok(CommandResult::Rematch)
    ));
    let declined = step(&asked, WHITE, &act(PlayerAction::Decline), 0).live;
    assert_eq!(declined.offers.rematch, None);
    let next: GameLink = "abcdefghijkm".parse().expect("a link");
    let followed = asked.followed_by(next.clone()).live;
    assert_eq!(
        (followed.next, followed.version),
        (Some(next), asked.version + 1)
    );
    let mut mind = over.live;
    mind.players[0] = SidePlayer::Engine {
        strategy: StrategyId::Calculator,
        strength: Level::WEAKEST.into(),
    };
    assert!(matches!(
        mind.execute(BLACK, &act(PlayerAction::Rematch), 0),
        Ok(CommandResult::Rematch)
    ));
}

#[test]
fn an_open_seat_is_taken_once() {
    let mut open = live(None);
    open.players[0] = SidePlayer::Nobody;
    open.stage = GameStage::Open;
    assert_eq!(
        refused(&open, BLACK, &a_move(0, "e2e4")),
        RefusalCode::NotPlaying
    );
    let joined = open
        .joined(UserId(3), Some("Ann".to_owned()), 7)
        .expect("a seat");
    assert_eq!(joined.live.side_of(Some(UserId(3))), Some(WHITE));
    assert_eq!((joined.live.version, joined.live.turn_since), (1, 7));
    assert!(joined.live.joined(UserId(4), None, 8).is_err());
    let off = step(&open, BLACK, &act(PlayerAction::Abort), 0).live;
    assert_eq!(off.stage, GameStage::Aborted);
    assert!(off.joined(UserId(4), None, 8).is_err());
}

/// Whatever is tried: versions count the events, what is refused changes nothing, and what the
/// events say makes the same game elsewhere.
#[test]
fn any_commands_keep_one_history() {
    for seed in 0..300 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut live = live((seed % 3 != 0).then_some(BULLET));
        let mut copy = live.view(0);
        let mut elsewhere = live.clone();
        let mut now = 0;
        for _ in 0..120 {
            now += rng.random_range(0..2_000);
            let by = if rng.random() { WHITE } else { BLACK };
            let command = any_command(&live, &mut rng);
            let given = rng
                .random_bool(0.02)
                .then(|| live.time_given(by, 1_000, now));
            let step = match live.tick(0, now).or(given.flatten()) {
                Some(step) => step,
                None => match live.execute(by, &command, now) {
                    Ok(CommandResult::Changed(step)) => *step,
                    _ => continue,
                },
            };
            assert_eq!(
                step.live.version,
                live.version + step.events.len() as u32,
                "seed {seed}"
            );
            elsewhere = told(&elsewhere, &step);
            live = step.live;
            for event in &step.events {
                follow(&mut copy, event);
            }
            let view = live.view(now);
            assert_eq!(
                (&copy.moves, copy.offers, copy.stage),
                (&view.moves, view.offers, view.stage),
                "seed {seed}"
            );
            assert_eq!(
                (elsewhere.view(now), elsewhere.play_state()),
                (view.clone(), live.play_state()),
                "seed {seed}"
            );
            let clocked = live.control.is_some();
            assert_eq!(
                live.left_ms.len(),
                if clocked { view.moves.len() } else { 0 }
            );
        }
    }
}

/// The game of another server that is told of a change.
fn told(elsewhere: &LiveGame, change: &GameChange) -> LiveGame {
    let notice = change.notice().expect("has events");
    let text = serde_json::to_string(&notice).expect("JSON");
    assert_eq!(
        serde_json::from_str::<ChangeNotice>(&text).expect(&text),
        notice
    );
    let followed = elsewhere.follow(notice.clone()).expect("fits").live;
    assert!(followed.follow(notice.clone()).is_none(), "is known");
    let later = ChangeNotice {
        before: notice.before + 1,
        ..notice
    };
    assert!(elsewhere.follow(later).is_none(), "one is missing");
    followed
}

#[test]
fn a_notice_that_contradicts_the_game_is_not_followed() {
    let game = live(None);
    let notice = step(&game, WHITE, &a_move(0, "e2e4"), 0)
        .notice()
        .expect("an event");
    for (ply, uci) in [(1, "e2e4"), (0, "e7e5"), (0, "?"), (u32::MAX, "e2e4")] {
        let event = GameEvent::Moved {
            ply,
            uci: uci.to_owned(),
        };
        let wrong = ChangeNotice {
            events: vec![event],
            ..notice.clone()
        };
        assert!(game.follow(wrong).is_none(), "{ply} {uci}");
    }
    assert!(game.follow(notice).is_some());
    let joined = LiveGame {
        stage: GameStage::Open,
        players: [user(1), SidePlayer::Nobody],
        ..live(None)
    };
    let change = joined.joined(UserId(2), None, 0).expect("is free");
    assert_eq!(change.notice(), None, "events do not tell of players");
}

fn any_command(live: &LiveGame, rng: &mut Xoshiro256PlusPlus) -> PlayerCommand {
    let acts = [
        PlayerAction::Resign,
        PlayerAction::Abort,
        PlayerAction::Draw,
        PlayerAction::Takeback,
        PlayerAction::Takeback,
        PlayerAction::Decline,
        PlayerAction::Rematch,
        PlayerAction::ClaimDraw,
    ];
    if rng.random_range(0..4) == 0 {
        return PlayerCommand::Act {
            act: acts[rng.random_range(0..acts.len())],
            may_claim: rng.random(),
        };
    }
    let legal = live.game.position().legal_moves().to_vec();
    let ply = live.game.ply() as u32 + rng.random_range(0..8_u32) / 7;
    match legal.get(rng.random_range(0..legal.len().max(1))) {
        Some(mv) => a_move(ply, &mv.to_string()),
        None => a_move(ply, "e2e4"),
    }
}

/// What a client makes of an event.
fn follow(view: &mut GameView, event: &GameEvent) {
    match event {
        GameEvent::Moved { ply, uci } => {
            assert_eq!(*ply as usize, view.moves.len());
            view.moves.push(uci.clone());
        }
        GameEvent::Offered { offer, by } => *slot(&mut view.offers, *offer) = Some(*by),
        GameEvent::Declined { offer, of } => {
            assert_eq!(slot(&mut view.offers, *offer).take(), Some(*of));
        }
        GameEvent::TakenBack { ply } => {
            view.moves.truncate(*ply as usize);
            view.offers = OpenOffers::default();
        }
        GameEvent::Ended { outcome } => {
            view.offers = OpenOffers::default();
            view.stage = GameStage::Over { outcome: *outcome };
        }
        GameEvent::Aborted => {
            view.offers = OpenOffers::default();
            view.stage = GameStage::Aborted;
        }
        GameEvent::Next { .. } => view.offers.rematch = None,
        GameEvent::TimeGiven { .. } => {}
    }
}

fn slot(offers: &mut OpenOffers, offer: Offer) -> &mut Option<Color> {
    match offer {
        Offer::Draw => &mut offers.draw,
        Offer::Takeback => &mut offers.takeback,
        Offer::Rematch => &mut offers.rematch,
    }
}

//! What each deed makes of a game, and what no deed does.

use engine::rules::Position;
use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};
use wire::live::game_view::Clocks;

use super::*;

const WHITE: Color = Color::White;
const BLACK: Color = Color::Black;
const BULLET: TimeControl = TimeControl {
    base_s: 60,
    increment_s: 1,
};

fn user(id: i64) -> Seat {
    Seat::User {
        id: UserId(id),
        name: None,
    }
}

pub fn table(control: Option<TimeControl>) -> Table {
    Table {
        id: 1,
        link: "q3ZkV9dYw7Ab".parse().expect("a link"),
        seats: [user(1), user(2)],
        start_fen: None,
        control,
        listed: false,
        created_ms: 0,
        version: 0,
        stage: GameStage::Playing,
        game: Game::new(),
        left_ms: Vec::new(),
        clock: control.map(Clock::new),
        offers: OpenOffers::default(),
        next: None,
        turn_since: 0,
        offered_at: [None; 2],
        takeback_offered_at: [None; 2],
    }
}

fn from(fen: &str) -> Table {
    Table {
        game: Game::from_position(Position::from_fen(fen).expect("a position")),
        start_fen: Some(fen.to_owned()),
        ..table(None)
    }
}

fn a_move(ply: u32, uci: &str) -> Deed {
    Deed::Move {
        ply,
        uci: uci.to_owned(),
        lag_ms: 0,
    }
}

fn act(act: PlayerAction) -> Deed {
    Deed::Act {
        act,
        may_claim: false,
    }
}

fn step(table: &Table, by: Color, deed: &Deed, now: Now) -> Step {
    match table.deed(by, deed, now) {
        Ok(Done::Step(step)) => *step,
        other => panic!("expected a step after {deed:?}, found {other:?}"),
    }
}

fn refused(table: &Table, by: Color, deed: &Deed) -> RefusalCode {
    match table.deed(by, deed, 0) {
        Err(code) => code,
        other => panic!("expected a refusal of {deed:?}, found {other:?}"),
    }
}

/// Plays moves in turn, one each second.
fn played(mut table: Table, moves: &str) -> Table {
    for uci in moves.split_whitespace() {
        let ply = table.game.ply();
        let now = 1_000 * (ply as Now + 1);
        let deed = a_move(u32::try_from(ply).expect("few"), uci);
        table = step(&table, table.turn(), &deed, now).table;
    }
    table
}

#[test]
fn a_move_is_one_version_and_the_same_sent_again_is_none() {
    let table = table(None);
    let Step { table, events } = step(&table, WHITE, &a_move(0, "e2e4"), 0);
    assert_eq!(table.version, 1);
    assert_eq!(
        events,
        [GameEvent::Moved {
            ply: 0,
            uci: "e2e4".to_owned()
        }]
    );
    assert!(matches!(
        table.deed(WHITE, &a_move(0, "e2e4"), 0),
        Ok(Done::Already)
    ));
    for (by, deed, code) in [
        (WHITE, a_move(0, "d2d4"), RefusalCode::WrongPly),
        (BLACK, a_move(0, "e2e4"), RefusalCode::WrongPly),
        (BLACK, a_move(2, "e7e5"), RefusalCode::WrongPly),
        (BLACK, a_move(u32::MAX, "e7e5"), RefusalCode::WrongPly),
        (WHITE, a_move(1, "e7e5"), RefusalCode::NotYourTurn),
        (BLACK, a_move(1, "e7e4"), RefusalCode::IllegalMove),
        (BLACK, a_move(1, ""), RefusalCode::IllegalMove),
        (BLACK, a_move(1, "\u{265f}e5"), RefusalCode::IllegalMove),
    ] {
        assert_eq!(refused(&table, by, &deed), code, "{deed:?}");
    }
}

#[test]
fn castling_is_one_move_however_it_is_written() {
    let table = from("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let table = step(&table, WHITE, &a_move(0, "e1h1"), 0).table;
    assert_eq!(table.game.moves()[0].to_string(), "e1g1");
    for written in ["e1h1", "e1g1"] {
        let again = table.deed(WHITE, &a_move(0, written), 0);
        assert!(matches!(again, Ok(Done::Already)), "{written}");
    }
}

#[test]
fn a_mate_ends_the_game_in_the_same_breath() {
    let table = played(table(None), "f2f3 e7e5 g2g4");
    let Step { table, events } = step(&table, BLACK, &a_move(3, "d8h4"), 0);
    let outcome = Outcome::win(BLACK, Reason::Checkmate);
    assert_eq!(events.len(), 2);
    assert_eq!(events[1], GameEvent::Ended { outcome });
    assert_eq!(
        (table.version, table.stage),
        (5, GameStage::Over { outcome })
    );
    assert_eq!(
        refused(&table, WHITE, &a_move(4, "a2a3")),
        RefusalCode::NotPlaying
    );
    assert_eq!(
        refused(&table, WHITE, &act(PlayerAction::Resign)),
        RefusalCode::NotPlaying
    );
}

#[test]
fn a_third_occurrence_may_be_claimed_and_a_fifth_ends_the_game() {
    let round = "g1f3 g8f6 f3g1 f6g8 ";
    let thrice = played(table(None), &round.repeat(2));
    assert_eq!(thrice.stage, GameStage::Playing);
    let claimed = step(&thrice, BLACK, &act(PlayerAction::Draw), 0).table;
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
    let begun = played(table(None), "e2e4 e7e5");
    let offered = step(&begun, WHITE, &act(PlayerAction::Draw), 0).table;
    assert_eq!(offered.offers.draw, Some(WHITE));
    assert_eq!(
        refused(&offered, WHITE, &act(PlayerAction::Draw)),
        RefusalCode::NotNow
    );
    let agreed = step(&offered, BLACK, &act(PlayerAction::Draw), 0).table;
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
    assert_eq!(moved.table.offers, OpenOffers::default());
    assert_eq!(
        moved.events[1],
        GameEvent::Declined {
            offer: Offer::Draw,
            of: WHITE
        }
    );
    assert_eq!(moved.table.version, offered.version + 2);
    let declined = step(&offered, BLACK, &act(PlayerAction::Decline), 0).table;
    assert_eq!(declined.offers, OpenOffers::default());
    // One offer a move.
    assert!(
        step(&declined, WHITE, &act(PlayerAction::Draw), 0)
            .table
            .offers
            .draw
            .is_some()
    );
    let asked_once = step(&begun, WHITE, &act(PlayerAction::Draw), 0).table;
    let declined = step(&asked_once, BLACK, &act(PlayerAction::Decline), 0).table;
    assert_eq!(
        refused(&declined, WHITE, &act(PlayerAction::Draw)),
        RefusalCode::NotNow
    );
}

#[test]
fn moves_come_back_only_with_the_opponents_consent() {
    let begun = played(table(Some(BULLET)), "e2e4 e7e5 g1f3");
    for (by, left) in [(WHITE, 2), (BLACK, 1)] {
        let asked = step(&begun, by, &act(PlayerAction::Takeback), 5_000).table;
        assert_eq!(
            refused(&asked, by, &act(PlayerAction::Takeback)),
            RefusalCode::NotNow
        );
        let back = step(&asked, !by, &act(PlayerAction::Takeback), 6_000);
        assert_eq!(back.events, [GameEvent::TakenBack { ply: left }]);
        assert_eq!(back.table.game.ply(), left as usize);
        assert_eq!(back.table.left_ms.len(), left as usize);
        assert_eq!(back.table.turn(), by);
        assert_eq!(back.table.offers, OpenOffers::default());
        let clock = back.table.clock.expect("a clock");
        let runs = (left as usize >= FREE_PLIES).then_some(by);
        assert_eq!(clock.reading(by, 6_000).running, runs);
    }
    let nothing = table(None);
    assert_eq!(
        refused(&nothing, WHITE, &act(PlayerAction::Takeback)),
        RefusalCode::NotNow
    );
    let asked = step(&begun, WHITE, &act(PlayerAction::Takeback), 0).table;
    let moved = step(&asked, BLACK, &a_move(3, "b8c6"), 0).table;
    assert_eq!(moved.offers.takeback, None, "a move is an answer");
}

#[test]
fn a_game_is_called_off_before_both_have_moved_and_given_up_afterwards() {
    let fresh = table(None);
    assert_eq!(
        refused(&fresh, WHITE, &act(PlayerAction::Resign)),
        RefusalCode::NotNow
    );
    let once = played(fresh, "e2e4");
    let off = step(&once, BLACK, &act(PlayerAction::Abort), 0).table;
    assert_eq!(off.stage, GameStage::Aborted);
    let begun = played(once, "e7e5");
    assert_eq!(
        refused(&begun, WHITE, &act(PlayerAction::Abort)),
        RefusalCode::NotNow
    );
    let lost = step(&begun, WHITE, &act(PlayerAction::Resign), 0).table;
    assert_eq!(
        lost.stage,
        GameStage::Over {
            outcome: Outcome::win(BLACK, Reason::Resignation)
        }
    );
}

#[test]
fn who_stays_may_claim_the_game_if_they_could_win_it() {
    let claim = |act| Deed::Act {
        act,
        may_claim: true,
    };
    let begun = played(table(None), "e2e4 e7e5");
    assert_eq!(
        refused(&begun, WHITE, &act(PlayerAction::ClaimWin)),
        RefusalCode::NotNow
    );
    let won = step(&begun, WHITE, &claim(PlayerAction::ClaimWin), 0).table;
    let outcome = Outcome::win(WHITE, Reason::Abandonment);
    assert_eq!(won.stage, GameStage::Over { outcome });
    let lone = played(from("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), "e2e4 e8d7");
    assert_eq!(
        refused(&lone, BLACK, &claim(PlayerAction::ClaimWin)),
        RefusalCode::NotNow
    );
    let drawn = step(&lone, BLACK, &claim(PlayerAction::ClaimDraw), 0).table;
    let outcome = Outcome::draw(Reason::Abandonment);
    assert_eq!(drawn.stage, GameStage::Over { outcome });
}

#[test]
fn a_flag_that_falls_loses_unless_the_other_side_could_never_win() {
    let begun = played(table(Some(BULLET)), "e2e4 e7e5");
    // Black's first move was made at 2,000; White's clock runs since then.
    assert_eq!(begun.due(0), Some(62_000));
    assert!(begun.tick(0, 61_999).is_none());
    let flagged = begun.tick(0, 62_000).expect("the flag falls").table;
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
    lone.clock = Some(Clock::new(BULLET));
    let lone = played(lone, "e2e4 e8d7");
    let drawn = lone.tick(0, 100_000).expect("the flag falls").table;
    let outcome = Outcome::draw(Reason::Timeout);
    assert_eq!(drawn.stage, GameStage::Over { outcome });
}

#[test]
fn a_first_move_that_nobody_makes_calls_the_game_off() {
    let fresh = table(Some(BULLET));
    assert_eq!(fresh.due(0), Some(FIRST_MOVE_MS));
    let once = played(fresh, "e2e4");
    assert_eq!(once.due(0), Some(1_000 + FIRST_MOVE_MS));
    let off = once.tick(0, 1_000 + FIRST_MOVE_MS).expect("it is over");
    assert_eq!(off.events, [GameEvent::Aborted]);
    assert_eq!(table(None).due(0), None, "without clocks there is time");
}

#[test]
fn a_rematch_needs_both_and_a_mind_is_always_ready() {
    let over = step(
        &played(table(None), "e2e4 e7e5"),
        WHITE,
        &act(PlayerAction::Resign),
        0,
    );
    let asked = step(&over.table, BLACK, &act(PlayerAction::Rematch), 0).table;
    assert_eq!(asked.offers.rematch, Some(BLACK));
    assert_eq!(
        refused(&asked, BLACK, &act(PlayerAction::Rematch)),
        RefusalCode::NotNow
    );
    assert!(matches!(
        asked.deed(WHITE, &act(PlayerAction::Rematch), 0),
        Ok(Done::Rematch)
    ));
    let declined = step(&asked, WHITE, &act(PlayerAction::Decline), 0).table;
    assert_eq!(declined.offers.rematch, None);
    let next: GameLink = "abcdefghijkm".parse().expect("a link");
    let followed = asked.followed_by(next.clone()).table;
    assert_eq!(
        (followed.next, followed.version),
        (Some(next), asked.version + 1)
    );
    let mut mind = over.table;
    mind.seats[0] = Seat::Mind {
        strategy: StrategyId::Calculator,
        level: Level::WEAKEST,
    };
    assert!(matches!(
        mind.deed(BLACK, &act(PlayerAction::Rematch), 0),
        Ok(Done::Rematch)
    ));
}

#[test]
fn an_open_seat_is_taken_once() {
    let mut open = table(None);
    open.seats[0] = Seat::Nobody;
    open.stage = GameStage::Open;
    assert_eq!(
        refused(&open, BLACK, &a_move(0, "e2e4")),
        RefusalCode::NotPlaying
    );
    let joined = open
        .joined(UserId(3), Some("Ann".to_owned()), 7)
        .expect("a seat");
    assert_eq!(joined.table.seat_of(Some(UserId(3))), Some(WHITE));
    assert_eq!((joined.table.version, joined.table.turn_since), (1, 7));
    assert!(joined.table.joined(UserId(4), None, 8).is_err());
    let off = step(&open, BLACK, &act(PlayerAction::Abort), 0).table;
    assert_eq!(off.stage, GameStage::Aborted);
    assert!(off.joined(UserId(4), None, 8).is_err());
}

/// Whatever is tried: versions count the events, what is refused changes nothing, and what the
/// events say makes the same game elsewhere.
#[test]
fn any_deeds_keep_one_history() {
    for seed in 0..300 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut table = table((seed % 3 != 0).then_some(BULLET));
        let mut copy = table.view(0);
        let mut now = 0;
        for _ in 0..120 {
            now += rng.random_range(0..2_000);
            let by = if rng.random() { WHITE } else { BLACK };
            let deed = any_deed(&table, &mut rng);
            let step = match table.tick(0, now) {
                Some(step) => step,
                None => match table.deed(by, &deed, now) {
                    Ok(Done::Step(step)) => *step,
                    _ => continue,
                },
            };
            assert_eq!(
                step.table.version,
                table.version + step.events.len() as u32,
                "seed {seed}"
            );
            table = step.table;
            for event in &step.events {
                follow(&mut copy, event);
            }
            let view = table.view(now);
            assert_eq!(
                (&copy.moves, copy.offers, copy.stage),
                (&view.moves, view.offers, view.stage),
                "seed {seed}"
            );
            let clocked = table.control.is_some();
            assert_eq!(
                table.left_ms.len(),
                if clocked { view.moves.len() } else { 0 }
            );
        }
    }
}

fn any_deed(table: &Table, rng: &mut Xoshiro256PlusPlus) -> Deed {
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
        return Deed::Act {
            act: acts[rng.random_range(0..acts.len())],
            may_claim: rng.random(),
        };
    }
    let legal = table.game.position().legal_moves().to_vec();
    let ply = table.game.ply() as u32 + rng.random_range(0..8_u32) / 7;
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
    }
}

fn slot(offers: &mut OpenOffers, offer: Offer) -> &mut Option<Color> {
    match offer {
        Offer::Draw => &mut offers.draw,
        Offer::Takeback => &mut offers.takeback,
        Offer::Rematch => &mut offers.rematch,
    }
}

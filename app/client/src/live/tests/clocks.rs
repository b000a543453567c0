//! The clocks of a live game.

use engine::rules::Reason;

use super::*;

const BLITZ: TimeControl = TimeControl {
    base_s: 60,
    increment_s: 2,
};

#[test]
fn clocks_are_what_was_told_less_what_has_passed() {
    let mut page = Page::of(view(Some(BLITZ)), Some(Color::White));
    let left = |page: &Page| {
        Color::ALL.map(|color| {
            let reading = page.state.clock_reading(color).expect("a clock");
            reading.remaining_ms(page.now)
        })
    };
    page.now = 5_000;
    assert_eq!(left(&page), [60_000, 60_000], "none runs yet");
    let clocks = Clocks {
        white_ms: 50_000,
        black_ms: 40_000,
        running: Some(Color::Black),
    };
    page.server_event_at(2, move_event(0, "e2e4"), Some(clocks));
    page.now = 8_000;
    assert_eq!(left(&page), [50_000, 37_000]);
    assert_eq!(page.state.view.left_ms, [50_000]);
    // The clocks run on while the connection is lost.
    page.drop_connection();
    page.now = 9_000;
    assert_eq!(left(&page), [50_000, 36_000]);
    page.dispatch(LiveEvent::Connection(ConnectionEvent::Wake));
    page.dispatch(LiveEvent::Connection(ConnectionEvent::Opened(2)));
    page.server_event_at(
        3,
        move_event(1, "e7e5"),
        Some(Clocks {
            black_ms: 38_000,
            running: Some(Color::White),
            ..clocks
        }),
    );
    page.sync();
    page.now = 10_000;
    assert_eq!(left(&page), [49_000, 38_000]);
    // One's own clock stops with the move, before the server confirms it.
    page.play("g1f3");
    page.now = 12_000;
    assert_eq!(left(&page), [49_000, 38_000]);
    // While the connection is lost it runs on.
    page.drop_connection();
    assert_eq!(left(&page), [47_000, 38_000]);
    page.now = 200_000;
    assert_eq!(left(&page), [0, 38_000]);
}

#[test]
fn clocks_stand_at_the_end_and_go_back_with_the_moves_that_are_looked_at() {
    let mut page = Page::of(view(Some(BLITZ)), Some(Color::White));
    let clocks = |white_ms, black_ms, running| {
        Some(Clocks {
            white_ms,
            black_ms,
            running,
        })
    };
    let white = Some(Color::White);
    page.server_event_at(
        2,
        move_event(0, "e2e4"),
        clocks(59_000, 60_000, Some(Color::Black)),
    );
    page.server_event_at(3, move_event(1, "e7e5"), clocks(59_000, 58_000, white));
    let left = |page: &Page, color| page.state.clock_reading(color).expect("a clock");
    page.dispatch(LiveEvent::ViewPly(1));
    assert!(
        left(&page, Color::White).started_at.is_some(),
        "of now while it is played"
    );
    page.dispatch(LiveEvent::ViewPly(2));
    page.now = 4_000;
    page.server_event(resignation(Color::White));
    page.now = 9_000;
    assert_eq!(left(&page, Color::White).remaining_ms(page.now), 55_000);
    for (ply, expected) in [
        (0, [60_000, 60_000]),
        (1, [59_000, 60_000]),
        (2, [55_000, 58_000]),
    ] {
        page.dispatch(LiveEvent::ViewPly(ply));
        let shown = Color::ALL.map(|color| left(&page, color).remaining_ms(page.now));
        assert_eq!(shown, expected, "ply {ply}");
    }
}

#[test]
fn a_side_that_begins_second_counts_its_time_from_the_first_move_of_its_own() {
    let mut black_begins = view(Some(BLITZ));
    black_begins.start_fen = Some("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1".to_owned());
    black_begins.stage = GameStage::Over {
        outcome: Outcome::draw(Reason::Agreement),
    };
    black_begins.moves = vec!["e8e7".to_owned(), "e2e4".to_owned()];
    black_begins.left_ms = vec![50_000, 40_000];
    let mut state = LiveState::new(black_begins, None);
    state.update(LiveEvent::ViewPly(1), 0);
    let left = Color::ALL.map(|color| state.clock_reading(color).expect("a clock").remaining_ms(0));
    assert_eq!(left, [60_000, 50_000]);
}

//! Clocks, draws, hints and variations.

use crate::worker::FromWorker;
use engine::rules::{Outcome, Reason};
use wire::time_control::TimeControl;

use super::*;

const THREE_AND_TWO: TimeControl = TimeControl {
    base_s: 180,
    increment_s: 2,
};

fn on_the_clock(opponent: Opponent) -> Page {
    Page::open(Settings {
        opponent,
        clock: Some(THREE_AND_TWO),
        ..Settings::default()
    })
}

impl Page {
    fn left(&self) -> [u32; 2] {
        Color::ALL.map(|color| self.state.time_left(color, self.now).unwrap())
    }

    fn wait(&mut self, ms: u64) {
        self.now += ms;
    }

    /// Fires all timers.
    fn timers_go_off(&mut self) {
        for event in std::mem::take(&mut self.timers) {
            self.take(event);
        }
    }

    fn evaluation_is(&mut self, cp: i32) {
        let id = self.running_id();
        let mv = self.state.game.position().legal_moves()[0];
        let found = Line {
            score: Score::Cp(cp),
            ..line(mv, 8)
        };
        let reports = vec![engine::search::Report::Depth(found)];
        self.take(PlayEvent::Engine(FromWorker::Reports { id, reports }));
        self.take(done(id, mv));
    }
}

#[test]
fn each_side_pays_for_its_own_time_and_the_first_move_is_free() {
    let mut page = on_the_clock(Opponent::Engine);
    page.wait(60_000);
    page.play("e2e4");
    assert_eq!(page.left(), [180_000, 180_000]);
    let clock = page.running[0].limits.clock.unwrap();
    assert_eq!((clock.time.as_secs(), clock.increment.as_secs()), (180, 2));
    page.wait(5_000);
    page.answer("e7e5");
    assert_eq!(page.left(), [180_000, 177_000]);
    page.wait(10_000);
    page.play("g1f3");
    assert_eq!(page.left(), [172_000, 177_000]);
    page.take(PlayEvent::Undo);
    assert_eq!(page.left(), [180_000, 177_000], "as they were");
}

#[test]
fn a_flag_ends_the_game_at_its_time_and_nothing_later_counts() {
    let mut page = on_the_clock(Opponent::Person);
    page.play("e2e4");
    page.wait(179_000);
    page.timers_go_off();
    assert_eq!(page.state.outcome(), None, "a second is left");
    page.wait(1_001);
    page.play("e7e5");
    let lost = Outcome::win(Color::White, Reason::Timeout);
    assert_eq!(page.state.outcome(), Some(lost));
    assert_eq!(page.moves(), "e2e4");
    assert_eq!(page.left(), [180_000, 0]);
    page.take(PlayEvent::Undo);
    assert_eq!(page.state.outcome(), None);
    assert_eq!(page.left(), [180_000, 180_000]);
}

#[test]
fn a_flag_against_a_lone_king_is_a_draw() {
    let mut page = on_the_clock(Opponent::Person);
    page.state.game = Game::from_fen("4k3/8/8/8/8/8/P7/4K3 w - - 0 1").unwrap();
    page.play("a2a4");
    page.play("e8e7");
    page.wait(200_000);
    page.take(PlayEvent::CheckFlag);
    assert_eq!(page.state.outcome(), Some(Outcome::draw(Reason::Timeout)));
}

#[test]
fn a_reload_costs_nothing_but_what_was_spent() {
    let mut page = on_the_clock(Opponent::Person);
    page.play("e2e4");
    page.wait(30_000);
    page.take(PlayEvent::Leave);
    let saved = page.saved.clone();
    let mut later = Page::blank(page.state.settings);
    later.now = 7;
    later.load(saved, true);
    assert_eq!(later.left(), [180_000, 150_000]);
    later.wait(1_000);
    assert_eq!(later.left(), [180_000, 149_000]);
}

#[test]
fn the_clock_of_watched_minds_stands_while_they_are_paused() {
    let mut page = on_the_clock(Opponent::Engines);
    page.take(PlayEvent::Run(true));
    page.answer("e2e4");
    page.wait(2_000);
    page.take(PlayEvent::Run(false));
    page.wait(60_000);
    assert_eq!(page.left(), [180_000, 178_000]);
}

#[test]
fn another_time_waits_for_the_next_game() {
    let mut page = Page::open(Settings::default());
    page.play("e2e4");
    page.set(|settings| settings.clock = Some(THREE_AND_TWO));
    assert!(page.state.clock.is_none());
    page.new_game();
    assert_eq!(page.left(), [180_000; 2]);
}

#[test]
fn the_engine_takes_a_draw_only_where_it_stands_no_better() {
    let mut page = Page::open(Settings::default());
    page.play("e2e4");
    page.answer("e7e5");
    page.take(PlayEvent::OfferDraw);
    assert_eq!(page.state.draw_refusal, Some(DrawRefusal::Early));
    for (own, other) in [
        ("d2d3", "d7d6"),
        ("c2c3", "c7c6"),
        ("h2h3", "h7h6"),
        ("a2a3", "a7a6"),
        ("g2g3", "g7g6"),
        ("b2b3", "b7b6"),
        ("f2f3", "f7f6"),
        ("b1d2", "b8d7"),
        ("d1e2", "d8e7"),
    ] {
        page.play(own);
        page.answer(other);
    }
    assert!(page.state.game.ply() >= 20, "{}", page.moves());
    page.evaluation_is(-80);
    page.take(PlayEvent::OfferDraw);
    assert_eq!(
        page.state.draw_refusal,
        Some(DrawRefusal::Better(Score::Cp(80)))
    );
    let ply = page.state.game.ply();
    page.state.evaluations.get_mut(&ply).unwrap().score = Score::Cp(20);
    page.take(PlayEvent::OfferDraw);
    assert_eq!(page.state.outcome(), Some(Outcome::draw(Reason::Agreement)));
    assert_eq!(page.recorded.len(), 1);
}

#[test]
fn two_people_agree_to_a_draw_at_once() {
    let mut page = Page::open(Settings {
        opponent: Opponent::Person,
        ..Settings::default()
    });
    page.take(PlayEvent::OfferDraw);
    assert_eq!(page.state.outcome(), None, "nothing was played");
    page.play("e2e4");
    page.take(PlayEvent::OfferDraw);
    assert_eq!(page.state.outcome(), Some(Outcome::draw(Reason::Agreement)));
}

#[test]
fn advice_is_looked_for_shown_and_gone_with_the_move() {
    let mut page = Page::open(Settings::default());
    page.take(PlayEvent::Hint);
    page.answer("g1f3");
    let advised = page.mv("g1f3");
    assert_eq!(page.state.hint, Some(advised));
    assert_eq!(page.state.arrows()[0].mv, advised);
    assert_eq!(page.state.game.ply(), 0, "nobody moved");
    page.take(PlayEvent::Hint);
    assert_eq!(page.state.hint, None, "pressed again");
    page.take(PlayEvent::Hint);
    page.play("e2e4");
    assert!(!page.state.hint_requested);
    page.answer("e7e5");
    assert_eq!(page.state.hint, None);
    assert!(page.state.can_hint());
}

#[test]
fn playing_on_from_an_earlier_move_keeps_the_old_line() {
    let mut page = Page::open(Settings::default());
    page.play("e2e4");
    page.answer("e7e5");
    page.play("g1f3");
    page.answer("b8c6");
    page.take(PlayEvent::ViewPly(2));
    let other = page.state.shown_position().parse_uci("d2d4").unwrap();
    page.take(PlayEvent::UserMove(other));
    page.answer("e5d4");
    assert_eq!(page.moves(), "e2e4 e7e5 d2d4 e5d4");
    let branches = page.state.branches();
    assert_eq!(branches.len(), 1);
    assert_eq!((branches[0].1, branches[0].2.len()), (2, 4));
    page.take(PlayEvent::TakeVariation(0));
    assert_eq!(page.moves(), "e2e4 e7e5 g1f3 b8c6");
    assert_eq!(page.state.branches()[0].1, 2, "the other is kept now");
    // The move that was played there anyway only steps forward.
    page.take(PlayEvent::ViewPly(2));
    let same = page.state.shown_position().parse_uci("g1f3").unwrap();
    page.take(PlayEvent::UserMove(same));
    assert_eq!(page.state.viewed_ply, Some(3));
    assert_eq!(page.moves(), "e2e4 e7e5 g1f3 b8c6");
}

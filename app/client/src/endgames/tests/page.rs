//! Lessons from the first move to the last.

use engine::player::{Decision, Source, StopReason};
use engine::rules::Square;

use super::*;
use crate::worker::{FromWorker, ToWorker};

#[test]
fn a_lesson_is_won_by_the_best_moves_in_the_least_number() {
    for (id, least) in [
        ("queen", 9),
        ("rook", 15),
        ("sixth-rank", 11),
        ("key-squares", 22),
    ] {
        let mut page = Page::open(id);
        assert_eq!(page.state.least_moves(), Some(least), "{id}");
        while page.state.may_move() {
            let best = page.best();
            page.send(EndgameEvent::Play(best));
        }
        assert_eq!(
            page.state.stage,
            LessonStage::Over { reached: true },
            "{id}"
        );
        assert_eq!(
            page.state.progress.of(lesson(id)),
            Some(Solution::Alone(least)),
            "{id}"
        );
        assert_eq!(page.stored, 1);
        let status = status_text(&page.state);
        assert_eq!(
            status,
            format!("Mate in {least} moves: it can\u{2019}t be done in fewer.")
        );
    }
}

#[test]
fn a_draw_is_held_until_it_is_one() {
    for id in ["hold-the-opposition", "rook-pawn", "square"] {
        let mut page = Page::open(id);
        while page.state.may_move() {
            let best = page.best();
            page.send(EndgameEvent::Play(best));
        }
        assert_eq!(
            page.state.stage,
            LessonStage::Over { reached: true },
            "{id}"
        );
        assert!(page.state.moves_made() <= HELD_MOVES, "{id}");
        assert!(status_text(&page.state).starts_with("Held"), "{id}");
    }
}

#[test]
fn a_move_that_gives_the_goal_away_is_named_and_can_be_taken_back() {
    let mut page = Page::open("hold-the-opposition");
    page.play("e7d8");
    assert_eq!(page.state.stage, LessonStage::Slipped);
    let status = status_text(&page.state);
    assert!(
        status.starts_with("Kd8 gives the draw away: with best play you are mated in "),
        "{status}"
    );
    assert!(!page.state.may_move());
    page.send(EndgameEvent::TakeBack);
    assert!(page.state.may_move());
    assert_eq!(page.state.game.ply(), 0);
    page.play("e7d7");
    assert_eq!(page.state.stage, LessonStage::YourMove);
    // What follows is counted as solved with help.
    while page.state.may_move() {
        let best = page.best();
        page.send(EndgameEvent::Play(best));
    }
    let solved = page.state.progress.of(lesson("hold-the-opposition"));
    assert_eq!(solved, Some(Solution::WithHelp));
    // From the beginning it is not.
    page.send(EndgameEvent::Restart);
    assert!(!page.state.had_help);
}

#[test]
fn who_goes_on_after_a_slip_is_beaten_and_hears_of_it_once() {
    let mut page = Page::open("square");
    page.play("f4f3");
    assert_eq!(page.state.stage, LessonStage::Slipped);
    page.send(EndgameEvent::GoOn);
    while page.state.may_move() {
        let best = page.best();
        page.send(EndgameEvent::Play(best));
    }
    assert_eq!(page.state.stage, LessonStage::Over { reached: false });
    assert_eq!(status_text(&page.state), "Mated.");
    assert_eq!(page.state.progress.solved(), 0);
}

#[test]
fn a_move_that_costs_time_is_told_what_it_cost() {
    let mut page = Page::open("rook");
    assert_eq!(truth_text(&page.state), "Best play mates in 15.");
    let moves = tablebase::solved_moves(tables(), page.state.game.position()).expect("solved");
    let wins = moves
        .iter()
        .filter_map(|solved| Some((solved.mv, solved.value.moves_to_mate()?)));
    let (slow, takes) = wins.max_by_key(|(_, moves)| *moves).expect("a win");
    assert!(takes > 15);
    page.send(EndgameEvent::Play(slow));
    let plural = if takes == 16 { "" } else { "s" };
    let cost = format!("Your move. The last one cost {} move{plural}.", takes - 15);
    assert_eq!(status_text(&page.state), cost);
    let truth = truth_text(&page.state);
    assert_eq!(
        truth,
        format!(
            "Mate in {} with best play, {takes} in all; 15 is the least.",
            takes - 1
        )
    );
    page.send(EndgameEvent::Show);
    assert_eq!(page.state.shown, Some(page.best()));
    assert!(page.state.had_help);
}

/// What comes late, of another lesson or of a position that was taken back, changes nothing.
#[test]
fn late_answers_are_of_no_lesson() {
    let mut state = EndgameState::default();
    let ask = |effects: &[EndgameEffect]| {
        let asked = effects.iter().find_map(|effect| match effect {
            EndgameEffect::Ask(request) => Some(request.clone()),
            _ => None,
        });
        asked.expect("a request")
    };
    state.update(EndgameEvent::Open(Some(lesson("rook"))));
    let spread = ask(&state.update(EndgameEvent::SetSpread(true)));
    let spread = answer(&spread, tables()).expect("an answer");
    state.update(EndgameEvent::Open(Some(lesson("queen"))));
    state.update(EndgameEvent::SetSpread(true));
    state.update(EndgameEvent::Answer(Box::new(spread)));
    assert_eq!(state.spread, None, "the film of another ending");
    let rook = lesson("rook").position().key();
    state.update(EndgameEvent::Answer(Box::new(EndgameAnswer::NoTables(
        rook,
    ))));
    assert_eq!(state.trouble, None);
    // A reply that was on its way when its move was taken back.
    let mut page = Page::open("rook");
    let mv = page.best();
    let asked = ask(&page.state.update(EndgameEvent::Play(mv)));
    let probed = answer(&asked, tables()).expect("an answer");
    page.state.update(EndgameEvent::TakeBack);
    page.state.update(EndgameEvent::Answer(Box::new(probed)));
    page.state.update(EndgameEvent::Reply);
    assert_eq!((page.state.game.ply(), page.state.may_move()), (0, true));
    // An old film's moment.
    page.send(EndgameEvent::SetSpread(true));
    page.state.update(EndgameEvent::ShowStep(0));
    let first = page.state.update(EndgameEvent::SetPlaying(true));
    page.state.update(EndgameEvent::SetPlaying(false));
    page.state.update(EndgameEvent::SetPlaying(true));
    let [EndgameEffect::TickSoon(old)] = first[..] else {
        panic!("{first:?}");
    };
    page.state.update(EndgameEvent::Tick(old));
    assert_eq!(page.state.step, 0);
}

#[test]
fn the_map_follows_the_piece_that_it_is_of() {
    let mut page = Page::open("rook");
    assert_eq!(page.state.shown_map(), None);
    page.send(EndgameEvent::PickUp(Some(Square::H1)));
    assert_eq!(page.state.shown_map(), None);
    assert!(!page.state.had_help);
    page.send(EndgameEvent::SetMapOn(true));
    assert_eq!(
        page.state.shown_map().map(|map| map.square),
        Some(Square::H1)
    );
    assert!(page.state.had_help, "it tells which move is best");
    // Begun again with a piece in hand, the map is of no empty square.
    page.play("h1g1");
    page.send(EndgameEvent::PickUp(Some(Square::G1)));
    page.send(EndgameEvent::Restart);
    let state = &page.state;
    assert_eq!((state.shown_map(), state.trouble.clone()), (None, None));
    page.send(EndgameEvent::SetMapOn(false));
    page.send(EndgameEvent::Pin(Some(Square::A1)));
    page.send(EndgameEvent::PickUp(None));
    assert_eq!(
        page.state.shown_map().map(|map| map.square),
        Some(Square::A1)
    );
    page.play("a1a4");
    assert_eq!(
        page.state.shown_map().map(|map| map.square),
        Some(Square::A4)
    );
}

#[test]
fn the_truth_spreads_as_a_film_and_by_hand() {
    let mut page = Page::open("queen");
    page.send(EndgameEvent::SetSpread(true));
    // The film has run to its end.
    assert_eq!(
        (page.state.step, page.state.is_playing),
        (page.state.last_step(), false)
    );
    assert!(page.state.last_step() >= 10);
    page.send(EndgameEvent::ShowStep(3));
    assert_eq!(page.state.step, 3);
    page.send(EndgameEvent::ShowStep(300));
    assert_eq!(page.state.step, page.state.last_step());
    assert!(!page.state.may_move());
    page.send(EndgameEvent::SetSpread(false));
    assert!(page.state.may_move());
}

/// The requests and commands of an event, not carried out.
fn effects(state: &mut EndgameState, event: EndgameEvent) -> Vec<EndgameEffect> {
    state.update(event)
}

#[test]
fn five_men_are_played_against_the_full_engine_until_a_table_has_them() {
    let mut state = EndgameState::default();
    effects(&mut state, EndgameEvent::Open(Some(lesson("lucena"))));
    assert!(!state.has_tables() && state.may_move() && !state.can_show());
    let mv = state.game.position().parse_uci("c1d1").expect("a move");
    let sent = effects(&mut state, EndgameEvent::Play(mv));
    let order = order_of(&sent);
    assert!(!order.is_repeatable());
    let decision = Decision {
        mv: state.game.position().parse_uci("d7e7").ok(),
        source: Source::Search,
        stop_reason: StopReason::Time,
        ..Decision::game_over(0)
    };
    let done = |id| {
        EndgameEvent::Engine(FromWorker::Done {
            id,
            decision: Box::new(decision.clone()),
        })
    };
    // Another search's answer changes nothing.
    assert_eq!(effects(&mut state, done(order.id.next())), []);
    assert_eq!(
        effects(&mut state, done(order.id)),
        [EndgameEffect::ReplySoon]
    );
    effects(&mut state, EndgameEvent::Reply);
    assert_eq!((state.game.ply(), state.may_move()), (2, true));
    // A search whose move is not wanted any more is ended, and its answer too late.
    let mv = state.game.position().legal_moves()[0];
    let sent = effects(&mut state, EndgameEvent::Play(mv));
    let id = order_of(&sent).id;
    let ended = effects(&mut state, EndgameEvent::TakeBack);
    assert!(ended.contains(&EndgameEffect::Engine(EngineCommand::Cancel(id))));
    assert_eq!(effects(&mut state, done(id)), []);
    assert!(state.may_move());
}

fn order_of(sent: &[EndgameEffect]) -> &crate::worker::SearchOrder {
    let order = sent.iter().find_map(|effect| match effect {
        EndgameEffect::Engine(EngineCommand::Send(ToWorker::Search(order))) => Some(order),
        _ => None,
    });
    order.expect("a search")
}

/// Five men, whom no table has: a draw is held after twenty moves all the same.
#[test]
fn a_draw_of_five_men_is_held_after_twenty_moves() {
    let mut state = EndgameState::default();
    effects(&mut state, EndgameEvent::Open(Some(lesson("philidor"))));
    let mut number = 0;
    while state.may_move() {
        // To and fro with the rooks, on other squares each time, and no man is lost.
        number += 1;
        let quiet = |state: &EndgameState| {
            let moves = state.game.position().legal_moves();
            let men = state.game.position().occupied().len();
            let mut quiet = moves.into_iter().filter(|mv| {
                let child = state.game.position().play(*mv);
                child.occupied().len() == men && state.game.occurrences_of(&child) == 0
            });
            quiet.next().expect("a quiet move")
        };
        let mv = quiet(&state);
        let sent = effects(&mut state, EndgameEvent::Play(mv));
        let id = order_of(&sent).id;
        let decision = Decision {
            mv: Some(quiet(&state)),
            ..Decision::game_over(0)
        };
        let decision = Box::new(decision);
        effects(
            &mut state,
            EndgameEvent::Engine(FromWorker::Done { id, decision }),
        );
        effects(&mut state, EndgameEvent::Reply);
    }
    assert_eq!(
        (number, state.stage),
        (HELD_MOVES, LessonStage::Over { reached: true })
    );
    assert_eq!(status_text(&state), "Held for 20 moves: a draw.");
}

#[test]
fn missing_tables_and_a_broken_worker_are_said_and_asked_again() {
    let mut state = EndgameState::default();
    let asked = effects(&mut state, EndgameEvent::Open(Some(lesson("two-rooks"))));
    assert_eq!(
        asked
            .iter()
            .filter(|effect| matches!(effect, EndgameEffect::Ask(_)))
            .count(),
        1
    );
    effects(
        &mut state,
        EndgameEvent::Answer(Box::new(EndgameAnswer::NoTables(
            lesson("two-rooks").position().key(),
        ))),
    );
    assert_eq!(state.trouble, Some(Trouble::NoTables));
    let again = effects(&mut state, EndgameEvent::TryAgain);
    assert!(matches!(again[..], [EndgameEffect::Ask(_)]), "{again:?}");
    let failed = FromWorker::Failed {
        message: "out of memory".to_owned(),
    };
    effects(&mut state, EndgameEvent::Engine(failed));
    assert_eq!(
        state.trouble,
        Some(Trouble::Broken("out of memory".to_owned()))
    );
    // The worker is started anew.
    let again = effects(&mut state, EndgameEvent::TryAgain);
    assert!(
        matches!(
            again[..],
            [
                EndgameEffect::Engine(EngineCommand::Start),
                EndgameEffect::Ask(_)
            ]
        ),
        "{again:?}"
    );
}

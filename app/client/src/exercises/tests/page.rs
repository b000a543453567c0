//! Exercises from the first move to the last.

use engine::exercises::HintStage;
use engine::rules::{Color, Square};

use super::*;
use crate::analysis::parse_fragment;
use AnswerGrade::{Again, Easy, Good, Hard, SetAside, TakenUp};
use AttemptStage::{Over, Replying, Wrong, YourMove};

/// The grade of the exercise that is shown.
fn grade(page: &Page) -> Option<AnswerGrade> {
    page.attempt().grade()
}

#[test]
fn an_exercise_of_one_move_is_solved() {
    let mut page = Page::showing(TAKES_PAWN);
    let attempt = page.attempt();
    assert_eq!(
        (attempt.movable(), attempt.bottom()),
        (Some(Color::Black), Color::Black)
    );
    assert_eq!((attempt.last_move(), attempt.grade()), (None, None));
    assert_eq!(status_text(attempt), "Find the best move.");
    page.play("d1e2");
    assert_eq!(page.stage(), Over(AttemptEnd::Solved));
    assert_eq!((grade(&page), page.attempt().movable()), (Some(Good), None));
    assert_eq!(
        page.attempt()
            .last_move()
            .map(|mv| mv.to_string())
            .as_deref(),
        Some("d1e2")
    );
    assert_eq!(status_text(page.attempt()), "Solved.");
    assert_eq!(page.stored, []);
    page.now += MINUTE_MS;
    page.next();
    // The time is that of the last move.
    assert_eq!(page.stored, [answer(id(TAKES_PAWN), NOON + 10_000, Good)]);
    assert_eq!(page.state.shown, None);
}

#[test]
fn a_longer_solution_is_played_out() {
    let mut page = Page::showing(BLOCKS_CHECK);
    let best = page.mv("b2c3");
    let effects = page.state.update(TrainEvent::Play {
        mv: best,
        time: after_noon(1_000),
    });
    assert_eq!(effects, [TrainEffect::ReplySoon]);
    let Replying(reply) = page.stage() else {
        panic!("{:?}", page.stage());
    };
    assert_eq!(reply.to_string(), "a5c7");
    assert_eq!(page.attempt().last_move(), Some(best));
    assert_eq!(page.attempt().movable(), None);
    assert_eq!(status_text(page.attempt()), "Right.");
    page.send(TrainEvent::Reply);
    assert_eq!(
        (page.stage(), page.attempt().last_move()),
        (YourMove, Some(reply))
    );
    assert_eq!(status_text(page.attempt()), "Right. Find the next move.");
    // A timer that comes twice.
    page.send(TrainEvent::Reply);
    assert_eq!(page.attempt().moves.len(), 2);
    page.play_now("c3h8");
    // Quick, but not of one move.
    assert_eq!(
        (page.stage(), grade(&page)),
        (Over(AttemptEnd::Solved), Some(Good))
    );
}

#[test]
fn a_move_that_is_as_good_solves_it() {
    let mut page = Page::showing(BLOCKS_CHECK);
    page.play("b3b4");
    assert_eq!(
        (page.stage(), grade(&page)),
        (Over(AttemptEnd::AlsoGood), Some(Good))
    );
    assert_eq!(status_text(page.attempt()), "Solved: as good as Bc3.");
}

#[test]
fn the_move_of_the_game_is_told_apart_from_other_wrong_ones() {
    let mut page = Page::showing(TAKES_PAWN);
    page.play("e7f7");
    assert_eq!(page.stage(), Wrong);
    assert_eq!(
        status_text(page.attempt()),
        "That is what was played in the game. Try another move."
    );
    // Its refutation is known, and gives nothing away.
    page.send(TrainEvent::PlayLine(Some(LineKind::Game)));
    let line = page.attempt().line.expect("a line");
    assert_eq!((line.kind, line.plies), (LineKind::Game, 9));
    assert_eq!(page.attempt().line(LineKind::Solution), None);
    assert_eq!(page.attempt().line(LineKind::Idea), None);
    page.send(TrainEvent::TakeBack);
    let attempt = page.attempt();
    assert_eq!((attempt.stage, attempt.line), (YourMove, None));
    assert_eq!(attempt.position(), exercise(TAKES_PAWN).start);
    page.play("g8h8");
    assert_eq!(
        status_text(page.attempt()),
        "Not this one. Try another move."
    );
    page.send(TrainEvent::PlayLine(Some(LineKind::Game)));
    assert_eq!(
        page.attempt().line,
        None,
        "of another move nothing is known"
    );
    assert_eq!(page.attempt().movable(), None);
    let (mv, time) = (exercise(TAKES_PAWN).played, page.time());
    page.send(TrainEvent::Play { mv, time });
    assert_eq!(
        page.attempt().wrong.len(),
        2,
        "a wrong move is taken back first"
    );
    page.send(TrainEvent::TakeBack);
    page.play("d1e2");
    assert_eq!(grade(&page), Some(Again), "two wrong tries");
}

#[test]
fn a_later_move_can_be_wrong() {
    let mut page = Page::showing(MATES);
    page.play("c4f7");
    page.play("f7g8");
    assert_eq!(page.stage(), Wrong);
    page.send(TrainEvent::TakeBack);
    assert_eq!(page.attempt().index(), 1);
    page.play("c3d5");
    assert_eq!(
        (page.stage(), grade(&page)),
        (Over(AttemptEnd::Solved), Some(Hard))
    );
}

#[test]
fn the_grade_is_by_what_was_needed() {
    // Quick, at the first try.
    let mut page = Page::showing(TAKES_PAWN);
    page.now += 4_999;
    page.play_now("d1e2");
    assert_eq!(grade(&page), Some(Easy));
    let mut page = Page::showing(TAKES_PAWN);
    page.now += 5_000;
    page.play_now("d1e2");
    assert_eq!(grade(&page), Some(Good));
    let mut page = Page::showing(TAKES_PAWN);
    page.send(TrainEvent::Hint);
    page.play("d1e2");
    assert_eq!(grade(&page), Some(Hard));
    let mut page = Page::showing(TAKES_PAWN);
    page.play("g8h8");
    page.send(TrainEvent::TakeBack);
    page.play("d1e2");
    assert_eq!(grade(&page), Some(Hard));
    let mut page = Page::showing(TAKES_PAWN);
    page.send(TrainEvent::ShowSolution(page.time()));
    assert_eq!(grade(&page), Some(Again));
    // The clock was set back.
    let mut page = Page::showing(TAKES_PAWN);
    let mv = page.mv("d1e2");
    let time = LocalTime::default();
    page.send(TrainEvent::Play { mv, time });
    assert_eq!(grade(&page), Some(Good));
}

#[test]
fn the_visitor_may_choose_another_grade_before_the_next() {
    let mut page = Page::showing(TAKES_PAWN);
    page.send(TrainEvent::Grade(Easy));
    page.play("d1e2");
    assert_eq!(grade(&page), Some(Good), "not before the end");
    for chosen in [Again, Hard, Easy] {
        page.send(TrainEvent::Grade(chosen));
        assert_eq!(grade(&page), Some(chosen));
    }
    for no_grade in [SetAside, TakenUp] {
        page.send(TrainEvent::Grade(no_grade));
        assert_eq!(grade(&page), Some(Easy));
    }
    page.send(TrainEvent::Leave(page.time()));
    assert_eq!(page.stored, [answer(id(TAKES_PAWN), NOON + 10_000, Easy)]);
    page.send(TrainEvent::Leave(page.time()));
    assert_eq!(page.stored.len(), 1);
}

#[test]
fn an_answer_is_noted_at_the_end_in_case_the_page_is_left() {
    let mut page = Page::showing(TAKES_PAWN);
    page.send(TrainEvent::Hint);
    assert_eq!(page.noted, []);
    page.play("d1e2");
    page.send(TrainEvent::Grade(Again));
    let grades = page.noted.iter().map(|noted| noted.grade);
    assert_eq!(grades.collect::<Vec<_>>(), [Hard, Again]);
    let [_, noted] = page.noted[..] else { panic!() };
    // The page is left; the next one finds the note.
    let mut next = Page::with(&[TAKES_PAWN]);
    for _ in 0..2 {
        next.send(TrainEvent::LeftOver(noted));
        assert_eq!(next.stored.last(), Some(&noted));
    }
    assert_eq!(unsent(&next.state.deck).answers, [noted]);
}

#[test]
fn another_visitor_sees_nothing_that_was_sent() {
    let mut page = Page::showing(TAKES_PAWN);
    let sent = Box::new(unsent(&page.state.deck));
    page.send(TrainEvent::Sent(sent));
    page.send(TrainEvent::OtherVisitor);
    assert!(page.state.deck.is_empty() && page.state.shown.is_none());
}

#[test]
fn hints_come_in_three_steps() {
    let mut page = Page::showing(STOPS_MATE);
    assert_eq!(hint_text(page.attempt()), None);
    assert!(page.attempt().marked().is_empty());
    let mut texts = Vec::new();
    while let Some(stage) = page.attempt().next_hint() {
        page.send(TrainEvent::Hint);
        assert_eq!(page.attempt().hint, Some(stage));
        texts.extend(hint_text(page.attempt()));
        assert!(page.attempt().marked().has(Square::E8));
        let arrows = page.attempt().arrows().len();
        assert_eq!(arrows, usize::from(stage == HintStage::Move));
    }
    assert_eq!(
        texts,
        [
            "Look at your queen on e8.",
            "Your opponent threatens mate: stop it.",
            "The move is Qe2.",
        ]
    );
    page.send(TrainEvent::Hint);
    assert_eq!(page.attempt().hint, Some(HintStage::Move));
}

#[test]
fn later_moves_have_hints_of_their_own_without_an_idea() {
    let mut page = Page::showing(BLOCKS_CHECK);
    page.send(TrainEvent::Hint);
    page.play("b2c3");
    assert_eq!(page.attempt().hint, None);
    assert!(page.attempt().marked().is_empty());
    page.send(TrainEvent::Hint);
    assert_eq!(
        hint_text(page.attempt()).as_deref(),
        Some("Look at your bishop on c3.")
    );
    page.send(TrainEvent::Hint);
    assert_eq!(
        hint_text(page.attempt()).as_deref(),
        Some("The move is Bxh8.")
    );
    assert_eq!(page.attempt().next_hint(), None);
}

#[test]
fn the_solution_is_shown_as_a_film_and_by_hand() {
    let mut page = Page::showing(BLOCKS_CHECK);
    let effects = page.state.update(TrainEvent::ShowSolution(after_noon(5)));
    let [TrainEffect::Note(_), TrainEffect::TickSoon(film)] = effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!(page.stage(), Over(AttemptEnd::Shown));
    assert_eq!(status_text(page.attempt()), "The solution: Bc3 Qc7 Bxh8.");
    assert_eq!(page.attempt().position(), exercise(BLOCKS_CHECK).start);
    assert!(page.state.is_playing());
    // An old film's moment.
    page.send(TrainEvent::Tick(film.wrapping_sub(1)));
    assert_eq!(page.attempt().line.map(|line| line.plies), Some(0));
    page.send(TrainEvent::Tick(film));
    assert_eq!(page.attempt().line.map(|line| line.plies), Some(3));
    assert!(!page.state.is_playing());
    let end = page.attempt().position();
    assert_eq!(
        page.attempt()
            .last_move()
            .map(|mv| mv.to_string())
            .as_deref(),
        Some("c3h8")
    );
    page.send(TrainEvent::ShowPly(LineKind::Solution, 1));
    assert_eq!(
        page.attempt()
            .last_move()
            .map(|mv| mv.to_string())
            .as_deref(),
        Some("b2c3")
    );
    page.send(TrainEvent::ShowPly(LineKind::Solution, usize::MAX));
    assert_eq!(page.attempt().position(), end);
    page.send(TrainEvent::PlayLine(None));
    assert_eq!(page.attempt().line, None);
}

#[test]
fn after_the_end_all_lines_can_be_stepped_through() {
    let mut page = Page::showing(TAKES_KNIGHT);
    for kind in LineKind::ALL {
        page.send(TrainEvent::ShowPly(kind, 1));
        assert_eq!(page.attempt().line, None, "{kind:?}");
    }
    page.play("e3d4");
    page.play("f3g2");
    for (kind, plies) in [
        (LineKind::Solution, 3),
        (LineKind::Game, 9),
        (LineKind::Idea, 1),
    ] {
        let line = page.attempt().line(kind).expect("a line");
        assert_eq!(line.proof.moves.len(), plies, "{kind:?}");
        assert_eq!(line.before, exercise(TAKES_KNIGHT).start);
        for ply in 0..=plies {
            page.send(TrainEvent::ShowPly(kind, ply));
            let position = line.proof.position_after(&line.before, ply);
            assert_eq!(page.state.position(), position, "{kind:?} {ply}");
        }
    }
    // The squares of which the sentence speaks.
    assert!(page.attempt().marked().has(Square::D4));
}

#[test]
fn an_exercise_is_set_aside_and_taken_up_again() {
    let mut page = Page::with(&[TAKES_PAWN, STOPS_MATE]);
    page.next();
    let first = page.state.shown_id().expect("an exercise");
    page.send(TrainEvent::SetAside(page.time()));
    let second = page.state.shown_id().expect("the other one");
    assert_ne!(first, second);
    assert_eq!(page.stored, [answer(first, NOON, SetAside)]);
    page.send(TrainEvent::SetAside(page.time()));
    assert_eq!(
        (page.state.shown_id(), page.state.has_next()),
        (None, false)
    );
    page.send(TrainEvent::SetAside(page.time()));
    page.now += 1;
    for exercise in [second, second, ExerciseId(1)] {
        let time = page.time();
        page.send(TrainEvent::TakeUp { exercise, time });
    }
    assert_eq!(page.stored[2..], [answer(second, NOON + 1, TakenUp)]);
    page.next();
    assert_eq!(page.state.shown_id(), Some(second));
}

#[test]
fn what_was_solved_before_it_is_set_aside_counts() {
    let mut page = Page::showing(TAKES_PAWN);
    page.play("d1e2");
    page.send(TrainEvent::SetAside(page.time()));
    let at = NOON + 10_000;
    let both = [
        answer(id(TAKES_PAWN), at, Good),
        answer(id(TAKES_PAWN), at, SetAside),
    ];
    assert_eq!(page.stored, both);
}

#[test]
fn an_unfinished_exercise_has_no_answer_and_stays_until_it_is_left() {
    let mut page = Page::with(&[TAKES_PAWN, STOPS_MATE]);
    page.next();
    let first = page.state.shown_id().expect("an exercise");
    page.next();
    assert_eq!(page.state.shown_id(), Some(first));
    let other = [id(TAKES_PAWN), id(STOPS_MATE)]
        .into_iter()
        .find(|id| *id != first);
    let exercise = other.expect("two exercises");
    page.send(TrainEvent::Hint);
    let time = page.time();
    page.send(TrainEvent::Open { exercise, time });
    assert_eq!(page.state.shown_id(), Some(exercise));
    // Again the same: nothing is lost of it.
    page.send(TrainEvent::Hint);
    page.send(TrainEvent::Open { exercise, time });
    assert!(page.attempt().had_hint);
    page.send(TrainEvent::Open {
        exercise: ExerciseId(1),
        time,
    });
    assert_eq!((page.state.shown_id(), page.stored.len()), (None, 0));
}

#[test]
fn the_analysis_opens_what_is_on_the_board() {
    let mut page = Page::showing(MATES);
    let opened = |page: &Page| {
        let fragment = page.attempt().analysis().fragment();
        let opened = parse_fragment(&fragment)
            .transpose()
            .expect("our own address");
        opened.expect("a game")
    };
    let position = |page: &Page| {
        let opened = opened(page);
        *opened.tree.position(opened.current)
    };
    assert_eq!(position(&page), page.attempt().position());
    assert!(!opened(&page).flipped);
    page.play("e5f7");
    assert_eq!(page.stage(), Wrong);
    assert_eq!(position(&page), page.attempt().position());
    page.send(TrainEvent::TakeBack);
    page.play("c4f7");
    assert_eq!(position(&page), page.attempt().position());
    // Lines with a pass, too.
    for line in 0..exercises().len() {
        let mut page = Page::showing(line);
        page.send(TrainEvent::ShowSolution(page.time()));
        for kind in LineKind::ALL {
            for plies in 0..12 {
                page.send(TrainEvent::ShowPly(kind, plies));
                assert_eq!(position(&page).key(), page.attempt().position().key());
                let black = page.attempt().bottom() == Color::Black;
                assert_eq!(opened(&page).flipped, black);
            }
        }
    }
}

#[test]
fn what_is_to_be_stored_is_named() {
    let mut state = TrainState::default();
    let add = |lines: &[usize]| TrainEvent::Add {
        exercises: lines.iter().map(|&line| exercise(line)).collect(),
        time: after_noon(0),
    };
    let effects = state.update(add(&[0, 1]));
    assert_eq!(effects, [TrainEffect::StoreExercises(vec![id(0), id(1)])]);
    assert_eq!(state.update(add(&[0])), []);
    assert_eq!((state.added.new, state.added.known), (2, 1));
    // What has arrived is noted in the storage.
    state.deck.add_answer(answer(id(0), NOON, Good));
    let sent = Box::new(unsent(&state.deck));
    let effects = state.update(TrainEvent::Sent(sent.clone()));
    let mut both = vec![id(0), id(1)];
    both.sort_unstable();
    let chunks = TrainEffect::StoreChunks(vec![Deck::chunk_of(NOON)]);
    assert_eq!(effects, [TrainEffect::StoreExercises(both), chunks.clone()]);
    // What another device has done comes from the server.
    let mut other = TrainState::default();
    let effects = other.update(TrainEvent::Received {
        exercises: sent.exercises.clone(),
        answers: sent.answers.clone(),
    });
    assert_eq!(effects.len(), 2);
    assert!(unsent(&other.deck).is_empty());
    assert_eq!(other.deck, state.deck);
    // And from the storage.
    let mut third = TrainState::default();
    third.update(TrainEvent::Known(Box::new(other.deck.clone())));
    assert_eq!(third.deck, other.deck);
}

/// Brings a page that shows an exercise to a stage.
type Reach = fn(&mut Page);

/// Each event in each stage leaves a state that can be drawn.
#[test]
fn each_event_is_safe_in_each_stage() {
    let reach: [(&str, Reach); 6] = [
        ("nothing", |page| page.send(TrainEvent::Leave(page.time()))),
        ("your move", |_| {}),
        ("replying", |page| {
            let mv = page.mv("c4f7");
            page.state.update(TrainEvent::Play {
                mv,
                time: after_noon(1),
            });
            assert!(matches!(page.stage(), Replying(_)));
        }),
        ("wrong", |page| page.play("e1d1")),
        ("shown", |page| {
            page.send(TrainEvent::ShowSolution(page.time()))
        }),
        ("solved", |page| {
            page.play("c4f7");
            page.play("c3d5");
        }),
    ];
    for (name, reach) in reach {
        for number in 0..21 {
            let mut page = Page::showing(MATES);
            reach(&mut page);
            let time = page.time();
            let events = [
                TrainEvent::Known(Box::default()),
                TrainEvent::Add {
                    exercises: exercises(),
                    time,
                },
                TrainEvent::Received {
                    exercises: Vec::new(),
                    answers: vec![answer(id(MATES), NOON, SetAside)],
                },
                TrainEvent::Sent(Box::new(unsent(&page.state.deck))),
                TrainEvent::SetNewPerDay(0),
                TrainEvent::Look(time),
                TrainEvent::Next(time),
                TrainEvent::Open {
                    exercise: id(MATES),
                    time,
                },
                TrainEvent::Leave(time),
                TrainEvent::Play {
                    mv: exercise(MATES).played,
                    time,
                },
                TrainEvent::Reply,
                TrainEvent::TakeBack,
                TrainEvent::Hint,
                TrainEvent::ShowSolution(time),
                TrainEvent::PlayLine(Some(LineKind::Game)),
                TrainEvent::PlayLine(None),
                TrainEvent::ShowPly(LineKind::Idea, 2),
                TrainEvent::Tick(1),
                TrainEvent::Grade(Hard),
                TrainEvent::SetAside(time),
                TrainEvent::TakeUp {
                    exercise: id(MATES),
                    time,
                },
            ];
            let event = events.into_iter().nth(number).expect("21 events");
            page.send(event);
            super::random_events::assert_sound(&page.state, name);
        }
    }
}

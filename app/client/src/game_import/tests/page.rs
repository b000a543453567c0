//! The page: reading a file, running, pausing, leaving and coming back.

use proptest::prelude::*;

use super::browser::{Storage, Tab};
use super::*;
use crate::worker::{FromWorker, NetworkProgress};

/// A file of the games, and a refused one, again and again on other days.
fn file(count: usize) -> String {
    let games = [MISSED_MATE, ALLOWED_MATE, LEFT_QUEEN, CRAZYHOUSE];
    let games = (0..count).map(|index| {
        let game = games[index % 4].lines();
        let game = game.filter(|line| !line.contains("Date \""));
        let game = game.collect::<Vec<_>>().join("\n");
        format!("[Date \"1999.{index:05}\"]\n{game}\n")
    });
    games.collect::<Vec<_>>().join("\n")
}

fn is_running(tab: &Tab) -> bool {
    matches!(tab.state.stage, ImportStage::Running(_))
}

fn is_finished(tab: &Tab) -> bool {
    matches!(tab.state.stage, ImportStage::Finished)
}

/// The report of a run without any interruption.
fn whole_run(count: usize) -> (GamesReport, Storage) {
    let mut storage = Storage::default();
    let mut tab = Tab::open(&mut storage);
    tab.begin(&file(count), ada(), &mut storage);
    tab.run(&mut storage);
    assert!(is_finished(&tab));
    (tab.state.report.clone(), storage)
}

#[test]
fn a_file_is_read_confirmed_and_analysed() {
    let mut storage = Storage::default();
    let mut tab = Tab::open(&mut storage);
    assert_eq!(
        status_text(&tab.state),
        "Choose a PGN file with your games."
    );
    tab.choose(&file(8), &mut storage);
    assert_eq!(status_text(&tab.state), "Reading: 0 games so far\u{2026}");
    tab.run(&mut storage);
    assert_eq!(
        status_text(&tab.state),
        "8 games found. Which name is yours?"
    );
    let ImportStage::Confirming(found) = &tab.state.stage else {
        panic!()
    };
    assert_eq!(found.names.proposed(), Some("ada"));
    assert_eq!(found.games_of(&ada()), 8);
    assert_eq!(storage.texts.len(), 8);
    assert_eq!(storage.header, None, "it is not confirmed");

    tab.send(
        ImportEvent::Confirm(Visitor::Names(vec![" ".to_owned()])),
        &mut storage,
    );
    assert!(tab.state.trouble.is_some());
    tab.send(ImportEvent::Confirm(ada()), &mut storage);
    assert_eq!(status_text(&tab.state), "0 of 8 games done.");
    tab.run_until(&mut storage, |tab| tab.done() == 3);
    // Each takes three seconds: its text, the progress, the end.
    assert_eq!(
        status_text(&tab.state),
        "3 of 8 games done. About a minute left."
    );
    tab.run(&mut storage);
    assert_eq!(status_text(&tab.state), "Finished, 8 of 8 games done.");
    assert_eq!(tab.state.report.games(), 6);
    let refused: Vec<_> = tab.state.refused.iter().collect();
    assert_eq!(refused, [("Crazyhouse, not standard chess", 2)]);
    assert_eq!(storage.records.len(), 8);
    assert!(tab.state.exercises > 0 && !storage.exercises.is_empty());
}

#[test]
fn a_run_with_reloads_and_pauses_has_the_same_report() {
    let (whole, expected) = whole_run(12);
    for reload_every in [1, 2, 5, 11] {
        let mut storage = Storage::default();
        let mut tab = Tab::open(&mut storage);
        tab.begin(&file(12), ada(), &mut storage);
        let mut steps = 0;
        while !is_finished(&tab) {
            steps += 1;
            assert!(steps < 2_000, "it stands still");
            // A tab needs a few steps to come to a new game.
            if steps % (7 + reload_every) == 0 {
                let done = tab.done();
                tab = Tab::open(&mut storage);
                assert_eq!(tab.done(), done);
            } else if steps % 5 == 0 {
                tab.send(ImportEvent::Pause, &mut storage);
                assert!(!is_running(&tab));
                tab.send(ImportEvent::Resume, &mut storage);
            }
            tab.step(&mut storage);
        }
        assert_eq!(tab.state.report, whole);
        assert_eq!(storage.exercises, expected.exercises);
        assert_eq!(storage.records, expected.records);
        assert_eq!(tab.state.refused.total(), 3);
    }
}

#[test]
fn a_paused_import_is_paused_after_a_reload_and_a_running_one_runs() {
    let mut storage = Storage::default();
    let mut tab = Tab::open(&mut storage);
    tab.begin(&file(8), ada(), &mut storage);
    tab.run_until(&mut storage, |tab| tab.done() == 2);
    assert!(is_running(&Tab::open(&mut storage)));
    tab.send(ImportEvent::Pause, &mut storage);
    let mut tab = Tab::open(&mut storage);
    assert_eq!(status_text(&tab.state), "Paused, 2 of 8 games done.");
    assert_eq!(tab.state.report.games(), 2);
    assert!(!tab.step(&mut storage), "nothing happens");
    tab.send(ImportEvent::Resume, &mut storage);
    tab.run(&mut storage);
    assert!(is_finished(&tab));
    assert_eq!(tab.asked.len(), 6);
    assert!(is_finished(&Tab::open(&mut storage)));
}

#[test]
fn a_cancelled_import_keeps_what_is_done() {
    let mut storage = Storage::default();
    let mut tab = Tab::open(&mut storage);
    tab.begin(&file(8), ada(), &mut storage);
    tab.run_until(&mut storage, |tab| tab.done() == 3 && tab.request.is_some());
    tab.send(ImportEvent::Cancel, &mut storage);
    assert!(is_finished(&tab) && tab.request.is_none());
    let tab = Tab::open(&mut storage);
    assert_eq!(status_text(&tab.state), "Finished, 3 of 8 games done.");
}

#[test]
fn games_that_come_again_are_left_out_until_the_import_is_discarded() {
    let (_, mut storage) = whole_run(8);
    let mut tab = Tab::open(&mut storage);
    let twice = format!("{}\n{}", file(12), file(4));
    tab.choose(&twice, &mut storage);
    tab.run(&mut storage);
    let ImportStage::Confirming(found) = &tab.state.stage else {
        panic!()
    };
    // Refused games were not analysed: they come again.
    assert_eq!(found.games(), 6);
    assert_eq!((found.skipped.earlier, found.skipped.twice), (9, 1));
    assert_eq!(
        found.skipped.sentences(),
        [
            "1 game is in the file twice.",
            "9 games are of an earlier import."
        ]
    );
    tab.send(ImportEvent::Confirm(ada()), &mut storage);
    tab.run(&mut storage);
    tab.send(ImportEvent::Discard, &mut storage);
    assert!(storage.header.is_none() && storage.texts.is_empty() && storage.records.is_empty());
    assert_eq!(
        status_text(&tab.state),
        "Choose a PGN file with your games."
    );
    tab.choose(&file(12), &mut storage);
    tab.run(&mut storage);
    let ImportStage::Confirming(found) = &tab.state.stage else {
        panic!()
    };
    assert_eq!((found.games(), found.skipped.earlier), (6, 6));
}

#[test]
fn a_game_in_which_the_engine_stops_does_not_stop_the_others() {
    let mut storage = Storage::default();
    let mut tab = Tab::open(&mut storage);
    tab.breaks_at = vec!["1999.00001"];
    tab.begin(&file(8), ada(), &mut storage);
    tab.run(&mut storage);
    assert!(is_finished(&tab), "{:?}", tab.state.trouble);
    assert_eq!(tab.state.report.games(), 5);
    assert_eq!(tab.state.refused.total(), 3);
    assert!(
        tab.state
            .refused
            .iter()
            .any(|(label, _)| label.contains("engine"))
    );
}

#[test]
fn an_engine_that_always_stops_pauses_the_import_and_loses_no_game() {
    let mut storage = Storage::default();
    let mut tab = Tab::open(&mut storage);
    tab.breaks_at = vec!["1999"];
    tab.begin(&file(8), ada(), &mut storage);
    tab.run(&mut storage);
    assert_eq!(status_text(&tab.state), "Paused, 0 of 8 games done.");
    assert_eq!(
        tab.state.trouble.as_deref(),
        Some("The engine has stopped: out of memory")
    );
    assert!(storage.records.is_empty());
    tab.breaks_at.clear();
    tab.send(ImportEvent::Resume, &mut storage);
    tab.run(&mut storage);
    assert!(is_finished(&tab) && tab.state.trouble.is_none());
    assert_eq!(tab.state.report.games(), 6);
}

#[test]
fn two_bad_games_in_a_row_are_left_out_in_the_end() {
    let mut storage = Storage::default();
    let mut tab = Tab::open(&mut storage);
    tab.breaks_at = vec!["1999.00001", "1999.00002"];
    tab.begin(&file(8), ada(), &mut storage);
    tab.run(&mut storage);
    assert!(!is_finished(&tab) && tab.state.trouble.is_some());
    tab.send(ImportEvent::Resume, &mut storage);
    tab.run(&mut storage);
    assert!(is_finished(&tab));
    assert_eq!(tab.state.report.games(), 4);
}

#[test]
fn without_the_network_the_import_is_paused() {
    let mut storage = Storage::default();
    let mut tab = Tab::open(&mut storage);
    tab.begin(&file(4), ada(), &mut storage);
    let failed = NetworkProgress::Failed("offline".to_owned());
    tab.send(
        ImportEvent::Engine(FromWorker::Network(failed)),
        &mut storage,
    );
    assert!(matches!(tab.state.stage, ImportStage::Paused) && tab.state.trouble.is_some());
    tab.messages.clear();
    tab.send(ImportEvent::Resume, &mut storage);
    tab.run(&mut storage);
    assert!(is_finished(&tab));
}

#[test]
fn lost_texts_and_damaged_records_are_told() {
    let (whole, mut storage) = whole_run(4);
    storage.records.get_mut(&0).unwrap()[9] ^= 1;
    storage.records.insert(77, vec![1, 2, 3]);
    storage.records.remove(&2);
    // Texts are gone once the import is over.
    assert!(storage.texts.is_empty());
    let mut header = ImportHeader::decode(storage.header.as_ref().unwrap()).unwrap();
    header.status = ImportStatus::Running;
    storage.header = Some(header.encode());
    storage.records.remove(&0);
    let mut tab = Tab::open(&mut storage);
    assert_eq!(tab.done(), 2);
    tab.run(&mut storage);
    assert!(is_finished(&tab));
    assert_eq!(tab.state.report.games() + 2, whole.games());
    assert!(
        tab.state
            .refused
            .iter()
            .any(|(label, _)| label == "lost by the browser")
    );
    storage.header.as_mut().unwrap()[3] ^= 1;
    let tab = Tab::open(&mut storage);
    assert!(matches!(tab.state.stage, ImportStage::Idle));
    assert_eq!(
        tab.state.trouble.as_deref(),
        Some("The stored import cannot be read: the bytes are damaged.")
    );
}

/// Nothing is lost by a file that turns out to be the wrong one.
#[test]
fn an_import_stays_until_the_next_one_begins() {
    let (whole, mut storage) = whole_run(4);
    let mut tab = Tab::open(&mut storage);
    for wrong in ["no games here", "", &file(4)] {
        tab.choose(wrong, &mut storage);
        tab.run(&mut storage);
        tab.send(ImportEvent::Cancel, &mut storage);
        assert!(is_finished(&tab), "{wrong:.40}");
        assert_eq!(tab.state.report.games(), whole.games());
        assert!(storage.texts.is_empty());
        let after_reload = Tab::open(&mut storage);
        assert_eq!(after_reload.state.report.games(), whole.games());
    }
}

#[test]
fn what_a_file_left_behind_when_the_page_was_closed_is_removed() {
    let mut storage = Storage::default();
    let mut tab = Tab::open(&mut storage);
    tab.choose(&file(3), &mut storage);
    tab.run(&mut storage);
    assert!(!storage.texts.is_empty());
    drop(tab);
    Tab::open(&mut storage);
    assert!(storage.texts.is_empty());
}

#[test]
fn a_file_that_cannot_be_read_is_given_up() {
    let mut storage = Storage::default();
    let mut tab = Tab::open(&mut storage);
    tab.choose("no games here", &mut storage);
    tab.run(&mut storage);
    let reason = tab.state.trouble.clone().unwrap();
    assert!(
        reason.starts_with("the file has no games in PGN"),
        "{reason}"
    );
    tab.choose("", &mut storage);
    assert!(matches!(tab.state.stage, ImportStage::Idle));
    tab.choose(&file(1), &mut storage);
    let reason = "it was removed".to_owned();
    tab.send(
        ImportEvent::ReadFailed {
            file: 1,
            reason: String::new(),
        },
        &mut storage,
    );
    assert!(
        matches!(tab.state.stage, ImportStage::Reading(_)),
        "another file"
    );
    tab.send(ImportEvent::ReadFailed { file: 3, reason }, &mut storage);
    assert_eq!(tab.state.trouble.as_deref(), Some("it was removed"));
}

fn event() -> impl Strategy<Value = ImportEvent> {
    let id = || (0_u32..5).prop_map(SearchId);
    let answers = prop_oneof![
        id().prop_map(|id| ImportAnswer::Progress {
            id,
            positions: 9,
            of: 1
        }),
        id().prop_map(|id| ImportAnswer::Done {
            id,
            result: Box::new(results()[0].clone()),
            exercises: Vec::new()
        }),
        id().prop_map(|id| ImportAnswer::Refused {
            id,
            reason: RefusedGame::NoMoves
        }),
    ];
    let network = prop_oneof![
        Just(NetworkProgress::Loading(3)),
        Just(NetworkProgress::Ready(network())),
        Just(NetworkProgress::Failed(String::new())),
    ];
    prop_oneof![
        Just(ImportEvent::Stored(Box::default())),
        Just(ImportEvent::OpenElsewhere),
        (0_u64..3_000_000).prop_map(|size| ImportEvent::ChooseFile {
            name: "\u{0}x".to_owned(),
            size
        }),
        (0_u32..4, prop_oneof![Just(0), any::<u64>()], 0_usize..2).prop_map(
            |(file, from, copies)| ImportEvent::Slice {
                file,
                from,
                bytes: files_text().repeat(copies)
            }
        ),
        (0_u32..4).prop_map(|file| ImportEvent::ReadFailed {
            file,
            reason: String::new()
        }),
        Just(ImportEvent::Confirm(ada())),
        Just(ImportEvent::Confirm(Visitor::BothSides)),
        Just(ImportEvent::Pause),
        Just(ImportEvent::Resume),
        Just(ImportEvent::Cancel),
        Just(ImportEvent::Discard),
        (0_u32..5, any::<bool>()).prop_map(|(index, is_there)| ImportEvent::TextLoaded {
            index,
            text: is_there.then(String::new)
        }),
        Just(ImportEvent::Engine(FromWorker::Ready)),
        network.prop_map(|progress| ImportEvent::Engine(FromWorker::Network(progress))),
        Just(ImportEvent::Engine(FromWorker::Failed {
            message: String::new()
        })),
        answers.prop_map(|answer| ImportEvent::Answer(Box::new(answer))),
        Just(ImportEvent::StorageFailed(String::new())),
    ]
}

/// The events up to the first request of an import.
fn first_events() -> Vec<ImportEvent> {
    let text = files_text();
    vec![
        ImportEvent::Stored(Box::default()),
        ImportEvent::ChooseFile {
            name: "games.pgn".to_owned(),
            size: text.len() as u64,
        },
        ImportEvent::Slice {
            file: 1,
            from: 0,
            bytes: text,
        },
        ImportEvent::Confirm(ada()),
        ImportEvent::Engine(FromWorker::Ready),
        ImportEvent::Engine(FromWorker::Network(NetworkProgress::Ready(network()))),
        ImportEvent::TextLoaded {
            index: 0,
            text: Some(String::new()),
        },
    ]
}

#[test]
fn the_first_events_lead_to_a_request() {
    let mut state = ImportState::default();
    let effects = first_events()
        .into_iter()
        .map(|event| state.update(event, 0));
    let last = effects.last().unwrap();
    assert!(matches!(last[..], [ImportEffect::Ask(_)]), "{last:?}");
}

proptest! {
    #[test]
    fn any_events_in_any_order_are_taken(
        begins in any::<bool>(),
        events in prop::collection::vec((event(), any::<u64>()), 0..60),
    ) {
        let first = first_events().into_iter().map(|event| (event, 0));
        let events = first.filter(|_| begins).chain(events);
        let mut state = ImportState::default();
        let mut open = None;
        for (event, now) in events {
            let answered = match &event {
                ImportEvent::Answer(answer)
                    if !matches!(**answer, ImportAnswer::Progress { .. }) => Some(answer.id()),
                _ => None,
            };
            if answered.is_some() && answered == open {
                open = None;
            }
            for effect in state.update(event, now) {
                match effect {
                    ImportEffect::Ask(ImportRequest::Game(order)) => {
                        prop_assert_eq!(open, None, "two requests at a time");
                        open = Some(order.id);
                    }
                    ImportEffect::CancelRequest(id) => {
                        prop_assert_eq!(open.take(), Some(id));
                    }
                    ImportEffect::StartWorker | ImportEffect::EndWorker => open = None,
                    _ => {}
                }
            }
            let text = status_text(&state);
            prop_assert!(!text.is_empty());
            prop_assert!(state.queue.done() <= state.queue.total());
        }
    }
}

//! Kept analyses: their field of the address, their names, and what is compared on a reload.

use engine::rules::pgn::Tags;
use wire::visitor::analyses::{AnalysisId, MAX_ANALYSIS_NAME_CHARS, check_name};

use crate::analysis::{
    AnalysisEvent, AnalysisState, KeptComparison, KeptEntry, analysis_link, import, kept_fragment,
    parse_fragment, proposed_name, split_entry, with_entry,
};

const TEXT: &str = "[White \"Ada\"]\n[Black \"Bob\"]\n[Site \"at home\"]\n\n\
                    1. e4! {[%csl Ge4] good} (1. d4 d5) 1... e5 2. Nf3 *";

fn opened(text: &str) -> AnalysisState {
    let mut state = AnalysisState::default();
    let read = import(text).expect("is a PGN");
    state.update(AnalysisEvent::Open(Box::new(read.opened)));
    state
}

/// The analysis as a reload has it.
fn reloaded(state: &AnalysisState) -> AnalysisState {
    let link = analysis_link(state).fragment;
    let read = parse_fragment(&link).expect("has a game");
    let mut again = AnalysisState::default();
    again.update(AnalysisEvent::Open(Box::new(read.expect("is read"))));
    again
}

fn entry(version: u64) -> KeptEntry {
    KeptEntry::named(AnalysisId(0xa1), version)
}

#[test]
fn the_address_names_the_entry_and_its_version() {
    for rest in ["", "pgn=e4", "fen=4k3/8/8/8/8/8/8/4K3_w_-_-_0_1&view=black"] {
        let fragment = with_entry(Some(&entry(3)), rest.to_owned());
        assert!(fragment.starts_with("analysis=00000000000000a1.3"));
        assert_eq!(split_entry(&fragment), (Some(entry(3)), rest));
        assert_eq!(with_entry(None, rest.to_owned()), rest);
        assert_eq!(split_entry(rest), (None, rest));
    }
    let whole = kept_fragment(AnalysisId(0xa1));
    assert_eq!(split_entry(&whole), (Some(entry(0)), ""));
    for hostile in [
        "",
        "7",
        ".",
        "00000000000000a1.-1",
        "00000000000000a1.x",
        "%00.1",
        "\u{e9}",
    ] {
        let fragment = format!("analysis={hostile}&pgn=e4");
        assert_eq!(split_entry(&fragment), (None, "pgn=e4"), "{hostile}");
    }
}

#[test]
fn a_name_is_proposed_from_the_players_or_the_day() {
    let tags = |white: &str, black: &str| {
        let mut tags = Tags::new();
        tags.set("White", white);
        tags.set("Black", black);
        proposed_name(&tags, "1 May 2026")
    };
    assert_eq!(tags("Ada", "Bob"), "Ada \u{2013} Bob");
    assert_eq!(tags("Ada", "?"), "Ada \u{2013} ?");
    assert_eq!(tags("", "?"), "Analysis of 1 May 2026");
    assert_eq!(
        proposed_name(&Tags::new(), "1 May 2026"),
        "Analysis of 1 May 2026"
    );
    let long = "\u{201c}a\u{202e}\0 ".repeat(100);
    let name = tags(&long, &long);
    assert_eq!(check_name(&name), Ok(()));
    assert!(name.chars().count() <= MAX_ANALYSIS_NAME_CHARS);
}

#[test]
fn an_entry_belongs_to_the_analysis_until_another_is_opened() {
    let mut state = opened(TEXT);
    let known = KeptEntry {
        name: "Ada \u{2013} Bob".to_owned(),
        ..entry(2)
    };
    state.update(AnalysisEvent::SetKept {
        entry: Some(known.clone()),
        tags: Tags::new(),
    });
    state.update(AnalysisEvent::Flip);
    assert_eq!(state.kept, Some(known));
    // What is shared does not name it.
    assert!(!analysis_link(&state).fragment.contains("analysis="));
    let before = state.opened;
    let read = import("1. d4 *").expect("is a PGN");
    state.update(AnalysisEvent::Open(Box::new(read.opened)));
    assert_eq!(state.kept, None);
    assert_ne!(state.opened, before);
}

#[test]
fn what_a_reload_has_of_an_unchanged_analysis_is_made_whole() {
    let kept = opened(TEXT);
    let mut state = reloaded(&kept);
    assert_eq!(state.tags.get("Site"), None, "the address does not hold it");
    state.update(AnalysisEvent::Flip);
    let variation = state.tree.replies(engine::rules::NodeId::START)[1];
    state.update(AnalysisEvent::GoTo(variation));
    let compared = state.compare_with_kept(&kept.pgn()).expect("is read");
    let KeptComparison::Same(whole) = compared else {
        panic!("{compared:?}");
    };
    assert!(whole.flipped);
    assert_eq!(whole.tags.get("Site"), Some("at home"));
    let shown = whole.tree.last_move(whole.current).expect("a move");
    assert_eq!(shown.to_string(), "d2d4");
    state.update(AnalysisEvent::Open(whole));
    assert_eq!(state.pgn(), kept.pgn());
}

#[test]
fn what_was_changed_before_a_reload_stays_and_gets_the_tags_that_the_address_had_not() {
    let kept = opened(TEXT);
    let mut changed = opened(TEXT);
    changed.update(AnalysisEvent::RemoveMove);
    let mut state = reloaded(&changed);
    let compared = state.compare_with_kept(&kept.pgn()).expect("is read");
    let KeptComparison::Different { missing_tags } = compared else {
        panic!("{compared:?}");
    };
    state.update(AnalysisEvent::SetKept {
        entry: Some(entry(1)),
        tags: missing_tags,
    });
    assert_eq!(state.pgn(), changed.pgn());
    assert!(AnalysisState::fits_address(&kept.pgn()));
    let vast = format!("1. e4 {{{}}} *", "words ".repeat(20_000));
    assert!(!AnalysisState::fits_address(&vast));
}

#[test]
fn what_is_kept_and_cannot_be_read_is_an_error() {
    let state = opened(TEXT);
    for hostile in ["", "1. e5 *", "\0", "[FEN \"x\"]\n\n*"] {
        assert!(state.compare_with_kept(hostile).is_err(), "{hostile:?}");
    }
}

#[test]
fn all_that_is_said_is_sent() {
    let state = opened(TEXT);
    let sent = state.sent_analysis(AnalysisId(7), 2, "A".to_owned());
    assert_eq!(sent.check(), Ok(()));
    let again = opened(&sent.pgn);
    assert_eq!(again.pgn(), state.pgn());
    assert_eq!(again.tags.get("Site"), Some("at home"));
}

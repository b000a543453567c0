//! Annotations through import, editing, link, share and export.

use engine::rules::pgn::{Annotations, Drawing, TreeAnnotations};
use engine::rules::{GameTree, Move};
use proptest::prelude::*;
use wire::visitor::live_games::MAX_PGN_BYTES;

use super::*;
use crate::analysis::{
    AnalysisPart, AnnotationEdit, ImportError, MAX_COMMENT_CHARS, analysis_link, fragment, import,
    left_out_text, parse_fragment, shared_analysis,
};
use crate::url_fragment::MAX_FRAGMENT_BYTES;

/// A page with an imported text.
pub(super) fn imported(text: &str) -> AnalysisState {
    let mut analysis = AnalysisState::default();
    let imported = import(text).unwrap_or_else(|error| panic!("{text:.200}: {error}"));
    analysis.update(AnalysisEvent::Open(Box::new(imported.opened)));
    analysis
}

fn annotate(analysis: &mut AnalysisState, at: NodeId, edit: AnnotationEdit) -> Vec<AnalysisEffect> {
    analysis.update(AnalysisEvent::Annotate { at, edit })
}

/// The drawings that a comment has.
fn drawings(text: &str) -> Vec<Drawing> {
    let mut annotations = Annotations::default();
    annotations.set_comment(text);
    annotations.drawings().to_vec()
}

/// The written moves with what is said about them, on one line.
fn moves(analysis: &AnalysisState) -> String {
    let text = analysis.pgn();
    let moves = text.split_once("\n\n").expect("tags").1;
    moves.trim_end_matches("*\n").trim_end().replace('\n', " ")
}

/// Every move with what is said about it, line by line.
fn shape(tree: &GameTree, annotations: &TreeAnnotations) -> Vec<(Option<Move>, Annotations)> {
    let mut shape = Vec::new();
    let mut open = vec![NodeId::START];
    while let Some(at) = open.pop() {
        let said = annotations.get(at).cloned().unwrap_or_default();
        shape.push((tree.last_move(at), said));
        open.extend(tree.replies(at).iter().rev());
    }
    shape
}

fn shape_of(analysis: &AnalysisState) -> Vec<(Option<Move>, Annotations)> {
    shape(&analysis.tree, &analysis.annotations)
}

const STUDY: &str = "[Event \"Study & more_\"]\n[White \"Ada {A}\"]\n\n{ Intro [%csl Ge4] }\n\
    1. e4! { [%eval 0.17] [%clk 0:10:00] best, 100% [%cal Ge2e4] } ( {Or} 1. d4 $14 {2nd; a_b +1 #2} \
    1... d5 (1... Nf6 {\u{2014} \u{5e9}}) ) 1... e5 2. Nf3 $1 $14 {[%mdl 32]} 2... Nc6 3. Bb5+? *";

#[test]
fn what_is_imported_comes_back_from_the_link_the_export_and_the_shared_game() {
    let analysis = imported(STUDY);
    let whole = shape_of(&analysis);
    assert_eq!(whole.iter().filter(|(_, said)| !said.is_empty()).count(), 6);

    let link = analysis_link(&analysis);
    assert_eq!(link.dropped, []);
    assert!(
        !link.fragment.contains([' ', '#', '{', '}', '[', ']', '"']),
        "{}",
        link.fragment
    );
    let back = parse_fragment(&link.fragment).unwrap().unwrap();
    assert_eq!(shape(&back.tree, &back.annotations), whole);
    assert_eq!(back.tags.get("White"), Some("Ada {A}"));

    assert_eq!(shape_of(&imported(&analysis.pgn())), whole);
    let shared = shared_analysis(&analysis, "7".repeat(32));
    assert_eq!(shared.dropped, []);
    assert_eq!(shape_of(&imported(&shared.game.pgn.unwrap())), whole);
}

#[test]
fn every_node_of_an_annotated_game_has_its_address() {
    let mut analysis = imported(STUDY);
    let mut todo = vec![NodeId::START];
    while let Some(at) = todo.pop() {
        todo.extend(analysis.tree.replies(at));
        analysis.update(AnalysisEvent::GoTo(at));
        let link = analysis_link(&analysis);
        let back = parse_fragment(&link.fragment).unwrap().unwrap();
        assert_eq!(back.tree.game_at(back.current), analysis.tree.game_at(at));
    }
}

#[test]
fn a_game_without_annotations_has_the_address_that_it_had() {
    for text in [
        "e4 e5 (c5 Nf3 (Nc3 Nc6) d6) Nf3 Nc6",
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 40\"]\n\nKd7",
    ] {
        let analysis = opened(text);
        let plain = fragment(
            &analysis.tree,
            analysis.current,
            &analysis.tags,
            analysis.flipped,
        );
        assert_eq!(analysis_link(&analysis).fragment, plain);
        assert_eq!(
            parse_fragment(&plain).unwrap().unwrap().annotations,
            TreeAnnotations::new()
        );
    }
    assert_eq!(analysis_link(&AnalysisState::default()).fragment, "");
}

#[test]
fn the_start_position_may_be_all_that_something_is_said_about() {
    for text in ["", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n*"] {
        let mut analysis = match text {
            "" => AnalysisState::default(),
            text => opened(text),
        };
        for edit in [
            AnnotationEdit::SetComment("Welcome".to_owned()),
            AnnotationEdit::ToggleNag(10),
        ] {
            annotate(&mut analysis, NodeId::START, edit);
            let link = analysis_link(&analysis);
            let back = parse_fragment(&link.fragment).unwrap().unwrap();
            assert_eq!(
                shape(&back.tree, &back.annotations),
                shape_of(&analysis),
                "{}",
                link.fragment
            );
        }
        let effects = annotate(
            &mut analysis,
            NodeId::START,
            AnnotationEdit::SetCommentBefore("x".to_owned()),
        );
        assert_eq!(effects, [], "nothing comes before the start");
    }
}

#[test]
fn edits_change_a_node_and_the_address_and_nothing_else() {
    let mut analysis = opened("e4 e5 (c5 Nf3) d4");
    analysis.update(AnalysisEvent::SetEngineOn(false));
    let e4 = node_at(&analysis, 1);
    for (edit, written) in [
        (
            AnnotationEdit::SetComment(" a {b}\n c ".to_owned()),
            "{a (b) c}",
        ),
        (AnnotationEdit::SetComment("a".to_owned()), "{a}"),
        (AnnotationEdit::ToggleNag(1), "$1 {a}"),
        (AnnotationEdit::ToggleNag(4), "$4 {a}"),
        (AnnotationEdit::ToggleNag(14), "$4 $14 {a}"),
        (AnnotationEdit::ToggleNag(4), "$14 {a}"),
        (
            AnnotationEdit::ToggleDrawing(drawings("[%csl Ge4]")[0]),
            "$14 {[%csl Ge4] a}",
        ),
        (
            AnnotationEdit::ToggleDrawing(drawings("[%cal Ge2e4]")[0]),
            "$14 {[%csl Ge4] [%cal Ge2e4] a}",
        ),
        (
            AnnotationEdit::ToggleDrawing(drawings("[%csl Re4]")[0]),
            "$14 {[%csl Re4] [%cal Ge2e4] a}",
        ),
        (
            AnnotationEdit::ToggleDrawing(drawings("[%csl Re4]")[0]),
            "$14 {[%cal Ge2e4] a}",
        ),
        (
            AnnotationEdit::SetComment(String::new()),
            "$14 {[%cal Ge2e4]}",
        ),
        (AnnotationEdit::ClearDrawings, "$14"),
    ] {
        let effects = annotate(&mut analysis, e4, edit.clone());
        assert_eq!(effects, [AnalysisEffect::UpdateAddress], "{edit:?}");
        let number = if written.ends_with('}') { "1... " } else { "" };
        assert_eq!(
            moves(&analysis),
            format!("1. e4 {written} {number}e5 (1... c5 2. Nf3) 2. d4")
        );
    }
    let same = AnnotationEdit::SetComment(" ".to_owned());
    assert_eq!(annotate(&mut analysis, e4, same), [], "nothing changes");
    let before = AnnotationEdit::SetCommentBefore("b".to_owned());
    annotate(&mut analysis, e4, before);
    assert_eq!(moves(&analysis), "1. {b} e4 $14 e5 (1... c5 2. Nf3) 2. d4");
    let effects = annotate(&mut analysis, e4, AnnotationEdit::Clear);
    assert_eq!(
        effects,
        [AnalysisEffect::PushHistory, AnalysisEffect::UpdateAddress]
    );
    assert!(analysis.annotations.is_empty());
    annotate(
        &mut analysis,
        e4,
        AnnotationEdit::SetComment("\u{e9}".repeat(MAX_COMMENT_CHARS + 1)),
    );
    let comment = analysis.annotations_at(e4).unwrap().comment();
    assert_eq!(comment.chars().count(), MAX_COMMENT_CHARS);
}

#[test]
fn annotations_go_with_their_moves() {
    let mut analysis = imported("1. e4 {a} e5 {b} (1... c5 {c} 2. Nf3 {d}) 2. d4 {e}");
    let e5 = node_at(&analysis, 2);
    let c5 = analysis.tree.replies(node_at(&analysis, 1))[1];
    analysis.update(AnalysisEvent::GoTo(c5));
    analysis.update(AnalysisEvent::PromoteLine);
    let d6 = mv(&analysis, "g1f3");
    analysis.update(AnalysisEvent::Play(d6));
    assert_eq!(
        moves(&analysis),
        "1. e4 {a} 1... c5 {c} (1... e5 {b} 2. d4 {e}) 2. Nf3 {d}"
    );
    analysis.update(AnalysisEvent::GoTo(e5));
    analysis.update(AnalysisEvent::RemoveMove);
    assert_eq!(moves(&analysis), "1. e4 {a} 1... c5 {c} 2. Nf3 {d}");
    assert_eq!(analysis.annotations.iter().count(), 3);
    let gone = annotate(&mut analysis, e5, AnnotationEdit::ToggleNag(1));
    assert!(gone.is_empty() && analysis.annotations_at(e5).is_none());
    // Played again it is another move.
    let again = mv(&analysis, "e7e5");
    analysis.update(AnalysisEvent::Play(again));
    assert_eq!(analysis.annotations_at(analysis.current), None);
    analysis.update(AnalysisEvent::Open(Box::new(OpenedGame::from_position(
        start(),
    ))));
    assert!(analysis.annotations.is_empty());
}

#[test]
fn a_link_that_is_too_long_says_what_it_leaves_out() {
    use AnalysisPart::{Comments, Drawings, EvaluationsAndTimes, Moves, Variations};
    let small = "[%csl Ge4] [%clk 0:01:00] small";
    let long = |text: &str| text.repeat(MAX_FRAGMENT_BYTES / text.len() + 1);
    // Moves without end, and what is said about each.
    let shuffle = |said: &str, count: usize| -> String {
        let round = ["Nf3", "Nf6", "Ng1", "Ng8"].map(|mv| format!("{mv} {said} "));
        round.concat().repeat(count)
    };
    let cases = [
        (format!("1. e4 $1 {{{small}}}"), vec![]),
        (
            shuffle("$1 {[%csl Ra1,Ra2,Ra3] [%clk 0:01:00] a}", 300),
            vec![Drawings],
        ),
        (
            shuffle(
                "$1 {[%csl Ra1] [%clk 0:01:00] [%emt 0:00:01] [%eval 0.17,22] a}",
                250,
            ),
            vec![Drawings, EvaluationsAndTimes],
        ),
        (
            format!("1. e4 $1 {{{small} {}}} e5", long("word ")),
            vec![Drawings, EvaluationsAndTimes, Comments],
        ),
        (format!("1. e4 {{{}}} e5", long("%")), vec![Comments]),
        (
            format!(
                "1. e4 $1 {{a}} ({}) 1... e5",
                "1. d4 d5 ".to_owned() + &shuffle("$1", 2_500)
            ),
            vec![Comments, Variations],
        ),
        (
            format!(
                "[Event \"{}\"]\n\n1. e4 $1 {{a}} 1... e5 (1... c5)",
                long("x")
            ),
            vec![Comments, Variations, Moves],
        ),
    ];
    for (text, dropped) in cases {
        let mut analysis = imported(&format!("[White \"Ada\"]\n\n{text}"));
        analysis.update(AnalysisEvent::SetEngineOn(false));
        let whole = shape_of(&analysis);
        let link = analysis_link(&analysis);
        assert!(link.fragment.len() <= MAX_FRAGMENT_BYTES);
        assert_eq!(link.dropped, dropped, "{text:.80}");
        let back = parse_fragment(&link.fragment).unwrap().unwrap();
        assert_eq!(*back.tree.position(back.current), *analysis.position());
        let back = shape(&back.tree, &back.annotations);
        if !dropped.contains(&Variations) {
            assert_eq!(back.len(), whole.len());
        }
        if !dropped.contains(&Moves) {
            let glyphs =
                |shape: &[(_, Annotations)]| shape.get(1).map(|(_, said)| said.nags().to_vec());
            assert_eq!(glyphs(&back), glyphs(&whole));
        }
        for (_, said) in &back {
            assert!(!dropped.contains(&Drawings) || said.drawings().is_empty());
            assert!(!dropped.contains(&EvaluationsAndTimes) || said.clock().is_none());
            assert!(!dropped.contains(&Comments) || said.comment().is_empty());
        }
    }
}

#[test]
fn a_shared_game_that_is_too_long_leaves_annotations_out() {
    let text = format!(
        "1. e4 $1 {{[%csl Ge4] {}}} (1. d4) e5",
        "word ".repeat(MAX_PGN_BYTES / 5)
    );
    let shared = shared_analysis(&imported(&text), "7".repeat(32));
    assert_eq!(
        shared.dropped,
        [AnalysisPart::Drawings, AnalysisPart::Comments]
    );
    let text = shared.game.pgn.unwrap();
    assert!(text.ends_with("\n1. e4 $1 (1. d4) 1... e5 *\n"), "{text}");
}

#[test]
fn what_is_left_out_is_said_in_a_sentence() {
    use AnalysisPart::{Comments, Drawings, EvaluationsAndTimes, Moves, Variations};
    assert_eq!(left_out_text(&[]), "");
    assert_eq!(
        left_out_text(&[Drawings]),
        "Left out for its length: drawings."
    );
    let all = [Drawings, EvaluationsAndTimes, Comments, Variations, Moves];
    assert_eq!(
        left_out_text(&all),
        "Left out for its length: drawings, evaluations and times, comments, the other lines, the moves \
         before the position."
    );
}

#[test]
fn an_import_says_what_it_left_out_and_which_game_is_wrong() {
    let read = import("1. e4 e5 (1... -- {threat} 2. d4) *").unwrap();
    assert_eq!((read.skipped.moves, read.skipped.comments), (2, 1));
    assert!(import("1. e4 * the end").is_ok_and(|read| read.skipped_games == 0));
    assert!(import("1. e4 *\n\n1. d4 *").is_ok_and(|read| read.skipped_games == 1));
    let comment = "1. e4 {\n[Event \"no game\"]\n} *\n\n[Event \"b\"]\n\n1. Ke3 *";
    assert!(import(comment).is_ok_and(|read| read.skipped_games == 1));
    let refused = import("[Event \"a\"]\n\n1. Ke3 *\n\n[Event \"b\"]\n\n1. e4 *").unwrap_err();
    assert!(matches!(refused, ImportError::GameOfSeveral(_)));
    assert!(
        refused
            .to_string()
            .starts_with("As a PGN: game 1, line 3, column 4: \"Ke3\"")
    );
    let atomic = import("[Variant \"Atomic\"]\n\n1. e4 *").unwrap_err();
    assert!(atomic.to_string().contains("a game of Atomic"));
}

proptest! {
    #[test]
    fn any_comment_comes_back_from_the_link(said in any::<String>(), before in ".{0,40}", nag in any::<u8>()) {
        let mut analysis = opened("e4 e5 (c5 Nf3) d4");
        let c5 = analysis.tree.replies(node_at(&analysis, 1))[1];
        for at in [NodeId::START, node_at(&analysis, 2), c5] {
            annotate(&mut analysis, at, AnnotationEdit::SetComment(said.clone()));
            annotate(&mut analysis, at, AnnotationEdit::SetCommentBefore(before.clone()));
            annotate(&mut analysis, at, AnnotationEdit::ToggleNag(nag));
        }
        let back = parse_fragment(&analysis_link(&analysis).fragment).unwrap().unwrap();
        prop_assert_eq!(shape(&back.tree, &back.annotations), shape_of(&analysis));
        prop_assert_eq!(shape_of(&imported(&analysis.pgn())), shape_of(&analysis));
    }
}

//! Reviews in links and PGN: they come back as they were, and hostile ones are left out.

use engine::explain::REVIEW_NODES;
use engine::rules::{Game, GameTree};
use engine::search::Score::{self, Cp, Mate};
use proptest::prelude::*;

use super::*;
use crate::analysis::{
    AnalysisPart, AnnotationEdit, FinishedReview, MAX_COMMENT_CHARS, RequestedReview, ReviewState,
    StoredReviewError, analysis_link, import, parse_fragment, shared_analysis,
};
use crate::url_fragment::MAX_FRAGMENT_BYTES;

/// Numbers without a pattern.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005) + 1;
        (self.0 >> 33) as usize % count.max(1)
    }
}

/// A game of random moves that ends with the rules or after this many plies.
fn random_game(numbers: &mut Numbers, plies: usize) -> Game {
    let mut game = Game::new();
    while game.ply() < plies && game.outcome().is_none() {
        let moves = game.position().legal_moves().to_vec();
        game.play(moves[numbers.below(moves.len())]).unwrap();
    }
    game
}

fn page(game: &Game) -> AnalysisState {
    let mut analysis = AnalysisState::default();
    let opened = OpenedGame::new(GameTree::from_game(game), pgn::Tags::new());
    analysis.update(AnalysisEvent::Open(Box::new(opened)));
    ready(&mut analysis);
    analysis
}

fn random_score(numbers: &mut Numbers) -> Score {
    match numbers.below(8) {
        0 => Mate(numbers.below(12) as i32 + 1),
        1 => Mate(-(numbers.below(12) as i32) - 1),
        _ => Cp(numbers.below(1_200) as i32 - 600),
    }
}

/// A line of random moves, as long as a search's may be.
fn random_line(numbers: &mut Numbers, order: &SearchOrder) -> Line {
    let game = order.game().unwrap();
    let mut position = *game.position();
    let mut pv = order.limits.searchmoves.clone();
    pv.iter().for_each(|&mv| position = position.play(mv));
    let length = numbers.below(40) + 1;
    while pv.len() < length && position.has_legal_move() {
        let moves = position.legal_moves();
        pv.push(moves[numbers.below(moves.len())]);
        position = position.play(*pv.last().unwrap());
    }
    let depth = order.limits.depth.unwrap_or(match order.limits.nodes {
        Some(REVIEW_NODES) => 9,
        _ => 14,
    });
    line(1, depth, random_score(numbers), pv)
}

/// Answers at most so many searches of a review with random lines.
fn answer(
    analysis: &mut AnalysisState,
    mut effects: Vec<AnalysisEffect>,
    numbers: &mut Numbers,
    searches: usize,
) {
    for _ in 0..searches {
        let Some(order) = order(&effects).filter(|_| analysis.is_reviewing()) else {
            return;
        };
        let line = random_line(numbers, &order);
        effects = analysis.update(done(order.id, vec![line]));
    }
}

fn reviewed_game(numbers: &mut Numbers, plies: usize) -> AnalysisState {
    let game = random_game(numbers, plies);
    let mut analysis = page(&game);
    let effects = analysis.update(AnalysisEvent::StartReview);
    answer(&mut analysis, effects, numbers, usize::MAX);
    analysis
}

/// A page with the address of another one, before its engine is ready.
fn reloaded(analysis: &AnalysisState) -> AnalysisState {
    let fragment = analysis_link(analysis).fragment;
    reopened(parse_fragment(&fragment).unwrap().unwrap())
}

fn reopened(opened: OpenedGame) -> AnalysisState {
    let mut page = AnalysisState::default();
    page.update(AnalysisEvent::Open(Box::new(opened)));
    page
}

fn finished(analysis: &AnalysisState) -> &FinishedReview {
    analysis.finished_review().expect("a finished review")
}

/// The best lines by ply, as the score column and the graph show them.
fn shown_scores(analysis: &AnalysisState) -> Vec<Option<Score>> {
    let nodes = &finished(analysis).nodes;
    nodes.iter().map(|&at| analysis.score(at)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_finished_review_comes_back_from_the_link_the_pgn_and_the_shared_game(
        seed in any::<u64>(),
        plies in 1..60_usize,
    ) {
        let mut numbers = Numbers(seed);
        let analysis = reviewed_game(&mut numbers, plies);
        let whole = finished(&analysis);
        prop_assert_eq!(whole.review.moves.len() + 1, whole.nodes.len());
        let page = reloaded(&analysis);
        prop_assert_eq!(finished(&page), whole);
        prop_assert_eq!(shown_scores(&page), shown_scores(&analysis));
        prop_assert_eq!(analysis_link(&page), analysis_link(&analysis));
        let page = reopened(import(&analysis.pgn()).unwrap().opened);
        prop_assert_eq!(finished(&page), whole);
        prop_assert_eq!(page.pgn(), analysis.pgn(), "import, then export");
        let shared = shared_analysis(&analysis, "7".repeat(32));
        prop_assert!(shared.dropped.is_empty());
        let page = reopened(import(&shared.game.pgn.unwrap()).unwrap().opened);
        prop_assert_eq!(finished(&page), whole);
    }

    #[test]
    fn a_review_that_was_running_goes_on_with_what_it_had(
        seed in any::<u64>(),
        plies in 1..12_usize,
        searches in 0..20_usize,
    ) {
        let mut numbers = Numbers(seed);
        let game = random_game(&mut numbers, plies);
        let mut analysis = page(&game);
        let effects = analysis.update(AnalysisEvent::StartReview);
        answer(&mut analysis, effects, &mut numbers, searches);
        let mut back = reloaded(&analysis);
        match (&analysis.review, &back.review) {
            (ReviewState::Running(here), ReviewState::Running(there)) => {
                prop_assert_eq!(here.progress(), there.progress());
                back.update(AnalysisEvent::Engine(FromWorker::Ready));
                let effects = back.update(AnalysisEvent::Engine(FromWorker::Network(
                    super::here(),
                )));
                answer(&mut back, effects, &mut numbers, usize::MAX);
                finished(&back);
            }
            (ReviewState::Done(here), ReviewState::Done(there)) => prop_assert_eq!(here, there),
            other => prop_assert!(false, "{other:?}"),
        }
    }

    #[test]
    fn any_text_in_place_of_a_review_leaves_the_game_alone(text in "[A-Za-z0-9_-]{0,60}|.{0,30}") {
        let opened = OpenedGame {
            review: RequestedReview::Stored(text),
            ..import("1. e4 e5 2. Nf3").unwrap().opened
        };
        let page = reopened(opened);
        prop_assert_eq!(page.tree.main_line().len(), 3);
        prop_assert!(page.review_error.is_some());
        prop_assert_eq!(&page.review, &ReviewState::None);
    }

    #[test]
    fn a_damaged_review_is_left_out_or_a_review_of_the_same_moves(
        seed in any::<u64>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..64_u8), 1..4),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let analysis = reviewed_game(&mut Numbers(seed), 8);
        let mut text = analysis.review_text().unwrap().into_bytes();
        for (index, digit) in &changes {
            let index = index.index(text.len());
            text[index] = DIGITS[usize::from(*digit)];
        }
        if let Some(cut) = cut {
            text.truncate(cut.index(text.len()));
        }
        let text = String::from_utf8(text).unwrap();
        let mut back = page(&analysis.tree.game_at(analysis.current));
        let mut effects = Vec::new();
        if back.restore_review(&text, &mut effects).is_ok() {
            let moves = back.tree.main_line().len();
            match &back.review {
                ReviewState::Done(done) => prop_assert!(done.nodes.len() <= moves + 1),
                ReviewState::Running(running) => prop_assert!(running.progress().1 <= moves + 1),
                ReviewState::None => prop_assert!(false, "restored"),
            }
            // It can be written and read again.
            prop_assert_eq!(&reloaded(&back).review_error, &None);
        }
    }
}

#[test]
fn a_review_of_other_moves_or_of_another_version_is_left_out_with_a_word() {
    let mut analysis = reviewed_game(&mut Numbers(1), 6);
    let text = analysis.review_text().unwrap();
    let mut other = opened("e4 e5 Nf3 Nc6 Bb5 a6 Ba4");
    let refused = other.restore_review(&text, &mut Vec::new());
    assert_eq!(refused, Err(StoredReviewError::OtherMoves));
    let later = format!("Ag{}", &text[2..]);
    let refused = analysis.restore_review(&later, &mut Vec::new());
    assert_eq!(refused, Err(StoredReviewError::Unreadable));
    let opened = OpenedGame {
        review: RequestedReview::Stored(text),
        ..import("1. e4 e5").unwrap().opened
    };
    let mut page = reopened(opened);
    assert_eq!(page.review_error, Some(StoredReviewError::OtherMoves));
    ready(&mut page);
    page.update(AnalysisEvent::StartReview);
    assert_eq!(page.review_error, None);
}

#[test]
fn a_review_stays_with_variations_and_moves_after_it_and_goes_with_another_main_line() {
    let mut analysis = reviewed_game(&mut Numbers(3), 10);
    let whole = finished(&analysis).review.clone();
    let first = analysis.position().legal_moves()[0];
    analysis.update(AnalysisEvent::Play(first));
    analysis.update(AnalysisEvent::GoTo(node_at(&analysis, 4)));
    let played = analysis.tree.last_move(node_at(&analysis, 5));
    let moves = analysis.position().legal_moves();
    let other = *moves.iter().find(|mv| Some(**mv) != played).unwrap();
    analysis.update(AnalysisEvent::Play(other));
    let page = reloaded(&analysis);
    let shown = |page: &AnalysisState| page.tree.game_at(page.current);
    assert_eq!(shown(&page), shown(&analysis));
    assert_eq!(finished(&page).review, whole);
    analysis.update(AnalysisEvent::PromoteLine);
    assert_eq!(reloaded(&analysis).review, ReviewState::None);
    assert!(!analysis.pgn().contains("PonderReview"));
}

#[test]
fn a_review_that_is_closed_is_not_in_the_address_any_more() {
    let mut analysis = reviewed_game(&mut Numbers(5), 6);
    assert!(analysis_link(&analysis).fragment.contains("&review="));
    let effects = analysis.update(AnalysisEvent::StopReview);
    assert!(effects.contains(&AnalysisEffect::UpdateAddress));
    assert!(!analysis_link(&analysis).fragment.contains("review"));
}

#[test]
fn a_review_for_which_there_is_no_room_is_left_out_and_that_is_said() {
    let mut analysis = reviewed_game(&mut Numbers(7), 30);
    for ply in 0..6 {
        analysis.update(AnalysisEvent::Annotate {
            at: node_at(&analysis, ply),
            edit: AnnotationEdit::SetComment("x".repeat(MAX_COMMENT_CHARS)),
        });
    }
    let review = analysis.review_text().unwrap();
    let link = analysis_link(&analysis);
    assert!(link.dropped.is_empty() && link.fragment.contains("&review="));
    // What is left of the room is less than the review needs.
    let room = MAX_FRAGMENT_BYTES - link.fragment.len();
    let mut at = 6;
    let mut left = room + review.len() / 2;
    while left > 0 {
        let count = left.min(MAX_COMMENT_CHARS);
        analysis.update(AnalysisEvent::Annotate {
            at: node_at(&analysis, at),
            edit: AnnotationEdit::SetComment("x".repeat(count)),
        });
        (at, left) = (at + 1, left - count);
    }
    let link = analysis_link(&analysis);
    assert_eq!(link.dropped, [AnalysisPart::Review]);
    assert!(!link.fragment.contains("review"));
    assert!(parse_fragment(&link.fragment).unwrap().is_ok());
}

/// A game's page links to its moves with `&review`; the server's PGN has the review already.
#[test]
fn the_review_that_the_server_keeps_takes_the_place_of_one_that_has_just_begun() {
    let analysis = reviewed_game(&mut Numbers(9), 8);
    let mut other = page(&analysis.tree.game_at(analysis.current));
    other.update(AnalysisEvent::StartReview);
    let search = other.search.expect("runs");
    let moves = other.main_moves();
    let pgn = analysis.pgn();
    let effects = other.update(AnalysisEvent::StoredPgn { moves, pgn });
    assert!(effects.contains(&AnalysisEffect::Engine(EngineCommand::Cancel(search.id))));
    assert_eq!(finished(&other), finished(&analysis));
    assert!(other.search.is_none_or(|search| !search.for_review));
}

//! Reviews by written answers.

use super::*;
use crate::rules::san;
use Score::{Cp, Mate};

fn game(sans: &str) -> Game {
    let mut game = Game::new();
    for text in sans.split_whitespace() {
        let mv = san::parse(game.position(), text).unwrap();
        game.play(mv).unwrap();
    }
    game
}

fn line(position: &Position, score: Score, uci: &str) -> Line {
    Line {
        rank: 1,
        depth: 9,
        seldepth: 9,
        score,
        nodes: 1,
        time_ms: 1,
        hashfull: 0,
        explored: None,
        pv: vec![position.parse_uci(uci).unwrap()],
    }
}

/// Reviews a game by written answers; what was asked for, but for other moves, and what came of it.
fn answered(
    game: &Game,
    answer: impl Fn(&ReviewSearch) -> (Score, &'static str),
) -> (Vec<ReviewSearch>, ReviewedGame) {
    let mut reviewer = Reviewer::new(game);
    let mut asked = Vec::new();
    while let Some(wanted) = reviewer.wanted() {
        if wanted.limits.multipv > 1 {
            reviewer.found(&[]);
            continue;
        }
        let (score, uci) = answer(&wanted);
        reviewer.found(&[line(&game.position_at(wanted.ply), score, uci)]);
        asked.push(wanted);
    }
    (asked, reviewer.finish())
}

#[test]
fn a_verdict_is_what_two_deep_searches_of_the_same_depth_say() {
    let (asked, done) = answered(&game("e4 e5"), |wanted| {
        let limits = &wanted.limits;
        match (wanted.ply, limits.nodes, limits.searchmoves.len()) {
            (2, ..) => (Cp(300), "g1f3"),
            (1, Some(REVIEW_NODES), 0) => (Cp(-20), "e7e5"),
            (1, _, 0) => (Cp(-40), "c7c5"),
            (1, _, 1) => (Cp(-640), "e7e5"),
            _ => (Cp(40), "e2e4"),
        }
    });
    let plies: Vec<usize> = asked.iter().map(|wanted| wanted.ply).collect();
    assert_eq!(plies, [2, 1, 1, 1, 0]);
    assert_eq!(asked[3].limits.depth, Some(9));
    assert_eq!(done.verdict(1), Some(Verdict::Blunder));
    let expected = chance(Cp(-40)) - chance(Cp(-640));
    assert!((done.review.moves[1].loss - expected).abs() < 1e-9);
    assert_eq!(done.review.turning_points, [1]);
    assert!(done.played[1].is_some() && done.played[0].is_none());
}

#[test]
fn the_first_choice_of_the_deeper_search_is_never_marked() {
    let (asked, done) = answered(&game("e4 e5"), |wanted| match wanted.ply {
        2 => (Cp(300), "g1f3"),
        1 => (Cp(-20), "e7e5"),
        _ => (Cp(20), "e2e4"),
    });
    assert_eq!(asked.len(), 4, "e5 is looked at again, not alone");
    assert_eq!((done.review.moves[1].loss, done.verdict(1)), (0.0, None));
}

#[test]
fn a_third_search_decides_what_two_leave_open() {
    let third = |best: i32, uci: &'static str, played: i32| {
        answered(&game("e4 e5"), move |wanted| {
            let limits = &wanted.limits;
            let is_third = limits.nodes >= Some(MORE_NODES[1]);
            match (wanted.ply, is_third, limits.searchmoves.len()) {
                (2, ..) => (Cp(300), "g1f3"),
                (1, false, 0) => (Cp(-40), "c7c5"),
                (1, false, 1) => (Cp(-240), "e7e5"),
                (1, true, 0) => (Cp(best), uci),
                (1, true, 1) => (Cp(played), "e7e5"),
                _ => (Cp(40), "e2e4"),
            }
        })
    };
    let (asked, done) = third(-60, "c7c5", -300);
    assert_eq!(asked.len(), 7);
    assert_eq!(asked[5].limits.nodes, Some(2 * MORE_NODES[1]));
    assert_eq!(done.verdict(1), Some(Verdict::Blunder));
    let second = chance(Cp(-40)) - chance(Cp(-240));
    let expected = (second + chance(Cp(-60)) - chance(Cp(-300))) / 2.0 / OVERSTATED;
    assert!((done.review.moves[1].loss - expected).abs() < 1e-9);
    // As bad as the move that seemed better.
    assert!(third(-230, "c7c5", -240).1.review.moves[1].loss < second / 2.0 + 1.0);
    // The first choice after all.
    let (asked, done) = third(-240, "e7e5", 0);
    assert_eq!((asked.len(), done.verdict(1)), (6, None));
    assert!(done.played[1].is_none());
}

#[test]
fn what_seemed_a_mistake_may_turn_out_as_good() {
    let (_, done) = answered(&game("e4 e5"), |wanted| {
        match (wanted.ply, wanted.limits.searchmoves.len()) {
            (2, _) => (Cp(200), "g1f3"),
            (1, 0) => (Cp(-50), "c7c5"),
            (1, _) => (Cp(-60), "e7e5"),
            _ => (Cp(50), "e2e4"),
        }
    });
    assert_eq!(done.verdict(1), None);
}

#[test]
fn a_forced_move_is_not_doubted_and_an_ended_game_is_not_searched() {
    // 1. f3 e5 2. g4 Qh4#
    let (asked, done) = answered(&game("f3 e5 g4 Qh4#"), |wanted| {
        match (wanted.ply, wanted.limits.searchmoves.len()) {
            (3, _) => (Mate(1), "d8h4"),
            (2, 0) => (Cp(-60), "b1c3"),
            (2, _) => (Mate(-1), "g2g4"),
            (1, _) => (Cp(60), "e7e5"),
            _ => (Cp(-55), "f2f3"),
        }
    });
    assert!(asked.iter().all(|wanted| wanted.ply < 4));
    assert_eq!(done.verdict(2), Some(Verdict::Blunder));
    assert_eq!(done.verdict(3), None);
    assert_eq!(done.review.chances.len(), 5);

    // After 2. Qh5+ only g6 is legal, however bad it looks afterwards.
    let (asked, done) = answered(&game("e4 f5 Qh5+ g6"), |wanted| match wanted.ply {
        4 => (Cp(800), "h5g6"),
        3 => (Cp(0), "g7g6"),
        2 => (Cp(0), "d1h5"),
        1 => (Cp(0), "f7f5"),
        _ => (Cp(0), "e2e4"),
    });
    assert_eq!(asked.iter().filter(|wanted| wanted.ply == 3).count(), 1);
    assert_eq!((done.review.moves[3].loss, done.verdict(3)), (0.0, None));
}

#[test]
fn other_moves_are_searched_where_a_good_one_may_be_one_of_few() {
    let game = game("e4 d5 exd5 Qxd5 Nc3 Qd8 a3");
    let best = [
        "e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5d8", "d2d4", "g8f6",
    ];
    let mut reviewer = Reviewer::new(&game);
    let (mut others, mut done) = (Vec::new(), 0);
    while let Some(ReviewSearch { ply, limits }) = reviewer.wanted() {
        assert_eq!(reviewer.progress(), (best.len() - 1 - ply, best.len()));
        assert!(reviewer.progress().0 >= done);
        done = reviewer.progress().0;
        let position = game.position_at(ply);
        if limits.multipv > 1 {
            assert!(reviewer.leaves_moves_out());
            let played = game.moves()[ply];
            assert_eq!(limits.searchmoves.len(), position.count_legal_moves() - 1);
            assert!(!limits.searchmoves.contains(&played));
            others.push((ply, limits.nodes.unwrap()));
            let line = line(&position, Cp(-600), &limits.searchmoves[0].to_string());
            reviewer.found(&[line.clone(), line]);
            continue;
        }
        assert!(!reviewer.leaves_moves_out() || limits.searchmoves.len() == 1);
        let (score, uci) = match (ply, limits.searchmoves.len()) {
            // White is lost from the start: after 1. e4 all is decided.
            (0, _) => (Cp(-2_000), best[0]),
            (1, _) => (Cp(2_000), best[1]),
            // A mistake.
            (7, _) => (Cp(300), best[7]),
            (6, 1) => (Cp(-300), "a2a3"),
            _ => (Cp(0), best[ply]),
        };
        reviewer.found(&[line(&position, score, uci)]);
    }
    // 2... Qxd5 takes back, 4. a3 is a mistake, and 1. e4 d5 is played in a decided game.
    let [first, more] = [REVIEW_NODES, MORE_NODES[0]];
    let expected = [
        (5, first),
        (5, more),
        (4, first),
        (4, more),
        (2, first),
        (2, more),
    ];
    assert_eq!(others, expected);
    let found = reviewer.finish();
    let searched = |ply: &usize| !found.others[*ply].is_empty();
    assert_eq!(
        (0..best.len()).filter(searched).collect::<Vec<_>>(),
        [2, 4, 5]
    );
}

/// Reviews 1. e4, whose other moves seem to lose at first; their deeper search and that of all moves find
/// this. The other lines that are left.
fn confirmed(others: &[(Score, &str)], best: Option<(Score, &str)>) -> Vec<Line> {
    let game = game("e4");
    let start = game.position_at(0);
    let mut reviewer = Reviewer::new(&game);
    let lines = |found: &[(Score, &str)]| -> Vec<Line> {
        let found = found.iter();
        found
            .map(|&(score, uci)| line(&start, score, uci))
            .collect()
    };
    while let Some(ReviewSearch { ply, limits }) = reviewer.wanted() {
        let is_deep = limits.nodes == Some(MORE_NODES[0]);
        match (ply, is_deep, limits.multipv) {
            (1, ..) => reviewer.found(&[line(&game.position_at(1), Cp(0), "e7e5")]),
            (_, false, 1) => reviewer.found(&lines(&[(Cp(0), "e2e4")])),
            (_, false, _) => reviewer.found(&lines(&[(Cp(-600), "d2d4")])),
            (_, true, 1) => reviewer.found(&lines(best.as_slice())),
            (_, true, _) => reviewer.found(&lines(others)),
        }
    }
    reviewer.finish().others.swap_remove(0)
}

#[test]
fn that_a_good_move_is_one_of_few_is_confirmed_by_deeper_searches() {
    let lost = [(Cp(-500), "c2c4")];
    let best = Some((Cp(10), "e2e4"));
    assert_eq!(confirmed(&lost, best).len(), 1);
    assert!(confirmed(&[(Cp(-50), "d2d4")], best).is_empty(), "as good");
    assert!(confirmed(&[], best).is_empty(), "nothing found");
    assert!(
        confirmed(&lost, Some((Cp(20), "d2d4"))).is_empty(),
        "not the best"
    );
    assert!(confirmed(&lost, None).is_empty(), "nothing found");
}

#[test]
fn a_search_that_finds_nothing_ends_nothing() {
    let mut reviewer = Reviewer::new(&game("e4 e5"));
    while reviewer.wanted().is_some() {
        reviewer.found(&[]);
    }
    reviewer.found(&[]);
    let done = reviewer.finish();
    assert!(done.review.moves.iter().all(|mv| mv.verdict.is_none()));
    let mut empty = Reviewer::new(&Game::new());
    assert_eq!(empty.wanted().map(|wanted| wanted.ply), Some(0));
    empty.found(&[]);
    assert_eq!(empty.progress(), (1, 1));
    assert!(empty.finish().review.moves.is_empty());
}

//! What is said of the moves of reviewed games.

use std::collections::BTreeMap;

use engine::explain::{
    Claim, ClaimKind, ClaimProof, Facts, MoveJudgement, MoveReason, REVIEW_NODES, ReviewedGame,
    Reviewer, Sound, Verdict,
};
use engine::player::Calculator;
use engine::rules::{Game, Move};
use engine::search::{Line, Score};
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;

use crate::choices::ChoiceCheck;
use crate::truths::Check;
use crate::voices::names_a_speaker;
use crate::{decided, line, line_of, played};

/// Nodes of a review's first search of each position.
const NODES: u64 = 1_000;
/// Games of the property tests: at random, by a weak search, and mixed.
const SEEDS: std::ops::Range<u64> = 0..6;
/// Their longest, plies.
const PLIES: usize = 70;

/// Reviews a game with shorter searches than the page's.
fn reviewed(game: &Game) -> ReviewedGame {
    let mut searcher = Calculator::new(1);
    searcher.remember(true);
    let mut reviewer = Reviewer::new(game);
    while let Some(wanted) = reviewer.wanted() {
        let mut limits = wanted.limits;
        limits.nodes = limits.nodes.map(|nodes| nodes * NODES / REVIEW_NODES);
        let decision = searcher.choose_by_limits(&at(game, wanted.ply), &limits);
        reviewer.found(&decision.lines);
    }
    reviewer.finish()
}

/// The game after so many half-moves.
fn at(game: &Game, ply: usize) -> Game {
    let mut earlier = game.clone();
    while earlier.ply() > ply {
        earlier.undo();
    }
    earlier
}

/// What is said of the last move of a game.
fn judged(fen: &str, moves: &str) -> [Option<String>; 3] {
    let game = played(fen, moves);
    let judgement = reviewed(&game).judgement(&game, game.ply() - 1);
    let MoveJudgement {
        allowed,
        missed,
        well_done,
        ..
    } = judgement;
    [allowed, missed, well_done].map(|said| said.map(|said| said.text))
}

/// A game whose moves are at random, or mostly the first of a short search.
fn sample_game(seed: u64) -> Game {
    let mut rng = engine::rng(seed);
    let mut searcher = Calculator::new(1);
    let mut game = Game::new();
    let chance = [1.0, 0.05, 0.3][(seed % 3) as usize];
    while game.outcome().is_none() && game.ply() < PLIES {
        let moves = game.position().legal_moves();
        let mv = if rng.random_bool(chance) {
            moves.choose(&mut rng).copied()
        } else {
            let limits = engine::search::SearchLimits::nodes(500);
            searcher.choose_by_limits(&game, &limits).mv
        };
        game.play(mv.expect("the game goes on")).unwrap();
    }
    game
}

const START: &str = crate::sentences::START;

/// A position, moves, and what is said of the last one: that it allows, misses and does well.
type Case = (&'static str, &'static str, [Option<&'static str>; 3]);

#[rustfmt::skip]
const CASES: &[Case] = &[
    (START, "f2f3 e7e5 g2g4", [Some("White allows Qh4#."), Some("Nc3 was better. It brings a knight into play."), None]),
    (START, "f2f3 e7e5 g2g4 d8h4", [None, None, Some("It is mate.")]),
    (START, "f2f3 e7e5 g2g4 a7a6", [None, Some("Black misses Qh4#."), None]),
    ("6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 0 1", "a2b2", [Some("Black allows Rd8#."), Some("Black misses Kf8. It stops a mate: White threatened Rd8#."), None]),
    ("6k1/5ppp/8/8/8/8/r4PPP/3R2K1 w - - 0 1", "d1e1", [None, Some("White misses Rd8#."), None]),
    ("4k3/8/8/3N4/8/8/4K3/q7 b - - 0 1", "a1a8", [Some("Black allows Nc7+. It attacks Black\u{2019}s king and the queen on a8: a fork."), Some("Black misses Qa2+. It attacks White\u{2019}s king and the knight on d5: a fork."), None]),
    ("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "d5c7", [None, None, Some("It attacks Black\u{2019}s king and the rook on a8: a fork.")]),
    ("r3k3/p7/8/3N4/8/8/P7/4K3 w - - 0 1", "d5f4", [None, Some("White misses Nc7+. It attacks Black\u{2019}s king and the rook on a8: a fork."), None]),
    ("7k/8/5K2/8/8/1Q6/8/8 w - - 0 1", "b3b7", [None, None, Some("It forces mate in 2.")]),
    ("7k/8/8/6K1/8/1Q6/8/8 w - - 0 1", "g5g6", [Some("It is stalemate: a draw."), Some("White misses Kf6. It forces mate in 3."), None]),
    ("7k/8/6K1/8/8/8/2Q5/8 b - - 0 1", "h8g8", [None, None, Some("It is the only legal move.")]),
    ("7k/8/6K1/5Q2/8/8/8/8 w - - 0 1", "f5f7", [Some("It is stalemate: a draw."), Some("White misses Qc8#."), None]),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1", "h7h6", [None, None, Some("It stops a mate: White threatened Rd8#.")]),
    ("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 0 3", "d7d6", [Some("Black allows Qxf7#."), Some("Black misses Nf6. It stops a mate: White threatened Qxf7#."), None]),
    ("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 0 3", "g8f6", [None, None, Some("It stops a mate: White threatened Qxf7#.")]),
    ("2q1r1k1/5ppp/5n2/3N4/4P3/4B3/6PP/3Q2K1 b - - 0 1", "f6d5 e4d5", [Some("White allows Rxe3. It takes a bishop that nothing defends."), Some("Qxd5 was better. It guards White\u{2019}s pawn on e4, which Black\u{2019}s rook attacks."), None]),
    ("7k/8/8/8/8/8/6pN/7K w - - 0 1", "h1g2", [None, None, Some("It is a draw: nobody has enough left to mate.")]),
];

#[test]
fn what_is_said_of_good_and_bad_moves() {
    let mut wrong = Vec::new();
    for &(fen, moves, expected) in CASES {
        let said = judged(fen, moves);
        if said.each_ref().map(Option::as_deref) != expected {
            wrong.push(format!(
                "{fen} {moves}\n  says {said:?}\n  not  {expected:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The searches that stand behind a judgement, found without it: of the best move, of the move, of the
/// reply.
struct Searches {
    best: Line,
    played: Option<Line>,
    reply: Option<Line>,
}

impl Searches {
    fn of(reviewed: &ReviewedGame, game: &Game, ply: usize) -> Option<Searches> {
        let (best, mv) = (reviewed.best[ply].clone()?, game.moves()[ply]);
        let deep = reviewed.played[ply].clone();
        let deep = deep.or_else(|| Some(best.clone()).filter(|best| best.pv[0] == mv));
        let next = reviewed.best[ply + 1].as_ref();
        let reply = match &deep {
            Some(deep) if deep.pv.len() > 1 => Some(line(deep.pv[1..].to_vec(), other(deep.score))),
            _ => None,
        };
        let played = deep.or_else(|| {
            let next = next?;
            let score = match next.score {
                Score::Mate(moves @ ..=0) => Score::Mate(1 - moves),
                Score::Mate(moves) => Score::Mate(-moves),
                Score::Cp(cp) => Score::Cp(-cp),
            };
            Some(Line {
                depth: next.depth + 1,
                ..line([&[mv], &next.pv[..]].concat(), score)
            })
        });
        Some(Searches {
            best,
            played,
            reply,
        })
    }
}

/// The reply's score, by the mover's.
fn other(score: Score) -> Score {
    match score {
        Score::Cp(cp) => Score::Cp(-cp),
        Score::Mate(moves @ 1..) => Score::Mate(1 - moves),
        Score::Mate(moves) => Score::Mate(-moves),
    }
}

/// Asserts that a claim of the first move of a line is true, and shown by its proof.
fn assert_true(game: &Game, best: &Line, played: &Line, reason: &MoveReason, proof: &ClaimProof) {
    let decision = engine::player::Decision {
        depth: played.depth,
        lines: vec![played.clone()],
        ..decided(played.pv.clone(), played.score)
    };
    let sound = Sound {
        best: best.clone(),
        played: played.clone(),
        threat: None,
        free: None,
        yours: None,
    };
    let facts = Facts {
        sound: Some(&sound),
        ..crate::sentences::facts(game, &decision)
    };
    let check = Check::new(&facts, reason);
    let position = game.position();
    assert!(
        check.holds(&reason.claim),
        "{position}: {reason:?} of {played:?}"
    );
    assert!(
        check.proof_shows(&reason.claim, proof),
        "{position}: {reason:?}"
    );
}

/// Asserts what holds of every sentence.
fn assert_well_put(game: &Game, reason: &MoveReason) {
    let MoveReason { text, proof, .. } = reason;
    assert!(!names_a_speaker(text), "{text}");
    assert!(text.ends_with('.') && text.len() <= 120, "{text}");
    assert!(!text.contains(['$', '{', '|', '!']), "{text}");
    assert!(
        proof
            .position_after(game.position(), proof.moves.len())
            .is_some(),
        "{}: {reason:?}",
        game.position()
    );
}

#[test]
fn every_sentence_is_true_and_shown_by_its_proof() {
    let mut kinds: BTreeMap<(usize, ClaimKind), usize> = BTreeMap::new();
    for seed in SEEDS {
        let game = sample_game(seed);
        let reviewed = reviewed(&game);
        for ply in 0..game.ply() {
            let before = at(&game, ply);
            let judgement = reviewed.judgement(&game, ply);
            assert_eq!(judgement, reviewed.judgement(&game, ply));
            let is_bad = reviewed.verdict(ply).is_some();
            let only_bad = [&judgement.allowed, &judgement.missed];
            assert!(is_bad || only_bad.iter().all(|said| said.is_none()));
            let only_good = [&judgement.well_done, &judgement.choice];
            assert!(!is_bad || only_good.iter().all(|said| said.is_none()));
            let Some(searches) = Searches::of(&reviewed, &game, ply) else {
                assert_eq!(judgement, MoveJudgement::default());
                continue;
            };
            let (mv, best) = (game.moves()[ply], &searches.best);
            if let Some(choice) = &judgement.choice {
                assert_well_put(&before, choice);
                let check = ChoiceCheck::of(&reviewed, &game, ply).unwrap();
                assert!(
                    check.holds(&choice.claim),
                    "{}: {choice:?}",
                    before.position()
                );
                *kinds.entry((3, choice.kind())).or_default() += 1;
            }
            let parts = [&judgement.allowed, &judgement.missed, &judgement.well_done];
            for (part, reason) in parts.into_iter().enumerate() {
                let Some(reason) = reason else {
                    continue;
                };
                assert_well_put(&before, reason);
                *kinds.entry((part, reason.kind())).or_default() += 1;
                match part {
                    0 => assert_allowed(&before, mv, &searches, reason),
                    1 => assert_true(&before, best, best, reason, &reason.proof),
                    _ => {
                        let end = line(vec![mv], Score::Mate(1));
                        let played = searches.played.as_ref().unwrap_or(&end);
                        assert_true(&before, best, played, reason, &reason.proof);
                    }
                }
            }
        }
    }
    for (part, fewest) in [(0, 4), (1, 12), (2, 20), (3, 1)] {
        let of = kinds.keys().filter(|(of, _)| *of == part).count();
        assert!(of >= fewest, "{part}: {kinds:?}");
    }
}

/// Asserts that what is said of a reply to a bad move is true of it, and that the proof begins with both.
fn assert_allowed(before: &Game, mv: Move, searches: &Searches, reason: &MoveReason) {
    let mut after = before.clone();
    after.play(mv).unwrap();
    assert_eq!(reason.proof.moves[0], Some(mv));
    let Some(reply) = searches
        .reply
        .as_ref()
        .filter(|_| reason.proof.moves.len() > 1)
    else {
        // The move itself gave a draw away.
        assert!(after.outcome().is_some() && matches!(reason.claim, Claim::Draws(_)));
        return;
    };
    let shown = ClaimProof {
        moves: reason.proof.moves[1..].to_vec(),
        squares: reason.proof.squares.clone(),
    };
    assert_eq!(shown.moves[0], Some(reply.pv[0]));
    assert_true(&after, reply, reply, reason, &shown);
}

/// A review that was not made of the game, with verdicts on its moves.
fn foreign(reviewed: &ReviewedGame, verdict: Option<Verdict>, loss: f64) -> ReviewedGame {
    let mut foreign = reviewed.clone();
    for mv in &mut foreign.review.moves {
        (mv.verdict, mv.loss) = (verdict, loss);
    }
    foreign
}

#[test]
fn a_review_of_another_game_says_nothing_that_does_not_fit_the_board() {
    let games: Vec<Game> = (0..4).map(sample_game).collect();
    let reviews: Vec<ReviewedGame> = games.iter().map(reviewed).collect();
    for game in &games {
        for review in &reviews {
            for (verdict, loss) in [
                (None, 0.0),
                (None, f64::NAN),
                (Some(Verdict::Blunder), 50.0),
            ] {
                let review = foreign(review, verdict, loss);
                for ply in 0..game.ply() + 3 {
                    let before = at(game, ply);
                    for reason in review.judgement(game, ply).reasons() {
                        assert_well_put(&before, reason);
                    }
                }
            }
        }
    }
}

#[test]
fn lines_with_illegal_moves_and_absurd_scores_are_survived() {
    let game = sample_game(2);
    let whole = reviewed(&game);
    let mut rng = engine::rng(7);
    for _ in 0..60 {
        let mut broken = foreign(&whole, Some(Verdict::Mistake), 12.0);
        let moves: Vec<Move> = game.moves().to_vec();
        let score = *[
            Score::Cp(i32::MIN),
            Score::Cp(i32::MAX),
            Score::Mate(i32::MIN),
            Score::Mate(i32::MAX),
            Score::Mate(0),
            Score::Cp(0),
        ]
        .choose(&mut rng)
        .unwrap();
        let searched = broken.best.iter_mut().chain(&mut broken.played).flatten();
        for line in searched.chain(broken.others.iter_mut().flatten()) {
            line.score = score;
            let from = rng.random_range(0..=line.pv.len());
            for mv in &mut line.pv[from..] {
                *mv = *moves.choose(&mut rng).unwrap();
            }
            line.pv.truncate(rng.random_range(0..=line.pv.len()));
        }
        for ply in 0..game.ply() {
            for reason in broken.judgement(&game, ply).reasons() {
                assert_well_put(&at(&game, ply), reason);
            }
        }
    }
}

#[test]
fn nothing_is_said_without_a_review_or_without_a_move() {
    let game = played(START, "e2e4 e7e5");
    let nothing = MoveJudgement::default();
    assert_eq!(ReviewedGame::default().judgement(&game, 0), nothing);
    let whole = reviewed(&game);
    for ply in [2, 3, usize::MAX] {
        assert_eq!(whole.judgement(&game, ply), nothing);
    }
    assert_eq!(whole.judgement(&Game::new(), 0), nothing);
    let mut reviewer = Reviewer::new(&game);
    while reviewer.wanted().is_some() {
        reviewer.found(&[]);
    }
    let without = reviewer.finish();
    assert!((0..2).all(|ply| without.judgement(&game, ply) == nothing));
}

#[test]
fn a_loss_too_small_for_a_verdict_is_no_good_move() {
    let game = played(START, "e2e4 e7e5");
    let whole = reviewed(&game);
    assert!(
        foreign(&whole, None, 3.0)
            .judgement(&game, 0)
            .well_done
            .is_some()
    );
    let spoilt = foreign(&whole, None, 3.1).judgement(&game, 0);
    assert_eq!(spoilt, MoveJudgement::default());
}

#[test]
fn a_recapture_wins_no_more_than_is_left_of_it() {
    // Rxd5 takes a knight, and exd5 a rook: the exchange, not a rook for a pawn.
    let fen = "4k3/4p3/4p3/3n4/8/8/3R4/3RK3 w - - 0 1";
    let game = played(fen, "d2d5");
    let mut review = foreign(&reviewed(&game), Some(Verdict::Mistake), 12.0);
    let lines = ["d2d4 e8f7", "d2d5 e6d5 d1d5"].map(|uci| line_of(&played(fen, ""), uci));
    let [kept, lost] = lines;
    review.best[0] = Some(line(kept, Score::Cp(100)));
    review.played[0] = Some(line(lost, Score::Cp(-200)));
    let said = review.judgement(&game, 0).allowed.map(|said| said.text);
    let expected = "White allows exd5. It wins material on d5, however White takes back.";
    assert_eq!(said.as_deref(), Some(expected));
}

//! Whether the checks of claims would notice a false one: each kind is broken at least once.

use std::collections::BTreeSet;

use engine::explain::{Claim, ClaimKind, Facts, MoveReason, why};
use engine::player::{Decision, Level, StrategyId};
use engine::rules::Position;
use engine::search::Score;
use strum::VariantArray as _;

use crate::answers_hold::{AnswerCheck, broken_answers};
use crate::broken::{PLAIN, broken};
use crate::choices::{self, broken_choices};
use crate::truths::{Check, play};
use crate::{answers, decided, line, line_of, played, sentences, sound};

/// Kinds that no check can refuse, with the reason.
const EXEMPT: &[(ClaimKind, &str)] = &[];

/// Strategy, level, nodes a move and seed of games whose claims are broken.
const GAMES: &[(StrategyId, Option<u8>, u64, u64)] = &[
    (StrategyId::Calculator, None, 3_000, 11),
    (StrategyId::Calculator, Some(1), 3_000, 12),
    (StrategyId::Calculator, Some(4), 3_000, 13),
    (StrategyId::Explorer, None, 500, 14),
    (StrategyId::Dice, None, 1, 15),
    (StrategyId::Ponder, Some(4), 3_000, 16),
];

/// The kinds whose false claims were refused, and what was held for true against that.
#[derive(Default)]
struct Red {
    kinds: BTreeSet<ClaimKind>,
    let_through: Vec<String>,
}

impl Red {
    /// Breaks what was said of a move.
    fn of(&mut self, facts: &Facts<'_>, reason: &MoveReason) {
        let check = Check::new(facts, reason);
        check.run();
        for claim in broken(&check, &reason.claim) {
            assert_eq!(claim.kind(), reason.kind());
            self.note(&claim, check.holds(&claim), facts.game.position());
        }
    }

    fn note(&mut self, claim: &Claim, holds: bool, position: &Position) {
        match holds {
            true => self.let_through.push(format!("{claim:?} in {position}")),
            false => _ = self.kinds.insert(claim.kind()),
        }
    }

    fn of_games(&mut self) {
        for &(id, level, nodes, seed) in GAMES {
            let level = level.and_then(Level::new);
            play(id, level, nodes, seed, &mut |facts, reason| {
                self.of(facts, &reason)
            });
        }
    }

    fn of_sentences(&mut self) {
        for &(fen, moves, pv, score, _) in sentences::CASES {
            let game = played(fen, moves);
            let decision = decided(line_of(&game, pv), score);
            let sound = sound(&game, &decision);
            let facts = Facts {
                sound: sound.as_ref(),
                ..sentences::facts(&game, &decision)
            };
            if let Some(reason) = why(&facts) {
                self.of(&facts, &reason);
            }
        }
        for (uci, source, recalled, _) in sentences::SOURCES {
            let game = played(sentences::START, "");
            let decision = sentences::decided_by(&game, uci, source, recalled);
            let facts = sentences::facts(&game, &decision);
            let reason = why(&facts).expect("a source is always told");
            self.of(&facts, &reason);
        }
        self.of_swings();
        self.of_overlooked();
        self.of_not_seen();
    }

    fn of_swings(&mut self) {
        let game = played(sentences::START, "");
        for (before, now) in [(-180, 20), (260, -4)] {
            let decision = decided(line_of(&game, "a2a3"), Score::Cp(now));
            let mut sound = sound(&game, &decision).expect("the move is legal");
            sound.played = decision.lines[0].clone();
            let earlier = decided(Vec::new(), Score::Cp(before));
            let facts = Facts {
                sound: Some(&sound),
                earlier: Some(&earlier),
                ..sentences::facts(&game, &decision)
            };
            self.of(&facts, &why(&facts).expect("it swings"));
        }
    }

    fn of_overlooked(&mut self) {
        let game = played("4k3/8/8/3n4/8/8/3R4/4K3 w - - 0 1", "");
        for seed in 0..20 {
            let decision = Decision {
                sight: Level::WEAKEST.sight(&game, None, seed),
                ..decided(line_of(&game, "e1f2"), Score::Cp(200))
            };
            let facts = sentences::facts(&game, &decision);
            if let Some(reason) = why(&facts) {
                self.of(&facts, &reason);
            }
        }
    }

    fn of_not_seen(&mut self) {
        let start = "4k3/p7/8/3n4/8/2P5/P7/4K3 w - - 0 1";
        let game = played(start, "e1f1 d5c3");
        let decision = decided(line_of(&game, "f1e1"), Score::Cp(-400));
        for seed in 0..20 {
            let earlier = Decision {
                sight: Level::WEAKEST.sight(&played(start, ""), None, seed),
                ..decided(game.moves().to_vec(), Score::Cp(0))
            };
            let facts = Facts {
                earlier: Some(&earlier),
                ..sentences::facts(&game, &decision)
            };
            if let Some(reason) = why(&facts) {
                self.of(&facts, &reason);
            }
        }
    }

    /// Claims without details, of a move of which none is true.
    fn of_plain(&mut self) {
        let game = played(sentences::START, "");
        let decision = decided(line_of(&game, "a2a3"), Score::Cp(20));
        let sound = sound(&game, &decision);
        let facts = Facts {
            sound: sound.as_ref(),
            ..sentences::facts(&game, &decision)
        };
        let reason = MoveReason {
            claim: Claim::Mate,
            text: String::new(),
            proof: engine::explain::ClaimProof::default(),
        };
        let check = Check::new(&facts, &reason);
        for claim in PLAIN {
            self.note(&claim, check.holds(&claim), game.position());
        }
    }

    fn of_answers(&mut self) {
        for &(fen, moves, score, best, _) in answers::CASES {
            let game = played(fen, "");
            let line = line(line_of(&game, moves), score);
            let claim = engine::explain::why_not(&game, line.pv[0], &line, best).claim;
            let check = AnswerCheck::new(game.position(), &line, best);
            assert!(check.holds(&claim), "{claim:?} in {fen}");
            for claim in broken_answers(&check, &claim) {
                self.note(&claim, check.holds(&claim), game.position());
            }
        }
    }
}

/// Claims of moves that are among few good ones.
fn of_choices(red: &mut Red) {
    for case in choices::CASES {
        let check = case.check();
        let Some(said) = case.said() else {
            continue;
        };
        assert!(check.holds(&said.claim), "{said:?}");
        for claim in broken_choices(&said.claim) {
            red.note(&claim, check.holds(&claim), check.game.position());
        }
    }
}

#[test]
fn a_false_claim_of_each_kind_is_refused() {
    let mut red = Red::default();
    red.of_plain();
    red.of_answers();
    of_choices(&mut red);
    red.of_sentences();
    red.of_games();
    let through = &red.let_through;
    assert!(through.is_empty(), "held for true:\n{}", through.join("\n"));
    let exempt = |kind: &ClaimKind| EXEMPT.iter().any(|(exempt, _)| exempt == kind);
    let kinds = ClaimKind::VARIANTS.iter();
    let unseen: Vec<_> = kinds
        .filter(|kind| !red.kinds.contains(kind) && !exempt(kind))
        .collect();
    assert!(unseen.is_empty(), "never seen refused: {unseen:?}");
    let seen: Vec<_> = EXEMPT
        .iter()
        .filter(|(kind, _)| red.kinds.contains(kind))
        .collect();
    assert!(seen.is_empty(), "exempt, and yet refused: {seen:?}");
}

//! Round trips of all notations, along random games and for arbitrary texts.

use engine::rules::pgn::{self, Tags};
use engine::rules::{Game, GameTree, Move, NodeId, PERFT_CASES, Position, san};
use proptest::collection::vec;
use proptest::prelude::*;

/// A game from one of the standard positions, its moves chosen by index.
fn games() -> impl Strategy<Value = Game> {
    (
        0..PERFT_CASES.len(),
        vec(any::<prop::sample::Index>(), 0..120),
    )
        .prop_map(|(start, picks)| {
            let mut game = Game::from_fen(PERFT_CASES[start].fen).unwrap();
            for pick in picks {
                let moves = game.position().legal_moves();
                if game.outcome().is_some() {
                    break;
                }
                game.play(moves[pick.index(moves.len())]).unwrap();
            }
            game
        })
}

/// Moves from one of the standard positions, each after the one before or anywhere else.
fn trees() -> impl Strategy<Value = GameTree> {
    let step = (
        prop::option::of(any::<prop::sample::Index>()),
        any::<prop::sample::Index>(),
    );
    (0..PERFT_CASES.len(), vec(step, 0..200)).prop_map(|(start, steps)| {
        let mut tree = GameTree::new(Position::from_fen(PERFT_CASES[start].fen).unwrap());
        let mut places = vec![NodeId::START];
        for (place, pick) in steps {
            let at = match place {
                Some(place) => *place.get(&places),
                None => *places.last().unwrap(),
            };
            let moves = tree.position(at).legal_moves();
            if !moves.is_empty() {
                places.push(tree.play(at, moves[pick.index(moves.len())]).unwrap());
            }
        }
        tree
    })
}

/// Every move with its ply, line by line: what makes two trees the same, however they came about.
fn shape(tree: &GameTree) -> Vec<(usize, Option<Move>)> {
    let mut shape = Vec::new();
    let mut open = vec![NodeId::START];
    while let Some(at) = open.pop() {
        shape.push((tree.ply(at), tree.last_move(at)));
        open.extend(tree.replies(at).iter().rev());
    }
    shape
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..Default::default() })]

    #[test]
    fn a_fen_reads_back(game in games()) {
        let position = game.position();
        prop_assert_eq!(Position::from_fen(&position.to_fen()), Ok(*position));
    }

    #[test]
    fn every_legal_move_reads_back_from_san_uci_and_raw_bits(game in games()) {
        let position = game.position();
        let moves = position.legal_moves();
        let mut texts: Vec<String> = moves.iter().map(|&mv| san::write(position, mv)).collect();
        for (&mv, text) in moves.iter().zip(&texts) {
            prop_assert_eq!(san::parse(position, text), Ok(mv));
            prop_assert_eq!(position.parse_uci(&mv.to_string()), Ok(mv));
            prop_assert_eq!(Move::from_raw(mv.raw()), Some(mv));
        }
        texts.sort();
        texts.dedup();
        prop_assert_eq!(texts.len(), moves.len());
    }

    #[test]
    fn a_pgn_reads_back(game in games(), event in ".*", site in "[\"\\\\a ]*") {
        let tags: Tags = [("Event", &event), ("Site", &site)].into_iter().collect();
        // A draw that has to be claimed is no result by itself.
        let outcome = game.outcome();
        let text = pgn::write(&game, &tags, outcome.as_ref());
        let read = pgn::parse(&text).unwrap();
        prop_assert_eq!(&read.game(), &game);
        prop_assert_eq!(read.tags.get("Site"), Some(site.as_str()));
        prop_assert_eq!(pgn::write(&read.game(), &read.tags, outcome.as_ref()), text);
    }

    #[test]
    fn a_pgn_with_variations_reads_back(tree in trees()) {
        let text = pgn::write_tree(&tree, &Tags::new(), None);
        prop_assert!(text.lines().all(|line| line.len() < 80 || line.starts_with('[')), "{}", text);
        let read = pgn::parse(&text).unwrap();
        prop_assert_eq!(shape(&read.tree), shape(&tree));
        prop_assert_eq!(read.tree.start(), tree.start());
    }

    #[test]
    fn undo_and_redo_are_inverse(game in games(), steps in 0_usize..130) {
        let mut moved = game.clone();
        let undone = (0..steps).map_while(|_| moved.undo()).count();
        prop_assert_eq!(moved.ply(), game.ply() - undone);
        prop_assert_eq!(*moved.position(), game.position_at(moved.ply()));
        for _ in 0..undone {
            prop_assert!(moved.redo().is_some());
        }
        prop_assert_eq!(moved, game);
    }

    #[test]
    fn no_text_makes_a_parser_panic(text in "\\PC{0,80}", chess in "[a-hKQRBNO0-9x=+#. ()-]{0,40}") {
        let position = Position::startpos();
        for text in [&text, &chess] {
            prop_assert!(Position::from_fen(text).is_err());
            // Parsers may like some of these; they must only not panic.
            drop(san::parse(&position, text));
            drop(position.parse_uci(text));
            drop(pgn::parse(text));
        }
    }

    #[test]
    fn no_damaged_fen_makes_the_rules_panic(
        game in games(),
        at in any::<prop::sample::Index>(),
        letter in "[a-zA-Z0-9/ -]",
    ) {
        let fen = game.position().to_fen();
        let at = at.index(fen.len());
        let damaged = format!("{}{letter}{}", &fen[..at], &fen[at + 1..]);
        if let Ok(position) = Position::from_fen(&damaged) {
            for mv in position.legal_moves() {
                let next = position.play(mv);
                prop_assert_eq!(position.gives_check(mv), next.in_check());
                prop_assert!(position.is_legal(mv));
                prop_assert_eq!(position.see_ge(mv, 0), position.see(mv) >= 0);
                prop_assert_eq!(Position::from_fen(&next.to_fen()), Ok(next));
            }
        }
    }
}

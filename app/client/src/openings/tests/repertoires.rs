//! Repertoires: merged by position, read, written and changed.

use engine::rules::pgn::{self, Tags};
use engine::rules::{Color, NodeId, Position, san};
use proptest::prelude::*;

use super::{after, id, moves, repertoire, trees};
use crate::openings::{MAX_MOVES, MAX_TEXT_BYTES, Repertoire, RepertoireError};

proptest! {
    #[test]
    fn a_repertoire_is_exported_and_imported_to_itself(tree in trees(), color in color()) {
        let text = pgn::write_tree(&tree, &Tags::new(), None);
        let Ok((made, read)) = Repertoire::from_pgn(id(), "Mine", color, &text) else {
            // Without a move of this colour there is none.
            return Ok(());
        };
        prop_assert_eq!(read.refused, 0);
        let (again, _) = Repertoire::from_pgn(id(), "Mine", color, &made.to_pgn()).unwrap();
        prop_assert_eq!(&again, &made);
        prop_assert_eq!(Repertoire::from_stored(id(), &made.to_pgn()), Ok(made));
    }

    #[test]
    fn every_move_of_a_tree_is_in_its_repertoire_and_every_card_is_legal(tree in trees(), color in color()) {
        let mut made = Repertoire::new(id(), "Mine", color).unwrap();
        made.add_tree(&tree).unwrap();
        let mut edges = Vec::new();
        let mut cards = Vec::new();
        let mut open = vec![NodeId::START];
        while let Some(at) = open.pop() {
            let position = tree.position(at);
            for &reply in tree.replies(at) {
                let mv = tree.last_move(reply).unwrap();
                prop_assert!(made.moves_at(position).contains(&mv));
                edges.push((position.key(), mv));
                if position.side_to_move() == color {
                    cards.push((position.key(), mv));
                }
            }
            for card in made.cards_at(position) {
                prop_assert!(position.is_legal(card.mv));
                prop_assert!(made.cards().contains(&card));
            }
            open.extend(tree.replies(at));
        }
        for all in [&mut edges, &mut cards] {
            all.sort_unstable();
            all.dedup();
        }
        prop_assert_eq!(made.moves(), edges.len());
        let mut known: Vec<_> = made.cards().iter().map(|card| (card.position, card.mv)).collect();
        known.sort_unstable();
        prop_assert_eq!(known, cards);
        let mut ids: Vec<_> = made.cards().iter().map(|card| card.id).collect();
        ids.sort_unstable();
        ids.dedup();
        prop_assert_eq!(ids.len(), made.cards().len());
        prop_assert_eq!(made.cards_from(&Position::startpos(), &ids), ids.len());
    }

    #[test]
    fn what_is_left_after_a_removal_is_reached_and_comes_back_from_its_text(
        tree in trees(),
        color in color(),
        chosen in any::<prop::sample::Index>(),
    ) {
        let mut made = Repertoire::new(id(), "Mine", color).unwrap();
        made.add_tree(&tree).unwrap();
        let written = made.to_tree();
        let first = written.replies(NodeId::START);
        let at = first[chosen.index(first.len())];
        let mv = written.last_move(at).unwrap();
        let before = made.moves();
        prop_assert!(made.remove(&Position::startpos(), mv));
        prop_assert!(!made.remove(&Position::startpos(), mv));
        prop_assert!(made.moves() < before);
        prop_assert!(!made.moves_at(&Position::startpos()).contains(&mv));
        prop_assert_eq!(Repertoire::from_stored(id(), &made.to_pgn()), Ok(made));
    }
}

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::White), Just(Color::Black)]
}

#[test]
fn lines_that_transpose_share_their_cards() {
    let made = repertoire(
        Color::White,
        "1. d4 Nf6 2. c4 e6 3. Nf3 *\n\n1. d4 e6 2. c4 Nf6 3. Nf3 *\n\n1. c4 Nf6 2. d4 e6 3. Nf3 d5 4. Nc3 *",
    );
    let meeting = after("d4 Nf6 c4 e6");
    assert_eq!(
        made.cards_at(&meeting),
        made.cards_at(&after("c4 Nf6 d4 e6"))
    );
    assert_eq!(made.cards_at(&meeting).len(), 1);
    // 1. d4, 1. c4, 2. c4 in two positions, 2. d4, 3. Nf3 and 4. Nc3.
    assert_eq!(made.cards().len(), 7);
    // The end of the line, and the two that meet it.
    assert_eq!(made.lines(), 3);
}

#[test]
fn nested_variations_are_kept_and_the_visitor_chooses_the_colour() {
    let text = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 (2... Nf6 3. e5)) 2... d6) 2. Nf3 *";
    let (white, black) = (
        repertoire(Color::White, text),
        repertoire(Color::Black, text),
    );
    assert_eq!(white.moves(), black.moves());
    let sans = |made: &Repertoire, position: Position| {
        let moves = made.moves_at(&position).into_iter();
        moves
            .map(|mv| san::write(&position, mv))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(sans(&white, after("e4 c5")), "Nf3 c3");
    assert_eq!(sans(&white, after("e4 c5 c3")), "d5 Nf6");
    assert_eq!(white.cards_at(&after("e4 c5")).len(), 2);
    assert_eq!(black.cards_at(&after("e4 c5")).len(), 0);
    assert_eq!(black.cards_at(&after("e4")).len(), 2);
    assert!(
        white
            .to_pgn()
            .contains("(1... c5 2. Nf3 (2. c3 d5 (2... Nf6 3. e5)) 2... d6)")
    );
}

#[test]
fn a_move_is_added_with_its_line_and_removed_with_what_follows() {
    let mut made = repertoire(Color::White, "1. e4 e5 2. Nf3 Nc6 3. Bb5 *");
    assert_eq!(made.add_line(&moves("e4 c5 Nc3")), Ok(2));
    assert_eq!(made.add_line(&moves("e4 c5 Nc3")), Ok(0));
    assert_eq!((made.cards().len(), made.lines()), (4, 2));
    let e5 = moves("e4 e5")[1];
    assert!(made.remove(&after("e4"), e5));
    assert_eq!((made.cards().len(), made.lines()), (2, 1));
    assert_eq!(made.moves_at(&after("e4 e5 Nf3")), []);
    let e4 = moves("e4")[0];
    assert!(made.remove(&Position::startpos(), e4));
    assert_eq!((made.moves(), made.lines()), (0, 0));
}

#[test]
fn moves_that_repeat_a_position_end_no_walk() {
    let made = repertoire(
        Color::White,
        "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *",
    );
    assert_eq!(made.moves(), 5);
    assert_eq!(made.cards().len(), 3);
    let (again, _) = Repertoire::from_pgn(id(), "Mine", Color::White, &made.to_pgn()).unwrap();
    assert_eq!(again, made);
}

#[test]
fn what_is_wrong_is_named() {
    let read = |name: &str, text: &str| Repertoire::from_pgn(id(), name, Color::White, text);
    assert_eq!(read(" \t", "1. e4"), Err(RepertoireError::Name(0)));
    assert_eq!(
        read(&"x".repeat(61), "1. e4"),
        Err(RepertoireError::Name(61))
    );
    assert_eq!(read("x", ""), Err(RepertoireError::NoMoves));
    assert_eq!(read("x", "*"), Err(RepertoireError::NoMoves));
    let other = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *";
    assert_eq!(read("x", other), Err(RepertoireError::OtherStart));
    let error = read("x", "1. e4 e5 2. Ke3 *").unwrap_err().to_string();
    assert!(
        error.starts_with("The PGN: game 1, line 1, column 13"),
        "{error}"
    );
    let long = " ".repeat(MAX_TEXT_BYTES + 1);
    assert!(matches!(
        read("x", &long),
        Err(RepertoireError::TooLong { .. })
    ));
    // One game that can be read is enough.
    let (_, read) = read("x", "1. e4 e5 2. Ke3 *\n\n1. d4 *").unwrap();
    assert_eq!((read.games, read.refused), (1, 1));
}

#[test]
fn too_many_moves_are_refused_and_deep_ones_left_out() {
    let mut tree = engine::rules::GameTree::new(Position::startpos());
    let mut open = std::collections::VecDeque::from([NodeId::START]);
    let mut count = 0;
    while count <= MAX_MOVES {
        let at = open.pop_front().unwrap();
        for mv in tree.position(at).legal_moves() {
            open.push_back(tree.play(at, mv).unwrap());
            count += 1;
        }
    }
    let mut made = Repertoire::new(id(), "x", Color::White).unwrap();
    let mut wide = tree.clone();
    // Positions merge: some thousands more make sure of it.
    while count <= 3 * MAX_MOVES {
        let at = open.pop_front().unwrap();
        for mv in wide.position(at).legal_moves() {
            open.push_back(wide.play(at, mv).unwrap());
            count += 1;
        }
    }
    assert_eq!(made.add_tree(&wide), Err(RepertoireError::TooManyMoves));
    let deep = moves("Nf3 Nf6 Ng1 Ng8").repeat(21);
    assert_eq!(made.add_line(&deep), Err(RepertoireError::TooDeep(84)));
    let shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(24);
    let (made, read) =
        Repertoire::from_pgn(id(), "x", Color::White, &format!("{shuffle} e4")).unwrap();
    assert_eq!(read.games, 1);
    assert!(made.moves() <= 5);
}

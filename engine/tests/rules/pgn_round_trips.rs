//! Annotated trees are read back as they were written.

use engine::rules::pgn::{self, Annotations, Drawing, Tags, TreeAnnotations};
use engine::rules::{GameTree, Move, NodeId, PERFT_CASES, Position};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Words that mean something to a reader, and foreign ones.
fn comment() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => "[a-z]{1,9}",
        1 => "\\PC{1,12}",
        1 => any::<String>(),
        4 => select(vec![
            "[%csl Ga1,Rh8]", "[%cal Ba1h8,Ye2e4]", "[%csl", "Gc3]", "[%cal Xa1a2,Gb1b2]", "[%eval 0.17,22]",
            "[%eval -3.5]", "[%eval #-3]", "[%clk 0:01:02.5]", "[%clk 1:59:00]", "[%emt 0:00:03]", "[%mdl 32]",
            "{", "}", "(", ")", ";", "%", "$1", "[", "]", "1.", "e4", "1-0", "*", "\n", "\r\n\r\n", "\u{0}",
            "\u{202e}", "\u{200d}", "\u{a0}", "\u{feff}", "[Event \"x\"]", "\n[Event \"x\"]",
        ]).prop_map(str::to_owned),
    ];
    vec(word, 0..30).prop_map(|words| words.join(" "))
}

#[derive(Clone, Debug)]
struct Annotated {
    comment: String,
    before: String,
    nags: Vec<u8>,
    drawing: Option<Index>,
}

fn annotated() -> impl Strategy<Value = Annotated> {
    let before = prop_oneof![3 => Just(String::new()), 1 => comment()];
    let comment = prop_oneof![1 => Just(String::new()), 2 => comment()];
    (
        comment,
        before,
        vec(any::<u8>(), 0..4),
        prop::option::of(any::<Index>()),
    )
        .prop_map(|(comment, before, nags, drawing)| Annotated {
            comment,
            before,
            nags,
            drawing,
        })
}

/// Moves anywhere in a tree, each with what is said about it.
fn games() -> impl Strategy<Value = (GameTree, TreeAnnotations)> {
    let step = (
        prop::option::of(any::<Index>()),
        any::<Index>(),
        prop::option::of(annotated()),
    );
    (0..PERFT_CASES.len(), vec(step, 0..80)).prop_map(|(start, steps)| {
        let mut tree = GameTree::new(Position::from_fen(PERFT_CASES[start].fen).unwrap());
        let mut annotations = TreeAnnotations::new();
        let mut places = vec![NodeId::START];
        for (place, pick, said) in steps {
            let at = match place {
                Some(place) => *place.get(&places),
                None => *places.last().unwrap(),
            };
            let moves = tree.position(at).legal_moves();
            if !moves.is_empty() {
                places.push(tree.play(at, moves[pick.index(moves.len())]).unwrap());
            }
            let at = *places.last().unwrap();
            if let Some(said) = said {
                annotations.edit(at, |annotations| annotate(annotations, &said, at));
            }
        }
        (tree, annotations)
    })
}

fn annotate(annotations: &mut Annotations, said: &Annotated, at: NodeId) {
    annotations.set_comment(&said.comment);
    if at != NodeId::START {
        annotations.set_comment_before(&said.before);
    }
    for &nag in &said.nags {
        annotations.toggle_nag(nag);
    }
    let mut known = Annotations::default();
    known.set_comment("[%csl Ga1,Rb2,Yc3,Bd4] [%cal Ga1a2,Rb1b2,Yc1c2,Bd1d2]");
    if let Some(drawing) = said.drawing {
        let all: Vec<Drawing> = known.drawings().to_vec();
        annotations.toggle_drawing(*drawing.get(&all));
    }
}

/// Every move with its ply and annotations, line by line.
fn shape(
    tree: &GameTree,
    annotations: &TreeAnnotations,
) -> Vec<(usize, Option<Move>, Annotations)> {
    let mut shape = Vec::new();
    let mut open = vec![NodeId::START];
    while let Some(at) = open.pop() {
        let said = annotations.get(at).cloned().unwrap_or_default();
        shape.push((tree.ply(at), tree.last_move(at), said));
        open.extend(tree.replies(at).iter().rev());
    }
    shape
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..Default::default() })]

    #[test]
    fn an_annotated_game_reads_back((tree, annotations) in games()) {
        let text = pgn::write_annotated_tree(&tree, &annotations, &Tags::new(), None);
        let read = pgn::parse_annotated(&text).unwrap();
        prop_assert!(read.skipped.is_empty(), "{}", text);
        prop_assert_eq!(shape(&read.tree, &read.annotations), shape(&tree, &annotations), "{}", text);
        let again = pgn::write_annotated_tree(&read.tree, &read.annotations, &read.tags, None);
        prop_assert_eq!(again, text);
    }

    #[test]
    fn annotations_change_no_move((tree, annotations) in games()) {
        let text = pgn::write_annotated_tree(&tree, &annotations, &Tags::new(), None);
        let plain = pgn::parse(&text).unwrap();
        let none = TreeAnnotations::new();
        prop_assert_eq!(shape(&plain.tree, &none), shape(&tree, &none));
        prop_assert_eq!(
            pgn::write_annotated_tree(&tree, &none, &Tags::new(), None),
            pgn::write_tree(&tree, &Tags::new(), None)
        );
    }

    #[test]
    fn several_written_games_are_split_again(all in vec(games(), 1..3)) {
        let texts: Vec<String> = all
            .iter()
            .map(|(tree, annotations)| pgn::write_annotated_tree(tree, annotations, &Tags::new(), None))
            .collect();
        let joined = texts.join("\n");
        let found: Vec<_> = pgn::games(&joined).collect();
        prop_assert_eq!(found.len(), all.len());
        for (game, (tree, annotations)) in found.iter().zip(&all) {
            let read = game.read().unwrap();
            prop_assert_eq!(shape(&read.tree, &read.annotations), shape(tree, annotations));
        }
    }

    #[test]
    fn no_text_makes_a_reader_of_annotations_panic(text in any::<String>(), said in comment()) {
        for text in [&text, &said, &format!("1. e4 {said} (1. d4 {said}) e5 {said}")] {
            drop(pgn::parse_annotated(text));
            pgn::games(text).for_each(|game| drop(game.read()));
        }
    }
}

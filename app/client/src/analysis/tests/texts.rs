//! Links and imports, valid and hostile.

use engine::rules::{Color, Game, GameTree, Outcome, Reason};
use wire::{game_id::GameId, visitor::live_games::SharedPlayer};

use super::*;
use crate::analysis::{
    ImportError, RequestedReview, fragment, import, parse_fragment, raw_game_text, shared_analysis,
};
use crate::play::saved_game::SavedGame;
use crate::play::{CalendarDate, Players};
use crate::settings::Settings;

fn against(human: Color) -> Players {
    Players::Engine { human }
}

fn address(analysis: &AnalysisState) -> String {
    fragment(
        &analysis.tree,
        analysis.current,
        &analysis.tags,
        analysis.flipped,
    )
}

#[test]
fn an_address_brings_back_what_was_on_the_page() {
    let cases = [
        ("", ""),
        (
            "e4 e5 (c5 Nf3 (Nc3 Nc6) d6) Nf3+ Nc6",
            "pgn=e4_e5_(_c5_Nf3_(_Nc3_Nc6)_d6)_Nf3_Nc6&at=4",
        ),
    ];
    for (moves, expected) in cases {
        let analysis = match moves {
            "" => AnalysisState::default(),
            moves => opened(&moves.replace('+', "")),
        };
        let fragment = address(&analysis);
        assert_eq!(fragment, expected);
        let back = parse_fragment(&fragment).map(Result::unwrap);
        let shown = (!moves.is_empty()).then_some((analysis.tree, analysis.current));
        assert_eq!(back.map(|back| (back.tree, back.current)), shown);
    }
}

#[test]
fn every_place_of_a_tree_has_its_address() {
    let mut analysis = opened("e4 e5 (c5 Nf3 (Nc3 Nc6 (d6)) d6) (e6 d4) Nf3 Nc6");
    let mut todo = vec![NodeId::START];
    while let Some(at) = todo.pop() {
        todo.extend(analysis.tree.replies(at));
        analysis.update(AnalysisEvent::GoTo(at));
        let back = parse_fragment(&address(&analysis)).unwrap().unwrap();
        assert_eq!(back.current, at, "{}", address(&analysis));
    }
}

#[test]
fn a_start_of_its_own_the_names_and_the_side_of_the_board_come_along() {
    let mut analysis = opened(
        "[White \"A & B_C #1\"]\n[Black \"\u{e9}\"]\n[Result \"0-1\"]\n\
         [FEN \"8/8/8/8/8/4k3/4p3/4K3 b - - 0 1\"]\n\nKd3 0-1",
    );
    analysis.update(AnalysisEvent::Flip);
    let fragment = address(&analysis);
    assert!(!fragment.contains([' ', '#']), "{fragment}");
    let back = parse_fragment(&fragment).unwrap().unwrap();
    assert_eq!(back.tree, analysis.tree);
    assert!(back.flipped);
    assert_eq!(back.review, RequestedReview::None);
    assert_eq!(back.tags.get("White"), Some("A & B_C #1"));
    assert_eq!(back.tags.get("Black"), Some("\u{e9}"));
    assert_eq!(back.tags.get("Result"), Some("0-1"));
}

#[test]
fn a_tree_that_is_too_large_for_an_address_leaves_its_variations_out() {
    let mut analysis = opened("Nf3 Nf6 Ng1 Ng8");
    let end = analysis.current;
    // Adds two-ply variations everywhere until there are too many.
    let mut todo = vec![NodeId::START];
    while let (Some(at), true) = (
        todo.pop(),
        analysis.tree.ply(end) < 10 && todo.len() < 60_000,
    ) {
        for mv in analysis.tree.position(at).legal_moves().to_vec() {
            todo.push(analysis.tree.play(at, mv).unwrap());
        }
    }
    analysis.update(AnalysisEvent::GoTo(end));
    let fragment = address(&analysis);
    assert!(
        fragment == "pgn=Nf3_Nf6_Ng1_Ng8&at=4",
        "{} bytes",
        fragment.len()
    );
    assert!(parse_fragment(&fragment).is_some_and(|back| back.is_ok()));
}

#[test]
fn hostile_addresses_are_refused_with_a_reason_or_hold_no_game() {
    for fragment in ["", "review", "&&&", "=", "at=3", "%ff%fe=%zz", "white=x"] {
        assert_eq!(parse_fragment(fragment), None, "{fragment}");
    }
    let deep = format!("pgn={}", "e4_(".repeat(2_000));
    for fragment in [
        "pgn=e5",
        "pgn=e4_)",
        "fen=x",
        "fen=8/8/8/8/8/8/8/8_w_-_-",
        "fen=%00",
        "pgn=%F0%9F",
        &deep,
        &format!("pgn={}", "e4_".repeat(40_000)),
    ] {
        let refused = parse_fragment(fragment).expect("a game is asked for");
        assert!(
            !raw_game_text(fragment).is_empty(),
            "there is something to mend"
        );
        assert!(refused.is_err(), "{fragment:.40}");
    }
    // A path that leads nowhere is followed as far as it exists.
    for at in [
        "",
        "x",
        "-",
        "9",
        "0-7",
        "18446744073709551615-1",
        "1-0-1-0",
    ] {
        let back = parse_fragment(&format!("pgn=e4_e5&at={at}")).unwrap();
        assert!(back.is_ok(), "{at}");
    }
}

#[test]
fn a_position_and_a_game_are_told_apart_and_errors_name_the_place() {
    let fen = "\u{feff} r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3 \n";
    let position = import(fen).unwrap().opened;
    assert!(position.tree.is_empty());
    assert_eq!(position.tree.start().side_to_move(), Color::Black);
    let game = import("1. e4 e5 2. Nf3 1/2-1/2").unwrap();
    assert_eq!(
        (game.opened.tree.main_line().len(), game.skipped_games),
        (3, 0)
    );
    for (text, fen) in [
        ("8/8/8/8/8/4k3/4p3/4K3", "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"),
        (
            "8/8/8/8/8/4k3/4p3/4K3 b - - bm Kd3; id \"x\";",
            "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1",
        ),
        (
            "https://ponder.example/analyze#fen=8/8/8/8/8/4k3/4p3/4K3_b_-_-_0_1",
            "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1",
        ),
    ] {
        assert_eq!(
            import(text).unwrap().opened.tree.start().to_fen(),
            fen,
            "{text}"
        );
    }
    assert!(import("/analyze#pgn=e5").is_err());
    let stated = import("1. e4 e5 1-0").unwrap().opened.tags;
    assert_eq!(stated.get("Result"), Some("1-0"));
    let three = "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n\n[Event \"c\"]\n\n1. c4 *";
    assert_eq!(import(three).unwrap().skipped_games, 2);
    for (text, words) in [
        ("", "nothing here yet"),
        (" \n\t", "nothing here yet"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w - -", "board"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "king"),
        ("1. e4 e5\n2. Ke3", "line 2, column 4"),
        ("hello", "line 1, column 1"),
        ("[White \"x", "line 1, column 8"),
        ("\u{0}", "line 1"),
    ] {
        let refused = import(text).unwrap_err().to_string();
        assert!(refused.contains(words), "{text:?}: {refused}");
    }
    let long = "x".repeat(2 * 1024 * 1024);
    assert!(matches!(import(&long), Err(ImportError::TooLong { .. })));
}

#[test]
fn the_game_of_the_playing_page_comes_with_its_variations_as_it_is_looked_at_there() {
    let mut game = Game::new();
    for text in ["e2e4", "e7e5", "g1f3"] {
        game.play(game.position().parse_uci(text).unwrap()).unwrap();
    }
    let id = GameId::from_bits(7);
    let mut saved = SavedGame::continue_from(
        id,
        CalendarDate::default(),
        &game,
        against(Color::Black),
        None,
        None,
    );
    saved.variations = vec!["e2e4 c7c5".to_owned(), "not a move".to_owned()];
    saved.viewed = Some(1);
    let opened = OpenedGame::from_saved(&saved, &Settings::default()).unwrap();
    assert_eq!(opened.tree.ply(opened.current), 1);
    assert_eq!(opened.tree.replies(opened.current).len(), 2);
    assert!(opened.flipped, "Black is at the bottom there");
    saved.moves.push("e2e4".to_owned());
    assert_eq!(OpenedGame::from_saved(&saved, &Settings::default()), None);
}

#[test]
fn a_game_from_here_begins_where_the_board_stands_and_keeps_the_visitors_count() {
    let analysis = opened("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\ne4 Kd7");
    let game = analysis.tree.game_at(analysis.current);
    let mut before = SavedGame::continue_from(
        GameId::from_bits(1),
        CalendarDate::default(),
        &Game::new(),
        against(Color::White),
        None,
        None,
    );
    before.tally.wins = 3;
    let fresh = SavedGame::continue_from(
        GameId::from_bits(2),
        CalendarDate::default(),
        &game,
        against(Color::White),
        None,
        Some(&before),
    );
    let back = SavedGame::decode(&fresh.encode()).unwrap();
    assert_eq!(back.game().unwrap(), game);
    assert_eq!(
        (back.tally.wins, back.ply, back.human),
        (3, 2, Some(Color::White))
    );
}

#[test]
fn the_pgn_keeps_the_result_that_the_game_came_with() {
    let analysis = opened("[White \"Ada\"]\n\n1. e4 (1. d4) e5 1-0");
    assert!(!analysis.pgn().contains("1-0"), "no tag says so");
    let analysis = opened("[Result \"1-0\"]\n\n1. e4 (1. d4) e5 1-0");
    let text = analysis.pgn();
    assert!(text.ends_with("1. e4 (1. d4) 1... e5 1-0\n"), "{text}");
    let tree: GameTree = pgn::parse(&text).unwrap().tree;
    assert_eq!(tree, analysis.tree);
}

#[test]
fn what_is_shared_has_its_main_line_its_variations_and_who_played() {
    let mut analysis = opened(
        "[White \"Ada\"]\n[Black \"You\"]\n[Result \"1-0\"]\n\
         [FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n\nKd7 (Ke7) e4 1-0",
    );
    analysis.update(AnalysisEvent::Flip);
    let game = shared_analysis(&analysis, "7".repeat(32)).game;
    assert_eq!(game.moves, ["e8d7", "e2e4"]);
    assert_eq!(
        game.start_fen.as_deref(),
        Some("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1")
    );
    let ada = SharedPlayer::Called {
        name: "Ada".to_owned(),
    };
    assert_eq!((game.white, game.black), (ada, SharedPlayer::Visitor));
    let won = Outcome::win(Color::White, Reason::Resignation);
    assert_eq!((game.outcome, game.bottom), (Some(won), Color::Black));
    let text = game.pgn.expect("with its variations");
    assert!(!text.contains("You"), "{text}");
    assert_eq!(pgn::parse(&text).unwrap().tree, analysis.tree);
}

#[test]
fn a_shared_name_is_cut_and_nobody_is_somebody() {
    let text = format!(
        "[White \" {}\u{7} \"]\n[Black \"?\"]\n\ne4",
        "\u{e9}".repeat(80)
    );
    let game = shared_analysis(&opened(&text), "7".repeat(32)).game;
    let SharedPlayer::Called { name } = game.white else {
        panic!("a name");
    };
    assert_eq!(name.chars().count(), 60);
    assert!(name.chars().all(|letter| letter == '\u{e9}'));
    assert_eq!(game.black, SharedPlayer::Somebody);
}

#[test]
fn a_name_that_the_server_would_refuse_is_shared_without_what_is_wrong_with_it() {
    let text = "[White \"Ada\u{201d} \u{202e}(2400)\"]\n[Black \"\u{200b}\u{2060}\"]\n\ne4";
    let game = shared_analysis(&opened(text), "7".repeat(32)).game;
    let ada = SharedPlayer::Called {
        name: "Ada (2400)".to_owned(),
    };
    assert_eq!((game.white, game.black), (ada, SharedPlayer::Somebody));
}

#[test]
fn what_the_board_shows_counts_more_than_a_tag() {
    let mated = opened("[Result \"1-0\"]\n\nf3 e5 g4 Qh4# 0-1");
    let outcome = shared_analysis(&mated, "7".repeat(32)).game.outcome;
    assert_eq!(outcome, Some(Outcome::win(Color::Black, Reason::Checkmate)));
    assert_eq!(
        shared_analysis(&opened("e4"), "7".repeat(32)).game.outcome,
        None
    );
}

#[test]
fn what_follows_a_complete_game_does_not_refuse_it() {
    let text = "1. e4 e5 1-0 {cut off";
    assert_eq!(import(text).unwrap().opened.tree.main_line().len(), 2);
    let imported = import("1. e4 *\n*\n1-0").unwrap();
    assert_eq!(imported.skipped_games, 0, "bare results are no games");
    let imported = import("1. e4 *\n\n1. d4 *").unwrap();
    assert_eq!(imported.skipped_games, 1);
}

//! Splitting files.

use proptest::prelude::*;

use super::*;

fn players(games: &[FoundGame]) -> Vec<[&str; 2]> {
    let names = games.iter().map(|game| &game.players);
    names.map(|[white, black]| [&**white, &**black]).collect()
}

fn all_games() -> String {
    [MISSED_MATE, ALLOWED_MATE, LEFT_QUEEN, CRAZYHOUSE].join("\n")
}

#[test]
fn games_of_both_sites_are_found_as_they_were_written() {
    let text = all_games();
    let found = games_of(text.as_bytes());
    let texts: Vec<&str> = found.iter().map(|game| &*game.text).collect();
    let expected = [MISSED_MATE, ALLOWED_MATE, LEFT_QUEEN, CRAZYHOUSE].map(str::trim);
    assert_eq!(texts, expected);
    assert_eq!(players(&found)[0], ["Ada_L", "Bo"]);
}

#[test]
fn a_file_may_be_cut_anywhere() {
    let text = format!(
        "\u{feff}{}\n{}",
        all_games().replace("Cy", "Čapek {not a comment"),
        "[White \"Zo\u{eb}\"]\n\n1. e4 {open\n[Event \"Next\"]\n[White \"X\"]\n\n1. d4 {(} (1. c4) ; 1-0\n d5 1/2-1/2 {end}\n"
    );
    let file = text.as_bytes();
    let whole = read_in_pieces(file, &[]);
    assert_eq!(whole.0.len(), 6);
    for cut in 0..=file.len() {
        assert_eq!(read_in_pieces(file, &[cut]), whole, "cut at {cut}");
    }
    let every: Vec<usize> = (0..file.len()).collect();
    assert_eq!(read_in_pieces(file, &every), whole);
}

#[test]
fn windows_line_ends_and_a_byte_order_mark_change_nothing() {
    let windows = format!("\u{feff}{}", all_games().replace('\n', "\r\n"));
    let found = games_of(windows.as_bytes());
    let plain = games_of(all_games().as_bytes());
    assert_eq!(players(&found), players(&plain));
    let keys = |games: &[FoundGame]| games.iter().map(|game| game.key).collect::<Vec<_>>();
    assert_eq!(keys(&found), keys(&plain));
}

#[test]
fn what_is_no_game_leaves_its_neighbours_as_they_are() {
    let text = format!(
        "Downloaded today\n<html>\u{0}}}}}\n{MISSED_MATE}\nmore rubbish $$ ))\n\n{LEFT_QUEEN}[Event \"cut off\"]\n[White \"Ada\"]\n\n1. e4 {{ thinking"
    );
    let (found, skipped) = read_in_pieces(text.as_bytes(), &[]);
    assert_eq!(
        players(&found),
        [["Ada_L", "Bo"], ["Ada", "Cy"], ["Ada", ""]]
    );
    assert_eq!(found[0].text, MISSED_MATE.trim());
    assert_eq!(skipped.no_tags, 2);
}

#[test]
fn a_comment_that_nobody_closed_ends_before_the_next_event() {
    let text = format!("[Event \"A\"]\n\n1. e4 {{ oh\n\n{LEFT_QUEEN}");
    let found = games_of(text.as_bytes());
    assert_eq!(found.len(), 2);
    assert_eq!(found[1].text, LEFT_QUEEN.trim());
}

#[test]
fn a_game_that_is_too_long_is_left_out_and_counted() {
    let comment = "x".repeat(5_000_000);
    let text = format!(
        "{MISSED_MATE}\n[Event \"Long\"]\n\n1. e4 {{{comment}}} e5 *\n\n{LEFT_QUEEN}\n[Event \"Longer\"]\n\n1. e4 {{{comment}"
    );
    let mut reader = GameFile::default();
    let mut found = Vec::new();
    for slice in text.as_bytes().chunks(1_000_000) {
        reader.push(slice, &mut |game| found.push(game));
    }
    let skipped = reader.finish(&mut |game| found.push(game)).unwrap();
    assert_eq!(skipped.too_long, 2);
    assert_eq!(players(&found), [["Ada_L", "Bo"], ["Ada", "Cy"]]);
    assert_eq!(skipped.sentences(), ["2 games are too long to be read."]);
}

#[test]
fn a_text_as_long_as_allowed_is_kept_and_one_more_byte_is_too_much() {
    for (more, kept) in [(0, 1), (1, 0)] {
        let head = "[Event \"\"]\n\n1. e4 {";
        let comment = "x".repeat(MAX_GAME_BYTES - head.len() - 1 + more);
        // The comment ends before the next event, whose first bytes do not count.
        let text = format!("{head}{comment}\n[Event \"\"]");
        let (found, skipped) = read_in_pieces(text.as_bytes(), &[]);
        assert_eq!(
            (found.len(), skipped.too_long as usize),
            (kept + 1, 1 - kept)
        );
    }
}

#[test]
fn games_beyond_the_limit_are_counted() {
    let text: String = (0..MAX_GAMES + 3)
        .map(|game| format!("[White \"W{game}\"]\n\n1. e4 *\n\n"))
        .collect();
    let (found, skipped) = read_in_pieces(text.as_bytes(), &[]);
    assert_eq!((found.len(), skipped.too_many), (MAX_GAMES, 3));
}

#[test]
fn files_without_games_say_so() {
    for (file, expected) in [
        (&b""[..], GameFileError::NoGames),
        (b"\xef\xbb", GameFileError::NoGames),
        (b"1. e4 e5 *", GameFileError::NoGames),
        (b"\xff\xfe[\x00E\x00", GameFileError::Utf16),
    ] {
        let mut reader = GameFile::default();
        reader.push(file, &mut |game| panic!("{game:?}"));
        let error = reader.finish(&mut |game| panic!("{game:?}")).unwrap_err();
        assert_eq!(error, expected, "{file:?}");
    }
}

#[test]
fn names_in_latin_1_are_read() {
    let found = games_of(b"[White \"J\xf6rg\"]\n\n1. e4 *");
    assert_eq!(players(&found), [["Jörg", ""]]);
}

#[test]
fn a_game_has_its_key_with_and_without_comments_and_no_other_game_has_it() {
    let key = |text: &str| games_of(text.as_bytes())[0].key;
    let bare = "[Date \"2024.05.17\"]\n[White \"ADA_L\"]\n[Black \"Bo\"]\n\n1.e4 e5 2.Nf3 (2. f4 exf4) d6 3.Bc4 Bg4 4.Nc3 g6 5.Nxe5 $1 Bxd1 6.Kxd1 ;oh\ndxe5 0-1";
    assert_eq!(key(MISSED_MATE), key(bare));
    for (from, to) in [
        ("dxe5", "Kf8"),
        ("Bo", "Cy"),
        ("05.17", "05.18"),
        ("dxe5 ", " "),
        ("[Date", "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n[Date"),
    ] {
        assert_ne!(key(MISSED_MATE), key(&bare.replace(from, to)), "{from}");
    }
    let castled = |text: &str| key(&format!("[White \"A\"]\n\n{text}"));
    assert_eq!(castled("1. O-O-O+ *"), castled("1. 0-0-0 *"));
    assert_ne!(castled("1. O-O-O+ *"), castled("1. O-O *"));
}

#[test]
fn the_most_frequent_name_is_proposed() {
    let mut names = PlayerNames::default();
    for game in games_of(all_games().as_bytes()) {
        names.add(&game.players);
    }
    assert_eq!(names.by_games()[0], ("ada", 3));
    assert_eq!(names.proposed(), Some("ada"));
    names.add(&["bo".to_owned(), "BO".to_owned()]);
    assert_eq!(names.proposed(), None, "two names in as many games");
}

#[test]
fn a_visitor_has_several_names_and_may_have_both_sides() {
    use engine::rules::Color::{Black, White};
    let game = |white: &str, black: &str| [white.to_owned(), black.to_owned()];
    assert_eq!(ada().sides(&game("ada_l", "Bo")), [White]);
    assert_eq!(ada().sides(&game("Bo", " ADA")), [Black]);
    assert_eq!(ada().sides(&game("Ada", "Ada_L")), [White, Black]);
    assert_eq!(ada().sides(&game("Bo", "Cy")), []);
    assert_eq!(Visitor::BothSides.sides(&game("", "")), [White, Black]);
    assert_eq!(Visitor::Names(vec![String::new()]).sides(&game("", "")), []);
}

proptest! {
    #[test]
    fn any_bytes_are_read_and_the_cuts_do_not_matter(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "[Event \"", "[White \"a\"]\n", "\n", "\r\n", "{", "}", "(", ")", "1-0", " e4 ", ";",
                "%", "\"", "\\", "\u{e4}", "*",
            ]),
            0..40,
        ),
        cuts in prop::collection::vec(0_usize..400, 0..4),
    ) {
        let file = pieces.concat().into_bytes();
        let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(file.len())).collect();
        cuts.sort_unstable();
        prop_assert_eq!(read_in_pieces(&file, &cuts), read_in_pieces(&file, &[]));
    }
}

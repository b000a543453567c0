//! What earlier versions have stored in a browser is still read, and written as it was.

use client::arena::{PlayedGame, fragment, parse_fragment};
use client::play::saved_game::SavedGame;
use client::play::stashed_game::StashedGame;
use client::play::unsent_game::{Recipient, UnsentGame};
use client::prefs::Prefs;
use serde_json::Value;

fn fixture() -> Value {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/fixtures/browser.json"
    );
    let text = std::fs::read_to_string(path).expect("the fixture of a browser's storage");
    serde_json::from_str(&text).expect("JSON")
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn stored_games_are_read_and_written_with_the_same_fields() {
    let local = &fixture()["kept"]["local"];
    let game = local["ponder.game"].as_str().expect("a game");
    let saved = SavedGame::decode(game).expect("readable");
    assert_eq!(json(&saved.encode()), with_style(json(game)));
    let stash = local["ponder.aside"].as_str().expect("a stashed game");
    let stashed = StashedGame::decode(stash).expect("readable");
    assert_eq!(json(&stashed.encode()), with_style(json(stash)));
}

/// The game as it is written now: its engine's style was not stored before there were any.
fn with_style(mut game: Value) -> Value {
    for path in ["/streak/engine", "/saved/streak/engine"] {
        if let Some(engine) = game.pointer_mut(path) {
            engine["style"] = Value::Null;
        }
    }
    game
}

#[test]
fn a_stored_clock_and_streak_keep_their_fields() {
    let game = fixture()["kept"]["local"]["ponder.game"].clone();
    let mut game = json(game.as_str().expect("a game"));
    game["clock"] = json(
        r#"{"control":{"base_s":300,"increment_s":3},"left":[300000,299000],"after":[[300000,300000],[300000,300000],[300000,299000]]}"#,
    );
    game["streak"] =
        json(r#"{"engine":{"mind":"ponder","level":3,"book":"standard"},"won":true,"games":1}"#);
    let saved = SavedGame::decode(&game.to_string()).expect("readable");
    assert_eq!(json(&saved.encode()), with_style(game));
}

/// The lesson of the fixture's game, as it was stored beside the game itself.
const LESSON: &str = "203338323066636537393335366438663634663564613038336162653066\
    35386400020465326534046537653601010101010100035f0a\
    ";

#[test]
fn a_finished_game_is_read_from_both_of_its_entries_and_written_as_it_was() {
    let local = fixture()["kept"]["local"].clone();
    let id = "3820fce79356d8f64f5da083abe0f58d";
    let record = local[Recipient::Server.key(id)].as_str().expect("a game");
    assert_eq!(Recipient::Learner.key(id), format!("ponder.lesson.{id}"));
    let mut unsent = Vec::new();
    for (recipient, text) in [(Recipient::Learner, LESSON), (Recipient::Server, record)] {
        let game = UnsentGame::from_stored(recipient, id, text).expect("readable");
        assert_eq!(game.stored_text(recipient).as_deref(), Some(text));
        UnsentGame::collect(&mut unsent, game);
    }
    let [game] = unsent.as_slice() else {
        panic!("one game, found {unsent:?}")
    };
    assert_eq!(game.moves, ["e2e4", "e7e6"]);
    assert_eq!(game.to_record().expect("to record").level, 2);
    let lesson = game.to_lesson().expect("to learn");
    assert_eq!((lesson.sides.len(), lesson.how.rate), (1, 3));
}

#[test]
fn the_preferences_cookie_is_written_as_it_was() {
    let cookies = &fixture()["kept"]["cookies"];
    let stored = cookies[0].as_str().expect("a cookie");
    let value = stored
        .strip_prefix("ponder_prefs=")
        .expect("the preferences");
    assert_eq!(Prefs::parse(value).to_value(), value);
}

#[test]
fn a_tournament_and_its_games_are_read_and_written_as_they_were() {
    let plan = "players=intuition,calculator.3,explorer@0123abcd,intuition!null-move!quiescence\
                &tc=8%2B0.08&pairs=20&seed=1";
    assert_eq!(
        parse_fragment(plan).map(|plan| fragment(&plan)).as_deref(),
        Ok(plan)
    );
    let test = "players=dice,grabber&nodes=2000&pairs=500&sprt=-10,0&seed=4294967295";
    assert_eq!(
        parse_fragment(test).map(|plan| fragment(&plan)).as_deref(),
        Ok(test)
    );
    for game in [
        r##"{"number":7,"result":"loss:rules","moves":"f2f3 e7e5 g2g4 d8h4","scores":"-31 - #1"}"##,
        r#"{"number":0,"result":"win:time","moves":"e2e4","scores":"20","fault":"took 900 ms, had 850"}"#,
    ] {
        let read = PlayedGame::parse(game).expect("readable");
        assert_eq!(read.to_text(), game);
    }
}

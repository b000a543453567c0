//! What earlier versions have stored in a browser is still read, and written as it was.

use client::play::{saved_game::SavedGame, stashed_game::StashedGame};
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
    assert_eq!(json(&saved.encode()), json(game));
    let stash = local["ponder.aside"].as_str().expect("a stashed game");
    let stashed = StashedGame::decode(stash).expect("readable");
    assert_eq!(json(&stashed.encode()), json(stash));
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
    assert_eq!(json(&saved.encode()), game);
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

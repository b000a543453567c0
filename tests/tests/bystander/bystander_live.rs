//! Live games beside attackers: honest players lose nothing. The `attacks` program measures the same
//! at length.

use e2e::attacks::{
    assert_bystander_unharmed, control_frames, cross_site, engine_players, lag_farming, lobby,
    takeback_spam,
};

#[test]
fn a_foreign_page_in_the_visitors_browser_takes_no_move_of_their_game() {
    assert_bystander_unharmed(cross_site::run);
}

#[test]
fn sockets_that_flood_control_frames_are_let_go_and_games_go_on() {
    assert_bystander_unharmed(control_frames::run);
}

#[test]
fn one_address_does_not_fill_the_lobby() {
    assert_bystander_unharmed(lobby::run);
}

#[test]
fn a_takeback_is_asked_for_once_a_turn() {
    assert_bystander_unharmed(takeback_spam::run);
}

#[test]
fn late_pongs_win_little_time() {
    assert_bystander_unharmed(lag_farming::run);
}

#[test]
fn a_mind_does_not_lose_on_time_because_others_search() {
    assert_bystander_unharmed(engine_players::run);
}

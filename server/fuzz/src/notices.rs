//! What the servers of a site tell each other.

use std::net::Ipv4Addr;

use engine::rules::{Color, Game};
use server::live::clock::LiveClock;
use server::live::game_state::{LiveGame, PlayerCommand, SidePlayer};
use server::live::lobby::Lobby;
use server::live::room::RoomNotice;
use server::live::running_games::RunningGames;
use server::rate_limit::{Clients, RateLimitKey, Rules};
use server::store::UserId;
use wire::live::game_view::{GameStage, OpenOffers};
use wire::time_control::TimeControl;

/// A time of the game, milliseconds.
const NOW: u64 = 1_000_000;

/// A client waits for no more than a minute's allowance and a debt of five seconds, and a second that is begun.
const LONGEST_WAIT: u64 = 66;

/// A notice of a game: what fits the game is followed, and the game is one that goes on.
pub fn check_of_room(message: &[u8]) {
    let Ok(RoomNotice::Changed(notice)) = serde_json::from_slice(message) else {
        return;
    };
    let count = notice.events.len();
    let Some(change) = game().follow(notice) else {
        return;
    };
    let mut live = change.live;
    assert_eq!(usize::try_from(live.version), Ok(count));
    live.deadline();
    for color in [Color::White, Color::Black] {
        let command = PlayerCommand::Move {
            ply: live.game.ply().try_into().unwrap_or(u32::MAX),
            uci: "e7e5".to_owned(),
            lag_ms: 50,
        };
        live.execute(color, &command, NOW).ok();
    }
    live.begin_turn(NOW);
    serde_json::to_vec(&live.play_state()).expect("it can be stored");
}

/// A notice of a public list, of both kinds.
pub fn check_of_list(message: &[u8]) {
    Lobby::default().hear(message);
    RunningGames::default().hear(message);
}

/// A notice of what was charged elsewhere.
pub fn check_of_charges(message: &[u8]) {
    let clients = Clients::new(Rules::of_nodes(1_000), 0);
    clients.hear(message);
    let address = RateLimitKey::Address(Ipv4Addr::LOCALHOST.into());
    assert!(clients.search_allowance(address).reset <= LONGEST_WAIT);
}

/// A game with clocks that has just begun.
fn game() -> LiveGame {
    let control = TimeControl {
        base_s: 60,
        increment_s: 1,
    };
    let player = |id| SidePlayer::User {
        id: UserId(id),
        name: None,
    };
    LiveGame {
        id: 1,
        link: "q3ZkV9dYw7Ab".parse().expect("a link"),
        players: [player(1), player(2)],
        start_fen: None,
        control: Some(control),
        listed: false,
        created_ms: 0,
        version: 0,
        stage: GameStage::Playing,
        game: Game::new(),
        left_ms: Vec::new(),
        clock: Some(LiveClock::new(control)),
        offers: OpenOffers::default(),
        next: None,
        turn_since: 0,
        offered_at: [None; 2],
        takeback_offered_at: [None; 2],
    }
}

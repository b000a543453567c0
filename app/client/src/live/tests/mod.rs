//! The reducer against scripted and simulated servers.

mod actions;

mod clocks;
mod connection;
mod moves;
mod random_delivery;

use engine::rules::{Color, Outcome, Position};
use wire::live::game_view::{Clocks, GameKind, GameStage, GameView, OpenOffers, PlayerInfo};
use wire::live::protocol::{ClientMessage, GameEvent, ServerMessage};
use wire::time_control::TimeControl;

use super::connection::{ConnectionEffect, ConnectionEvent};
use super::{LiveEffect, LiveEvent, LiveState};

fn view(control: Option<TimeControl>) -> GameView {
    GameView {
        game: "q3ZkV9dYw7Ab".parse().expect("a link"),
        version: 1,
        kind: GameKind::Live,
        stage: GameStage::Playing,
        white: PlayerInfo::Guest,
        black: PlayerInfo::Named {
            name: "Ada".to_owned(),
        },
        start_fen: None,
        moves: Vec::new(),
        control,
        clocks: control.map(|control| Clocks {
            white_ms: control.base_ms(),
            black_ms: control.base_ms(),
            running: None,
        }),
        left_ms: Vec::new(),
        offers: OpenOffers::default(),
        next: None,
        bottom: Color::White,
        created_ms: 0,
    }
}

/// A page under test with its own clock; it collects the effects.
struct Page {
    state: LiveState,
    now: u64,
    effects: Vec<LiveEffect>,
}

impl Page {
    /// A connected page.
    fn of(view: GameView, seat: Option<Color>) -> Self {
        let mut page = Self {
            state: LiveState::new(view, seat),
            now: 0,
            effects: Vec::new(),
        };
        page.dispatch(LiveEvent::Connection(ConnectionEvent::Wake));
        page.connect();
        page.effects.clear();
        page
    }

    fn white() -> Self {
        Self::of(view(None), Some(Color::White))
    }

    fn dispatch(&mut self, event: LiveEvent) {
        let effects = self.state.update(event, self.now);
        self.effects.extend(effects);
    }

    /// Opens the socket; no event was missed.
    fn connect(&mut self) {
        self.dispatch(LiveEvent::Connection(ConnectionEvent::Opened(
            self.state.connection.socket(),
        )));
        self.sync();
    }

    fn sync(&mut self) {
        let view = &self.state.view;
        let told = ServerMessage::Synced {
            game: view.game.clone(),
            version: view.version,
            clocks: view.clocks,
            seat: self.state.side,
        };
        self.dispatch(LiveEvent::ServerMessage(told));
    }

    fn drop_connection(&mut self) {
        let socket = self.state.connection.socket();
        self.dispatch(LiveEvent::Connection(ConnectionEvent::Closed {
            socket,
            jitter: 0,
        }));
    }

    /// Receives the next event of the game.
    fn server_event(&mut self, event: GameEvent) {
        let version = self.state.view.version + 1;
        self.server_event_at(version, event, None);
    }

    fn server_event_at(&mut self, version: u32, event: GameEvent, clocks: Option<Clocks>) {
        let game = self.state.view.game.clone();
        self.dispatch(LiveEvent::ServerMessage(ServerMessage::Event {
            game,
            version,
            event,
            clocks,
        }));
    }

    fn play(&mut self, uci: &str) {
        let mv = self.state.game.position().parse_uci(uci).expect("legal");
        self.dispatch(LiveEvent::Move(mv));
    }

    /// The messages sent since the last call, without pings.
    fn sent(&mut self) -> Vec<ClientMessage> {
        let effects = std::mem::take(&mut self.effects);
        let sent = effects.into_iter().filter_map(|effect| match effect {
            LiveEffect::Connection(ConnectionEffect::Send(ClientMessage::Ping { .. })) => None,
            LiveEffect::Connection(ConnectionEffect::Send(request)) => Some(request),
            _ => None,
        });
        sent.collect()
    }

    fn fen(&self) -> String {
        self.state.board().0.to_fen()
    }
}

fn move_event(ply: u32, uci: &str) -> GameEvent {
    GameEvent::Moved {
        ply,
        uci: uci.to_owned(),
    }
}

fn position_after(moves: &[&str]) -> Position {
    moves.iter().fold(Position::startpos(), |position, uci| {
        position.play(position.parse_uci(uci).expect("legal"))
    })
}

fn resignation(by: Color) -> GameEvent {
    GameEvent::Ended {
        outcome: Outcome::win(!by, engine::rules::Reason::Resignation),
    }
}

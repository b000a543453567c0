//! The reducer against a server that is written down here: what a page shows, sends and waits for.

mod actions;
mod any;
mod clocks;
mod connection;
mod moves;

use engine::rules::{Color, Outcome, Position};
use wire::{
    live::{
        game_view::{Clocks, GameKind, GameStage, GameView, OpenOffers, PlayerInfo},
        protocol::{ClientMessage, GameEvent, ServerMessage},
    },
    time_control::TimeControl,
};

use super::connection::{LineEffect, LineEvent};
use super::{Effect, Event, State};

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

/// A page under test, with a clock of its own and all that it wanted done.
struct Page {
    state: State,
    now: u64,
    effects: Vec<Effect>,
}

impl Page {
    /// A page whose connection is there.
    fn of(view: GameView, seat: Option<Color>) -> Self {
        let mut page = Self {
            state: State::new(view, seat),
            now: 0,
            effects: Vec::new(),
        };
        page.take(Event::Line(LineEvent::Stir));
        page.connect();
        page.effects.clear();
        page
    }

    fn white() -> Self {
        Self::of(view(None), Some(Color::White))
    }

    fn take(&mut self, event: Event) {
        let effects = self.state.update(event, self.now);
        self.effects.extend(effects);
    }

    /// The connection comes about, and nothing was missed.
    fn connect(&mut self) {
        self.take(Event::Line(LineEvent::Opened(self.state.line.socket())));
        self.sync();
    }

    fn sync(&mut self) {
        let view = &self.state.view;
        let told = ServerMessage::Synced {
            game: view.game.clone(),
            version: view.version,
            clocks: view.clocks,
            seat: self.state.seat,
        };
        self.take(Event::Told(told));
    }

    fn lose(&mut self) {
        let socket = self.state.line.socket();
        self.take(Event::Line(LineEvent::Closed { socket, draw: 0 }));
    }

    /// The next thing that happens in the game.
    fn happen(&mut self, event: GameEvent) {
        let version = self.state.view.version + 1;
        self.happen_at(version, event, None);
    }

    fn happen_at(&mut self, version: u32, event: GameEvent, clocks: Option<Clocks>) {
        let game = self.state.view.game.clone();
        self.take(Event::Told(ServerMessage::Event {
            game,
            version,
            event,
            clocks,
        }));
    }

    fn play(&mut self, uci: &str) {
        let mv = self.state.game.position().parse_uci(uci).expect("legal");
        self.take(Event::Move(mv));
    }

    /// What was sent since this was asked last, pings aside.
    fn sent(&mut self) -> Vec<ClientMessage> {
        let effects = std::mem::take(&mut self.effects);
        let sent = effects.into_iter().filter_map(|effect| match effect {
            Effect::Line(LineEffect::Send(ClientMessage::Ping { .. })) => None,
            Effect::Line(LineEffect::Send(request)) => Some(request),
            _ => None,
        });
        sent.collect()
    }

    fn fen(&self) -> String {
        self.state.board().0.to_fen()
    }
}

fn moved(ply: u32, uci: &str) -> GameEvent {
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

fn resigned(by: Color) -> GameEvent {
    GameEvent::Ended {
        outcome: Outcome::win(!by, engine::rules::Reason::Resignation),
    }
}

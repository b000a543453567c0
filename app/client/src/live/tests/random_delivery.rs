//! Random orders of deliveries, losses and disconnections against a small simulated server: a page
//! that has caught up shows the server's game.

use engine::rules::{Move, Reason, Square};
use proptest::prelude::*;
use wire::live::protocol::{Offer, PlayerAction, RefusalCode};

use super::*;
use crate::live::CatchUp;

/// The game as a server stores it, with all its events.
struct Server {
    view: GameView,
    log: Vec<GameEvent>,
    /// The version before the first event of the log.
    first: u32,
}

impl Server {
    fn new() -> Self {
        let view = view(None);
        Self {
            first: view.version,
            view,
            log: Vec::new(),
        }
    }

    fn turn(&self) -> Color {
        self.view.replayed().position().side_to_move()
    }

    /// Stores an event and returns its message.
    fn commit(&mut self, event: GameEvent) -> ServerMessage {
        self.view.version += 1;
        let view = &mut self.view;
        match event.clone() {
            GameEvent::Moved { uci, .. } => view.moves.push(uci),
            GameEvent::Offered { offer, by } => *offer_slot(view, offer) = Some(by),
            GameEvent::Declined { offer, .. } => *offer_slot(view, offer) = None,
            GameEvent::TakenBack { ply } => {
                view.moves.truncate(ply as usize);
                view.offers.takeback = None;
            }
            GameEvent::Ended { outcome } => {
                view.stage = GameStage::Over { outcome };
                (view.offers.draw, view.offers.takeback) = (None, None);
            }
            GameEvent::Aborted => view.stage = GameStage::Aborted,
            GameEvent::Next { game } => view.next = Some(game),
            GameEvent::TimeGiven { .. } => {}
        }
        self.log.push(event.clone());
        self.message(self.view.version, event)
    }

    fn message(&self, version: u32, event: GameEvent) -> ServerMessage {
        ServerMessage::Event {
            game: self.view.game.clone(),
            version,
            event,
            clocks: None,
        }
    }

    fn play(&mut self, by: Color, ply: u32, uci: &str) -> Result<Vec<ServerMessage>, RefusalCode> {
        if self.view.stage != GameStage::Playing {
            return Err(RefusalCode::NotPlaying);
        }
        if self.view.moves.get(ply as usize).map(String::as_str) == Some(uci) {
            return Ok(Vec::new());
        }
        if ply as usize != self.view.moves.len() {
            return Err(RefusalCode::WrongPly);
        }
        let game = self.view.replayed();
        if game.position().side_to_move() != by {
            return Err(RefusalCode::NotYourTurn);
        }
        if game.position().parse_uci(uci).is_err() {
            return Err(RefusalCode::IllegalMove);
        }
        let mut told = vec![self.commit(move_event(ply, uci))];
        if let Some(outcome) = self.view.replayed().outcome_without_claims() {
            told.push(self.commit(GameEvent::Ended { outcome }));
        }
        Ok(told)
    }

    fn act(&mut self, by: Color, act: PlayerAction) -> Result<Vec<ServerMessage>, RefusalCode> {
        let playing = self.view.stage == GameStage::Playing;
        let event = match act {
            PlayerAction::Resign if playing => resignation(by),
            PlayerAction::Draw if playing && self.view.offers.draw == Some(!by) => {
                GameEvent::Ended {
                    outcome: Outcome::draw(Reason::Agreement),
                }
            }
            PlayerAction::Draw if playing => GameEvent::Offered {
                offer: Offer::Draw,
                by,
            },
            PlayerAction::Takeback if playing && self.view.offers.takeback == Some(!by) => {
                let moves = self.view.moves.len() as u32;
                let back = if self.turn() == by { 1 } else { 2 };
                GameEvent::TakenBack {
                    ply: moves.saturating_sub(back),
                }
            }
            PlayerAction::Takeback if playing && !self.view.moves.is_empty() => {
                GameEvent::Offered {
                    offer: Offer::Takeback,
                    by,
                }
            }
            PlayerAction::Decline if self.view.offers.draw == Some(!by) => GameEvent::Declined {
                offer: Offer::Draw,
                of: !by,
            },
            _ => return Err(RefusalCode::NotNow),
        };
        Ok(vec![self.commit(event)])
    }

    /// Answers a message of White's page.
    fn answer(&mut self, request: ClientMessage) -> Vec<ServerMessage> {
        let (id, done) = match request {
            ClientMessage::Resume { version, .. } => return self.resume(version),
            ClientMessage::Move { ply, uci, id, .. } => (id, self.play(Color::White, ply, &uci)),
            ClientMessage::Act { act, id, .. } => (id, self.act(Color::White, act)),
            ClientMessage::Ping { id } => return vec![ServerMessage::Pong { id }],
            ClientMessage::Leave { .. }
            | ClientMessage::Lobby
            | ClientMessage::LeaveLobby
            | ClientMessage::RunningGames => {
                return Vec::new();
            }
        };
        let version = self.view.version;
        match done {
            Ok(told) => std::iter::once(ServerMessage::Ack { id, version })
                .chain(told)
                .collect(),
            Err(code) => vec![ServerMessage::Nak { id, code, version }],
        }
    }

    fn resume(&self, version: Option<u32>) -> Vec<ServerMessage> {
        let seat = Some(Color::White);
        let known = version.filter(|version| (self.first..=self.view.version).contains(version));
        let Some(known) = known else {
            let view = Box::new(self.view.clone());
            return vec![ServerMessage::Snapshot { view, seat }];
        };
        let missed = (known..).zip(&self.log[(known - self.first) as usize..]);
        let events = missed.map(|(before, event)| self.message(before + 1, event.clone()));
        let synced = ServerMessage::Synced {
            game: self.view.game.clone(),
            version: self.view.version,
            clocks: None,
            seat,
        };
        events.chain([synced]).collect()
    }
}

fn offer_slot(view: &mut GameView, offer: Offer) -> &mut Option<Color> {
    match offer {
        Offer::Draw => &mut view.offers.draw,
        Offer::Takeback => &mut view.offers.takeback,
        Offer::Rematch => &mut view.offers.rematch,
    }
}

/// A random step; the numbers choose among the possibilities.
#[derive(Debug, Clone, Copy)]
enum SimStep {
    Move(u16),
    Premove(u16, u16),
    CancelPremove,
    Act(u8),
    TheirMove(u16),
    TheirAct(u8),
    View(u8),
    DeliverToServer(u16),
    DeliverToPage(u16),
    DropToServer(u16),
    DropToPage(u16),
    Disconnect,
    Wake,
    FireTimer(u16),
    Wait(u16),
}

fn sim_step() -> impl Strategy<Value = SimStep> {
    prop_oneof![
        6 => any::<u16>().prop_map(SimStep::Move),
        2 => any::<(u16, u16)>().prop_map(|(from, to)| SimStep::Premove(from, to)),
        1 => Just(SimStep::CancelPremove),
        2 => any::<u8>().prop_map(SimStep::Act),
        6 => any::<u16>().prop_map(SimStep::TheirMove),
        2 => any::<u8>().prop_map(SimStep::TheirAct),
        1 => any::<u8>().prop_map(SimStep::View),
        10 => any::<u16>().prop_map(SimStep::DeliverToServer),
        12 => any::<u16>().prop_map(SimStep::DeliverToPage),
        1 => any::<u16>().prop_map(SimStep::DropToServer),
        2 => any::<u16>().prop_map(SimStep::DropToPage),
        1 => Just(SimStep::Disconnect),
        1 => Just(SimStep::Wake),
        3 => any::<u16>().prop_map(SimStep::FireTimer),
        2 => any::<u16>().prop_map(SimStep::Wait),
    ]
}

const ACTIONS: [PlayerAction; 5] = [
    PlayerAction::Draw,
    PlayerAction::Takeback,
    PlayerAction::Decline,
    PlayerAction::Resign,
    PlayerAction::Abort,
];

/// White's page, the server, and the messages in transit.
struct Simulation {
    page: Page,
    server: Server,
    to_server: Vec<ClientMessage>,
    to_page: Vec<ServerMessage>,
    timers: Vec<LiveEvent>,
    /// The socket that is connecting or open.
    socket: Option<u32>,
}

impl Simulation {
    fn new() -> Self {
        let server = Server::new();
        let mut world = Self {
            page: Page {
                state: LiveState::new(server.view.clone(), Some(Color::White)),
                now: 0,
                effects: Vec::new(),
            },
            server,
            to_server: Vec::new(),
            to_page: Vec::new(),
            timers: Vec::new(),
            socket: None,
        };
        world.dispatch(LiveEvent::Connection(ConnectionEvent::Wake));
        world
    }

    fn dispatch(&mut self, event: LiveEvent) {
        self.page.dispatch(event);
        for effect in std::mem::take(&mut self.page.effects) {
            match effect {
                LiveEffect::Connection(ConnectionEffect::Connect(socket)) => {
                    assert!(self.socket.is_none(), "a second connection");
                    self.socket = Some(socket);
                    self.dispatch(LiveEvent::Connection(ConnectionEvent::Opened(socket)));
                }
                LiveEffect::Connection(ConnectionEffect::Close(socket)) => {
                    assert_eq!(self.socket, Some(socket));
                    self.close_connection();
                }
                LiveEffect::Connection(ConnectionEffect::Send(request)) => {
                    assert!(self.socket.is_some(), "sent over nothing");
                    self.to_server.push(request);
                }
                LiveEffect::Connection(ConnectionEffect::After { event, .. }) => {
                    self.timers.push(LiveEvent::Connection(event));
                }
                LiveEffect::After { event, .. } => self.timers.push(event),
                LiveEffect::UpdateAddress | LiveEffect::OpenGame(_) => {}
            }
        }
        self.check();
    }

    fn close_connection(&mut self) {
        if let Some(socket) = self.socket.take() {
            self.to_server.clear();
            self.to_page.clear();
            self.dispatch(LiveEvent::Connection(ConnectionEvent::Closed {
                socket,
                jitter: 0,
            }));
        }
    }

    fn check(&self) {
        let state = &self.page.state;
        let told = state.view.replayed();
        assert_eq!(told.ply(), state.view.moves.len(), "all of them legal");
        let own = state.game.ply() - told.ply();
        assert!(own <= 1 && state.game.moves().starts_with(told.moves()));
        assert_eq!(own == 1, state.pending_move.is_some());
        assert!(state.viewed_ply.is_none_or(|ply| ply < state.game.ply()));
        if state.premove.is_some() {
            assert!(state.is_playing() && state.turn() == Color::Black);
        }
        assert!(state.view.version <= self.server.view.version);
    }

    fn pick<T>(from: &mut Vec<T>, number: u16) -> Option<T> {
        (!from.is_empty()).then(|| from.swap_remove(usize::from(number) % from.len()))
    }

    /// Queues messages while a connection is open.
    fn deliver(&mut self, told: Vec<ServerMessage>) {
        if self.socket.is_some() {
            self.to_page.extend(told);
        }
    }

    fn run_step(&mut self, turn: SimStep) {
        match turn {
            SimStep::Move(number) => {
                let legal = self.page.state.game.position().legal_moves();
                let mv: Option<Move> = Self::pick(&mut legal.to_vec(), number);
                if let Some(mv) = mv {
                    self.dispatch(LiveEvent::Move(mv));
                }
            }
            SimStep::Premove(from, to) => {
                let square = |number: u16| Square::ALL[usize::from(number % 64)];
                self.dispatch(LiveEvent::Premove(square(from), square(to)));
            }
            SimStep::CancelPremove => self.dispatch(LiveEvent::CancelPremove),
            SimStep::Act(number) => {
                self.dispatch(LiveEvent::Act(ACTIONS[usize::from(number) % ACTIONS.len()]))
            }
            SimStep::TheirMove(number) => {
                let game = self.server.view.replayed();
                let legal = game.position().legal_moves();
                let ply = self.server.view.moves.len() as u32;
                if let Some(mv) = Self::pick(&mut legal.to_vec(), number)
                    && let Ok(told) = self.server.play(Color::Black, ply, &mv.to_string())
                {
                    self.deliver(told);
                }
            }
            SimStep::TheirAct(number) => {
                let act = ACTIONS[usize::from(number) % 3];
                if let Ok(told) = self.server.act(Color::Black, act) {
                    self.deliver(told);
                }
            }
            SimStep::View(ply) => self.dispatch(LiveEvent::ViewPly(usize::from(ply % 20))),
            SimStep::DeliverToServer(number) => {
                if let Some(request) = Self::pick(&mut self.to_server, number) {
                    let told = self.server.answer(request);
                    self.deliver(told);
                }
            }
            SimStep::DeliverToPage(number) => {
                if let Some(tell) = Self::pick(&mut self.to_page, number) {
                    self.receive(tell);
                }
            }
            SimStep::DropToServer(number) => drop(Self::pick(&mut self.to_server, number)),
            SimStep::DropToPage(number) => drop(Self::pick(&mut self.to_page, number)),
            SimStep::Disconnect => self.close_connection(),
            SimStep::Wake => self.dispatch(LiveEvent::Connection(ConnectionEvent::Wake)),
            SimStep::FireTimer(number) => {
                if let Some(event) = Self::pick(&mut self.timers, number) {
                    self.dispatch(event);
                }
            }
            SimStep::Wait(ms) => self.page.now += u64::from(ms),
        }
    }

    fn receive(&mut self, tell: ServerMessage) {
        self.dispatch(match tell {
            ServerMessage::Pong { id } => LiveEvent::Connection(ConnectionEvent::Pong(id)),
            tell => LiveEvent::ServerMessage(tell),
        });
    }

    /// Reconnects and delivers everything in order.
    fn recover(&mut self) {
        self.close_connection();
        self.dispatch(LiveEvent::Connection(ConnectionEvent::Wake));
        while !(self.to_server.is_empty() && self.to_page.is_empty()) {
            while !self.to_server.is_empty() {
                let request = self.to_server.remove(0);
                let told = self.server.answer(request);
                self.deliver(told);
            }
            while !self.to_page.is_empty() {
                let tell = self.to_page.remove(0);
                self.receive(tell);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn a_page_that_has_resumed_shows_what_the_server_has(
        turns in proptest::collection::vec(sim_step(), 1..160),
    ) {
        let mut world = Simulation::new();
        for turn in turns {
            world.run_step(turn);
        }
        world.recover();
        let state = &world.page.state;
        prop_assert_eq!(&state.view, &world.server.view);
        prop_assert_eq!(state.pending_move, None, "what was under way has arrived, or is off");
        prop_assert_eq!(state.catch_up, CatchUp::None);
        prop_assert!(state.connection.lost_at().is_none());
        let replayed = state.view.replayed();
        prop_assert_eq!(state.game.moves(), replayed.moves());
    }
}

//! Any order of deliveries, losses and broken connections, against a server of a few lines: once a
//! page has been told all that it missed, it shows what the server has.

use engine::rules::{Move, Reason, Square};
use proptest::prelude::*;
use wire::live::protocol::{Offer, PlayerAction, RefusalCode};

use super::*;
use crate::live::Missing;

/// A game as a server keeps it: all that ever happened, and what it came to.
struct Server {
    view: GameView,
    log: Vec<GameEvent>,
    /// The version before the first of the log.
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

    /// Makes something happen, and says so.
    fn commit(&mut self, event: GameEvent) -> ServerMessage {
        self.view.version += 1;
        let view = &mut self.view;
        match event.clone() {
            GameEvent::Moved { uci, .. } => view.moves.push(uci),
            GameEvent::Offered { offer, by } => *slot(view, offer) = Some(by),
            GameEvent::Declined { offer, .. } => *slot(view, offer) = None,
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
        }
        self.log.push(event.clone());
        self.tell(self.view.version, event)
    }

    fn tell(&self, version: u32, event: GameEvent) -> ServerMessage {
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
        let mut told = vec![self.commit(moved(ply, uci))];
        if let Some(outcome) = self.view.replayed().outcome_without_claims() {
            told.push(self.commit(GameEvent::Ended { outcome }));
        }
        Ok(told)
    }

    fn act(&mut self, by: Color, act: PlayerAction) -> Result<Vec<ServerMessage>, RefusalCode> {
        let playing = self.view.stage == GameStage::Playing;
        let event = match act {
            PlayerAction::Resign if playing => resigned(by),
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

    /// Answers the page of White.
    fn answer(&mut self, request: ClientMessage) -> Vec<ServerMessage> {
        let (id, done) = match request {
            ClientMessage::Resume { version, .. } => return self.resume(version),
            ClientMessage::Move { ply, uci, id, .. } => (id, self.play(Color::White, ply, &uci)),
            ClientMessage::Act { act, id, .. } => (id, self.act(Color::White, act)),
            ClientMessage::Ping { id } => return vec![ServerMessage::Pong { id }],
            ClientMessage::Leave { .. } | ClientMessage::Lobby | ClientMessage::LeaveLobby => {
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
        let events = missed.map(|(before, event)| self.tell(before + 1, event.clone()));
        let synced = ServerMessage::Synced {
            game: self.view.game.clone(),
            version: self.view.version,
            clocks: None,
            seat,
        };
        events.chain([synced]).collect()
    }
}

fn slot(view: &mut GameView, offer: Offer) -> &mut Option<Color> {
    match offer {
        Offer::Draw => &mut view.offers.draw,
        Offer::Takeback => &mut view.offers.takeback,
        Offer::Rematch => &mut view.offers.rematch,
    }
}

/// What happens next; numbers choose among what there is.
#[derive(Debug, Clone, Copy)]
enum Turn {
    Move(u16),
    Premove(u16, u16),
    Cancel,
    Act(u8),
    TheirMove(u16),
    TheirAct(u8),
    View(u8),
    ToServer(u16),
    ToPage(u16),
    LoseToServer(u16),
    LoseToPage(u16),
    Break,
    Stir,
    Timer(u16),
    Wait(u16),
}

fn turn() -> impl Strategy<Value = Turn> {
    prop_oneof![
        6 => any::<u16>().prop_map(Turn::Move),
        2 => any::<(u16, u16)>().prop_map(|(from, to)| Turn::Premove(from, to)),
        1 => Just(Turn::Cancel),
        2 => any::<u8>().prop_map(Turn::Act),
        6 => any::<u16>().prop_map(Turn::TheirMove),
        2 => any::<u8>().prop_map(Turn::TheirAct),
        1 => any::<u8>().prop_map(Turn::View),
        10 => any::<u16>().prop_map(Turn::ToServer),
        12 => any::<u16>().prop_map(Turn::ToPage),
        1 => any::<u16>().prop_map(Turn::LoseToServer),
        2 => any::<u16>().prop_map(Turn::LoseToPage),
        1 => Just(Turn::Break),
        1 => Just(Turn::Stir),
        3 => any::<u16>().prop_map(Turn::Timer),
        2 => any::<u16>().prop_map(Turn::Wait),
    ]
}

const ACTS: [PlayerAction; 5] = [
    PlayerAction::Draw,
    PlayerAction::Takeback,
    PlayerAction::Decline,
    PlayerAction::Resign,
    PlayerAction::Abort,
];

/// White's page, the server, and what is between them.
struct World {
    page: Page,
    server: Server,
    to_server: Vec<ClientMessage>,
    to_page: Vec<ServerMessage>,
    timers: Vec<Event>,
    /// The socket that is being opened or is open.
    socket: Option<u32>,
}

impl World {
    fn new() -> Self {
        let server = Server::new();
        let mut world = Self {
            page: Page {
                state: State::new(server.view.clone(), Some(Color::White)),
                now: 0,
                effects: Vec::new(),
            },
            server,
            to_server: Vec::new(),
            to_page: Vec::new(),
            timers: Vec::new(),
            socket: None,
        };
        world.take(Event::Line(LineEvent::Stir));
        world
    }

    fn take(&mut self, event: Event) {
        self.page.take(event);
        for effect in std::mem::take(&mut self.page.effects) {
            match effect {
                Effect::Line(LineEffect::Connect(socket)) => {
                    assert!(self.socket.is_none(), "a second connection");
                    self.socket = Some(socket);
                    self.take(Event::Line(LineEvent::Opened(socket)));
                }
                Effect::Line(LineEffect::HangUp(socket)) => {
                    assert_eq!(self.socket, Some(socket));
                    self.hang_up();
                }
                Effect::Line(LineEffect::Send(request)) => {
                    assert!(self.socket.is_some(), "sent over nothing");
                    self.to_server.push(request);
                }
                Effect::Line(LineEffect::After { event, .. }) => {
                    self.timers.push(Event::Line(event));
                }
                Effect::After { event, .. } => self.timers.push(event),
                Effect::Remember | Effect::GoTo(_) => {}
            }
        }
        self.check();
    }

    fn hang_up(&mut self) {
        if let Some(socket) = self.socket.take() {
            self.to_server.clear();
            self.to_page.clear();
            self.take(Event::Line(LineEvent::Closed { socket, draw: 0 }));
        }
    }

    fn check(&self) {
        let state = &self.page.state;
        let told = state.view.replayed();
        assert_eq!(told.ply(), state.view.moves.len(), "all of them legal");
        let own = state.game.ply() - told.ply();
        assert!(own <= 1 && state.game.moves().starts_with(told.moves()));
        assert_eq!(own == 1, state.pending.is_some());
        assert!(state.viewed.is_none_or(|ply| ply < state.game.ply()));
        if state.premove.is_some() {
            assert!(state.is_playing() && state.turn() == Color::Black);
        }
        assert!(state.view.version <= self.server.view.version);
    }

    fn pick<T>(from: &mut Vec<T>, number: u16) -> Option<T> {
        (!from.is_empty()).then(|| from.swap_remove(usize::from(number) % from.len()))
    }

    /// The page is told only while it is connected.
    fn tell(&mut self, told: Vec<ServerMessage>) {
        if self.socket.is_some() {
            self.to_page.extend(told);
        }
    }

    fn go(&mut self, turn: Turn) {
        match turn {
            Turn::Move(number) => {
                let legal = self.page.state.game.position().legal_moves();
                let mv: Option<Move> = Self::pick(&mut legal.to_vec(), number);
                if let Some(mv) = mv {
                    self.take(Event::Move(mv));
                }
            }
            Turn::Premove(from, to) => {
                let square = |number: u16| Square::ALL[usize::from(number % 64)];
                self.take(Event::Premove(square(from), square(to)));
            }
            Turn::Cancel => self.take(Event::CancelPremove),
            Turn::Act(number) => self.take(Event::Act(ACTS[usize::from(number) % ACTS.len()])),
            Turn::TheirMove(number) => {
                let game = self.server.view.replayed();
                let legal = game.position().legal_moves();
                let ply = self.server.view.moves.len() as u32;
                if let Some(mv) = Self::pick(&mut legal.to_vec(), number)
                    && let Ok(told) = self.server.play(Color::Black, ply, &mv.to_string())
                {
                    self.tell(told);
                }
            }
            Turn::TheirAct(number) => {
                let act = ACTS[usize::from(number) % 3];
                if let Ok(told) = self.server.act(Color::Black, act) {
                    self.tell(told);
                }
            }
            Turn::View(ply) => self.take(Event::View(usize::from(ply % 20))),
            Turn::ToServer(number) => {
                if let Some(request) = Self::pick(&mut self.to_server, number) {
                    let told = self.server.answer(request);
                    self.tell(told);
                }
            }
            Turn::ToPage(number) => {
                if let Some(tell) = Self::pick(&mut self.to_page, number) {
                    self.hear(tell);
                }
            }
            Turn::LoseToServer(number) => drop(Self::pick(&mut self.to_server, number)),
            Turn::LoseToPage(number) => drop(Self::pick(&mut self.to_page, number)),
            Turn::Break => self.hang_up(),
            Turn::Stir => self.take(Event::Line(LineEvent::Stir)),
            Turn::Timer(number) => {
                if let Some(event) = Self::pick(&mut self.timers, number) {
                    self.take(event);
                }
            }
            Turn::Wait(ms) => self.page.now += u64::from(ms),
        }
    }

    fn hear(&mut self, tell: ServerMessage) {
        self.take(match tell {
            ServerMessage::Pong { id } => Event::Line(LineEvent::Ponged(id)),
            tell => Event::Told(tell),
        });
    }

    /// A connection as it is meant to be: everything arrives, in order.
    fn recover(&mut self) {
        self.hang_up();
        self.take(Event::Line(LineEvent::Stir));
        while !(self.to_server.is_empty() && self.to_page.is_empty()) {
            while !self.to_server.is_empty() {
                let request = self.to_server.remove(0);
                let told = self.server.answer(request);
                self.tell(told);
            }
            while !self.to_page.is_empty() {
                let tell = self.to_page.remove(0);
                self.hear(tell);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn a_page_that_has_resumed_shows_what_the_server_has(
        turns in proptest::collection::vec(turn(), 1..160),
    ) {
        let mut world = World::new();
        for turn in turns {
            world.go(turn);
        }
        world.recover();
        let state = &world.page.state;
        prop_assert_eq!(&state.view, &world.server.view);
        prop_assert_eq!(state.pending, None, "what was under way has arrived, or is off");
        prop_assert_eq!(state.missing, Missing::Nothing);
        prop_assert!(state.line.lost_at().is_none());
        let replayed = state.view.replayed();
        prop_assert_eq!(state.game.moves(), replayed.moves());
    }
}

//! `/ws`: one socket of one visitor, by which any number of games is watched and played.

use std::{
    borrow::Cow, collections::VecDeque, convert::Infallible, net::IpAddr, sync::Arc, time::Duration,
};

use axum::{
    body::Bytes,
    extract::{
        State, WebSocketUpgrade,
        ws::{CloseFrame, Message, WebSocket, close_code, rejection::WebSocketUpgradeRejection},
    },
    http::{HeaderMap, request::Parts},
    response::{IntoResponse, Response},
};
use tokio::time::{Instant, sleep_until, timeout};
use wire::live::{
    GameLink,
    protocol::{ClientMessage, MAX_FRAME_BYTES, MAX_WATCHED_GAMES, RefusalCode, ServerMessage},
};

use super::{
    admission::Turned,
    hub::{Hub, Ticket},
    now,
    outbox::{Next, Outbox, Why},
    room::{
        command::{Asked, Command},
        registry::Sent,
    },
};
use crate::{
    account::guard,
    error::Refusal,
    http_server::ConnectionHandle,
    rate_limit::{BucketRule, bucket::Bucket},
    state::AppState,
    store::UserId,
};

/// Each socket is asked so often whether it is still there, and how long the way to it is.
const PING_EVERY: Duration = Duration::from_secs(20);

/// A socket of which nothing is heard for so long is gone.
const SILENCE: Duration = Duration::from_secs(65);

/// Who takes nothing for so long is let go.
const STALLED: Duration = Duration::from_secs(10);

/// Who is told to go may take so long to understand.
const FAREWELL: Duration = Duration::from_secs(2);

/// A whole game that is sent may have so many bytes at most, beside what waits in the system.
const MOST_UNSENT: usize = 256 << 10;

/// What a socket may send at most, in messages, pings among them.
const MESSAGES: BucketRule = BucketRule {
    per_second: 20,
    burst: 60,
    at_once: u32::MAX,
};

/// What a socket may send of that whatever other sockets of its address do. Anybody who plays sends
/// less. The rest comes out of what the address may send.
const OWN_MESSAGES: BucketRule = BucketRule {
    per_second: 2,
    burst: 20,
    at_once: u32::MAX,
};

/// How many more messages are refused before a socket is let go.
const PATIENCE: u32 = 200;

/// What is taken for the way of a socket's messages is the shortest of so many pings of late: a line
/// is seldom slow all the time, and one that only says so would have to say it always.
const PINGS: usize = 4;

/// Lets a visitor's socket in.
pub async fn upgrade(
    State(state): State<AppState>,
    parts: Parts,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    if !guard::comes_from_here(&parts.headers) {
        return Refusal::CrossSite.into_response();
    }
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => {
            return Refusal::NoSocket(rejection.body_text()).into_response();
        }
    };
    let from = state.clients.origin(&parts.headers, &parts.extensions);
    let known = match user(&state, &parts.headers).await {
        Ok(user) => user,
        Err(refusal) => return refusal.into_response(),
    };
    let ticket = match admit(&state.hub, from, known) {
        Ok(ticket) => ticket,
        Err(refusal) => return refusal.into_response(),
    };
    // From here on it is let go with its session; who was asked about before may have changed.
    let user = match user(&state, &parts.headers).await {
        Ok(user) if user == known => user,
        Ok(_) => return Refusal::NoRoom(Turned::Leaving).into_response(),
        Err(refusal) => return refusal.into_response(),
    };
    let hub = state.hub.clone();
    if let Some(connection) = parts.extensions.get::<ConnectionHandle>() {
        connection.limit_reads(hub.services().clients.socket_bytes(from));
    }
    upgrade
        // Beyond that nothing is read; what is too long by less is answered.
        .max_message_size(2 * MAX_FRAME_BYTES)
        .max_frame_size(2 * MAX_FRAME_BYTES)
        .read_buffer_size(MAX_FRAME_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(MOST_UNSENT)
        .on_upgrade(move |socket| Visit::new(hub, ticket, user).serve(socket))
}

fn admit(hub: &Hub, from: IpAddr, user: Option<UserId>) -> Result<Ticket, Refusal> {
    hub.admit(from, user).map_err(|turned| match turned {
        Turned::TooMany => Refusal::TooMany("open sockets"),
        Turned::Full | Turned::Leaving => Refusal::NoRoom(turned),
    })
}

async fn user(state: &AppState, headers: &HeaderMap) -> Result<Option<UserId>, Refusal> {
    let Some(session) = state.cookies.session_in(headers) else {
        return Ok(None);
    };
    state.hub.user(&session).await.map_err(|error| {
        tracing::error!(%error, "a socket\u{2019}s session could not be looked up");
        Refusal::Internal
    })
}

/// One socket.
struct Visit {
    hub: Hub,
    ticket: Ticket,
    user: Option<UserId>,
    games: Vec<GameLink>,
    /// Whether the open challenges are looked at.
    looks: bool,
    /// The ping that was not answered yet.
    asked: Option<u64>,
    /// The way there and back of the latest pings, milliseconds.
    ways_ms: VecDeque<u32>,
    /// What it may send at most…
    messages: Bucket,
    /// … of that, whatever its address does…
    own_messages: Bucket,
    /// … and what its address may send beyond that.
    shared_messages: Arc<Bucket>,
    refused: u32,
}

/// How a socket ends.
#[derive(Debug, Clone, PartialEq, Eq)]
enum End {
    /// The other side has said goodbye.
    Goodbye,
    /// It is gone without a word.
    Lost,
    /// It is told to go, with a code and a reason.
    Close(u16, Cow<'static, str>),
}

impl Visit {
    fn new(hub: Hub, ticket: Ticket, user: Option<UserId>) -> Self {
        Self {
            shared_messages: hub.services().clients.socket_messages(ticket.outbox.from),
            messages: Bucket::new(MESSAGES, std::time::Instant::now()),
            own_messages: Bucket::new(OWN_MESSAGES, std::time::Instant::now()),
            hub,
            ticket,
            user,
            games: Vec::new(),
            looks: false,
            asked: None,
            ways_ms: VecDeque::new(),
            refused: 0,
        }
    }

    fn outbox(&self) -> &Arc<Outbox> {
        &self.ticket.outbox
    }

    async fn serve(mut self, mut socket: WebSocket) {
        let Err(end) = self.exchange(&mut socket).await;
        for game in std::mem::take(&mut self.games) {
            self.leave(game, end == End::Goodbye).await;
        }
        if let End::Close(code, reason) = end {
            // Who is gone needs no goodbye.
            timeout(FAREWELL, close(socket, code, reason)).await.ok();
        }
    }

    /// Sends and hears, until one of the two ends it.
    async fn exchange(&mut self, socket: &mut WebSocket) -> Result<Infallible, End> {
        let outbox = Arc::clone(self.outbox());
        let mut heard = Instant::now();
        // The first way is measured at once, the others from time to time.
        let mut ping = heard;
        loop {
            tokio::select! {
                next = outbox.next() => match next {
                    Next::Send(text) => send(socket, Message::Text(text)).await?,
                    Next::CatchUp => self.catch_up().await,
                    Next::Close(Why::Again) => {
                        return Err(End::Close(close_code::RESTART, "come again".into()));
                    }
                    Next::Close(Why::Slow) => {
                        return Err(End::Close(close_code::POLICY, "too slow".into()));
                    }
                },
                message = socket.recv() => {
                    heard = Instant::now();
                    match message {
                        Some(Ok(message)) => self.hear(message).await?,
                        Some(Err(_)) | None => return Err(End::Lost),
                    }
                }
                () = sleep_until(ping) => {
                    if heard.elapsed() > SILENCE {
                        return Err(End::Close(close_code::AWAY, "not heard of for too long".into()));
                    }
                    let asked = now();
                    self.asked = Some(asked);
                    let sent = Bytes::copy_from_slice(&asked.to_be_bytes());
                    send(socket, Message::Ping(sent)).await?;
                    ping = Instant::now() + PING_EVERY;
                }
            }
        }
    }

    async fn hear(&mut self, message: Message) -> Result<(), End> {
        let text = match message {
            Message::Text(text) => text,
            Message::Pong(sent) if self.measure(&sent) => return Ok(()),
            // Pings are answered by themselves; like pongs that nobody asked for they cost as much as
            // anything else.
            Message::Ping(_) | Message::Pong(_) => {
                return match self.may_send() {
                    true => Ok(()),
                    false => self.count_refused(),
                };
            }
            Message::Close(_) => return Err(End::Goodbye),
            Message::Binary(_) => {
                return Err(End::Close(close_code::UNSUPPORTED, "expected text".into()));
            }
        };
        if text.len() > MAX_FRAME_BYTES {
            return Err(End::Close(
                close_code::SIZE,
                format!("a message may have {MAX_FRAME_BYTES} bytes").into(),
            ));
        }
        let request: ClientMessage = serde_json::from_str(&text)
            .map_err(|_| End::Close(close_code::INVALID, "expected a request as JSON".into()))?;
        if self.may_send() {
            self.answer(request).await;
            return Ok(());
        }
        self.count_refused()?;
        self.refuse(&request, RefusalCode::TooFast);
        Ok(())
    }

    /// One more message was refused.
    fn count_refused(&mut self) -> Result<(), End> {
        self.refused += 1;
        match self.refused > PATIENCE {
            true => Err(End::Close(close_code::POLICY, "too many messages".into())),
            false => Ok(()),
        }
    }

    async fn answer(&mut self, request: ClientMessage) {
        match request {
            ClientMessage::Resume { game, version } => self.resume(game, version).await,
            ClientMessage::Leave { game } => {
                if let Some(index) = self.games.iter().position(|known| *known == game) {
                    let game = self.games.swap_remove(index);
                    self.leave(game, true).await;
                }
            }
            ClientMessage::Move { game, ply, uci, id } => {
                let lag_ms = self.ways_ms.iter().min().copied().unwrap_or(0);
                self.ask(&game, Asked::Move { ply, uci, lag_ms }, id).await;
            }
            ClientMessage::Act { game, act, id } => self.ask(&game, Asked::Act(act), id).await,
            ClientMessage::Lobby => {
                self.looks = true;
                self.hub.services().lobby.look(self.outbox());
            }
            ClientMessage::LeaveLobby => {
                self.looks = false;
                self.hub.services().lobby.leave(self.outbox().id);
            }
            ClientMessage::Ping { id } => self.outbox().tell(&ServerMessage::Pong { id }),
        }
    }

    async fn resume(&mut self, game: GameLink, version: Option<u32>) {
        if !self.games.contains(&game) {
            if self.games.len() >= MAX_WATCHED_GAMES {
                return self.outbox().tell(&ServerMessage::Nak {
                    id: 0,
                    code: RefusalCode::TooManyGames,
                    version: 0,
                });
            }
            self.games.push(game.clone());
        }
        self.watch(game, version).await;
    }

    async fn watch(&mut self, game: GameLink, version: Option<u32>) {
        let watch = Command::Watch {
            outbox: Arc::clone(self.outbox()),
            user: self.user,
            version,
        };
        match self.hub.services().send(&game, watch).await {
            Sent::Yes => {}
            Sent::NoGame => {
                self.games.retain(|known| *known != game);
                self.outbox().tell(&ServerMessage::Gone { game });
            }
            // It comes again, and finds the game perhaps.
            Sent::NotNow => self.outbox().close(),
        }
    }

    /// Asks for everything as it is.
    async fn catch_up(&mut self) {
        if self.looks {
            self.hub.services().lobby.look(self.outbox());
        }
        for game in self.games.clone() {
            self.watch(game, None).await;
        }
    }

    /// Has a deed done in a game, whether it is watched or not.
    async fn ask(&self, game: &GameLink, deed: Asked, id: u32) {
        let command = Command::Do {
            outbox: Arc::clone(self.outbox()),
            user: self.user,
            deed,
            id,
            at: now(),
        };
        let code = match self.hub.services().send(game, command).await {
            Sent::Yes => return,
            Sent::NoGame => RefusalCode::UnknownGame,
            Sent::NotNow => RefusalCode::Busy,
        };
        self.outbox().tell(&ServerMessage::Nak {
            id,
            code,
            version: 0,
        });
    }

    fn refuse(&self, request: &ClientMessage, code: RefusalCode) {
        let id = match request {
            ClientMessage::Move { id, .. }
            | ClientMessage::Act { id, .. }
            | ClientMessage::Ping { id } => *id,
            _ => 0,
        };
        self.outbox().tell(&ServerMessage::Nak {
            id,
            code,
            version: 0,
        });
    }

    async fn leave(&self, game: GameLink, goodbye: bool) {
        let socket = self.outbox().id;
        self.hub
            .services()
            .send_if_open(&game, Command::Leave { socket, goodbye })
            .await;
    }

    /// Whether it may send one more message, which it has just sent.
    fn may_send(&mut self) -> bool {
        let now = std::time::Instant::now();
        if self.messages.allowance(now).remaining == MESSAGES.burst {
            // Who was quiet for so long is forgiven.
            self.refused = 0;
        }
        self.messages.try_take(1, now)
            && (self.own_messages.try_take(1, now) || self.shared_messages.try_take(1, now))
    }

    /// Takes the time of a ping of ours and its answer; false when this is no such answer.
    fn measure(&mut self, sent: &[u8]) -> bool {
        let Ok(sent) = sent.try_into().map(u64::from_be_bytes) else {
            return false;
        };
        // Only what was asked is answered, and once.
        if self.asked != Some(sent) {
            return false;
        }
        self.asked = None;
        let way = u32::try_from(now().saturating_sub(sent)).unwrap_or(u32::MAX);
        self.ways_ms.push_back(way);
        if self.ways_ms.len() > PINGS {
            self.ways_ms.pop_front();
        }
        true
    }
}

/// Says why it ends, and reads on until the other side has heard it: what is unread when a connection
/// is dropped has the system break it off, and what was sent last is lost.
async fn close(mut socket: WebSocket, code: u16, reason: Cow<'static, str>) {
    let frame = CloseFrame {
        code,
        reason: reason.as_ref().into(),
    };
    if socket.send(Message::Close(Some(frame))).await.is_ok() {
        while let Some(Ok(_)) = socket.recv().await {}
    }
}

/// Sends a message, if it is taken in time.
async fn send(socket: &mut WebSocket, message: Message) -> Result<(), End> {
    match timeout(STALLED, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(End::Lost),
    }
}

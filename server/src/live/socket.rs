//! `/ws`: the WebSocket of one visitor, which watches and plays any number of games.

use std::{borrow::Cow, collections::VecDeque, convert::Infallible, sync::Arc, time::Duration};

use axum::body::Bytes;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use axum::extract::{State, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::response::Response;
use tokio::time::{Instant, sleep_until, timeout};
use wire::live::GameLink;
use wire::live::protocol::{
    ClientMessage, MAX_FRAME_BYTES, MAX_WATCHED_GAMES, RefusalCode, ServerMessage,
};

use super::admission::AdmitError;
use super::hub::{Hub, SocketPermit};
use super::outbox::{CloseReason, Outbox, OutboxAction};
use super::room::command::{PlayerRequest, RoomCommand};
use super::room::registry::SendOutcome;
use crate::account::guard;
use crate::error::Refusal;
use crate::http_server::ConnectionHandle;
use crate::rate_limit::bucket::Bucket;
use crate::rate_limit::{BucketRule, Purpose};
use crate::state::AppState;
use crate::store::UserId;

/// Interval of pings, which also measure the round trip.
const PING_EVERY: Duration = Duration::from_secs(20);

/// A silent socket is closed after this time.
const MAX_SILENCE: Duration = Duration::from_secs(65);

/// A socket that accepts no data for this time is closed.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// How long the closing handshake may take.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// Maximum size of an unsent message, beside the system's buffers, bytes.
const MAX_UNSENT: usize = 256 << 10;

/// Messages of one socket, pings included.
const MESSAGES: BucketRule = BucketRule {
    per_second: 20,
    burst: 60,
    at_once: u32::MAX,
};

/// The part of them that does not depend on other sockets of the address. Players send less; the
/// rest is taken from the address's bucket.
const OWN_MESSAGES: BucketRule = BucketRule {
    per_second: 2,
    burst: 20,
    at_once: u32::MAX,
};

/// Refused messages before the socket is closed.
const MAX_REFUSED: u32 = 200;

/// The round trip is the shortest of this many pings: real connections are seldom slow all the
/// time, and a client that delays its answers would have to delay all of them.
const PINGS: usize = 4;

/// Upgrades a request to a socket.
pub async fn upgrade(
    State(state): State<AppState>,
    parts: Parts,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    if !guard::comes_from_here(&parts.headers) {
        return Err(Refusal::CrossSite);
    }
    let upgrade = upgrade.map_err(|rejection| Refusal::NoSocket(rejection.body_text()))?;
    let from = state.clients.origin(&parts.headers, &parts.extensions);
    let known = user(&state, &parts.headers).await?;
    let ticket = state.hub.admit(from, known)?;
    // From here on a sign-out closes the socket; the session may have changed since it was looked
    // up.
    let user = user(&state, &parts.headers).await?;
    if user != known {
        return Err(Refusal::NoRoom(AdmitError::Closing));
    }
    let hub = state.hub.clone();
    if let Some(connection) = parts.extensions.get::<ConnectionHandle>() {
        let clients = &hub.services().clients;
        connection.limit_reads(clients.of_address(from, Purpose::SocketBytes));
    }
    Ok(upgrade
        // Longer messages are not read; shorter ones that are too long get an answer.
        .max_message_size(2 * MAX_FRAME_BYTES)
        .max_frame_size(2 * MAX_FRAME_BYTES)
        .read_buffer_size(MAX_FRAME_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(MAX_UNSENT)
        .on_upgrade(move |socket| SocketSession::new(hub, ticket, user).serve(socket)))
}

impl From<AdmitError> for Refusal {
    fn from(error: AdmitError) -> Self {
        match error {
            AdmitError::TooMany => Self::TooMany("open sockets"),
            AdmitError::Full | AdmitError::Closing => Self::NoRoom(error),
        }
    }
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

/// One open socket.
struct SocketSession {
    hub: Hub,
    ticket: SocketPermit,
    user: Option<UserId>,
    games: Vec<GameLink>,
    /// Whether it subscribes to the lobby.
    watches_lobby: bool,
    /// Whether it subscribes to the games under way.
    watches_running: bool,
    opened: Instant,
    /// When the ping without an answer yet was sent, after the opening.
    asked: Option<Duration>,
    /// The latest round trips, milliseconds.
    round_trips_ms: VecDeque<u32>,
    /// Limits all messages.
    messages: Bucket,
    /// Limits the part that does not depend on the address.
    own_messages: Bucket,
    /// Limits the messages of the address beyond that.
    shared_messages: Arc<Bucket>,
    refused: u32,
}

/// How a socket ends.
#[derive(Debug, Clone, PartialEq, Eq)]
enum SocketEnd {
    /// The client closed it.
    Goodbye,
    /// The connection broke.
    Lost,
    /// The server closes it with a code and a reason.
    Close(u16, Cow<'static, str>),
}

impl SocketSession {
    fn new(hub: Hub, ticket: SocketPermit, user: Option<UserId>) -> Self {
        let clients = &hub.services().clients;
        Self {
            shared_messages: clients.of_address(ticket.outbox.from, Purpose::SocketMessages),
            messages: Bucket::new(MESSAGES, std::time::Instant::now()),
            own_messages: Bucket::new(OWN_MESSAGES, std::time::Instant::now()),
            hub,
            ticket,
            user,
            games: Vec::new(),
            watches_lobby: false,
            watches_running: false,
            opened: Instant::now(),
            asked: None,
            round_trips_ms: VecDeque::new(),
            refused: 0,
        }
    }

    fn outbox(&self) -> &Arc<Outbox> {
        &self.ticket.outbox
    }

    async fn serve(mut self, mut socket: WebSocket) {
        let Err(end) = self.exchange(&mut socket).await;
        for game in std::mem::take(&mut self.games) {
            self.leave(game, end == SocketEnd::Goodbye).await;
        }
        if let SocketEnd::Close(code, reason) = end {
            // The client may have gone.
            timeout(CLOSE_TIMEOUT, close(socket, code, reason))
                .await
                .ok();
        }
    }

    /// Sends and receives until the socket ends.
    async fn exchange(&mut self, socket: &mut WebSocket) -> Result<Infallible, SocketEnd> {
        let outbox = Arc::clone(self.outbox());
        let mut heard = Instant::now();
        // The first ping is sent at once.
        let mut ping = heard;
        loop {
            tokio::select! {
                next = outbox.next() => match next {
                    OutboxAction::Send(text) => send(socket, Message::Text(text)).await?,
                    OutboxAction::CatchUp => self.catch_up().await,
                    OutboxAction::Close(CloseReason::Reconnect) => {
                        return Err(closed(close_code::RESTART, "come again"));
                    }
                    OutboxAction::Close(CloseReason::Slow) => {
                        return Err(closed(close_code::POLICY, "too slow"));
                    }
                },
                message = socket.recv() => {
                    heard = Instant::now();
                    match message {
                        Some(Ok(message)) => self.receive(message).await?,
                        Some(Err(_)) | None => return Err(SocketEnd::Lost),
                    }
                }
                () = sleep_until(ping) => {
                    if heard.elapsed() > MAX_SILENCE {
                        return Err(closed(close_code::AWAY, "not heard of for too long"));
                    }
                    let asked = self.opened.elapsed();
                    self.asked = Some(asked);
                    let sent = Bytes::copy_from_slice(&asked.as_nanos().to_be_bytes());
                    send(socket, Message::Ping(sent)).await?;
                    ping = Instant::now() + PING_EVERY;
                }
            }
        }
    }

    async fn receive(&mut self, message: Message) -> Result<(), SocketEnd> {
        let text = match message {
            Message::Text(text) => text,
            Message::Pong(sent) if self.record_pong(&sent) => return Ok(()),
            // axum answers pings. Pings and unexpected pongs count as messages.
            Message::Ping(_) | Message::Pong(_) => {
                return match self.try_message() {
                    true => Ok(()),
                    false => self.count_refused(),
                };
            }
            Message::Close(_) => return Err(SocketEnd::Goodbye),
            Message::Binary(_) => {
                return Err(closed(close_code::UNSUPPORTED, "expected text"));
            }
        };
        if text.len() > MAX_FRAME_BYTES {
            let reason = format!("a message may have {MAX_FRAME_BYTES} bytes");
            return Err(closed(close_code::SIZE, reason));
        }
        let request: ClientMessage = serde_json::from_str(&text)
            .map_err(|_| closed(close_code::INVALID, "expected a request as JSON"))?;
        if self.try_message() {
            self.answer(request).await;
            return Ok(());
        }
        self.count_refused()?;
        let id = match request {
            ClientMessage::Move { id, .. }
            | ClientMessage::Act { id, .. }
            | ClientMessage::Ping { id } => id,
            _ => 0,
        };
        self.refuse(id, RefusalCode::TooFast);
        Ok(())
    }

    /// Counts a refused message.
    fn count_refused(&mut self) -> Result<(), SocketEnd> {
        self.refused += 1;
        match self.refused > MAX_REFUSED {
            true => Err(closed(close_code::POLICY, "too many messages")),
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
                let lag_ms = self.round_trips_ms.iter().min().copied().unwrap_or(0);
                self.send_request(&game, PlayerRequest::Move { ply, uci, lag_ms }, id)
                    .await;
            }
            ClientMessage::Act { game, act, id } => {
                self.send_request(&game, PlayerRequest::Act(act), id).await
            }
            ClientMessage::Lobby => {
                self.watches_lobby = true;
                self.hub.services().lobby.subscribe(self.outbox());
            }
            ClientMessage::LeaveLobby => {
                self.watches_lobby = false;
                self.hub.services().lobby.unsubscribe(self.outbox().id);
            }
            ClientMessage::RunningGames => {
                self.watches_running = true;
                self.hub.services().running_games.subscribe(self.outbox());
            }
            ClientMessage::Ping { id } => self.outbox().send(&ServerMessage::Pong { id }),
        }
    }

    async fn resume(&mut self, game: GameLink, version: Option<u32>) {
        if !self.games.contains(&game) {
            if self.games.len() >= MAX_WATCHED_GAMES {
                return self.refuse(0, RefusalCode::TooManyGames);
            }
            self.games.push(game.clone());
        }
        self.watch(game, version).await;
    }

    async fn watch(&mut self, game: GameLink, version: Option<u32>) {
        let watch = RoomCommand::Watch {
            outbox: Arc::clone(self.outbox()),
            user: self.user,
            version,
        };
        match self.hub.services().send(&game, watch).await {
            SendOutcome::Sent => {}
            SendOutcome::NoGame => {
                self.games.retain(|known| *known != game);
                self.outbox().send(&ServerMessage::Gone { game });
            }
            // The client reconnects and tries again.
            SendOutcome::Unavailable => self.outbox().close(),
        }
    }

    /// Requests snapshots of everything that is watched.
    async fn catch_up(&mut self) {
        if self.watches_lobby {
            self.hub.services().lobby.subscribe(self.outbox());
        }
        if self.watches_running {
            self.hub.services().running_games.subscribe(self.outbox());
        }
        for game in self.games.clone() {
            self.watch(game, None).await;
        }
    }

    /// Sends a request to a game, watched or not.
    async fn send_request(&self, game: &GameLink, request: PlayerRequest, id: u32) {
        let command = RoomCommand::Act {
            outbox: Arc::clone(self.outbox()),
            user: self.user,
            request,
            id,
            at: self.hub.services().time.now(),
        };
        let code = match self.hub.services().send(game, command).await {
            SendOutcome::Sent => return,
            SendOutcome::NoGame => RefusalCode::UnknownGame,
            SendOutcome::Unavailable => RefusalCode::Busy,
        };
        self.refuse(id, code);
    }

    fn refuse(&self, id: u32, code: RefusalCode) {
        self.outbox().send(&ServerMessage::Nak {
            id,
            code,
            version: 0,
        });
    }

    async fn leave(&self, game: GameLink, goodbye: bool) {
        let socket = self.outbox().id;
        self.hub
            .services()
            .send_if_open(&game, RoomCommand::Leave { socket, goodbye })
            .await;
    }

    /// Takes a message from the buckets.
    fn try_message(&mut self) -> bool {
        let now = std::time::Instant::now();
        if self.messages.allowance(now).remaining == MESSAGES.burst {
            // A full bucket clears the count.
            self.refused = 0;
        }
        self.messages.try_take(1, now)
            && (self.own_messages.try_take(1, now) || self.shared_messages.try_take(1, now))
    }

    /// Records the round trip; false if the pong answers no ping of the server.
    fn record_pong(&mut self, sent: &[u8]) -> bool {
        // Each ping is answered once.
        let Some(asked) = self.asked.filter(|asked| is_pong(sent, *asked)) else {
            return false;
        };
        self.asked = None;
        let took = self.opened.elapsed().saturating_sub(asked);
        let way = u32::try_from(took.as_millis()).unwrap_or(u32::MAX);
        self.round_trips_ms.push_back(way);
        if self.round_trips_ms.len() > PINGS {
            self.round_trips_ms.pop_front();
        }
        true
    }
}

/// Whether a pong has what a ping of that time had.
fn is_pong(sent: &[u8], asked: Duration) -> bool {
    sent == asked.as_nanos().to_be_bytes()
}

fn closed(code: u16, reason: impl Into<Cow<'static, str>>) -> SocketEnd {
    SocketEnd::Close(code, reason.into())
}

/// Sends the reason, then reads until the client closes: a connection with unread data would be
/// reset, and the last message lost.
async fn close(mut socket: WebSocket, code: u16, reason: Cow<'static, str>) {
    let frame = CloseFrame {
        code,
        reason: reason.as_ref().into(),
    };
    if socket.send(Message::Close(Some(frame))).await.is_ok() {
        while let Some(Ok(_)) = socket.recv().await {}
    }
}

/// Sends a message within the time limit.
async fn send(socket: &mut WebSocket, message: Message) -> Result<(), SocketEnd> {
    match timeout(SEND_TIMEOUT, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(SocketEnd::Lost),
    }
}

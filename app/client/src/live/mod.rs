//! The state of one live or shared game on one page.
//!
//! Only [`LiveState::update`] changes it. The server's messages are the truth; the visitor's own
//! move is shown at once and withdrawn when the server rejects it. `connection` manages the socket,
//! `server_messages` applies what arrives, `own_moves` sends the visitor's moves, `premove` holds
//! the rules of premoves, `clock` reads the clocks, `public_list` keeps the open challenges, or the
//! games under way.

mod clock;
pub mod connection;
mod event;
mod own_moves;
pub mod premove;
pub mod public_list;
mod server_messages;
#[cfg(test)]
mod tests;
mod update;

use engine::rules::{Color, Game, Move, Position};
use wire::live::game_view::{GameKind, GameStage, GameView, PlayerInfo};
use wire::live::protocol::{Offer, PlayerAction};

use connection::Connection;
pub use event::{ActionFailure, LiveEffect, LiveEvent};
use premove::Premove;

/// What a page knows about its game.
#[derive(Debug, Clone)]
pub struct LiveState {
    /// The game as the server last sent it.
    pub view: GameView,
    /// The visitor's side; `None` for a spectator.
    pub side: Option<Color>,
    /// Whether the visitor only watches, whichever side they have.
    spectator_only: bool,
    /// The moves of the view, followed by the visitor's pending move.
    pub game: Game,
    pub connection: Connection,
    /// The last failed action, while its message is shown.
    pub failure: Option<ActionFailure>,
    /// Whether the server has answered that the game does not exist.
    pub gone: bool,
    /// Whether the board is flipped.
    pub flipped: bool,
    /// The earlier ply on the board, below the game's; `None` for the current position.
    pub viewed_ply: Option<usize>,
    /// Who is connected; `None` before the server's first message about it.
    pub presence: Option<Presence>,
    /// The move to play as soon as the opponent has moved.
    premove: Option<Premove>,
    /// The visitor's move that the server has not confirmed.
    pending_move: Option<PendingMove>,
    /// The request id and action that the server has not answered.
    pending_action: Option<(u32, PlayerAction)>,
    /// When the view's clocks were received, in monotonic milliseconds.
    clocks_set_at: u64,
    /// Which missed events have been requested.
    catch_up: CatchUp,
    /// The id of the latest request.
    last_request_id: u32,
    /// The number of failures so far; it names the current one.
    failure_count: u32,
}

/// Who is connected to a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Presence {
    white: bool,
    black: bool,
    /// Connections beside those of the players.
    pub spectators: u32,
    /// When the remaining player may claim the game, in monotonic milliseconds.
    claim_at: Option<u64>,
}

/// The visitor's move on its way to the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PendingMove {
    /// The id of its request; a repeated request keeps it.
    request_id: u32,
    /// The number of moves before it.
    ply: usize,
    mv: Move,
    /// When it was made, in monotonic milliseconds.
    made_at: u64,
    /// The last socket that it was sent on.
    sent_on_socket: Option<u32>,
}

/// What has been requested to catch up with the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum CatchUp {
    /// Nothing: the state is up to date, as far as the page knows.
    None,
    /// The events since the known version.
    Events,
    /// A snapshot of the game.
    Snapshot,
}

impl Presence {
    /// Whether this side is connected.
    pub fn has(&self, color: Color) -> bool {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}

impl LiveState {
    /// The state of a new page. Its clocks were read when the page was requested, at time zero.
    pub fn new(view: GameView, seat: Option<Color>) -> Self {
        let mut state = Self {
            game: view.replayed(),
            view,
            side: seat,
            spectator_only: false,
            connection: Connection::default(),
            failure: None,
            gone: false,
            flipped: false,
            viewed_ply: None,
            presence: None,
            premove: None,
            pending_move: None,
            pending_action: None,
            clocks_set_at: 0,
            catch_up: CatchUp::None,
            last_request_id: 0,
            failure_count: 0,
        };
        state.connection.set_wanted(state.needs_connection());
        state
    }

    /// The same for a page that only shows the game, whichever side the visitor has.
    pub fn spectating(view: GameView) -> Self {
        Self {
            spectator_only: true,
            ..Self::new(view, None)
        }
    }

    /// Whether further events of the game are possible.
    fn needs_connection(&self) -> bool {
        let happens = match self.view.stage {
            GameStage::Open | GameStage::Playing => true,
            GameStage::Over { .. } => self.side.is_some() && self.view.next.is_none(),
            GameStage::Aborted => false,
        };
        self.is_live() && happens && !self.gone
    }

    /// Whether the game is played on this server, not only shared.
    pub fn is_live(&self) -> bool {
        self.view.kind == GameKind::Live
    }

    pub fn is_playing(&self) -> bool {
        self.is_live() && self.view.stage == GameStage::Playing
    }

    /// Whether the game has ended or was aborted.
    pub fn is_over(&self) -> bool {
        matches!(self.view.stage, GameStage::Over { .. } | GameStage::Aborted)
    }

    pub fn turn(&self) -> Color {
        self.game.position().side_to_move()
    }

    /// The colour at the bottom of the board.
    pub fn bottom(&self) -> Color {
        // A visitor who may join sees the board from the free side.
        let free = (self.view.stage == GameStage::Open).then(|| self.view.free_seat());
        let bottom = self.side.or(free.flatten()).unwrap_or(self.view.bottom);
        if self.flipped { !bottom } else { bottom }
    }

    pub fn shown_ply(&self) -> usize {
        self.viewed_ply.unwrap_or(self.game.ply())
    }

    /// The shown position and the move that led to it.
    pub fn board(&self) -> (Position, Option<Move>) {
        let ply = self.shown_ply();
        let last = ply.checked_sub(1).map(|index| self.game.moves()[index]);
        (self.game.position_at(ply), last)
    }

    /// Whether a move on the board is played at once.
    pub fn can_move(&self) -> bool {
        self.plays_on_board() && self.side == Some(self.turn())
    }

    /// Whether a move on the board becomes a premove.
    pub fn can_premove(&self) -> bool {
        self.plays_on_board() && self.side == Some(!self.turn())
    }

    fn plays_on_board(&self) -> bool {
        self.is_playing() && self.viewed_ply.is_none() && self.game.position().has_legal_move()
    }

    pub fn premove(&self) -> Option<Premove> {
        self.premove
    }

    /// Whether a move or an action waits for the server's answer.
    pub fn awaits_server(&self) -> bool {
        self.pending_move.is_some() || self.pending_action.is_some()
    }

    pub fn opponent(&self) -> Option<&PlayerInfo> {
        self.side.map(|seat| self.view.player(!seat))
    }

    /// The side that makes this offer, if any.
    pub fn offered_by(&self, offer: Offer) -> Option<Color> {
        let offers = &self.view.offers;
        match offer {
            Offer::Draw => offers.draw,
            Offer::Takeback => offers.takeback,
            Offer::Rematch => offers.rematch,
        }
    }

    /// The opponent's offer that waits for an answer.
    pub fn offer_to_answer(&self) -> Option<Offer> {
        let other = !self.side?;
        [Offer::Rematch, Offer::Takeback, Offer::Draw]
            .into_iter()
            .find(|offer| self.offered_by(*offer) == Some(other))
    }

    /// Whether the visitor may take this action, as far as the page knows.
    pub fn can_act(&self, act: PlayerAction) -> bool {
        let Some(seat) = self.side.filter(|_| self.is_live() && !self.gone) else {
            return false;
        };
        let playing = self.is_playing();
        let moves = self.view.moves.len();
        let untouched = |offer| self.offered_by(offer) != Some(seat);
        match act {
            PlayerAction::Resign => playing && moves >= 2,
            PlayerAction::Abort => self.view.stage == GameStage::Open || playing && moves < 2,
            PlayerAction::Draw => {
                playing && moves >= 2 && (untouched(Offer::Draw) || self.can_claim_draw())
            }
            PlayerAction::Takeback => playing && self.has_moved(seat) && untouched(Offer::Takeback),
            PlayerAction::Decline => self.offer_to_answer().is_some(),
            PlayerAction::Rematch => {
                let over = matches!(self.view.stage, GameStage::Over { .. });
                over && self.view.next.is_none() && untouched(Offer::Rematch)
            }
            PlayerAction::ClaimWin | PlayerAction::ClaimDraw => {
                playing && self.presence.is_some_and(|there| there.claim_at.is_some())
            }
        }
    }

    /// Whether the rules let the visitor claim a draw.
    pub fn can_claim_draw(&self) -> bool {
        self.is_playing() && self.side.is_some() && self.game.claimable().is_some()
    }

    /// Milliseconds until the visitor may claim the game; `None` while no claim is possible.
    pub fn claim_in_ms(&self, now: u64) -> Option<u64> {
        let claim_at = self.presence?.claim_at?;
        let may = self.side.is_some() && self.is_playing();
        may.then(|| claim_at.saturating_sub(now))
    }

    /// Whether this side is connected; `None` where it does not matter or is unknown.
    pub fn is_connected(&self, color: Color) -> Option<bool> {
        let alive = self.is_live() && !self.is_over();
        let person = !matches!(
            self.view.player(color),
            PlayerInfo::Mind { .. } | PlayerInfo::Nobody
        );
        let own = self.side == Some(color);
        match own {
            _ if !alive || !person => None,
            true => Some(self.connection.lost_at().is_none()),
            false => Some(self.presence?.has(color)),
        }
    }

    fn has_moved(&self, color: Color) -> bool {
        let first = self.game.start().side_to_move();
        self.view.moves.len() > usize::from(color != first)
    }
}

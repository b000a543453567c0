//! The state of one game that has an address on one page, and what can be read from it.
//!
//! Written only by [`State::update`]. What the server has told is the truth; what the visitor does is
//! shown at once and taken back where the server says otherwise. `connection` is the socket's state,
//! `server_messages` what comes over it, `own_moves` the visitor's own moves, `premove` those made
//! ahead, `clock` the clocks, `lobby` the open challenges.

mod clock;
pub mod connection;
mod event;
pub mod lobby;
mod own_moves;
pub mod premove;
mod server_messages;
#[cfg(test)]
mod tests;
mod update;

use engine::rules::{Color, Game, Move, Position};
use wire::live::{
    game_view::{GameKind, GameStage, GameView, PlayerInfo},
    protocol::{Offer, PlayerAction},
};

use connection::Line;
pub use event::{Effect, Event, Refusal};
use premove::Premove;

/// Everything that a page knows about its game.
#[derive(Debug, Clone)]
pub struct State {
    /// The game as the server has told it.
    pub view: GameView,
    /// Which side is the visitor's, `None` for who watches.
    pub seat: Option<Color>,
    /// Whether nobody plays here, whoever looks on.
    onlooker: bool,
    /// The moves of the view, with the visitor's own at their end while it is under way.
    pub game: Game,
    /// The connection.
    pub line: Line,
    /// What was refused last, while it is said.
    pub refusal: Option<Refusal>,
    /// Whether the server has said that there is no such game.
    pub gone: bool,
    /// Whether the board is turned round from its usual way.
    pub flipped: bool,
    /// The earlier ply that is looked at, always below the game's; `None` for the game as it is.
    pub viewed: Option<usize>,
    /// Who is there; `None` before it was told.
    pub presence: Option<Presence>,
    /// The move that is made ahead, to be carried out when the opponent has moved.
    premove: Option<Premove>,
    /// The own move that is under way.
    pending: Option<Pending>,
    /// What else was asked for and is not answered.
    asked: Option<(u32, PlayerAction)>,
    /// When the view's clocks were told, milliseconds by a clock that never goes back.
    told_at: u64,
    /// Whether what was missed is being told.
    missing: Missing,
    /// The number of the latest request.
    last_id: u32,
    /// How often something was refused.
    refusals: u32,
}

/// Who is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Presence {
    white: bool,
    black: bool,
    /// How many watch beside the players.
    pub watching: u32,
    /// When whoever is still here may claim the game, milliseconds by a clock that never goes back.
    claim_at: Option<u64>,
}

/// A move of one's own on its way to the server and back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pending {
    /// Of the request. Sent again, it is the same.
    id: u32,
    /// The number of moves before it.
    ply: usize,
    mv: Move,
    /// When it was made, milliseconds.
    made_at: u64,
    /// The socket that it was sent over last.
    sent_over: Option<u32>,
}

/// What is being told of that which was missed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Missing {
    /// Nothing is missing, as far as anybody knows.
    Nothing,
    /// The events since the known version.
    Events,
    /// All of the game.
    Everything,
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

impl State {
    /// A game as its page came with it: its clocks were read off when the page was asked for, which
    /// is when time begins.
    pub fn new(view: GameView, seat: Option<Color>) -> Self {
        let mut state = Self {
            game: view.replayed(),
            view,
            seat,
            onlooker: false,
            line: Line::default(),
            refusal: None,
            gone: false,
            flipped: false,
            viewed: None,
            presence: None,
            premove: None,
            pending: None,
            asked: None,
            told_at: 0,
            missing: Missing::Nothing,
            last_id: 0,
            refusals: 0,
        };
        state.line.want(state.wants_line());
        state
    }

    /// The same for a place where nobody is to play, whatever seat they have.
    pub fn to_look_on(view: GameView) -> Self {
        Self {
            onlooker: true,
            ..Self::new(view, None)
        }
    }

    /// Whether something may still happen to the game, or after it.
    fn wants_line(&self) -> bool {
        let happens = match self.view.stage {
            GameStage::Open | GameStage::Playing => true,
            GameStage::Over { .. } => self.seat.is_some() && self.view.next.is_none(),
            GameStage::Aborted => false,
        };
        self.is_live() && happens && !self.gone
    }

    /// Whether it is played here, move by move.
    pub fn is_live(&self) -> bool {
        self.view.kind == GameKind::Live
    }

    /// Whether both players are at it.
    pub fn is_playing(&self) -> bool {
        self.is_live() && self.view.stage == GameStage::Playing
    }

    /// Whether it has ended, one way or the other.
    pub fn is_over(&self) -> bool {
        matches!(self.view.stage, GameStage::Over { .. } | GameStage::Aborted)
    }

    /// Whose turn it is on the board.
    pub fn turn(&self) -> Color {
        self.game.position().side_to_move()
    }

    /// The colour at the lower edge.
    pub fn bottom(&self) -> Color {
        // Whoever may sit down sees the board as they would play.
        let free = (self.view.stage == GameStage::Open).then(|| self.view.free_seat());
        let bottom = self.seat.or(free.flatten()).unwrap_or(self.view.bottom);
        if self.flipped { !bottom } else { bottom }
    }

    /// The ply that is on the board.
    pub fn shown_ply(&self) -> usize {
        self.viewed.unwrap_or(self.game.ply())
    }

    /// What is on the board, and the move that led there.
    pub fn board(&self) -> (Position, Option<Move>) {
        let ply = self.shown_ply();
        let last = ply.checked_sub(1).map(|index| self.game.moves()[index]);
        (self.game.position_at(ply), last)
    }

    /// Whether a move on the board is played.
    pub fn can_move(&self) -> bool {
        self.plays_on_board() && self.seat == Some(self.turn())
    }

    /// Whether a move on the board waits for the opponent's.
    pub fn can_premove(&self) -> bool {
        self.plays_on_board() && self.seat == Some(!self.turn())
    }

    fn plays_on_board(&self) -> bool {
        self.is_playing() && self.viewed.is_none() && self.game.position().has_legal_move()
    }

    /// The move that waits for the opponent's.
    pub fn premove(&self) -> Option<Premove> {
        self.premove
    }

    /// Whether a move or anything else is on its way to the server.
    pub fn is_waiting(&self) -> bool {
        self.pending.is_some() || self.asked.is_some()
    }

    /// Who sits on the other side.
    pub fn opponent(&self) -> Option<&PlayerInfo> {
        self.seat.map(|seat| self.view.player(!seat))
    }

    /// The side that offers this, if one does.
    pub fn offered(&self, offer: Offer) -> Option<Color> {
        let offers = &self.view.offers;
        match offer {
            Offer::Draw => offers.draw,
            Offer::Takeback => offers.takeback,
            Offer::Rematch => offers.rematch,
        }
    }

    /// What the opponent offers, to be answered; the latest in the game first.
    pub fn to_answer(&self) -> Option<Offer> {
        let other = !self.seat?;
        [Offer::Rematch, Offer::Takeback, Offer::Draw]
            .into_iter()
            .find(|offer| self.offered(*offer) == Some(other))
    }

    /// Whether the visitor may do this now, as far as the page knows.
    pub fn can(&self, act: PlayerAction) -> bool {
        let Some(seat) = self.seat.filter(|_| self.is_live() && !self.gone) else {
            return false;
        };
        let playing = self.is_playing();
        let moves = self.view.moves.len();
        let untouched = |offer| self.offered(offer) != Some(seat);
        match act {
            PlayerAction::Resign => playing && moves >= 2,
            PlayerAction::Abort => self.view.stage == GameStage::Open || playing && moves < 2,
            PlayerAction::Draw => {
                playing && moves >= 2 && (untouched(Offer::Draw) || self.may_claim_draw())
            }
            PlayerAction::Takeback => playing && self.has_moved(seat) && untouched(Offer::Takeback),
            PlayerAction::Decline => self.to_answer().is_some(),
            PlayerAction::Rematch => {
                let over = matches!(self.view.stage, GameStage::Over { .. });
                over && self.view.next.is_none() && untouched(Offer::Rematch)
            }
            PlayerAction::ClaimWin | PlayerAction::ClaimDraw => {
                playing && self.presence.is_some_and(|there| there.claim_at.is_some())
            }
        }
    }

    /// Whether the rules give the visitor a draw for the asking.
    pub fn may_claim_draw(&self) -> bool {
        self.is_playing() && self.seat.is_some() && self.game.claimable().is_some()
    }

    /// How long until the visitor may claim the game, milliseconds; `None` where the opponent is
    /// there, or nobody may.
    pub fn claim_in(&self, now: u64) -> Option<u64> {
        let claim_at = self.presence?.claim_at?;
        let may = self.seat.is_some() && self.is_playing();
        may.then(|| claim_at.saturating_sub(now))
    }

    /// Whether this side is connected; `None` where that says nothing.
    pub fn is_there(&self, color: Color) -> Option<bool> {
        let alive = self.is_live() && !self.is_over();
        let person = !matches!(
            self.view.player(color),
            PlayerInfo::Mind { .. } | PlayerInfo::Nobody
        );
        let own = self.seat == Some(color);
        match own {
            _ if !alive || !person => None,
            true => Some(self.line.lost_at().is_none()),
            false => Some(self.presence?.has(color)),
        }
    }

    fn has_moved(&self, color: Color) -> bool {
        let first = self.game.start().side_to_move();
        self.view.moves.len() > usize::from(color != first)
    }
}

//! The state of one live game and the rules by which commands change it.
//!
//! Architecture invariant: pure. The time is an argument; nothing is stored or sent here.

mod follow;

use engine::player::{Level, StrategyId};
use engine::rules::{Color, Game, Move, Outcome, Reason};
use wire::live::game_view::{Clocks, GameKind, GameStage, OpenOffers, PlayerInfo};
use wire::live::protocol::{GameEvent, Offer, PlayerAction, RefusalCode};
use wire::live::{GameLink, GameView};
use wire::time_control::TimeControl;

pub use follow::{ChangeNotice, PlayState, begins_turn};

use super::clock::{FREE_PLIES, LiveClock, MAX_LAG_PER_MOVE_MS, Now};
use crate::store::UserId;

/// Maximum length of a game, plies. The rules end practically every game before.
pub const MAX_PLIES: usize = 1_000;

/// How long each side's first move may take in a game with clocks, milliseconds.
pub const FIRST_MOVE_MS: Now = 60_000;

/// The player of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SidePlayer {
    /// The side is free.
    Nobody,
    /// A visitor.
    User {
        id: UserId,
        /// The account's name; `None` for a guest.
        name: Option<String>,
    },
    /// An engine player.
    Engine { strategy: StrategyId, level: Level },
    /// A deleted user.
    Gone,
}

impl SidePlayer {
    /// The visitor who plays.
    pub fn user(&self) -> Option<UserId> {
        match self {
            Self::User { id, .. } => Some(*id),
            Self::Nobody | Self::Engine { .. } | Self::Gone => None,
        }
    }

    /// The engine player's strategy and level.
    pub fn engine(&self) -> Option<(StrategyId, Level)> {
        match self {
            Self::Engine { strategy, level } => Some((*strategy, *level)),
            Self::Nobody | Self::User { .. } | Self::Gone => None,
        }
    }
}

/// A live game.
#[derive(Clone, Debug)]
pub struct LiveGame {
    /// The database row.
    pub id: i64,
    pub link: GameLink,
    /// The players of White and Black.
    pub players: [SidePlayer; 2],
    /// The start position; `None` for the standard one.
    pub start_fen: Option<String>,
    /// The time control; `None` without clocks.
    pub control: Option<TimeControl>,
    /// Whether it is in the public lists: open in the lobby, then among the games under way.
    pub listed: bool,
    /// Creation time, milliseconds since 1970.
    pub created_ms: i64,
    /// The number of changes.
    pub version: u32,
    pub stage: GameStage,
    /// Positions and moves.
    pub game: Game,
    /// The mover's remaining time after each move; empty without clocks.
    pub left_ms: Vec<u32>,
    /// The clocks, if there is a time control.
    pub clock: Option<LiveClock>,
    /// Open offers.
    pub offers: OpenOffers,
    /// The rematch.
    pub next: Option<GameLink>,
    /// When the running turn began, whether or not its clock runs.
    pub turn_since: Now,
    /// Each side's ply count at its last draw offer; one offer per move is allowed.
    pub offered_at: [Option<usize>; 2],
    /// The same for takeback offers.
    pub takeback_offered_at: [Option<usize>; 2],
}

/// A player's command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerCommand {
    Move {
        /// The number of moves before it.
        ply: u32,
        /// In UCI notation.
        uci: String,
        /// The measured round trip, milliseconds.
        lag_ms: u32,
    },
    /// Any other action.
    Act {
        act: PlayerAction,
        /// Whether the opponent has been away for long enough.
        may_claim: bool,
    },
}

/// The result of a command.
#[derive(Clone, Debug)]
pub enum CommandResult {
    /// The move was played by an earlier command.
    AlreadyDone,
    /// The game has changed.
    Changed(Box<GameChange>),
    /// Both players want a rematch.
    Rematch,
}

/// Something that has happened in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedEvent {
    pub event: GameEvent,
    /// The clocks after it, if there are any.
    pub clocks: Option<Clocks>,
}

/// A changed game and its events.
#[derive(Clone, Debug)]
pub struct GameChange {
    /// The game after the change; its version has grown by the number of events.
    pub live: LiveGame,
    /// The events in order.
    pub events: Vec<GameEvent>,
    /// The clocks when it was made, if there are any.
    pub clocks: Option<Clocks>,
}

impl LiveGame {
    pub fn turn(&self) -> Color {
        self.game.position().side_to_move()
    }

    /// The player of this side.
    pub fn player(&self, color: Color) -> &SidePlayer {
        &self.players[color.index()]
    }

    /// The first side whose player is meant.
    pub fn side_where(&self, is_meant: impl Fn(&SidePlayer) -> bool) -> Option<Color> {
        let mut sides = Color::ALL.into_iter();
        sides.find(|color| is_meant(self.player(*color)))
    }

    /// The user's side; the side to move if the user plays both.
    pub fn side_of(&self, user: Option<UserId>) -> Option<Color> {
        let user = user?;
        let sits = |color: &Color| self.player(*color).user() == Some(user);
        [self.turn(), !self.turn()].into_iter().find(sits)
    }

    /// The game as everyone may see it.
    pub fn view(&self, now: Now) -> GameView {
        let moves = self.game.moves().iter().map(Move::to_string).collect();
        GameView {
            game: self.link.clone(),
            version: self.version,
            kind: GameKind::Live,
            stage: self.stage,
            white: self.player_info(Color::White),
            black: self.player_info(Color::Black),
            start_fen: self.start_fen.clone(),
            moves,
            control: self.control,
            clocks: self.clocks(now),
            left_ms: self.left_ms.clone(),
            offers: self.offers,
            next: self.next.clone(),
            bottom: Color::White,
            created_ms: self.created_ms,
        }
    }

    /// What the clocks show, if there are any.
    pub fn clocks(&self, now: Now) -> Option<Clocks> {
        self.clock.as_ref().map(|clock| clock.reading(now))
    }

    /// The player of a side as everyone may see them.
    pub fn player_info(&self, color: Color) -> PlayerInfo {
        match self.player(color) {
            SidePlayer::Nobody => PlayerInfo::Nobody,
            SidePlayer::Gone => PlayerInfo::Gone,
            SidePlayer::User { name: None, .. } => PlayerInfo::Guest,
            SidePlayer::User {
                name: Some(name), ..
            } => PlayerInfo::Named { name: name.clone() },
            SidePlayer::Engine { strategy, level } => PlayerInfo::Mind {
                strategy: strategy.as_str().to_owned(),
                level: Some(level.number()),
            },
        }
    }

    /// Executes a command.
    ///
    /// # Errors
    /// The command is refused; the game is unchanged.
    pub fn execute(
        &self,
        by: Color,
        command: &PlayerCommand,
        now: Now,
    ) -> Result<CommandResult, RefusalCode> {
        match command {
            PlayerCommand::Move { ply, uci, lag_ms } => self.moved(by, *ply, uci, *lag_ms, now),
            PlayerCommand::Act { act, may_claim } => self.acted(by, *act, *may_claim, now),
        }
    }

    /// Gives the free side to a user.
    ///
    /// # Errors
    /// No side is free.
    pub fn joined(
        &self,
        user: UserId,
        name: Option<String>,
        now: Now,
    ) -> Result<GameChange, RefusalCode> {
        let free = self.side_where(|player| *player == SidePlayer::Nobody);
        let (GameStage::Open, Some(free)) = (self.stage, free) else {
            return Err(RefusalCode::NotPlaying);
        };
        let mut live = self.clone();
        live.players[free.index()] = SidePlayer::User { id: user, name };
        live.stage = GameStage::Playing;
        live.turn_since = now;
        Ok(live.with_other_players(now))
    }

    /// What time alone changes by `now`: a fallen flag, or a first move that was not made.
    pub fn tick(&self, lag_ms: u32, now: Now) -> Option<GameChange> {
        if self.due(lag_ms)? > now {
            return None;
        }
        let mut change = ChangeBuilder::of(self, now);
        if self.game.ply() < FREE_PLIES {
            change.abort();
        } else {
            let turn = self.turn();
            if let Some(clock) = &mut change.live.clock {
                clock.flag(turn);
            }
            change.end(won_or_drawn(&self.game, !turn, Reason::Timeout));
        }
        Some(change.done())
    }

    /// When time alone changes the game next.
    pub fn due(&self, lag_ms: u32) -> Option<Now> {
        if self.stage != GameStage::Playing {
            return None;
        }
        let clock = self.clock.as_ref()?;
        if self.game.ply() < FREE_PLIES {
            let waits = self.player(self.turn()).user().is_some();
            return waits.then_some(self.turn_since + FIRST_MOVE_MS);
        }
        clock.flag_falls(lag_ms)
    }

    /// When time alone ends the game, if nobody sees to it before: [`LiveGame::due`] with the most lag that
    /// is waited for. An engine player's clock is seen to by whoever searches for it.
    pub fn deadline(&self) -> Option<Now> {
        let is_engine = self.player(self.turn()).engine().is_some();
        let due = self.due(MAX_LAG_PER_MOVE_MS);
        due.filter(|_| !is_engine)
    }

    fn moved(
        &self,
        by: Color,
        ply: u32,
        uci: &str,
        lag_ms: u32,
        now: Now,
    ) -> Result<CommandResult, RefusalCode> {
        let ply = usize::try_from(ply).map_err(|_| RefusalCode::WrongPly)?;
        if let Some(played) = self.game.moves().get(ply) {
            let meant = self.game.position_at(ply).parse_uci(uci);
            let same = self.mover(ply) == by && meant.as_ref() == Ok(played);
            return if same {
                Ok(CommandResult::AlreadyDone)
            } else {
                Err(RefusalCode::WrongPly)
            };
        }
        if self.stage != GameStage::Playing {
            return Err(RefusalCode::NotPlaying);
        }
        if ply != self.game.ply() {
            return Err(RefusalCode::WrongPly);
        }
        if self.turn() != by {
            return Err(RefusalCode::NotYourTurn);
        }
        let position = self.game.position();
        let mv = position
            .parse_uci(uci)
            .map_err(|_| RefusalCode::IllegalMove)?;
        let mut change = ChangeBuilder::of(self, now);
        let live = &mut change.live;
        live.game.play(mv).map_err(|_| RefusalCode::IllegalMove)?;
        live.turn_since = now;
        if let (Some(clock), Some(control)) = (&mut live.clock, live.control) {
            let left = clock.press(control, by, lag_ms, now);
            // The caller has looked at the time before, so it can only have run out just now.
            live.left_ms
                .push(left.map_err(|_| RefusalCode::NotPlaying)?);
            if live.game.ply() >= FREE_PLIES {
                clock.start(!by, now);
            }
        }
        change.events.push(GameEvent::Moved {
            ply: u32::try_from(ply).unwrap_or(u32::MAX),
            uci: mv.to_string(),
        });
        if self.offers.draw == Some(!by) {
            change.decline(Offer::Draw, !by);
        }
        if let Some(of) = self.offers.takeback {
            change.decline(Offer::Takeback, of);
        }
        let game = &change.live.game;
        let long = (game.ply() >= MAX_PLIES).then(|| Outcome::draw(Reason::SeventyFiveMove));
        if let Some(outcome) = game.outcome_without_claims().or(long) {
            change.end(outcome);
        }
        Ok(CommandResult::Changed(Box::new(change.done())))
    }

    fn acted(
        &self,
        by: Color,
        act: PlayerAction,
        may_claim: bool,
        now: Now,
    ) -> Result<CommandResult, RefusalCode> {
        let begun = self.game.ply() >= FREE_PLIES;
        match (self.stage, act) {
            (GameStage::Open, PlayerAction::Abort) => {}
            (GameStage::Over { .. }, PlayerAction::Rematch | PlayerAction::Decline) => {}
            (GameStage::Playing, PlayerAction::Rematch) => return Err(RefusalCode::NotNow),
            (GameStage::Playing, _) => {}
            _ => return Err(RefusalCode::NotPlaying),
        }
        let mut change = ChangeBuilder::of(self, now);
        match act {
            PlayerAction::Abort if begun => return Err(RefusalCode::NotNow),
            PlayerAction::Abort => change.abort(),
            PlayerAction::Resign
            | PlayerAction::Draw
            | PlayerAction::ClaimWin
            | PlayerAction::ClaimDraw
                if !begun =>
            {
                return Err(RefusalCode::NotNow);
            }
            PlayerAction::Resign => change.end(Outcome::win(!by, Reason::Resignation)),
            PlayerAction::Draw => self.draw(&mut change, by)?,
            PlayerAction::Takeback => self.take_back(&mut change, by)?,
            PlayerAction::Decline => self.decline(&mut change, by)?,
            PlayerAction::ClaimWin | PlayerAction::ClaimDraw if !may_claim => {
                return Err(RefusalCode::NotNow);
            }
            PlayerAction::ClaimWin if !self.game.position().can_win(by) => {
                return Err(RefusalCode::NotNow);
            }
            PlayerAction::ClaimWin => change.end(Outcome::win(by, Reason::Abandonment)),
            PlayerAction::ClaimDraw => change.end(Outcome::draw(Reason::Abandonment)),
            PlayerAction::Rematch => return self.rematch(change, by),
        }
        Ok(CommandResult::Changed(Box::new(change.done())))
    }

    fn draw(&self, change: &mut ChangeBuilder, by: Color) -> Result<(), RefusalCode> {
        if let Some(reason) = self.game.claimable() {
            change.end(Outcome::draw(reason));
        } else if self.offers.draw == Some(!by) {
            change.end(Outcome::draw(Reason::Agreement));
        } else if self.offers.draw.is_some()
            || self.offered_at[by.index()] == Some(self.own_plies(by))
        {
            // The offer is open already, or was declined in this turn.
            return Err(RefusalCode::NotNow);
        } else {
            change.live.offered_at[by.index()] = Some(self.own_plies(by));
            change.offer(Offer::Draw, by);
        }
        Ok(())
    }

    fn take_back(&self, change: &mut ChangeBuilder, by: Color) -> Result<(), RefusalCode> {
        match self.offers.takeback {
            Some(asking) if asking != by => {
                let ply = self.before_last_of(asking).ok_or(RefusalCode::NotNow)?;
                change.cut(ply);
            }
            None if self.before_last_of(by).is_some()
                && self.takeback_offered_at[by.index()] != Some(self.own_plies(by)) =>
            {
                change.live.takeback_offered_at[by.index()] = Some(self.own_plies(by));
                change.offer(Offer::Takeback, by);
            }
            _ => return Err(RefusalCode::NotNow),
        }
        Ok(())
    }

    fn decline(&self, change: &mut ChangeBuilder, by: Color) -> Result<(), RefusalCode> {
        let offers = [
            (Offer::Draw, self.offers.draw),
            (Offer::Takeback, self.offers.takeback),
            (Offer::Rematch, self.offers.rematch),
        ];
        for (offer, of) in offers {
            if of == Some(!by) {
                change.decline(offer, !by);
            }
        }
        if change.events.is_empty() {
            return Err(RefusalCode::NotNow);
        }
        Ok(())
    }

    fn rematch(&self, mut change: ChangeBuilder, by: Color) -> Result<CommandResult, RefusalCode> {
        if self.next.is_some() {
            return Err(RefusalCode::NotNow);
        }
        match (self.player(!by), self.offers.rematch) {
            (SidePlayer::Engine { .. }, _) => Ok(CommandResult::Rematch),
            (SidePlayer::User { .. }, Some(asking)) if asking != by => Ok(CommandResult::Rematch),
            (SidePlayer::User { .. }, None) => {
                change.offer(Offer::Rematch, by);
                Ok(CommandResult::Changed(Box::new(change.done())))
            }
            _ => Err(RefusalCode::NotNow),
        }
    }

    /// The game with a version for players who have changed.
    pub fn with_other_players(&self, now: Now) -> GameChange {
        let mut live = self.clone();
        live.version += 1;
        GameChange {
            clocks: live.clocks(now),
            live,
            events: Vec::new(),
        }
    }

    /// Gives a side time; `None` where no time counts.
    pub fn time_given(&self, side: Color, ms: u32, now: Now) -> Option<GameChange> {
        let mut change = ChangeBuilder::of(self, now);
        if self.stage != GameStage::Playing {
            return None;
        }
        change.live.clock.as_mut()?.give(side, ms);
        change.events.push(GameEvent::TimeGiven { side, ms });
        Some(change.done())
    }

    /// Links the rematch.
    pub fn followed_by(&self, next: GameLink) -> GameChange {
        // The clocks stand.
        let mut change = ChangeBuilder::of(self, self.turn_since);
        change.live.next = Some(next.clone());
        change.live.offers.rematch = None;
        change.events.push(GameEvent::Next { game: next });
        change.done()
    }

    /// The ply before this side's last move, if it has moved.
    fn before_last_of(&self, color: Color) -> Option<usize> {
        let back = if self.turn() == color { 2 } else { 1 };
        self.game.ply().checked_sub(back)
    }

    fn own_plies(&self, color: Color) -> usize {
        (0..self.game.ply())
            .filter(|ply| self.mover(*ply) == color)
            .count()
    }

    /// The side that makes the move after `ply` moves.
    fn mover(&self, ply: usize) -> Color {
        let first = self.game.start().side_to_move();
        if ply.is_multiple_of(2) { first } else { !first }
    }
}

/// The outcome when a side loses off the board: a draw if the winner cannot mate.
fn won_or_drawn(game: &Game, winner: Color, reason: Reason) -> Outcome {
    if game.position().can_win(winner) {
        Outcome::win(winner, reason)
    } else {
        Outcome::draw(reason)
    }
}

/// A change under construction.
struct ChangeBuilder {
    live: LiveGame,
    events: Vec<GameEvent>,
    now: Now,
}

impl ChangeBuilder {
    fn of(live: &LiveGame, now: Now) -> Self {
        Self {
            live: live.clone(),
            events: Vec::new(),
            now,
        }
    }

    fn done(mut self) -> GameChange {
        self.live.version += u32::try_from(self.events.len()).unwrap_or(u32::MAX);
        GameChange {
            clocks: self.live.clocks(self.now),
            live: self.live,
            events: self.events,
        }
    }

    fn slot(&mut self, offer: Offer) -> &mut Option<Color> {
        match offer {
            Offer::Draw => &mut self.live.offers.draw,
            Offer::Takeback => &mut self.live.offers.takeback,
            Offer::Rematch => &mut self.live.offers.rematch,
        }
    }

    fn offer(&mut self, offer: Offer, by: Color) {
        *self.slot(offer) = Some(by);
        self.events.push(GameEvent::Offered { offer, by });
    }

    fn decline(&mut self, offer: Offer, of: Color) {
        *self.slot(offer) = None;
        self.events.push(GameEvent::Declined { offer, of });
    }

    fn end(&mut self, outcome: Outcome) {
        if let Some(clock) = &mut self.live.clock {
            clock.stop(self.now);
        }
        self.live.offers = OpenOffers::default();
        self.live.stage = GameStage::Over { outcome };
        self.events.push(GameEvent::Ended { outcome });
    }

    fn abort(&mut self) {
        self.live.offers = OpenOffers::default();
        self.live.stage = GameStage::Aborted;
        self.events.push(GameEvent::Aborted);
    }

    /// Takes moves back to `ply`; the side to move spends time from now on.
    fn cut(&mut self, ply: usize) {
        let (live, now) = (&mut self.live, self.now);
        while live.game.ply() > ply && live.game.undo().is_some() {}
        if let Some(clock) = &mut live.clock {
            clock.stop(now);
            if ply >= FREE_PLIES {
                clock.start(live.game.position().side_to_move(), now);
            }
        }
        live.left_ms.truncate(ply);
        live.turn_since = now;
        live.offers = OpenOffers::default();
        live.takeback_offered_at = [None; 2];
        self.events.push(GameEvent::TakenBack {
            ply: u32::try_from(ply).unwrap_or(u32::MAX),
        });
    }
}

#[cfg(test)]
pub(crate) mod tests;

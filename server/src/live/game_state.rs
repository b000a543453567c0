//! One live game as the server holds it: who sits where, what was played, and what each deed of a
//! player makes of it. Pure: the time comes with each deed, and nothing is kept or told here.

use engine::{
    player::{Level, StrategyId},
    rules::{Color, Game, Move, Outcome, Reason},
};
use wire::{
    live::{
        GameLink, GameView,
        game_view::{GameKind, GameStage, OpenOffers, PlayerInfo},
        protocol::{GameEvent, Offer, PlayerAction, RefusalCode},
    },
    time_control::TimeControl,
};

use super::clock::{Clock, FREE_PLIES, Now};
use crate::store::UserId;

/// A game of so many plies goes on nowhere: the rules have ended any that is played well before.
pub const MOST_PLIES: usize = 1_000;

/// How long the first move of a side may take in a game with clocks, milliseconds.
pub const FIRST_MOVE_MS: Now = 60_000;

/// Who sits on one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    /// Nobody yet.
    Nobody,
    /// A visitor; `name` is none for a guest.
    User {
        /// Who.
        id: UserId,
        /// As it is shown.
        name: Option<String>,
    },
    /// A mind, for which the server thinks.
    Mind {
        /// Which.
        strategy: StrategyId,
        /// How well it plays.
        level: Level,
    },
    /// Somebody who is no longer here.
    Gone,
}

/// A live game.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its row.
    pub id: i64,
    /// Its address.
    pub link: GameLink,
    /// Who plays White and Black.
    pub seats: [Seat; 2],
    /// The start position, `None` for the usual one.
    pub start_fen: Option<String>,
    /// The time for both sides.
    pub control: Option<TimeControl>,
    /// Whether the lobby shows it while it is open.
    pub listed: bool,
    /// When it was made, milliseconds since 1970.
    pub created_ms: i64,
    /// How often it has changed.
    pub version: u32,
    /// Where it stands.
    pub stage: GameStage,
    /// What was played.
    pub game: Game,
    /// What whoever made a move had left after it; empty without clocks.
    pub left_ms: Vec<u32>,
    /// The clocks, if it is played with them.
    pub clock: Option<Clock>,
    /// What is offered and not answered.
    pub offers: OpenOffers,
    /// The game that followed.
    pub next: Option<GameLink>,
    /// When the running turn began.
    pub turn_since: Now,
    /// The ply at which a side has offered a draw last: one offer a move.
    pub offered_at: [Option<usize>; 2],
    /// The same for offers to take a move back.
    pub takeback_offered_at: [Option<usize>; 2],
}

/// What somebody does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// A move.
    Move {
        /// The number of moves before it.
        ply: u32,
        /// In UCI notation.
        uci: String,
        /// How long it was on its way, milliseconds.
        lag_ms: u32,
    },
    /// Anything else.
    Act {
        /// What.
        act: PlayerAction,
        /// Whether the opponent has been away for long enough.
        may_claim: bool,
    },
}

/// What a deed makes of a game.
#[derive(Clone, Debug)]
pub enum Done {
    /// It was done before.
    Already,
    /// Another game.
    Step(Box<Step>),
    /// Both want another game.
    Rematch,
}

/// A game that has changed, and how.
#[derive(Clone, Debug)]
pub struct Step {
    /// The game as it is then; its version is greater by the number of events.
    pub table: Table,
    /// What happened, in order.
    pub events: Vec<GameEvent>,
}

impl Table {
    /// The side to move.
    pub fn turn(&self) -> Color {
        self.game.position().side_to_move()
    }

    /// Who sits on this side.
    pub fn seat(&self, color: Color) -> &Seat {
        &self.seats[color.index()]
    }

    /// The side that this user plays. Whoever plays both plays the one whose turn it is.
    pub fn seat_of(&self, user: Option<UserId>) -> Option<Color> {
        let user = user?;
        let sits =
            |color: &Color| matches!(self.seat(*color), Seat::User { id, .. } if *id == user);
        [self.turn(), !self.turn()].into_iter().find(sits)
    }

    /// The game as anybody may see it.
    pub fn view(&self, now: Now) -> GameView {
        let moves = self.game.moves().iter().map(Move::to_string).collect();
        GameView {
            game: self.link.clone(),
            version: self.version,
            kind: GameKind::Live,
            stage: self.stage,
            white: self.player(Color::White),
            black: self.player(Color::Black),
            start_fen: self.start_fen.clone(),
            moves,
            control: self.control,
            clocks: self
                .clock
                .as_ref()
                .map(|clock| clock.reading(self.turn(), now)),
            left_ms: self.left_ms.clone(),
            offers: self.offers,
            next: self.next.clone(),
            bottom: Color::White,
            created_ms: self.created_ms,
        }
    }

    fn player(&self, color: Color) -> PlayerInfo {
        match self.seat(color) {
            Seat::Nobody => PlayerInfo::Nobody,
            Seat::Gone => PlayerInfo::Gone,
            Seat::User { name: None, .. } => PlayerInfo::Guest,
            Seat::User {
                name: Some(name), ..
            } => PlayerInfo::Named { name: name.clone() },
            Seat::Mind { strategy, level } => PlayerInfo::Mind {
                strategy: strategy.as_str().to_owned(),
                level: Some(level.number()),
            },
        }
    }

    /// What `by` does.
    ///
    /// # Errors
    /// Why that can't be done; the game is as it was.
    pub fn deed(&self, by: Color, deed: &Deed, now: Now) -> Result<Done, RefusalCode> {
        match deed {
            Deed::Move { ply, uci, lag_ms } => self.moved(by, *ply, uci, *lag_ms, now),
            Deed::Act { act, may_claim } => self.acted(by, *act, *may_claim, now),
        }
    }

    /// Somebody takes the free seat.
    ///
    /// # Errors
    /// There is none.
    pub fn joined(
        &self,
        user: UserId,
        name: Option<String>,
        now: Now,
    ) -> Result<Step, RefusalCode> {
        let free = Color::ALL
            .into_iter()
            .find(|color| *self.seat(*color) == Seat::Nobody);
        let (GameStage::Open, Some(free)) = (self.stage, free) else {
            return Err(RefusalCode::NotPlaying);
        };
        let mut table = self.clone();
        table.seats[free.index()] = Seat::User { id: user, name };
        table.stage = GameStage::Playing;
        table.turn_since = now;
        table.version += 1;
        Ok(Step {
            table,
            events: Vec::new(),
        })
    }

    /// What the time alone does: a flag that has fallen by `now`, a first move that nobody makes.
    pub fn tick(&self, lag_ms: u32, now: Now) -> Option<Step> {
        if self.due(lag_ms)? > now {
            return None;
        }
        let mut change = Change::of(self);
        if self.game.ply() < FREE_PLIES {
            change.abort();
        } else {
            let turn = self.turn();
            if let Some(clock) = &mut change.table.clock {
                clock.flag(turn);
            }
            change.end(won_or_drawn(&self.game, !turn, Reason::Timeout), now);
        }
        Some(change.done())
    }

    /// When the time alone does something, unless something happens before.
    pub fn due(&self, lag_ms: u32) -> Option<Now> {
        if self.stage != GameStage::Playing {
            return None;
        }
        let clock = self.clock.as_ref()?;
        if self.game.ply() < FREE_PLIES {
            let waits = matches!(self.seat(self.turn()), Seat::User { .. });
            return waits.then_some(self.turn_since + FIRST_MOVE_MS);
        }
        clock.flag_falls(self.turn(), lag_ms)
    }

    fn moved(
        &self,
        by: Color,
        ply: u32,
        uci: &str,
        lag_ms: u32,
        now: Now,
    ) -> Result<Done, RefusalCode> {
        let ply = usize::try_from(ply).map_err(|_| RefusalCode::WrongPly)?;
        if let Some(played) = self.game.moves().get(ply) {
            let meant = self.game.position_at(ply).parse_uci(uci);
            let same = self.mover(ply) == by && meant.as_ref() == Ok(played);
            return if same {
                Ok(Done::Already)
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
        let mut change = Change::of(self);
        let table = &mut change.table;
        table.game.play(mv).map_err(|_| RefusalCode::IllegalMove)?;
        table.turn_since = now;
        if let (Some(clock), Some(control)) = (&mut table.clock, table.control) {
            let left = clock.press(control, by, lag_ms, now);
            // Whoever calls has looked at the time before; it can only be over by now.
            table
                .left_ms
                .push(left.map_err(|_| RefusalCode::NotPlaying)?);
            if table.game.ply() >= FREE_PLIES {
                clock.start(now);
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
        let game = &change.table.game;
        let long = (game.ply() >= MOST_PLIES).then(|| Outcome::draw(Reason::SeventyFiveMove));
        if let Some(outcome) = game.outcome_without_claims().or(long) {
            change.end(outcome, now);
        }
        Ok(Done::Step(Box::new(change.done())))
    }

    fn acted(
        &self,
        by: Color,
        act: PlayerAction,
        may_claim: bool,
        now: Now,
    ) -> Result<Done, RefusalCode> {
        let begun = self.game.ply() >= FREE_PLIES;
        match (self.stage, act) {
            (GameStage::Open, PlayerAction::Abort) => {}
            (GameStage::Over { .. }, PlayerAction::Rematch | PlayerAction::Decline) => {}
            (GameStage::Playing, PlayerAction::Rematch) => return Err(RefusalCode::NotNow),
            (GameStage::Playing, _) => {}
            _ => return Err(RefusalCode::NotPlaying),
        }
        let mut change = Change::of(self);
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
            PlayerAction::Resign => change.end(Outcome::win(!by, Reason::Resignation), now),
            PlayerAction::Draw => self.draw(&mut change, by, now)?,
            PlayerAction::Takeback => self.take_back(&mut change, by, now)?,
            PlayerAction::Decline => self.decline(&mut change, by)?,
            PlayerAction::ClaimWin | PlayerAction::ClaimDraw if !may_claim => {
                return Err(RefusalCode::NotNow);
            }
            PlayerAction::ClaimWin if !self.game.position().can_win(by) => {
                return Err(RefusalCode::NotNow);
            }
            PlayerAction::ClaimWin => change.end(Outcome::win(by, Reason::Abandonment), now),
            PlayerAction::ClaimDraw => change.end(Outcome::draw(Reason::Abandonment), now),
            PlayerAction::Rematch => return self.rematch(change, by),
        }
        Ok(Done::Step(Box::new(change.done())))
    }

    fn draw(&self, change: &mut Change, by: Color, now: Now) -> Result<(), RefusalCode> {
        if let Some(reason) = self.game.claimable() {
            change.end(Outcome::draw(reason), now);
        } else if self.offers.draw == Some(!by) {
            change.end(Outcome::draw(Reason::Agreement), now);
        } else if self.offers.draw.is_some()
            || self.offered_at[by.index()] == Some(self.own_plies(by))
        {
            // It stands already, or was declined in this turn.
            return Err(RefusalCode::NotNow);
        } else {
            change.table.offered_at[by.index()] = Some(self.own_plies(by));
            change.offer(Offer::Draw, by);
        }
        Ok(())
    }

    fn take_back(&self, change: &mut Change, by: Color, now: Now) -> Result<(), RefusalCode> {
        match self.offers.takeback {
            Some(asking) if asking != by => {
                let ply = self.before_last_of(asking).ok_or(RefusalCode::NotNow)?;
                change.cut(ply, now);
            }
            None if self.before_last_of(by).is_some()
                && self.takeback_offered_at[by.index()] != Some(self.own_plies(by)) =>
            {
                change.table.takeback_offered_at[by.index()] = Some(self.own_plies(by));
                change.offer(Offer::Takeback, by);
            }
            _ => return Err(RefusalCode::NotNow),
        }
        Ok(())
    }

    fn decline(&self, change: &mut Change, by: Color) -> Result<(), RefusalCode> {
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

    fn rematch(&self, mut change: Change, by: Color) -> Result<Done, RefusalCode> {
        if self.next.is_some() {
            return Err(RefusalCode::NotNow);
        }
        match (self.seat(!by), self.offers.rematch) {
            (Seat::Mind { .. }, _) => Ok(Done::Rematch),
            (Seat::User { .. }, Some(asking)) if asking != by => Ok(Done::Rematch),
            (Seat::User { .. }, None) => {
                change.offer(Offer::Rematch, by);
                Ok(Done::Step(Box::new(change.done())))
            }
            _ => Err(RefusalCode::NotNow),
        }
    }

    /// The rematch has begun there.
    pub fn followed_by(&self, next: GameLink) -> Step {
        let mut change = Change::of(self);
        change.table.next = Some(next.clone());
        change.table.offers.rematch = None;
        change.events.push(GameEvent::Next { game: next });
        change.done()
    }

    /// The ply before the last move of this side, if it has made one.
    fn before_last_of(&self, color: Color) -> Option<usize> {
        let back = if self.turn() == color { 2 } else { 1 };
        self.game.ply().checked_sub(back)
    }

    fn own_plies(&self, color: Color) -> usize {
        (0..self.game.ply())
            .filter(|ply| self.mover(*ply) == color)
            .count()
    }

    /// Whose move it was after so many.
    fn mover(&self, ply: usize) -> Color {
        let first = self.game.start().side_to_move();
        if ply.is_multiple_of(2) { first } else { !first }
    }
}

/// Who wins when the other side has lost otherwise than on the board: a lone king wins nothing.
fn won_or_drawn(game: &Game, winner: Color, reason: Reason) -> Outcome {
    if game.position().can_win(winner) {
        Outcome::win(winner, reason)
    } else {
        Outcome::draw(reason)
    }
}

/// A game while a deed changes it.
struct Change {
    table: Table,
    events: Vec<GameEvent>,
}

impl Change {
    fn of(table: &Table) -> Self {
        Self {
            table: table.clone(),
            events: Vec::new(),
        }
    }

    fn done(mut self) -> Step {
        self.table.version += u32::try_from(self.events.len()).unwrap_or(u32::MAX);
        Step {
            table: self.table,
            events: self.events,
        }
    }

    fn slot(&mut self, offer: Offer) -> &mut Option<Color> {
        match offer {
            Offer::Draw => &mut self.table.offers.draw,
            Offer::Takeback => &mut self.table.offers.takeback,
            Offer::Rematch => &mut self.table.offers.rematch,
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

    fn end(&mut self, outcome: Outcome, now: Now) {
        let turn = self.table.turn();
        if let Some(clock) = &mut self.table.clock {
            clock.stop(turn, now);
        }
        self.table.offers = OpenOffers::default();
        self.table.stage = GameStage::Over { outcome };
        self.events.push(GameEvent::Ended { outcome });
    }

    fn abort(&mut self) {
        self.table.offers = OpenOffers::default();
        self.table.stage = GameStage::Aborted;
        self.events.push(GameEvent::Aborted);
    }

    /// Back to the position after `ply` moves; whose turn it is spends time from now on.
    fn cut(&mut self, ply: usize, now: Now) {
        let table = &mut self.table;
        if let Some(clock) = &mut table.clock {
            clock.stop(table.game.position().side_to_move(), now);
            if ply >= FREE_PLIES {
                clock.start(now);
            }
        }
        while table.game.ply() > ply && table.game.undo().is_some() {}
        table.left_ms.truncate(ply);
        table.turn_since = now;
        table.offers = OpenOffers::default();
        table.takeback_offered_at = [None; 2];
        self.events.push(GameEvent::TakenBack {
            ply: u32::try_from(ply).unwrap_or(u32::MAX),
        });
    }
}

#[cfg(test)]
pub(super) mod tests;

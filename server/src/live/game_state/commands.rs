//! What becomes of a game by a command, by time that runs out, and by what its server does.

use engine::rules::{Color, Game, Outcome, Reason};
use wire::live::GameLink;
use wire::live::game_view::GameStage;
use wire::live::protocol::{GameEvent, Offer, RefusalCode};

use super::change_builder::ChangeBuilder;
use super::{CommandResult, GameChange, LiveGame, MAX_PLIES, PlayerCommand, SidePlayer};
use crate::live::clock::{FREE_PLIES, Now};
use crate::store::UserId;

impl LiveGame {
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
}

/// The outcome when a side loses off the board: a draw if the winner cannot mate.
fn won_or_drawn(game: &Game, winner: Color, reason: Reason) -> Outcome {
    if game.position().can_win(winner) {
        Outcome::win(winner, reason)
    } else {
        Outcome::draw(reason)
    }
}

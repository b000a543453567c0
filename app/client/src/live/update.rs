//! The reducer: what happened, and what has to be done then.

use wire::live::protocol::{ClientMessage, PlayerAction};

use super::connection::LineEvent;
use super::{Effect, Event, Missing, Refusal, State};

/// What was refused is said for so long, milliseconds.
const SAID_MS: u32 = 6_000;

impl State {
    /// Takes an event in that happened at `now`, milliseconds by a clock that never goes back, and
    /// answers what has to be done, in this order.
    pub fn update(&mut self, event: Event, now: u64) -> Vec<Effect> {
        let mut effects = Vec::new();
        match event {
            Event::Line(event) => self.follow_line(event, now, &mut effects),
            Event::Told(tell) => self.told(tell, now, &mut effects),
            Event::Move(mv) => self.make(mv, now, &mut effects),
            Event::Premove(from, to) => self.make_ahead(from, to),
            Event::CancelPremove => self.drop_premove(),
            Event::Act(act) => self.act(act, &mut effects),
            Event::Seated => self.seated(now, &mut effects),
            Event::View(ply) => self.look_at(ply, &mut effects),
            Event::Flip => self.flipped ^= true,
            Event::Leave => self.leave(&mut effects),
            Event::SendAgain(id) => self.send_again(id, &mut effects),
            Event::Hush(number) => {
                if number == self.refusals {
                    self.refusal = None;
                }
            }
        }
        effects
    }

    fn follow_line(&mut self, event: LineEvent, now: u64, effects: &mut Vec<Effect>) {
        let was_open = self.line.is_open();
        // Whether it is worth another connection is known best when one is due.
        self.line.want(self.wants_line());
        effects.extend(self.line.update(event, now).into_iter().map(Effect::Line));
        match (was_open, self.line.is_open()) {
            (false, true) => {
                self.missing = Missing::Events;
                effects.push(Effect::send(ClientMessage::Resume {
                    game: self.view.game.clone(),
                    version: Some(self.view.version),
                }));
            }
            (true, false) => {
                self.presence = None;
                if self.asked.take().is_some() {
                    self.refuse(Refusal::Unsure, effects);
                }
            }
            _ => {}
        }
    }

    /// Asks for what was missed, unless it is being told.
    pub(super) fn catch_up(&mut self, what: Missing, effects: &mut Vec<Effect>) {
        if self.missing >= what || !self.line.is_open() {
            return;
        }
        self.missing = what;
        effects.push(Effect::send(ClientMessage::Resume {
            game: self.view.game.clone(),
            version: (what == Missing::Events).then_some(self.view.version),
        }));
    }

    /// A socket knows its visitor from its first moment: who has become somebody else needs another.
    fn seated(&mut self, now: u64, effects: &mut Vec<Effect>) {
        effects.extend(self.line.leave().map(Effect::Line));
        self.follow_line(LineEvent::Stir, now, effects);
    }

    fn leave(&mut self, effects: &mut Vec<Effect>) {
        if self.line.is_open() {
            effects.push(Effect::send(ClientMessage::Leave {
                game: self.view.game.clone(),
            }));
        }
        effects.extend(self.line.leave().map(Effect::Line));
    }

    fn act(&mut self, act: PlayerAction, effects: &mut Vec<Effect>) {
        if !self.can(act) || self.asked.is_some() {
            return;
        }
        if !self.line.is_open() {
            return self.refuse(Refusal::CutOff, effects);
        }
        let id = self.next_id();
        self.asked = Some((id, act));
        effects.push(Effect::send(ClientMessage::Act {
            game: self.view.game.clone(),
            act,
            id,
        }));
    }

    fn look_at(&mut self, ply: usize, effects: &mut Vec<Effect>) {
        self.viewed = Some(ply).filter(|ply| *ply < self.game.ply());
        effects.push(Effect::Remember);
    }

    pub(super) fn next_id(&mut self) -> u32 {
        self.last_id = self.last_id.wrapping_add(1);
        self.last_id
    }

    /// Says for a while why something was not done.
    pub(super) fn refuse(&mut self, refusal: Refusal, effects: &mut Vec<Effect>) {
        self.refusals = self.refusals.wrapping_add(1);
        self.refusal = Some(refusal);
        effects.push(Effect::After {
            ms: SAID_MS,
            event: Event::Hush(self.refusals),
        });
    }

    /// Nothing is to be heard any more.
    pub(super) fn hang_up(&mut self, effects: &mut Vec<Effect>) {
        self.line.want(false);
        effects.extend(self.line.leave().map(Effect::Line));
    }
}

//! The loop of a room: one command after the other, and what time alone does.

use tokio::sync::mpsc;
use wire::visitor::live_games::GameForVisitor;

use super::{command::Command, state::Room, time};
use crate::live::now;

impl Room {
    /// Lives until nobody needs it.
    pub async fn live(mut self, mut commands: mpsc::Receiver<Command>) {
        loop {
            let due = self.due();
            tokio::select! {
                biased;
                command = commands.recv() => match command {
                    Some(command) => self.take(command).await,
                    None => break,
                },
                () = time::until(due) => self.pass_time().await,
            }
            self.answer_for_mind().await;
            if self.is_idle() && commands.is_empty() && !commands.is_closed() {
                // Nobody finds it any more; who has found it before is still served.
                self.services.rooms.retire(&self.table.link);
                commands.close();
            }
        }
        self.services.lobby.close(self.lobby_key());
        // Whoever came at the last moment finds another room.
        for watcher in self.watchers.values() {
            watcher.outbox.send_elsewhere();
        }
    }

    async fn take(&mut self, command: Command) {
        match command {
            Command::Watch {
                outbox,
                user,
                version,
            } => self.watch(outbox, user, version),
            Command::Leave { socket, goodbye } => self.leave(socket, goodbye),
            Command::Do {
                outbox,
                user,
                deed,
                id,
                at,
            } => {
                // A flag that had fallen when it arrived has fallen first.
                self.tick(at).await;
                self.answer(&outbox, user, deed, id, at).await;
            }
            Command::Join { user, name, answer } => {
                let joined = self.join(user, name).await;
                // Who has gone needs no answer.
                answer.send(joined).ok();
            }
            Command::Thought(thought) => self.mind_decided(thought).await,
            Command::Show { user, answer } => {
                let shown = GameForVisitor {
                    view: self.table.view(now()),
                    seat: self.table.seat_of(user),
                };
                answer.send(shown).ok();
            }
            Command::Reseat { was, now, done } => {
                self.reseat(was, &now).await;
                done.send(()).ok();
            }
            Command::CallOff { done } => {
                let called_off = self.call_off().await;
                done.send(called_off).ok();
            }
            Command::Rest { done } => {
                self.rest().await;
                done.send(()).ok();
            }
        }
    }
}

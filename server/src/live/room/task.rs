//! The loop of a room: commands and timers.

use tokio::sync::mpsc;
use wire::visitor::live_games::GameForVisitor;

use crate::live::seat::Seat;

use super::others::RoomNotice;
use super::{command::RoomCommand, state::GameRoom, time::until};

impl GameRoom {
    /// Runs until the room is idle.
    pub async fn run(mut self, seats: Vec<Seat>, mut commands: mpsc::Receiver<RoomCommand>) {
        self.take_in_seats(seats).await;
        loop {
            let due = self.due();
            tokio::select! {
                biased;
                command = commands.recv() => match command {
                    Some(command) => self.handle(command).await,
                    None => break,
                },
                () = until(due) => self.on_timer().await,
            }
            self.act_for_engine().await;
            self.store_seats();
            if self.is_idle() && commands.is_empty() && !commands.is_closed() {
                // New senders open another room; commands that are queued already are still
                // handled.
                self.services.rooms.remove(&self.live.link);
                commands.close();
            }
        }
        self.services.lobby.remove(self.list_key());
        self.services.running_games.remove(self.list_key());
        // Sockets that came too late open another room.
        for watcher in self.watchers.values() {
            watcher.outbox.resubscribe();
        }
    }

    async fn handle(&mut self, command: RoomCommand) {
        match command {
            RoomCommand::Watch {
                outbox,
                user,
                version,
            } => self.watch(outbox, user, version).await,
            RoomCommand::WatchAgain {
                by,
                outbox,
                user,
                version,
            } => self.watch_again(&by, outbox, user, version).await,
            RoomCommand::Leave { socket, goodbye } => self.leave(socket, goodbye),
            RoomCommand::Act {
                outbox,
                user,
                request,
                id,
                at,
            } => {
                // Time that ran out before the request arrived counts first.
                self.tick(at).await;
                self.handle_request(&outbox, user, request, id, at).await;
            }
            RoomCommand::Join { user, name, answer } => {
                let joined = self.join(user, name).await;
                // The caller may have gone.
                answer.send(joined).ok();
            }
            RoomCommand::EngineDecided(decision) => self.engine_decided(decision).await,
            RoomCommand::View { user, answer } => {
                let shown = GameForVisitor {
                    view: self.live.view(self.now()),
                    seat: self.live.side_of(user),
                };
                answer.send(shown).ok();
            }
            RoomCommand::ReplacePlayer { was, now, done } => {
                self.replace_player(was, &now).await;
                done.send(()).ok();
            }
            RoomCommand::CancelChallenge { done } => {
                let outcome = self.cancel_challenge().await;
                done.send(outcome).ok();
            }
            RoomCommand::CheckDeadline => self.check_deadline().await,
            RoomCommand::Changed(notice) => self.follow(notice).await,
            RoomCommand::CatchUp => {
                self.catch_up().await;
            }
            RoomCommand::ReadSeats => self.read_seats().await,
            RoomCommand::SeatsWritten { stored } => {
                self.seats.note_written(stored);
                if stored.is_some() {
                    self.tell_others(&RoomNotice::Seats);
                }
            }
            RoomCommand::CheckStored { version, seats } => {
                if version != self.live.version {
                    self.catch_up().await;
                }
                self.take_in_seats(seats).await;
            }
        }
    }
}

//! A helper thread of Lazy SMP, and the handle that the main thread keeps.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use engine::player::{Calculator, Control, Player, StoppedClock};
use engine::rules::Game;
use engine::search::SearchLimits;

/// A search that the helpers join until `done` is set.
#[derive(Clone)]
pub struct SearchTask {
    pub game: Arc<Game>,
    pub limits: Arc<SearchLimits>,
    pub done: Arc<AtomicBool>,
}

enum HelperCommand {
    Search(SearchTask),
    /// Clears what the helper knows, then acknowledges.
    Clear(Sender<()>),
    Quit,
}

/// The handle of a helper thread; dropped, it ends the thread.
pub struct HelperThread {
    commands: Sender<HelperCommand>,
    thread: Option<JoinHandle<()>>,
}

impl HelperThread {
    /// Starts a thread that searches with `player`.
    ///
    /// # Errors
    /// The system gives no more threads.
    pub fn spawn(player: Calculator) -> io::Result<HelperThread> {
        let (commands, received) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("helper".to_owned())
            .spawn(move || worker_loop(player, &received))?;
        Ok(HelperThread {
            commands,
            thread: Some(thread),
        })
    }

    /// Starts the search without waiting for anything.
    pub fn start(&self, task: SearchTask) {
        self.send(HelperCommand::Search(task));
    }

    /// Clears what the helper knows. Its search has to be done.
    pub fn clear(&self) {
        let (acknowledge, cleared) = mpsc::channel();
        self.send(HelperCommand::Clear(acknowledge));
        // An error means that the thread has ended, with all it knew.
        cleared.recv().ok();
    }

    /// Fails where the thread has panicked; the others search on.
    fn send(&self, command: HelperCommand) {
        self.commands.send(command).ok();
    }
}

impl Drop for HelperThread {
    fn drop(&mut self) {
        self.send(HelperCommand::Quit);
        // A panic of the helper does not matter to the main thread.
        self.thread.take().map(JoinHandle::join);
    }
}

fn worker_loop(mut player: Calculator, commands: &Receiver<HelperCommand>) {
    for command in commands {
        match command {
            // On a busy machine the search may be over before this thread runs.
            HelperCommand::Search(task) if task.done.load(Ordering::Relaxed) => {}
            HelperCommand::Search(task) => {
                let mut control = Control {
                    clock: &StoppedClock,
                    stop: &*task.done,
                    report: &mut |_| {},
                    rng: engine::rng(0),
                };
                player.choose(&task.game, &task.limits, &mut control);
            }
            HelperCommand::Clear(acknowledge) => {
                player.new_game();
                acknowledge.send(()).ok();
            }
            HelperCommand::Quit => return,
        }
    }
}

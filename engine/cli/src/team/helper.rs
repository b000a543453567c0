//! A thread that helps: the stub that the team holds, and what runs behind it.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use engine::player::{Calculator, Control, Player, StoppedClock};
use engine::rules::Game;
use engine::search::SearchLimits;

/// A search to take part in, until it is done.
#[derive(Clone)]
pub struct Task {
    pub game: Arc<Game>,
    pub limits: Arc<SearchLimits>,
    pub done: Arc<AtomicBool>,
}

enum Order {
    Help(Task),
    /// Forget everything, and say so.
    Forget(Sender<()>),
    Leave,
}

/// A helper; dropped, it leaves.
pub struct Helper {
    orders: Sender<Order>,
    thread: Option<JoinHandle<()>>,
}

impl Helper {
    /// Gives `player` a thread.
    ///
    /// # Errors
    /// There are no more threads to be had.
    pub fn hire(player: Calculator) -> io::Result<Helper> {
        let (orders, received) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("helper".to_owned())
            .spawn(move || obey(player, &received))?;
        Ok(Helper {
            orders,
            thread: Some(thread),
        })
    }

    /// Lets it take part as soon as it can; does not wait for anything.
    pub fn help(&self, task: Task) {
        self.order(Order::Help(task));
    }

    /// Forgets what it knows. The search it takes part in has to be done.
    pub fn forget(&self) {
        let (said, forgotten) = mpsc::channel();
        self.order(Order::Forget(said));
        // An error is a helper that is gone, with all it knew.
        forgotten.recv().ok();
    }

    /// A helper whose search has panicked takes no orders; the others play on.
    fn order(&self, order: Order) {
        self.orders.send(order).ok();
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        self.order(Order::Leave);
        // How a helper ended does not matter to those who answer.
        self.thread.take().map(JoinHandle::join);
    }
}

/// The helper's thread.
fn obey(mut player: Calculator, orders: &Receiver<Order>) {
    for order in orders {
        match order {
            // It may have taken so long to be given a processor that all is over.
            Order::Help(task) if task.done.load(Ordering::Relaxed) => {}
            Order::Help(task) => {
                let mut control = Control {
                    clock: &StoppedClock,
                    stop: &*task.done,
                    report: &mut |_| {},
                    rng: engine::rng(0),
                };
                player.choose(&task.game, &task.limits, &mut control);
            }
            Order::Forget(said) => {
                player.new_game();
                said.send(()).ok();
            }
            Order::Leave => return,
        }
    }
}

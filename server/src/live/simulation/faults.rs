//! What happens to the servers, the store and the network of a run.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::dice::Dice;
use super::machine::MachineState;
use super::shared::Shared;

/// Has one thing after the other happen for so long; some last while others begin.
pub async fn trouble(shared: Arc<Shared>, mut dice: Dice, time: Duration) {
    let end = Instant::now() + time;
    while Instant::now() < end {
        sleep(dice.ms(300, 4_000)).await;
        let server = dice.below(shared.servers() as u64) as usize;
        let shared = Arc::clone(&shared);
        match dice.below(9) {
            0 | 1 => {
                shared.note(&format!("server {server} is killed"));
                shared.kill(server);
                spawn_after(
                    dice.ms(100, 4_000),
                    async move { shared.start(server).await },
                );
            }
            2 => {
                let long = dice.ms(500, 12_000);
                shared.note(&format!("server {server} stands still for {long:?}"));
                if let Some(paused) = shared.server(server) {
                    paused.machine.set(MachineState::StandsStill);
                    spawn_after(long, async move { paused.machine.set(MachineState::Runs) });
                }
            }
            3 => {
                let long = dice.ms(300, 15_000);
                shared.note(&format!("the store is gone for {long:?}"));
                shared.set_store_up(false);
                spawn_after(long, async move { shared.set_store_up(true) });
            }
            4 => {
                let long = dice.ms(1_000, 10_000);
                shared.note(&format!("the network is gone for {long:?}"));
                shared.network().set_up(false);
                spawn_after(long, async move { shared.network().set_up(true) });
            }
            5 => {
                let long = dice.ms(500, 10_000);
                shared.note(&format!(
                    "server {server} is cut off from the store for {long:?}"
                ));
                if let Some(cut) = shared.server(server) {
                    cut.machine.set_reaches_store(false);
                    spawn_after(long, async move { cut.machine.set_reaches_store(true) });
                }
            }
            6 => {
                let by = dice.below(10_000) as i64 - 5_000;
                shared.note(&format!("the store's clock is set by {by} ms"));
                shared.set_store_clock(by);
            }
            7 => {
                shared.note(&format!("server {server} is told to end"));
                let after = dice.ms(100, 2_000);
                tokio::spawn(async move {
                    shared.end(server).await;
                    sleep(after).await;
                    shared.start(server).await;
                });
            }
            _ => {}
        }
    }
}

fn spawn_after(time: Duration, work: impl Future<Output = ()> + Send + 'static) {
    tokio::spawn(async move {
        sleep(time).await;
        work.await;
    });
}

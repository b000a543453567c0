//! A worker in the test's own process, over a real NATS.

use std::num::NonZeroUsize;
use std::time::Duration;

use async_nats::Client;
use server::nats::connect;
use server::search::pool::{Actor, Size};
use server::search::remote::{OrderCapacity, OrderServer};
use server::search::service::start_threads;
use server::tables::sets::TableSets;
use test_services::NatsServer;
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(20);

/// Makes searches that servers order.
pub struct TestWorker {
    pub order_server: OrderServer,
    pub leave: Option<oneshot::Sender<()>>,
    _threads: Actor,
}

impl TestWorker {
    /// A worker of one thread that has so many orders at a time, once it listens.
    pub async fn start(nats: &NatsServer, size: usize) -> Self {
        let pool_size = Size {
            slots: NonZeroUsize::MIN,
            waiting: 8,
            patience: PATIENCE,
        };
        let (pool, threads) = start_threads(pool_size).expect("threads");
        let client = client(nats).await;
        let order_server = OrderServer::new(
            client.clone(),
            pool,
            TableSets::default(),
            "test",
            OrderCapacity(size),
        );
        let (leave, left) = oneshot::channel::<()>();
        let serving = order_server.clone();
        tokio::spawn(async move {
            let served = serving.serve(async { drop(left.await) }).await;
            served.expect("NATS works");
        });
        while !order_server.is_listening() {
            sleep(Duration::from_millis(5)).await;
        }
        client.flush().await.expect("NATS works");
        Self {
            order_server,
            leave: Some(leave),
            _threads: threads,
        }
    }

    /// Waits until it has no orders.
    pub async fn until_idle(&self) {
        let idle = async {
            while self.order_server.open_orders() > 0 {
                sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(Duration::from_secs(3), idle)
            .await
            .expect("is idle");
    }
}

/// A connection to NATS.
pub async fn client(nats: &NatsServer) -> Client {
    let address = nats.url().parse().expect("an address");
    let client = connect(&address).await.expect("connects");
    client.flush().await.expect("NATS is there");
    client
}

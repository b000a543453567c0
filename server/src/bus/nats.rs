//! The bus of servers on several machines: subjects of NATS.

use std::fmt;

use async_nats::Client;
use async_nats::connection::State;
use axum::body::Bytes;
use futures::{FutureExt, StreamExt};
use tokio::task::{AbortHandle, unconstrained};

use super::{Bus, Deliver, Listening};
use crate::metrics;

/// A server's connection to the others of its site over NATS.
pub struct NatsBus {
    client: Client,
    /// What subjects begin with: one NATS may serve several sites.
    site: String,
}

impl NatsBus {
    /// `site` names the database of the site; letters, digits and hyphens.
    pub fn new(client: Client, site: &str) -> Self {
        Self {
            client,
            site: format!("ponder.{site}"),
        }
    }

    fn subject(&self, topic: &str) -> String {
        format!("{}.{topic}", self.site)
    }
}

impl fmt::Debug for NatsBus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NatsBus")
            .field("site", &self.site)
            .finish_non_exhaustive()
    }
}

impl Bus for NatsBus {
    fn tell(&self, topic: &str, message: Bytes) -> bool {
        // A message that would have to wait is not sent: what is old when it arrives helps nobody. Whether it
        // would is for the connection to say, not for tokio's fairness between tasks.
        let sent = unconstrained(self.client.publish(self.subject(topic), message));
        let is_sent = self.client.connection_state() == State::Connected
            && matches!(sent.now_or_never(), Some(Ok(())));
        metrics::bus_message(if is_sent { "sent" } else { "dropped" });
        is_sent
    }

    fn listen(&self, topic: &str, deliver: Deliver) -> Listening {
        let (client, subject) = (self.client.clone(), self.subject(topic));
        let listening = tokio::spawn(async move {
            let mut told = match client.subscribe(subject).await {
                Ok(told) => told,
                Err(error) => {
                    tracing::error!(%error, "other servers can't be listened to");
                    return;
                }
            };
            while let Some(message) = told.next().await {
                metrics::bus_message("received");
                deliver(message.payload);
            }
        });
        Listening::until_dropped(ListeningTask(listening.abort_handle()))
    }
}

/// A task that listens until this is dropped.
struct ListeningTask(AbortHandle);

impl Drop for ListeningTask {
    fn drop(&mut self) {
        self.0.abort();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use tokio::sync::mpsc;
    use tokio::time::{sleep, timeout};

    use super::*;
    use crate::nats::connect;

    /// Servers on the NATS that the environment names, of these sites; `None` where it names none.
    async fn servers<const N: usize>(sites: [&str; N]) -> Option<[NatsBus; N]> {
        let address = std::env::var("PONDER_TEST_NATS").ok()?;
        let address = address.parse().expect("an address");
        let mut servers = Vec::new();
        for site in sites {
            let client = connect(&address).await.expect("connects");
            // Sites of other tests are others.
            let site = format!("{site}-{}", std::process::id());
            servers.push(NatsBus::new(client, &site));
        }
        servers.try_into().ok()
    }

    fn listen(server: &NatsBus, topic: &str) -> (Listening, mpsc::UnboundedReceiver<Bytes>) {
        let (hear, heard) = mpsc::unbounded_channel();
        let deliver = move |message| {
            hear.send(message).ok();
        };
        (server.listen(topic, Arc::new(deliver)), heard)
    }

    /// Tells it until it is heard, since subjects are subscribed to meanwhile.
    async fn tell_until_heard(
        server: &NatsBus,
        topic: &str,
        message: &'static str,
        heard: &mut mpsc::UnboundedReceiver<Bytes>,
    ) {
        let told = async {
            loop {
                server.tell(topic, Bytes::from(message));
                if let Ok(Some(told)) = timeout(Duration::from_millis(50), heard.recv()).await {
                    assert_eq!(told, message);
                    return;
                }
            }
        };
        let waited = timeout(Duration::from_secs(20), told).await;
        waited.expect("it is heard in time");
        while timeout(Duration::from_millis(50), heard.recv())
            .await
            .is_ok()
        {}
    }

    #[tokio::test]
    async fn servers_of_a_site_hear_each_other_while_they_listen() {
        let Some([first, second, other]) = servers(["one", "one", "two"]).await else {
            return;
        };
        let (_own, mut own_heard) = listen(&first, "game.a");
        let (_foreign, mut foreign_heard) = listen(&other, "game.a");
        let (listening, mut heard) = listen(&second, "game.a");
        tell_until_heard(&first, "game.a", "warm", &mut heard).await;
        for number in 0..100_u32 {
            first.tell("game.b", Bytes::from("another topic"));
            first.tell("game.a", Bytes::from(number.to_string()));
        }
        for number in 0..100_u32 {
            let told = timeout(Duration::from_secs(5), heard.recv()).await;
            assert_eq!(told, Ok(Some(Bytes::from(number.to_string()))));
        }
        drop(listening);
        assert_eq!(heard.recv().await, None);
        assert!(own_heard.try_recv().is_err());
        assert!(foreign_heard.try_recv().is_err());
    }

    #[tokio::test]
    async fn without_a_server_nothing_waits() {
        let address = "nats://127.0.0.1:1".parse().expect("an address");
        let client = connect(&address).await.expect("is tried in the background");
        let server = NatsBus::new(client, "alone");
        let (_listening, mut heard) = listen(&server, "lobby");
        for _ in 0..10_000 {
            server.tell("lobby", Bytes::from("nobody hears it"));
        }
        sleep(Duration::from_millis(50)).await;
        assert!(heard.try_recv().is_err());
    }
}

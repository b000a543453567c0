//! What clients spend at the other servers of a site. Every second each server tells the others what it has
//! charged here, and they charge it, too: a client has its allowance once, however many servers it asks, but
//! for what it spends within that second. How many requests are under way is counted at each server alone.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;

use super::clients::Clients;
use super::untold::{MAX_TOLD, Spending};
use crate::bus::Bus;

const TOPIC: &str = "spent";

/// How often the others are told.
const TELL_EVERY: Duration = Duration::from_secs(1);

impl Clients {
    /// Tells other servers what is spent here, and takes in what is spent there, for as long as it is polled.
    pub async fn share(&self, bus: &dyn Bus) -> Infallible {
        let clients = self.clone();
        let _listening = bus.listen(TOPIC, Arc::new(move |notice| clients.hear(&notice)));
        self.untold().begin();
        loop {
            tokio::time::sleep(TELL_EVERY).await;
            let spent = self.untold().drain();
            if !spent.is_empty() {
                // Notices always serialize.
                let notice = serde_json::to_vec(&spent).unwrap_or_default();
                bus.tell(TOPIC, Bytes::from(notice));
            }
        }
    }

    /// Takes in what was spent at another server.
    pub fn hear(&self, notice: &[u8]) {
        // Another version of the program may have sent it.
        let Ok(spent) = serde_json::from_slice::<Vec<Spending>>(notice) else {
            return;
        };
        let now = Instant::now();
        for Spending {
            of,
            purpose,
            tokens,
        } in spent.into_iter().take(MAX_TOLD)
        {
            self.known_bucket(of, purpose).charge_elsewhere(tokens, now);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;
    use crate::bus::LocalBus;
    use crate::rate_limit::{RateLimitKey, Rules};

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    /// So many nodes that no second adds to what is left of them.
    const BURST: u64 = 60;

    fn clients() -> Clients {
        let mut rules = Rules::of_nodes(1);
        rules.search.burst = BURST;
        Clients::new(rules, 0)
    }

    fn left(clients: &Clients) -> u64 {
        let key = RateLimitKey::Address(HERE);
        clients.search_allowance(key).remaining
    }

    /// Has both servers share what is spent.
    async fn share(clients: [&Clients; 2]) {
        let bus = LocalBus::default();
        for clients in clients {
            let (clients, server) = (clients.clone(), bus.join());
            tokio::spawn(async move { clients.share(&*server).await });
        }
        tokio::task::yield_now().await;
    }

    /// Lets so many seconds pass, of the runtime and not of the buckets.
    async fn pass(seconds: u64) {
        tokio::time::sleep(Duration::from_secs(seconds)).await;
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_spent_at_one_server_is_missing_at_the_other_once() {
        let (first, second) = (clients(), clients());
        share([&first, &second]).await;
        let key = RateLimitKey::Address(HERE);
        drop(first.enter_search(key, 25).expect("an allowance"));
        pass(2).await;
        assert_eq!([left(&first), left(&second)], [35, 35]);
        drop(second.enter_search(key, 10).expect("an allowance"));
        pass(10).await;
        assert_eq!([left(&first), left(&second)], [25, 25]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_search_that_ends_later_is_told_of_then() {
        let (first, second) = (clients(), clients());
        share([&first, &second]).await;
        let key = RateLimitKey::Address(HERE);
        let permit = first.enter_search(key, 0).expect("an allowance");
        pass(5).await;
        permit.payer().charge(40);
        drop(permit);
        pass(2).await;
        assert_eq!([left(&first), left(&second)], [20, 20]);
        pass(2).await;
        assert!(first.untold().is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn a_bystander_is_not_charged_and_what_cannot_be_read_charges_nobody() {
        let (first, second) = (clients(), clients());
        share([&first, &second]).await;
        let other = RateLimitKey::Address(Ipv4Addr::new(10, 0, 0, 1).into());
        drop(first.enter_search(other, 50).expect("an allowance"));
        pass(2).await;
        assert_eq!(left(&second), BURST);
        for notice in [
            "",
            "{}",
            "[1]",
            r#"[{"of":"me","purpose":"Search","tokens":5}]"#,
        ] {
            second.hear(notice.as_bytes());
        }
        second.hear(br#"[{"of":{"Address":"127.0.0.1"},"purpose":"Search","tokens":-1}]"#);
        assert_eq!(left(&second), BURST);
        second.hear(br#"[{"of":{"Address":"127.0.0.1"},"purpose":"Search","tokens":5}]"#);
        assert_eq!(left(&second), BURST - 5);
    }

    #[test]
    fn a_server_that_is_alone_notes_nothing() {
        let alone = clients();
        let key = RateLimitKey::Address(HERE);
        drop(alone.enter_search(key, 25).expect("an allowance"));
        assert!(alone.untold().is_empty());
    }
}

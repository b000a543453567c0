//! Allowances that hold for all servers of a site. Every second each server tells the others what it has charged
//! to whom, and they charge it, too: a client has its allowance once, however many servers it asks, but for what
//! it spends within that second. How many requests are under way is counted at each server alone.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::bucket_key::{BucketKey, Owner, Purpose};
use super::clients::Clients;
use crate::bus::Bus;

const TOPIC: &str = "charges";

/// How often the others are told.
const TELL_EVERY: Duration = Duration::from_secs(1);

/// The most charges of one notice, some 100 bytes each: NATS takes a megabyte.
const MAX_CHARGES: usize = 2_000;

/// What was charged to a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Charge {
    to: Owner,
    purpose: Purpose,
    /// Fewer than none where more were returned than taken.
    tokens: i64,
}

impl Clients {
    /// Tells other servers what is charged here, and charges what they tell, for as long as it is polled.
    pub async fn share(&self, bus: &dyn Bus) -> Infallible {
        let clients = self.clone();
        let _listening = bus.listen(TOPIC, Arc::new(move |notice| clients.hear(&notice)));
        self.unsent().begin();
        loop {
            tokio::time::sleep(TELL_EVERY).await;
            self.tell_charges(bus);
        }
    }

    /// Tells other servers what was charged since they were told. What cannot be sent now, since NATS is gone, is
    /// sent later, less what clients would have been given meanwhile.
    pub fn tell_charges(&self, bus: &dyn Bus) {
        for charges in self.unsent().drain().chunks(MAX_CHARGES) {
            let notice: Vec<Charge> = charges.iter().map(Charge::of).collect();
            // Notices always serialize.
            let notice = serde_json::to_vec(&notice).unwrap_or_default();
            if bus.tell(TOPIC, Bytes::from(notice)) {
                continue;
            }
            for (key, tokens) in charges {
                let given = self
                    .rule(*key)
                    .per_second
                    .saturating_mul(TELL_EVERY.as_secs());
                let given = i64::try_from(given).unwrap_or(i64::MAX);
                let later = match *tokens {
                    0.. => tokens.saturating_sub(given).max(0),
                    returned => returned,
                };
                self.unsent().add(*key, later);
            }
        }
    }

    /// Charges what another server has charged.
    pub fn hear(&self, notice: &[u8]) {
        let Ok(charges) = serde_json::from_slice::<Vec<&RawValue>>(notice) else {
            return;
        };
        let now = Instant::now();
        for charge in charges.into_iter().take(MAX_CHARGES) {
            // A later version of the program may know other purposes.
            let Ok(Charge {
                to,
                purpose,
                tokens,
            }) = serde_json::from_str(charge.get())
            else {
                continue;
            };
            self.bucket(to, purpose).charge_elsewhere(tokens, now);
        }
    }
}

impl Charge {
    fn of(&((to, purpose), tokens): &(BucketKey, i64)) -> Self {
        Self {
            to,
            purpose,
            tokens,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::ops::RangeInclusive;

    use super::*;
    use crate::bus::{Deliver, Listening, LocalBus};
    use crate::rate_limit::{RateLimitKey, Rules};

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    /// Tokens of a search that are far more than any test's time adds.
    const MANY: u64 = 1_000_000;

    /// Clients that have a hundred times as many.
    fn clients() -> Clients {
        let mut rules = Rules::of_nodes(1);
        rules.search.burst = 100 * MANY;
        Clients::new(rules, 0)
    }

    /// What is left to a client, in whole times [`MANY`]; a second adds less.
    fn left(clients: &Clients) -> u64 {
        let key = RateLimitKey::Address(HERE);
        clients.search_allowance(key).remaining / MANY
    }

    /// Charges so many times [`MANY`] less a little, so that what is left stays within one of them.
    fn charge(clients: &Clients, times: u64) {
        let key = RateLimitKey::Address(HERE);
        let permit = clients.enter_search(key, times * MANY - MANY / 10);
        drop(permit.expect("an allowance"));
    }

    /// Has both servers share what is charged.
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
        charge(&first, 25);
        pass(2).await;
        assert_eq!([left(&first), left(&second)], [75, 75]);
        charge(&second, 10);
        pass(10).await;
        assert_eq!([left(&first), left(&second)], [65, 65]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_search_that_ends_later_is_told_of_then() {
        let (first, second) = (clients(), clients());
        share([&first, &second]).await;
        let key = RateLimitKey::Address(HERE);
        let permit = first.enter_search(key, 0).expect("an allowance");
        pass(5).await;
        permit.payer().charge(40 * MANY - MANY / 10);
        drop(permit);
        pass(2).await;
        assert_eq!([left(&first), left(&second)], [60, 60]);
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_given_back_after_others_were_told_is_given_back_there_too() {
        let (first, second) = (clients(), clients());
        share([&first, &second]).await;
        let guests = |clients: &Clients| clients.of_address(HERE, Purpose::DailyGuests);
        let full = guests(&second).allowance(Instant::now()).remaining;
        let tokens = full / 2;
        assert!(guests(&first).try_take(tokens, Instant::now()));
        pass(2).await;
        assert!(guests(&second).allowance(Instant::now()).remaining <= full - tokens / 2);
        guests(&first).give_back(tokens, Instant::now());
        pass(2).await;
        assert_eq!(guests(&second).allowance(Instant::now()).remaining, full);
    }

    #[tokio::test(start_paused = true)]
    async fn what_sockets_send_is_counted_where_they_are() {
        let (first, second) = (clients(), clients());
        share([&first, &second]).await;
        let bytes = first.of_address(HERE, Purpose::SocketBytes);
        bytes.charge(1_000, Instant::now());
        pass(2).await;
        let other = second.of_address(HERE, Purpose::SocketBytes);
        let other = other.allowance(Instant::now());
        assert_eq!(other.remaining, other.limit);
    }

    #[tokio::test(start_paused = true)]
    async fn a_bystander_is_not_charged_and_what_cannot_be_read_charges_nobody() {
        let (first, second) = (clients(), clients());
        share([&first, &second]).await;
        let other = RateLimitKey::Address(Ipv4Addr::new(10, 0, 0, 1).into());
        drop(first.enter_search(other, 50 * MANY).expect("an allowance"));
        pass(2).await;
        assert_eq!(left(&second), 100);
        for notice in [
            "",
            "{}",
            "[1]",
            r#"[{"to":"me","purpose":"search","tokens":50000000}]"#,
            r#"[{"to":{"address":"127.0.0.1"},"purpose":"search","tokens":1e30}]"#,
        ] {
            second.hear(notice.as_bytes());
        }
        assert_eq!(left(&second), 100);
        // A purpose of a later version is passed over, and others are not. These names are stored nowhere, but
        // servers of two versions share them.
        second.hear(
            br#"[{"to":{"account":7},"purpose":"dreams","tokens":1},
                {"to":{"address":"127.0.0.1"},"purpose":"search","tokens":4500000}]"#,
        );
        assert_eq!(left(&second), 95);
    }

    /// NATS, which is gone at first.
    #[derive(Debug, Default)]
    struct BrokenBus(parking_lot::Mutex<(bool, Vec<Bytes>)>);

    impl Bus for BrokenBus {
        fn tell(&self, _: &str, message: Bytes) -> bool {
            let mut state = self.0.lock();
            if state.0 {
                state.1.push(message);
            }
            state.0
        }

        fn listen(&self, _: &str, _: Deliver) -> Listening {
            Listening::until_dropped(())
        }
    }

    #[test]
    fn what_could_not_be_sent_is_sent_later_less_what_time_has_given() {
        let mut rules = Rules::of_nodes(MANY);
        rules.daily_bytes.per_second = 0;
        let clients = Clients::new(rules, 0);
        clients.unsent().begin();
        let bus = BrokenBus::default();
        let key = RateLimitKey::Address(HERE);
        drop(
            clients
                .enter_search(key, 3 * MANY + 7)
                .expect("an allowance"),
        );
        let bytes = clients.of_address(HERE, Purpose::DailyBytes);
        assert!(bytes.try_take(500, Instant::now()));
        for _ in 0..3 {
            clients.tell_charges(&bus);
        }
        bus.0.lock().0 = true;
        clients.tell_charges(&bus);
        clients.tell_charges(&bus);
        let sent = std::mem::take(&mut bus.0.lock().1);
        let [notice] = &sent[..] else {
            panic!("{sent:?}")
        };
        let mut charges: Vec<Charge> = serde_json::from_slice(notice).expect("charges");
        charges.sort_by_key(|charge| charge.tokens);
        let tokens: Vec<i64> = charges.iter().map(|charge| charge.tokens).collect();
        assert_eq!(tokens, [7, 500]);
    }

    #[test]
    fn many_charges_are_sent_in_several_notices() {
        let clients = clients();
        clients.unsent().begin();
        let addresses: RangeInclusive<u32> = 1..=5_000;
        for address in addresses {
            let key = RateLimitKey::Address(Ipv4Addr::from(address).into());
            drop(clients.enter_search(key, 1).expect("an allowance"));
        }
        let bus = BrokenBus(parking_lot::Mutex::new((true, Vec::new())));
        clients.tell_charges(&bus);
        let sent = std::mem::take(&mut bus.0.lock().1);
        assert_eq!(sent.len(), 3);
        assert!(sent.iter().all(|notice| notice.len() < 1 << 20));
    }

    #[test]
    fn a_server_that_is_alone_notes_nothing() {
        let alone = clients();
        charge(&alone, 25);
        assert!(alone.unsent().drain().is_empty());
    }
}

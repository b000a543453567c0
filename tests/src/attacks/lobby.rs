//! Eleven guests of one address each offer as many games as they may, and wait for all of them: more
//! than the lobby shows. Bystander: somebody elsewhere who has offered a game before, and whom a
//! third visitor should find.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};

use super::{Report, Size, Tally, game::offer, person::Person, site::Site};
use crate::live::{Received, Socket};
use crate::origin::Origin;

const ATTACKER: Origin = Origin::direct([127, 0, 66, 1]);
const BYSTANDER: Origin = Origin::direct([127, 0, 3, 1]);
const VISITOR: Origin = Origin::direct([127, 0, 4, 1]);

/// Guests of the attacker, and what each offers.
const GUESTS: usize = 11;
const EACH: usize = 5;

/// How long the lobby's messages are read after the last change.
const QUIET: Duration = Duration::from_secs(2);

/// Runs the attack beside its bystander.
pub fn run(_size: Size) -> Vec<Report> {
    let site = Site::start(&[]);
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    let mut bystander = Person::new(site.addr(), BYSTANDER);
    let (own, _waiting) = wait_in_lobby(&mut bystander, &runtime, 1);
    let own = own.first().expect("the bystander may offer a game").clone();
    let mut sockets = Vec::new();
    let mut offered = 0;
    for _ in 0..GUESTS {
        let mut guest = Person::new(site.addr(), ATTACKER);
        let (links, socket) = wait_in_lobby(&mut guest, &runtime, EACH);
        offered += links.len();
        sockets.push(socket);
    }
    let shown = look(&Person::new(site.addr(), VISITOR), &runtime);
    let mut found = Tally::default();
    let is_shown = shown
        .iter()
        .any(|challenge| challenge["game"] == own.as_str());
    found.count(match is_shown {
        true => Ok(()),
        false => Err("not in the list".to_owned()),
    });
    vec![
        Report::of("lobby")
            .tried("challenge in the list of a third visitor", found)
            .figure(format!(
                "{offered} offered by one address, {} shown in all",
                shown.len()
            ))
            .figure(site.figure()),
    ]
}

/// Offers listed games and subscribes to them, as the page does. Returns their links.
pub fn wait_in_lobby(
    person: &mut Person,
    runtime: &Runtime,
    games: usize,
) -> (Vec<String>, Option<Socket>) {
    let listed = json!({ "against": "somebody", "listed": true });
    let links = (0..games).map_while(|_| offer(person, None, &listed).ok());
    let links: Vec<_> = links.collect();
    let socket = runtime.block_on(async {
        let mut socket = person.way().open().await.ok()?;
        for link in &links {
            let resume = json!({ "type": "resume", "game": link });
            socket.send(&resume).await;
        }
        // All are subscribed before the bystander looks.
        for _ in &links {
            until_synced(&mut socket).await?;
        }
        Some(socket)
    });
    (links, socket)
}

async fn until_synced(socket: &mut Socket) -> Option<()> {
    while let Some(Received::Json(message)) = socket.receive_within(Duration::from_secs(5)).await {
        if message["type"] == "synced" {
            return Some(());
        }
    }
    None
}

/// The challenges that a new visitor sees.
pub fn look(person: &Person, runtime: &Runtime) -> Vec<Value> {
    runtime.block_on(async {
        let mut shown = Vec::new();
        let Ok(mut socket) = person.way().open().await else {
            return shown;
        };
        socket.send(&json!({ "type": "lobby" })).await;
        let begin = Instant::now();
        while let Some(left) = QUIET.checked_sub(begin.elapsed()) {
            let Some(Received::Json(message)) = socket.receive_within(left).await else {
                break;
            };
            if let Some(challenges) = message["challenges"].as_array() {
                shown.clone_from(challenges);
            }
        }
        shown
    })
}

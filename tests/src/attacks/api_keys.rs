//! One address makes several accounts in a row, a key for each, and searches with all of them. What
//! is measured is how many searches are let in beside those of a single key. Bystander: an address
//! without a key, whose own allowance is untouched.

use serde_json::json;

use super::{Report, Size, Tally, person::Person, search, site::Site};
use crate::{http::Response, origin::Origin};

const ATTACKER: Origin = Origin::direct([127, 0, 66, 1]);
const BYSTANDER: Origin = Origin::direct([127, 0, 3, 1]);

/// Positions a second of each client: few, so that an allowance has an end.
const NODES: &str = "8000";

/// Positions of one search.
const SEARCH: u64 = 400_000;

/// Searches after which a key counts as unlimited.
const MANY: usize = 30;

/// Runs the attack beside its bystander.
pub fn run(size: Size) -> Vec<Report> {
    let one = let_in(1);
    let all = let_in(size.pick(6, 3));
    // What refills meanwhile is little.
    let most = one.searches.succeeded + (one.searches.succeeded / 2).max(2);
    vec![
        Report::of("api_keys")
            .tried("search of another address", all.bystander)
            .figure(format!(
                "one key: {} searches let in, RateLimit-Limit {}",
                one.searches, one.limits
            ))
            .figure(format!(
                "{} keys: {} searches let in, RateLimit-Limit {} in all",
                all.keys, all.searches, all.limits
            ))
            .figure(all.figure)
            .bound(
                format!("{} keys together are let in {most} times at most", all.keys),
                all.searches.succeeded <= most,
            )
            .bound(
                "a key\u{2019}s allowance has an end",
                one.searches.succeeded < MANY,
            ),
    ]
}

struct LetIn {
    keys: usize,
    searches: Tally,
    limits: u64,
    bystander: Tally,
    figure: String,
}

fn let_in(accounts: usize) -> LetIn {
    let site = Site::start(&["--nodes", NODES]);
    let addr = site.addr();
    let keys = (0..accounts).filter_map(|number| {
        let mut person = Person::new(addr, ATTACKER);
        new_key(&mut person, number).map(|key| (person, key))
    });
    let keys: Vec<_> = keys.collect();
    let mut found = LetIn {
        keys: keys.len(),
        searches: Tally::default(),
        limits: 0,
        bystander: Tally::default(),
        figure: String::new(),
    };
    for (mut person, key) in keys {
        let mut limit = None;
        for _ in 0..MANY {
            let request = search::of_nodes(SEARCH);
            let request = request.header("Authorization", &format!("Bearer {key}"));
            let answer = person.send(request);
            limit = limit.or(answer.as_ref().ok().and_then(limit_of));
            let is_refused = !answer.as_ref().is_ok_and(|answer| answer.status == 200);
            found.searches.answer(&answer);
            if is_refused {
                break;
            }
        }
        found.limits += limit.unwrap_or_default();
    }
    let mut bystander = Person::new(addr, BYSTANDER);
    let answer = bystander.send(search::of_nodes(1_000));
    found.bystander.answer(&answer);
    found.figure = site.figure();
    found
}

fn limit_of(answer: &Response) -> Option<u64> {
    answer.header("ratelimit-limit")?.parse().ok()
}

/// Makes an account and a key for it; `None` when the server makes no more.
pub fn new_key(person: &mut Person, number: usize) -> Option<String> {
    let password = format!("{number} violet-anvil tundra 73");
    let name = format!("Gundula{number}");
    let made = person.call("register", &json!({ "name": name, "password": password }));
    made.ok().filter(|answer| answer.status == 200)?;
    // Servers from before keys asked for the password know no such field.
    let arguments = [
        json!({ "label": "bot", "password": password }),
        json!({ "label": "bot" }),
    ];
    arguments.iter().find_map(|arguments| {
        let answer = person.call("new_api_key", arguments).ok()?;
        let made = answer.json();
        made["key"].as_str().map(str::to_owned)
    })
}

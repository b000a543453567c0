//! No attack: forty visitors behind one address come to the site within a minute, look at pages,
//! make guests, and play twenty live games. All of it has to succeed.

use std::{net::Ipv6Addr, thread, time::Duration};

use serde_json::json;

use super::game::Game;
use super::person::{Person, won_game};
use super::site::Site;
use super::{Report, Size, Tally};
use crate::{http::Request, origin::Origin};

/// Visitors.
const VISITORS: usize = 40;

/// The pause between two moves.
const PAUSE: Duration = Duration::from_millis(400);

/// What a visitor has found.
#[derive(Default)]
struct Found {
    pages: Tally,
    files: Tally,
    calls: Tally,
}

/// Measures it behind an IPv4 address, with and without a proxy, and behind an IPv6 network.
pub fn run(size: Size) -> Vec<Report> {
    let lesson = |what: &str, arguments: &[&str], origin: &(dyn Fn(usize) -> Origin + Sync)| {
        let site = Site::start(arguments);
        attend(what, &site, origin, size)
    };
    let network = Ipv6Addr::new(0x2001, 0xdb8, 1, 2, 0, 0, 0, 0).to_bits();
    vec![
        lesson("classroom, one IPv4 address", &[], &|_| {
            Origin::direct([127, 0, 2, 1])
        }),
        lesson(
            "classroom, one IPv4 address behind a proxy",
            &["--proxies", "1"],
            &|_| Origin::forwarded([198, 51, 100, 7]),
        ),
        lesson(
            "classroom, one IPv6 /64 behind a proxy",
            &["--proxies", "1"],
            &|number| Origin::forwarded(Ipv6Addr::from_bits(network | (number as u128 + 1))),
        ),
    ]
}

fn attend(
    what: &str,
    site: &Site,
    origin: &(dyn Fn(usize) -> Origin + Sync),
    size: Size,
) -> Report {
    let addr = site.addr();
    let mut all = Found::default();
    let mut people = Vec::new();
    thread::scope(|scope| {
        let arriving: Vec<_> = (0..VISITORS)
            .map(|number| {
                scope.spawn(move || {
                    let mut person = Person::new(addr, origin(number));
                    (look_around(&mut person), person)
                })
            })
            .collect();
        for visitor in arriving {
            let (found, person) = visitor.join().expect("a visitor does not panic");
            all.pages.add(found.pages);
            all.files.add(found.files);
            all.calls.add(found.calls);
            people.push(person);
        }
    });
    let moves = size.pick(20, 6);
    let (mut begun, mut played) = (Tally::default(), Tally::default());
    thread::scope(|scope| {
        let games: Vec<_> = people
            .chunks_mut(2)
            .enumerate()
            .map(|(number, pair)| {
                scope.spawn(move || {
                    let [white, black] = pair else {
                        unreachable!("visitors are even in number")
                    };
                    let game = Game::begin(white, black, Some((180, 2)), number as u64);
                    game.map(|mut game| game.play(moves, PAUSE))
                })
            })
            .collect();
        for game in games {
            match game.join().expect("a game does not panic") {
                Ok(tally) => {
                    begun.count(Ok(()));
                    played.add(tally);
                }
                Err(why) => begun.count(Err(why)),
            }
        }
    });
    Report::of(what)
        .tried("pages", all.pages)
        .tried("files", all.files)
        .tried("calls", all.calls)
        .tried("games begun", begun)
        .tried("live moves", played)
        .figure(site.figure())
}

/// Looks at pages with their files, and makes the calls that the pages make.
fn look_around(person: &mut Person) -> Found {
    let mut found = Found::default();
    let mut connection = person.connection();
    for path in ["/", "/play", "/analyze"] {
        let page = person.send_by(&mut connection, Request::get(path));
        found.pages.answer(&page);
        let files = page.map(|page| files_of(&page.text())).unwrap_or_default();
        for file in files {
            let file = Request::get(&file).header("Accept-Encoding", "br, gzip");
            found.files.answer(&person.send_by(&mut connection, file));
        }
    }
    for function in ["account", "results", "results_by_level"] {
        found.calls.answer(&person.call(function, &json!({})));
    }
    for _ in 0..2 {
        found.calls.answer(&person.call("record_game", &won_game()));
    }
    found
}

/// The files of this site that a page names, each once.
fn files_of(page: &str) -> Vec<String> {
    let mut files = Vec::new();
    for part in page.split(['"', '\'']) {
        let is_file = ["/pkg/", "/pieces/", "/favicon", "/icon", "/manifest"]
            .iter()
            .any(|start| part.starts_with(start));
        if is_file && part.contains('.') && !files.iter().any(|known| known == part) {
            files.push(part.to_owned());
        }
    }
    files
}

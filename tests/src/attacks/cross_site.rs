//! A foreign page has a visitor's browser ask for this site's addresses as fast as it can, from the
//! visitor's own address and without cookies. Bystander: the visitor, who plays a live game.

use std::time::Duration;

use super::beside::{StopFlag, beside};
use super::game::Game;
use super::person::Person;
use super::site::Site;
use super::{Report, Size, Tally, search};
use crate::{http::Request, origin::Origin};

/// The addresses of the visitor and of the opponent.
const VISITOR: Origin = Origin::direct([127, 0, 1, 1]);
const OPPONENT: Origin = Origin::direct([127, 0, 1, 2]);

/// Connections of a browser to one host.
const CONNECTIONS: usize = 6;

/// The pause between two moves.
const PAUSE: Duration = Duration::from_millis(300);

/// Runs the attack beside its bystander.
pub fn run(size: Size) -> Vec<Report> {
    let site = Site::start(&[]);
    let addr = site.addr();
    let (mut visitor, mut opponent) = (Person::new(addr, VISITOR), Person::new(addr, OPPONENT));
    let begun = Game::begin(&mut visitor, &mut opponent, Some((180, 0)), 1);
    let mut game = begun.expect("a game begins on a fresh server");
    let link = game.link.clone();
    let (sent, moves) = beside(
        CONNECTIONS,
        |number, stop| {
            foreign_page(
                &Person::new(addr, VISITOR),
                &link,
                number,
                Duration::ZERO,
                stop,
            )
        },
        || game.play_for(Duration::from_secs(size.pick(15, 10)), PAUSE),
    );
    let mut after = Tally::default();
    for path in ["/", "/play", &format!("/game/{link}"), "/api/v1/strategies"] {
        after.answer(&visitor.get(path));
    }
    after.answer(&visitor.call("results", &serde_json::json!({})));
    after.answer(&visitor.send(search::timed(50)));
    let foreign = Tally::of_all(sent);
    vec![
        Report::of("cross_site")
            .tried("live moves", moves)
            .tried("pages and calls afterwards", after)
            .figure(format!("the foreign page\u{2019}s requests: {foreign}"))
            .figure(site.figure()),
    ]
}

/// Asks for one address after the other, as `<img>`, `fetch` and frames of a foreign page do, with a
/// pause after each.
pub fn foreign_page(
    visitor: &Person,
    link: &str,
    first: usize,
    pause: Duration,
    stop: &StopFlag,
) -> Tally {
    let mut connection = visitor.connection();
    let requests = foreign_requests(link).map(|request| visitor.dress(request));
    let mut tally = Tally::default();
    let mut at = first;
    while !stop.is_set() {
        tally.answer(&connection.ask(&requests[at % requests.len()]));
        at += 1;
        stop.sleep(pause);
    }
    tally
}

fn foreign_requests(link: &str) -> [Request; 6] {
    let cross = |path: &str, mode: &str, destination: &str| {
        Request::get(path)
            .header("Sec-Fetch-Site", "cross-site")
            .header("Sec-Fetch-Mode", mode)
            .header("Sec-Fetch-Dest", destination)
            .header("Referer", "https://evil.example/")
    };
    let game = |ending: &str| format!("/game/{link}.{ending}");
    [
        cross(&game("json"), "no-cors", "image"),
        cross(&game("json"), "no-cors", "empty"),
        cross(&game("pgn"), "no-cors", "script"),
        cross(&game("json"), "no-cors", "style"),
        cross(&format!("/game/{link}"), "navigate", "iframe"),
        cross("/api/v1/search?depth=1", "no-cors", "image"),
    ]
}

//! One player asks for a takeback again and again within one turn, each declined at once.
//! Bystander: the opponent, who should be asked once.

use std::time::Duration;

use super::{Report, Size, Tally, game::Game, person::Person, site::Site};
use crate::origin::Origin;

const ATTACKER: Origin = Origin::direct([127, 0, 66, 1]);
const OPPONENT: Origin = Origin::direct([127, 0, 3, 1]);

/// The number of requests.
const OFFERS: usize = 30;

/// How often the opponent may be asked within a turn.
const MAX_TOLD: usize = 1;

/// Runs the attack beside its bystander.
pub fn run(size: Size) -> Vec<Report> {
    let site = Site::start(&[]);
    let addr = site.addr();
    let (mut white, mut black) = (Person::new(addr, ATTACKER), Person::new(addr, OPPONENT));
    let game = Game::begin(&mut white, &mut black, Some((180, 0)), 7);
    let mut game = game.expect("a game begins on a fresh server");
    let mut moves = game.play(2, Duration::from_millis(100));
    let before = game.events.len();
    let mut offers = Tally::default();
    for _ in 0..size.pick(OFFERS, 10) {
        let offered = game.act(0, "takeback");
        let is_told = offered.is_ok();
        offers.count(offered);
        if is_told {
            // The opponent wants to be left alone; what comes of it does not matter here.
            game.act(1, "decline").ok();
        }
        game.rest(Duration::from_millis(60));
    }
    let told = game.events[before..].iter().filter(|(player, event)| {
        *player == 1 && event["kind"] == "offered" && event["by"] == "white"
    });
    let told = told.count();
    moves.add(game.play(4, Duration::from_millis(100)));
    vec![
        Report::of("takeback_spam")
            .tried("live moves of both", moves)
            .figure(format!(
                "offers: {offers}; the opponent was asked {told} times"
            ))
            .figure(site.figure())
            .bound(
                format!("asked at most {MAX_TOLD} time within a turn"),
                told <= MAX_TOLD,
            ),
    ]
}

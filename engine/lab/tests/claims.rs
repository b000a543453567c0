//! Sentences about moves in games at low levels, checked by a deep search.
//!
//! A few positions in every run; `PONDER_SENTENCES=2000 PONDER_SENTENCE_DEPTH=14` takes an hour in a
//! release build.

use std::ops::ControlFlow;

use engine::eval::{EvalConfig, Evaluation};
use engine::player::{Calculator, Level};
use engine::rules::san;
use lab::arena::InProcessPlayer;
use lab::claims::{ClaimChecker, ClaimSurvey, SurveyedMove};

/// Nodes of each sound search, as on the page.
const SOUND_NODES: u64 = 150_000;

/// How many positions, and how deep, unless the environment says otherwise.
const POSITIONS: usize = 40;
const DEPTH: u8 = 9;
/// Of one game.
const PLIES: usize = 80;

fn from_environment<T: std::str::FromStr>(name: &str, usual: T) -> T {
    let given = std::env::var(name).ok();
    given.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The opponent's expected answer, if the text names it: the page shows that only when asked.
fn told_reply(surveyed: &SurveyedMove<'_>, text: &str) -> Option<String> {
    let [mv, reply, ..] = *surveyed.decision.lines.first()?.pv.as_slice() else {
        return None;
    };
    let reply = san::write(&surveyed.game.position().play(mv), reply);
    text.split(|c: char| !(c.is_alphanumeric() || "+#=-".contains(c)))
        .any(|word| word == reply)
        .then_some(reply)
}

#[test]
fn nothing_is_said_that_a_deep_search_contradicts() {
    let positions = from_environment("PONDER_SENTENCES", POSITIONS);
    let depth = from_environment("PONDER_SENTENCE_DEPTH", DEPTH);
    let network = EvalConfig::shipped(Evaluation::Network);
    let mut deep = Calculator::new(16);
    deep.set_eval(network.clone());
    let mut deep = InProcessPlayer(deep);
    let mut checker = ClaimChecker::new(&mut deep, depth);
    let mut survey = ClaimSurvey::new(network.network, SOUND_NODES);
    let (mut seen, mut said, mut wrong, mut seed) = (0, 0, Vec::new(), 0);
    while seen < positions {
        let level = Level::new(1 + (seed % 7) as u8).expect("it is a level");
        survey.play_game(level, seed, &mut |surveyed| {
            seen += 1;
            if let Some(reason) = surveyed.reason {
                said += 1;
                if let Some(reply) = told_reply(surveyed, &reason.text) {
                    wrong.push(format!("{:?} tells the expected {reply}", reason.text));
                }
                let (game, mv) = (surveyed.game, surveyed.mv);
                let how = checker.contradiction(game, mv, &reason.claim);
                if let Some(how) = how.expect("the search answers") {
                    wrong.push(format!("{}: {:?}, but {how}", game.position(), reason.text));
                }
            }
            if seen == positions || surveyed.game.ply() >= PLIES {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        seed += 1;
    }
    println!(
        "{said} sentences in {seen} positions, {} contradicted",
        wrong.len()
    );
    assert!(
        wrong.is_empty(),
        "{} of {seen}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

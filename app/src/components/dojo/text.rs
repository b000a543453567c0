//! The words of the dojo.

use client::dojo::{Algorithm, StartEval, TestRecord, Yardstick};

/// An algorithm by its name.
pub fn algorithm_name(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::SelfPlayScores => "Supervised, on self-play scores",
        Algorithm::TdLeaf => "TD-leaf(\u{3bb})",
        Algorithm::DeepQ => "Deep Q-learning",
    }
}

/// How an algorithm learns, and whose it is.
pub fn about_algorithm(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::SelfPlayScores => {
            "A search is wiser than the judge that it asks. The network learns to say at once what its own searches found out, here and some moves later, and how the games ended. Ponder\u{2019}s own network was made much like this."
        }
        Algorithm::TdLeaf => {
            "What it thought before should agree with what it thinks later. At the end of each line that it calculated, the network moves towards its own later opinions and the result (Baxter, Tridgell and Weaver, 1998)."
        }
        Algorithm::DeepQ => {
            "It plays without looking ahead, at times a random move, and learns for each position what its best answer promises, from a store of past games (Mnih and others, 2015). Slow to grow, since it never calculates."
        }
    }
}

/// A first judge.
pub fn start_name(start: StartEval) -> &'static str {
    match start {
        StartEval::Chance => "Pure chance: it begins with random weights",
        StartEval::Material => "Material: it sees pieces counted at first",
        StartEval::Classic => "The article\u{2019}s evaluation: pieces and squares at first",
    }
}

/// A yardstick as visitors know it.
pub fn yardstick_name(yardstick: Yardstick) -> String {
    match yardstick {
        Yardstick::Dice => "Dice".to_owned(),
        Yardstick::Grabber => "Grabber".to_owned(),
        Yardstick::Pruner => "Pruner, depth 2".to_owned(),
        Yardstick::Level(level) => format!("Calculator level {level}"),
    }
}

/// The same for a chart, whose caption says whose levels they are.
pub fn short_name(yardstick: Yardstick) -> String {
    match yardstick {
        Yardstick::Level(level) => format!("Level {level}"),
        other => yardstick_name(other),
    }
}

/// How far the network's first guess is off: `error` is a number of points with two decimals.
pub fn loss_text(algorithm: Algorithm, error: &str) -> String {
    let what = match algorithm {
        Algorithm::SelfPlayScores => "what its searches and the results say",
        Algorithm::TdLeaf => "what it thinks later in the game, and the result",
        Algorithm::DeepQ => "what its best answer promised it some lessons ago",
    };
    format!(
        "On games that it does not learn from, its guess at a glance is {error} points of a game off {what}."
    )
}

/// Where a strength stands among the yardsticks.
pub fn standing(test: &TestRecord) -> String {
    let elo = test.strength.elo;
    let name = |yardstick: Option<Yardstick>| yardstick.map(yardstick_name);
    let weaker = Yardstick::ALL.into_iter().rev().find(|it| it.elo() <= elo);
    let stronger = Yardstick::ALL.into_iter().find(|it| it.elo() > elo);
    match (name(weaker), name(stronger)) {
        (Some(weaker), Some(stronger)) => format!("Between {weaker} and {stronger}"),
        (Some(weaker), None) => format!("Stronger than {weaker}"),
        (None, Some(stronger)) => format!("Weaker than {stronger}"),
        (None, None) => String::new(),
    }
}

/// A strength with its interval, as in "1210 ± 90".
pub fn elo_text(test: &TestRecord) -> String {
    let elo = format!("{:.0}", test.strength.elo).replace('-', "\u{2212}");
    format!("{elo} \u{b1} {:.0}", test.strength.error)
}

/// Minutes and seconds of a time in ms.
pub fn duration_text(ms: u64) -> String {
    let seconds = ms / 1_000;
    match seconds / 3_600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

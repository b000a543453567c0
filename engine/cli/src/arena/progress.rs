//! How a match stands, in lines.

use std::time::{Duration, Instant};

use lab::arena::{Estimate, Faults, Schedule, Tally, Verdict};

use super::settings::{SIDES, Settings};

/// Time between two lines.
const EVERY: Duration = Duration::from_secs(5);

/// Prints a line now and then.
pub struct Progress {
    start: Instant,
    last: Option<Instant>,
    /// Games of this run, counted or not.
    games: u64,
}

impl Progress {
    pub fn new() -> Progress {
        Progress {
            start: Instant::now(),
            last: None,
            games: 0,
        }
    }

    /// Hears that a pair was finished; prints how it stands, if the last line is old enough.
    pub fn tell(&mut self, schedule: &Schedule) {
        self.games += 2;
        let due = self.last.is_none_or(|last| last.elapsed() >= EVERY);
        if due && schedule.tally().games() > 0 {
            println!("{}", line(schedule));
            self.last = Some(Instant::now());
        }
    }

    /// Prints how it ended.
    pub fn sum_up(&self, settings: &Settings, schedule: &Schedule) {
        let tally = schedule.tally();
        let [a, b] = settings.sides.each_ref().map(|side| side.name.as_str());
        println!("{a} against {b}, from the view of {a}:");
        println!("{}", line(schedule));
        if let (Some(estimate), [ll, ld, even, wd, ww]) = (Estimate::new(&tally.pairs), tally.pairs)
        {
            println!(
                "95 % interval {:.1} to {:.1} Elo, normalised {:+.1} ± {:.1}",
                estimate.low, estimate.high, estimate.normalised, estimate.normalised_error
            );
            println!("pairs by points (0 to 2): {ll} {ld} {even} {wd} {ww}");
        }
        for (letter, faults) in SIDES.into_iter().zip(tally.faults) {
            println!("side {letter}: {}", faults_in_words(faults));
        }
        if let Some(sprt) = schedule.sprt() {
            let verdict = match schedule.verdict() {
                Some(Verdict::Accepted) => "accepted",
                Some(Verdict::Rejected) => "rejected",
                None => "undecided",
            };
            println!(
                "SPRT [{}, {}] normalised Elo: {verdict}",
                sprt.elo0, sprt.elo1
            );
        }
        let seconds = self.start.elapsed().as_secs_f64();
        println!(
            "{} games in {seconds:.0} s, {:.0} an hour",
            self.games,
            self.games as f64 * 3_600.0 / seconds.max(1e-3)
        );
    }
}

/// Score, Elo, likelihood, test.
fn line(schedule: &Schedule) -> String {
    let tally: &Tally = schedule.tally();
    let mut text = format!(
        "games {} +{} ={} -{}",
        tally.games(),
        tally.wins,
        tally.draws,
        tally.losses
    );
    if let Some(estimate) = Estimate::new(&tally.pairs) {
        text.push_str(&format!(
            " score {:.1} % Elo {:+.1} ± {:.1} LOS {:.1} %",
            100.0 * estimate.score,
            estimate.elo,
            estimate.error(),
            100.0 * estimate.superiority
        ));
    }
    if let Some(sprt) = schedule.sprt() {
        let [low, high] = sprt.bounds();
        let ratio = sprt.log_likelihood_ratio(&tally.pairs);
        text.push_str(&format!(" LLR {ratio:.2} ({low:.2}, {high:.2})"));
    }
    let faults = tally.faults.map(|faults| faults.total());
    if faults != [0, 0] {
        text.push_str(&format!(" faults {} {}", faults[0], faults[1]));
    }
    text
}

fn faults_in_words(faults: Faults) -> String {
    let Faults {
        time,
        illegal,
        crashed,
        disconnected,
    } = faults;
    format!(
        "{time} time losses, {illegal} illegal moves, {crashed} crashes, {disconnected} disconnects"
    )
}

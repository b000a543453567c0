//! The progress of a match, in lines.

use std::time::{Duration, Instant};

use lab::arena::{EloEstimate, FaultCounts, MatchStats, Schedule, SprtDecision};

use super::settings::{ArenaSettings, SIDES};

/// Between two lines.
const INTERVAL: Duration = Duration::from_secs(5);

/// Prints a line at intervals.
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

    /// Counts a finished pair; prints the score if a line is due.
    pub fn print_if_due(&mut self, schedule: &Schedule) {
        self.games += 2;
        let due = self.last.is_none_or(|last| last.elapsed() >= INTERVAL);
        if due && schedule.stats().games() > 0 {
            println!("{}", score_line(schedule));
            self.last = Some(Instant::now());
        }
    }

    /// Prints the result.
    pub fn print_summary(&self, settings: &ArenaSettings, schedule: &Schedule) {
        let stats = schedule.stats();
        let [a, b] = settings.sides.each_ref().map(|side| side.name.as_str());
        println!("{a} against {b}, from the view of {a}:");
        println!("{}", score_line(schedule));
        if let (Some(estimate), [ll, ld, even, wd, ww]) =
            (EloEstimate::new(&stats.pentanomial), stats.pentanomial)
        {
            println!(
                "95 % interval {:.1} to {:.1} Elo, normalised {:+.1} ± {:.1}",
                estimate.low, estimate.high, estimate.normalised, estimate.normalised_error
            );
            println!("pairs by points (0 to 2): {ll} {ld} {even} {wd} {ww}");
        }
        for (letter, faults) in SIDES.into_iter().zip(stats.faults) {
            println!("side {letter}: {}", format_faults(faults));
        }
        if let Some(sprt) = schedule.sprt() {
            let decision = match schedule.decision() {
                Some(SprtDecision::Accepted) => "accepted",
                Some(SprtDecision::Rejected) => "rejected",
                None => "undecided",
            };
            println!(
                "SPRT [{}, {}] normalised Elo: {decision}",
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

/// Score, Elo, likelihood of superiority, log-likelihood ratio.
fn score_line(schedule: &Schedule) -> String {
    let stats: &MatchStats = schedule.stats();
    let mut text = format!(
        "games {} +{} ={} -{}",
        stats.games(),
        stats.wins,
        stats.draws,
        stats.losses
    );
    if let Some(estimate) = EloEstimate::new(&stats.pentanomial) {
        text.push_str(&format!(
            " score {:.1} % Elo {:+.1} ± {:.1} LOS {:.1} %",
            100.0 * estimate.score,
            estimate.elo,
            estimate.error(),
            100.0 * estimate.los
        ));
    }
    if let Some(sprt) = schedule.sprt() {
        let [low, high] = sprt.bounds();
        let ratio = sprt.log_likelihood_ratio(&stats.pentanomial);
        text.push_str(&format!(" LLR {ratio:.2} ({low:.2}, {high:.2})"));
    }
    let faults = stats.faults.map(|faults| faults.total());
    if faults != [0, 0] {
        text.push_str(&format!(" faults {} {}", faults[0], faults[1]));
    }
    text
}

fn format_faults(faults: FaultCounts) -> String {
    let FaultCounts {
        time,
        illegal,
        crashed,
        disconnected,
    } = faults;
    format!(
        "{time} time losses, {illegal} illegal moves, {crashed} crashes, {disconnected} disconnects"
    )
}

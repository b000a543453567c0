//! All attacks together, each from addresses of its own and at a pace that leaves the machine to the
//! server, while fifty honest players are in live games and twenty honest clients use the API.
//!
//! `honest` are those who must not lose anything, `attackers` all others.

mod attackers;
mod honest;
mod plan;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use std::{fmt, thread};

use super::{beside::beside, report::Tally, search::ClientSearches, site::Site};
use crate::{statistics::percentile, usage};
use honest::GameCounts;
pub use plan::Plan;

/// Two players each.
const GAMES: usize = 25;

/// Clients of the API.
const API_USERS: usize = 20;

/// The limit of the server's peak memory, MB.
const MAX_MEMORY_MB: f64 = 400.0;

/// The greatest difference of the descriptors before and after.
const DESCRIPTORS_APART: usize = 10;

/// The time limit for the descriptors to settle.
const SETTLE: Duration = Duration::from_secs(60);

/// The time before anything is counted.
const WARM_UP: Duration = Duration::from_secs(3);

/// What was found.
#[derive(Debug)]
pub struct Outcome {
    games: GameCounts,
    searches: ClientSearches,
    sign_ins: Tally,
    pages: Tally,
    peak_memory_mb: f64,
    disk_mb: f64,
    descriptors: [usize; 2],
    descriptors_at_most: usize,
    attackers: BTreeMap<&'static str, Tally>,
}

/// Runs all of it on a fresh server.
///
/// # Panics
/// When there is no server.
pub fn run(plan: Plan) -> Outcome {
    let proxies: &[&str] = match plan.is_proxied {
        true => &["--proxies", "1"],
        false => &[],
    };
    let site = Site::start(proxies);
    let addr = site.addr();
    let mut owner = honest::owner(plan, addr);
    // The server opens its lasting descriptors with the first page.
    honest::first_page(plan, addr);
    let before = usage::descriptors(site.server.id());
    let attackers = attackers::all(plan, addr);
    let (attacked, (games, searches, (sign_ins, pages), most)) = beside(
        attackers.len(),
        |number, stop| (attackers[number].attack)(stop),
        || {
            thread::sleep(WARM_UP);
            let end = Instant::now() + plan.time;
            thread::scope(|scope| {
                let games: Vec<_> = (0..GAMES)
                    .map(|number| scope.spawn(move || honest::play_on(plan, addr, number, end)))
                    .collect();
                let users: Vec<_> = (0..API_USERS)
                    .map(|number| scope.spawn(move || honest::search_on(plan, addr, number, end)))
                    .collect();
                let visits = scope.spawn(|| honest::visit_on(plan, addr, &mut owner, end));
                let watch = scope.spawn(|| most_descriptors(&site, end));
                let (mut all, mut asked) = (GameCounts::default(), ClientSearches::default());
                let no_panic = "honest people do not panic";
                for game in games {
                    all.add(game.join().expect(no_panic));
                }
                for user in users {
                    asked.add(user.join().expect(no_panic));
                }
                (
                    all,
                    asked,
                    visits.join().expect(no_panic),
                    watch.join().expect(no_panic),
                )
            })
        },
    );
    let mut by_name: BTreeMap<_, Tally> = BTreeMap::new();
    for (attacker, tally) in attackers.iter().zip(attacked) {
        by_name.entry(attacker.name).or_default().add(tally);
    }
    let after = settled(&site, before);
    Outcome {
        games,
        searches,
        sign_ins,
        pages,
        peak_memory_mb: usage::peak_memory_mb(site.server.id()),
        disk_mb: site.disk_mb(),
        descriptors: [before, after],
        descriptors_at_most: most,
        attackers: by_name,
    }
}

fn most_descriptors(site: &Site, end: Instant) -> usize {
    let mut most = 0;
    while Instant::now() < end {
        most = most.max(usage::descriptors(site.server.id()));
        thread::sleep(Duration::from_secs(1));
    }
    most
}

/// The descriptors once they are as before, or at the time limit.
fn settled(site: &Site, before: usize) -> usize {
    let begin = Instant::now();
    loop {
        let now = usage::descriptors(site.server.id());
        if now.abs_diff(before) <= DESCRIPTORS_APART || begin.elapsed() > SETTLE {
            return now;
        }
        thread::sleep(Duration::from_millis(500));
    }
}

impl Outcome {
    /// Everything that went wrong.
    pub fn failures(&self) -> Vec<String> {
        let mut failures = Vec::new();
        let mut expect = |holds: bool, failure: String| {
            if !holds {
                failures.push(failure);
            }
        };
        let games = &self.games;
        expect(
            games.moves.is_whole(),
            format!("honest moves: {}", games.moves),
        );
        expect(
            games.begun.is_whole(),
            format!("honest games begun: {}", games.begun),
        );
        expect(
            games.flagged == 0,
            format!("honest games lost on time: {}", games.flagged),
        );
        expect(
            self.searches.tally.is_whole(),
            format!("honest searches: {}", self.searches.tally),
        );
        expect(
            self.sign_ins.is_whole(),
            format!("the owner\u{2019}s sign-ins: {}", self.sign_ins),
        );
        expect(
            self.pages.is_whole(),
            format!("honest pages and calls: {}", self.pages),
        );
        expect(
            self.peak_memory_mb <= MAX_MEMORY_MB,
            format!(
                "memory at its highest: {:.0} MB, at most {MAX_MEMORY_MB:.0} MB expected",
                self.peak_memory_mb
            ),
        );
        let [before, after] = self.descriptors;
        expect(
            after.abs_diff(before) <= DESCRIPTORS_APART,
            format!("descriptors: {before} before, {after} after all have left"),
        );
        failures
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = &self.games;
        writeln!(f, "honest live games, {} players", 2 * GAMES)?;
        writeln!(f, "  games begun                  {}", games.begun)?;
        writeln!(f, "  moves acknowledged           {}", games.moves)?;
        writeln!(f, "  lost on time                 {}", games.flagged)?;
        writeln!(f, "  sockets lost                 {}", games.lost_sockets)?;
        writeln!(f, "honest clients of the API, {API_USERS}")?;
        writeln!(f, "  searches answered            {}", self.searches.tally)?;
        let times = &self.searches.beyond_ms;
        writeln!(
            f,
            "  beyond their own time        p50 {:.0} ms, p99 {:.0} ms, at most {:.0} ms",
            percentile(times, 50),
            percentile(times, 99),
            self.searches.worst_ms()
        )?;
        writeln!(f, "the owner of an attacked name")?;
        writeln!(f, "  signed in                    {}", self.sign_ins)?;
        writeln!(f, "honest pages and calls")?;
        writeln!(f, "  answered                     {}", self.pages)?;
        writeln!(f, "the server")?;
        writeln!(
            f,
            "  memory at its highest        {:.0} MB (at most {MAX_MEMORY_MB:.0})",
            self.peak_memory_mb
        )?;
        writeln!(f, "  disk                         +{:.1} MB", self.disk_mb)?;
        let [before, after] = self.descriptors;
        writeln!(
            f,
            "  descriptors                  {before} before, {} at most, {after} after",
            self.descriptors_at_most
        )?;
        writeln!(
            f,
            "the attackers, and how much of what they tried was let in"
        )?;
        for (name, found) in &self.attackers {
            writeln!(f, "  {name:<28} {found}")?;
        }
        Ok(())
    }
}

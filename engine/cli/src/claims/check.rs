//! Another program checks what was said.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use clap::value_parser;
use engine::explain::{Claim, ClaimKind, MoveReason};
use engine::rules::{Game, Move, san};
use lab::arena::{Fault, SideConfig};
use lab::claims::{ClaimChecker, SurveyedMove, is_checkable};
use rand::seq::SliceRandom as _;

use crate::arena::UciEngine;
use crate::output::print_line;

/// A search of the program may take as long.
const MAX_SILENCE: Duration = Duration::from_secs(120);

/// Who checks, and what.
#[derive(clap::Args)]
pub struct CheckSettings {
    /// A UCI program that checks what is said of threats, gains and plans.
    #[arg(long, value_name = "PROGRAM")]
    check: Option<String>,
    /// Plies of its searches.
    #[arg(long, value_name = "N", default_value_t = 16, requires = "check")]
    #[arg(value_parser = value_parser!(u8).range(1..=64))]
    depth: u8,
    /// Sentences that it checks, by lot.
    #[arg(long, value_name = "N", default_value_t = 500, requires = "check")]
    sample: usize,
}

/// A sentence about play.
pub struct Asserted {
    game: Game,
    mv: Move,
    claim: Claim,
    text: String,
}

impl Asserted {
    /// What was said of a move, if it can be checked.
    pub fn of(surveyed: &SurveyedMove<'_>) -> Option<Asserted> {
        Asserted::new(surveyed.game, surveyed.mv, surveyed.reason?)
    }

    /// What was said of the next move of a game, if it can be checked.
    pub fn new(game: &Game, mv: Move, reason: &MoveReason) -> Option<Asserted> {
        is_checkable(&reason.claim).then(|| Asserted {
            game: game.clone(),
            mv,
            claim: reason.claim.clone(),
            text: reason.text.clone(),
        })
    }

    fn line(&self, how: &str) -> String {
        let position = self.game.position();
        let mv = san::write(position, self.mv);
        format!("{position} | {mv} | {} But {how}.", self.text)
    }
}

/// Lets the program check a sample on all cores, and prints what it contradicts.
///
/// # Errors
/// The program does not start or answer.
pub fn check(
    mut asserted: Vec<Asserted>,
    settings: &CheckSettings,
    seed: u64,
) -> Result<(), String> {
    let Some(program) = &settings.check else {
        return Ok(());
    };
    asserted.shuffle(&mut engine::rng(seed));
    asserted.truncate(settings.sample);
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let check_all = || -> Result<(), String> {
        let command = vec![program.clone()];
        let mut engine = UciEngine::new(command, &SideConfig::default(), MAX_SILENCE);
        engine.prepare()?;
        let mut checker = ClaimChecker::new(&mut engine, settings.depth);
        while let Some(asserted) = asserted.get(next.fetch_add(1, Ordering::Relaxed)) {
            let how = checker.contradiction(&asserted.game, asserted.mv, &asserted.claim);
            if let Some(how) = how.map_err(|fault| describe(program, &fault))?
                && let Ok(mut wrong) = wrong.lock()
            {
                wrong.push(asserted.line(&how));
            }
        }
        Ok(())
    };
    thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(check_all)).collect();
        threads.into_iter().try_for_each(|thread| {
            let ended = thread.join();
            ended.unwrap_or_else(|_| Err("a thread has panicked".to_owned()))
        })
    })?;
    let wrong = wrong.into_inner().unwrap_or_default();
    print_line(&format!(
        "{} sentences checked by {program} at depth {}, {} contradicted",
        asserted.len(),
        settings.depth,
        wrong.len()
    ));
    print_line(&by_kind(&asserted));
    for line in &wrong {
        print_line(line);
    }
    Ok(())
}

fn describe(program: &str, fault: &Fault) -> String {
    format!("{program}: {}", fault.detail)
}

/// How many of each kind.
fn by_kind(asserted: &[Asserted]) -> String {
    let mut kinds: BTreeMap<ClaimKind, usize> = BTreeMap::new();
    for asserted in asserted {
        *kinds.entry(asserted.claim.kind()).or_default() += 1;
    }
    let kinds = kinds.iter().map(|(kind, count)| {
        let name: &str = kind.into();
        format!("{name} {count}")
    });
    kinds.collect::<Vec<_>>().join(", ")
}

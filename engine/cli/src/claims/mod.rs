//! `ponder claims`: of how many moves something can be said, what, and whether another program agrees.

mod check;
mod judgements;
mod lot;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use clap::value_parser;
use engine::eval::{EvalConfig, Evaluation};
use engine::explain::ClaimKind;
use engine::player::Level;
use engine::rules::{Game, san};
use lab::claims::{ClaimSurvey, JudgementSurvey, SurveyedMove};

use self::check::{Asserted, CheckSettings, check};
use self::judgements::JudgementCounts;
use self::lot::{LotSettings, ToldSentence, print_lot};
use crate::output::print_line;
use crate::pgn_file;

/// Explains the moves of games, and counts the sentences by their kinds.
///
/// The games are of levels against themselves, the moves explained as on the page; or those of PGN files.
#[derive(clap::Args)]
pub struct ClaimsSettings {
    /// Games in place of the levels'; may be given several times.
    #[arg(long, value_name = "FILE")]
    pgn: Vec<PathBuf>,
    /// The levels that play.
    #[arg(long, value_name = "FIRST-LAST", default_value = "3-8", value_parser = parse_levels)]
    levels: RangeInclusive<u8>,
    /// Games of each level, or of each file.
    #[arg(long, value_name = "N", default_value_t = 4)]
    games: usize,
    /// Of the games of levels, and of lots.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Reviews the games of the files, and judges each move: what it allows, misses or does well.
    #[arg(long, requires = "pgn")]
    judgements: bool,
    /// Nodes of each search; of a review, of its first search of each position.
    #[arg(long, value_name = "N", default_value_t = 150_000)]
    #[arg(value_parser = value_parser!(u64).range(1_000..=10_000_000))]
    nodes: u64,
    /// Prints each move with its sentence.
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    lot: LotSettings,
    #[command(flatten)]
    check: CheckSettings,
}

fn parse_levels(text: &str) -> Result<RangeInclusive<u8>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let level = |text: &str| {
        let number = text.parse().ok().and_then(Level::new);
        number.ok_or_else(|| format!("{text:?} is no level from 1 to 10"))
    };
    let (first, last) = (level(first)?, level(last)?);
    if first > last {
        return Err("the first level is above the last".to_owned());
    }
    Ok(first.number()..=last.number())
}

/// Games to explain.
enum Task {
    Play(Level, u64),
    Follow(Box<Game>),
}

/// What was said.
#[derive(Default)]
struct Counts {
    moves: usize,
    general: usize,
    kinds: BTreeMap<ClaimKind, (usize, String)>,
    /// For another program, with the index of the game.
    asserted: Vec<(usize, Asserted)>,
    /// For lots, with the index of the game.
    told: Vec<(usize, ToldSentence)>,
}

/// Explains the moves of games on all cores, and prints the counts.
///
/// # Errors
/// A file cannot be read, or the program that checks does not answer.
pub fn run(settings: &ClaimsSettings) -> Result<(), String> {
    if settings.judgements {
        return judge(settings);
    }
    let tasks = tasks(settings)?;
    let network = EvalConfig::shipped(Evaluation::Network).network;
    let (next, counts) = (AtomicUsize::new(0), Mutex::new(Counts::default()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let mut survey = ClaimSurvey::new(network.clone(), settings.nodes);
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(task) = tasks.get(index) else {
                        break;
                    };
                    let mut told = |surveyed: &SurveyedMove<'_>| {
                        if settings.all {
                            print_line(&line(surveyed));
                        }
                        if let Ok(mut counts) = counts.lock() {
                            counts.add(surveyed);
                            counts.add_asserted(index, surveyed);
                        }
                        ControlFlow::Continue(())
                    };
                    match task {
                        Task::Play(level, seed) => survey.play_game(*level, *seed, &mut told),
                        Task::Follow(game) => survey.explain_game(game, &mut told),
                    }
                }
            });
        }
    });
    let counts = counts.into_inner().unwrap_or_default();
    counts.print();
    print_lot(in_order(counts.told), &settings.lot, settings.seed);
    check(in_order(counts.asserted), &settings.check, settings.seed)
}

/// What belongs to the first game first; the games end in any order.
fn in_order<T>(mut of_games: Vec<(usize, T)>) -> Vec<T> {
    of_games.sort_by_key(|(index, _)| *index);
    of_games.into_iter().map(|(_, of_game)| of_game).collect()
}

/// Reviews games on all cores, and prints how their moves are judged.
fn judge(settings: &ClaimsSettings) -> Result<(), String> {
    let games = pgn_file::first_games(&settings.pgn, settings.games)?;
    let network = EvalConfig::shipped(Evaluation::Network).network;
    let (next, counts) = (AtomicUsize::new(0), Mutex::new(JudgementCounts::default()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let mut survey = JudgementSurvey::new(network.clone(), settings.nodes);
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(game) = games.get(index) else {
                        break;
                    };
                    let nodes = survey.judge_game(game, &mut |judged| {
                        if settings.all {
                            print_line(&judgements::line(judged));
                        }
                        if let Ok(mut counts) = counts.lock() {
                            counts.add(index, judged);
                        }
                    });
                    if let Ok(mut counts) = counts.lock() {
                        counts.add_nodes(nodes);
                    }
                }
            });
        }
    });
    let counts = counts.into_inner().unwrap_or_default();
    counts.print();
    print_lot(in_order(counts.told), &settings.lot, settings.seed);
    check(in_order(counts.asserted), &settings.check, settings.seed)
}

fn tasks(settings: &ClaimsSettings) -> Result<Vec<Task>, String> {
    let games = pgn_file::first_games(&settings.pgn, settings.games)?;
    let games = games.into_iter().map(Box::new);
    let mut tasks: Vec<Task> = games.map(Task::Follow).collect();
    if settings.pgn.is_empty() {
        for level in settings.levels.clone().filter_map(Level::new) {
            let seeds = (0..settings.games as u64).map(|game| settings.seed + game);
            tasks.extend(seeds.map(|seed| Task::Play(level, seed)));
        }
    }
    Ok(tasks)
}

impl Counts {
    fn add(&mut self, surveyed: &SurveyedMove<'_>) {
        self.moves += 1;
        let Some(reason) = surveyed.reason else {
            return;
        };
        self.general += usize::from(!reason.claim.is_specific());
        let example = || format!("{}: {}", named(surveyed), reason.text);
        let kind = self.kinds.entry(reason.kind());
        kind.or_insert_with(|| (0, example())).0 += 1;
    }

    /// Keeps what another program can check, and what can be drawn by lot.
    fn add_asserted(&mut self, index: usize, surveyed: &SurveyedMove<'_>) {
        let asserted = Asserted::of(surveyed);
        self.asserted
            .extend(asserted.map(|asserted| (index, asserted)));
        let reason = surveyed.reason;
        let told = reason.and_then(|reason| ToldSentence::of(surveyed.game, surveyed.mv, reason));
        self.told.extend(told.map(|told| (index, told)));
    }

    fn print(&self) {
        let said: usize = self.kinds.values().map(|(count, _)| count).sum();
        let share = |count: usize| 100.0 * count as f64 / self.moves.max(1) as f64;
        print_line(&format!(
            "{} moves, {:.1} % with a sentence, {:.1} % with a specific one",
            self.moves,
            share(said),
            share(said - self.general),
        ));
        let mut kinds: Vec<_> = self.kinds.iter().collect();
        kinds.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
        for (kind, (count, example)) in kinds {
            let name: &str = kind.into();
            print_line(&format!(
                "{name:<16} {count:>6} {:>5.1} %  {example}",
                share(*count)
            ));
        }
    }
}

fn named(surveyed: &SurveyedMove<'_>) -> String {
    san::write(surveyed.game.position(), surveyed.mv)
}

/// Position, move, kind of the claim, and sentence.
fn line(surveyed: &SurveyedMove<'_>) -> String {
    let (kind, text) = match surveyed.reason {
        Some(reason) => (reason.kind().into(), reason.text.as_str()),
        None => ("-", "-"),
    };
    let position = surveyed.game.position();
    format!("{position} | {} | {kind} | {text}", named(surveyed))
}

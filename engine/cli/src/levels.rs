//! `ponder levels`: the levels, and what those of all minds are worth.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use engine::player::{Level, StrategyId};
use lab::arena::EloEstimate;
use lab::{LevelMatches, LevelScale, MindAtLevel, intuition};

use crate::arena::{self, ArenaFlags, OwnMatch};
use crate::option_values::parse_from_one;
use crate::output::print_line;

/// Lists the levels; measures what those of each mind are worth.
///
/// With --measure each level of Intuition meets the one before, and each level of the other minds one of Intuition:
/// first the one after that where the level before ended, then the next ones above or below for as long as the score
/// is beyond three or one of four. The strengths are those that all results together make most likely. Two tables come
/// last: Intuition's steps in Elo, and for each mind's level the level of Intuition that plays as well, with the 95 %
/// interval; "<= 1" and ">= 10" may lie beyond.
#[derive(clap::Args)]
pub struct LevelsSettings {
    /// Play.
    #[arg(long)]
    measure: bool,
    /// These minds beside Intuition (default: all that have levels).
    #[arg(long, value_name = "MIND,…", value_delimiter = ',', value_parser = parse_mind)]
    minds: Vec<StrategyId>,
    /// Games of a match.
    #[arg(long, value_name = "N", default_value = "100", value_parser = parse_from_one::<u32>)]
    games: u32,
    /// Nodes of a move at most.
    #[arg(long, value_name = "N", default_value = "250000", value_parser = parse_from_one::<u64>)]
    nodes: u64,
    /// Begin no pair of a match after so many seconds.
    #[arg(long, value_name = "S", default_value = "300", value_parser = parse_from_one::<u64>)]
    seconds: u64,
    /// Of the openings.
    #[arg(long, value_name = "N", default_value_t = 12)]
    seed: u64,
    /// Pairs at a time (default: the cores).
    #[arg(long, value_name = "N", value_parser = parse_from_one::<usize>)]
    concurrency: Option<usize>,
    /// Keep the results in this folder; go on where an interrupted measurement stopped.
    #[arg(long, value_name = "FOLDER")]
    resume: Option<PathBuf>,
}

/// The minds with levels beside Intuition.
const MINDS: [StrategyId; 6] = [
    StrategyId::Ponder,
    StrategyId::Calculator,
    StrategyId::Explorer,
    StrategyId::ExplorerRollout,
    StrategyId::Plodder,
    StrategyId::Pruner,
];
/// A score beyond these asks for the next level, too.
const CLEAR: [f64; 2] = [0.25, 0.75];

/// Prints the levels, or plays and prints what they are worth.
///
/// # Errors
/// A match cannot be played, or its results cannot be kept.
pub fn run(settings: &LevelsSettings) -> Result<(), String> {
    if !settings.measure {
        for level in Level::all() {
            let (number, elo) = (level.number(), level.elo());
            print_line(&format!(
                "{number:>2}  {elo:>4} Elo  {:<8}  {}",
                level.name(),
                level.about()
            ));
        }
        return Ok(());
    }
    if let Some(folder) = &settings.resume {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let minds = match settings.minds.as_slice() {
        [] => &MINDS,
        minds => minds,
    };
    let mut matches = LevelMatches::default();
    for level in Level::all().skip(1) {
        let below = Level::new(level.number() - 1).unwrap_or(level);
        settings.play([intuition(level), intuition(below)], &mut matches)?;
    }
    for &mind in minds {
        let mut start = Level::WEAKEST;
        for level in Level::all() {
            let end = settings.place(MindAtLevel { mind, level }, start, &mut matches)?;
            start = Level::new(end.number() + 1).unwrap_or(end);
        }
    }
    let scale = matches.scale();
    print_steps(&scale);
    print_worth(&scale, minds);
    Ok(())
}

impl LevelsSettings {
    /// Plays against `level` of Intuition, and on from there until the score is no longer clear; the last level met.
    fn place(
        &self,
        player: MindAtLevel,
        mut level: Level,
        matches: &mut LevelMatches,
    ) -> Result<Level, String> {
        let mut way = 0;
        loop {
            let score = self.play([player, intuition(level)], matches)?;
            let next = match score {
                Some(score) if score < CLEAR[0] => -1,
                Some(score) if score > CLEAR[1] => 1,
                _ => return Ok(level),
            };
            // It lies between this level and the one before.
            if way + next == 0 {
                return Ok(level);
            }
            way = next;
            match level.number().checked_add_signed(way).and_then(Level::new) {
                Some(next) => level = next,
                None => return Ok(level),
            }
        }
    }

    /// Plays a match, counts and prints it; the first one's score, if a pair was finished.
    fn play(
        &self,
        players: [MindAtLevel; 2],
        matches: &mut LevelMatches,
    ) -> Result<Option<f64>, String> {
        let [name, other] =
            players.map(|MindAtLevel { mind, level }| format!("{mind} {}", level.number()));
        let file = format!("{name} {other}.txt").replace(' ', "-");
        let side = |index: usize| {
            let MindAtLevel { mind, level } = players[index];
            let (level, nodes) = (level.number(), self.nodes);
            format!(
                "strategy={mind},level={level},nodes={nodes},hash=1,seed={}",
                index + 1
            )
        };
        let flags = ArenaFlags::from(OwnMatch {
            sides: [side(0), side(1)],
            games: self.games,
            concurrency: self.concurrency,
            seed: self.seed,
            seconds: Some(Duration::from_secs(self.seconds)),
            resume: self.resume.as_ref().map(|folder| folder.join(file)),
        });
        let outcome = arena::play_match(&flags.into_settings()?, &mut |_| ())?;
        if let Some(failure) = outcome.failure {
            return Err(failure);
        }
        let stats = outcome.schedule.stats();
        let estimate = EloEstimate::new(&stats.pentanomial);
        let score = estimate.map(|estimate| estimate.score);
        print_line(&format!(
            "{name} against {other}: +{} ={} -{}, {:.1} %",
            stats.wins,
            stats.draws,
            stats.losses,
            100.0 * score.unwrap_or_default()
        ));
        matches.add(players, stats.pentanomial);
        Ok(score)
    }
}

fn print_steps(scale: &LevelScale) {
    print_line("\n| level of Intuition | over the one before, Elo |\n|--:|--:|");
    for level in Level::all().skip(1) {
        let below = Level::new(level.number() - 1).unwrap_or(level);
        if let Some(step) = scale.difference(intuition(level), intuition(below)) {
            let number = level.number();
            print_line(&format!(
                "| {number} | {:.0} ± {:.0} |",
                step.elo, step.error
            ));
        }
    }
}

fn print_worth(scale: &LevelScale, minds: &[StrategyId]) {
    let names = minds
        .iter()
        .map(|mind| format!(" {} |", mind.strategy().name));
    print_line(&format!("\n| level |{}", names.collect::<String>()));
    print_line(&format!("|--:|{}", "--:|".repeat(minds.len())));
    for level in Level::all() {
        let cells = minds
            .iter()
            .map(|&mind| match scale.worth(MindAtLevel { mind, level }) {
                Some(worth) => {
                    let [level, low, high] = [worth.level, worth.low, worth.high].map(level_text);
                    format!(" {level} ({low} to {high}) |")
                }
                None => " |".to_owned(),
            });
        print_line(&format!(
            "| {} |{}",
            level.number(),
            cells.collect::<String>()
        ));
    }
}

fn level_text(level: f64) -> String {
    match level {
        low if low <= 1.0 => "<= 1".to_owned(),
        high if high >= 10.0 => ">= 10".to_owned(),
        between => format!("{between:.1}"),
    }
}

fn parse_mind(text: &str) -> Result<StrategyId, String> {
    let mind = MINDS.into_iter().find(|mind| mind.as_str() == text);
    mind.ok_or_else(|| {
        let names = MINDS.map(StrategyId::as_str).join(", ");
        format!("expected one of {names}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_line::{Subcommand, parse};

    #[test]
    fn only_minds_with_levels_are_measured() {
        let minds = |names: &str| match parse(&["levels", "--measure", "--minds", names]) {
            Ok(Subcommand::Levels(settings)) => Ok(settings.minds),
            Ok(_) => Err("another command".to_owned()),
            Err(error) => Err(error),
        };
        let found = minds("explorer,pruner").unwrap();
        assert_eq!(found, [StrategyId::Explorer, StrategyId::Pruner]);
        for wrong in ["dice", "intuition", "stockfish", ""] {
            assert!(
                minds(wrong)
                    .unwrap_err()
                    .contains("expected one of ponder,")
            );
        }
    }
}

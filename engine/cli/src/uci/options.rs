//! The table of UCI options: each is declared once, with its name, type, bounds and setting, for
//! `option name …`, for `setoption`, and for the settings that it changes.

use std::str::SplitWhitespace;
use std::time::Duration;

use engine::book::Style;
use engine::eval::{Evaluation, PlayingStyle};
use engine::player::strategies;
use engine::tables::TableSet;
use lab::arena::MAX_HASH_MB;

use super::error::{UciError, excerpt};
use super::option::{SetOption, SideEffect, UciOption, button, check, combo, file, spin};
use super::settings::UciSettings;

/// All options, in the order of their declarations.
pub static OPTIONS: [UciOption; 19] = [
    spin(
        "Hash",
        [1, MAX_HASH_MB],
        |settings| settings.hash_mb,
        |settings, megabytes| settings.hash_mb = megabytes,
    ),
    spin(
        "Threads",
        [1, MAX_THREADS as u32],
        |settings| settings.threads.into(),
        |settings, threads| settings.threads = threads as u16,
    ),
    spin(
        "MultiPV",
        [1, MAX_MULTIPV as u32],
        |settings| settings.multipv.into(),
        |settings, lines| settings.multipv = lines as u8,
    ),
    spin(
        "Move Overhead",
        [0, MAX_MOVE_OVERHEAD_MS],
        |settings| settings.move_overhead.as_millis() as u32,
        |settings, millis| settings.move_overhead = Duration::from_millis(millis.into()),
    ),
    check(
        "Ponder",
        |settings| settings.ponder,
        |settings, on| settings.ponder = on,
    ),
    button("Clear Hash", SideEffect::ClearHash),
    check(
        "UCI_ShowWDL",
        |settings| settings.show_wdl,
        |settings, on| settings.show_wdl = on,
    ),
    check(
        "UCI_LimitStrength",
        |settings| settings.limit_strength,
        |settings, on| settings.limit_strength = on,
    ),
    spin(
        "UCI_Elo",
        [UciSettings::MIN_ELO as u32, UciSettings::MAX_ELO as u32],
        |settings| settings.elo.into(),
        |settings, elo| settings.elo = elo as u16,
    ),
    combo(
        "Strategy",
        || {
            let ready = strategies().iter().filter(|strategy| strategy.ready);
            ready.map(|strategy| strategy.id.as_str()).collect()
        },
        |settings| settings.strategy.as_str(),
        |settings, id| settings.strategy = id.parse().unwrap_or(settings.strategy),
    ),
    combo(
        "Evaluation",
        || {
            [OWN]
                .into_iter()
                .chain(Evaluation::ALL.map(Evaluation::as_str))
                .collect()
        },
        |settings| settings.evaluation.map_or(OWN, Evaluation::as_str),
        |settings, name| settings.evaluation = name.parse().ok(),
    ),
    file("EvalFile", SideEffect::LoadNetwork),
    combo(
        "Book",
        || {
            [OFF]
                .into_iter()
                .chain(Style::ALL.map(Style::as_str))
                .collect()
        },
        |settings| settings.book.map_or(OFF, Style::as_str),
        |settings, style| settings.book = style.parse().ok(),
    ),
    combo(
        "Style",
        || {
            [NONE]
                .into_iter()
                .chain(PlayingStyle::ALL.map(PlayingStyle::as_str))
                .collect()
        },
        |settings| settings.playing_style.map_or(NONE, PlayingStyle::as_str),
        |settings, style| settings.playing_style = style.parse().ok(),
    ),
    combo(
        "EndgameTables",
        || TableSet::OURS.map(TableSet::as_str).to_vec(),
        |settings| settings.table_set.as_str(),
        |settings, name| settings.table_set = TableSet::from_name(name).unwrap_or_default(),
    ),
    file("TablesPath", SideEffect::SetTablesPath),
    file("SyzygyPath", SideEffect::SetSyzygyPath),
    spin(
        "SyzygyProbeDepth",
        [1, 100],
        |settings| settings.syzygy_probe_depth,
        |settings, depth| settings.syzygy_probe_depth = depth,
    ),
    spin(
        "SyzygyProbeLimit",
        [0, MAX_SYZYGY_MEN],
        |settings| settings.syzygy_men,
        |settings, men| settings.syzygy_men = men,
    ),
];

const MAX_THREADS: u16 = 256;
/// No position has more legal moves.
const MAX_MULTIPV: u8 = 218;
const MAX_MOVE_OVERHEAD_MS: u32 = 5_000;
/// Syzygy tables have no more men.
const MAX_SYZYGY_MEN: u32 = 7;
/// The evaluation that belongs to the strategy.
const OWN: &str = "own";
const OFF: &str = "off";
/// No playing style.
const NONE: &str = "none";

impl UciSettings {
    /// The `option …` lines of all options, with these settings as their defaults.
    #[must_use]
    pub fn declarations(&self) -> Vec<String> {
        let declared = OPTIONS.iter().map(|option| option.declaration(self));
        declared.collect()
    }
}

/// Parses `name NAME [value VALUE]`; names may have several words and any case.
///
/// # Errors
/// An unknown name, or a value that the option cannot have.
pub(super) fn parse_set_option(words: SplitWhitespace<'_>) -> Result<SetOption, UciError> {
    let mut words = words.skip_while(|word| *word != "name").skip(1);
    let name: Vec<&str> = words.by_ref().take_while(|word| *word != "value").collect();
    let value: Vec<&str> = words.collect();
    let (name, value) = (name.join(" "), value.join(" "));
    let mut options = OPTIONS.iter();
    let option = options
        .find(|option| option.name.eq_ignore_ascii_case(&name))
        .ok_or_else(|| UciError::UnknownOption(excerpt(&name)))?;
    option.set_to(&value)
}

#[cfg(test)]
mod tests {
    use engine::player::StrategyId;

    use super::super::{Command, parse};
    use super::*;

    fn read(line: &str) -> Result<SetOption, UciError> {
        match parse(line)? {
            Some(Command::SetOption(option)) => Ok(option),
            other => panic!("{line}: {other:?}"),
        }
    }

    /// The settings after a line, and what else it asks for.
    fn applied(settings: &UciSettings, line: &str) -> (UciSettings, Option<SideEffect>) {
        let mut settings = settings.clone();
        let side_effect = settings.apply(read(line).unwrap_or_else(|error| panic!("{error}")));
        (settings, side_effect)
    }

    #[test]
    fn options_are_found_in_any_case_and_read() {
        let settings = UciSettings::default;
        let with = |change: fn(&mut UciSettings)| {
            let mut settings = settings();
            change(&mut settings);
            settings
        };
        let cases = [
            ("Hash value 64", with(|s| s.hash_mb = 64)),
            ("hash value 4096", with(|s| s.hash_mb = 4_096)),
            ("Threads value 2", with(|s| s.threads = 2)),
            ("THREADS value 256", with(|s| s.threads = 256)),
            ("multipv value 3", with(|s| s.multipv = 3)),
            ("MultiPV value 218", with(|s| s.multipv = 218)),
            (
                "Move Overhead value 0",
                with(|s| s.move_overhead = Duration::ZERO),
            ),
            (
                "move   overhead  value  100",
                with(|s| s.move_overhead = Duration::from_millis(100)),
            ),
            ("Ponder value true", with(|s| s.ponder = true)),
            ("UCI_ShowWDL value True", with(|s| s.show_wdl = true)),
            ("uci_showwdl value false", with(|s| s.show_wdl = false)),
            (
                "UCI_LimitStrength value true",
                with(|s| s.limit_strength = true),
            ),
            ("UCI_Elo value 1500", with(|s| s.elo = 1_500)),
            (
                "Strategy value Calculator",
                with(|s| s.strategy = StrategyId::Calculator),
            ),
            (
                "Strategy value explorer-rollout",
                with(|s| s.strategy = StrategyId::ExplorerRollout),
            ),
            ("Evaluation value own", with(|s| s.evaluation = None)),
            (
                "evaluation value Material",
                with(|s| s.evaluation = Some(Evaluation::Material)),
            ),
            ("Book value off", with(|s| s.book = None)),
            (
                "Book value aggressive",
                with(|s| s.book = Some(Style::Aggressive)),
            ),
            ("Style value none", with(|s| s.playing_style = None)),
            (
                "style value Stormer",
                with(|s| s.playing_style = Some(PlayingStyle::Stormer)),
            ),
        ];
        for (text, expected) in cases {
            let line = format!("setoption name {text}");
            assert_eq!(applied(&settings(), &line), (expected, None), "{text}");
        }
        let file = |path: &str| SideEffect::LoadNetwork(Some(path.to_owned()));
        let cases = [
            ("Clear Hash", SideEffect::ClearHash),
            ("clear hash value", SideEffect::ClearHash),
            (
                "EvalFile value my networks/a.nnue",
                file("my networks/a.nnue"),
            ),
            ("evalfile value <empty>", SideEffect::LoadNetwork(None)),
        ];
        for (text, side_effect) in cases {
            let line = format!("setoption name {text}");
            let expected = (settings(), Some(side_effect));
            assert_eq!(applied(&settings(), &line), expected, "{text}");
        }
    }

    #[test]
    fn values_that_an_option_cannot_have_are_refused_with_those_it_can() {
        let cases = [
            ("Hash", "Hash must be 1 to 4096, found \"\""),
            ("Hash value", "Hash must be 1 to 4096"),
            ("Hash value 0", "Hash must be 1 to 4096"),
            ("Hash value -1", "Hash must be 1 to 4096"),
            ("Hash value 4097", "Hash must be 1 to 4096"),
            ("Hash value 16 32", "found \"16 32\""),
            ("Hash value 99999999999", "Hash must be 1 to 4096"),
            ("Threads value 0", "Threads must be 1 to 256"),
            ("Threads value 257", "Threads must be 1 to 256"),
            ("Threads value two", "Threads must be 1 to 256"),
            ("MultiPV value 0", "MultiPV must be 1 to 218"),
            ("MultiPV value 219", "MultiPV must be 1 to 218"),
            ("Move Overhead value -1", "Move Overhead must be 0 to 5000"),
            ("Move Overhead value 1e3", "Move Overhead must be 0 to 5000"),
            ("Ponder value yes", "Ponder must be true or false"),
            ("Ponder", "Ponder must be true or false"),
            ("UCI_ShowWDL value 1", "UCI_ShowWDL must be true or false"),
            (
                "UCI_LimitStrength value ♔",
                "UCI_LimitStrength must be true or false",
            ),
            ("UCI_Elo value 99", "UCI_Elo must be"),
            ("UCI_Elo value NaN", "UCI_Elo must be"),
            ("Strategy value instinct", "found \"instinct\""),
            ("Strategy value", "Strategy must be ponder or calculator"),
            ("Evaluation value best", "Evaluation must be own or network"),
            ("Book value thick", "Book must be off or standard"),
            ("Style value wild", "Style must be none or attacker"),
            ("Contempt value 3", "unknown option \"Contempt\""),
            ("value 3", "unknown option \"\""),
        ];
        for (text, part) in cases {
            let error = read(&format!("setoption name {text}")).unwrap_err();
            assert!(error.to_string().contains(part), "{text}: {error}");
        }
        assert!(read("setoption").is_err());
        assert!(read("setoption Hash 3").is_err());
        let long = format!("setoption name {0} value {0}", "Hash ".repeat(50_000));
        assert!(read(&long).unwrap_err().to_string().len() < 1_000);
    }

    #[test]
    fn every_declared_option_accepts_its_default_and_changes_nothing_by_it() {
        let settings = UciSettings::default();
        for line in settings.declarations() {
            let (head, kind) = line.split_once(" type ").unwrap();
            let name = head.strip_prefix("option name ").unwrap();
            let mut words = kind
                .split(' ')
                .skip_while(|word| *word != "default")
                .skip(1);
            let value = words
                .next()
                .map_or(String::new(), |value| format!(" value {value}"));
            let (set, _) = applied(&settings, &format!("setoption name {name}{value}"));
            assert_eq!(set, settings, "{line}");
        }
    }
}

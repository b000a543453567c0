//! `setoption`: what the options are called and may be set to.

use std::str::SplitWhitespace;
use std::time::Duration;

use super::parse::{UciError, shown};
use super::settings::Settings;
use engine::book::Style;
use engine::eval::Evaluation;
use engine::player::{StrategyId, strategies};

/// `setoption`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetOption {
    /// MB, 1 to [`SetOption::HASH_MOST`].
    Hash(u32),
    /// 1 to [`SetOption::THREADS_MOST`].
    Threads(u16),
    /// Lines, 1 to [`SetOption::LINES_MOST`].
    MultiPv(u8),
    MoveOverhead(Duration),
    Ponder(bool),
    /// A button: nothing is set, the table is emptied.
    ClearHash,
    ShowWdl(bool),
    LimitStrength(bool),
    Elo(u16),
    /// One that is ready.
    Strategy(StrategyId),
    /// `None` is the strategy's own.
    Evaluation(Option<Evaluation>),
    /// A network's file; `None` is the network that the program comes with.
    EvalFile(Option<String>),
    /// `None` is off.
    Book(Option<Style>),
}

impl SetOption {
    pub const HASH_MOST: u32 = 4_096;
    pub const THREADS_MOST: u16 = 256;
    pub const LINES_MOST: u8 = 218;
}

impl Settings {
    /// The `option …` lines that declare all options, with these settings as their defaults.
    #[must_use]
    pub fn declarations(&self) -> Vec<String> {
        let ready = strategies().iter().filter(|strategy| strategy.ready);
        let strategies: String = ready.map(|ready| format!(" var {}", ready.id)).collect();
        let evaluations = Evaluation::ALL
            .map(|known| format!(" var {known}"))
            .concat();
        let styles = Style::ALL.map(|known| format!(" var {known}")).concat();
        vec![
            HASH.declaration(self.hash_mb),
            THREADS.declaration(self.threads.into()),
            MULTI_PV.declaration(self.multipv.into()),
            MOVE_OVERHEAD.declaration(u32::try_from(self.overhead.as_millis()).unwrap_or(u32::MAX)),
            check_declaration(PONDER, self.ponder),
            format!("option name {CLEAR_HASH} type button"),
            check_declaration(SHOW_WDL, self.show_wdl),
            check_declaration(LIMIT_STRENGTH, self.limit_strength),
            ELO.declaration(self.elo.into()),
            format!(
                "option name {STRATEGY} type combo default {}{strategies}",
                self.strategy
            ),
            format!(
                "option name {EVALUATION} type combo default {} var {OWN}{evaluations}",
                self.evaluation.map_or(OWN, Evaluation::as_str)
            ),
            format!("option name {EVAL_FILE} type string default {EMPTY}"),
            format!(
                "option name {BOOK} type combo default {} var {OFF}{styles}",
                self.book.map_or(OFF, Style::as_str)
            ),
        ]
    }
}

/// A whole number between two others.
struct Spin {
    name: &'static str,
    low: u32,
    high: u32,
}

const HASH: Spin = spin("Hash", 1, SetOption::HASH_MOST);
const THREADS: Spin = spin("Threads", 1, SetOption::THREADS_MOST as u32);
const MULTI_PV: Spin = spin("MultiPV", 1, SetOption::LINES_MOST as u32);
/// Milliseconds.
const MOVE_OVERHEAD: Spin = spin("Move Overhead", 0, 5_000);
const ELO: Spin = spin(
    "UCI_Elo",
    Settings::ELO_LEAST as u32,
    Settings::ELO_MOST as u32,
);
const PONDER: &str = "Ponder";
const CLEAR_HASH: &str = "Clear Hash";
const SHOW_WDL: &str = "UCI_ShowWDL";
const LIMIT_STRENGTH: &str = "UCI_LimitStrength";
const STRATEGY: &str = "Strategy";
const EVALUATION: &str = "Evaluation";
const EVAL_FILE: &str = "EvalFile";
const BOOK: &str = "Book";
/// The evaluation that belongs to the strategy.
const OWN: &str = "own";
const OFF: &str = "off";
/// An empty text, as UCI writes it.
const EMPTY: &str = "<empty>";

const fn spin(name: &'static str, low: u32, high: u32) -> Spin {
    Spin { name, low, high }
}

impl Spin {
    fn declaration(&self, default: u32) -> String {
        let Spin { name, low, high } = self;
        format!("option name {name} type spin default {default} min {low} max {high}")
    }

    fn read(&self, value: &str) -> Result<u32, UciError> {
        let number = value.parse().ok();
        number
            .filter(|number| (self.low..=self.high).contains(number))
            .ok_or_else(|| wrong(self.name, format!("{} to {}", self.low, self.high), value))
    }
}

fn check_declaration(name: &str, default: bool) -> String {
    format!("option name {name} type check default {default}")
}

fn check(name: &'static str, value: &str) -> Result<bool, UciError> {
    match value.to_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(wrong(name, "true or false".to_owned(), value)),
    }
}

fn wrong(name: &'static str, expected: String, found: &str) -> UciError {
    UciError::Value {
        name,
        expected,
        found: shown(found),
    }
}

fn strategy(value: &str) -> Result<SetOption, UciError> {
    let mut ready = strategies().iter().filter(|strategy| strategy.ready);
    let names: Vec<&str> = ready.clone().map(|ready| ready.id.as_str()).collect();
    ready
        .find(|ready| ready.id.as_str().eq_ignore_ascii_case(value))
        .map(|ready| SetOption::Strategy(ready.id))
        .ok_or_else(|| wrong(STRATEGY, names.join(" or "), value))
}

fn evaluation(value: &str) -> Result<SetOption, UciError> {
    if value.eq_ignore_ascii_case(OWN) {
        return Ok(SetOption::Evaluation(None));
    }
    let names = Evaluation::ALL.map(Evaluation::as_str).join(" or ");
    let found = value.to_lowercase().parse();
    found
        .map(|evaluation| SetOption::Evaluation(Some(evaluation)))
        .map_err(|_| wrong(EVALUATION, format!("{OWN} or {names}"), value))
}

fn book(value: &str) -> Result<SetOption, UciError> {
    if value.eq_ignore_ascii_case(OFF) {
        return Ok(SetOption::Book(None));
    }
    let names = Style::ALL.map(Style::as_str).join(" or ");
    let found = value.to_lowercase().parse();
    found
        .map(|style| SetOption::Book(Some(style)))
        .map_err(|_| wrong(BOOK, format!("{OFF} or {names}"), value))
}

/// Reads `name NAME [value VALUE]`; names may have several words and any case.
///
/// # Errors
/// An unknown name, or a value that the option cannot have.
pub(super) fn set_option(words: SplitWhitespace<'_>) -> Result<SetOption, UciError> {
    let mut words = words.skip_while(|word| *word != "name").skip(1);
    let name: Vec<&str> = words.by_ref().take_while(|word| *word != "value").collect();
    let value: Vec<&str> = words.collect();
    let (name, value) = (name.join(" "), value.join(" "));
    let is = |known: &str| name.eq_ignore_ascii_case(known);
    // What `read` lets through fits: each range ends within its type.
    if is(HASH.name) {
        HASH.read(&value).map(SetOption::Hash)
    } else if is(THREADS.name) {
        let threads = THREADS.read(&value);
        threads.map(|threads| SetOption::Threads(threads as u16))
    } else if is(MULTI_PV.name) {
        let lines = MULTI_PV.read(&value);
        lines.map(|lines| SetOption::MultiPv(lines as u8))
    } else if is(MOVE_OVERHEAD.name) {
        let millis = MOVE_OVERHEAD.read(&value);
        millis.map(|millis| SetOption::MoveOverhead(Duration::from_millis(millis.into())))
    } else if is(PONDER) {
        check(PONDER, &value).map(SetOption::Ponder)
    } else if is(CLEAR_HASH) {
        Ok(SetOption::ClearHash)
    } else if is(SHOW_WDL) {
        check(SHOW_WDL, &value).map(SetOption::ShowWdl)
    } else if is(LIMIT_STRENGTH) {
        check(LIMIT_STRENGTH, &value).map(SetOption::LimitStrength)
    } else if is(ELO.name) {
        ELO.read(&value).map(|elo| SetOption::Elo(elo as u16))
    } else if is(STRATEGY) {
        strategy(&value)
    } else if is(EVALUATION) {
        evaluation(&value)
    } else if is(EVAL_FILE) {
        let file = Some(value).filter(|value| !value.is_empty() && value != EMPTY);
        Ok(SetOption::EvalFile(file))
    } else if is(BOOK) {
        book(&value)
    } else {
        Err(UciError::UnknownOption(shown(&name)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Command, parse};
    use super::*;

    fn read(line: &str) -> Result<SetOption, UciError> {
        match parse(line)? {
            Some(Command::SetOption(option)) => Ok(option),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn options_are_found_in_any_case_and_read() {
        let cases = [
            ("Hash value 64", SetOption::Hash(64)),
            ("hash value 4096", SetOption::Hash(4_096)),
            ("Threads value 2", SetOption::Threads(2)),
            ("THREADS value 256", SetOption::Threads(256)),
            ("multipv value 3", SetOption::MultiPv(3)),
            ("MultiPV value 218", SetOption::MultiPv(218)),
            (
                "Move Overhead value 0",
                SetOption::MoveOverhead(Duration::ZERO),
            ),
            (
                "move   overhead  value  100",
                SetOption::MoveOverhead(Duration::from_millis(100)),
            ),
            ("Ponder value true", SetOption::Ponder(true)),
            ("Clear Hash", SetOption::ClearHash),
            ("clear hash value", SetOption::ClearHash),
            ("UCI_ShowWDL value True", SetOption::ShowWdl(true)),
            ("uci_showwdl value false", SetOption::ShowWdl(false)),
            (
                "UCI_LimitStrength value true",
                SetOption::LimitStrength(true),
            ),
            ("UCI_Elo value 1500", SetOption::Elo(1_500)),
            (
                "Strategy value Calculator",
                SetOption::Strategy(StrategyId::Calculator),
            ),
            (
                "Strategy value explorer-rollout",
                SetOption::Strategy(StrategyId::ExplorerRollout),
            ),
            ("Evaluation value own", SetOption::Evaluation(None)),
            (
                "evaluation value Material",
                SetOption::Evaluation(Some(Evaluation::Material)),
            ),
            (
                "EvalFile value my networks/a.nnue",
                SetOption::EvalFile(Some("my networks/a.nnue".to_owned())),
            ),
            ("evalfile value <empty>", SetOption::EvalFile(None)),
            ("Book value off", SetOption::Book(None)),
            (
                "Book value aggressive",
                SetOption::Book(Some(Style::Aggressive)),
            ),
        ];
        for (text, option) in cases {
            assert_eq!(
                read(&format!("setoption name {text}")),
                Ok(option),
                "{text}"
            );
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
        let settings = Settings::default();
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
            let mut set = settings.clone();
            set.set(&read(&format!("setoption name {name}{value}")).unwrap());
            assert_eq!(set, settings, "{line}");
        }
    }
}

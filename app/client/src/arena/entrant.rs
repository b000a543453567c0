//! A player of a tournament: a mind, its level or what it goes without, and perhaps a file of its own.

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, Mutex};

use engine::eval::nnue::Network;
use engine::eval::{Evaluation, SharedEval};
use engine::player::{Level, Player, StrategyId, Strength};
use engine::search::SearchRule;
use lab::arena::SideConfig;
use serde::{Deserialize, Serialize};
use wire::visitor::learners::import;

use crate::theatre::SearchSwitch;

/// The minds that can play.
pub const ENTRANT_MINDS: [StrategyId; 12] = [
    StrategyId::Intuition,
    StrategyId::Calculator,
    StrategyId::Explorer,
    StrategyId::ExplorerRollout,
    StrategyId::Ponder,
    StrategyId::Learner,
    StrategyId::Yours,
    StrategyId::Guest,
    StrategyId::Pruner,
    StrategyId::Plodder,
    StrategyId::Grabber,
    StrategyId::Dice,
];

/// The hash table or tree of each player, MB: for games of short searches.
const HASH_MB: u32 = 8;
/// The largest file, bytes.
const MAX_FILE_BYTES: usize = 2 << 20;
/// The longest name of a file, characters.
const MAX_FILE_NAME: usize = 60;

/// A player of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    pub mind: StrategyId,
    /// `None` is full strength.
    pub level: Option<Level>,
    /// What its search goes without, each once; only of an alpha-beta search at full strength.
    pub without: Vec<SearchSwitch>,
    /// The checksum of the file that it plays by.
    pub file: Option<u32>,
}

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// A network of `ponder train`.
    Network,
    /// A learner as JSON.
    Learner,
}

/// A file that an entrant plays by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArenaFile {
    pub name: String,
    pub bytes: Arc<Vec<u8>>,
}

/// A file that no entrant can play by.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    #[error("The file is too large: at most 2 MB are read.")]
    TooLarge,
    #[error("This is no network of `ponder train`: {0}.")]
    Network(String),
    #[error("This is no learner as JSON: {0}.")]
    Learner(String),
    #[error("The network cannot be had: {0}.")]
    Missing(String),
}

impl ArenaFile {
    /// Checks a file that a visitor chose.
    ///
    /// # Errors
    /// It is too large, or not of this kind.
    pub fn new(kind: FileKind, name: &str, bytes: Vec<u8>) -> Result<Self, FileError> {
        if bytes.len() > MAX_FILE_BYTES {
            return Err(FileError::TooLarge);
        }
        match kind {
            FileKind::Network => Network::read(&bytes)
                .map(drop)
                .map_err(|error| FileError::Network(error.to_string()))?,
            FileKind::Learner => import(&String::from_utf8_lossy(&bytes))
                .map(drop)
                .map_err(FileError::Learner)?,
        }
        Ok(Self {
            name: name.chars().take(MAX_FILE_NAME).collect(),
            bytes: Arc::new(bytes),
        })
    }

    /// The number by which an entrant names it: the checksum of its bytes. A network's file ends in that
    /// number, and with it all would have the same one.
    #[must_use]
    pub fn checksum(&self) -> u32 {
        let bytes = &self.bytes[..];
        match bytes.split_last_chunk() {
            Some((_, &last)) if Network::length(bytes) == Some(bytes.len()) => {
                u32::from_le_bytes(last)
            }
            _ => engine::checksum::crc32(bytes),
        }
    }
}

impl Entrant {
    /// A mind at full strength.
    #[must_use]
    pub fn of(mind: StrategyId) -> Self {
        Self {
            mind,
            level: None,
            without: Vec::new(),
            file: None,
        }
    }

    /// Whether parts of its search can be switched off.
    #[must_use]
    pub fn has_switches(&self) -> bool {
        let is_alpha_beta = matches!(self.mind, StrategyId::Intuition | StrategyId::Calculator);
        is_alpha_beta && self.level.is_none()
    }

    /// Whether this part can be switched off.
    #[must_use]
    pub fn has_switch(&self, part: SearchSwitch) -> bool {
        let judges_by_network = self.mind.evaluation() == Evaluation::Network;
        match part {
            SearchSwitch::Everything => false,
            SearchSwitch::Network => self.has_switches() && judges_by_network,
            SearchSwitch::Quiescence | SearchSwitch::Rule(_) => self.has_switches(),
        }
    }

    /// The kind of file that it can play by.
    #[must_use]
    pub fn file_kind(&self) -> Option<FileKind> {
        match (self.mind, self.mind.evaluation()) {
            (StrategyId::Learner, _) => Some(FileKind::Learner),
            (_, Evaluation::Network) if !self.without.contains(&SearchSwitch::Network) => {
                Some(FileKind::Network)
            }
            _ => None,
        }
    }

    /// Whether it plays only by a file: the network that the visitor has for it.
    #[must_use]
    pub fn needs_file(&self) -> bool {
        !self.mind.strategy().ready
    }

    /// Whether it needs the network of the site.
    #[must_use]
    pub fn needs_network(&self) -> bool {
        let plays_by_network = self.file_kind() == Some(FileKind::Network);
        plays_by_network && self.file.is_none() && !self.needs_file()
    }

    /// The same with settings that do not fit together left out: of two the one that was chosen before.
    #[must_use]
    pub fn mended(mut self, before: &Self) -> Self {
        if !self.mind.searches() {
            self.level = None;
        }
        let rest = Self {
            without: Vec::new(),
            ..self.clone()
        };
        self.without.retain(|&part| rest.has_switch(part));
        let has_other_kind = self.file_kind() != before.file_kind();
        let is_other_player =
            self.mind != before.mind && (self.needs_file() || before.needs_file());
        if has_other_kind || is_other_player {
            self.file = None;
        }
        self
    }

    /// The name in tables and files: `Intuition, level 3`.
    #[must_use]
    pub fn name(&self) -> String {
        let mut name = self.mind.strategy().name.to_owned();
        if let Some(level) = self.level {
            name += &format!(", level {}", level.number());
        }
        for (index, &part) in self.without.iter().enumerate() {
            name += if index == 0 { " without " } else { ", " };
            name += &switch_text(part).replace('-', " ");
        }
        if let Some(file) = self.file {
            name += &format!(" by {file:08x}");
        }
        name
    }

    /// The player.
    ///
    /// # Errors
    /// What it lacks, as text.
    pub(super) fn player(
        &self,
        file: Option<&[u8]>,
        network: Option<SharedEval>,
        seed: u64,
    ) -> Result<Box<dyn Player + Send>, String> {
        let mut side = SideConfig {
            hash_mb: Some(HASH_MB),
            ..SideConfig::default()
        };
        side.in_process.strategy = self.mind;
        for part in &self.without {
            match part {
                SearchSwitch::Everything => {}
                SearchSwitch::Quiescence => side.in_process.player.options.quiescence = false,
                SearchSwitch::Network => {
                    side.in_process.player.evaluation = Some(Evaluation::Tuned);
                }
                SearchSwitch::Rule(rule) => side.in_process.without.push(*rule),
            }
        }
        let player = &mut side.in_process.player;
        player.strength = self.level.map(Strength::from);
        player.seed = seed;
        match (self.file, self.file_kind()) {
            (None, _) if self.needs_file() => return Err("its network is missing".to_owned()),
            (None, _) => player.network = network,
            (Some(_), Some(FileKind::Network)) => {
                let file = file.ok_or("the file of the network is missing")?;
                let network = Network::read(file).map_err(|error| error.to_string())?;
                player.network = Some(SharedEval::new(network));
            }
            (Some(_), Some(FileKind::Learner)) => {
                let file = file.ok_or("the file of the learner is missing")?;
                let table = import(&String::from_utf8_lossy(file))?;
                player.memory = Arc::new(Mutex::new(table.into()));
            }
            (Some(_), None) => return Err("this mind plays by no file".to_owned()),
        }
        if self.needs_network() && player.network.is_none() {
            return Err("the network could not be loaded".to_owned());
        }
        side.check().map_err(|error| error.to_string())?;
        let player = side.player();
        player.ok_or_else(|| format!("{} does not play yet", self.mind.as_str()))
    }
}

/// The name of a part in links.
fn switch_text(part: SearchSwitch) -> &'static str {
    match part {
        SearchSwitch::Everything => "",
        SearchSwitch::Quiescence => "quiescence",
        SearchSwitch::Network => "network",
        SearchSwitch::Rule(rule) => rule.name(),
    }
}

fn parse_switch(text: &str) -> Option<SearchSwitch> {
    match text {
        "quiescence" => Some(SearchSwitch::Quiescence),
        "network" => Some(SearchSwitch::Network),
        _ => {
            let rule = SearchRule::ALL.iter().find(|rule| rule.name() == text);
            rule.copied().map(SearchSwitch::Rule)
        }
    }
}

/// As in links: `intuition`, `ponder.3` with a level, `intuition!null-move!delta` without parts of the
/// search, `intuition@0123abcd` by a file.
impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.mind.as_str())?;
        if let Some(level) = self.level {
            write!(f, ".{}", level.number())?;
        }
        for &part in &self.without {
            write!(f, "!{}", switch_text(part))?;
        }
        match self.file {
            Some(file) => write!(f, "@{file:08x}"),
            None => Ok(()),
        }
    }
}

/// As [`Display`](fmt::Display) writes it; the error is the reason.
impl FromStr for Entrant {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (text, file) = match text.split_once('@') {
            Some((text, file)) => (text, Some(file)),
            None => (text, None),
        };
        let mut parts = text.split('!');
        let first = parts.next().unwrap_or_default();
        let (mind, level) = match first.split_once('.') {
            Some((mind, level)) => (mind, Some(level)),
            None => (first, None),
        };
        let mind = mind.parse().ok();
        let mind = mind.filter(|mind| ENTRANT_MINDS.contains(mind));
        let mut entrant = Self::of(mind.ok_or("there is no such mind")?);
        if let Some(level) = level {
            let level = level.parse().ok().and_then(Level::new);
            entrant.level = Some(level.ok_or("levels are 1 to 10")?);
            if !entrant.mind.searches() {
                return Err("this mind has no levels");
            }
        }
        for part in parts {
            let part = parse_switch(part).ok_or("there is no such part of the search")?;
            if !entrant.has_switch(part) {
                return Err("this mind cannot go without that part, or has a level");
            }
            if entrant.without.contains(&part) {
                return Err("the same part is switched off twice");
            }
            entrant.without.push(part);
        }
        if let Some(file) = file {
            let checksum = u32::from_str_radix(file, 16).ok();
            let checksum = checksum.filter(|sum| format!("{sum:08x}") == file);
            entrant.file = Some(checksum.ok_or("a file is named by eight hexadecimal digits")?);
            if entrant.file_kind().is_none() {
                return Err("this mind plays by no file, or goes without the network");
            }
        }
        Ok(entrant)
    }
}

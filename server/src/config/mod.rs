//! What the command line and the environment say. `worker` is what a program that only searches is told.

mod tables_place;
mod worker;

use std::{ffi::OsString, net::SocketAddr, path::PathBuf};

use app::document::public_origin::PublicOrigin;
use clap::builder::{
    BoolishValueParser, OsStringValueParser, RangedU64ValueParser, TypedValueParser,
};
use clap::parser::ValueSource;
use clap::{Args, CommandFactory, FromArgMatches, Parser, value_parser};

use crate::moderation::order::{Action, Order};
use crate::nats::address::{NatsAddress, NatsText, NoNats};
use crate::store::{NoLocation, StoreLocation, StoreText};
use crate::traces::CollectorAddress;
pub use tables_place::{SyzygyAlone, TablesPlace};
pub use worker::WorkerConfig;
use worker::{MAX_THREADS, WorkerArguments};

/// As much as a core or two search.
const DEFAULT_NODES: u64 = 2_000_000;

/// More than any machine searches.
const MAX_NODES: u64 = 1_000_000_000_000;

/// Nobody has more of them in a row.
const MAX_PROXIES: u64 = 16;

/// A server of ten thousand visitors has room.
pub const DEFAULT_SOCKETS: usize = 16_384;

/// More than any machine has ports for.
const MAX_SOCKETS: u64 = 10_000_000;

/// More than any disk holds.
const MAX_QUOTA_MB: u64 = 1 << 30;

/// The command of a program that only searches.
const WORKER: &str = "worker";

/// Days that addresses of refused requests are kept.
const MAX_ABUSE_DAYS: i64 = 365;

/// Characters of a target or a reason.
const MAX_ORDER_TEXT: usize = 200;

/// A ban of more days is one for good.
const MAX_DAYS: i64 = 36_500;

/// How the server is to run. The help names the variable that stands for an option; see
/// [`variable`].
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct Config {
    /// Where to listen; port 0 takes a free one (PONDER_ADDR).
    #[arg(long, value_name = "IP:PORT", default_value = "127.0.0.1:3000")]
    pub addr: SocketAddr,
    /// Where results are kept; made when missing (PONDER_DATA).
    #[arg(long, value_name = "DIR", default_value = "data", global = true)]
    pub data: PathBuf,
    /// A database of PostgreSQL for the results, as in `postgres://ponder@host/ponder`, which several servers
    /// may share. A password is better in the variable, which no other user sees (PONDER_DATABASE; default:
    /// the file `ponder.sqlite` in the folder of the data).
    #[arg(long = "database", value_name = "URL", global = true)]
    database: Option<StoreText>,
    /// The database, once it was read.
    #[arg(skip)]
    database_location: Option<StoreLocation>,
    /// NATS, by which the servers that share a database tell each other what is new and workers are ordered
    /// searches, as in `nats://ponder@host:4222`; several addresses with commas. A password is better in the
    /// variable (PONDER_NATS; default: servers find what is new in the database, two seconds later).
    #[arg(long = "nats", value_name = "URL")]
    nats_text: Option<NatsText>,
    /// NATS, once its address was read.
    #[arg(skip)]
    pub nats: Option<NatsAddress>,
    /// Where the endgame tables are, a folder of `ponder tables make`, or `off`. They are made there in the
    /// background when they are missing, 14 MB in a few minutes (PONDER_TABLES; default: `tables` in the
    /// folder of the data).
    #[arg(long, value_name = "DIR|off", value_parser = OsStringValueParser::new().map(TablesPlace::from))]
    pub tables: Option<TablesPlace>,
    /// Folders of Syzygy tables of up to seven men, with `:` between them (PONDER_SYZYGY; default: none).
    #[arg(long, value_name = "DIR")]
    pub syzygy: Option<PathBuf>,
    /// Read every block of the Syzygy tables before serving, which takes hours for seven men
    /// (PONDER_SYZYGY_VERIFY; default: no).
    #[arg(long, value_name = "yes|no", num_args = 0..=1, require_equals = true)]
    #[arg(value_parser = BoolishValueParser::new(), default_value = "no", default_missing_value = "yes")]
    #[arg(hide_default_value = true)]
    pub syzygy_verify: bool,
    /// Where visitors reach the site, as in `https://chess.example.org`: absolute links begin with it
    /// (PONDER_ORIGIN; default: what each request names as its host).
    #[arg(long, value_name = "URL")]
    pub origin: Option<PublicOrigin>,
    /// The built site: `pkg/` and the files of `public/` (PONDER_SITE; default: site beside this
    /// program).
    #[arg(long, value_name = "DIR", default_value_os_t = beside_program())]
    #[arg(hide_default_value = true)]
    pub site: PathBuf,
    /// Who makes searches: `here`, or `workers` (`server worker`), reached over NATS (PONDER_SEARCHES).
    #[arg(long, value_name = "here|workers", default_value = "here")]
    pub searches: SearchPlace,
    /// Threads that search (PONDER_THREADS; default: all cores but one).
    #[arg(long, value_name = "N")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_THREADS))]
    pub threads: Option<usize>,
    /// Whether cookies carry `Secure`.
    #[arg(skip)]
    pub secure_cookies: bool,
    /// Positions a second that each client of the API may have searched, 60 s of them at once
    /// (PONDER_NODES).
    #[arg(long = "nodes", value_name = "N", default_value_t = DEFAULT_NODES)]
    #[arg(value_parser = value_parser!(u64).range(1..=MAX_NODES))]
    pub nodes_per_second: u64,
    /// Your proxies in front of the server: so many addresses at the end of X-Forwarded-For are
    /// believed (PONDER_PROXIES).
    #[arg(long, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(..=MAX_PROXIES))]
    pub proxies: usize,
    /// Open sockets of live games, a sixty-fourth of them from one address at most; each takes a file
    /// and some 20 KB (PONDER_SOCKETS; default: 16384, or as many as the system's limit of open files
    /// allows).
    #[arg(long, value_name = "N")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_SOCKETS))]
    pub sockets: Option<usize>,
    /// Megabytes that the database may take; beyond it visitors without an account keep nothing new
    /// (PONDER_QUOTA_MB).
    #[arg(long = "quota-mb", value_name = "N", default_value = "10240")]
    #[arg(value_parser = value_parser!(u64).range(1..=MAX_QUOTA_MB).map(|mb| mb << 20))]
    pub quota_bytes: u64,
    /// Where refused requests are logged with their addresses, a file a day; /privacy says so
    /// (PONDER_ABUSE_LOG; default: nowhere).
    #[arg(long, value_name = "DIR")]
    pub abuse_log: Option<PathBuf>,
    /// Days that such a file is kept (PONDER_ABUSE_DAYS).
    #[arg(long, value_name = "N", default_value_t = 7)]
    #[arg(value_parser = value_parser!(u32).range(1..=MAX_ABUSE_DAYS))]
    pub abuse_days: u32,
    /// Where /metrics, and nothing else, is served: not for the public (PONDER_METRICS; default:
    /// nowhere).
    #[arg(long, value_name = "IP:PORT")]
    pub metrics: Option<SocketAddr>,
    /// A collector of OpenTelemetry that is told of requests and searches, by OTLP over HTTP in your own
    /// network, as in `http://127.0.0.1:4318` (PONDER_OTLP; default: none).
    #[arg(long, value_name = "URL")]
    pub otlp: Option<CollectorAddress>,
}

/// Who makes searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SearchPlace {
    /// The server's own threads.
    Here,
    /// Workers that are reached over NATS.
    Workers,
}

impl Config {
    /// Where results are kept.
    pub fn store(&self) -> StoreLocation {
        match &self.database_location {
            Some(location) => location.clone(),
            None => StoreLocation::Folder(self.data.clone()),
        }
    }

    /// The folder of the endgame tables; `None` for a server without.
    pub fn tables_folder(&self) -> Option<PathBuf> {
        TablesPlace::folder(self.tables.as_ref(), &self.data)
    }
}

/// The folder `site` beside this program.
fn beside_program() -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    program.with_file_name("site")
}

/// The variable that stands for an option where it is not given.
fn variable(option: &str) -> String {
    format!("PONDER_{}", option.to_uppercase().replace('-', "_"))
}

const OTHER_VARIABLES: &str = "\
Environment:
  PONDER_SECURE_COOKIES  1 where visitors reach the site over TLS, so cookies are limited to it
  PONDER_LOG             what is logged to stderr, as in `info,server=debug`";

/// Ponder: a chess site whose opponent thinks in the open. Without a command it serves the site.
#[derive(Parser)]
#[command(name = "server", version, after_help = OTHER_VARIABLES)]
#[command(args_override_self = true, disable_help_subcommand = true)]
struct CommandLine {
    #[command(flatten)]
    config: Config,
    #[command(subcommand)]
    command: Option<Subcommand>,
}

/// What is done beside a running server.
#[derive(clap::Subcommand)]
enum Subcommand {
    /// Moves all results from one store to another, compares both, and goes on where it was broken off. A
    /// store is the folder of the data or an address of PostgreSQL. No server may run on either.
    Copy {
        /// What is copied.
        #[arg(long, value_name = "DIR|URL")]
        from: StoreText,
        /// Where to; empty, or an unfinished copy.
        #[arg(long, value_name = "DIR|URL")]
        to: StoreText,
    },
    /// Looks at the configuration without serving, and says what is wrong with it. Options come before it.
    Doctor,
    /// Makes searches for servers, which order them over NATS; it keeps nothing.
    Worker(WorkerArguments),
    /// Copies the results to a new file.
    Backup {
        /// The file to be made.
        path: PathBuf,
    },
    /// Keeps an address (192.0.2.7), a network (192.0.2.0/24) or an account out.
    Ban {
        #[command(flatten)]
        order: OrderArguments,
        /// How long (default: for good).
        #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=MAX_DAYS))]
        days: Option<u32>,
    },
    /// Lets an address, a network or an account in.
    Unban(OrderArguments),
    /// Deletes a shared game, an account or an open challenge.
    #[command(subcommand, arg_required_else_help = false)]
    Remove(Removal),
    /// Prints what was ordered so, and what came of it.
    Audit,
}

#[derive(clap::Subcommand)]
enum Removal {
    /// Deletes a shared game by its link.
    Share(OrderArguments),
    /// Deletes an account by its name.
    Account(OrderArguments),
    /// Deletes an open challenge by its link.
    Challenge(OrderArguments),
}

#[derive(Args)]
struct OrderArguments {
    /// Whom or what, by what is named above.
    #[arg(value_parser = parse_order_text)]
    target: String,
    /// Why, for the audit.
    #[arg(long, value_name = "TEXT", value_parser = parse_order_text, allow_hyphen_values = true)]
    reason: Option<String>,
}

/// What the command line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Run the site.
    Serve(Box<Config>),
    /// Look at the configuration.
    Doctor(Box<Config>),
    /// Make searches for servers.
    Work(Box<WorkerConfig>),
    /// Copy the store.
    Backup {
        /// The folder of the store.
        data: PathBuf,
        /// The file to be made.
        to: PathBuf,
    },
    /// Move the store.
    Copy {
        /// What is copied.
        from: StoreLocation,
        /// Where to.
        to: StoreLocation,
    },
    /// Give an order.
    Moderate {
        /// The store.
        store: StoreLocation,
        /// What is to be done.
        order: Order,
    },
    /// Print the orders that were given.
    Audit {
        /// The store.
        store: StoreLocation,
    },
    /// Print help or the version.
    Print(String),
}

/// A command line or an environment that can't be followed.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// An argument that is unknown, or one with a wrong value or without one.
    #[error("{}", one_line(.0))]
    Arguments(#[from] clap::Error),
    /// A variable with a wrong value.
    #[error("{name}: {}", one_line(.error))]
    Variable { name: String, error: clap::Error },
    /// Syzygy tables are asked after ours.
    #[error(transparent)]
    SyzygyAlone(#[from] SyzygyAlone),
    /// What a worker is told does not fit together.
    #[error(transparent)]
    Worker(#[from] worker::NoWorker),
    /// The place of a store that is none.
    #[error("{option}: {error}")]
    Store {
        option: &'static str,
        error: NoLocation,
    },
    /// The address of NATS is none.
    #[error("--nats: {0}")]
    Nats(#[from] NoNats),
    /// A file has one server.
    #[error("--nats needs --database or --searches workers: a file has no other server to talk to")]
    NatsAlone,
    /// Nobody can be asked.
    #[error("--searches workers needs --nats")]
    WorkersWithoutNats,
    /// PostgreSQL copies its databases itself.
    #[cfg(feature = "postgres")]
    #[error("a database of PostgreSQL is copied by pg_dump")]
    PostgresBackup,
    /// Something that is neither yes nor no.
    #[error("PONDER_SECURE_COOKIES expects 1 or 0, found {0:?}")]
    SecureCookies(OsString),
}

/// The message without its head and line breaks.
fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let text = text.trim_start_matches("error: ").trim_end();
    let text = text.replace("\n\n", ". ");
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

impl Command {
    /// Reads the arguments (without the program's name); what they leave open comes from `env`.
    ///
    /// # Errors
    /// When an argument or a variable is not understood.
    pub fn read(
        arguments: impl IntoIterator<Item = OsString>,
        env: impl Fn(&str) -> Option<OsString>,
    ) -> Result<Self, ConfigError> {
        match CommandLine::read(arguments.into_iter().collect(), env) {
            Ok(CommandLine { config, command }) => Ok(match command {
                None => Self::Serve(Box::new(config)),
                Some(subcommand) => subcommand.into_command(&config)?,
            }),
            Err(ConfigError::Arguments(help)) if !help.use_stderr() => {
                Ok(Self::Print(help.to_string()))
            }
            Err(error) => Err(error),
        }
    }
}

impl CommandLine {
    fn read(
        mut arguments: Vec<OsString>,
        env: impl Fn(&str) -> Option<OsString>,
    ) -> Result<Self, ConfigError> {
        arguments.insert(0, "server".into());
        // An empty variable is one that was not set, as most shells' scripts mean it.
        let env = |name: &str| env(name).filter(|value| !value.is_empty());
        let command = Self::command();
        let parse = |arguments: &[OsString]| command.clone().try_get_matches_from(arguments);
        let mut matches = parse(&arguments)?;
        // Only the global options count for other commands than serving, and looking at it; working has its own.
        let is_serving = matches!(matches.subcommand_name(), None | Some("doctor"));
        let worker = command.find_subcommand(WORKER);
        let worker = worker.filter(|_| matches.subcommand_name() == Some(WORKER));
        let own = command.get_arguments();
        let own = own.filter(|option| option.is_global_set() || is_serving);
        let of_worker = worker.into_iter().flat_map(clap::Command::get_arguments);
        let options = own.map(|option| (option, false));
        for (option, of_worker) in options.chain(of_worker.map(|option| (option, true))) {
            let (id, long) = (option.get_id().as_str(), option.get_long());
            let source = match matches.subcommand() {
                Some((_, matches)) if of_worker => matches.value_source(id),
                _ => matches.value_source(id),
            };
            let long = long.unwrap_or_default();
            let name = variable(long);
            let is_given = source == Some(ValueSource::CommandLine);
            if let Some(value) = env(&name).filter(|_| !is_given) {
                let mut argument = OsString::from(format!("--{long}="));
                argument.push(value);
                let place = if of_worker { arguments.len() } else { 1 };
                arguments.insert(place, argument);
                matches =
                    parse(&arguments).map_err(|error| ConfigError::Variable { name, error })?;
            }
        }
        let mut line = Self::from_arg_matches(&matches)?;
        if is_serving && let Some(text) = env("PONDER_SECURE_COOKIES") {
            line.config.secure_cookies = yes_or_no(text)?;
        }
        if let Some(text) = &line.config.database {
            let location = text.postgres();
            let location = location.map_err(|error| ConfigError::Store {
                option: "--database",
                error,
            })?;
            line.config.database_location = Some(location);
        }
        if let Some(text) = &line.config.nats_text {
            line.config.nats = Some(text.address()?);
        }
        let has_workers = line.config.searches == SearchPlace::Workers;
        match &line.config.nats {
            Some(_) if line.config.database_location.is_none() && !has_workers => {
                return Err(ConfigError::NatsAlone);
            }
            None if has_workers => return Err(ConfigError::WorkersWithoutNats),
            _ => {}
        }
        if line.config.syzygy.is_some() && line.config.tables_folder().is_none() {
            return Err(SyzygyAlone.into());
        }
        Ok(line)
    }
}

impl Subcommand {
    fn into_command(self, config: &Config) -> Result<Command, ConfigError> {
        let store = config.store();
        let (action, arguments, days) = match self {
            Self::Backup { path: to } => {
                return match store {
                    StoreLocation::Folder(data) => Ok(Command::Backup { data, to }),
                    #[cfg(feature = "postgres")]
                    StoreLocation::Postgres(_) => Err(ConfigError::PostgresBackup),
                };
            }
            Self::Copy { from, to } => {
                let place = |option, text: StoreText| {
                    let location = text.location();
                    location.map_err(|error| ConfigError::Store { option, error })
                };
                return Ok(Command::Copy {
                    from: place("--from", from)?,
                    to: place("--to", to)?,
                });
            }
            Self::Doctor => return Ok(Command::Doctor(Box::new(config.clone()))),
            Self::Worker(arguments) => {
                let worker = arguments.into_config(&config.data)?;
                return Ok(Command::Work(Box::new(worker)));
            }
            Self::Audit => return Ok(Command::Audit { store }),
            Self::Ban { order, days } => (Action::Ban, order, days),
            Self::Unban(order) => (Action::Unban, order, None),
            Self::Remove(Removal::Share(order)) => (Action::RemoveShare, order, None),
            Self::Remove(Removal::Account(order)) => (Action::RemoveAccount, order, None),
            Self::Remove(Removal::Challenge(order)) => (Action::RemoveChallenge, order, None),
        };
        let OrderArguments { target, reason } = arguments;
        let order = Order {
            action,
            target,
            days,
            reason,
        };
        Ok(Command::Moderate { store, order })
    }
}

fn parse_order_text(text: &str) -> Result<String, String> {
    let text = text.trim();
    let length = text.chars().count();
    match (1..=MAX_ORDER_TEXT).contains(&length) && !text.chars().any(char::is_control) {
        true => Ok(text.to_owned()),
        false => Err(format!("expected 1 to {MAX_ORDER_TEXT} characters")),
    }
}

fn yes_or_no(text: OsString) -> Result<bool, ConfigError> {
    match text.to_str() {
        Some("1" | "true" | "yes") => Ok(true),
        Some("0" | "false" | "no") => Ok(false),
        _ => Err(ConfigError::SecureCookies(text)),
    }
}

#[cfg(test)]
mod tests;

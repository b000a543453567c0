//! What the command line and the environment say.

use std::{
    ffi::{OsStr, OsString},
    net::SocketAddr,
    num::NonZeroUsize,
    ops::RangeInclusive,
    path::{Path, PathBuf},
};

use app::public_origin::{NoOrigin, PublicOrigin};

use crate::moderation::order::{Action, Order};

/// What `--help` prints.
pub const HELP: &str = "\
Ponder: a chess site whose opponent thinks in the open.

Usage: server [OPTIONS]                      serves the site
       server backup PATH [--data DIR]       copies the results to the new file PATH, beside a running server
       server ban ADDRESS|NETWORK|NAME [--days N] [--reason TEXT] [--data DIR]
       server unban ADDRESS|NETWORK|NAME     keep an address (192.0.2.7, 192.0.2.0/24) or an account out, or let it in
       server remove share|account|challenge LINK|NAME
                                             delete it, beside a running server
       server audit                          what was ordered so, and what came of it

Options:
  --addr IP:PORT  where to listen; port 0 takes a free one   [PONDER_ADDR, default 127.0.0.1:3000]
  --data DIR      where results are kept; made when missing  [PONDER_DATA, default data]
  --origin URL    where visitors reach the site, as in https://chess.example.org: absolute links begin with it
                  [PONDER_ORIGIN, default: what each request names as its host]
  --site DIR      the built site                             [PONDER_SITE, default: site beside this program]
  --threads N     threads that search                        [PONDER_THREADS, default: all cores but one]
  --nodes N       positions a second that each client of the API may have searched, 60 s of them at once
                  [PONDER_NODES, default 2000000]
  --proxies N     your proxies in front of the server: so many addresses at the end of X-Forwarded-For
                  are believed   [PONDER_PROXIES, default 0]
  --sockets N     open sockets of live games, a sixty-fourth of them from one address at most; each
                  takes a file and some 20 KB  [PONDER_SOCKETS, default 16384, or as many as the
                  system's limit of open files allows]
  --quota-mb N    what the database may take; beyond it visitors without an account keep nothing new
                  [PONDER_QUOTA_MB, default 10240]
  --abuse-log DIR where refused requests are logged with their addresses, a file a day; /privacy says so
                  [PONDER_ABUSE_LOG, default nowhere]
  --abuse-days N  days that such a file is kept  [PONDER_ABUSE_DAYS, default 7]
  --metrics IP:PORT
                  where /metrics, and nothing else, is served: not for the public
                  [PONDER_METRICS, default nowhere]
  --help          prints this
  --version       prints the version

Environment:
  PONDER_SECURE_COOKIES  1 where visitors reach the site over TLS, so cookies are limited to it
  PONDER_LOG             what is logged to stderr, as in `info,server=debug`
";

/// The address when none is given.
const DEFAULT_ADDR: &str = "127.0.0.1:3000";

/// More threads than any machine has cores for; each may hold a hash table.
const MAX_THREADS: usize = 1024;

/// As much as a core or two search.
const DEFAULT_NODES: u64 = 2_000_000;

/// More than any machine searches.
const MAX_NODES: u64 = 1_000_000_000_000;

/// Nobody has more of them in a row.
const MAX_PROXIES: u64 = 16;

/// A server of ten thousand visitors has room.
const DEFAULT_SOCKETS: u64 = 16_384;

/// More than any machine has ports for.
const MAX_SOCKETS: u64 = 10_000_000;

/// A million games.
const DEFAULT_QUOTA_MB: u64 = 10_240;

/// More than any disk holds.
const MAX_QUOTA_MB: u64 = 1 << 30;

/// How the server is to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Where to listen.
    pub addr: SocketAddr,
    /// The folder of the store.
    pub data: PathBuf,
    /// Where visitors reach the site; `None` for what each request names as its host.
    pub origin: Option<PublicOrigin>,
    /// The built site: `pkg/` and the files of `public/`.
    pub site: PathBuf,
    /// Threads that search; `None` for all cores but one.
    pub threads: Option<NonZeroUsize>,
    /// Whether cookies carry `Secure`.
    pub secure_cookies: bool,
    /// Positions a second that one client of the API may have searched.
    pub nodes_per_second: u64,
    /// Proxies whose word on the client's address counts.
    pub proxies: usize,
    /// Sockets that may be open.
    pub sockets: usize,
    /// Whether so many have to be possible; without `--sockets` fewer will do.
    pub sockets_required: bool,
    /// Bytes that the database may take.
    pub quota_bytes: u64,
    /// The folder of the log of refused requests, if it is kept.
    pub abuse_log: Option<PathBuf>,
    /// Days that its files are kept.
    pub abuse_days: u32,
    /// Where the figures are served, if anywhere.
    pub metrics: Option<SocketAddr>,
}

/// What the command line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Run the site.
    Serve(Config),
    /// Copy the store.
    Backup {
        /// The folder of the store.
        data: PathBuf,
        /// The file to be made.
        to: PathBuf,
    },
    /// Give an order.
    Moderate {
        /// The folder of the store.
        data: PathBuf,
        /// What is to be done.
        order: Order,
    },
    /// Print the orders that were given.
    Audit {
        /// The folder of the store.
        data: PathBuf,
    },
    /// Print [`HELP`].
    Help,
    /// Print the version.
    Version,
}

/// A command line or an environment that can't be followed.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// An argument that nobody knows, or one without its value.
    #[error("{0} (--help lists what there is)")]
    Arguments(#[from] lexopt::Error),
    /// A backup without a place for it.
    #[error("backup expects the file to be made, and nothing else (--help lists what there is)")]
    BackupPath,
    /// An order without its target.
    #[error("{0} expects {1}, and nothing else (--help lists what there is)")]
    Target(&'static str, &'static str),
    /// A text that is empty, or too long to be kept.
    #[error("{0} expects 1 to {MAX_ORDER_TEXT} characters")]
    Text(&'static str),
    /// Something that is no address.
    #[error("{from} expects an address such as {DEFAULT_ADDR}, found {found:?}")]
    Addr {
        /// The argument or variable.
        from: &'static str,
        /// What was there instead.
        found: OsString,
    },
    /// Something that is no origin.
    #[error("{from}: {source}; found {found:?}")]
    Origin {
        /// The argument or variable.
        from: &'static str,
        /// What was there instead.
        found: OsString,
        /// What is expected.
        source: NoOrigin,
    },
    /// Something that is no number of threads.
    #[error("{from} expects a number from 1 to {MAX_THREADS}, found {found:?}")]
    Threads {
        /// `--threads` or `PONDER_THREADS`.
        from: &'static str,
        /// What was there instead.
        found: OsString,
    },
    /// Something that is no number, or too large.
    #[error("{from} expects a number from {least} to {most}, found {found:?}")]
    Number {
        /// The argument or variable.
        from: &'static str,
        /// The least it may be.
        least: u64,
        /// The most it may be.
        most: u64,
        /// What was there instead.
        found: OsString,
    },
    /// Something that is neither yes nor no.
    #[error("PONDER_SECURE_COOKIES expects 1 or 0, found {0:?}")]
    SecureCookies(OsString),
}

impl Command {
    /// Reads the arguments (without the program's name); what they leave open comes from `env`,
    /// and the site's place from the program's own.
    ///
    /// # Errors
    /// When an argument or a variable is not understood.
    pub fn read(
        arguments: impl IntoIterator<Item = OsString>,
        env: impl Fn(&str) -> Option<OsString>,
        program: Option<&Path>,
    ) -> Result<Self, ConfigError> {
        use lexopt::prelude::*;

        let (mut addr, mut data, mut site, mut threads) = (None, None, None, None);
        let (mut nodes, mut proxies, mut sockets) = (None, None, None);
        let (mut metrics, mut quota_mb, mut origin) = (None, None, None);
        let (mut days, mut reason) = (None, None);
        let (mut abuse_log, mut abuse_days) = (None, None);
        let mut words: Vec<OsString> = Vec::new();
        let mut parser = lexopt::Parser::from_args(arguments);
        while let Some(argument) = parser.next()? {
            match argument {
                Long("addr") => addr = Some(parse_addr("--addr", &parser.value()?)?),
                Long("data") => data = Some(PathBuf::from(parser.value()?)),
                Long("origin") => origin = Some(parse_origin("--origin", parser.value()?)?),
                Long("site") => site = Some(PathBuf::from(parser.value()?)),
                Long("threads") => threads = Some(parse_threads("--threads", parser.value()?)?),
                Long("nodes") => nodes = Some(("--nodes", parser.value()?)),
                Long("proxies") => proxies = Some(("--proxies", parser.value()?)),
                Long("sockets") => sockets = Some(("--sockets", parser.value()?)),
                Long("quota-mb") => quota_mb = Some(("--quota-mb", parser.value()?)),
                Long("metrics") => metrics = Some(parse_addr("--metrics", &parser.value()?)?),
                Long("help") | Short('h') => return Ok(Self::Help),
                Long("version") | Short('V') => return Ok(Self::Version),
                Long("abuse-log") => abuse_log = Some(PathBuf::from(parser.value()?)),
                Long("abuse-days") => abuse_days = Some(("--abuse-days", parser.value()?)),
                Long("days") => days = Some(("--days", parser.value()?)),
                Long("reason") => reason = Some(parser.value()?),
                Value(word) if words.is_empty() && !COMMANDS.iter().any(|known| word == *known) => {
                    return Err(Value(word).unexpected().into());
                }
                Value(word) => words.push(word),
                other => return Err(other.unexpected().into()),
            }
        }
        // An empty variable is one that was not set, as most shells' scripts mean it.
        let env = |name: &str| env(name).filter(|value| !value.is_empty());
        let data = data
            .or_else(|| env("PONDER_DATA").map(Into::into))
            .unwrap_or("data".into());
        if let Some((command, words)) = words.split_first() {
            return other_than_serve(command, words, data, days, reason);
        }
        let addr = match (addr, env("PONDER_ADDR")) {
            (Some(addr), _) => addr,
            (None, Some(text)) => parse_addr("PONDER_ADDR", &text)?,
            (None, None) => parse_addr("--addr", OsStr::new(DEFAULT_ADDR))?,
        };
        let threads = match (threads, env("PONDER_THREADS")) {
            (None, Some(text)) => Some(parse_threads("PONDER_THREADS", text)?),
            (given, _) => given,
        };
        let metrics = match (metrics, env("PONDER_METRICS")) {
            (None, Some(text)) => Some(parse_addr("PONDER_METRICS", &text)?),
            (given, _) => given,
        };
        let origin = match (origin, env("PONDER_ORIGIN")) {
            (None, Some(text)) => Some(parse_origin("PONDER_ORIGIN", text)?),
            (given, _) => given,
        };
        let named = |name: &'static str| env(name).map(|value| (name, value));
        let sockets = sockets.or_else(|| named("PONDER_SOCKETS"));
        let beside = || {
            program
                .and_then(Path::parent)
                .unwrap_or(Path::new(""))
                .join("site")
        };
        Ok(Self::Serve(Config {
            addr,
            data,
            origin,
            site: site
                .or_else(|| env("PONDER_SITE").map(Into::into))
                .unwrap_or_else(beside),
            threads,
            secure_cookies: env("PONDER_SECURE_COOKIES").map_or(Ok(false), yes_or_no)?,
            nodes_per_second: match nodes.or_else(|| named("PONDER_NODES")) {
                Some((from, found)) => number(from, found, 1..=MAX_NODES)?,
                None => DEFAULT_NODES,
            },
            proxies: match proxies.or_else(|| named("PONDER_PROXIES")) {
                Some((from, found)) => number(from, found, 0..=MAX_PROXIES)? as usize,
                None => 0,
            },
            sockets_required: sockets.is_some(),
            sockets: match sockets {
                Some((from, found)) => number(from, found, 1..=MAX_SOCKETS)?,
                None => DEFAULT_SOCKETS,
            } as usize,
            quota_bytes: match quota_mb.or_else(|| named("PONDER_QUOTA_MB")) {
                Some((from, found)) => number(from, found, 1..=MAX_QUOTA_MB)?,
                None => DEFAULT_QUOTA_MB,
            } << 20,
            abuse_log: abuse_log.or_else(|| env("PONDER_ABUSE_LOG").map(Into::into)),
            abuse_days: match abuse_days.or_else(|| named("PONDER_ABUSE_DAYS")) {
                Some((from, found)) => number(from, found, 1..=MAX_ABUSE_DAYS)? as u32,
                None => DEFAULT_ABUSE_DAYS,
            },
            metrics,
        }))
    }
}

/// Days that addresses of refused requests are kept.
const DEFAULT_ABUSE_DAYS: u32 = 7;
const MAX_ABUSE_DAYS: u64 = 365;

/// The first words that are known.
const COMMANDS: [&str; 5] = ["backup", "ban", "unban", "remove", "audit"];

/// Characters of a target or a reason.
const MAX_ORDER_TEXT: usize = 200;

/// A ban of more days is one for good.
const MAX_DAYS: u64 = 36_500;

/// Reads a command that is not about serving.
fn other_than_serve(
    command: &OsStr,
    words: &[OsString],
    data: PathBuf,
    days: Option<(&'static str, OsString)>,
    reason: Option<OsString>,
) -> Result<Command, ConfigError> {
    let (action, target) = match (command.to_str(), words) {
        (Some("backup"), [to]) if !to.is_empty() => {
            let to = to.into();
            return Ok(Command::Backup { data, to });
        }
        (Some("backup"), _) => return Err(ConfigError::BackupPath),
        (Some("audit"), []) => return Ok(Command::Audit { data }),
        (Some("audit"), _) => return Err(ConfigError::Target("audit", "nothing")),
        (Some("ban"), [target]) => (Action::Ban, target),
        (Some("unban"), [target]) => (Action::Unban, target),
        (Some("ban" | "unban"), _) => {
            return Err(ConfigError::Target(
                "ban",
                "an address, a network or a name",
            ));
        }
        (_, [what, target]) => match what.to_str() {
            Some("share") => (Action::RemoveShare, target),
            Some("account") => (Action::RemoveAccount, target),
            Some("challenge") => (Action::RemoveChallenge, target),
            _ => return Err(ConfigError::Target("remove", REMOVED)),
        },
        _ => return Err(ConfigError::Target("remove", REMOVED)),
    };
    let days = match days {
        Some((from, found)) => Some(number(from, found, 1..=MAX_DAYS)? as u32),
        None => None,
    };
    let order = Order {
        action,
        target: text("the target", target)?,
        days,
        reason: reason.map(|reason| text("--reason", &reason)).transpose()?,
    };
    Ok(Command::Moderate { data, order })
}

/// What can be removed.
const REMOVED: &str = "share and a link, account and a name, or challenge and a link";

fn text(from: &'static str, found: &OsStr) -> Result<String, ConfigError> {
    let text = found.to_str().map(str::trim).unwrap_or_default();
    let length = text.chars().count();
    match (1..=MAX_ORDER_TEXT).contains(&length) && !text.chars().any(char::is_control) {
        true => Ok(text.to_owned()),
        false => Err(ConfigError::Text(from)),
    }
}

fn parse_addr(from: &'static str, text: &OsStr) -> Result<SocketAddr, ConfigError> {
    text.to_str()
        .and_then(|text| text.parse().ok())
        .ok_or_else(|| ConfigError::Addr {
            from,
            found: text.to_owned(),
        })
}

fn parse_origin(from: &'static str, found: OsString) -> Result<PublicOrigin, ConfigError> {
    let read = found.to_str().ok_or(NoOrigin).and_then(str::parse);
    read.map_err(|source| ConfigError::Origin {
        from,
        found,
        source,
    })
}

fn parse_threads(from: &'static str, found: OsString) -> Result<NonZeroUsize, ConfigError> {
    match found
        .to_str()
        .and_then(|text| text.parse::<NonZeroUsize>().ok())
    {
        Some(threads) if threads.get() <= MAX_THREADS => Ok(threads),
        _ => Err(ConfigError::Threads { from, found }),
    }
}

fn number(
    from: &'static str,
    found: OsString,
    range: RangeInclusive<u64>,
) -> Result<u64, ConfigError> {
    match found.to_str().and_then(|text| text.parse().ok()) {
        Some(number) if range.contains(&number) => Ok(number),
        _ => Err(ConfigError::Number {
            from,
            least: *range.start(),
            most: *range.end(),
            found,
        }),
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
mod tests {
    use super::*;

    fn read(arguments: &[&str], env: &[(&str, &str)]) -> Result<Command, ConfigError> {
        Command::read(
            arguments.iter().map(OsString::from),
            |name| {
                env.iter()
                    .find(|(n, _)| *n == name)
                    .map(|(_, value)| value.into())
            },
            Some(Path::new("/opt/ponder/server")),
        )
    }

    fn config(arguments: &[&str], env: &[(&str, &str)]) -> Config {
        match read(arguments, env) {
            Ok(Command::Serve(config)) => config,
            other => panic!("expected a configuration, found {other:?}"),
        }
    }

    #[test]
    fn nothing_said_means_this_machine_only_and_the_site_beside_the_program() {
        let config = config(&[], &[]);
        assert_eq!(config.addr.to_string(), "127.0.0.1:3000");
        assert_eq!(config.data, Path::new("data"));
        assert_eq!(config.site, Path::new("/opt/ponder/site"));
        assert_eq!(config.threads, None);
        assert_eq!(config.metrics, None);
        assert_eq!(config.origin, None);
        assert!(!config.secure_cookies);
    }

    #[test]
    fn an_argument_goes_before_the_environment() {
        let env = [
            ("PONDER_ADDR", "127.0.0.1:1"),
            ("PONDER_DATA", "/d"),
            ("PONDER_SITE", "/s"),
            ("PONDER_ORIGIN", "https://env.example"),
        ];
        let both = config(&["--addr", "0.0.0.0:2", "--data=/x"], &env);
        assert_eq!(both.addr.to_string(), "0.0.0.0:2");
        assert_eq!(both.data, Path::new("/x"));
        assert_eq!(both.site, Path::new("/s"));
        let origin = |arguments: &[&str]| config(arguments, &env).origin.map(|o| o.to_string());
        assert_eq!(origin(&[]).as_deref(), Some("https://env.example"));
        let given = origin(&["--origin", "http://given.example:8080"]);
        assert_eq!(given.as_deref(), Some("http://given.example:8080"));
        assert_eq!(config(&[], &env).addr.port(), 1);
    }

    #[test]
    fn an_empty_variable_counts_as_not_set() {
        assert_eq!(config(&[], &[("PONDER_DATA", "")]).data, Path::new("data"));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for (arguments, env, named) in [
            (&["--port", "3"][..], &[][..], "--port"),
            (&["--addr", "here"], &[], "here"),
            (&["--data"], &[], "--data"),
            (&["--origin", "chess.example"], &[], "--origin"),
            (
                &["--origin", "https://chess.example/x"],
                &[],
                "chess.example/x",
            ),
            (&[], &[("PONDER_ORIGIN", "chess")], "PONDER_ORIGIN"),
            (&["--threads", "0"], &[], "--threads"),
            (&["--threads", "1025"], &[], "1025"),
            (&["--proxies", "some"], &[], "--proxies"),
            (&["--nodes", "0"], &[("PONDER_NODES", "1")], "--nodes"),
            (&["--sockets", "0"], &[], "--sockets"),
            (&["--quota-mb", "0"], &[], "--quota-mb"),
            (&["--abuse-days", "0"], &[], "--abuse-days"),
            (&["extra"], &[], "extra"),
            (&["--metrics", "9090"], &[], "--metrics"),
            (&[], &[("PONDER_METRICS", "9090")], "PONDER_METRICS"),
            (&["backup"], &[], "backup"),
            (&["backup", ""], &[], "backup"),
            (&["backup", "a", "b"], &[], "backup"),
            (&["ban"], &[], "ban"),
            (&["ban", "a", "b"], &[], "ban"),
            (&["ban", ""], &[], "target"),
            (&["ban", "Anna", "--days", "0"], &[], "--days"),
            (&["ban", "Anna", "--reason", ""], &[], "--reason"),
            (&["remove", "Anna"], &[], "remove"),
            (&["remove", "game", "x"], &[], "remove"),
            (&["audit", "x"], &[], "audit"),
            (&[], &[("PONDER_ADDR", "3000")], "PONDER_ADDR"),
            (&[], &[("PONDER_SECURE_COOKIES", "maybe")], "maybe"),
            (&[], &[("PONDER_NODES", "0")], "PONDER_NODES"),
            (&[], &[("PONDER_PROXIES", "-1")], "PONDER_PROXIES"),
        ] {
            let error = read(arguments, env).expect_err("is refused").to_string();
            assert!(error.contains(named), "{error} does not name {named}");
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }

    #[test]
    fn a_backup_is_of_the_data_folder_wherever_that_is_said() {
        for arguments in [
            ["backup", "b", "--data", "/d"],
            ["--data", "/d", "backup", "b"],
        ] {
            assert_eq!(
                read(&arguments, &[]).ok(),
                Some(Command::Backup {
                    data: "/d".into(),
                    to: "b".into()
                })
            );
        }
    }

    #[test]
    fn an_order_names_its_target_and_may_say_why() {
        let read = read(
            &[
                "ban",
                "192.0.2.0/24",
                "--days=7",
                "--reason",
                "floods",
                "--data",
                "/d",
            ],
            &[],
        );
        let order = Order {
            action: Action::Ban,
            target: "192.0.2.0/24".to_owned(),
            days: Some(7),
            reason: Some("floods".to_owned()),
        };
        let data = "/d".into();
        assert_eq!(read.ok(), Some(Command::Moderate { data, order }));
        let audit = super::Command::Audit { data: "/d".into() };
        assert_eq!(self::read(&["audit", "--data=/d"], &[]).ok(), Some(audit));
    }

    #[test]
    fn help_is_answered_whatever_else_is_there() {
        assert_eq!(
            read(&["--help"], &[("PONDER_ADDR", "x")]).ok(),
            Some(Command::Help)
        );
    }
}

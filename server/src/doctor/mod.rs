//! `server doctor`: looks at a configuration without serving, and says what is wrong with it, a line each.
//!
//! `database` looks at PostgreSQL, `messages` at NATS and the workers behind it.

#[cfg(feature = "postgres")]
mod database;
mod finding;
#[cfg(feature = "nats")]
mod messages;

use std::io;
use std::net::TcpListener;
use std::time::Duration;

use finding::Findings;
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::config::{Config, DEFAULT_SOCKETS};
use crate::http_server::descriptors;
use crate::site::Site;
use crate::store::{StoreHold, StoreLocation};

/// Free space of the disk that a server needs to take in anything new, MB.
const LOW_DISK_MB: u64 = 512;

/// How long a collector of traces may take to answer.
const COLLECTOR_PATIENCE: Duration = Duration::from_secs(2);

/// What was found wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} of this would keep the server from working")]
pub struct Unsound(usize);

/// Prints what is right and what is wrong.
///
/// # Errors
/// Something is wrong, not only doubtful.
pub async fn doctor(config: &Config) -> Result<(), Unsound> {
    let mut findings = Findings::default();
    look_at_site(config, &mut findings);
    look_at_address(config, &mut findings);
    look_at_origin(config, &mut findings);
    look_at_disk(config, &mut findings);
    look_at_store(config, &mut findings).await;
    look_at_collector(config, &mut findings).await;
    #[cfg(feature = "nats")]
    messages::look_at_nats(config, &mut findings).await;
    for line in findings.lines() {
        println!("{line}");
    }
    match findings.wrong() {
        0 => Ok(()),
        wrong => Err(Unsound(wrong)),
    }
}

fn look_at_site(config: &Config, findings: &mut Findings) {
    match Site::open(&config.site) {
        Ok(site) => findings.right(format!("the site is at {}", site.root().display())),
        Err(error) => findings.wrong_is(error),
    }
    let wanted = config.sockets.unwrap_or(DEFAULT_SOCKETS);
    match descriptors::plan(wanted, config.sockets.is_some()) {
        Ok(plan) if plan.sockets < wanted => findings.doubtful(format!(
            "the limit of open files allows {} sockets of {wanted} (ulimit -n, LimitNOFILE)",
            plan.sockets
        )),
        Ok(plan) => findings.right(format!("{} sockets may be open", plan.sockets)),
        Err(error) => findings.wrong_is(error),
    }
}

fn look_at_address(config: &Config, findings: &mut Findings) {
    for (name, addr) in [
        ("the site", Some(config.addr)),
        ("/metrics", config.metrics),
    ] {
        let Some(addr) = addr else { continue };
        match TcpListener::bind(addr) {
            Ok(_) => findings.right(format!("{addr} is free for {name}")),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => findings.doubtful(format!(
                "{addr} is in use: by this server, if it runs already"
            )),
            Err(error) => findings.wrong_is(format!("{addr} can't be listened on: {error}")),
        }
    }
    if config.metrics.is_some_and(|addr| !addr.ip().is_loopback()) {
        findings
            .doubtful("/metrics is not for the public, and its address is not this machine's own");
    }
}

async fn look_at_collector(config: &Config, findings: &mut Findings) {
    let Some(collector) = &config.otlp else {
        return;
    };
    match timeout(COLLECTOR_PATIENCE, TcpStream::connect(collector.host())).await {
        Ok(Ok(_)) => findings.right(format!("{collector} can be reached")),
        _ => findings.doubtful(format!(
            "{collector} can't be reached: its traces would be lost"
        )),
    }
}

fn look_at_origin(config: &Config, findings: &mut Findings) {
    let Some(origin) = &config.origin else {
        findings.doubtful("without --origin, links name whatever host a request names");
        return;
    };
    let is_tls = origin.to_string().starts_with("https://");
    match (is_tls, config.secure_cookies) {
        (true, false) => {
            findings
                .doubtful("visitors come over TLS: PONDER_SECURE_COOKIES=1 limits cookies to it");
        }
        (false, true) => {
            findings.wrong_is(
                "cookies are limited to TLS, and --origin is without: nobody stays signed in",
            );
        }
        _ => findings.right(format!("visitors come to {}", origin)),
    }
    if is_tls && config.proxies == 0 {
        findings.doubtful(
            "TLS needs a proxy, and --proxies is 0: all visitors behind it count as one address",
        );
    }
}

fn look_at_disk(config: &Config, findings: &mut Findings) {
    // It is made by the server.
    let folder = config.data.ancestors().find(|folder| folder.exists());
    let folder = folder.unwrap_or(std::path::Path::new("."));
    match rustix::fs::statvfs(folder) {
        Ok(disk) => {
            let free_mb = (disk.f_bavail * disk.f_frsize) >> 20;
            let text = format!("{free_mb} MB are free for {}", config.data.display());
            match free_mb < LOW_DISK_MB {
                true => {
                    findings.doubtful(format!("{text}: below {LOW_DISK_MB} little is taken in"))
                }
                false => findings.right(text),
            }
        }
        Err(error) => findings.wrong_is(format!("{} can't be read: {error}", folder.display())),
    }
}

async fn look_at_store(config: &Config, findings: &mut Findings) {
    let location = config.store();
    match &location {
        StoreLocation::Folder(folder) if !folder.exists() => {
            findings.right(format!("{} is made at the first start", folder.display()));
        }
        StoreLocation::Folder(folder) => match StoreHold::acquire(&location).await {
            Ok(_) => findings.right(format!("{} can be held", folder.display())),
            Err(error) => findings.doubtful(format!("{error}: this server, if it runs already")),
        },
        #[cfg(feature = "postgres")]
        StoreLocation::Postgres(url) => database::look_at(url, findings).await,
    }
}

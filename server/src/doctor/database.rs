//! Looks at a database of PostgreSQL.

use std::time::Duration;

use tokio::time::timeout;

use super::finding::Findings;
use crate::store::{DatabaseReport, PostgresUrl};

/// How long it may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// The oldest version that is supported.
const OLDEST: i64 = 14;

/// The sessions of one server: a writer, readers, the lock.
const SESSIONS: i64 = 6;

/// How far the clocks of both machines may be apart, milliseconds.
const MAX_SKEW_MS: u64 = 2_000;

pub async fn look_at(url: &PostgresUrl, findings: &mut Findings) {
    let report = match timeout(PATIENCE, DatabaseReport::of(url)).await {
        Ok(Ok(report)) => report,
        Ok(Err(error)) => return findings.wrong_is(format!("{url} can't be used: {error}")),
        Err(_) => return findings.wrong_is(format!("{url} does not answer")),
    };
    match report.version / 10_000 {
        version if version < OLDEST => {
            findings.wrong_is(format!(
                "PostgreSQL {version} is too old, {OLDEST} is needed"
            ));
        }
        version => findings.right(format!("{url} is PostgreSQL {version}")),
    }
    match report.encoding.as_str() {
        "UTF8" => {}
        other => findings.wrong_is(format!("its encoding is {other}, UTF8 is needed")),
    }
    match (report.migration, report.known_migration) {
        (None, _) => findings.right("it is empty, tables are made at the first start"),
        (Some(found), known) if found > known => findings.wrong_is(format!(
            "a newer server has changed it: migration {found}, unknown to this one, which ends at {known}"
        )),
        (Some(found), known) if found < known => findings.doubtful(format!(
            "the first start brings it up to date, from migration {found} to {known}"
        )),
        (Some(found), _) => findings.right(format!("its tables are up to date, migration {found}")),
    }
    if !report.may_create {
        findings.wrong_is("its user may not make tables: it has to own the database");
    }
    if !report.is_durable {
        findings.wrong_is("fsync is off: what was acknowledged is lost with its machine");
    }
    let free = report.max_sessions - report.sessions;
    match free < SESSIONS {
        true => findings.wrong_is(format!(
            "{free} of {} connections are free, a server needs {SESSIONS} (max_connections)",
            report.max_sessions
        )),
        false => findings.right(format!(
            "{free} of {} connections are free, a server needs {SESSIONS}",
            report.max_sessions
        )),
    }
    if report.skew_ms.unsigned_abs() > MAX_SKEW_MS {
        findings.doubtful(format!(
            "its clock is {} ms from this machine's: bans and sessions end by both",
            report.skew_ms
        ));
    }
    if report.is_encrypted {
        findings.right("the connection is encrypted");
    } else if !report.is_local {
        findings.doubtful("the connection is not encrypted (?sslmode=verify-full)");
    }
}

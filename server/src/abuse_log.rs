//! The optional log of refused requests with their addresses, from which an operator sees what to
//! ban. One file a day; each is deleted when its days are over.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::net::IpAddr;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, SyncSender};
use std::{fs, io, thread};

use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use serde::Serialize;
use time::{Date, Duration, OffsetDateTime};

use crate::rate_limit::Clients;

/// Lines that may wait; more are lost.
const MAX_WAITING: usize = 1_024;

/// Characters of a path that are kept.
const MAX_PATH: usize = 200;

/// Only the owner may read the files.
const FILE_MODE: u32 = 0o600;

/// The file names around the date.
const PREFIX: &str = "abuse-";
const SUFFIX: &str = ".jsonl";

/// The log, or none; cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct AbuseLog(Option<SyncSender<Refused>>);

/// One refused request.
#[derive(Debug, Serialize)]
struct Refused {
    /// Seconds since 1970.
    at: i64,
    address: IpAddr,
    method: String,
    path: String,
    status: u16,
}

impl AbuseLog {
    /// Opens the log in a folder; each file is kept for `days` days.
    ///
    /// # Errors
    /// The folder cannot be created or written, or the system gives no thread.
    pub fn open(folder: &Path, days: u32) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let mut files = Files {
            folder: folder.to_owned(),
            days,
            current: None,
        };
        files.of(OffsetDateTime::now_utc().date())?;
        let (lines, waiting) = mpsc::sync_channel::<Refused>(MAX_WAITING);
        thread::Builder::new()
            .name("abuse-log".to_owned())
            .spawn(move || {
                for refused in waiting {
                    if let Err(error) = files.write(&refused) {
                        tracing::warn!(%error, "a refused request was not logged");
                    }
                }
            })?;
        Ok(Self(Some(lines)))
    }

    fn note(&self, refused: Refused) {
        if let Some(lines) = &self.0 {
            // A full queue means a flood, of which enough is logged.
            lines.try_send(refused).ok();
        }
    }
}

/// The files of the log.
struct Files {
    folder: PathBuf,
    days: u32,
    current: Option<(Date, File)>,
}

impl Files {
    fn write(&mut self, refused: &Refused) -> io::Result<()> {
        let mut line = serde_json::to_vec(refused).map_err(io::Error::other)?;
        line.push(b'\n');
        self.of(OffsetDateTime::now_utc().date())?.write_all(&line)
    }

    /// The file of a day. The first line of a day deletes expired files.
    fn of(&mut self, day: Date) -> io::Result<&mut File> {
        let current = self.current.take().filter(|(known, _)| *known == day);
        let file = match current {
            Some((_, file)) => file,
            None => {
                self.delete_before(day - Duration::days(i64::from(self.days)))?;
                OpenOptions::new()
                    .append(true)
                    .create(true)
                    .mode(FILE_MODE)
                    .open(self.folder.join(format!("{PREFIX}{day}{SUFFIX}")))?
            }
        };
        Ok(&mut self.current.insert((day, file)).1)
    }

    fn delete_before(&self, first_kept: Date) -> io::Result<()> {
        let first_kept = format!("{PREFIX}{first_kept}{SUFFIX}");
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            // Dates of equal length sort as text.
            let is_ours = name.starts_with(PREFIX) && name.len() == first_kept.len();
            if is_ours && *name < *first_kept {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
}

/// Logs requests that were refused because of their client or their volume.
pub async fn watch(
    State((log, clients)): State<(AbuseLog, Clients)>,
    request: Request,
    next: Next,
) -> Response {
    if log.0.is_none() {
        return next.run(request).await;
    }
    let address = clients.origin(request.headers(), request.extensions());
    let (method, path): (Method, String) = (
        request.method().clone(),
        request.uri().path().chars().take(MAX_PATH).collect(),
    );
    let response = next.run(request).await;
    if is_abuse(response.status()) {
        log.note(Refused {
            at: OffsetDateTime::now_utc().unix_timestamp(),
            address,
            method: method.to_string(),
            path,
            status: response.status().as_u16(),
        });
    }
    response
}

fn is_abuse(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::FORBIDDEN
            | StatusCode::REQUEST_TIMEOUT
            | StatusCode::PAYLOAD_TOO_LARGE
            | StatusCode::TOO_MANY_REQUESTS
            | StatusCode::INSUFFICIENT_STORAGE
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::Folder;

    fn day(ordinal: u16) -> Date {
        Date::from_ordinal_date(2026, ordinal).expect("a day")
    }

    #[test]
    fn a_file_is_deleted_when_its_days_are_over_and_nothing_else_is() {
        let folder = Folder::new("abuse-log");
        fs::create_dir_all(&folder.0).expect("a folder");
        fs::write(folder.0.join("notes.txt"), "mine").expect("a file");
        let mut files = Files {
            folder: folder.0.clone(),
            days: 2,
            current: None,
        };
        for ordinal in [10, 11, 12, 14] {
            writeln!(files.of(day(ordinal)).expect("a file"), "{ordinal}").expect("is written");
        }
        let mut left: Vec<_> = fs::read_dir(&folder.0)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name().into_string())
            .collect::<Result<_, _>>()
            .expect("UTF-8");
        left.sort();
        let expected = [
            "abuse-2026-01-12.jsonl",
            "abuse-2026-01-14.jsonl",
            "notes.txt",
        ];
        assert_eq!(left, expected);
    }
}

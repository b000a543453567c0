//! `GET /tables/{file}`: the tables' files, which the page's worker reads, and `/tables/set`, by which it
//! knows whether they are there.

use axum::extract::{Path, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::tables::TableSet;
use tablebase::{Ending, TableKind};
use tower::ServiceExt;
use tower_http::services::ServeFile;

use super::sets::TableSets;
use crate::assets::bare;
use crate::error::Refusal;
use crate::headers::KEPT_A_DAY;

/// The files may be there a minute later.
const NOT_KEPT: HeaderValue = HeaderValue::from_static("no-store");

const MEDIA_TYPE: HeaderValue = HeaderValue::from_static("application/octet-stream");

/// Whether the files are there: the name of their set, or nothing yet.
pub async fn set(State(sets): State<TableSets>) -> Response {
    let set = TableSet::Four;
    match sets.get(set) {
        Ok(_) => ([(header::CACHE_CONTROL, KEPT_A_DAY)], set.as_str()).into_response(),
        Err(_) => ([(header::CACHE_CONTROL, NOT_KEPT)], StatusCode::NO_CONTENT).into_response(),
    }
}

/// The file of an ending and kind, such as `KQvKR.dtm`.
pub async fn file(
    State(sets): State<TableSets>,
    Path(name): Path<String>,
    request: Request,
) -> Result<Response, Refusal> {
    let nothing = || Refusal::NotFound(request.uri().path().to_owned());
    let (ending, kind) = parse(&name).ok_or_else(nothing)?;
    // Until all files are there, some may be damaged.
    sets.get(TableSet::Four)?;
    let folder = sets.folder().ok_or_else(nothing)?;
    let service = ServeFile::new(folder.file(&ending, kind));
    // Errors of the file system are responses.
    let Ok(response) = service.oneshot(bare(&request)).await;
    let mut response = response.into_response();
    let is_sent = response.status().is_success();
    let headers = response.headers_mut();
    if is_sent {
        headers.insert(header::CONTENT_TYPE, MEDIA_TYPE);
    }
    let kept = match is_sent || response.status() == StatusCode::NOT_MODIFIED {
        true => KEPT_A_DAY,
        false => NOT_KEPT,
    };
    response.headers_mut().insert(header::CACHE_CONTROL, kept);
    Ok(response)
}

/// The ending and the kind of a file's name.
fn parse(name: &str) -> Option<(Ending, TableKind)> {
    let (ending, kind) = name.split_once('.')?;
    let kind = TableKind::ALL
        .into_iter()
        .find(|known| known.as_str() == kind)?;
    let mut endings = Ending::all(TableSet::Four.men()).into_iter();
    let ending = endings.find(|known| known.to_string() == ending)?;
    Some((ending, kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_tables_name_files() {
        for name in ["KQvKR.dtm", "KPvK.wdl", "KBNvK.dtz"] {
            assert!(parse(name).is_some(), "{name}");
        }
        for name in [
            "",
            "KQvKR",
            "KQvKR.dtm.new",
            "KRvKQ.dtm",
            "kqvkr.dtm",
            "../KQvKR.dtm",
            "KQvKR.txt",
            "KQRvKR.wdl",
        ] {
            assert!(parse(name).is_none(), "{name}");
        }
    }
}

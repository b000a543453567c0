//! Where traces go.

use std::fmt;
use std::str::FromStr;

use url::Url;

/// Where a collector takes traces by OTLP over HTTP, unless the address names a path.
const PATH: &str = "/v1/traces";

/// The address of a collector's traces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectorAddress(Url);

/// What names no collector.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCollector {
    /// It cannot be read, or begins otherwise.
    #[error(
        "expected the address of a collector in the site's own network, as in http://host:4318"
    )]
    Address,
    /// OpenTelemetry was left out when the program was built.
    #[error("this program was built without OpenTelemetry; build it with --features otlp")]
    LeftOut,
}

/// Traces that cannot be sent.
#[derive(Debug, thiserror::Error)]
#[error("--otlp: {0}")]
pub struct NoTraces(pub(super) String);

impl FromStr for CollectorAddress {
    type Err = NoCollector;

    fn from_str(text: &str) -> Result<Self, NoCollector> {
        let mut url = Url::parse(text).map_err(|_| NoCollector::Address)?;
        let is_bare = url.username().is_empty() && url.password().is_none();
        let is_whole = url.query().is_none() && url.fragment().is_none();
        if url.scheme() != "http" || !is_bare || !is_whole {
            return Err(NoCollector::Address);
        }
        if url.path() == "/" {
            url.set_path(PATH);
        }
        match cfg!(feature = "otlp") {
            true => Ok(Self(url)),
            false => Err(NoCollector::LeftOut),
        }
    }
}

impl CollectorAddress {
    /// Its host and port.
    pub fn host(&self) -> (&str, u16) {
        let host = self.0.host_str().unwrap_or_default();
        let host = host.trim_start_matches('[').trim_end_matches(']');
        (host, self.0.port_or_known_default().unwrap_or_default())
    }
}

impl fmt::Display for CollectorAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "otlp")]
    #[test]
    fn an_address_without_a_path_gets_the_usual_one() {
        for (text, address) in [
            ("http://127.0.0.1:4318", "http://127.0.0.1:4318/v1/traces"),
            ("http://[::1]:4318/", "http://[::1]:4318/v1/traces"),
            ("http://host/other/v1/traces", "http://host/other/v1/traces"),
        ] {
            let read: CollectorAddress = text.parse().expect("an address");
            assert_eq!(read.to_string(), address);
        }
    }

    #[cfg(not(feature = "otlp"))]
    #[test]
    fn a_program_without_opentelemetry_says_so() {
        let read = "http://127.0.0.1:4318".parse::<CollectorAddress>();
        assert_eq!(read, Err(NoCollector::LeftOut));
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in [
            "",
            "127.0.0.1:4318",
            "https://host:4318",
            "http://",
            "http://user@host",
            "http://host:x",
            "http://host/?key=secret",
            "http://host/#part",
        ] {
            let read = text.parse::<CollectorAddress>();
            assert_eq!(read, Err(NoCollector::Address), "{text}");
        }
    }
}

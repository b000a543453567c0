//! The site's public origin, as configured by its operator: the start of every absolute address.

use std::{fmt, net::Ipv6Addr, str::FromStr};

/// The longest host name in the domain name system, in bytes.
const MAX_HOST_BYTES: usize = 253;

/// A scheme, a host and perhaps a port: `https://chess.example.org`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicOrigin(String);

/// The error of a text that is no origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected http:// or https://, a host and perhaps a port, and nothing after them, as in https://chess.example.org"
)]
pub struct NoOrigin;

impl PublicOrigin {
    /// The origin from a request's `Host` header, which is not trusted; `None` unless it is a plain host.
    pub fn of_host(host: &str, is_secure: bool) -> Option<Self> {
        let scheme = if is_secure { "https" } else { "http" };
        is_host_and_port(host).then(|| Self(format!("{scheme}://{}", host.to_ascii_lowercase())))
    }
}

impl FromStr for PublicOrigin {
    type Err = NoOrigin;

    fn from_str(text: &str) -> Result<Self, NoOrigin> {
        let (scheme, host) = text.split_once("://").ok_or(NoOrigin)?;
        let scheme = scheme.to_ascii_lowercase();
        match scheme.as_str() {
            "http" | "https" if is_host_and_port(host) => {
                Ok(Self(format!("{scheme}://{}", host.to_ascii_lowercase())))
            }
            _ => Err(NoOrigin),
        }
    }
}

impl fmt::Display for PublicOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether the text is a host name or address, with or without a port.
fn is_host_and_port(text: &str) -> bool {
    let (host, port) = match text.rsplit_once(':') {
        // The colons of an IPv6 address stand in brackets.
        Some((host, port)) if !port.contains(']') => (host, Some(port)),
        _ => (text, None),
    };
    is_host(host) && port.is_none_or(is_port)
}

fn is_host(host: &str) -> bool {
    let in_brackets = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'));
    if let Some(address) = in_brackets {
        return address.parse::<Ipv6Addr>().is_ok();
    }
    let is_label = |label: &str| {
        let letters = label
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        letters && !label.is_empty() && !label.starts_with('-') && !label.ends_with('-')
    };
    host.len() <= MAX_HOST_BYTES && host.split('.').all(is_label)
}

fn is_port(port: &str) -> bool {
    let is_digits = port.bytes().all(|byte| byte.is_ascii_digit());
    is_digits && port.parse::<u16>().is_ok_and(|port| port != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scheme_a_host_and_perhaps_a_port_are_an_origin() {
        for (text, read) in [
            ("https://chess.example.org", "https://chess.example.org"),
            ("http://localhost:3000", "http://localhost:3000"),
            (
                "HTTPS://Chess.Example.org:8443",
                "https://chess.example.org:8443",
            ),
            ("http://127.0.0.1", "http://127.0.0.1"),
            ("http://[::1]:3000", "http://[::1]:3000"),
            ("https://xn--sch-mna.example", "https://xn--sch-mna.example"),
        ] {
            let origin: PublicOrigin = text.parse().expect(text);
            assert_eq!(origin.to_string(), read);
        }
    }

    #[test]
    fn anything_else_is_none() {
        for text in [
            "",
            "chess.example.org",
            "https://",
            "https:///",
            "https://chess.example.org/",
            "https://chess.example.org/chess",
            "https://chess.example.org?x",
            "https://chess.example.org#x",
            "https://user@chess.example.org",
            "ftp://chess.example.org",
            "javascript://chess.example.org",
            "https://chess example.org",
            "https://chess.example.org:0",
            "https://chess.example.org:65536",
            "https://chess.example.org:",
            "https://[::1",
            "https://[chess]",
            "https://ex\u{e4}mple.org",
            "https://chess.example.org\r\nX: y",
        ] {
            assert_eq!(text.parse::<PublicOrigin>(), Err(NoOrigin), "{text}");
        }
    }

    #[test]
    fn only_a_plain_host_becomes_a_part_of_addresses() {
        for host in ["ponder.example", "localhost", "127.0.0.1:3000", "a-b.c:443"] {
            let origin = PublicOrigin::of_host(host, true).expect(host);
            assert_eq!(origin.to_string(), format!("https://{host}"));
        }
        for host in [
            "",
            ":80",
            "a b",
            "a/b",
            "a.example/",
            "user@a.example",
            "a..example",
            ".example",
            "-a.example",
            "a.example:",
            "a.example:99999",
            "a.example:+80",
            "a.example:80:80",
            "a\"><script>",
            "[::1",
            "ex\u{e4}mple",
        ] {
            assert_eq!(PublicOrigin::of_host(host, false), None, "{host}");
        }
    }
}

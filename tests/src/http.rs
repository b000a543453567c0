//! A small HTTP/1.1 client that can also send what no browser would.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

use crate::origin;

/// The time limit of a read.
const PATIENCE: Duration = Duration::from_secs(60);

/// A request, sent on a connection of its own.
#[derive(Clone, Debug)]
pub struct Request {
    method: String,
    path: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    source: Option<Ipv4Addr>,
    patience: Duration,
}

impl Request {
    /// A `GET` of `path`.
    pub fn get(path: &str) -> Self {
        Self::new("GET", path)
    }

    /// A `POST` to `path` of a body with this `Content-Type`.
    pub fn post(path: &str, content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        let mut request = Self::new("POST", path).header("Content-Type", content_type);
        request.body = body.into();
        request
    }

    /// Any method, no body.
    pub fn new(method: &str, path: &str) -> Self {
        Self {
            method: method.into(),
            path: path.into(),
            headers: Vec::new(),
            body: Vec::new(),
            source: None,
            patience: PATIENCE,
        }
    }

    /// Comes from this address of the loopback.
    pub fn from(mut self, source: Ipv4Addr) -> Self {
        self.source = Some(source);
        self
    }

    /// Waits no longer than this for each part of the answer.
    pub fn within(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Adds a header.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Writes the request to a fresh connection and leaves the answer to the caller.
    pub fn open(&self, addr: SocketAddr) -> io::Result<TcpStream> {
        let mut stream = match self.source {
            Some(source) => origin::connect(source, addr, None)?,
            None => TcpStream::connect(addr)?,
        };
        stream.set_read_timeout(Some(self.patience))?;
        stream.set_write_timeout(Some(self.patience))?;
        stream.write_all(self.head(addr, "close").as_bytes())?;
        // A server may refuse a large body and close before it has read it all.
        match stream.write_all(&self.body) {
            Err(error)
                if !matches!(
                    error.kind(),
                    io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset
                ) =>
            {
                Err(error)
            }
            _ => Ok(stream),
        }
    }

    /// The request up to its body; `connection` is `close` or `keep-alive`.
    pub(crate) fn head(&self, addr: SocketAddr, connection: &str) -> String {
        let mut head = format!(
            "{} {} HTTP/1.1\r\nHost: {addr}\r\nConnection: {connection}\r\n",
            self.method, self.path
        );
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        if !self.body.is_empty() || self.method == "POST" {
            head.push_str(&format!("Content-Length: {}\r\n", self.body.len()));
        }
        head.push_str("\r\n");
        head
    }

    /// The request's body.
    pub(crate) fn body(&self) -> &[u8] {
        &self.body
    }

    /// Sends the request and reads the whole answer.
    pub fn send(&self, addr: SocketAddr) -> io::Result<Response> {
        let mut stream = self.open(addr)?;
        let mut bytes = Vec::new();
        match stream.read_to_end(&mut bytes) {
            Err(error) if bytes.is_empty() || error.kind() != io::ErrorKind::ConnectionReset => {
                Err(error)
            }
            _ => Response::parse(&bytes),
        }
    }
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// Names in lower case, in the order sent.
    pub headers: Vec<(String, String)>,
    /// The body, without the chunks it came in.
    pub body: Vec<u8>,
}

impl Response {
    /// The first header of that name (given in lower case).
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, value)| value.as_str())
    }

    /// The body as text, with what is no UTF-8 replaced.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as JSON; `Null` where it is none.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    pub(crate) fn parse(bytes: &[u8]) -> io::Result<Self> {
        let broken = |what: &str| {
            let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).into_owned();
            io::Error::new(
                io::ErrorKind::InvalidData,
                format!("{what} in answer {shown:?}"),
            )
        };
        let end = find(bytes, b"\r\n\r\n").ok_or_else(|| broken("no end of the headers"))?;
        let head = String::from_utf8_lossy(&bytes[..end]);
        let mut lines = head.split("\r\n");
        let status = lines
            .next()
            .and_then(|line| line.split(' ').nth(1))
            .and_then(|code| code.parse().ok())
            .ok_or_else(|| broken("no status"))?;
        let headers: Vec<(String, String)> = lines
            .filter_map(|line| line.split_once(':'))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
            .collect();
        let rest = &bytes[end + 4..];
        let chunked = headers
            .iter()
            .any(|(n, v)| n == "transfer-encoding" && v == "chunked");
        let body = if chunked {
            unchunk(rest).ok_or_else(|| broken("a broken chunk"))?
        } else {
            rest.to_vec()
        };
        Ok(Self {
            status,
            headers,
            body,
        })
    }
}

fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    haystack
        .windows(needle.len())
        .position(|window| window == needle)
}

fn unchunk(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let line = find(rest, b"\r\n")?;
        let size = usize::from_str_radix(std::str::from_utf8(&rest[..line]).ok()?, 16).ok()?;
        rest = &rest[line + 2..];
        if size == 0 {
            return Some(body);
        }
        body.extend_from_slice(rest.get(..size)?);
        rest = rest.get(size + 2..)?;
    }
}

#[cfg(test)]
mod tests {
    use super::Response;

    #[test]
    fn an_answer_in_chunks_is_joined() {
        let bytes = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-A: b\r\n\r\n\
            3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n";
        let response = Response::parse(bytes).expect("well formed");
        assert_eq!(response.status, 200);
        assert_eq!(response.header("x-a"), Some("b"));
        assert_eq!(response.body, b"abcde");
    }

    #[test]
    fn an_answer_cut_off_is_an_error() {
        assert!(Response::parse(b"HTTP/1.1 200 OK\r\nTransfer-Enc").is_err());
    }
}

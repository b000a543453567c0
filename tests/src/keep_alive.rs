//! An HTTP client that keeps its connection open from one request to the next.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// The time limit of a read.
const PATIENCE: Duration = Duration::from_secs(60);

/// An open connection of one client.
#[derive(Debug)]
pub struct KeepAliveClient {
    stream: BufReader<TcpStream>,
    client: String,
}

impl KeepAliveClient {
    /// Connects. `client` is the forwarded address, for a server behind one proxy.
    ///
    /// # Errors
    /// When nobody listens.
    pub fn connect(addr: SocketAddr, client: &str) -> io::Result<Self> {
        let stream = TcpStream::connect(addr)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        Ok(Self {
            stream: BufReader::new(stream),
            client: client.to_owned(),
        })
    }

    /// Sends a request and waits for its answer: status and body.
    ///
    /// # Errors
    /// When the connection breaks, or the answer is of unknown length.
    pub fn ask(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&str>,
    ) -> io::Result<(u16, String)> {
        let mut request = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {}\r\n",
            self.client
        );
        if let Some(body) = body {
            let length = body.len();
            request.push_str(&format!(
                "Content-Type: application/json\r\nContent-Length: {length}\r\n"
            ));
        }
        request.push_str("\r\n");
        request.push_str(body.unwrap_or_default());
        self.stream.get_mut().write_all(request.as_bytes())?;
        self.answer()
    }

    fn answer(&mut self) -> io::Result<(u16, String)> {
        let broken = || io::Error::from(io::ErrorKind::InvalidData);
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        let status = line.split(' ').nth(1).and_then(|code| code.parse().ok());
        let status = status.ok_or_else(broken)?;
        let mut length = None;
        loop {
            line.clear();
            self.stream.read_line(&mut line)?;
            let Some((name, value)) = line.trim_end().split_once(':') else {
                break;
            };
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse().ok();
            }
        }
        let mut body = vec![0; length.ok_or_else(broken)?];
        self.stream.read_exact(&mut body)?;
        Ok((status, String::from_utf8_lossy(&body).into_owned()))
    }
}

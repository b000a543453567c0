//! A connection that is kept open from one request to the next, from an address of its own.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use crate::http::{Request, Response};
use crate::origin::{self, Origin};

/// The time limit of a read.
const PATIENCE: Duration = Duration::from_secs(15);

/// An open connection.
#[derive(Debug)]
pub struct Connection {
    addr: SocketAddr,
    origin: Origin,
    stream: Option<BufReader<TcpStream>>,
}

impl Connection {
    /// Connects with the first request, and again when the server has closed.
    pub fn new(addr: SocketAddr, origin: Origin) -> Self {
        Self {
            addr,
            origin,
            stream: None,
        }
    }

    /// Sends a request and waits for the answer.
    ///
    /// # Errors
    /// When there is none, or the connection breaks; the next request opens another.
    pub fn ask(&mut self, request: &Request) -> io::Result<Response> {
        let answer = self.exchange(request);
        let closes = answer
            .as_ref()
            .map(|answer| answer.header("connection") == Some("close"));
        if closes.unwrap_or(true) {
            self.stream = None;
        }
        answer
    }

    fn exchange(&mut self, request: &Request) -> io::Result<Response> {
        let stream = match &mut self.stream {
            Some(stream) => stream,
            none => {
                let stream = origin::connect(self.origin.source, self.addr, None)?;
                stream.set_read_timeout(Some(PATIENCE))?;
                stream.set_write_timeout(Some(PATIENCE))?;
                none.insert(BufReader::new(stream))
            }
        };
        let mut bytes = request.head(self.addr, "keep-alive").into_bytes();
        bytes.extend_from_slice(request.body());
        // A server that refuses may answer and close before it has read all.
        match stream.get_mut().write_all(&bytes) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => return Err(error),
            _ => {}
        }
        read(stream)
    }
}

fn read(stream: &mut BufReader<TcpStream>) -> io::Result<Response> {
    let broken = || io::Error::from(io::ErrorKind::UnexpectedEof);
    let mut line = String::new();
    stream.read_line(&mut line)?;
    let status = line.split(' ').nth(1).and_then(|code| code.parse().ok());
    let status = status.ok_or_else(broken)?;
    let mut headers = Vec::new();
    loop {
        line.clear();
        stream.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(':') else {
            break;
        };
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let mut response = Response {
        status,
        headers,
        body: Vec::new(),
    };
    let length = response
        .header("content-length")
        .and_then(|length| length.parse().ok());
    match length {
        Some(length) => {
            response.body = vec![0; length];
            stream.read_exact(&mut response.body)?;
        }
        None if response.header("transfer-encoding") == Some("chunked") => {
            response.body = read_chunks(stream)?;
        }
        None => {}
    }
    Ok(response)
}

fn read_chunks(stream: &mut BufReader<TcpStream>) -> io::Result<Vec<u8>> {
    let broken = || io::Error::from(io::ErrorKind::InvalidData);
    let mut body = Vec::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line)?;
        let size = usize::from_str_radix(line.trim(), 16).map_err(|_| broken())?;
        let start = body.len();
        body.resize(start + size + 2, 0);
        stream.read_exact(&mut body[start..])?;
        body.truncate(start + size);
        if size == 0 {
            return Ok(body);
        }
    }
}

//! WebSocket frames by hand (RFC 6455): frames that no browser sends, and delayed pongs.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use super::person::Person;
use crate::http::Request;
use crate::origin::{connect, is_late};

/// Goes on with a message.
pub const CONTINUATION: u8 = 0;
/// Begins a message.
pub const TEXT: u8 = 1;
/// Ends the connection.
pub const CLOSE: u8 = 8;
/// Asks whether the other side is there.
pub const PING: u8 = 9;
/// Answers a ping.
pub const PONG: u8 = 10;

/// An open socket.
#[derive(Debug)]
pub struct RawSocket {
    stream: BufReader<TcpStream>,
}

/// A frame that was received.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Its kind.
    pub opcode: u8,
    /// Its payload.
    pub payload: Vec<u8>,
}

impl RawSocket {
    /// Opens a socket in a person's name.
    ///
    /// # Errors
    /// When it is refused.
    pub fn open(person: &Person) -> io::Result<Self> {
        let request = person.dress(
            Request::get("/ws")
                .header("Upgrade", "websocket")
                .header("Sec-WebSocket-Version", "13")
                .header("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
        );
        let stream = connect(person.origin.source, person.addr, None)?;
        stream.set_write_timeout(Some(Duration::from_secs(10)))?;
        stream.set_read_timeout(Some(Duration::from_secs(10)))?;
        let mut stream = BufReader::new(stream);
        let head = request.head(person.addr, "Upgrade");
        stream.get_mut().write_all(head.as_bytes())?;
        let mut line = String::new();
        stream.read_line(&mut line)?;
        let is_open = line.split(' ').nth(1) == Some("101");
        while line.trim() != "" {
            line.clear();
            stream.read_line(&mut line)?;
        }
        match is_open {
            true => Ok(Self { stream }),
            false => Err(io::ErrorKind::ConnectionRefused.into()),
        }
    }

    /// How long a read may wait.
    ///
    /// # Errors
    /// When the connection is broken.
    pub fn read_within(&self, time: Duration) -> io::Result<()> {
        self.stream.get_ref().set_read_timeout(Some(time))
    }

    /// Sends bytes as they are.
    ///
    /// # Errors
    /// When the connection is broken.
    pub fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.get_mut().write_all(bytes)
    }

    /// Sends as much as the system accepts now. Returns the number of bytes.
    ///
    /// # Errors
    /// When the connection is broken.
    pub fn send_some(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let stream = self.stream.get_mut();
        stream.set_write_timeout(Some(Duration::from_millis(200)))?;
        match stream.write(bytes) {
            Err(error) if is_late(&error) => Ok(0),
            sent => sent,
        }
    }

    /// Another handle of the connection, to read what comes while this one writes.
    ///
    /// # Errors
    /// When the system gives none.
    pub fn stream(&self) -> io::Result<TcpStream> {
        self.stream.get_ref().try_clone()
    }

    /// The next frame; `None` when none comes in time.
    ///
    /// # Errors
    /// When the connection is broken.
    pub fn receive(&mut self) -> io::Result<Option<Frame>> {
        match self.stream.fill_buf() {
            Ok([]) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(_) => {}
            Err(error) if is_late(&error) => return Ok(None),
            Err(error) => return Err(error),
        }
        // A frame that has begun is read to its end.
        self.read_within(Duration::from_secs(10))?;
        let mut head = [0; 2];
        self.stream.read_exact(&mut head)?;
        let length = match head[1] & 0x7f {
            126 => {
                let mut length = [0; 2];
                self.stream.read_exact(&mut length)?;
                u64::from(u16::from_be_bytes(length))
            }
            127 => {
                let mut length = [0; 8];
                self.stream.read_exact(&mut length)?;
                u64::from_be_bytes(length)
            }
            length => u64::from(length),
        };
        let mut payload = Vec::new();
        (&mut self.stream).take(length).read_to_end(&mut payload)?;
        Ok(Some(Frame {
            opcode: head[0] & 0x0f,
            payload,
        }))
    }
}

/// A frame as a client writes it: masked, here by zeros. The payload has at most 65,535 bytes.
pub fn frame(opcode: u8, is_last: bool, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![if is_last { 0x80 | opcode } else { opcode }];
    match u8::try_from(payload.len()) {
        Ok(length @ 0..=125) => bytes.push(0x80 | length),
        _ => {
            let length = u16::try_from(payload.len()).expect("a short payload");
            bytes.push(0x80 | 126);
            bytes.extend(length.to_be_bytes());
        }
    }
    bytes.extend([0; 4]);
    bytes.extend_from_slice(payload);
    bytes
}

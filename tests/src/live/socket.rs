//! A WebSocket to the server, in a guest's name and from any address of the loopback.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use futures::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderName;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config, tungstenite};

/// How long the server may say nothing that is waited for.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Bytes read at a time: many sockets are open at once.
const READ_BYTES: usize = 4 << 10;

/// How to open a socket: the server, the client's address, headers.
#[derive(Clone, Debug)]
pub struct SocketRequest {
    addr: SocketAddr,
    from: Option<Ipv4Addr>,
    headers: Vec<(&'static str, String)>,
    receive_bytes: Option<u32>,
}

/// Why a socket was not opened.
#[derive(Debug)]
pub enum OpenError {
    /// The server has answered something else: a status and what it says.
    Refused(u16, String),
    /// There was no answer.
    Lost(String),
}

/// What a socket receives.
#[derive(Clone, Debug, PartialEq)]
pub enum Received {
    /// A message.
    Json(Value),
    /// The server closes it, with a code.
    Closed(u16),
    /// It broke without a word.
    Lost,
}

impl SocketRequest {
    /// To a server, in nobody's name.
    pub fn to(addr: SocketAddr) -> Self {
        Self {
            addr,
            from: None,
            headers: Vec::new(),
            receive_bytes: None,
        }
    }

    /// In the name of whoever has this cookie.
    pub fn with_cookie(self, cookie: Option<&str>) -> Self {
        match cookie {
            Some(cookie) => self.with_header("cookie", cookie),
            None => self,
        }
    }

    /// With one more header; its name in lower case.
    pub fn with_header(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    /// From this address: one may have only so many sockets.
    pub fn from(mut self, address: Ipv4Addr) -> Self {
        self.from = Some(address);
        self
    }

    /// With so little room for what is not read yet, bytes; the system may give a little more.
    pub fn with_room_for(mut self, bytes: u32) -> Self {
        self.receive_bytes = Some(bytes);
        self
    }

    /// Opens it.
    ///
    /// # Errors
    /// What came instead.
    pub async fn open(&self) -> Result<Socket, OpenError> {
        let opening = async {
            let stream = self.connect().await.map_err(OpenError::lost)?;
            let request = self.request().map_err(OpenError::from)?;
            let config = WebSocketConfig::default()
                .read_buffer_size(READ_BYTES)
                .write_buffer_size(0);
            let opened = client_async_with_config(request, stream, Some(config)).await;
            let (stream, _) = opened.map_err(OpenError::from)?;
            Ok(Socket { stream })
        };
        let late = |_| OpenError::Lost("no answer in time".to_owned());
        timeout(PATIENCE, opening).await.map_err(late)?
    }

    async fn connect(&self) -> io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        if let Some(bytes) = self.receive_bytes {
            socket.set_recv_buffer_size(bytes)?;
        }
        if let Some(from) = self.from {
            socket.bind((from, 0).into())?;
        }
        let stream = socket.connect(self.addr).await?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    fn request(&self) -> tungstenite::Result<tungstenite::handshake::client::Request> {
        let mut request = format!("ws://{}/ws", self.addr).into_client_request()?;
        for (name, value) in &self.headers {
            let value = value.parse().map_err(tungstenite::http::Error::from)?;
            request
                .headers_mut()
                .insert(HeaderName::from_static(name), value);
        }
        Ok(request)
    }
}

impl OpenError {
    fn lost(error: io::Error) -> Self {
        Self::Lost(error.to_string())
    }
}

impl From<tungstenite::Error> for OpenError {
    fn from(error: tungstenite::Error) -> Self {
        match error {
            tungstenite::Error::Http(answer) => {
                let body = answer.body().as_deref().unwrap_or_default();
                let body = String::from_utf8_lossy(body).into_owned();
                Self::Refused(answer.status().as_u16(), body)
            }
            other => Self::Lost(other.to_string()),
        }
    }
}

/// An open socket.
#[derive(Debug)]
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
}

impl Socket {
    /// Sends a message. What is sent to a socket that has broken is lost, as it would be on the way.
    pub async fn send(&mut self, message: &Value) {
        self.send_frame(Message::text(message.to_string())).await;
    }

    /// Sends a frame, whatever it says.
    pub async fn send_frame(&mut self, frame: Message) {
        // A broken socket is noticed on receiving.
        self.stream.send(frame).await.ok();
    }

    /// The next message, or how it ends. May be given up at any moment without losing anything.
    ///
    /// # Panics
    /// When a message is no JSON.
    pub async fn receive(&mut self) -> Received {
        match self.receive_text().await {
            Ok(text) => Received::Json(serde_json::from_str(&text).expect("messages are JSON")),
            Err(end) => end,
        }
    }

    /// The next message as it came, which costs less where there are many.
    ///
    /// # Errors
    /// How it ends.
    pub async fn receive_text(&mut self) -> Result<Utf8Bytes, Received> {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(frame))) => {
                    let code = frame.map_or(1005, |frame| frame.code.into());
                    return Err(Received::Closed(code));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(Received::Lost),
            }
        }
    }

    /// The next message, if it comes within `wait`.
    pub async fn receive_within(&mut self, wait: Duration) -> Option<Received> {
        timeout(wait, self.receive()).await.ok()
    }

    /// The next message, for which there is time enough.
    ///
    /// # Panics
    /// When nothing comes.
    pub async fn must_receive(&mut self) -> Received {
        let received = self.receive_within(PATIENCE).await;
        received.expect("the server says something within a minute")
    }

    /// Says goodbye and waits until the server has gone.
    pub async fn close(mut self) {
        if self.stream.close(None).await.is_ok() {
            while let Some(Received::Json(_)) = self.receive_within(PATIENCE).await {}
        }
    }

    /// Breaks it off without a word, as a device that loses its network does.
    pub fn break_off(self) {
        // The system drops what was not sent yet and says that the connection is no more.
        self.stream.get_ref().set_zero_linger().ok();
    }
}

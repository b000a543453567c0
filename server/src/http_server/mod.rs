//! Accept loop with graceful shutdown: each connection is served in a task of its own, within limits
//! of how many there are (`connections`, as `descriptors` allows) and how slow the other end may be
//! (`guarded_stream`).

mod connections;
pub mod descriptors;
mod guarded_stream;

pub use connections::ConnectionLimits;
pub use guarded_stream::ConnectionHandle;

use std::{convert::Infallible, io, mem, net::SocketAddr, pin::pin, time::Duration};

use axum::{Extension, Router, extract::ConnectInfo};
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
};
use tower::Layer;

use self::{
    connections::{Connections, NoPlace, Place},
    guarded_stream::GuardedStream,
};
use crate::rate_limit::clients::address_group;

/// How long the head of a request may take to arrive, and how long a connection may idle before the
/// next one begins.
pub const HEAD: Duration = Duration::from_secs(10);

/// What the system may hold for somebody and not send yet, bytes. It would take megabytes for who
/// does not read, and they would never be found out.
#[cfg(target_os = "linux")]
const UNSENT: u32 = 16 << 10;

/// What hyper may hold of a request's head or of an answer that is not taken, bytes.
const MAX_BUFFER: usize = 32 << 10;

/// How long to wait when the system has no more sockets to give.
const BREATH: Duration = Duration::from_secs(1);

/// A listening socket and the connections that came in by it.
#[derive(Debug)]
pub struct HttpServer {
    listener: TcpListener,
    router: Router,
    connections: Connections,
    served: Served,
    /// Whether a connection may be used for more than one request.
    keep_alive: bool,
}

impl HttpServer {
    /// Connections of `listener` will be served by `router`.
    pub fn new(listener: TcpListener, router: Router, limits: ConnectionLimits) -> Self {
        Self {
            listener,
            router,
            connections: Connections::new(limits),
            served: Served::default(),
            keep_alive: true,
        }
    }

    /// Takes connections in for as long as it is polled.
    pub async fn admit(&mut self) -> Infallible {
        loop {
            match self.listener.accept().await {
                Ok((stream, peer)) => match self.connections.admit(address_group(peer.ip())) {
                    Ok(place) => self.serve(stream, peer, place),
                    Err(no_place) => turn_away(&stream, no_place),
                },
                Err(error) if is_of_one_connection(&error) => {}
                Err(error) => {
                    tracing::error!(%error, "no connection can be taken in");
                    tokio::time::sleep(BREATH).await;
                }
            }
        }
    }

    /// Lets the requests under way finish. Until then new connections are answered, too, one
    /// request each, so that whoever asks learns that the server is leaving.
    pub async fn close(mut self) {
        let earlier = mem::take(&mut self.served);
        self.keep_alive = false;
        tokio::select! {
            () = earlier.finish() => {}
            never = self.admit() => match never {},
        }
        drop(self.listener);
        self.served.finish().await;
    }

    fn serve(&self, stream: TcpStream, peer: SocketAddr, place: Place) {
        if let Err(error) = prepare(&stream) {
            tracing::debug!(%error, "a connection broke at once");
        }
        let handle = ConnectionHandle::default();
        let service = Extension(ConnectInfo(peer)).layer(self.router.clone());
        let service = Extension(handle.clone()).layer(service);
        let stream = GuardedStream::new(stream, handle);
        // Sockets of live games leave here, and are closed by their hub.
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .keep_alive(self.keep_alive)
            .max_buf_size(MAX_BUFFER)
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
            .with_upgrades();
        let mut leaving = self.served.leaving();
        tokio::spawn(async move {
            let _place = place;
            let mut connection = pin!(connection);
            let ended = tokio::select! {
                ended = &mut connection => ended,
                _ = leaving.changed() => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            // Clients break off all the time.
            if let Err(error) = ended {
                tracing::debug!(%error, "a connection ended early");
            }
        });
    }
}

/// The tasks that serve. Each holds on to the channel for as long as it is there.
#[derive(Debug, Default)]
struct Served(watch::Sender<()>);

impl Served {
    /// What one of them hears when it shall finish its request and end.
    fn leaving(&self) -> watch::Receiver<()> {
        self.0.subscribe()
    }

    /// Has all of them finish, and waits for the last.
    async fn finish(self) {
        self.0.send_replace(());
        self.0.closed().await;
    }
}

/// Says why a connection is not served, as far as the system takes it at once.
fn turn_away(stream: &TcpStream, no_place: NoPlace) {
    let (status, title) = match no_place {
        NoPlace::Full => ("503 Service Unavailable", "Too many connections"),
        NoPlace::FullForAddress => (
            "429 Too Many Requests",
            "Too many connections of one client",
        ),
    };
    let code = &status[..3];
    let body = format!(r#"{{"type":"about:blank","title":"{title}","status":{code}}}"#);
    let answer = format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/problem+json\r\nRetry-After: 1\r\n\
         Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    if let Err(error) = stream.try_write(answer.as_bytes()) {
        tracing::debug!(%error, "a connection was turned away without a word");
    }
}

fn prepare(stream: &TcpStream) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    socket2::SockRef::from(stream).set_tcp_notsent_lowat(UNSENT)?;
    // Answers are written whole: waiting for more of them to send gains nothing.
    stream.set_nodelay(true)
}

/// Whether it says nothing about the next connection.
fn is_of_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionReset
    )
}

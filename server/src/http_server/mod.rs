//! Accept loop with graceful shutdown. Each connection is a task, within limits of their number
//! (`connections`, from `descriptors`) and of their speed (`guarded_stream`).

mod connections;
pub mod descriptors;
mod guarded_stream;

pub use connections::ConnectionLimits;
pub use guarded_stream::ConnectionHandle;

use std::{convert::Infallible, io, mem, net::SocketAddr, pin::pin, time::Duration};

use axum::{Extension, Router, extract::ConnectInfo};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower::Layer;

use self::connections::{ConnectionPermit, ConnectionRefusal, Connections};
use self::guarded_stream::GuardedStream;
use crate::rate_limit::clients::address_group;

/// Time limit of a request's head, and of an idle connection.
pub const HEAD: Duration = Duration::from_secs(10);

/// Maximum of unsent data in the system's buffer, bytes. A larger buffer would hide clients that do
/// not read.
#[cfg(target_os = "linux")]
const UNSENT: u32 = 16 << 10;

/// Maximum of hyper's buffers, bytes.
const MAX_BUFFER: usize = 32 << 10;

/// Pause when the system has no more descriptors.
const ACCEPT_RETRY: Duration = Duration::from_secs(1);

/// A listener and its connections.
#[derive(Debug)]
pub struct HttpServer {
    listener: TcpListener,
    router: Router,
    connections: Connections,
    tasks: ConnectionTasks,
    /// Whether a connection may serve several requests.
    keep_alive: bool,
}

impl HttpServer {
    /// Serves connections of `listener` by `router`.
    pub fn new(listener: TcpListener, router: Router, limits: ConnectionLimits) -> Self {
        Self {
            listener,
            router,
            connections: Connections::new(limits),
            tasks: ConnectionTasks::default(),
            keep_alive: true,
        }
    }

    /// Accepts connections for as long as it is polled.
    pub async fn admit(&mut self) -> Infallible {
        loop {
            match self.listener.accept().await {
                Ok((stream, peer)) => match self.connections.admit(address_group(peer.ip())) {
                    Ok(permit) => self.serve(stream, peer, permit),
                    Err(refusal) => refuse(&stream, refusal),
                },
                Err(error) if is_of_one_connection(&error) => {}
                Err(error) => {
                    tracing::error!(%error, "no connection can be taken in");
                    tokio::time::sleep(ACCEPT_RETRY).await;
                }
            }
        }
    }

    /// Finishes the requests in progress. Meanwhile new connections are served one request each, so
    /// that `/readyz` reports the shutdown.
    pub async fn close(mut self) {
        let earlier = mem::take(&mut self.tasks);
        self.keep_alive = false;
        tokio::select! {
            () = earlier.finish() => {}
            never = self.admit() => match never {},
        }
        drop(self.listener);
        self.tasks.finish().await;
    }

    fn serve(&self, stream: TcpStream, peer: SocketAddr, permit: ConnectionPermit) {
        if let Err(error) = prepare(&stream) {
            tracing::debug!(%error, "a connection broke at once");
        }
        let handle = ConnectionHandle::default();
        let service = Extension(ConnectInfo(peer)).layer(self.router.clone());
        let service = Extension(handle.clone()).layer(service);
        let stream = GuardedStream::new(stream, handle);
        // WebSockets leave this task by the upgrade; the hub closes them.
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .keep_alive(self.keep_alive)
            .max_buf_size(MAX_BUFFER)
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
            .with_upgrades();
        let mut shutdown = self.tasks.shutdown_signal();
        tokio::spawn(async move {
            let _permit = permit;
            let mut connection = pin!(connection);
            let ended = tokio::select! {
                ended = &mut connection => ended,
                _ = shutdown.changed() => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            // Clients disconnect all the time.
            if let Err(error) = ended {
                tracing::debug!(%error, "a connection ended early");
            }
        });
    }
}

/// The tasks that serve connections; each holds a receiver until it ends. `hyper_util`'s
/// `GracefulShutdown` takes connections that can become sockets only from its `auto` builder, which
/// waits for a connection's first bytes without a time limit.
#[derive(Debug, Default)]
struct ConnectionTasks(watch::Sender<()>);

impl ConnectionTasks {
    /// Signals that the task is to finish its request and end.
    fn shutdown_signal(&self) -> watch::Receiver<()> {
        self.0.subscribe()
    }

    /// Signals all tasks and waits for the last one.
    async fn finish(self) {
        self.0.send_replace(());
        self.0.closed().await;
    }
}

/// Sends a refusal, as far as the system accepts it at once.
fn refuse(stream: &TcpStream, refusal: ConnectionRefusal) {
    let (status, title) = match refusal {
        ConnectionRefusal::Full => ("503 Service Unavailable", "Too many connections"),
        ConnectionRefusal::FullForAddress => (
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
    // Responses are written whole, so waiting for more data gains nothing.
    stream.set_nodelay(true)
}

/// Whether the error concerns one connection only.
fn is_of_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionReset
    )
}

//! Takes connections in, serves each in a task of its own, and sees them off at the end.

use std::{convert::Infallible, io, mem, net::SocketAddr, time::Duration};

use axum::{Extension, Router, extract::ConnectInfo};
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::{conn::auto, graceful::GracefulShutdown},
    service::TowerToHyperService,
};
use tokio::net::{TcpListener, TcpStream};
use tower::Layer;

/// How long the head of a request may take to arrive, and how long a connection may idle before the
/// next one begins.
pub const HEAD: Duration = Duration::from_secs(10);

/// What the system may hold for somebody and not send yet, bytes. It would take megabytes for who
/// does not read, and they would never be found out.
#[cfg(target_os = "linux")]
const UNSENT: u32 = 16 << 10;

/// How long to wait when the system has no more sockets to give.
const BREATH: Duration = Duration::from_secs(1);

/// A listening socket and the connections that came in by it.
#[derive(Debug)]
pub struct Door {
    listener: TcpListener,
    router: Router,
    connections: GracefulShutdown,
    /// Whether a connection may be used for more than one request.
    keep_alive: bool,
}

impl Door {
    /// Connections of `listener` will be served by `router`.
    pub fn new(listener: TcpListener, router: Router) -> Self {
        Self {
            listener,
            router,
            connections: GracefulShutdown::new(),
            keep_alive: true,
        }
    }

    /// Takes connections in for as long as it is polled.
    pub async fn admit(&mut self) -> Infallible {
        loop {
            match self.listener.accept().await {
                Ok((stream, peer)) => self.serve(stream, peer),
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
        let earlier = mem::take(&mut self.connections);
        self.keep_alive = false;
        tokio::select! {
            () = earlier.shutdown() => {}
            never = self.admit() => match never {},
        }
        drop(self.listener);
        self.connections.shutdown().await;
    }

    fn serve(&self, stream: TcpStream, peer: SocketAddr) {
        if let Err(error) = prepare(&stream) {
            tracing::debug!(%error, "a connection broke at once");
        }
        let service = Extension(ConnectInfo(peer)).layer(self.router.clone());
        let mut builder = auto::Builder::new(TokioExecutor::new()).http1_only();
        builder
            .http1()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .keep_alive(self.keep_alive);
        // Sockets of live games leave here, and are seen off by their hub.
        let connection = builder
            .serve_connection_with_upgrades(TokioIo::new(stream), TowerToHyperService::new(service))
            .into_owned();
        let connection = self.connections.watch(connection);
        tokio::spawn(async move {
            // Clients break off all the time.
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended early");
            }
        });
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

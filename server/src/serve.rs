//! Takes connections in, serves each in a task of its own, and sees them off at the end.

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
    connections: Connections,
    /// Whether a connection may be used for more than one request.
    keep_alive: bool,
}

impl Door {
    /// Connections of `listener` will be served by `router`.
    pub fn new(listener: TcpListener, router: Router) -> Self {
        Self {
            listener,
            router,
            connections: Connections::default(),
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
            () = earlier.see_off() => {}
            never = self.admit() => match never {},
        }
        drop(self.listener);
        self.connections.see_off().await;
    }

    fn serve(&self, stream: TcpStream, peer: SocketAddr) {
        if let Err(error) = prepare(&stream) {
            tracing::debug!(%error, "a connection broke at once");
        }
        let service = Extension(ConnectInfo(peer)).layer(self.router.clone());
        // Sockets of live games leave here, and are seen off by their hub.
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .keep_alive(self.keep_alive)
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
            .with_upgrades();
        let mut leaving = self.connections.leaving();
        tokio::spawn(async move {
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

/// Those that are served. Each holds on to the channel for as long as it is there.
#[derive(Debug, Default)]
struct Connections(watch::Sender<()>);

impl Connections {
    /// What one of them hears when it shall finish its request and end.
    fn leaving(&self) -> watch::Receiver<()> {
        self.0.subscribe()
    }

    /// Has all of them finish, and waits for the last.
    async fn see_off(self) {
        self.0.send_replace(());
        self.0.closed().await;
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

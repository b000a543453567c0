//! The address that a client seems to have: any address of the loopback, or one that a trusted proxy
//! names. Limits per address can only be tested with several.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

use socket2::{Domain, Socket, Type};

/// How long a server may leave a new connection waiting.
const CONNECT: Duration = Duration::from_secs(5);

/// Where a client comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The connection's own address.
    pub source: Ipv4Addr,
    /// The address that the proxy names; the server has to run with `--proxies 1`.
    pub forwarded_for: Option<IpAddr>,
}

impl Origin {
    /// A client whose connection comes from this address of the loopback.
    pub const fn direct(source: [u8; 4]) -> Self {
        let [a, b, c, d] = source;
        Self {
            source: Ipv4Addr::new(a, b, c, d),
            forwarded_for: None,
        }
    }

    /// A client that is reached through a proxy.
    pub fn forwarded(client: impl Into<IpAddr>) -> Self {
        Self {
            source: Ipv4Addr::LOCALHOST,
            forwarded_for: Some(client.into()),
        }
    }
}

/// Connects from an address of the loopback; `receive_bytes` is how much the system may keep for a
/// client that does not read.
///
/// # Errors
/// When nobody listens, or the address is not of this machine.
pub fn connect(
    source: Ipv4Addr,
    addr: SocketAddr,
    receive_bytes: Option<usize>,
) -> io::Result<TcpStream> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    if let Some(bytes) = receive_bytes {
        socket.set_recv_buffer_size(bytes)?;
    }
    socket.bind(&SocketAddr::from((source, 0)).into())?;
    socket.connect_timeout(&addr.into(), CONNECT)?;
    socket.set_tcp_nodelay(true)?;
    Ok(socket.into())
}

/// Whether a read or write has only taken longer than it may.
pub fn is_late(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
    )
}

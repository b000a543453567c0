//! A connection that holds whoever is at its other end to a least rate of reading and, once it is a
//! WebSocket, to a highest rate of sending.
//!
//! Timeouts of libraries ask for a byte within a time: readers of a byte a second would stay.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use crate::rate_limit::{BucketRule, bucket::Bucket};

/// A reader who is waited for for so long, in all, …
const READ_WINDOW: Duration = Duration::from_secs(20);

/// … has to have taken so many bytes meanwhile, or the connection ends: a slow mobile line takes as
/// much in a second.
const READ_WINDOW_BYTES: usize = 16 << 10;

/// What a socket may send in bytes, whatever other sockets of its address do. The rest comes out of
/// what the address may send.
const OWN_BYTES: BucketRule = BucketRule {
    per_second: 2 << 10,
    burst: 16 << 10,
    at_once: u32::MAX,
};

/// Bytes that are read at once from a socket whose rate is limited: at most, and at least where it
/// has to wait for them.
const LIMITED_READ: usize = 4 << 10;
const MIN_READ: u64 = 256;

/// By which a handler tells the connection that it has become a WebSocket.
#[derive(Clone, Debug, Default)]
pub struct ConnectionHandle(Arc<OnceLock<ReadLimit>>);

#[derive(Debug)]
struct ReadLimit {
    own: Bucket,
    shared: Arc<Bucket>,
}

impl ConnectionHandle {
    /// From now on no more is read than the rates allow; what is sent faster waits in the network.
    pub fn limit_reads(&self, shared: Arc<Bucket>) {
        self.0.get_or_init(|| ReadLimit {
            own: Bucket::new(OWN_BYTES, Instant::now()),
            shared,
        });
    }
}

impl ReadLimit {
    /// How many bytes may be read now, or how long until some may.
    fn allowed(&self) -> Result<usize, Duration> {
        let now = Instant::now();
        let allowed = self.own.allowance(now).remaining + self.shared.allowance(now).remaining;
        if allowed < MIN_READ {
            let own = self.own.wait_for(MIN_READ, now);
            return Err(own.min(self.shared.wait_for(MIN_READ, now)));
        }
        Ok(usize::try_from(allowed).map_or(LIMITED_READ, |allowed| allowed.min(LIMITED_READ)))
    }

    fn charge(&self, bytes: usize) {
        let (bytes, now) = (bytes as u64, Instant::now());
        let own = self.own.allowance(now).remaining.min(bytes);
        self.own.charge(own, now);
        self.shared.charge(bytes - own, now);
    }
}

/// The connection.
#[derive(Debug)]
pub struct GuardedStream {
    stream: TcpStream,
    handle: ConnectionHandle,
    /// Until a limited read goes on. Made when it is first needed: most connections never wait.
    read_pause: Option<Pin<Box<Sleep>>>,
    reader: ReaderWatch,
}

/// How fast the other end reads while it is waited for.
#[derive(Debug, Default)]
struct ReaderWatch {
    /// Since when a write waits.
    waits_since: Option<Instant>,
    /// How long writes have waited since the count began.
    waited: Duration,
    /// Bytes taken since then.
    taken: usize,
    /// When the reader is too slow, unless it takes something before.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl GuardedStream {
    /// Guards a connection.
    pub fn new(stream: TcpStream, handle: ConnectionHandle) -> Self {
        Self {
            stream,
            handle,
            read_pause: None,
            reader: ReaderWatch::default(),
        }
    }
}

impl AsyncRead for GuardedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let Some(limit) = this.handle.0.get() else {
            return Pin::new(&mut this.stream).poll_read(cx, buf);
        };
        let most = loop {
            if let Some(pause) = &mut this.read_pause {
                ready!(pause.as_mut().poll(cx));
                this.read_pause = None;
            }
            match limit.allowed() {
                Ok(most) => break most.min(buf.remaining()),
                Err(wait) => this.read_pause = Some(Box::pin(sleep(wait))),
            }
        };
        let mut bytes = [0; LIMITED_READ];
        let mut some = ReadBuf::new(&mut bytes[..most]);
        ready!(Pin::new(&mut this.stream).poll_read(cx, &mut some))?;
        limit.charge(some.filled().len());
        buf.put_slice(some.filled());
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for GuardedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = &mut *self;
        let written = Pin::new(&mut this.stream).poll_write(cx, bytes);
        this.reader.watch(written, cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = &mut *self;
        let written = Pin::new(&mut this.stream).poll_write_vectored(cx, slices);
        this.reader.watch(written, cx)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

impl ReaderWatch {
    /// Passes on what came of a write, or that the reader was too slow.
    fn watch(
        &mut self,
        written: Poll<io::Result<usize>>,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(Ok(bytes)) => {
                self.took(bytes, Instant::now());
                Poll::Ready(Ok(bytes))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => {
                let left = self.wait(Instant::now());
                let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep(left)));
                ready!(deadline.as_mut().poll(cx));
                Poll::Ready(Err(io::Error::new(
                    io::ErrorKind::TimedOut,
                    "the other end reads too slowly",
                )))
            }
        }
    }

    /// A write waits; how long it may.
    fn wait(&mut self, now: Instant) -> Duration {
        self.waits_since.get_or_insert(now);
        READ_WINDOW.saturating_sub(self.waited)
    }

    /// The reader has taken something.
    fn took(&mut self, bytes: usize, now: Instant) {
        let Some(since) = self.waits_since.take() else {
            if self.waited > Duration::ZERO {
                self.taken += bytes;
            }
            return;
        };
        self.deadline = None;
        self.waited += now.saturating_duration_since(since);
        self.taken += bytes;
        if self.taken >= READ_WINDOW_BYTES {
            self.waited = Duration::ZERO;
            self.taken = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_socket_reads_no_more_than_it_and_its_address_may() {
        let shared = BucketRule {
            per_second: 1,
            burst: 1_000,
            at_once: u32::MAX,
        };
        let limit = ReadLimit {
            own: Bucket::new(OWN_BYTES, Instant::now()),
            shared: Arc::new(Bucket::new(shared, Instant::now())),
        };
        let mut read = 0;
        while let Ok(most) = limit.allowed() {
            limit.charge(most);
            read += most;
        }
        let burst = OWN_BYTES.burst as usize + 1_000;
        assert!(read <= burst + LIMITED_READ, "{read}");
        assert!(limit.allowed().is_err_and(|wait| !wait.is_zero()));
    }

    #[test]
    fn a_reader_who_takes_little_in_all_the_time_it_is_waited_for_runs_out_of_it() {
        let mut now = Instant::now();
        let mut reader = ReaderWatch::default();
        for second in 0..20 {
            assert_eq!(reader.wait(now), READ_WINDOW - SECOND * second);
            now += SECOND;
            reader.took(1, now);
        }
        assert_eq!(reader.wait(now), Duration::ZERO);
    }

    #[test]
    fn a_slow_reader_who_takes_enough_may_take_for_ever() {
        let mut now = Instant::now();
        let mut reader = ReaderWatch::default();
        for _ in 0..100 {
            assert!(reader.wait(now) >= SECOND);
            now += SECOND;
            reader.took(2 << 10, now);
        }
    }

    #[test]
    fn time_in_which_nothing_is_to_be_sent_does_not_count() {
        let mut now = Instant::now();
        let mut reader = ReaderWatch::default();
        for _ in 0..15 {
            reader.wait(now);
            now += SECOND;
            reader.took(100, now);
            now += 100 * SECOND;
        }
        assert_eq!(reader.wait(now), READ_WINDOW - 15 * SECOND);
    }
}

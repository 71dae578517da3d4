//! The raw socket under a connection: notices writes that do not finish, and lets the peer read our
//! last words when the connection is dropped.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

use super::slots::Slot;
use crate::clock::{Clock, within};
use crate::limits::{CLOSE_MS, HTTP_REQUEST_MS};
use crate::shutdown::Shutdown;

/// What the sockets of a process share.
#[derive(Clone)]
pub(super) struct Sockets {
    pub(super) clock: Arc<dyn Clock>,
    pub(super) shutdown: Shutdown,
    /// Places for closed sockets that are still read.
    pub(super) lingering: Arc<Semaphore>,
}

/// Since when a write has not finished, in the clock's milliseconds and 1; 0 is not.
#[derive(Debug, Default)]
pub(super) struct Stuck(AtomicU64);

impl Stuck {
    /// Waits until a write has not gone on for [`HTTP_REQUEST_MS`]. Looks now and then instead of
    /// being told: the time is only a safeguard.
    pub(super) async fn too_long(&self, clock: &dyn Clock) {
        loop {
            let now = clock.now_ms();
            let until = match self.0.load(Ordering::Relaxed) {
                0 => now.saturating_add(HTTP_REQUEST_MS),
                since => (since - 1).saturating_add(HTTP_REQUEST_MS),
            };
            if now >= until {
                return;
            }
            clock.sleep_until(until).await;
        }
    }
}

/// A socket and its place among the connections.
pub(super) struct Socket {
    /// Always there, until it is dropped.
    tcp: Option<TcpStream>,
    slot: Arc<Slot>,
    stuck: Arc<Stuck>,
    shared: Sockets,
    wrote: bool,
    peer_is_done: bool,
}

impl Socket {
    pub(super) fn new(tcp: TcpStream, slot: Arc<Slot>, shared: Sockets) -> Self {
        Self { tcp: Some(tcp), slot, stuck: Arc::default(), shared, wrote: false, peer_is_done: false }
    }

    pub(super) fn stuck(&self) -> Arc<Stuck> {
        self.stuck.clone()
    }

    fn with<T>(
        &mut self,
        work: impl FnOnce(Pin<&mut TcpStream>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        match &mut self.tcp {
            Some(tcp) => work(Pin::new(tcp)),
            None => Poll::Ready(Err(io::ErrorKind::NotConnected.into())),
        }
    }

    fn note<T>(&mut self, written: &Poll<io::Result<T>>) {
        if written.is_pending() {
            let now = self.shared.clock.now_ms().saturating_add(1);
            // Only the first of the tries that wait counts.
            let _ = self.stuck.0.compare_exchange(0, now, Ordering::Relaxed, Ordering::Relaxed);
        } else {
            self.wrote = true;
            self.stuck.0.store(0, Ordering::Relaxed);
        }
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        to: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = to.filled().len();
        let read = self.with(|tcp| tcp.poll_read(cx, to));
        match &read {
            Poll::Ready(Ok(())) if to.filled().len() == before && to.remaining() > 0 => {
                self.peer_is_done = true;
            }
            Poll::Ready(Err(_)) => self.peer_is_done = true,
            _ => (),
        }
        read
    }
}

impl AsyncWrite for Socket {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, from: &[u8]) -> Poll<io::Result<usize>> {
        let written = self.with(|tcp| tcp.poll_write(cx, from));
        self.note(&written);
        written
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.with(|tcp| tcp.poll_flush(cx))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.with(|tcp| tcp.poll_shutdown(cx))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        from: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = self.with(|tcp| tcp.poll_write_vectored(cx, from));
        self.note(&written);
        written
    }

    fn is_write_vectored(&self) -> bool {
        true
    }
}

impl Drop for Socket {
    /// Closing a socket that still has unread bytes resets it, and the peer loses what we wrote last: a
    /// refusal, a close frame. So our side is closed first and what comes is thrown away for a moment.
    fn drop(&mut self) {
        let Some(mut tcp) = self.tcp.take() else { return };
        if !self.wrote || self.peer_is_done || self.slot.is_done() {
            return;
        }
        let (Ok(runtime), Ok(place)) =
            (Handle::try_current(), self.shared.lingering.clone().try_acquire_owned())
        else {
            return;
        };
        let (slot, clock, shutdown) =
            (self.slot.clone(), self.shared.clock.clone(), self.shared.shutdown.clone());
        let read_on = async move {
            let work = async {
                if tcp.shutdown().await.is_ok() {
                    let mut unread = [0; 4_096];
                    while matches!(tcp.read(&mut unread).await, Ok(1..)) {}
                }
            };
            tokio::select! {
                _ = within(&*clock, CLOSE_MS, work) => (),
                () = slot.evicted() => (),
                () = shutdown.cutting() => (),
            }
            drop(place);
        };
        // Not among the tasks that the end of the process waits for: all is said.
        runtime.spawn(read_on);
    }
}

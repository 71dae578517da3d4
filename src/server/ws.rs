//! `GET /ws`: the upgrade, and the life of one WebSocket from there to its end.
//!
//! A connection has two halves that share its outbox. [`carry`] owns the socket: it reads, writes,
//! pings and closes, and ends in stated time whatever the peer does. [`talk`] owns the conversation and
//! takes one frame after the other; a frame that takes long holds up nothing but the reading.

use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use async_trait::async_trait;
use axum::Extension;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::{FutureExt as _, StreamExt as _};
use tokio::runtime::Handle;
use tokio::sync::mpsc;

use super::Site;
use super::api::ApiError;
use super::closing::{LOST, by, bye};
use super::listen::Link;
use super::pulse::Pulse;
use super::reader::{End, read};
use super::slots::Slot;
use super::writer::write;
use crate::code;
use crate::limits::{
    CLOSE_MS, COME_BACK_SPREAD_MS, FRAME_BYTES_MAX, HELLO_MS, SOCKET_BUFFER_BYTES, SOCKET_WRITE_BYTES_MAX,
};
use crate::protocol::SUBPROTOCOL;
use crate::protocol::close as table;
use crate::room::outbox::{Close, Outbox};
use crate::shutdown::Shutdown;

/// What a connection says, and what is said to it: the session behind a socket.
#[async_trait]
pub trait Conversation: Send {
    /// Takes a text frame. Answers go into the outbox.
    async fn frame(&mut self, text: &str) -> Next;

    /// Whether somebody stands behind the connection by now (`hello` was accepted).
    fn greeted(&self) -> bool;

    /// Does what the conversation has to do without a frame; never ready if there is nothing.
    /// Cancel-safe: it is dropped whenever a frame arrives.
    async fn wake(&mut self);

    /// The connection is over, however it ended. Called exactly once.
    async fn end(&mut self);
}

/// Whether a conversation goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// It does.
    Go,
    /// It ends so; a `bye` goes ahead of the close.
    Close(Close),
}

/// Begins conversations.
pub trait Greeter: Send + Sync {
    /// A new connection from `address`.
    fn begin(&self, outbox: Arc<Outbox>, address: IpAddr) -> Box<dyn Conversation>;
}

/// Upgrades a request to a WebSocket, if its origin may.
pub(super) async fn upgrade(
    State(site): State<Arc<Site>>,
    Extension(link): Extension<Link>,
    headers: HeaderMap,
    request: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    if let Err(refused) = super::caller::check_origin(&site, &headers) {
        return finally(refused.into_response());
    }
    if site.shutdown.is_stopping() {
        return finally(ApiError::from(&code::DRAINING).into_response());
    }
    let Ok(request) = request else {
        let mut response = ApiError::from(&code::UPGRADE_REQUIRED).into_response();
        response.headers_mut().insert(header::UPGRADE, HeaderValue::from_static("websocket"));
        response.headers_mut().insert(header::SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"));
        return finally(response);
    };
    let address = site.proxies.client(link.peer, &headers);
    if site.proxies.trust(link.peer) {
        link.slot.belongs_to(address);
    }
    // Held until the connection has ended, so that the server's end waits for it.
    let running = site.shutdown.tasks().token();
    request
        .read_buffer_size(SOCKET_BUFFER_BYTES)
        .write_buffer_size(SOCKET_BUFFER_BYTES)
        .max_write_buffer_size(SOCKET_WRITE_BYTES_MAX)
        .max_message_size(FRAME_BYTES_MAX)
        .max_frame_size(FRAME_BYTES_MAX)
        .protocols([SUBPROTOCOL])
        .on_upgrade(async move |socket| {
            run(socket, site, link.slot, address).await;
            drop(running);
        })
}

/// Closes the connection after the response: a refused upgrade has no second request.
fn finally(mut response: Response) -> Response {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

/// One connection, from the upgrade to its end.
async fn run(socket: WebSocket, site: Arc<Site>, slot: Arc<Slot>, address: IpAddr) {
    let outbox = Arc::new(Outbox::new(site.clock.clone()));
    let mut ending = Ending {
        conversation: Some(site.greeter.begin(outbox.clone(), address)),
        shutdown: site.shutdown.clone(),
    };
    if let Some(conversation) = &mut ending.conversation {
        let (frames_in, frames) = mpsc::channel(1);
        let whole = async {
            tokio::join!(
                carry(socket, frames_in, &outbox, &site, &slot),
                talk(&mut **conversation, frames, &outbox, &site, &slot),
            )
        };
        tokio::select! {
            _ = whole => (),
            () = slot.evicted() => (),
            () = site.shutdown.cutting() => (),
        }
    }
    // Whoever still holds the outbox learns that nobody empties it any more.
    outbox.close_now(LOST, None);
    ending.end().await;
}

/// Sees to it that a conversation is ended once, also when the connection's task is dropped.
struct Ending {
    conversation: Option<Box<dyn Conversation>>,
    shutdown: Shutdown,
}

impl Ending {
    async fn end(mut self) {
        if let Some(conversation) = self.conversation.take() {
            end(conversation).await;
        }
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        if let (Some(conversation), Ok(runtime)) = (self.conversation.take(), Handle::try_current()) {
            self.shutdown.tasks().spawn_on(end(conversation), &runtime);
        }
    }
}

async fn end(mut conversation: Box<dyn Conversation>) {
    if AssertUnwindSafe(conversation.end()).catch_unwind().await.is_err() {
        tracing::error!("a panic while a connection was ended");
    }
}

/// Hands the frames to the conversation, one after the other, until the socket is gone.
async fn talk(
    conversation: &mut dyn Conversation,
    mut frames: mpsc::Receiver<Utf8Bytes>,
    outbox: &Outbox,
    site: &Site,
    slot: &Slot,
) {
    let hello_until = site.clock.now_ms().saturating_add(HELLO_MS);
    let mut greeted = false;
    let mut closed = false;
    loop {
        let done = {
            let step = async {
                tokio::select! {
                    biased;
                    () = site.clock.sleep_until(hello_until), if !greeted && !closed => {
                        Some(Next::Close(by(&table::NO_HELLO)))
                    }
                    frame = frames.recv() => match frame {
                        None => None,
                        Some(_) if closed || outbox.closing().is_some() => Some(Next::Go),
                        Some(text) => Some(conversation.frame(&text).await),
                    },
                    () = conversation.wake(), if !closed => Some(Next::Go),
                }
            };
            AssertUnwindSafe(step).catch_unwind().await
        };
        match done {
            Ok(None) => return,
            Ok(Some(Next::Go)) => (),
            Ok(Some(Next::Close(close))) => {
                closed = true;
                outbox.close(close, Some(bye(close, None)));
            }
            Err(_) => {
                tracing::error!("a panic in a session; its connection is closed");
                closed = true;
                let close = by(&table::FAULT);
                outbox.close(close, Some(bye(close, None)));
            }
        }
        if !greeted && !closed && conversation.greeted() {
            greeted = true;
            slot.greeted();
        }
    }
}

/// Reads and writes until the connection has ended: at most [`CLOSE_MS`] after somebody asked for it.
async fn carry(
    socket: WebSocket,
    frames_in: mpsc::Sender<Utf8Bytes>,
    outbox: &Outbox,
    site: &Site,
    slot: &Slot,
) {
    let clock = &*site.clock;
    let (sink, stream) = socket.split();
    let pulse = Pulse::default();
    let mut reading = std::pin::pin!(read(stream, frames_in, outbox, clock, &pulse));
    let mut writing = std::pin::pin!(write(sink, outbox, &pulse));
    // Comes back whether something may be unread.
    let work = async {
        tokio::select! {
            end = reading.as_mut() => match end {
                End::Gone => false,
                End::Broken(close) => {
                    outbox.close(close, Some(bye(close, None)));
                    writing.await;
                    true
                }
            },
            () = writing.as_mut() => {
                // Either our close has left, and the peer's answer is awaited, or the socket is gone,
                // which the reading notices too.
                outbox.close_now(LOST, None);
                reading.await != End::Gone
            }
        }
    };
    let too_late = async {
        let since = outbox.closing_since().await;
        clock.sleep_until(since.saturating_add(CLOSE_MS)).await;
    };
    let unread = tokio::select! {
        unread = work => unread,
        () = too_late => false,
        () = watch(outbox, site, &pulse) => false,
    };
    if !unread {
        slot.hang_up();
    }
}

/// Asks for the closes that depend on time. Never ends.
async fn watch(outbox: &Outbox, site: &Site, pulse: &Pulse) {
    let too_slow = by(&table::TOO_SLOW);
    let slow = async {
        outbox.too_slow().await;
        outbox.close_now(too_slow, Some(bye(too_slow, None)));
    };
    let silent = async {
        pulse.until_silent(&*site.clock).await;
        outbox.close_now(too_slow, Some(bye(too_slow, None)));
    };
    let stop = async {
        site.shutdown.stopping().await;
        let retry_after_ms = site.come_back_after_ms();
        let restart = by(&table::RESTART);
        outbox.close(restart, Some(bye(restart, Some(retry_after_ms))));
    };
    tokio::join!(slow, silent, stop);
    std::future::pending::<()>().await;
}

impl Site {
    /// When the next client that is asked to come back should do so, spread over the stated time: steps
    /// of the golden ratio lie evenly however many clients there are.
    fn come_back_after_ms(&self) -> u64 {
        const STEP: u64 = COME_BACK_SPREAD_MS * 618 / 1_000;
        self.sent_away.fetch_add(STEP, Ordering::Relaxed) % COME_BACK_SPREAD_MS
    }
}

//! The accept loop. axum's own has neither a time for headers nor a bound on connections.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::Semaphore;
use tower::Service as _;

use super::address::TrustedProxies;
use super::slots::{Slot, Slots};
use super::socket::{Socket, Sockets};
use super::timer::ClockTimer;
use crate::clock::Clock;
use crate::limits::{ACCEPT_BACKLOG, ACCEPT_RETRY_MS, HTTP_HEADER_BYTES_MAX, HTTP_HEADER_MS, LINGERING_MAX};
use crate::shutdown::Shutdown;

/// The answer to a connection that finds all places taken, whatever it asks.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 5\r\n\
content-type: application/problem+json\r\ncontent-length: 109\r\n\r\n\
{\"type\":\"about:blank\",\"title\":\"Service Unavailable\",\"status\":503,\"code\":\"overloaded\",\"retry_after_ms\":5000}\r\n";

/// The connection that a request came on. An extension of each request.
#[derive(Clone)]
pub struct Link {
    /// The other end: the client, or a proxy in front of it.
    pub peer: IpAddr,
    /// The connection's place.
    pub slot: Arc<Slot>,
}

/// Opens the port.
///
/// # Errors
/// What the system says, above all that the port is taken.
pub fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // A restart must not wait for the former process's connections to be forgotten.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(ACCEPT_BACKLOG)
}

/// What the accept loop works with.
pub(super) struct Listening {
    pub(super) router: Router,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) proxies: TrustedProxies,
    pub(super) slots: Arc<Slots>,
    pub(super) shutdown: Shutdown,
}

impl Listening {
    /// Accepts until the soft stop, then closes the port.
    pub(super) async fn run(self, listener: TcpListener) {
        let sockets = Sockets {
            clock: self.clock.clone(),
            shutdown: self.shutdown.clone(),
            lingering: Arc::new(Semaphore::new(LINGERING_MAX)),
        };
        let mut http = hyper::server::conn::http1::Builder::new();
        http.timer(ClockTimer::new(self.clock.clone()))
            .header_read_timeout(Duration::from_millis(HTTP_HEADER_MS))
            .max_buf_size(HTTP_HEADER_BYTES_MAX)
            .half_close(false);
        loop {
            let accepted = tokio::select! {
                biased;
                () = self.shutdown.stopping() => return,
                accepted = listener.accept() => accepted,
            };
            match accepted {
                Ok((tcp, peer)) => self.begin(tcp, peer.ip().to_canonical(), &http, &sockets),
                // The connection went before it was accepted; the next one may be fine.
                Err(error) if is_of_one_connection(&error) => {}
                Err(error) => {
                    tracing::warn!(%error, "cannot accept connections at the moment");
                    let until = self.clock.now_ms().saturating_add(ACCEPT_RETRY_MS);
                    self.clock.sleep_until(until).await;
                }
            }
        }
    }

    fn begin(
        &self,
        tcp: TcpStream,
        peer: IpAddr,
        http: &hyper::server::conn::http1::Builder,
        sockets: &Sockets,
    ) {
        let address = (!self.proxies.trust(peer)).then_some(peer);
        let Some(slot) = self.slots.open(address) else {
            tracing::warn!("all places for connections are taken");
            // The answer fits the empty buffer of a new socket; if not, the close says enough.
            let _ = tcp.into_std().and_then(|mut tcp| io::Write::write(&mut tcp, FULL));
            return;
        };
        // Frames are small and should leave at once. A socket that refuses is about to fail anyway.
        let _ = tcp.set_nodelay(true);
        let slot = Arc::new(slot);
        let socket = Socket::new(tcp, slot.clone(), sockets.clone());
        let stuck = socket.stuck();
        let link = Link { peer, slot: slot.clone() };
        let router = self.router.clone();
        let service = service_fn(move |request: Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(link.clone());
            router.clone().call(request)
        });
        let connection = http.serve_connection(TokioIo::new(socket), service).with_upgrades();
        let (clock, shutdown) = (self.clock.clone(), self.shutdown.clone());
        self.shutdown.spawn(async move {
            let mut connection = std::pin::pin!(connection);
            let mut finishing = false;
            loop {
                tokio::select! {
                    // How a connection ended is of no interest: most errors are the peer's leaving.
                    _ = connection.as_mut() => return,
                    () = shutdown.stopping(), if !finishing => {
                        connection.as_mut().graceful_shutdown();
                        finishing = true;
                    }
                    () = shutdown.cutting() => return,
                    () = slot.evicted() => return,
                    () = stuck.too_long(&*clock) => return,
                }
            }
        });
    }
}

/// Whether the error is about the one connection that was to be accepted.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_answer_when_full_is_well_formed() {
        let text = std::str::from_utf8(super::FULL).expect("text");
        let (head, body) = text.split_once("\r\n\r\n").expect("a header and a body");
        assert!(head.contains(&format!("content-length: {}", body.len())), "{}", body.len());
        let problem: serde_json::Value = serde_json::from_str(body).expect("JSON");
        assert_eq!(problem["code"], "overloaded");
    }
}

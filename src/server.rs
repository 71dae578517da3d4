//! Sockets and HTTP: the routes, and what all of them share. No rules; a room is reached only through
//! the traits [`api::Api`] and [`ws::Greeter`].

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::get;
use tokio::net::TcpListener;

use crate::clock::{Clock, within};
use crate::limits::DRAIN_SOCKETS_MS;
use crate::shutdown::Shutdown;

pub mod address;
pub mod api;
pub mod assets;
mod caller;
mod catalog;
mod closing;
pub mod desk;
mod farewell;
pub mod front;
mod guard;
pub mod http;
pub mod lean;
pub mod listen;
pub mod origin;
pub mod page;
mod players;
pub mod problem;
mod pulse;
pub mod qr;
mod reader;
mod records;
mod rooms;
pub mod session;
pub mod share;
pub mod slots;
mod socket;
pub mod sweep;
mod timer;
mod writer;
pub mod ws;

/// What the server is made of, for all connections.
pub struct Site {
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// The lobby, for HTTP.
    pub api: Arc<dyn api::Api>,
    /// The sessions, for WebSockets.
    pub greeter: Arc<dyn ws::Greeter>,
    /// The pages of other hosts that may reach the server.
    pub origins: origin::Origins,
    /// The proxies whose forwarded headers are believed.
    pub proxies: address::TrustedProxies,
    /// Where others find the server.
    pub share: share::Share,
    /// The stops.
    pub shutdown: Shutdown,
    /// How far the clients that were asked to come back are spread, in milliseconds.
    sent_away: AtomicU64,
}

impl Site {
    /// A site without other origins and proxies.
    pub fn new(
        clock: Arc<dyn Clock>,
        api: Arc<dyn api::Api>,
        greeter: Arc<dyn ws::Greeter>,
        shutdown: Shutdown,
    ) -> Self {
        Self {
            clock,
            api,
            greeter,
            origins: origin::Origins::default(),
            proxies: address::TrustedProxies::default(),
            share: share::Share::default(),
            shutdown,
            sent_away: AtomicU64::new(0),
        }
    }
}

/// Every route. The API's document is made from the same list.
pub fn router(site: Arc<Site>) -> Router {
    let (api, document) = http::routes().split_for_parts();
    let documents = page::Documents::new(&document);
    let routes = api
        .merge(page::routes(documents))
        .fallback(page::file)
        .method_not_allowed_fallback(http::not_that_method)
        .layer(axum::middleware::from_fn_with_state(site.clone(), guard::in_time));
    Router::new()
        .route("/ws", get(ws::upgrade))
        .method_not_allowed_fallback(http::not_that_method)
        .merge(routes)
        // The handlers bound their bodies themselves, to answer in their own words.
        .layer(DefaultBodyLimit::disable())
        .layer(axum::middleware::from_fn_with_state(site.clone(), guard::every_request))
        .layer(tower_http::catch_panic::CatchPanicLayer::custom(guard::on_panic))
        .with_state(site)
}

/// Serves until the soft stop, then waits for the connections to end, and cuts those that do not in
/// time.
pub async fn serve(listener: TcpListener, site: Arc<Site>, caps: slots::Caps) {
    let (clock, shutdown) = (site.clock.clone(), site.shutdown.clone());
    listen::Listening {
        router: router(site.clone()),
        clock: clock.clone(),
        proxies: site.proxies.clone(),
        slots: slots::Slots::new(caps),
        shutdown: shutdown.clone(),
    }
    .run(listener)
    .await;
    if within(&*clock, DRAIN_SOCKETS_MS, shutdown.ended()).await.is_none() {
        tracing::warn!(open = shutdown.tasks().len(), "connections are cut");
        shutdown.cut();
        // Cut connections still end their sessions, which may take as long again.
        within(&*clock, DRAIN_SOCKETS_MS, shutdown.ended()).await;
    }
}

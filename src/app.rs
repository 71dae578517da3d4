//! Puts the parts together: the one file that names every concrete type. No logic.

use std::sync::Arc;

use crate::lobby::names::NameFilter;
use crate::lobby::{Grounds, Lobby};
use crate::server::Site;
use crate::server::desk::Desk;
use crate::server::session::Sessions;
use crate::shutdown::Shutdown;

/// A server that is ready to take connections.
pub struct App {
    /// The rooms.
    pub lobby: Arc<Lobby>,
    /// What connections and HTTP requests come to.
    pub desk: Arc<Desk>,
    /// What all connections share.
    pub site: Site,
}

impl App {
    /// The server on these grounds. [`Site`]'s origins and proxies are for the caller to set.
    #[must_use]
    pub fn new(grounds: Grounds, shutdown: Shutdown) -> Self {
        Self::with_names(grounds, NameFilter::default(), shutdown)
    }

    /// The same, with names that the host does not want.
    #[must_use]
    pub fn with_names(grounds: Grounds, names: NameFilter, shutdown: Shutdown) -> Self {
        let clock = Arc::clone(&grounds.clock);
        let lobby = Lobby::new(grounds);
        let desk = Arc::new(Desk::new(Arc::clone(&lobby), names));
        let sessions = Arc::new(Sessions(Arc::clone(&desk)));
        let site = Site::new(clock, Arc::clone(&desk) as Arc<_>, sessions, shutdown);
        Self { lobby, desk, site }
    }
}

//! The server's plumbing over real sockets, with a toy in place of sessions and lobby.

mod flood;
mod frames;
mod http;
mod life;
mod slow;
mod support;

//! One room: what may be asked of it, and what its members see.

pub mod outbox;
pub mod request;
pub mod view;

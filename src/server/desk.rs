//! The front desk: what every connection and every HTTP request needs to get somewhere.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use crate::code::{self, Code};
use crate::ids::RoomCode;
use crate::limits::{
    ADDRESSES_MAX, CODE_TRIES_BURST, CODE_TRIES_PER_MINUTE, GUESTS_BURST, GUESTS_PER_MINUTE,
};
use crate::lobby::Lobby;
use crate::lobby::people::People;
use crate::rate::{Buckets, Rate};
use crate::room::RoomHandle;

/// The lobby, who is connected, and what addresses may still try.
#[derive(Debug)]
pub struct Desk {
    /// The rooms and guests.
    pub lobby: Arc<Lobby>,
    /// Who is connected.
    pub people: People,
    /// Wrong room codes by address.
    wrong_codes: Mutex<Buckets<IpAddr>>,
    /// Guests made by address.
    guests: Mutex<Buckets<IpAddr>>,
}

/// A refusal, and when to try again in milliseconds.
pub type Wait = (&'static Code, Option<u64>);

impl Desk {
    /// A desk for that lobby.
    #[must_use]
    pub fn new(lobby: Arc<Lobby>) -> Self {
        let buckets = |rate| Mutex::new(Buckets::new(rate, ADDRESSES_MAX));
        Self {
            lobby,
            people: People::default(),
            wrong_codes: buckets(Rate::per_minute(CODE_TRIES_PER_MINUTE, CODE_TRIES_BURST)),
            guests: buckets(Rate::per_minute(GUESTS_PER_MINUTE, GUESTS_BURST)),
        }
    }

    /// The clock's milliseconds.
    pub fn now_ms(&self) -> u64 {
        self.lobby.grounds().clock.now_ms()
    }

    /// Whether that address may make another guest.
    ///
    /// # Errors
    /// `too_many_tries`.
    pub fn toll_guest(&self, address: IpAddr) -> Result<(), Wait> {
        let mut guests = self.guests.lock().unwrap_or_else(PoisonError::into_inner);
        guests.take(address, self.now_ms()).map_err(|wait| (&code::TOO_MANY_TRIES, Some(wait)))
    }

    /// The room that somebody means. Wrong codes are counted by address, and after a few of them that
    /// address waits; who is in a room is not slowed by them.
    ///
    /// # Errors
    /// `too_many_tries`, `room_not_found`, or what the lobby says.
    pub async fn find(&self, typed: &str, address: IpAddr) -> Result<RoomHandle, Wait> {
        let now_ms = self.now_ms();
        {
            let tries = self.wrong_codes.lock().unwrap_or_else(PoisonError::into_inner);
            tries.look(&address, now_ms).map_err(|wait| (&code::TOO_MANY_TRIES, Some(wait)))?;
        }
        let found = match typed.parse::<RoomCode>() {
            Ok(room_code) => self.lobby.find(room_code).await,
            Err(_) => Err(&code::ROOM_NOT_FOUND),
        };
        found.map_err(|code| {
            if code == &code::ROOM_NOT_FOUND {
                let mut tries = self.wrong_codes.lock().unwrap_or_else(PoisonError::into_inner);
                // The next try is told to wait, not this one.
                let _ = tries.take(address, now_ms);
            }
            (code, None)
        })
    }
}

//! The front desk: what every connection and every HTTP request needs to get somewhere.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use crate::code::{self, Code};
use crate::ids::{PlayerId, RoomCode};
use crate::limits::{
    ADDRESSES_MAX, CODE_TRIES_BURST, CODE_TRIES_PER_MINUTE, CODE_TRIES_TOGETHER_BURST,
    CODE_TRIES_TOGETHER_PER_MINUTE, GUESTS_BURST, GUESTS_PER_MINUTE,
};
use crate::lobby::Lobby;
use crate::lobby::names::NameFilter;
use crate::lobby::people::People;
use crate::rate::{Buckets, Rate};
use crate::room::RoomHandle;
use crate::text;

/// The lobby, who is connected, and what addresses may still try.
#[derive(Debug)]
pub struct Desk {
    /// The rooms and guests.
    pub lobby: Arc<Lobby>,
    /// Who is connected.
    pub people: People,
    /// Names that the host does not want.
    names: NameFilter,
    /// Wrong room codes.
    wrong_codes: Mutex<WrongCodes>,
    /// Guests made by address.
    guests: Mutex<Buckets<IpAddr>>,
}

/// A refusal, and when to try again in milliseconds.
pub type Wait = (&'static Code, Option<u64>);

impl Desk {
    /// A desk for that lobby.
    #[must_use]
    pub fn new(lobby: Arc<Lobby>, names: NameFilter) -> Self {
        let buckets = |rate| Mutex::new(Buckets::new(rate, ADDRESSES_MAX));
        Self {
            lobby,
            people: People::default(),
            names,
            wrong_codes: Mutex::new(WrongCodes::new()),
            guests: buckets(Rate::per_minute(GUESTS_PER_MINUTE, GUESTS_BURST)),
        }
    }

    /// The clock's milliseconds.
    pub fn now_ms(&self) -> u64 {
        self.lobby.grounds().clock.now_ms()
    }

    /// A name as it is kept, if the host has nothing against it.
    ///
    /// # Errors
    /// As [`text::name`], and `name_refused`.
    pub fn name(&self, wished: &str) -> Result<String, &'static Code> {
        let name = text::name(wished)?;
        let is_free = self.names.allows(&name) && !text::is_former_guest(&name);
        if is_free { Ok(name) } else { Err(&code::NAME_REFUSED) }
    }

    /// Whether that address may make another guest.
    ///
    /// # Errors
    /// `too_many_tries`.
    pub fn toll_guest(&self, address: IpAddr) -> Result<(), Wait> {
        let mut guests = self.guests.lock().unwrap_or_else(PoisonError::into_inner);
        guests.take(address, self.now_ms()).map_err(|wait| (&code::TOO_MANY_TRIES, Some(wait)))
    }

    /// The room that somebody means. Wrong codes are counted, and who has tried a few of them waits; who
    /// has tried none is not slowed by others of the same address, and who is in a room not at all.
    ///
    /// # Errors
    /// `too_many_tries`, `room_not_found`, or what the lobby says.
    pub async fn find(&self, typed: &str, who: Guesser) -> Result<RoomHandle, Wait> {
        let now_ms = self.now_ms();
        let wrong_codes = || self.wrong_codes.lock().unwrap_or_else(PoisonError::into_inner);
        wrong_codes().may_try(who, now_ms).map_err(|wait| (&code::TOO_MANY_TRIES, Some(wait)))?;
        let found = match typed.parse::<RoomCode>() {
            Ok(room_code) => self.lobby.find(room_code).await,
            Err(_) => Err(&code::ROOM_NOT_FOUND),
        };
        found.map_err(|code| {
            if code == &code::ROOM_NOT_FOUND {
                wrong_codes().note(who, now_ms);
            }
            (code, None)
        })
    }
}

/// Who tries a room code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Guesser {
    /// The player, where a token has said who it is.
    pub player: Option<PlayerId>,
    /// The address.
    pub address: IpAddr,
}

/// What has been tried in vain.
#[derive(Debug)]
struct WrongCodes {
    players: Buckets<PlayerId>,
    /// Of all players of an address together.
    together: Buckets<IpAddr>,
    /// Of those of an address who do not say who they are.
    nameless: Buckets<IpAddr>,
}

impl WrongCodes {
    fn new() -> Self {
        let one = Rate::per_minute(CODE_TRIES_PER_MINUTE, CODE_TRIES_BURST);
        let all = Rate::per_minute(CODE_TRIES_TOGETHER_PER_MINUTE, CODE_TRIES_TOGETHER_BURST);
        Self {
            players: Buckets::new(one, ADDRESSES_MAX),
            together: Buckets::new(all, ADDRESSES_MAX),
            nameless: Buckets::new(one, ADDRESSES_MAX),
        }
    }

    /// Whether another try may be made; else after how many milliseconds.
    fn may_try(&self, who: Guesser, now_ms: u64) -> Result<(), u64> {
        let Some(player) = who.player else { return self.nameless.look(&who.address, now_ms) };
        self.players.look(&player, now_ms)?;
        // A fresh guest for each guess gets one try each, and guests are counted by address too.
        if self.players.is_untouched(&player, now_ms) {
            return Ok(());
        }
        self.together.look(&who.address, now_ms)
    }

    /// Counts a wrong code. The next try is told to wait, not this one.
    fn note(&mut self, who: Guesser, now_ms: u64) {
        let _ = match who.player {
            Some(player) => self.players.take(player, now_ms).and(self.together.take(who.address, now_ms)),
            None => self.nameless.take(who.address, now_ms),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::SeededChance;

    #[test]
    fn who_guesses_waits_and_nobody_else_does() {
        let mut wrong = WrongCodes::new();
        let mut chance = SeededChance::new([1; 32]);
        let address = IpAddr::from([192, 0, 2, 1]);
        let mut guest = || Guesser { player: Some(PlayerId::from_chance(&mut chance)), address };
        let (guesser, honest) = (guest(), guest());
        for _ in 0..CODE_TRIES_BURST {
            assert_eq!(wrong.may_try(guesser, 0), Ok(()));
            wrong.note(guesser, 0);
        }
        assert_eq!(wrong.may_try(guesser, 0), Err(6_000));
        assert_eq!(wrong.may_try(honest, 0), Ok(()));
        for _ in 0..2 * CODE_TRIES_TOGETHER_BURST {
            wrong.note(guest(), 0);
        }
        assert_eq!(wrong.may_try(honest, 0), Ok(()), "whatever others of the address do");
        wrong.note(honest, 0);
        assert_eq!(wrong.may_try(honest, 0), Err(1_000), "but a wrong code counts with theirs");
        let nameless = Guesser { player: None, address };
        assert_eq!(wrong.may_try(nameless, 0), Ok(()));
    }
}

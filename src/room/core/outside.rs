//! What is seen of a room without its frames: by its bots, and from outside.

use std::collections::BTreeSet;

use super::RoomCore;
use crate::games::{BotLevel, Driver, Game, RoomTime, Seat, Viewer};
use crate::limits::{BOT_PACE_MS_MIN, SPECTATORS_MAX};
use crate::room::audience::Now;
use crate::room::capacity;
use crate::room::listing::Listing;
use crate::room::mail::Facts;
use crate::room::request::As;
use crate::room::view::RoomPhase;

impl<G: Game> RoomCore<G> {
    /// The seats that a bot moves for, while anybody is there to play with, and its level.
    pub fn bots(&self) -> impl Iterator<Item = (Seat, BotLevel)> {
        let state = &self.committed;
        let awake = state.phase == RoomPhase::Playing && !self.is_empty();
        let chairs = state.chairs.iter().filter(move |(_, chair)| awake && chair.driver == Driver::Bot);
        chairs.map(|(seat, _)| {
            let level = state.at_seat(*seat).and_then(|member| member.bot);
            (*seat, level.unwrap_or_default())
        })
    }

    /// What the bot of a seat sees.
    pub fn bot_view(&self, seat: Seat, now: RoomTime) -> Option<G::View> {
        self.committed.game.as_ref().map(|game| G::view(game, Viewer::Seat(seat), now))
    }

    /// The game's options that hold.
    pub fn game_options(&self) -> &G::Options {
        &self.committed.options.game
    }

    /// The least time between two moves of a bot, in milliseconds: as the room's option says, but never
    /// faster than the game lets anybody move, nor than the server bears.
    pub fn bot_pace_ms(&self) -> u64 {
        let options = &self.committed.options;
        options.room.bot_pace_ms.max(G::bot_pace_ms_min(&options.game)).max(BOT_PACE_MS_MIN)
    }

    /// The room's row in the public list, if it is another one than was last told; none in it is none in
    /// the list.
    pub fn listing_news(&mut self, now: Now) -> Option<Option<Listing>> {
        self.listed.news(self.kind, &self.committed, now)
    }

    /// When the row changes without anything happening, in room time.
    pub fn listing_due(&self) -> Option<RoomTime> {
        self.listed.due()
    }

    /// What the room looks like from outside.
    pub fn facts(&self) -> Facts {
        let state = &self.committed;
        let count = |as_: As| {
            let people = state.members.iter().filter(|member| member.is_person() && !member.gone);
            people.filter(|member| member.role_in_room == as_).count()
        };
        Facts {
            phase: state.phase,
            people: count(As::Player),
            bots: state.members.iter().filter(|member| !member.is_person()).count(),
            spectators: count(As::Spectator),
            sides_taken: state.places(None).iter().map(|place| place.side).collect::<BTreeSet<_>>().len(),
            seats_free: capacity::free(state),
            sides: usize::from(G::SIDES),
            visibility: state.visibility,
            locked: state.options.room.locked,
            may_watch: state.options.room.spectators && count(As::Spectator) < SPECTATORS_MAX,
        }
    }
}

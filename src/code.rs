//! Error codes: stable names, each with a sentence that says what to do and whether to try again.
//!
//! A code is a contract with clients written elsewhere: names are never changed and never used anew.
//! The codes that all parts share stand here; a game declares its own with the same macro, in its own
//! folder. [`crate::games::list::codes`] is all of them together.

use std::borrow::Cow;

use serde::{Serialize, Serializer};

/// Whether the same request may succeed later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Retry {
    /// The same request fails again: change it.
    No,
    /// The same request may succeed when the state of things has changed.
    Later,
    /// Nothing was done; send the same request again, after `retry_after_ms` if it is there.
    Same,
}

/// One error code.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Code {
    /// The name on the wire.
    pub name: &'static str,
    /// What happened and what to do, for people.
    pub message: &'static str,
    /// Whether to try again.
    pub retry: Retry,
}

/// Declares codes as statics, and `ALL`, the table of them.
#[macro_export]
macro_rules! codes {
    ($($name:ident = $text:literal, $retry:ident, $message:literal;)*) => {
        $(
            #[doc = concat!("`", $text, "`: ", $message)]
            pub static $name: $crate::code::Code = $crate::code::Code {
                name: $text,
                message: $message,
                retry: $crate::code::Retry::$retry,
            };
        )*
        /// All codes declared here, in order.
        pub const ALL: &[&$crate::code::Code] = &[$(&$name),*];
    };
}

/// A code's name as it is kept in answers: borrowed when made here, owned when read from a log.
pub type CodeName = Cow<'static, str>;

/// Writes a code by its name alone.
///
/// # Errors
/// Whatever the serializer says.
pub fn serialize_name<S: Serializer>(code: &&'static Code, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(code.name)
}

codes! {
    // The frame itself.
    NOT_JSON = "not_json", No, "The frame is not one JSON object in UTF-8; send one object a frame.";
    TOO_DEEP = "too_deep", No, "The frame is nested too deeply; no frame needs more than a few levels.";
    REPEATED_KEY = "repeated_key", No, "A key stands twice in one object; send each key once.";
    MISSING_FIELD = "missing_field", No, "A field is missing; add the one named in detail.path.";
    UNKNOWN_FIELD = "unknown_field", No, "The server does not know a field; take out the one named in detail.path.";
    BAD_FIELD = "bad_field", No, "A field has the wrong type or value; correct the one named in detail.path.";
    BAD_ID = "bad_id", No, "The id must be a whole number from 0 to 9007199254740991.";
    UNKNOWN_TYPE = "unknown_type", No, "The server does not know that type of frame; see detail.nearest.";
    UNKNOWN_ACTION = "unknown_action", No, "This game does not know that action; see detail.nearest.";
    TOO_LONG = "too_long", No, "The text has too many letters, or a letter too many marks; shorten it.";
    BAD_NAME = "bad_name", No, "The name needs at least one visible letter and at most the stated number; choose another.";
    NAME_REFUSED = "name_refused", No, "This server does not allow that name; choose another.";
    BAD_TEXT = "bad_text", No, "The text shows nothing; write something.";
    BAD_OPTION = "bad_option", No, "An option does not take that value; detail.takes says what it takes.";
    // The connection and the session.
    HELLO_FIRST = "hello_first", No, "Send hello first.";
    ALREADY_GREETED = "already_greeted", No, "This connection has been greeted; go on without hello.";
    BAD_TOKEN = "bad_token", No, "The token is not known; send hello without one to become a new guest.";
    STALE_ID = "stale_id", No, "The id is not above the last one and its answer is no longer kept; use a higher id.";
    TOO_MANY_FRAMES = "too_many_frames", Same, "Too many frames; nothing was done. Wait retry_after_ms and send it again.";
    TOO_MANY_TRIES = "too_many_tries", Same, "Too many tries from this address; wait retry_after_ms.";
    PLAYER_NOT_FOUND = "player_not_found", No, "No guest has that id; they may have deleted themselves.";
    // Finding and entering rooms.
    TOO_MANY_ROOMS = "too_many_rooms", Later, "You have made as many rooms as a guest may for now; use one of them, or wait retry_after_ms (where it is missing: until a minute after one has emptied).";
    NO_ROOM = "no_room", No, "You are in no room; create or join one first.";
    ROOM_NOT_FOUND = "room_not_found", No, "No room has that code; check its letters.";
    ALREADY_IN_ROOM = "already_in_room", No, "You are in a room already (detail.code); leave it first.";
    ROOM_FULL = "room_full", Later, "The room is full; join as a spectator or try again later.";
    ROOM_LOCKED = "room_locked", Later, "The host has locked the room; ask to be let in.";
    ROOM_BROKEN = "room_broken", No, "The room cannot be read at the moment; its record is kept. Create another one.";
    BANNED = "banned", No, "The host has banned you from this room.";
    NO_SPECTATORS = "no_spectators", No, "The host allows no spectators in this room.";
    ROOM_BUSY = "room_busy", Same, "The room has too much to do; nothing was done. Send it again in a moment.";
    ROOM_FAILED = "room_failed", Same, "The room failed while your request was with it and is being revived; whether it was done is in the state. Send it again.";
    STORAGE_UNAVAILABLE = "storage_unavailable", Same, "The server cannot keep anything at the moment; nothing was done. Send it again in a moment.";
    OVERLOADED = "overloaded", Same, "The server has as many rooms or guests as it may; try again later.";
    DRAINING = "draining", Same, "The server is about to restart; nothing was done. Send it again after you have connected anew.";
    // Results.
    GAME_NOT_FOUND = "game_not_found", No, "No game has that id, or it is still in its first round: it is known from the end of that on.";
    GAME_NOT_OVER = "game_not_over", Later, "The game is not over yet; its replay is there when it is.";
    NO_REPLAY = "no_replay", No, "That game has no replay; its record was written by another version, or is damaged.";
    // In a room.
    NOT_HOST = "not_host", No, "Only the host of the room may do that.";
    NO_SUCH_PLAYER = "no_such_player", No, "No such player is in the room.";
    NOT_YOURSELF = "not_yourself", No, "That is for others; nobody can do it to themselves.";
    NOT_SEATED = "not_seated", No, "You have no seat; sit down first.";
    SPECTATOR = "spectator", No, "Spectators may not do that; join as a player.";
    NO_SUCH_SIDE = "no_such_side", No, "The table has no such side.";
    PLACE_TAKEN = "place_taken", Later, "That place is taken; choose another.";
    PLACE_HELD = "place_held", Later, "The free places are held for people who have just come in; choose again in a moment.";
    ROLE_UNKNOWN = "role_unknown", No, "This game does not know that role.";
    NOT_A_BOT = "not_a_bot", No, "No bot sits there.";
    CHAT_OFF = "chat_off", Later, "Nobody may write in this room; the host can allow it.";
    MUTED = "muted", Later, "The host lets you say nothing in this room.";
    TOO_MANY_BANS = "too_many_bans", No, "The room keeps out as many players as it may; let one in again first.";
    NOT_READY = "not_ready", Later, "Somebody at the table is not ready yet.";
    NOT_ENOUGH_SIDES = "not_enough_sides", Later, "The game needs more sides; wait for people or add bots.";
    SIDE_INCOMPLETE = "side_incomplete", Later, "A side's roles do not fit together: one person alone is solo, two are row and deck.";
    // Playing; the games share these.
    BEATEN = "beaten", No, "Somebody was faster; detail says who and by how much.";
    DOES_NOT_FIT = "does_not_fit", Later, "The card does not fit there.";
    NOT_THERE = "not_there", No, "Another card lies there now; look again.";
    NOT_YOURS = "not_yours", No, "That is not yours to play.";
    NOT_YOUR_TURN = "not_your_turn", Later, "It is not your turn.";
    NOT_NOW = "not_now", Later, "That is not possible at this moment of the game.";
    TOO_FAST = "too_fast", Later, "That came too soon after the last one; wait a moment.";
    LOCKED = "locked", Later, "You are locked out of this for a moment.";
    ROUND_OVER = "round_over", No, "The round is over.";
    // HTTP.
    NO_TOKEN = "no_token", No, "Send your token in the header Authorization, as Bearer.";
    NOT_FOUND = "not_found", No, "There is nothing at this address.";
    METHOD_NOT_ALLOWED = "method_not_allowed", No, "This address does not take that method.";
    TIMED_OUT = "timed_out", Later, "The request took too long; whether it was done is not known.";
    UPGRADE_REQUIRED = "upgrade_required", No, "This address speaks WebSocket (version 13); open it with a WebSocket client.";
    BODY_TOO_LARGE = "body_too_large", No, "The body is larger than the stated bound.";
    BAD_ORIGIN = "bad_origin", No, "Pages of another origin may not do that; the host of the server can allow them.";
    INTERNAL = "internal", Later, "The server made a mistake; it has been written down.";
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    #[test]
    fn no_code_stands_twice_and_each_has_a_sentence() {
        let mut names = BTreeSet::new();
        for code in crate::games::list::codes() {
            assert!(names.insert(code.name), "{} stands twice", code.name);
            assert!(code.message.ends_with('.'), "{} lacks its sentence", code.name);
            assert!(
                code.name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_'),
                "{}",
                code.name
            );
        }
    }
}

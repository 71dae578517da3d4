//! The close codes: the server closes a connection with one of these and in no other way.
//!
//! Each says whether a client should come back by itself. When to close is not known here.

use serde::Serialize;

/// Whether a client should connect again by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Again {
    /// No: it would end the same way, or somebody must choose to.
    No,
    /// Yes, after a short random wait (or `retry_after_ms` of the `bye` before), so that not all come at
    /// once.
    WithJitter,
    /// Yes, after waits that grow.
    BackOff,
}

/// One close code.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Close {
    /// The number, by RFC 6455 or from 4000.
    pub code: u16,
    /// The reason as it is sent: short, stable, for programs.
    pub reason: &'static str,
    /// What happened and what to do, for people.
    pub message: &'static str,
    /// Whether to connect again.
    pub again: Again,
}

/// The longest reason that fits into a close frame, in bytes (RFC 6455: 125, less two for the number).
pub const REASON_BYTES_MAX: usize = 123;

macro_rules! closes {
    ($($name:ident = $code:literal, $reason:literal, $again:ident, $message:literal;)*) => {
        $(
            #[doc = concat!("`", $code, " ", $reason, "`: ", $message)]
            pub static $name: Close =
                Close { code: $code, reason: $reason, message: $message, again: Again::$again };
        )*
        /// All close codes, in order.
        pub const ALL: &[&Close] = &[$(&$name),*];
        $(const _: () = assert!($reason.len() <= REASON_BYTES_MAX);)*
    };
}

closes! {
    GONE = 1001, "gone", No, "The server goes for good.";
    PROTOCOL_ERROR = 1002, "protocol_error", No, "The WebSocket protocol was broken.";
    BINARY = 1003, "binary", No, "A binary frame came; send JSON in text frames.";
    NOT_UTF8 = 1007, "not_utf8", No, "A text frame was not UTF-8.";
    BAD_FRAMES = 1008, "bad_frames", No, "Ten bad frames came in a row; see the errors before this.";
    TOO_LARGE = 1009, "too_large", No, "A frame was larger than the bound in welcome.limits.";
    FAULT = 1011, "fault", BackOff, "The server made a mistake; it has been written down.";
    RESTART = 1012, "restart", WithJitter, "The server restarts, or the room moved; nothing is lost.";
    OVERLOADED = 1013, "overloaded", BackOff, "The server has too much to do.";
    ELSEWHERE = 4001, "elsewhere", No, "The same player opened another connection; this one has ended.";
    NO_HELLO = 4002, "no_hello", BackOff, "No hello came in time.";
    REMOVED = 4003, "removed", No, "The host removed you from the room.";
    BAD_TOKEN = 4004, "bad_token", No, "The token is not known; connect without one to become a new guest.";
    TOO_MANY_FRAMES = 4008, "too_many_frames", BackOff, "Too many frames came, and went on coming.";
    TOO_SLOW = 4009, "too_slow", WithJitter, "The client did not read what was sent; come back for a fresh state.";
    ROOM_CLOSED = 4010, "room_closed", No, "The room was closed.";
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_rise_and_each_has_a_sentence() {
        assert!(super::ALL.is_sorted_by(|a, b| a.code < b.code));
        for close in super::ALL {
            assert!(close.message.ends_with('.'), "{} lacks its sentence", close.code);
            assert!(close.reason.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_'));
        }
    }
}

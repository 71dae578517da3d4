//! Refusals and what they tell the one who asked.

use super::WackeeSix;
use super::action::Detail;
use super::pile::{self, Laid, Pile};
use crate::code::{self, Code};
use crate::games::{Refusal, RoomTime};

/// A refusal of this game.
pub(super) type Refused = Refusal<WackeeSix>;

/// A refusal that says more.
pub(super) fn with(code: &'static Code, detail: Detail) -> Refused {
    Refused { code, detail: Some(detail), events: Vec::new() }
}

/// Try again later.
pub(super) fn wait(code: &'static Code, retry_after_ms: u64) -> Refused {
    with(code, Detail { retry_after_ms: Some(retry_after_ms), ..Detail::default() })
}

/// The round ended a moment ago (ruling 47).
pub(super) fn round_over(ended: RoomTime, now: RoomTime) -> Refused {
    with(&code::ROUND_OVER, Detail { margin_ms: Some(now.since(ended)), ..Detail::default() })
}

/// Somebody was faster (ruling 28).
pub(super) fn beaten(index: usize, pile: &Pile, laid: &Laid, now: RoomTime) -> Refused {
    let detail = Detail {
        by: Some(laid.back.0),
        pile: Some(pile::id(index)),
        top: pile.top(),
        seq: Some(laid.seq),
        margin_ms: Some(now.since(laid.at)),
        retry_after_ms: None,
    };
    with(&code::BEATEN, detail)
}

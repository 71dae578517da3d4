//! The error codes that only Wackee Six uses.

crate::codes! {
    NOTHING_TO_TURN = "nothing_to_turn", No, "Stock and waste are empty; there is nothing left to turn.";
    NOT_OUT = "not_out", Later, "Your side still has cards of its twelve; call when all of them are played.";
    ALONE_TOO_SHORT = "alone_too_short", Later, "The other sides' people are away; you may end the match once they have been for 60 seconds.";
}

//! The error codes that only Super Rack-O uses.
//!
//! None of their sentences tells anything about another player's cards (ruling 109).

crate::codes! {
    NOT_TO_BE_TAKEN = "not_to_be_taken", Later, "A swap or reverse card may not be taken from the discard pile; draw a card.";
    NOT_A_SWAP = "not_a_swap", No, "The card that you want to play as a swap card is none.";
    NOT_A_REVERSE = "not_a_reverse", No, "The card in that slot is no reverse card.";
    NO_SUCH_TARGET = "no_such_target", No, "An order needs an opponent who is still in the game.";
    NO_SWAP_VIA_DISCARD = "no_swap_via_discard", No, "At this table no swap card is played by taking the discard; take it without an order, or draw.";
    UNDER_ORDER = "under_order", Later, "You are under an order; settle it before you call.";
    NOT_FINISHED = "not_finished", Later, "Your rack is not finished.";
    OUT_OF_PLAY = "out_of_play", No, "Your rack is set aside for the rest of this game.";
}

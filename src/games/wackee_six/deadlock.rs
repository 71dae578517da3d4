//! The test for a deadlock (ruling 53): no side that counts can ever play again.
//!
//! It is exact and reads no more than it needs: for each side a set of faces that would help it, then
//! the few cards that its turns can bring up.

use super::areas::pairs_across;
use super::card::Card;
use super::pile::Wanted;
use super::state::{State, Table};
use crate::games::Driver;

/// Whether the table is dead. Never true when nobody is there to notice.
pub(super) fn is_dead(state: &State) -> bool {
    let wanted = Wanted::by(&state.piles);
    let mut somebody = false;
    for table in state.sides.iter().filter(|table| counts(state, table)) {
        somebody = true;
        if can_play(state, table, wanted) {
            return false;
        }
    }
    somebody
}

/// Whether the side's moves count: a bot plays it, or someone of it is present or has only just gone.
fn counts(state: &State, table: &Table) -> bool {
    let mut people = state.seats.iter().filter(|person| person.side == table.side);
    people.any(|person| person.driver == Driver::Bot || !person.bot && !person.away)
}

/// Whether the side has a move now or after any number of its own turns. Pairs with the card under a
/// wild are left out: whether the table is called dead must not tell what lies there.
fn can_play(state: &State, table: &Table, wanted: Wanted) -> bool {
    let row = table.row.iter().flatten().fold(0, |faces, card| faces | card.bit());
    let wild_in_row = row & Card::WILD.bit() != 0;
    let natural_in_row = row & wanted.after_wild != 0;
    let wild_alone = state.options.wild_13 && wanted.at_12;
    if row & wanted.single != 0 || wild_in_row && (natural_in_row || wild_alone) {
        return true;
    }
    // What the top of the waste must be to help.
    let mut helps = wanted.single;
    if wild_alone {
        helps |= Card::WILD.bit();
    }
    if (wild_in_row || natural_in_row) && pairs_across(state, table.side) {
        if wild_in_row {
            helps |= wanted.after_wild;
        }
        if natural_in_row {
            helps |= Card::WILD.bit();
        }
    }
    turns_reach(table, helps)
}

/// Whether a turn can bring one of the faces to the top of the waste, in the rest of this pass or in the
/// next full one; or it lies there now.
fn turns_reach(table: &Table, faces: u64) -> bool {
    let is = |card: &Card| card.bit() & faces != 0;
    let (waste, stock) = (&table.waste, &table.stock);
    if waste.last().is_some_and(is) {
        return true;
    }
    // The rest of this pass: every third card of the stock from its top, and its last.
    if stock.iter().rev().skip(2).step_by(3).any(is) || stock.first().is_some_and(is) {
        return true;
    }
    // A full pass: every third card of the waste turned over, from its bottom, with the stock under it.
    // Where the waste is no whole number of threes, the turns fall otherwise over the stock than now.
    let skip = (2 + 2 * waste.len()) % 3;
    waste.iter().skip(2).step_by(3).any(is) || stock.iter().rev().skip(skip).step_by(3).any(is)
}

//! Other cards for a room whose log is kept: its deal is replaced by one that was laid out by hand, as if
//! the cards had come like that.

use slapdown::games::super_rack_o::event::{Dealt, Event as GameEvent};
use slapdown::games::super_rack_o::{Options, SuperRackO};
use slapdown::room::event::Event;
use slapdown::room::record::{read_body, write_body};
use slapdown::store::LogRow;

/// Replaces the deal in a row of a log; comes back whether it has one. The options stay the room's, and
/// the turn clock begins with the deal.
pub fn deal_as(row: &mut LogRow, dealt: &Dealt) -> bool {
    let mut entries = read_body::<SuperRackO>(row).expect("a row of a room of Super Rack-O");
    let mut found = false;
    for entry in &mut entries {
        for event in &mut entry.events {
            let Event::Game(GameEvent::Dealt(cards)) = event else { continue };
            let Options { turn_clock_ms, .. } = cards.options;
            let mut other = Dealt { options: cards.options.clone(), round: cards.round, ..dealt.clone() };
            other.next.ends_at = (turn_clock_ms > 0).then(|| entry.at.plus(turn_clock_ms));
            **cards = other;
            found = true;
        }
    }
    if found {
        row.body = write_body(row.first_seq, &entries).expect("it can be written");
    }
    found
}

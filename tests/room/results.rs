//! What is kept of a match that is over: who played it, how it ended, and whether it rates.

use serde_json::json;
use slapdown::games::wackee_six::{Action, WackeeSix};
use slapdown::games::{Driver, Seat};
use slapdown::room::event::{Event, RoomEvent};
use slapdown::room::record;
use slapdown::room::request::As;
use slapdown::store::{MatchRecord, Unrated};

use crate::table::{Guest, Table, act, add_bot, sit};

/// People at a table for two rounds, in which a bot stands in soon.
fn seated(count: u8) -> (Table, Vec<Guest>) {
    let options = [
        ("rounds", json!(2)),
        ("tie", json!("shared")),
        ("round_limit_ms", json!(60_000)),
        ("absent_after_ms", json!(10_000)),
    ];
    Table::seated(count, &options)
}

/// Plays a round until its limit: all sides end with the same score.
fn round(table: &mut Table, guests: &mut [Guest]) {
    table.deal(guests);
    table.does(&mut guests[0], act(Action::Start {}));
    table.pass(63_000);
}

/// The numbers of the events of the log that `wanted` picks.
fn numbers(table: &Table, wanted: impl Fn(&RoomEvent<WackeeSix>) -> bool) -> Vec<u64> {
    let entries = table.log.iter().flat_map(|row| record::read_body::<WackeeSix>(row).expect("a row"));
    let events = (1..).zip(entries.flat_map(|entry| entry.events));
    events
        .filter(|(_, event)| matches!(event, Event::Room(event) if wanted(event)))
        .map(|(seq, _)| seq)
        .collect()
}

fn only(table: &Table) -> &MatchRecord {
    assert_eq!(table.over.len(), 1);
    &table.over[0]
}

#[test]
fn a_match_is_kept_with_the_row_that_ended_it() {
    let (mut table, mut guests) = seated(2);
    round(&mut table, &mut guests);
    assert!(table.over.is_empty(), "one round of two");
    round(&mut table, &mut guests);
    let over = only(&table);
    let begun = numbers(&table, |event| matches!(event, RoomEvent::MatchBegun { .. }));
    let ended = numbers(&table, |event| matches!(event, RoomEvent::RoundEnded { .. }));
    assert_eq!(over.events, (begun[0], ended[1]));
    assert_eq!(Some(over.id), table.state().match_id);
    assert_eq!((over.rounds, over.unrated, over.length_ms), (2, None, 126_000));
    let sides: Vec<_> = over.sides.iter().map(|side| (side.side, side.rank, side.total, side.won)).collect();
    assert_eq!(sides, [(1, 1, -48, true), (2, 1, -48, true)], "a shared tie has two winners");
    let people: Vec<_> = over.sides.iter().map(|side| side.people[0].person.player).collect();
    assert_eq!(people, [guests[0].player, guests[1].player]);

    round(&mut table, &mut guests);
    round(&mut table, &mut guests);
    assert_eq!(table.over.len(), 2);
    assert!(table.over[1].events.0 > table.over[0].events.1, "the next one has events of its own");
    assert_eq!(table.over[1].length_ms, 126_000);
}

#[test]
fn a_snapshot_goes_with_the_end_of_a_match() {
    let (mut table, mut guests) = Table::seated(2, &[("rounds", json!(1)), ("tie", json!("shared"))]);
    table.deal(&mut guests);
    table.does(&mut guests[0], act(Action::Start {}));
    table.pass(3_000);
    table.does(&mut guests[0], act(crate::table::END));
    let (at, asked) = (guests[1].id + 1, table.log.len());
    table.ask_unkept(&guests[1], at, act(crate::table::END));
    let append = table.seal().expect("a row");
    assert_eq!((append.matches.len(), append.rounds.len(), table.log.len()), (1, 1, asked));
    assert!(append.snapshot.is_some());
}

#[test]
fn a_match_with_a_bot_does_not_rate() {
    let (mut table, mut guests) = seated(1);
    table.does(&mut guests[0], add_bot(2));
    for _ in 0..2 {
        round(&mut table, &mut guests);
    }
    let over = only(&table);
    assert_eq!(over.unrated, Some(Unrated::Bots));
    assert!(over.sides[1].people[0].person.bot && !over.sides[0].people[0].person.bot);
}

/// A bot moves for the second of two people, who is away or has left.
fn bot_moves(table: &mut Table) {
    let seat = *table.state().chairs.keys().nth(1).expect("two seats");
    assert_eq!(table.state().driver(seat), Some(Driver::Bot));
    // The other side alone may have been stuck for a moment; nobody turns cards then.
    table.pass(4_000);
    turns(table, seat);
}

/// A bot turns cards for a seat.
fn turns(table: &mut Table, seat: Seat) {
    let (at, before) = (table.at(), table.state().seq);
    table.core.bot_move(seat, Action::Turn {}, at, &mut table.chance);
    table.keep();
    assert!(table.state().seq > before, "the bot has moved");
}

/// Begins the race of the first of two rounds.
fn race(table: &mut Table, guests: &mut [Guest]) {
    table.deal(guests);
    table.does(&mut guests[0], act(Action::Start {}));
    table.pass(3_000);
}

fn stood_in(over: &MatchRecord) -> Vec<bool> {
    over.sides.iter().map(|side| side.people[0].person.stood_in).collect()
}

#[test]
fn a_match_in_which_a_bot_stood_in_says_so_and_rates() {
    let (mut table, mut guests) = seated(2);
    race(&mut table, &mut guests);
    table.drops(&guests[1]);
    table.pass(40_000);
    bot_moves(&mut table);
    guests[1] = table.returns(&guests[1], None);
    let seat = *table.state().chairs.keys().nth(1).expect("two seats");
    assert_eq!(table.state().driver(seat), Some(Driver::Person));
    // What the log and a snapshot say is all that is left of the first round.
    assert!(table.state().chairs[&seat].stood_in);
    assert_eq!(table.revived().chairs, table.state().chairs);
    let state = table.state();
    let written = record::write_snapshot(state).expect("a snapshot");
    assert_eq!(record::read_snapshot::<WackeeSix>(state.seq, &written).expect("read").chairs, state.chairs);
    table.pass(20_000);
    round(&mut table, &mut guests);
    let over = only(&table);
    assert_eq!((over.unrated, stood_in(over)), (None, vec![false, true]));
}

#[test]
fn who_leaves_and_is_back_before_a_bot_has_moved_has_played_alone() {
    let (mut table, mut guests) = seated(2);
    race(&mut table, &mut guests);
    table.leaves(&mut guests[1]);
    let seat = *table.state().chairs.keys().nth(1).expect("two seats");
    assert_eq!(table.state().driver(seat), Some(Driver::Bot));
    let mut back = table.reconnected(&guests[1]);
    assert_eq!(table.joins(&mut back, As::Player)["type"], "ok");
    guests[1] = back;
    table.pass(60_000);
    round(&mut table, &mut guests);
    let over = only(&table);
    assert_eq!((over.unrated, stood_in(over)), (None, vec![false, false]));
}

#[test]
fn who_leaves_for_good_cancels_no_rating() {
    let (mut table, mut guests) = Table::seated(2, &[("rounds", json!(1)), ("tie", json!("shared"))]);
    race(&mut table, &mut guests);
    table.leaves(&mut guests[1]);
    bot_moves(&mut table);
    table.pass(60_000);
    table.does(&mut guests[0], act(crate::table::END));
    let over = only(&table);
    assert_eq!((over.unrated, stood_in(over)), (None, vec![false, true]));
}

#[test]
fn a_match_that_bots_played_for_everybody_does_not_rate() {
    let (mut table, mut guests) = Table::seated(2, &[("rounds", json!(1)), ("tie", json!("shared"))]);
    race(&mut table, &mut guests);
    // Somebody watches: bots play for nobody.
    let mut fan = table.guest();
    assert_eq!(table.joins(&mut fan, As::Spectator)["type"], "ok");
    table.leaves(&mut guests[1]);
    bot_moves(&mut table);
    table.drops(&guests[0]);
    table.pass(60_000);
    let seat = *table.state().chairs.keys().next().expect("two seats");
    turns(&mut table, seat);
    guests[0] = table.returns(&guests[0], None);
    table.does(&mut guests[0], act(crate::table::END));
    assert_eq!(only(&table).unrated, Some(Unrated::StoodIn));
}

#[test]
fn a_match_with_other_people_in_a_later_round_does_not_rate() {
    let (mut table, mut guests) = seated(2);
    round(&mut table, &mut guests);
    let mut third = table.enter();
    table.does(&mut third, sit(3));
    guests.push(third);
    round(&mut table, &mut guests);
    let over = only(&table);
    assert_eq!(over.unrated, Some(Unrated::PeopleChanged));
    assert_eq!(over.sides.iter().map(|side| side.people.len()).collect::<Vec<_>>(), [1, 1, 1]);

    let (mut table, mut guests) = seated(3);
    round(&mut table, &mut guests);
    let mut gone = guests.pop().expect("three");
    table.leaves(&mut gone);
    round(&mut table, &mut guests);
    let over = only(&table);
    assert_eq!(over.unrated, None, "who goes between rounds cancels no rating");
    let left: Vec<_> =
        over.sides.iter().map(|side| &side.people[0].person).filter(|one| one.stood_in).collect();
    assert_eq!(left.iter().map(|one| one.player).collect::<Vec<_>>(), [gone.player], "and gains nothing");
}

#[test]
fn a_crash_forgets_nothing_of_a_match() {
    let (mut table, mut guests) = seated(2);
    round(&mut table, &mut guests);
    let before = table.state().tally.clone();
    table.crash();
    assert_eq!(table.state().tally, before);
    guests = guests.iter().map(|guest| table.returns(guest, None)).collect();
    round(&mut table, &mut guests);
    let over = only(&table);
    assert_eq!((over.rounds, over.unrated, over.events.0), (2, None, before.first_seq));
}

//! From round to round: totals, the next deal, the next match.

use serde_json::json;
use slapdown::games::Side;
use slapdown::games::wackee_six::Action;
use slapdown::room::request::Request;
use slapdown::room::view::RoomPhase;

use crate::table::{Guest, Table, act, ready, sit};

/// Plays a round until its limit.
fn round(table: &mut Table, guests: &mut [Guest]) {
    table.deal(guests);
    table.does(&mut guests[0], act(Action::Start {}));
    table.pass(63_000);
}

#[test]
fn a_match_that_is_over_is_followed_by_a_new_one() {
    let (mut table, mut guests) = Table::seated(
        2,
        &[("rounds", json!(2)), ("tie", json!("shared")), ("round_limit_ms", json!(60_000))],
    );
    let first_deal = table.state().deal.commit;
    round(&mut table, &mut guests);
    assert_eq!((table.state().phase, table.state().round), (RoomPhase::Between, 1));
    assert_eq!(table.state().totals, [(Side(1), -24), (Side(2), -24)]);
    assert_ne!(table.state().deal.commit, first_deal, "the next deal has a commitment of its own");
    let first_match = table.state().match_id;
    round(&mut table, &mut guests);
    assert_eq!((table.state().phase, table.state().round), (RoomPhase::Over, 2));
    assert_eq!(table.state().match_id, first_match);
    assert_eq!(table.state().totals, [(Side(1), -48), (Side(2), -48)]);
    assert_eq!(table.state().winners, [Side(1), Side(2)]);
    table.deal(&mut guests);
    assert_eq!((table.state().phase, table.state().round), (RoomPhase::Playing, 1));
    assert_ne!(table.state().match_id, first_match);
    assert!(table.state().totals.is_empty() && table.state().winners.is_empty());
}

#[test]
fn a_sides_total_stays_with_the_side() {
    let (mut table, mut guests) = Table::seated(3, &[("round_limit_ms", json!(60_000))]);
    round(&mut table, &mut guests);
    let mut third = guests.pop().expect("three");
    table.does(&mut third, sit(4));
    guests.push(third);
    round(&mut table, &mut guests);
    assert_eq!(
        table.state().totals,
        [(Side(1), -48), (Side(2), -48), (Side(3), -24), (Side(4), -24)],
        "who sat out keeps what it had, who is new had nothing"
    );
}

#[test]
fn a_deal_takes_the_entropy_of_those_who_are_ready() {
    let rows = |entropy: Option<[u8; 32]>| {
        let (mut table, mut guests) = Table::seated(2, &[]);
        let entropy = entropy.map(slapdown::games::Seed);
        table.does(&mut guests[1], Request::Ready { ready: true, entropy });
        table.does(&mut guests[0], ready());
        table.does(&mut guests[0], Request::Start);
        format!("{:?}", table.core.bot_view(slapdown::games::Seat(1), table.at()).expect("a table").sides)
    };
    assert_eq!(rows(None), rows(None), "the same chance gives the same cards");
    assert_ne!(rows(None), rows(Some([1; 32])));
    assert_ne!(rows(Some([2; 32])), rows(Some([1; 32])));
}

#[test]
fn two_who_deal_at_once_make_one_deal() {
    let (mut table, mut guests) = Table::seated(2, &[]);
    for guest in &mut guests {
        table.does(guest, ready());
    }
    table.pass(30_000);
    let ids = (guests[0].id + 1, guests[1].id + 1);
    table.ask_unkept(&guests[0], ids.0, Request::Start);
    table.ask_unkept(&guests[1], ids.1, Request::Start);
    table.keep();
    assert_eq!(table.answer(&guests[0])["type"], "ok");
    assert_eq!(table.answer(&guests[1])["code"], "not_now");
    assert_eq!(table.state().round, 1);
}

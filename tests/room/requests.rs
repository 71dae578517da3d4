//! Request ids: a repeat is answered as the first time and not done again.

use serde_json::{Value, json};
use slapdown::games::wackee_six::Action;
use slapdown::limits::ANSWERS_KEPT;
use slapdown::room::request::Request;

use crate::table::{Ask, Table, act, events, ready, sit};

#[test]
fn a_repeat_gets_the_first_answer_and_does_nothing() {
    let (mut table, mut guests) = Table::racing(2, &[]);
    let first = table.does(&mut guests[0], act(Action::Turn {}));
    let (seq, id) = (table.state().seq, guests[0].id);
    for request in [act(Action::Turn {}), Request::Stand, ready()] {
        assert_eq!(table.asks_as(&guests[0], id, request), first, "whatever the frame says now");
    }
    assert_eq!(table.state().seq, seq);
}

#[test]
fn a_repeat_over_a_new_connection_and_after_a_revival_gets_the_first_answer() {
    let (mut table, mut guests) = Table::racing(2, &[]);
    let first = table.does(&mut guests[0], act(Action::Turn {}));
    let fresh = table.returns(&guests[0], None);
    assert_eq!(table.asks_as(&fresh, fresh.id, act(Action::Turn {})), first);
    table.crash();
    let fresh = table.returns(&fresh, None);
    let seq = table.state().seq;
    assert_eq!(table.asks_as(&fresh, fresh.id, act(Action::Turn {})), first);
    assert_eq!(table.state().seq, seq);
}

#[test]
fn a_plain_refusal_is_repeated_from_memory() {
    let (mut table, mut guests) = Table::seated(2, &[]);
    let first = table.asks(&mut guests[1], Request::Start);
    assert_eq!(first["code"], "not_host");
    let id = guests[1].id;
    let player = guests[1].player;
    table.does(&mut guests[0], Request::MakeHost { player });
    assert_eq!(
        table.asks_as(&guests[1], id, Request::Start),
        first,
        "although it would be judged otherwise now"
    );
}

#[test]
fn a_refusal_that_costs_is_repeated_after_a_revival() {
    let (mut table, mut guests) = Table::racing(2, &[("misplay_penalty", json!(1))]);
    let wrong = loop {
        table.pass(200);
        table.asks(&mut guests[0], act(Action::Turn {}));
        let view = table.core.bot_view(slapdown::games::Seat(1), table.at()).expect("a table");
        let card = view.sides[0].top.expect("a top");
        // Nothing has been laid: only a 1 fits.
        if card.natural().is_some_and(|(_, rank)| rank.number() > 1) {
            break act(Action::Play { card, from: "waste".parse().expect("a place"), pile: None });
        }
    };
    let seq = table.state().seq;
    let first: Value = table.asks(&mut guests[0], wrong);
    assert_eq!((&first["code"], &first["seq"]), (&json!("does_not_fit"), &json!(seq + 1)));
    table.crash();
    let fresh = table.returns(&guests[0], None);
    assert_eq!(table.asks_as(&fresh, guests[0].id, Request::Stand), first);
}

#[test]
fn the_last_answers_are_kept_and_older_ids_are_stale() {
    let mut table = Table::new();
    let mut guest = table.enter();
    let mut first = None;
    for turn in 0..ANSWERS_KEPT as u64 {
        let answer = table.does(&mut guest, sit(1 + u8::try_from(turn % 2).expect("small")));
        first.get_or_insert((guest.id, answer));
    }
    let (id, answer) = first.expect("one");
    assert_eq!(table.asks_as(&guest, id, Request::Stand), answer, "the oldest of them all");
    table.does(&mut guest, sit(3));
    assert_eq!(table.asks_as(&guest, id, Request::Stand)["code"], "stale_id");
    assert_eq!(table.asks_as(&guest, 0, Request::Stand)["code"], "stale_id");
    table.crash();
    let fresh = table.returns(&guest, None);
    assert_eq!(table.asks_as(&fresh, id, Request::Stand)["code"], "stale_id");
    assert_eq!(table.asks_as(&fresh, id + 1, Request::Stand)["type"], "ok", "still kept");
}

#[test]
fn an_answer_that_rests_on_a_lost_batch_is_forgotten_with_it() {
    let (mut table, guests) = Table::seated(2, &[]);
    let (id, mover) = (guests[1].id + 1, guests[0].id + 1);
    // The first takes the place; the second is refused because of that; nothing of it is kept.
    table.ask_unkept(&guests[0], mover, sit(3));
    table.ask_unkept(&guests[1], id, sit(3));
    table.ask_unkept(&guests[0], mover + 1, sit(3));
    table.seal().expect("a row");
    table.core.lost(2);
    for guest in &guests {
        for answer in guest.read().iter().filter(|frame| frame["type"] == "error") {
            assert_eq!(answer["code"], "storage_unavailable");
        }
    }
    assert_eq!(table.asks_as(&guests[1], id, sit(3))["type"], "ok", "the id is free, and so is the place");
    let again = table.asks_as(&guests[0], mover + 1, sit(3));
    assert_eq!(again["code"], "place_taken", "was accepted as idle only because of what was lost");
}

#[test]
fn a_repeat_in_the_same_batch_gets_the_same_answer() {
    let (mut table, guests) = Table::seated(2, &[]);
    let id = guests[1].id + 1;
    for _ in 0..2 {
        table.ask_unkept(&guests[1], id, sit(3));
        table.ask_unkept(&guests[1], id + 1, Request::Start);
    }
    table.keep();
    let frames = guests[1].read();
    let answers: Vec<&Value> = frames.iter().filter(|frame| frame["type"] != "events").collect();
    // The second "first id" came after a higher one, and is still known.
    assert_eq!(answers.len(), 4);
    let of = |wanted: u64| -> Vec<&Value> { answers.iter().copied().filter(|a| a["id"] == wanted).collect() };
    assert_eq!(of(id)[0], of(id)[1]);
    assert_eq!(of(id + 1)[0], of(id + 1)[1]);
    assert_eq!(events(&frames).len(), 1);
}

#[test]
fn a_lost_race_is_noted_in_the_log_behind_what_beat_it_and_not_without_it() {
    let (mut table, mut guests) = Table::racing(2, &[]);
    let (first, second) = race(&mut table, &mut guests);
    // The race is judged, and lost with its batch.
    ask_both(&mut table, &guests, &first, &second, 1);
    table.seal().expect("a row");
    table.core.lost(2);
    for guest in &guests {
        drop(guest.read());
    }
    ask_both(&mut table, &guests, &first, &second, 1);
    table.keep();
    assert_eq!(table.answer(&guests[1])["code"], "beaten");
    let row = table.log.last().expect("a row");
    let entries =
        slapdown::room::record::read_body::<slapdown::games::wackee_six::WackeeSix>(row).expect("a body");
    let empty: Vec<bool> = entries.iter().map(|entry| entry.events.is_empty()).collect();
    assert_eq!(empty, [false, true], "the note stands where it was judged, and once");
}

fn ask_both(table: &mut Table, guests: &[crate::table::Guest], first: &Ask, second: &Ask, more: u64) {
    table.ask_unkept(&guests[0], guests[0].id + more, first.clone());
    table.ask_unkept(&guests[1], guests[1].id + more, second.clone());
}

/// Turns until both sides can lay the same card next, out of their wastes or rows; comes back with the
/// two requests.
fn race(table: &mut Table, guests: &mut [crate::table::Guest]) -> (Ask, Ask) {
    use slapdown::games::wackee_six::{Card, RowSlot, Spot, View};
    let cards = |view: &View, side: usize| -> Vec<(Spot, Card)> {
        let side = &view.sides[side];
        let row = RowSlot::ALL.into_iter().map(Spot::Row).zip(side.row);
        row.chain([(Spot::Waste, side.top)]).filter_map(|(spot, card)| Some((spot, card?))).collect()
    };
    for _ in 0..2_000 {
        table.pass(200);
        let view = table.core.bot_view(slapdown::games::Seat(1), table.at()).expect("a table");
        let (ours, theirs) = (cards(&view, 0), cards(&view, 1));
        let fits = |card: Card| {
            card.natural().is_some_and(|(suit, rank)| {
                view.piles
                    .iter()
                    .filter(|pile| pile.color == suit && pile.top.number() + 1 == rank.number())
                    .count()
                    == 1
            })
        };
        for (from, card) in &ours {
            if let Some((other, _)) = theirs.iter().find(|(_, other)| other == card && fits(*card)) {
                let play = |from: Spot| act(Action::Play { card: *card, from, pile: None });
                return (play(*from), play(*other));
            }
        }
        for (guest, own) in guests.iter_mut().zip([ours, theirs]) {
            let one = own.iter().find(|(_, card)| card.natural().is_some_and(|(_, rank)| rank.number() == 1));
            let next = one.or_else(|| own.iter().find(|(_, card)| fits(*card)));
            let action = next.map_or(Action::Turn {}, |(from, card)| Action::Play {
                card: *card,
                from: *from,
                pile: None,
            });
            table.asks(guest, act(action));
        }
        if table.state().phase != slapdown::room::view::RoomPhase::Playing {
            break;
        }
    }
    panic!("no race came about; choose another seed")
}

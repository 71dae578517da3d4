//! What is hidden is in no frame: two rooms that differ only in hidden cards send the same bytes.

use bytes::Bytes;
use slapdown::games::wackee_six::{Action, State, WackeeSix};
use slapdown::games::{GameKind, Seat};
use slapdown::protocol::encode::Json;
use slapdown::room::core::RoomCore;
use slapdown::room::request::Request;
use slapdown::room::state::RoomState;
use std::sync::Arc;

use crate::table::{Guest, Table, act, raw};

/// The same room with hidden cards exchanged: the stock's order below the top three of each side, and
/// the face-down piles. Rows, counts and what the first turn shows are the same.
fn with_other_hidden_cards(state: &RoomState<WackeeSix>) -> RoomState<WackeeSix> {
    let mut json = serde_json::to_value(state).expect("a state is JSON");
    for side in json["game"]["sides"].as_array_mut().expect("sides") {
        let mut swap = |name: &str| {
            let cards = side[name].as_array_mut().expect("cards");
            // The top is the last: the top three of a stock are left as they are.
            let below = cards.len().saturating_sub(3);
            cards[..below].reverse();
            // A wild, if there is one, comes to lie at the bottom.
            if let Some(at) = cards[..below].iter().position(|card| card == "wild") {
                cards.swap(0, at);
            }
        };
        swap("stock");
        side["face_down"].as_array_mut().expect("cards").reverse();
    }
    json["deal"]["seed"] = "ab".repeat(32).into();
    let game: State = serde_json::from_value(json["game"].clone()).expect("a table");
    <WackeeSix as slapdown::games::Game>::check(&game).expect("the other deal is a deal");
    serde_json::from_value(json).expect("a state")
}

#[test]
fn two_rooms_that_differ_in_hidden_cards_send_the_same_frames() {
    let play = |other: bool| {
        let (mut table, mut guests) = Table::racing(2, &[]);
        if other {
            let state = with_other_hidden_cards(table.state());
            assert_ne!(&state, table.state());
            table.core = RoomCore::new(GameKind::WackeeSix, 1, state, Arc::new(Json));
        } else {
            let state = table.state().clone();
            table.core = RoomCore::new(GameKind::WackeeSix, 1, state, Arc::new(Json));
        }
        let mut watcher = table.guest();
        table.joins(&mut watcher, slapdown::room::request::As::Spectator);
        let people: Vec<Guest> = guests.drain(..).map(|guest| table.returns(&guest, None)).collect();
        let mut frames: Vec<Vec<Bytes>> = Vec::new();
        // What does not uncover a card: a first turn of each side, tries that fail, going and coming.
        let id = people[0].id;
        table.ask_unkept(&people[0], id + 1, act(Action::Turn {}));
        table.ask_unkept(&people[1], people[1].id + 1, act(Action::Turn {}));
        table.keep();
        let hidden = Action::PlayWild {
            wild: "waste".parse().expect("a place"),
            companion: Some("waste".parse().expect("a place")),
            card: Some("red-7".parse().expect("a card")),
            pile: None,
        };
        table.ask_unkept(&people[0], id + 2, act(hidden));
        let stale = Action::Play {
            card: "blue-9".parse().expect("a card"),
            from: "waste".parse().expect("a place"),
            pile: None,
        };
        table.ask_unkept(&people[0], id + 3, act(stale));
        table.ask_unkept(&people[1], people[1].id + 2, Request::Start);
        table.keep();
        let now = table.now();
        table.core.sync(watcher.player, watcher.conn, now);
        table.drops(&people[0]);
        // Less than the ten seconds after which a side no longer counts in the test for a deadlock.
        table.pass(9_000);
        for guest in people.iter().chain([&watcher]) {
            frames.push(raw(&guest.outbox));
        }
        let view = table.core.bot_view(Seat(1), table.at()).expect("a table");
        frames.push(vec![Bytes::from(serde_json::to_vec(&view).expect("JSON"))]);
        frames.push(vec![Bytes::from(format!("{:?} {:?}", table.core.deadline(), table.state().at))]);
        frames
    };
    assert_eq!(play(false), play(true));
}

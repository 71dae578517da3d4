//! What nobody uses goes, and what somebody uses stays.

use serde_json::{Value, json};
use slapdown::code;
use slapdown::limits::{EMPTY_ROOM_MS, GUEST_UNUSED_MS, ROOM_UNUSED_MS};
use slapdown::server::sweep::Swept;
use slapdown::store::Store as _;

use crate::house::{House, Person};

async fn create(person: &mut Person) -> Value {
    person.ok(json!({ "type": "create_room", "game": "wackee_six" })).await["code"].clone()
}

fn found(code: &Value) -> slapdown::ids::RoomCode {
    code.as_str().expect("a code").parse().expect("a code")
}

#[tokio::test]
async fn a_room_goes_thirty_days_after_the_last_visit() {
    let house = House::new();
    let mut person = house.guest().await;
    let (left, visited) = (create(&mut person).await, {
        person.ok(json!({ "type": "leave_room" })).await;
        create(&mut person).await
    });
    let token = person.welcome["token"].clone();
    person.drop().await;
    house.pass(EMPTY_ROOM_MS + 500).await;
    assert_eq!(house.app.lobby.awake(), 0);
    house.clock.advance(ROOM_UNUSED_MS - EMPTY_ROOM_MS);
    assert_eq!(house.app.desk.sweep().await, Ok(Swept::default()), "in time");
    let visitor = house.hello(json!({ "token": token })).await;
    assert_eq!(visitor.welcome["room"], visited);
    house.clock.advance(EMPTY_ROOM_MS);
    assert_eq!(house.app.desk.sweep().await, Ok(Swept { rooms: 1, guests: 0 }));
    assert_eq!(house.store.room(found(&left)).await, Ok(None));
    assert!(house.store.room(found(&visited)).await.expect("an answer").is_some());
    assert_eq!(house.app.lobby.find(found(&left)).await.err(), Some(&code::ROOM_NOT_FOUND));
    // Somebody who sits in a room for a month is a visit.
    house.clock.advance(2 * ROOM_UNUSED_MS);
    assert_eq!(house.app.desk.sweep().await, Ok(Swept::default()));
    drop(visitor);
}

#[tokio::test]
async fn a_guest_goes_ninety_days_after_the_last_visit_and_out_of_the_room() {
    let house = House::new();
    let (mut stays, mut goes) = (house.guest().await, house.guest().await);
    let code = create(&mut stays).await;
    goes.ok(json!({ "type": "join_room", "code": code })).await;
    let (player, token) = (goes.player(), goes.welcome["token"].clone());
    goes.drop().await;
    house.clock.advance(GUEST_UNUSED_MS - 1_000);
    assert_eq!(house.app.desk.sweep().await, Ok(Swept::default()));
    house.pass(2_000).await;
    assert_eq!(house.app.desk.sweep().await, Ok(Swept { rooms: 0, guests: 1 }), "not who is connected");
    assert_eq!(house.store.player(player).await, Ok(None));
    let members = stays.state().await["room"]["members"].clone();
    assert_eq!(members.as_array().expect("members").len(), 1);
    let (_, answer) = house.try_hello(json!({ "token": token })).await;
    assert_eq!(answer["code"], "bad_token");
}

#[tokio::test]
async fn a_sweep_is_bounded_and_the_next_one_goes_on() {
    let house = House::new();
    let count = slapdown::limits::SWEEP_MAX as usize + 5;
    for _ in 0..count {
        house.guest().await.drop().await;
    }
    house.clock.advance(GUEST_UNUSED_MS + 1);
    let all = slapdown::limits::SWEEP_MAX as usize;
    assert_eq!(house.app.desk.sweep().await, Ok(Swept { rooms: 0, guests: all }));
    assert_eq!(house.app.desk.sweep().await, Ok(Swept { rooms: 0, guests: 5 }));
    assert_eq!(house.app.desk.sweep().await, Ok(Swept::default()));
    assert!(house.app.desk.people.is_empty());
    house.store.set_down(true);
    assert!(house.app.desk.sweep().await.is_err());
}

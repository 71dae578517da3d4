//! Guests: how they go for good, what they may be called, how many rooms they may make.

use serde_json::{Value, json};
use slapdown::limits::{ROOMS_AWAKE_PER_GUEST_MAX, ROOMS_MADE_BURST};
use slapdown::lobby::names::NameFilter;
use slapdown::server::api::Api as _;
use slapdown::store::Store as _;

use crate::house::{House, Person, settle};

fn create() -> Value {
    json!({ "type": "create_room", "game": "wackee_six" })
}

fn token(person: &Person) -> String {
    person.welcome["token"].as_str().expect("a token").to_owned()
}

fn events(frames: &[Value]) -> Vec<Value> {
    frames.iter().flat_map(|frame| frame["events"].as_array().cloned().unwrap_or_default()).collect()
}

#[tokio::test]
async fn a_guest_who_deletes_themself_is_gone_everywhere() {
    let house = House::new();
    let (mut host, mut guest) = (house.guest().await, house.hello(json!({ "name": "Bo" })).await);
    let code = host.ok(create()).await["code"].clone();
    host.ok(json!({ "type": "sit", "side": 1 })).await;
    guest.ok(json!({ "type": "join_room", "code": code })).await;
    guest.ok(json!({ "type": "sit", "side": 2 })).await;
    let player = guest.player();
    host.listen().await;
    house.app.desk.delete_guest(&token(&guest)).await.expect("deleted");
    settle().await;
    let told = events(&host.listen().await);
    assert!(told.iter().any(|event| event["e"] == "left" && event["player"] == json!(player)), "{told:?}");
    let state = host.state().await;
    assert_eq!(state["room"]["members"].as_array().expect("members").len(), 1, "the seat is free");
    assert_eq!(guest.outbox.closing().map(|close| close.code), Some(4004));
    let last = guest.take();
    assert_eq!(last.last().expect("a bye")["type"], "bye");
    // What the connection still asks for, and the token, come to nothing.
    assert_eq!(guest.try_frame(create()).await, None);
    assert_eq!(house.store.session(player).await, Ok(None));
    assert_eq!(house.store.player(player).await, Ok(None));
    let (_, answer) = house.try_hello(json!({ "token": token(&guest) })).await;
    assert_eq!(answer["code"], "bad_token");
    let again = house.app.desk.delete_guest(&token(&guest)).await.expect_err("gone already");
    assert_eq!(again.code.name, "bad_token");
    let unknown = house.app.desk.player_name(player).await.expect_err("nobody");
    assert_eq!(unknown.code.name, "player_not_found");
    guest.drop().await;
    assert_eq!(house.app.desk.people.len(), 1, "nobody is remembered");
}

#[tokio::test]
async fn in_the_middle_of_a_round_the_place_stays_without_the_name_until_it_is_over() {
    let house = House::new();
    let (mut host, mut guest) = (house.guest().await, house.hello(json!({ "name": "Bo" })).await);
    let mut wish = create();
    wish["options"] = json!({ "countdown_ms": 0 });
    let code = host.ok(wish).await["code"].clone();
    guest.ok(json!({ "type": "join_room", "code": code })).await;
    for (person, side) in [(&mut host, 1), (&mut guest, 2)] {
        person.ok(json!({ "type": "sit", "side": side })).await;
        person.ok(json!({ "type": "ready", "ready": true })).await;
    }
    host.ok(json!({ "type": "start" })).await;
    host.ok(json!({ "type": "act", "action": { "do": "start" } })).await;
    let player = guest.player();
    house.app.desk.delete_guest(&token(&guest)).await.expect("deleted");
    settle().await;
    let state = host.state().await;
    let member = &state["room"]["members"][1];
    assert_eq!((&member["name"], &member["gone"]), (&json!("Former guest"), &json!(true)));
    // Who is alone for a minute may end it.
    house.pass(61_000).await;
    host.ok(json!({ "type": "act", "action": { "do": "vote", "for": "end", "agree": true } })).await;
    let state = host.state().await;
    assert_eq!(state["room"]["phase"], "over");
    assert_eq!(state["room"]["members"].as_array().expect("members").len(), 1);
    let match_id = serde_json::from_value(state["room"]["match"].clone()).expect("a match");
    let rounds = house.store.rounds(match_id).await.expect("the results");
    let people: Vec<_> = rounds.iter().flat_map(|round| &round.sides).flat_map(|side| &side.people).collect();
    let own: Vec<_> = people.iter().filter(|person| person.player == player).collect();
    assert_eq!(own.len(), 1, "the result stays");
    assert_eq!(own[0].name, "", "without the name");
    let record = house.store.match_over(match_id).await.expect("the results").expect("a match");
    let people: Vec<_> = record.sides.iter().flat_map(|side| &side.people).collect();
    let own: Vec<_> = people.iter().filter(|one| one.person.player == player).collect();
    assert_eq!((own.len(), own[0].person.name.as_str()), (1, ""), "and so in the match");
}

#[tokio::test]
async fn nobody_may_pass_for_somebody_who_is_deleted() {
    let house = House::new();
    let (mut person, refused) = house.try_hello(json!({ "name": "former  GUEST" })).await;
    assert_eq!(refused["code"], "name_refused", "{refused}");
    person.hello(json!({ "name": "Former guests" })).await;
    assert_eq!(person.refused(json!({ "type": "rename", "name": "Former guest" })).await, "name_refused");
    assert_eq!(person.refused(json!({ "type": "rename", "name": "Fórmer-Guest" })).await, "name_refused");
}

#[tokio::test]
async fn without_a_store_nobody_is_half_deleted() {
    let house = House::new();
    let mut guest = house.guest().await;
    guest.ok(create()).await;
    let player = guest.player();
    house.store.set_down(true);
    let refused = house.app.desk.forget_guest(player).await.expect_err("nothing can be written");
    assert_eq!(refused.name, "storage_unavailable");
    assert_eq!(guest.outbox.closing(), None);
    house.store.set_down(false);
    guest.ok(json!({ "type": "sit", "side": 1 })).await;
    house.app.desk.forget_guest(player).await.expect("the second try");
    assert_eq!(house.store.player(player).await, Ok(None));
}

#[tokio::test]
async fn who_greets_while_being_deleted_is_told_that_the_token_is_none() {
    let house = House::new();
    let guest = house.guest().await;
    let (player, token) = (guest.player(), token(&guest));
    // Holds the door, so that both wait for it with the token already looked up.
    let person = house.app.desk.people.person(player, 0);
    let door = person.door.lock().await;
    let (deleted, (_, answer), ()) = tokio::join!(
        house.app.desk.forget_guest(player),
        house.try_hello(json!({ "token": token })),
        async {
            settle().await;
            drop(door);
        }
    );
    deleted.expect("deleted");
    assert_eq!(answer["code"], "bad_token", "{answer}");
    assert_eq!(house.store.session(player).await, Ok(None), "no session of nobody");
}

#[tokio::test]
async fn names_that_the_host_does_not_want_are_refused_everywhere() {
    let house = House::with_names(NameFilter::read("*blast*\n").expect("a filter"));
    let (mut person, refused) = house.try_hello(json!({ "name": "B L A S T" })).await;
    assert_eq!((&refused["code"], &refused["detail"]["path"]), (&json!("name_refused"), &json!("name")));
    assert_eq!(
        person.hello(json!({ "name": "Ana" })).await["type"],
        "welcome",
        "and hello may be sent again"
    );
    assert_eq!(person.refused(json!({ "type": "rename", "name": "Bläster" })).await, "name_refused");
    person.ok(create()).await;
    assert_eq!(person.refused(json!({ "type": "rename", "name": "blaster" })).await, "name_refused");
    person.ok(json!({ "type": "rename", "name": "Bast" })).await;
    let address = std::net::IpAddr::from([127, 0, 0, 1]);
    let refused = house.app.desk.make_guest(Some("blast"), address).await.expect_err("refused");
    assert_eq!(refused.code.name, "name_refused");
    assert_eq!(house.app.desk.player_name(person.player()).await.expect("a name"), "Bast");
}

#[tokio::test]
async fn a_guest_has_so_many_rooms_and_no_more() {
    let house = House::new();
    let mut person = house.guest().await;
    for _ in 0..ROOMS_AWAKE_PER_GUEST_MAX {
        person.ok(create()).await;
        person.ok(json!({ "type": "leave_room" })).await;
    }
    let refused = person.ask(create()).await;
    assert_eq!(refused["code"], "too_many_rooms");
    assert_eq!(
        person.refused(json!({ "type": "quick_match", "game": "wackee_six" })).await,
        "too_many_rooms"
    );
    let mut other = house.guest().await;
    let code = other.ok(json!({ "type": "create_room", "game": "wackee_six", "visibility": "public" })).await
        ["code"]
        .clone();
    let into = person.ok(json!({ "type": "quick_match", "game": "wackee_six" })).await;
    assert_eq!(into["code"], code, "into another's room they may");
    person.ok(json!({ "type": "leave_room" })).await;
    // Rooms that sleep count no more, but time has to pass before there are very many.
    let mut made = ROOMS_AWAKE_PER_GUEST_MAX;
    let refused = loop {
        house.pass(61_000).await;
        for _ in 0..ROOMS_AWAKE_PER_GUEST_MAX {
            let answer = person.ask(create()).await;
            if answer["type"] == "error" {
                break;
            }
            made += 1;
            person.ok(json!({ "type": "leave_room" })).await;
        }
        let answer = person.ask(create()).await;
        if answer["retry_after_ms"].is_u64() {
            break answer;
        }
        assert!(made < 2 * ROOMS_MADE_BURST as usize, "never enough");
    };
    assert_eq!(refused["code"], "too_many_rooms");
    assert!(made >= ROOMS_MADE_BURST as usize, "{made}");
}

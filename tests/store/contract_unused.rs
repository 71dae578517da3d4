//! What every store promises about rooms and guests that nobody uses any more.

use slapdown::store::{Append, Deletion, PlayerRecord, Store};

use crate::make::{MADE, enter, guest, match_id, player, room, round, rows, session};

pub async fn the_longest_unused_rooms_are_named_first(store: &dyn Store) {
    for number in 1..=4 {
        room(number).make(store).await;
    }
    let names = async |before, limit| -> Vec<_> {
        let unused = store.unused_rooms(before, limit).await.expect("an answer");
        unused
            .into_iter()
            .map(|(id, code)| (1..=4).find(|n| (room(*n).id, room(*n).code) == (id, code)))
            .collect()
    };
    assert_eq!(names(MADE, 10).await, [None; 0], "a room is used when it is made");
    store.saw_room(room(1).id, MADE + 300).await.expect("noted");
    store.saw_room(room(2).id, MADE + 100).await.expect("noted");
    store.saw_room(room(3).id, MADE + 200).await.expect("noted");
    store.saw_room(room(3).id, MADE + 50).await.expect("a clock that was set back takes no visit away");
    store.saw_room(room(9).id, MADE + 50).await.expect("no room: nothing");
    assert_eq!(names(MADE + 300, 10).await, [Some(4), Some(2), Some(3)]);
    assert_eq!(names(MADE + 1_000, 2).await, [Some(4), Some(2)]);
}

pub async fn an_unused_room_goes_in_parts_and_nobody_sees_half_of_it(store: &dyn Store) {
    let (old, other) = (room(1).make(store).await, room(2).make(store).await);
    store.begin_session(player(1), session(1), MADE).await.expect("a session");
    let sessions = vec![enter(old.code, session(1))];
    store
        .append(Append { sessions, snapshot: Some("snapshot".into()), ..old.append(2, 2) })
        .await
        .expect("kept");
    for seq in 3..=7 {
        store.append(Append { rounds: Vec::new(), ..old.append(seq, seq) }).await.expect("kept");
    }
    let rounds = vec![round(1, 20)];
    store.append(Append { rounds, ..old.append(8, 8) }).await.expect("kept");
    let delete = async |before, rows| store.delete_room(old.id, before, rows).await.expect("an answer");
    assert_eq!(delete(MADE, 3).await, Deletion::Kept, "it was used then");
    assert_eq!(store.room(old.code).await.expect("an answer").expect("the room").broken, None);
    assert_eq!(delete(MADE + 1, 3).await, Deletion::Begun);
    let part = store.room(old.code).await.expect("an answer").expect("still there");
    assert!(part.broken.is_some(), "nobody revives what is left");
    assert_eq!(delete(MADE + 1, 3).await, Deletion::Begun);
    assert_eq!(delete(MADE + 1, 3).await, Deletion::Done);
    assert_eq!(store.room(old.code).await, Ok(None));
    assert_eq!(rows(store, 1).await, []);
    assert_eq!(store.load(old.id).await.expect("an answer").snapshot, None);
    assert!(store.claim(old.id).await.is_err(), "there is no such room");
    assert_eq!(store.session(player(1)).await.expect("an answer").expect("the session").room, None);
    assert_eq!(store.rounds(match_id(1)).await, Ok(vec![round(1, 20)]), "results stay");
    assert_eq!(delete(MADE + 1, 3).await, Deletion::Kept, "once is enough");
    assert_eq!(rows(store, 2).await.len(), 1, "the other room is as it was");
    // The code is free again.
    let append = Append {
        new_room: other.first().new_room.map(|new| slapdown::store::NewRoom { code: old.code, ..new }),
        ..room(3).append(1, 1)
    };
    assert_eq!(store.append(append).await, Ok(()));
}

pub async fn the_longest_absent_guests_are_named_first(store: &dyn Store) {
    for (number, seen) in [(1, 300), (2, 100), (3, 200)] {
        let seen_unix_ms = MADE + seen;
        store.add_player(&PlayerRecord { seen_unix_ms, ..guest(number) }).await.expect("kept");
    }
    let unused = async |before, limit| store.unused_players(before, limit).await.expect("an answer");
    assert_eq!(unused(MADE + 100, 10).await, [] as [slapdown::ids::PlayerId; 0]);
    assert_eq!(unused(MADE + 300, 10).await, [player(2), player(3)]);
    assert_eq!(unused(MADE + 900, 1).await, [player(2)]);
}

pub async fn a_guest_who_goes_leaves_no_trace_but_results(store: &dyn Store) {
    let room = room(1).make(store).await;
    for number in [1, 3] {
        store.add_player(&guest(number)).await.expect("kept");
    }
    store.begin_session(player(1), session(1), MADE).await.expect("a session");
    let (sessions, rounds) = (vec![enter(room.code, session(1))], vec![round(1, 20)]);
    store.append(Append { sessions, rounds, ..room.append(2, 2) }).await.expect("kept");
    store.forget_player(player(1)).await.expect("forgotten");
    store.forget_player(player(1)).await.expect("twice is once");
    assert_eq!(store.player(player(1)).await, Ok(None));
    assert_eq!(store.player_by_token([1; 32], MADE).await, Ok(None));
    assert_eq!(store.session(player(1)).await, Ok(None));
    let kept = store.rounds(match_id(1)).await.expect("the results");
    let names: Vec<_> = kept[0]
        .sides
        .iter()
        .flat_map(|side| &side.people)
        .map(|one| (one.player, one.name.clone()))
        .collect();
    assert_eq!(names[0], (player(1), String::new()), "the result stays without the name");
    assert!(names[1..].iter().all(|(_, name)| !name.is_empty()), "{names:?}");
    assert!(store.player(player(3)).await.expect("an answer").is_some());
}

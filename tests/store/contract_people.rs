//! What every store promises about people: guests, sessions, results.

use slapdown::store::{Append, SessionChange, Store};

use crate::make::{MADE, enter, entry, guest, match_id, player, room, round, rows, session};

pub async fn sessions_enter_and_leave(store: &dyn Store) {
    let room = room(1).make(store).await;
    let began = store.begin_session(player(1), session(1), MADE).await.expect("a session");
    assert_eq!((began.id, began.player, began.room, began.mark), (session(1), player(1), None, 0));
    assert_eq!((&began.entry, began.seen_unix_ms), (&None, MADE));
    assert_eq!(store.session(player(1)).await, Ok(Some(began)));

    let enter = SessionChange::Enter {
        player: player(1),
        session: session(1),
        room: room.code,
        mark: 7,
        entry: entry(6),
    };
    store.append(Append { sessions: vec![enter], ..room.append(2, 2) }).await.expect("kept");
    let inside = store.session(player(1)).await.expect("an answer").expect("the session");
    assert_eq!((inside.room, inside.mark, inside.entry), (Some(room.code), 7, Some(entry(6))));

    store.touch_session(player(1), session(1), MADE + 5).await.expect("touched");
    let leave =
        SessionChange::Leave { player: player(1), room: room.code, asked: Some((session(1), 12, entry(12))) };
    store.append(Append { sessions: vec![leave], ..room.append(3, 3) }).await.expect("kept");
    let outside = store.session(player(1)).await.expect("an answer").expect("the session");
    assert_eq!((outside.room, outside.mark, outside.entry), (None, 12, Some(entry(12))));
    assert_eq!(outside.seen_unix_ms, MADE + 5);
}

pub async fn a_new_session_keeps_the_room(store: &dyn Store) {
    let room = room(1).make(store).await;
    store.begin_session(player(1), session(1), MADE).await.expect("a session");
    let enter = enter(room.code, session(1));
    store.append(Append { sessions: vec![enter], ..room.append(2, 2) }).await.expect("kept");
    let again = store.begin_session(player(1), session(1), MADE + 1).await.expect("the same session");
    assert_eq!((again.mark, again.entry, again.seen_unix_ms), (7, Some(entry(7)), MADE + 1), "a second try");
    let next = store.begin_session(player(1), session(2), MADE + 9).await.expect("a session");
    assert_eq!((next.id, next.room, next.mark, &next.entry), (session(2), Some(room.code), 0, &None));
    assert_eq!(next.seen_unix_ms, MADE + 9);
    assert_eq!(store.session(player(1)).await, Ok(Some(next)));
}

pub async fn a_session_that_is_not_the_players_changes_nothing(store: &dyn Store) {
    let room = room(1).make(store).await;
    store.begin_session(player(1), session(1), MADE).await.expect("a session");
    let before = store.begin_session(player(1), session(2), MADE).await.expect("a session");
    let stale = enter(room.code, session(1));
    store.append(Append { sessions: vec![stale], ..room.append(2, 2) }).await.expect("the row is kept");
    store.touch_session(player(1), session(1), MADE + 5).await.expect("touched");
    store.touch_session(player(8), session(1), MADE + 5).await.expect("touched");
    assert_eq!(store.session(player(1)).await, Ok(Some(before)));

    let enter = enter(room.code, session(2));
    let asked = Some((session(1), 20, entry(20)));
    let leave = SessionChange::Leave { player: player(1), room: room.code, asked };
    store.append(Append { sessions: vec![enter, leave], ..room.append(3, 3) }).await.expect("kept");
    let after = store.session(player(1)).await.expect("an answer").expect("the session");
    assert_eq!(
        (after.room, after.mark, after.entry),
        (None, 7, Some(entry(7))),
        "out, but the answer is not theirs"
    );
}

pub async fn a_wish_for_whole_states_ends_with_the_session(store: &dyn Store) {
    assert!(!store.begin_session(player(1), session(1), MADE).await.expect("a session").full_updates);
    store.set_full_updates(player(1), session(2), true).await.expect("not the player's: nothing");
    store.set_full_updates(player(9), session(1), true).await.expect("nobody: nothing");
    assert!(!store.session(player(1)).await.expect("an answer").expect("the session").full_updates);
    store.set_full_updates(player(1), session(1), true).await.expect("kept");
    assert!(store.session(player(1)).await.expect("an answer").expect("the session").full_updates);
    assert!(store.begin_session(player(1), session(1), MADE).await.expect("a second try").full_updates);
    assert!(!store.begin_session(player(1), session(2), MADE).await.expect("a session").full_updates);
    assert!(!store.session(player(1)).await.expect("an answer").expect("the session").full_updates);
}

pub async fn a_player_who_is_elsewhere_stays_there(store: &dyn Store) {
    let (here, there) = (room(1).make(store).await, room(2).make(store).await);
    store.begin_session(player(1), session(1), MADE).await.expect("a session");
    let enter = enter(here.code, session(1));
    store.append(Append { sessions: vec![enter], ..here.append(2, 2) }).await.expect("kept");
    let before = store.session(player(1)).await;
    for asked in [None, Some((session(1), 9, entry(9)))] {
        let leave = SessionChange::Leave { player: player(1), room: there.code, asked };
        let next = rows(store, 2).await.len() as u64 + 1;
        store.append(Append { sessions: vec![leave], ..there.append(next, next) }).await.expect("kept");
    }
    assert_eq!(store.session(player(1)).await, before);
    let kicked = SessionChange::Leave { player: player(1), room: here.code, asked: None };
    store.append(Append { sessions: vec![kicked], ..here.append(3, 3) }).await.expect("kept");
    let after = store.session(player(1)).await.expect("an answer").expect("the session");
    assert_eq!((after.room, after.mark, after.entry), (None, 7, Some(entry(7))));
}

pub async fn a_room_is_forgotten(store: &dyn Store) {
    let room = room(1).make(store).await;
    store.begin_session(player(1), session(1), MADE).await.expect("a session");
    let enter = enter(room.code, session(1));
    store.append(Append { sessions: vec![enter], ..room.append(2, 2) }).await.expect("kept");
    store.forget_room(player(1), crate::make::room(2).code).await.expect("done");
    assert_eq!(
        store.session(player(1)).await.expect("an answer").expect("the session").room,
        Some(room.code)
    );
    store.forget_room(player(1), room.code).await.expect("done");
    store.forget_room(player(9), room.code).await.expect("done");
    let after = store.session(player(1)).await.expect("an answer").expect("the session");
    assert_eq!((after.room, after.mark), (None, 7));
}

pub async fn rounds_are_unique(store: &dyn Store) {
    let room = room(1).make(store).await;
    let last = slapdown::store::RoundRecord { winners: vec![1], ..round(2, 30) };
    let rounds = vec![round(1, 20), last.clone()];
    store.append(Append { rounds, ..room.append(2, 2) }).await.expect("kept");
    store.append(Append { rounds: vec![round(1, 99)], ..room.append(3, 3) }).await.expect("the row is kept");
    assert_eq!(store.rounds(match_id(1)).await, Ok(vec![round(1, 20), last]), "the first one stays");
    assert_eq!(rows(store, 1).await.len(), 3);
}

pub async fn a_guest_is_found_by_the_token(store: &dyn Store) {
    store.add_player(&guest(1)).await.expect("kept");
    store.add_player(&guest(2)).await.expect("kept");
    assert_eq!(store.player_by_token([1; 32], MADE).await, Ok(Some(guest(1))));
    store.rename_player(player(1), "Zoë").await.expect("renamed");
    let found = store.player_by_token([1; 32], MADE + 8).await.expect("an answer").expect("the guest");
    assert_eq!((found.name.as_str(), found.seen_unix_ms), ("Zoë", MADE + 8));
    // Nobody waits for the note of a visit; what is written after it is kept after it.
    store.rename_player(player(1), "Zoë").await.expect("renamed");
    let found = store.player_by_token([1; 32], MADE).await.expect("an answer").expect("the guest");
    assert_eq!(found.seen_unix_ms, MADE + 8, "a clock that was set back takes no visit away");
    assert_eq!(store.player_by_token([2; 32], MADE).await, Ok(Some(guest(2))));
}

pub async fn a_guest_is_added_once(store: &dyn Store) {
    store.add_player(&guest(1)).await.expect("kept");
    store.add_player(&guest(1)).await.expect("the same one again");
    let mut other = guest(2);
    other.token_hash = [1; 32];
    assert!(store.add_player(&other).await.is_err(), "another's token");
    let mut other = guest(1);
    other.token_hash = [2; 32];
    assert!(store.add_player(&other).await.is_err(), "another's id");
    assert_eq!(store.player_by_token([1; 32], MADE).await, Ok(Some(guest(1))));
    assert_eq!(store.player_by_token([2; 32], MADE).await, Ok(None));
}

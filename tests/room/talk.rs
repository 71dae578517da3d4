//! What people say to each other, what they are called, and what the host may do about it.

use serde_json::json;
use slapdown::games::wackee_six::Action;
use slapdown::limits::{BANNED_MAX, CHAT_BURST, CHAT_KEPT, CHAT_WHILE_MS, MUTED_AWAY_MAX};
use slapdown::room::request::{As, Emote, Request};

use crate::table::{END, Table, act, events, set};

fn says(text: &str) -> Request<Action> {
    Request::Chat { text: text.to_owned() }
}

#[test]
fn a_line_is_an_event_for_all_and_stays_in_the_view() {
    let mut table = Table::new();
    let (mut one, two) = (table.enter(), table.enter());
    two.read();
    table.does(&mut one, says("good luck"));
    let told = events(&two.read());
    let (seq, event) = told.last().expect("an event");
    assert_eq!(event["e"], "chat");
    assert_eq!(event["text"], "good luck");
    table.does(&mut one, Request::React { emote: Emote::Clap });
    let view = serde_json::to_value(slapdown::room::show::room(table.state(), table.at())).expect("JSON");
    let chat = view["chat"].as_array().expect("a list");
    assert_eq!(chat[0], json!({ "seq": seq, "player": one.player, "text": "good luck" }));
    assert_eq!(chat[1]["emote"], "clap");
}

#[test]
fn only_the_last_lines_are_kept_and_only_a_few_may_come_at_once() {
    let mut table = Table::new();
    let mut guest = table.enter();
    for round in 0..4 {
        for line in 0..CHAT_BURST {
            table.does(&mut guest, says(&format!("{round} {line}")));
        }
        let refused = table.asks(&mut guest, says("too much"));
        assert_eq!(refused["code"], "too_fast");
        assert_eq!(refused["retry_after_ms"], CHAT_WHILE_MS);
        table.pass(CHAT_WHILE_MS);
    }
    assert_eq!(table.state().chat.len(), CHAT_KEPT);
    let seqs: Vec<u64> = table.state().chat.iter().map(|(seq, ..)| *seq).collect();
    assert!(seqs.is_sorted());
}

#[test]
fn without_chat_there_are_emotes_still() {
    let (mut table, mut guests) = Table::seated(2, &[("chat", json!(false))]);
    assert_eq!(table.refused(&mut guests[1], says("hello")), "chat_off");
    table.does(&mut guests[1], Request::React { emote: Emote::Wow });
    table.does(&mut guests[0], set(&[("chat", json!(true))]));
    table.does(&mut guests[1], says("hello"));
}

#[test]
fn who_is_muted_says_nothing_until_the_host_lets_them() {
    let (mut table, mut guests) = Table::seated(2, &[]);
    let player = guests[1].player;
    assert_eq!(table.refused(&mut guests[1], Request::Mute { player, on: true }), "not_host");
    table.does(&mut guests[0], Request::Mute { player, on: true });
    assert_eq!(table.refused(&mut guests[1], says("hello")), "muted");
    assert_eq!(table.refused(&mut guests[1], Request::React { emote: Emote::Sad }), "muted");
    table.drops(&guests[1]);
    let mut back = table.returns(&guests[1], None);
    assert_eq!(table.refused(&mut back, says("hello")), "muted", "a reconnect changes nothing");
    table.does(&mut guests[0], Request::Mute { player, on: false });
    table.does(&mut back, says("hello"));
}

#[test]
fn hosts_do_not_silence_or_remove_themselves_and_may_always_let_themselves_speak() {
    let (mut table, mut guests) = Table::seated(2, &[]);
    let (own, other) = (guests[0].player, guests[1].player);
    for request in [Request::Mute { player: own, on: true }, Request::Kick { player: own }] {
        assert_eq!(table.refused(&mut guests[0], request), "not_yourself");
    }
    // Somebody who was silenced and becomes host is not silent for ever.
    table.does(&mut guests[0], Request::Mute { player: other, on: true });
    table.does(&mut guests[0], Request::MakeHost { player: other });
    assert_eq!(table.refused(&mut guests[1], says("hello")), "muted");
    table.does(&mut guests[1], Request::Mute { player: other, on: false });
    table.does(&mut guests[1], says("hello"));
}

#[test]
fn who_is_muted_stays_so_when_they_leave_and_come_again() {
    let (mut table, mut guests) = Table::seated(3, &[]);
    let player = guests[1].player;
    table.does(&mut guests[0], Request::Mute { player, on: true });
    table.leaves(&mut guests[1]);
    assert!(table.state().member(player).is_none());
    table.crash();
    let mut host = table.returns(&guests[0], None);
    host.read();
    let mut again = table.reconnected(&guests[1]);
    assert_eq!(table.joins(&mut again, As::Spectator)["type"], "ok");
    let told = host.read();
    let joined = told.iter().flat_map(|frame| frame["events"].as_array().into_iter().flatten());
    let joined: Vec<_> = joined.filter(|event| event["e"] == "joined").collect();
    assert_eq!(joined[0]["member"]["muted"], true, "the host sees it: {told:?}");
    assert_eq!(table.refused(&mut again, says("hello")), "muted", "as a spectator too");
    table.does(&mut host, Request::Kick { player });
    let mut again = table.reconnected(&again);
    assert_eq!(table.joins(&mut again, As::Player)["type"], "ok");
    assert_eq!(table.refused(&mut again, says("hello")), "muted", "after a kick");
    // The host lets them speak while they are out.
    table.leaves(&mut again);
    table.does(&mut host, Request::Mute { player, on: false });
    assert!(table.state().muted_away.is_empty());
    let mut again = table.reconnected(&again);
    assert_eq!(table.joins(&mut again, As::Player)["type"], "ok");
    table.does(&mut again, says("hello"));
}

#[test]
fn who_is_muted_stays_so_when_the_round_they_left_is_over() {
    let (mut table, mut guests) = Table::racing(2, &[("rounds", json!(2))]);
    let player = guests[1].player;
    table.does(&mut guests[0], Request::Mute { player, on: true });
    table.leaves(&mut guests[1]);
    table.pass(60_000);
    table.does(&mut guests[0], act(END));
    assert!(table.state().member(player).is_none(), "the round is over");
    let mut again = table.reconnected(&guests[1]);
    assert_eq!(table.joins(&mut again, As::Player)["type"], "ok");
    assert_eq!(table.refused(&mut again, says("hello")), "muted");
}

#[test]
fn who_is_muted_and_gone_is_remembered_only_so_often() {
    let (mut table, mut guests) = Table::seated(2, &[]);
    let first = guests[1].player;
    table.does(&mut guests[0], Request::Mute { player: first, on: true });
    table.leaves(&mut guests[1]);
    for _ in 0..MUTED_AWAY_MAX {
        let mut guest = table.enter();
        table.does(&mut guests[0], Request::Mute { player: guest.player, on: true });
        table.leaves(&mut guest);
    }
    assert_eq!(table.state().muted_away.len(), MUTED_AWAY_MAX);
    assert!(!table.state().is_muted(first), "the oldest is forgotten");
}

#[test]
fn who_is_banned_is_out_and_stays_out_until_let_in_again() {
    let (mut table, mut guests) = Table::seated(3, &[]);
    let player = guests[2].player;
    assert_eq!(table.refused(&mut guests[1], Request::Ban { player }), "not_host");
    table.does(&mut guests[0], Request::Ban { player });
    assert!(table.state().member(player).is_none());
    let mut again = table.reconnected(&guests[2]);
    assert_eq!(table.joins(&mut again, As::Player)["code"], "banned");
    assert_eq!(table.joins(&mut again, As::Spectator)["code"], "banned");
    table.crash();
    assert!(table.state().banned.contains(&player));
    let mut host = table.returns(&guests[0], None);
    table.does(&mut host, Request::Unban { player });
    let mut again = table.reconnected(&guests[2]);
    assert_eq!(table.joins(&mut again, As::Player)["type"], "ok");
}

#[test]
fn nobody_bans_themselves_a_stranger_or_without_end() {
    let (mut table, mut guests) = Table::seated(2, &[]);
    let own = guests[0].player;
    assert_eq!(table.refused(&mut guests[0], Request::Ban { player: own }), "not_yourself");
    let stranger = table.guest().player;
    assert_eq!(table.refused(&mut guests[0], Request::Ban { player: stranger }), "no_such_player");
    for _ in 0..BANNED_MAX {
        let player = table.enter().player;
        table.does(&mut guests[0], Request::Ban { player });
    }
    let player = guests[1].player;
    assert_eq!(table.refused(&mut guests[0], Request::Ban { player }), "too_many_bans");
}

#[test]
fn a_new_name_is_told_to_all_and_kept_for_other_rooms() {
    let mut table = Table::new();
    let (one, two) = (table.enter(), table.enter());
    two.read();
    table.ask_unkept(&one, 77, Request::Rename { name: "Zoe".to_owned() });
    let append = table.seal().expect("a row");
    assert!(
        append.sessions.iter().any(|change| matches!(change,
            slapdown::store::SessionChange::Rename { name, .. } if name == "Zoe")),
        "{:?}",
        append.sessions
    );
    table.keep();
    assert_eq!(events(&two.read()).last().expect("an event").1["e"], "renamed");
    assert_eq!(table.state().member(one.player).expect("a member").name, "Zoe");
    let same = table.asks_as(&one, 78, Request::Rename { name: "Zoe".to_owned() });
    assert_eq!(same["type"], "ok", "the same name again is no event");
}

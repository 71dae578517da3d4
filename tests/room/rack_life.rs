//! The room around a game of Super Rack-O: people who go and come back in the middle of an order, time
//! that stood, and matches of several games.

use serde_json::{Value, json};
use slapdown::games::{Driver, Seat, Side};
use slapdown::room::request::{As, Request};
use slapdown::room::view::{RoomPhase, Stood};

use crate::actor::named;
use crate::rack::{A, B, C, FULL, Layout, Rack, last};
use crate::table::{Guest, events, ready, sit};

/// A has ordered B to cross row 3; A and B hold reverse cards. The window is 10 s.
fn ordered(players: usize, options: Value) -> Rack {
    let layout = Layout::players(players)
        .rack(A, "r1=SW r5=RV b2=RV")
        .rack(B, "r5=RV b1=RV")
        .draws("R9 R10 R11 R12")
        .options(options);
    let mut rack = Rack::of(layout);
    rack.ok(A, "draw");
    rack.ok(A, "exchange r1 > B 3");
    rack.forget();
    rack
}

fn asks(rack: &mut Rack, seat: Seat, request: Request<slapdown::games::super_rack_o::Action>) -> Value {
    let id = rack.requests_unkept(seat, request);
    rack.table.keep();
    let frames = rack.guest(seat).read();
    frames.into_iter().find(|frame| frame["id"] == id).expect("an answer")
}

#[test]
fn who_gives_up_the_seat_in_mid_round_sees_the_rack_no_more_and_again_when_back() {
    let mut rack = ordered(3, json!({}));
    let own = |state: &Value| state["game"]["seats"][2]["rack"]["blue"][0].clone();
    assert!(own(&rack.seen_by(C)).is_string());
    rack.forget();
    for (request, sees) in [(Request::Stand, false), (sit(3), true)] {
        rack.requests_unkept(C, request);
        rack.table.keep();
        let frames = rack.guest(C).read();
        let state = frames.iter().find(|frame| frame["type"] == "state").expect("a state in place of events");
        assert_eq!(own(state).is_string(), sees, "{state}");
        assert!(frames.iter().all(|frame| frame["type"] != "events"), "{frames:?}");
        let others = rack.guest(A).read();
        assert!(others.iter().all(|frame| frame["type"] == "events"), "{others:?}");
    }
}

/// Of two, one goes with a card in hand, and the other wins by it: the round ends with the same action, and
/// who went must not go on holding a card that is no longer theirs.
#[test]
fn who_gives_up_the_seat_and_ends_the_game_by_it_sees_a_state() {
    let mut rack = Rack::of(Layout::players(2).draws("R9").options(json!({ "absent": "leave" })));
    rack.ok(A, "draw");
    assert!(rack.seen_by(A)["game"]["drawn"].is_string());
    rack.forget();
    rack.requests_unkept(A, Request::Stand);
    rack.table.keep();
    assert_eq!(rack.table.state().phase, RoomPhase::Over);
    let frames = rack.guest(A).read();
    assert!(frames.iter().all(|frame| frame["type"] != "events"), "{frames:?}");
    let state = frames.iter().find(|frame| frame["type"] == "state").expect("a state in place of events");
    assert_eq!((&state["game"]["drawn"], &state["game"]["phase"]), (&Value::Null, &json!("over")));
    assert!(rack.guest(B).read().iter().all(|frame| frame["type"] == "events"));
}

#[test]
fn who_comes_back_into_a_window_sees_it_with_its_remaining_time_and_may_answer() {
    let mut rack = ordered(3, json!({}));
    let away = rack.guest(B).clone();
    rack.table.drops(&away);
    rack.table.pass(4_000);
    let back = rack.table.returns(&away, None);
    let state = back.read().into_iter().find(|frame| frame["type"] == "state").expect("a state");
    assert_eq!(
        state["game"]["window"],
        json!({"against": 2, "by": 1, "row": 3, "kind": "swap", "ends_in": 6000})
    );
    assert_eq!(state["game"]["phase"], "window");
    rack.put(B, back);
    rack.table.pass(5_999);
    rack.ok(B, "reverse r5 6");
    assert_eq!(rack.under_order(), Some(A));
}

#[test]
fn who_leaves_under_an_order_has_a_bot_answer_and_takes_over_on_return() {
    let mut rack = ordered(3, json!({}));
    let mut gone = rack.guest(B).clone();
    rack.table.leaves(&mut gone);
    assert_eq!(rack.table.state().driver(B), Some(Driver::Bot));
    assert_eq!(rack.under_order(), Some(B), "the order stands, and the bot answers after its pause");
    rack.table.joins(&mut gone, As::Player);
    assert_eq!(rack.table.state().driver(B), Some(Driver::Person));
    let at = rack.table.at();
    let action = crate::rules::table::action("accept");
    rack.table.core.bot_move(B, action, at, &mut rack.table.chance);
    let now = rack.table.now();
    assert!(!rack.table.core.kept(false, now)[0].done, "never two drivers for one seat");
    rack.put(B, gone);
    rack.ok(B, "reverse b1 6");
}

#[test]
fn the_last_opponent_leaves_in_a_window() {
    for kicked in [false, true] {
        let mut rack = ordered(2, json!({"absent": "leave"}));
        let before = rack.game().player(B).expect("a player").rack;
        let mut gone = rack.guest(B).clone();
        if kicked {
            let answer = asks(&mut rack, A, Request::Kick { player: gone.player });
            assert_eq!(answer["type"], "ok", "{answer}");
        } else {
            rack.table.leaves(&mut gone);
        }
        let frames = rack.watcher.read();
        let names = named(&frames);
        let order: Vec<&str> = names.iter().map(String::as_str).collect();
        // The pending order is carried out, then the other wins, and the match is over (ruling 106).
        assert_eq!(order[..5], ["gone", "set_aside", "settled", "won", "round_ended"], "{order:?}");
        assert_eq!(last(&frames, "settled").expect("the order")["why"], "out_of_play");
        assert_eq!(last(&frames, "won").expect("a win")["how"], "last_in_play");
        assert_ne!(rack.game().player(B).expect("a player").rack, before);
        assert_eq!(
            (rack.table.state().phase, &rack.table.state().winners[..]),
            (RoomPhase::Over, &[Side(1)][..])
        );
    }
}

#[test]
fn the_last_opponent_stays_away() {
    let mut rack = ordered(2, json!({"absent": "leave", "absent_after_ms": 5_000}));
    let away = rack.guest(B).clone();
    rack.table.drops(&away);
    rack.table.pass(4_999);
    assert_eq!(rack.table.state().phase, RoomPhase::Playing);
    rack.table.pass(1);
    assert_eq!(
        (rack.table.state().phase, &rack.table.state().winners[..]),
        (RoomPhase::Over, &[Side(1)][..])
    );
}

#[test]
fn the_one_who_gave_the_order_leaves_and_the_order_stands() {
    let mut rack = ordered(3, json!({"absent": "leave"}));
    let mut gone = rack.guest(A).clone();
    rack.table.leaves(&mut gone);
    assert_eq!(rack.under_order(), Some(B));
    // Turned round, it is on a rack out of play, and is carried out at once; the turn passes on.
    rack.ok(B, "reverse r5 6");
    assert_eq!(rack.under_order(), None);
    assert_eq!(rack.game().turn(), Some(B));
}

/// What remains of the window, as the spectator's state says.
fn remaining(rack: &mut Rack) -> Value {
    let watcher = rack.watcher.clone();
    rack.sees(&watcher)["game"]["window"].clone()
}

#[test]
fn after_a_crash_in_the_middle_of_a_chain_it_goes_on_with_its_time_and_nobody_answers_twice() {
    let mut rack = ordered(3, json!({}));
    rack.table.pass(1_000);
    let reversed = crate::rules::table::action("reverse r5 6");
    let id = rack.asks_unkept(B, reversed);
    rack.table.keep();
    let first = rack.guest(B).read().into_iter().find(|frame| frame["id"] == id).expect("an answer");
    rack.table.pass(2_000);
    // What is in the log last tells the time; somebody says something.
    let chat = Request::React { emote: slapdown::room::request::Emote::Wow };
    asks(&mut rack, C, chat);
    let racks = rack.game().players().to_vec();
    rack.table.crash();
    rack.all_return();
    assert_eq!(rack.game().players(), racks);
    assert_eq!(
        remaining(&mut rack),
        json!({"against": 1, "by": 2, "row": 6, "kind": "reverse", "ends_in": 11_000})
    );
    // The same request again, and another answer of the same player.
    let guest = rack.guest(B).clone();
    assert_eq!(rack.table.asks_as(&guest, id, crate::table::act(reversed)), first);
    rack.refused(B, "accept", "not_yours");
    rack.refused(B, "reverse b1 1", "not_yours");
    assert_eq!(rack.game().players(), racks, "nothing was done twice");
    rack.ok(A, "reverse b2 8");
    rack.ok(B, "accept");
    assert_eq!(rack.game().turn(), Some(B));
}

#[test]
fn a_stopped_process_gives_three_seconds_and_no_storm() {
    let mut rack = ordered(3, json!({}));
    rack.table.pass(9_000);
    rack.forget();
    // Nine seconds of the ten are over; the process stands, and with it the clock (`clock.rs`).
    let at = rack.table.at();
    rack.table.core.clock_stood(Stood::Stopped, at, &mut rack.table.chance);
    rack.table.keep();
    let frames = rack.watcher.read();
    assert_eq!(named(&frames), ["clock_stood", "extended"], "{frames:?}");
    assert_eq!(remaining(&mut rack)["ends_in"], 4_000, "whoever is waited for has time left");
}

#[test]
fn an_emptied_draw_pile_in_a_chain_comes_back_the_same_after_a_crash() {
    let layout =
        Layout::players(3).rack(A, "r1=SW r5=RV b2=RV").rack(B, "r5=RV b1=RV").draws("R9").draw_pile(1);
    let mut rack = Rack::of(layout);
    for (seat, text) in [(A, "draw"), (A, "exchange r1 > B 3"), (B, "reverse r5 6"), (A, "reverse r5 2")] {
        rack.ok(seat, text);
    }
    assert_eq!(rack.game().discard().len(), 2, "the first reverse card on top of a new pile, the next on it");
    let before = rack.game().clone();
    assert_eq!(rack.table.revived().game.as_ref(), Some(&before));
    rack.table.crash();
    rack.all_return();
    rack.ok(B, "reverse b1 3");
    rack.ok(A, "accept");
    assert_eq!(rack.game().turn(), Some(B));
}

#[test]
fn a_known_card_is_known_to_who_was_away_and_to_who_comes_new() {
    let mut rack = Rack::of(Layout::players(3).discard("B7"));
    let away = rack.guest(B).clone();
    rack.table.drops(&away);
    rack.ok(A, "take b5");
    let back = rack.table.returns(&away, None);
    let mut newcomer = rack.table.guest();
    rack.table.joins(&mut newcomer, As::Spectator);
    for guest in [back, newcomer, rack.guest(C).clone()] {
        let seat = rack.sees(&guest)["game"]["seats"][0].clone();
        assert_eq!(seat["known"], json!(["blue.5"]));
        assert_eq!(seat["rack"]["blue"][4], "blue-7");
    }
}

#[test]
fn the_dealer_moves_on_and_games_are_counted_until_the_match_is_won() {
    let mut rack = Rack::of(Layout::players(3).rack(B, FULL).options(json!({"games_to_win": 2})));
    let dealer = rack.game().dealer();
    rack.ok(B, "call");
    assert_eq!(rack.table.state().phase, RoomPhase::Between);
    let mut guests: Vec<Guest> = rack.guests.iter().map(|(_, guest)| guest.clone()).collect();
    for guest in &mut guests {
        rack.table.does(guest, ready());
    }
    rack.table.does(&mut guests[0], Request::Start);
    let left = Seat(dealer.0 % 3 + 1);
    assert_eq!(rack.game().dealer(), left);
    assert_eq!(rack.game().turn(), Some(Seat(left.0 % 3 + 1)));
    let watcher = rack.watcher.clone();
    let state = rack.sees(&watcher);
    assert_eq!(state["room"]["totals"][1], json!({"side": 2, "total": 1}));
    assert_eq!((&state["room"]["round"], &state["room"]["phase"]), (&json!(2), &json!("playing")));
    assert!(events(&rack.guest(C).read()).iter().any(|(_, event)| event["e"] == "dealt"));
}

//! Four people play whole matches of Super Rack-O by legal and illegal actions, well chosen and at random.
//! Afterwards the log is told again by a second, plain telling of the rules, and every answer, every state
//! and every card in every frame is held against it.

use std::collections::BTreeMap;

use futures_util::future::{join, join_all};
use serde_json::{Value, json};
use slapdown::games::rng::{Draw, Seed};
use slapdown::games::super_rack_o::card::Card;
use slapdown::games::super_rack_o::slot::RackSlot;
use slapdown::games::super_rack_o::view::PhaseName;
use slapdown::games::super_rack_o::{Action, Options, SuperRackO, View};
use slapdown::games::{BotLevel, Game as _, Seat, Sight};

use crate::support::binary::Binary;
use crate::support::chance::Chance;
use crate::support::client::Client;
use crate::support::http::get;
use crate::support::rack::RackTable;
use crate::support::rack_judge::Judge;
use crate::support::rack_log;
use crate::support::rack_scan::{named_in, scan};
use crate::support::time::{count, now, seed, within};

/// Moves of one client after which it plays well only, so that games come to an end.
const WILD_MOVES: usize = 150;

/// A player who mostly knows what to do.
struct Player {
    seat: Seat,
    chance: Chance,
    draw: Draw,
    moves: usize,
    /// How often the clock may still run out on this one.
    naps: usize,
}

impl Player {
    fn new(seat: Seat, seed: u64) -> Self {
        let mut chance = Chance(seed ^ u64::from(seat.0) << 40);
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&chance.next().to_le_bytes());
        Self { seat, chance, draw: Seed(bytes).draw(), moves: 0, naps: 2 }
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.chance.below(bound)
    }

    fn slot(&mut self) -> String {
        let side = if self.below(2) == 0 { "blue" } else { "red" };
        format!("{side}.{}", 1 + self.below(8))
    }

    /// Any action that the wire can carry.
    fn any(&mut self) -> Value {
        let (slot, row, target) = (self.slot(), 1 + self.below(8), 1 + self.below(4));
        let order = (self.below(10) < 4).then(|| json!({ "target": target, "row": row }));
        let mut action = match self.below(8) {
            0 => json!({ "do": "draw" }),
            1 => json!({ "do": "take", "slot": slot }),
            2 => json!({ "do": "exchange", "slot": slot }),
            3 => json!({ "do": "discard" }),
            4 => json!({ "do": "swap", "target": target, "row": row }),
            5 => json!({ "do": "accept" }),
            6 => json!({ "do": "reverse", "slot": slot, "row": row }),
            _ => json!({ "do": "call" }),
        };
        if let Some(order) = order.filter(|_| action["do"] == "take" || action["do"] == "exchange") {
            action["swap"] = order;
        }
        action
    }

    /// Something bold that is probably allowed: a swap card from the rack with an order, a reverse card.
    fn bold(&mut self, view: &View) -> Option<Value> {
        let rack = &view.seats.iter().find(|own| own.seat == self.seat)?.rack;
        let card = |slot: &RackSlot| {
            let side = if slot.side == slapdown::games::super_rack_o::card::Colour::Blue {
                rack.blue
            } else {
                rack.red
            };
            side[slot.row.index()]
        };
        let is = |wanted: fn(Card) -> bool| RackSlot::all().find(|slot| card(slot).is_some_and(wanted));
        let row = 1 + self.below(8);
        let others: Vec<u8> = view
            .seats
            .iter()
            .filter(|own| own.in_play && own.seat != self.seat)
            .map(|own| own.seat.0)
            .collect();
        let target = *self.chance.pick(&others)?;
        let order = json!({ "target": target, "row": row });
        if view.phase == PhaseName::Window {
            return Some(json!({ "do": "reverse", "slot": is(Card::is_reverse)?.to_string(), "row": row }));
        }
        let slot = is(Card::is_swap)?.to_string();
        let what = if view.drawn.is_some() { "exchange" } else { "take" };
        Some(json!({ "do": what, "slot": slot, "swap": order }))
    }

    /// What to send now, if anything.
    fn next(&mut self, view: &View, options: &Options) -> Option<Value> {
        let owes = match &view.window {
            Some(window) => window.against == self.seat,
            None => view.turn == Some(self.seat),
        };
        let sight = Sight { view, options, seat: self.seat };
        let good = SuperRackO::think(&sight, BotLevel::Easy, &mut self.draw);
        let dice = if self.moves > WILD_MOVES { 0 } else { self.below(100) };
        let action = match (owes, dice) {
            (_, 0..75) if good == Some(Action::Call) => good.map(wire),
            (true, 0..75) => good.map(wire),
            (true, 75..87) => self.bold(view).or(good.map(wire)),
            (true, 87..95) | (false, 75..85) => Some(self.any()),
            _ => None,
        };
        self.moves += usize::from(owes && action.is_some());
        action
    }
}

fn wire(action: Action) -> Value {
    serde_json::to_value(action).expect("JSON")
}

/// Asks for a state; where no event came between, the own picture must be the same.
async fn sync(client: &mut Client) {
    client.text(r#"{"type":"sync"}"#).await;
    within("a state", async {
        loop {
            let before = (client.seq, client.model.clone().expect("a room"));
            let frame = client.read().await.expect("a frame");
            if frame["type"] == "state" {
                if frame["seq"] == before.0 {
                    before.1.same_as(&frame);
                }
                return;
            }
        }
    })
    .await;
}

/// Plays until the match is over.
async fn play(client: &mut Client, player: &mut Player, server: &Binary) {
    let begun = now();
    loop {
        assert!(begun.elapsed().as_secs() < 240, "the match does not end");
        let model = client.model.as_ref().expect("a room");
        if model.phase() == "over" {
            return;
        }
        if model.phase() == "between" {
            between(client).await;
            continue;
        }
        // The stated rate is 50 frames a second.
        client.listen(17 + player.below(8)).await;
        assert!(client.closed.is_none(), "closed: {:?}", client.closed);
        let model = client.model.as_ref().expect("a room");
        let Ok(view) = serde_json::from_value::<View>(model.game.clone()) else { continue };
        let options: Options = serde_json::from_value(model.room["options"].clone()).expect("options");
        let waits = view.window.as_ref().is_some_and(|window| window.against == player.seat)
            || (view.window.is_none() && view.turn == Some(player.seat));
        match player.below(400) {
            0 => {
                client.resume(server.at).await;
                continue;
            }
            1..8 => sync(client).await,
            8..12 if waits && player.naps > 0 => {
                // Lets the window or the turn run out.
                player.naps -= 1;
                client.listen(view.window.as_ref().map_or(5_100, |_| 1_100)).await;
            }
            _ => {}
        }
        if let Some(action) = player.next(&view, &options) {
            client.act(action).await;
        }
    }
}

/// Looks on until the match is over.
async fn watch(client: &mut Client) {
    while client.model.as_ref().is_some_and(|model| model.phase() != "over") {
        client.listen(50).await;
        assert!(client.closed.is_none(), "closed: {:?}", client.closed);
    }
}

/// Is ready for the next game; the host deals when all are.
async fn between(client: &mut Client) {
    let model = client.model.as_ref().expect("a room");
    let ready = model.member(&client.me.player).is_some_and(|me| me["ready"] == true);
    let seated = |member: &&Value| !member["side"].is_null();
    let all =
        model.room["members"].as_array().expect("members").iter().filter(seated).all(|m| m["ready"] == true);
    let host = model.room["host"] == client.me.player.as_str();
    if !ready {
        client.ask(json!({ "type": "ready", "ready": true })).await;
    } else if all && host {
        client.ask(json!({ "type": "start" })).await;
    }
    client.listen(25).await;
}

fn options(chance: &mut Chance) -> Value {
    let mut flag = |percent| chance.below(100) < percent;
    json!({
        "window_ms": 1_000, "turn_clock_ms": 5_000,
        "swap_via_discard": flag(80), "auto_accept": flag(15), "auto_call": flag(15),
        "call_under_order": flag(30), "false_call": if flag(50) { "skip_turn" } else { "none" },
        "games_to_win": if flag(30) { 2 } else { 1 },
    })
}

#[tokio::test]
async fn random_matches_agree_with_a_second_telling_and_no_frame_names_a_hidden_card() {
    let matches = count("SLAPDOWN_RACK_MATCHES", 1);
    let seed = seed("rack_match");
    let begun = now();
    let mut sums = [0; 6];
    for number_of in 0..matches {
        let seed = seed.wrapping_add(number_of);
        let mut server = Binary::start();
        let mut table = RackTable::of(&server, 4, options(&mut Chance(seed))).await;
        table.deal().await;
        let mut answers = Vec::new();
        for path in ["/healthz", &format!("/api/v1/rooms/{}", table.code)] {
            answers.push(get(server.at, path).await.body);
        }
        let mut players: Vec<Player> = (1..=4).map(|seat| Player::new(Seat(seat), seed)).collect();
        let run = table.clients.iter_mut().zip(&mut players);
        let plays = join_all(run.map(|(client, player)| play(client, player, &server)));
        // Who does not read is closed before a long match is over.
        join(plays, watch(&mut table.watcher)).await;
        table.settle().await;
        for client in table.everybody() {
            client.compare_with_state().await;
        }
        let over = table.state().await;
        assert_eq!(over["room"]["winners"].as_array().map(Vec::len), Some(1), "{over}");
        server.signal("TERM");
        assert_eq!(server.ended().await.code(), Some(0));

        let entries = rack_log::entries(&server.data()).await;
        let judge = Judge::of(&entries);
        let watcher = (None, &table.watcher);
        let players = table.clients.iter().zip(1..).map(|(client, seat)| (Some(Seat(seat)), client));
        for (seat, client) in players.chain([watcher]) {
            let (accepted, refused) = judge.answers(client, seat);
            let states = judge.states(client, seat);
            let (frames, cards) = scan(client, seat, &judge);
            for (sum, more) in sums.iter_mut().zip([accepted, refused, states, frames, cards]) {
                *sum += more;
            }
        }
        sums[5] += rack_log::count(&entries, "reversed");
        for text in answers.iter().chain([&server.log()]) {
            assert!(named_in(text).is_empty(), "a card outside of any room: {text}");
        }
        let mut order: BTreeMap<u64, Value> = BTreeMap::new();
        for client in table.everybody() {
            for (seq, event) in &client.log {
                let name = order.entry(*seq).or_insert_with(|| event["e"].clone());
                assert_eq!(*name, event["e"], "event {seq} is the same for all but for what is cut");
            }
        }
    }
    let [accepted, refused, states, frames, cards, reversed] = sums;
    println!(
        "rack: {matches} matches, {accepted} actions accepted and {refused} refused as the second telling has it, \
         {states} states, {frames} frames with {cards} cards in their events, {reversed} reverses, {:.1} s",
        begun.elapsed().as_secs_f32()
    );
    assert!(accepted > 50 && refused > 20, "{accepted} and {refused}");
}

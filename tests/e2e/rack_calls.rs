//! "Super Rack-O!" as a race over real sockets: one order, one winner, and the loser is told why.

use serde_json::Value;

use crate::rules::layout::{A, B, C, FULL, FULL_TOO, Layout};
use crate::support::binary::Binary;
use crate::support::card::number;
use crate::support::rack::{RackTable, frame};
use crate::support::time::count;

/// The events of that name that everybody saw, under the same numbers.
fn seen_by_all(table: &mut RackTable, name: &str) -> Vec<Value> {
    let seen = |client: &crate::support::client::Client| {
        let named = client.log.iter().filter(|(_, event)| event["e"] == name);
        named.map(|(seq, event)| (*seq, event["seat"].clone())).collect::<Vec<_>>()
    };
    let first = seen(&table.watcher);
    for client in &table.clients {
        assert_eq!(seen(client), first, "one order for all");
    }
    first.into_iter().map(|(_, seat)| seat).collect()
}

#[tokio::test]
async fn two_calls_at_once_have_one_winner_and_the_loser_is_told_that_it_is_over() {
    let races = count("SLAPDOWN_CALLS", 4);
    let mut server = Binary::start();
    let mut table = RackTable::of(&server, 4, serde_json::json!({})).await;
    let mut won = [0, 0];
    for race in 0..races {
        table.deal().await;
        // Three kinds: on somebody's turn, in the window of another, and together with the answer that
        // finishes a rack.
        let kind = race % 3;
        let b = if kind == 2 { format!("{FULL} b4=R17 r4=B14") } else { FULL.to_owned() };
        let layout = Layout::players(4).rack(A, "r1=SW").rack(B, &b).rack(C, FULL_TOO).draws("R10");
        table.lay(&mut server, layout).await;
        if kind > 0 {
            table.ok(A, "draw").await;
            table.ok(A, if kind == 1 { "exchange r1 > D 4" } else { "exchange r1 > B 4" }).await;
        }
        let first = if race % 2 == 0 { B } else { C };
        for seat in [first, if first == B { C } else { B }] {
            let client = table.at(seat);
            if (kind, seat) == (2, B) {
                client.feed(&frame("accept")).await;
            }
            client.feed(&frame("call")).await;
        }
        // Both go out as nearly at once as one process can send them.
        for seat in [first, if first == B { C } else { B }] {
            table.at(seat).flush().await;
        }
        let mut codes = Vec::new();
        for seat in [B, C] {
            let client = table.at(seat);
            let id = *client.asked.keys().last().expect("a call");
            let answer = client.answer(id).await;
            codes.push(answer["code"].as_str().unwrap_or("ok").to_owned());
        }
        table.settle().await;
        let winners = seen_by_all(&mut table, "won");
        assert_eq!(winners.len(), 1, "one winner a game: {winners:?}");
        let winner = usize::try_from(number(&winners[0])).expect("a seat") - 2;
        won[winner] += 1;
        assert_eq!(codes[winner], "ok", "{codes:?}");
        assert_eq!(codes[1 - winner], "round_over", "{codes:?}");
        let state = table.state().await;
        assert_eq!(state["game"]["winner"], winners[0]);
        assert_eq!(state["room"]["winners"], serde_json::json!([winners[0]]));
        for client in table.everybody() {
            client.compare_with_state().await;
        }
    }
    println!("calls: {races} races, won by B {} and by C {}", won[0], won[1]);
}

//! Windows that give nothing away, over real sockets: the same people sit down twice before cards that
//! differ only in what they may not know, do the same, and get the same frames.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};
use slapdown::games::Seat;

use crate::rules::layout::{A, B, C, Layout};
use crate::support::binary::Binary;
use crate::support::client::Client;
use crate::support::model::timeless;
use crate::support::rack::{RackTable, action, keep};
use crate::support::time::pause;

/// How long B may answer, in milliseconds.
const WINDOW_MS: u64 = 2_500;

/// What A and C try in B's window.
const PRY: [(Seat, &str); 9] = [
    (A, "accept"),
    (C, "accept"),
    (C, "reverse r5 6"),
    (A, "reverse r5 6"),
    (C, "draw"),
    (C, "take b1"),
    (A, "discard"),
    (C, "call"),
    (A, "call"),
];

/// The table with these cards in the rack of B and on the draw pile. What B shows to others is alike.
fn layout(rack: &str, draws: &str) -> Layout {
    Layout::players(3).rack(A, "r1=SW r5=RV").rack(B, rack).draws(draws).discard("B40")
}

/// What a client got, without what changes with the time of sending: events by number, answers, states.
/// How events are put into frames may differ with the moment.
type Got = (BTreeMap<u64, Value>, Vec<Value>, Vec<Value>);

fn got(client: &Client, since: u64) -> Got {
    let texts = client.texts.as_ref().expect("its frames").iter();
    let frames: Vec<Value> = texts.map(|text| serde_json::from_str(text).expect("JSON")).collect();
    let of = |types: &[&str]| {
        let wanted = frames.iter().filter(|frame| types.iter().any(|word| frame["type"] == *word));
        wanted
            .map(|frame| {
                let mut frame = timeless(frame);
                // Ids go on from one run to the next.
                frame.as_object_mut().expect("a frame").remove("id");
                frame
            })
            .collect::<Vec<_>>()
    };
    let events = client.log.range(since + 1..).map(|(seq, event)| (*seq, event.clone())).collect();
    (events, of(&["ok", "error"]), of(&["state"]))
}

/// B's window from its opening to its end, with everybody prying; comes back with what A, C and the
/// spectator got. `answer` is what B does, none to let the time run out.
async fn window(
    server: &mut Binary,
    table: &mut RackTable,
    (kept, layout): (&Path, Layout),
    answer: Option<&str>,
) -> Vec<Got> {
    // The same room, people and secrets each time: the data as they were kept.
    table.back_to(server, kept, layout).await;
    let since = table.watcher.seq;
    for client in table.everybody() {
        client.texts = Some(Vec::new());
    }
    table.ok(A, "draw").await;
    table.ok(A, "exchange r1 > B 3").await;
    for (seat, text) in PRY {
        table.at(seat).act(action(text)).await;
    }
    for client in table.everybody() {
        client.text(r#"{"type":"sync"}"#).await;
        client.wait_for("state").await;
    }
    // B tries what is not allowed: it is B's own business.
    table.refused(B, "call", "under_order").await;
    table.refused(B, "reverse b6 1", "not_a_reverse").await;
    match answer {
        Some(text) => {
            table.ok(B, text).await;
        }
        None => pause(WINDOW_MS + 50).await,
    }
    let state = table.state().await;
    assert_eq!(state["game"]["phase"], "playing", "{state}");
    table.settle().await;
    for seat in [A, C] {
        table.at(seat).act(action("call")).await;
    }
    let others = [A, C].map(|seat| usize::from(seat.0) - 1);
    let clients = others.into_iter().map(|at| &table.clients[at]).chain([&table.watcher]);
    clients.map(|client| got(client, since)).collect()
}

#[tokio::test]
async fn a_reverse_card_in_the_rack_shows_in_no_frame_of_anybody_else() {
    let mut server = Binary::start();
    // No slot has the same card in both.
    let with = || {
        let blue = "b1=R4 b2=RV b3=R5 b4=R6 b5=R7 b6=R8 b7=R2 b8=R3";
        layout(&format!("{blue} r1=B1 r2=B2 r3=B3 r4=B4 r5=RV r6=B5 r7=B6 r8=B7"), "R9 R10 R11 R12")
    };
    let without = || {
        let blue = "b1=R13 b2=R14 b3=R15 b4=R16 b5=R17 b6=R18 b7=R19 b8=R20";
        layout(&format!("{blue} r1=B12 r2=B13 r3=B14 r4=B15 r5=B16 r6=B17 r7=B18 r8=B19"), "R9 RV WB SW")
    };
    let mut table = RackTable::of(&server, 3, json!({ "window_ms": WINDOW_MS })).await;
    table.deal().await;
    let kept = keep(&mut server);
    for answer in [Some("accept"), None] {
        let one = window(&mut server, &mut table, (kept.path(), with()), answer).await;
        let two = window(&mut server, &mut table, (kept.path(), without()), answer).await;
        for (viewer, (one, two)) in ["A", "C", "the spectator"].iter().zip(one.iter().zip(&two)) {
            assert_eq!(one, two, "what {viewer} got, with {answer:?}");
        }
        let [a, c, watcher] = [&one[0], &one[1], &one[2]].map(|got| (got.0.len(), got.1.len(), got.2.len()));
        assert_eq!((a.0, c.0, watcher.0), (3, 3, 3), "drawn, exchanged, settled");
        assert!(
            a.1 >= 7 && c.1 >= 6 && watcher.2 == 2,
            "there was something to compare: {a:?} {c:?} {watcher:?}"
        );
    }
}

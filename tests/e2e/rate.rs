//! Who sends more than the stated rate is told, then dropped, then closed, and nobody else is touched.

use serde_json::json;

use crate::support::binary::Binary;
use crate::support::table::Table;

#[tokio::test]
async fn too_many_frames_are_refused_then_dropped_then_end_the_connection() {
    let server = Binary::start();
    let mut table = Table::of_singles(server.at, 3, json!({})).await;
    table.settle().await;
    let burst = table.clients[0].welcome["limits"]["frames_burst"].as_u64().expect("a burst");
    assert_eq!(table.clients[0].welcome["limits"]["frames_per_second"], 50);

    let mut flood = table.clients.pop().expect("three");
    // Half as much again as the burst: the first are done, the rest is told to wait.
    let mut ids = Vec::new();
    for number in 0..burst + burst / 2 {
        ids.push(flood.feed(&json!({ "type": "ready", "ready": number % 2 == 0 })).await);
    }
    flood.flush().await;
    let mut refused = Vec::new();
    let mut done = 0;
    for id in &ids {
        let answer = flood.answer(*id).await;
        if answer["type"] == "ok" {
            done += 1;
        } else {
            assert_eq!(answer["code"], "too_many_frames", "{answer}");
            assert!(answer["retry_after_ms"].as_u64().is_some_and(|ms| ms > 0), "{answer}");
            refused.push(*id);
        }
    }
    assert!(done >= burst / 2, "{done} of the burst were done");
    assert!(!refused.is_empty(), "nothing was refused");
    // Nothing was done, and the id is free while no higher one is used.
    let last = *ids.last().expect("ids");
    if refused.last() == Some(&last) {
        let wait = flood.answers[&last]["retry_after_ms"].as_u64().unwrap_or(0);
        flood.listen(wait + 2_000).await;
        flood.answers.remove(&last);
        flood.text(&json!({ "type": "ready", "id": last, "ready": true }).to_string()).await;
        assert_eq!(flood.answer(last).await["type"], "ok");
    }

    // Going on like that ends it.
    for number in 0..burst * 10 {
        flood.feed(&json!({ "type": "ready", "ready": number % 2 == 0 })).await;
    }
    flood.flush().await;
    let closed = flood.until_closed().await;
    assert_eq!((closed.0, closed.1.as_str()), (4008, "too_many_frames"));

    // The others play on, at once.
    for client in &mut table.clients {
        client.text(r#"{"type":"ping","t":5}"#).await;
        assert_eq!(client.wait_for("pong").await["t"], 5);
        client.ok(json!({ "type": "ready", "ready": true })).await;
    }
    table.settle().await;
    table.clients[1].compare_with_state().await;
    // And who flooded may come back.
    flood.resume(server.at).await;
    assert_eq!(flood.welcome["resumed"], true);
}

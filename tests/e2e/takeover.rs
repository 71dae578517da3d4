//! A second connection of the same player takes the seat over.

use serde_json::json;

use crate::support::binary::Binary;
use crate::support::client::Client;
use crate::support::table::{Table, a_moment};

#[tokio::test]
async fn the_newer_connection_has_the_seat_and_late_frames_of_the_older_change_nothing() {
    let server = Binary::start();
    let mut table = Table::of_singles(server.at, 2, json!({})).await;
    table.settle().await;
    let mut older = table.clients.pop().expect("two");
    for _ in 0..3 {
        let me = older.me.clone();
        let hello = json!({ "token": me.token, "session": me.session, "last_seq": older.seq });
        let mut newer = Client::on(crate::support::wire::open(server.at).await);
        newer.seq = older.seq;
        newer.model = older.model.clone();
        newer.greet(hello).await;
        assert_eq!(newer.welcome["resumed"], true);
        newer.text(r#"{"type":"sync"}"#).await;
        newer.wait_for("state").await;
        // The older one has not noticed yet, and goes on sending.
        for id in 900_000..900_010 {
            older.text(&json!({ "type": "ready", "id": id, "ready": true }).to_string()).await;
        }
        let (code, reason) = older.until_closed().await;
        assert_eq!((code, reason.as_str()), (4001, "elsewhere"));
        assert_eq!(older.bye.as_ref().map(|bye| bye["code"].clone()), Some(json!(4001)));
        assert!(older.answers.keys().all(|id| *id < 900_000), "a late frame was answered");
        a_moment().await;
        newer.compare_with_state().await;
        let member =
            newer.model.as_ref().and_then(|model| model.member(&me.player).cloned()).expect("a member");
        assert_eq!(
            (&member["ready"], &member["online"], &member["side"]),
            (&json!(false), &json!(true), &json!(2))
        );
        older = newer;
    }
    let watcher = &mut table.clients[0];
    watcher.until(older.seq).await;
    watcher.compare_with_state().await;
    let noticed = watcher.log.values().filter(|event| event["e"] == "ready").count();
    assert_eq!(noticed, 0, "nobody said that he is ready");
}

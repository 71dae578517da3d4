//! What a greeted client that does nothing costs.

use futures_util::future::join_all;

use crate::support::binary::Binary;
use crate::support::client::Client;
use crate::support::time::{count, now};
use crate::support::wire::own_address;

/// A generous bound for one idle client.
const KIB_MAX: u64 = 40;
/// Guests that one address may make at once, with room to spare.
const GUESTS_OF_ADDRESS: u64 = 250;

/// The memory of the process, in KiB.
fn resident_kib(server: &Binary) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.pid())).expect("its status");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory");
    line.split_whitespace().next().and_then(|kib| kib.parse().ok()).expect("a number")
}

#[tokio::test]
async fn an_idle_client_costs_little() {
    let number = count("SLAPDOWN_IDLE", 2_000);
    let open = rlimit::increase_nofile_limit(number + 1_000).expect("the limit of open files");
    assert!(open > number + 200, "this test needs {} open files; raise `ulimit -Hn`", number + 200);
    let server = Binary::start();
    let mut clients = vec![Client::guest(server.at).await];
    let before = resident_kib(&server);
    let begun = now();
    let addresses = number.div_ceil(GUESTS_OF_ADDRESS);
    assert!(addresses < 250, "there are not so many addresses");
    for group in 0..number.div_ceil(50) {
        let first = group * 50;
        let guests = (first..number.min(first + 50)).map(|one| {
            let from = own_address(u8::try_from(2 + one / GUESTS_OF_ADDRESS).expect("few"));
            Client::guest_from(server.at, from)
        });
        clients.extend(join_all(guests).await);
    }
    let after = resident_kib(&server);
    let each = after.saturating_sub(before) / number;
    println!(
        "idle: {number} clients in {:.1} s; {before} KiB before, {after} KiB with them: {each} KiB each",
        begun.elapsed().as_secs_f32()
    );
    assert!(each < KIB_MAX, "{each} KiB for an idle client");
    // The first is still served.
    clients[0].text(r#"{"type":"ping"}"#).await;
    clients[0].wait_for("pong").await;
}

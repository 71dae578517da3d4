//! How fast bots are: never faster than the room's options say, than the game lets anybody move, and than
//! twenty milliseconds; and never sooner than the time is over that every thought is given.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use slapdown::clock::Clock as _;
use slapdown::games::list::Listed;
use slapdown::games::super_rack_o::SuperRackO;
use slapdown::games::wackee_six::{Action, WackeeSix};
use slapdown::games::{BotLevel, Game, RoomTime, Seat, Side};
use slapdown::limits::{BOT_PACE_MS_MIN, BOT_THINKS_MS};
use slapdown::room::actor::Bridge;
use slapdown::room::input::Input;
use slapdown::room::options::Options;
use slapdown::room::record;
use slapdown::room::request::Request;
use slapdown::store::Store as _;

use crate::actor::{House, settle};
use crate::table::{Table, act, patch};

fn pace_ms<G: Game>(options: &[(&str, Value)]) -> u64 {
    let options = Options::<G>::default().patched(&patch(options)).expect("options");
    Table::<G>::of(&options).core.bot_pace_ms()
}

#[test]
fn the_floor_is_the_rooms_then_the_games_then_twenty_milliseconds() {
    assert_eq!(pace_ms::<WackeeSix>(&[]), 600);
    assert_eq!(pace_ms::<SuperRackO>(&[]), 1_500);
    assert_eq!(pace_ms::<WackeeSix>(&[("bot_pace_ms", json!(10_000))]), 10_000);
    // No script and no bot turns faster than ruling 19 lets it.
    let turns =
        |gap: u64| pace_ms::<WackeeSix>(&[("bot_pace_ms", json!(0)), ("min_turn_gap_ms", json!(gap))]);
    assert_eq!((turns(2_000), turns(150), turns(0)), (2_000, 150, BOT_PACE_MS_MIN));
    assert_eq!(pace_ms::<SuperRackO>(&[("bot_pace_ms", json!(0))]), BOT_PACE_MS_MIN);
    assert_eq!(BOT_PACE_MS_MIN, 20);
}

/// A room with a host who watches and bots of every level, for that long: the instants of each seat's moves.
fn moves<G: Listed>(options: &[(&str, Value)], ms: u64) -> BTreeMap<Seat, Vec<RoomTime>> {
    // One thread for thoughts, so that whoever waits in its queue waits for those ahead.
    let runtime = tokio::runtime::Builder::new_current_thread().max_blocking_threads(1).build();
    runtime.expect("a runtime").block_on(async {
        let house = House::new();
        let running = house.room_of::<G>(1, options, Bridge { take: G::take, wrap: G::wrap }).await;
        let mut host = house.enter(&running.room, 1).await;
        for (side, level) in (1..).map(Side).zip(BotLevel::ALL) {
            host.does(&running.room, Request::AddBot { side, role: None, level: *level }).await;
        }
        host.does(&running.room, Request::Start).await;
        if G::NAME == WackeeSix::NAME {
            host.does(&running.room, act(WackeeSix::wrap(Action::Start {}))).await;
        }
        for _ in 0..ms {
            house.clock.advance(1);
            settle().await;
            tokio::task::spawn_blocking(|| ()).await.expect("a thread");
            settle().await;
            host.read();
        }
        assert_eq!(house.clock.now_ms(), ms);
        let loaded = house.store.load(running.id).await.expect("the log");
        let mut moves: BTreeMap<Seat, Vec<RoomTime>> = BTreeMap::new();
        for entry in loaded.rows.iter().flat_map(|row| record::read_body::<G>(row).expect("a row")) {
            if let Input::BotMove { seat, .. } = entry.input {
                moves.entry(seat).or_default().push(entry.at);
            }
        }
        moves
    })
}

fn each_waits_as_long_as_it_has_to(moves: &BTreeMap<Seat, Vec<RoomTime>>, pace_ms: u64) {
    assert_eq!(moves.len(), 3, "bots of every level moved");
    let pauses = moves.values().flat_map(|moves| moves.windows(2).map(|pair| pair[1].since(pair[0])));
    let shortest = pauses.clone().min().expect("more than one move");
    assert!(pauses.count() > 30);
    // The pause, and the time for a thought, which every thought takes however short it is. (Other tests of
    // this process think too, and a thought may have to wait for its turn.)
    assert!(shortest >= pace_ms + BOT_THINKS_MS, "{shortest}");
}

#[test]
fn bots_of_wackee_six_wait_between_moves_as_long_as_the_floor_and_a_thought() {
    let options = [("bot_pace_ms", json!(0)), ("min_turn_gap_ms", json!(0)), ("countdown_ms", json!(0))];
    each_waits_as_long_as_it_has_to(&moves::<WackeeSix>(&options, 2_500), 20);
}

#[test]
fn bots_of_super_rack_o_wait_between_moves_as_long_as_the_floor_and_a_thought() {
    let options = [("bot_pace_ms", json!(0)), ("games_to_win", json!(20))];
    each_waits_as_long_as_it_has_to(&moves::<SuperRackO>(&options, 6_000), 20);
}

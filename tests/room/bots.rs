//! The bots of a room: when they move, and what becomes of refused moves.

use serde_json::json;
use slapdown::games::wackee_six::{Action, WackeeSix};
use slapdown::games::{AnyAction, BotLevel, Game as _, RoomTime, Seat, Seed, Sight};
use slapdown::limits::BOT_TRIES_MAX;
use slapdown::room::bots::Bots;
use slapdown::room::core::BotOutcome;
use slapdown::room::request::Request;
use slapdown::room::view::RoomPhase;

use crate::actor::House;
use crate::table::{Table, act, add_bot, ready, sit};

/// A room with a person and a bot, in a race that runs.
fn with_bot() -> (Table, crate::table::Guest) {
    let mut table = Table::with(&[("countdown_ms", json!(0))]);
    let mut host = table.enter();
    table.does(&mut host, sit(1));
    table.does(&mut host, add_bot(2));
    table.does(&mut host, ready());
    table.does(&mut host, Request::Start);
    table.does(&mut host, act(Action::Start {}));
    table.pass(0);
    (table, host)
}

#[test]
fn bots_move_only_while_somebody_is_connected() {
    let (mut table, host) = with_bot();
    assert_eq!(table.core.bots().map(|(seat, _)| seat).collect::<Vec<_>>(), [Seat(3)]);
    table.drops(&host);
    assert_eq!(table.core.bots().count(), 0);
    let at = table.at();
    table.core.bot_move(Seat(3), Action::Turn {}, at, &mut table.chance);
    let now = table.now();
    assert!(!table.core.kept(false, now)[0].done, "what it thought before comes when nobody is there");
    table.returns(&host, None);
    assert_eq!(table.core.bots().count(), 1);
}

#[test]
fn a_bot_stands_in_for_who_is_away_and_goes_when_they_are_back() {
    let (mut table, mut guests) = Table::racing(2, &[]);
    table.drops(&guests[1]);
    table.pass(59_999);
    assert_eq!(table.core.bots().count(), 0);
    table.pass(1);
    assert_eq!(table.core.bots().map(|(seat, _)| seat).collect::<Vec<_>>(), [Seat(3)]);
    let at = table.at();
    table.core.bot_move(Seat(3), Action::Turn {}, at, &mut table.chance);
    table.keep();
    let mut back = table.returns(&guests[1], None);
    assert_eq!(table.core.bots().count(), 0, "a seat has one driver at a time");
    table.core.bot_move(Seat(3), Action::Turn {}, at, &mut table.chance);
    let now = table.now();
    assert!(!table.core.kept(false, now)[0].done, "a move that still comes is refused");
    table.pass(200);
    table.does(&mut back, act(Action::Turn {}));
    table.does(&mut guests[0], act(Action::Turn {}));
}

#[test]
fn a_bot_never_moves_faster_than_the_pace() {
    let (table, _host) = with_bot();
    let options = *table.core.game_options();
    let mut bots = Bots::new(Seed([3; 32]));
    let (pace_ms, mut moves) = (600, Vec::new());
    for now_ms in 0..60_000 {
        let sees = |seat| Some((table.core.bot_view(seat, RoomTime(now_ms))?, options));
        for thinker in bots.due::<WackeeSix>(table.core.bots(), pace_ms, now_ms, sees) {
            moves.push(now_ms);
            bots.judged(BotOutcome { seat: thinker.seat(), done: true }, pace_ms, now_ms);
        }
    }
    assert!(moves.len() > 40, "{}", moves.len());
    assert!(moves.windows(2).all(|pair| pair[1] - pair[0] >= pace_ms));
    assert!(moves.windows(2).any(|pair| pair[1] - pair[0] > pace_ms + 100), "with pauses that differ");
}

#[test]
fn a_refused_bot_tries_again_and_then_makes_its_safe_move() {
    let mut table = Table::with(&[("countdown_ms", json!(0))]);
    let mut host = table.enter();
    table.does(&mut host, sit(1));
    for side in 2..=6 {
        table.does(&mut host, add_bot(side));
    }
    table.does(&mut host, ready());
    table.does(&mut host, Request::Start);
    table.does(&mut host, act(Action::Start {}));
    table.pass(0);
    let options = *table.core.game_options();
    // One that has something better to do than its safe move.
    let lays = |seat: &Seat| {
        let view = table.core.bot_view(*seat, table.at()).expect("a table");
        let sight = Sight { view: &view, options: &options, seat: *seat };
        assert_eq!(WackeeSix::safe_move(&sight), Some(Action::Turn {}));
        WackeeSix::think(&sight, BotLevel::Hard, &mut Seed([3; 32]).draw()) != Some(Action::Turn {})
    };
    let seat = table.core.bots().map(|(seat, _)| seat).find(lays).expect("one of five has a card to lay");
    let mut bots = Bots::new(Seed([3; 32]));
    let mut now_ms = 0;
    for tries in 0..20 {
        now_ms += 2_000;
        let sees = |seat| Some((table.core.bot_view(seat, table.at())?, options));
        let due = || std::iter::once((seat, BotLevel::Hard));
        bots.due::<WackeeSix>(due(), 600, now_ms - 1_999, sees);
        let mut thinkers = bots.due::<WackeeSix>(due(), 600, now_ms, sees);
        let thinker = thinkers.pop().expect("it tries again");
        let safe = tries % (BOT_TRIES_MAX + 2) >= BOT_TRIES_MAX;
        assert_eq!(thinker.think() == Some(Action::Turn {}), safe, "after {tries} refusals");
        bots.judged(BotOutcome { seat, done: false }, 600, now_ms);
    }
}

#[tokio::test]
async fn a_match_of_one_person_and_bots_is_played_to_its_end() {
    let house = House::new();
    let options = [
        ("countdown_ms", json!(0)),
        ("rounds", json!(1)),
        // A tie would be played off in a round more.
        ("tie", json!("shared")),
        ("round_limit_ms", json!(20_000)),
        ("bot_pace_ms", json!(200)),
    ];
    let running = house.room(1, &options).await;
    let mut one = house.enter(&running.room, 1).await;
    for request in [sit(1), add_bot(2), add_bot(3), ready(), Request::Start] {
        one.does(&running.room, request).await;
    }
    one.does(&running.room, act(AnyAction::WackeeSix(Action::Start {}))).await;
    for _ in 0..500 {
        house.pass(50).await;
        one.read();
        // Bots think on threads of their own; they are waited for, not timed.
        tokio::task::spawn_blocking(|| ()).await.expect("a thread");
    }
    let state = house.logged::<WackeeSix>(running.id).await;
    assert_eq!(state.phase, RoomPhase::Over);
    assert!(!state.winners.is_empty());
    let laid: i64 = state.totals.iter().map(|(_, total)| total).sum();
    assert!(laid > -24 * 3, "the bots laid cards: {:?}", state.totals);
}

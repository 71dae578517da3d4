//! Absence as a ladder, in both games and with every option: away is shown at once, after the stated time
//! the options decide, and whoever comes back takes over between two actions.

use serde_json::{Value, json};
use slapdown::chance::SeededChance;
use slapdown::games::super_rack_o::{self, SuperRackO};
use slapdown::games::wackee_six::{self, WackeeSix};
use slapdown::games::{Driver, Game, Role, Seat};
use slapdown::room::options::Options;
use slapdown::room::request::{As, Request};
use slapdown::room::show;
use slapdown::room::view::{MemberView, RoomPhase};

use crate::table::{Guest, Table, act, events, patch, ready, sit, sit_as};

const AFTER_MS: u64 = 60_000;

/// A game with one of its options for absent people, and what that option means.
struct Rung<G: Game> {
    option: &'static str,
    then: Driver,
    /// What anybody at the table may try at any time.
    action: G::Action,
}

fn wackee() -> [Rung<WackeeSix>; 2] {
    let action = wackee_six::Action::Turn {};
    [
        Rung { option: "bot", then: Driver::Bot, action: action.clone() },
        Rung { option: "hold", then: Driver::None, action },
    ]
}

fn rack_o() -> [Rung<SuperRackO>; 2] {
    let action = super_rack_o::Action::Draw {};
    [Rung { option: "bot", then: Driver::Bot, action }, Rung { option: "leave", then: Driver::None, action }]
}

/// Three people in a round, the first of them host. Nothing but absence wakes the room.
fn playing<G: Game>(rung: &Rung<G>) -> (Table<G>, Vec<Guest>) {
    let mut options = vec![("absent", json!(rung.option)), ("absent_after_ms", json!(AFTER_MS))];
    if G::NAME == SuperRackO::NAME {
        options.push(("turn_clock_ms", json!(0)));
    }
    let options = Options::default().patched(&patch(&options)).expect("options");
    let mut table = Table::<G>::of(&options);
    let mut guests: Vec<Guest> = (0..3).map(|_| table.enter()).collect();
    for (guest, side) in guests.iter_mut().zip(1..) {
        table.does(guest, sit(side));
    }
    for guest in &mut guests {
        table.does(guest, ready());
    }
    table.does(&mut guests[0], Request::Start);
    (table, guests)
}

fn seat_of<G: Game>(side: u8) -> Seat {
    G::seat(G::place(slapdown::games::Side(side), None, &[]))
}

fn shown<G: Game>(table: &Table<G>, guest: &Guest) -> MemberView {
    let room = show::room(table.state(), table.at());
    room.members.into_iter().find(|member| member.player == guest.player).expect("a member")
}

fn told(guest: &Guest, name: &str) -> Vec<Value> {
    events(&guest.read()).into_iter().map(|(_, event)| event).filter(|event| event["e"] == name).collect()
}

fn away_is_shown_at_once<G: Game>(rung: &Rung<G>) {
    let (mut table, guests) = playing(rung);
    guests[0].read();
    table.drops(&guests[1]);
    let bot_in = if rung.then == Driver::Bot { json!(AFTER_MS) } else { Value::Null };
    let expected = json!({ "e": "online", "player": guests[1].player, "online": false, "bot_in": bot_in });
    assert_eq!(told(&guests[0], "online"), [expected]);
    let member = shown(&table, &guests[1]);
    assert!(!member.online && !member.played_by_bot);
    assert_eq!(table.state().driver(seat_of::<G>(2)), Some(Driver::Person));
}

fn after_the_stated_time_the_options_decide<G: Game>(rung: &Rung<G>) {
    let (mut table, guests) = playing(rung);
    table.drops(&guests[1]);
    table.pass(AFTER_MS - 1);
    guests[0].read();
    assert_eq!(table.state().driver(seat_of::<G>(2)), Some(Driver::Person));
    table.pass(1);
    assert_eq!(table.state().driver(seat_of::<G>(2)), Some(rung.then));
    let bot = rung.then == Driver::Bot;
    assert_eq!(shown(&table, &guests[1]).played_by_bot, bot);
    let stand_in = &told(&guests[0], "stand_in")[0];
    assert_eq!((&stand_in["side"], &stand_in["played_by_bot"]), (&json!(2), &json!(bot)));
    assert_eq!(stand_in["player"], json!(guests[1].player));
    // Back, and at the wheel: what the bot still sends is refused, and changes nothing.
    let back = table.returns(&guests[1], None);
    assert_eq!(table.state().driver(seat_of::<G>(2)), Some(Driver::Person));
    assert!(shown(&table, &back).online && !shown(&table, &back).played_by_bot);
    bots_move_comes_to_nothing(&mut table, 2, rung);
}

fn bots_move_comes_to_nothing<G: Game>(table: &mut Table<G>, side: u8, rung: &Rung<G>) {
    let (seq, at) = (table.state().seq, table.at());
    table.core.bot_move(seat_of::<G>(side), rung.action.clone(), at, &mut table.chance);
    table.keep();
    assert_eq!(table.state().seq, seq, "one driver at a time");
}

fn who_goes_on_purpose_is_absent_at_once<G: Game>(rung: &Rung<G>) {
    let bot = rung.then == Driver::Bot;
    // By standing up: the place is nobody's, and its owner may take it again.
    let (mut table, mut guests) = playing(rung);
    table.does(&mut guests[1], Request::Stand);
    assert_eq!(table.state().driver(seat_of::<G>(2)), Some(rung.then));
    let vacated = show::room(table.state(), table.at()).vacated;
    assert_eq!(vacated.len(), 1);
    assert_eq!((vacated[0].side.0, vacated[0].player), (2, Some(guests[1].player)));
    assert_eq!(vacated[0].played_by_bot, bot);
    table.does(&mut guests[1], sit(2));
    assert_eq!(table.state().driver(seat_of::<G>(2)), Some(Driver::Person));
    assert_eq!(show::room(table.state(), table.at()).vacated, []);
    // By leaving: the place is kept.
    let (mut table, mut guests) = playing(rung);
    table.leaves(&mut guests[1]);
    assert_eq!(table.state().driver(seat_of::<G>(2)), Some(rung.then));
    let member = shown(&table, &guests[1]);
    assert!(member.gone && member.played_by_bot == bot);
    assert_eq!(table.joins(&mut guests[1], As::Player)["type"], "ok");
    assert_eq!(table.state().driver(seat_of::<G>(2)), Some(Driver::Person));
    bots_move_comes_to_nothing(&mut table, 2, rung);
    // By being removed: the place is not kept, whoever comes back.
    let (mut table, mut guests) = playing(rung);
    let whom = guests[1].player;
    table.does(&mut guests[0], Request::Kick { player: whom });
    assert_eq!(table.state().driver(seat_of::<G>(2)), Some(rung.then));
    assert_eq!(shown(&table, &guests[1]).played_by_bot, bot);
    let mut back = table.reconnected(&guests[1]);
    assert_eq!(table.joins(&mut back, As::Player)["type"], "ok");
    assert_eq!(table.state().driver(seat_of::<G>(2)), Some(rung.then));
    let vacated = show::room(table.state(), table.at()).vacated;
    assert_eq!((vacated[0].side.0, vacated[0].player, vacated[0].played_by_bot), (2, None, bot));
    assert_eq!(table.refused(&mut back, sit(2)), "not_now");
}

#[test]
fn away_is_shown_at_once_in_both_games() {
    wackee().iter().for_each(away_is_shown_at_once);
    rack_o().iter().for_each(away_is_shown_at_once);
}

#[test]
fn after_the_stated_time_the_options_decide_in_both_games() {
    wackee().iter().for_each(after_the_stated_time_the_options_decide);
    rack_o().iter().for_each(after_the_stated_time_the_options_decide);
}

#[test]
fn who_goes_on_purpose_is_absent_at_once_in_both_games() {
    wackee().iter().for_each(who_goes_on_purpose_is_absent_at_once);
    rack_o().iter().for_each(who_goes_on_purpose_is_absent_at_once);
}

#[test]
fn the_stated_time_is_the_rooms() {
    let rungs = [5_000_u64, 600_000];
    for after_ms in rungs {
        let options = [("absent_after_ms", json!(after_ms))];
        let (mut table, guests) = Table::racing(2, &options);
        table.drops(&guests[1]);
        table.pass(after_ms - 1);
        assert_eq!(table.state().driver(Seat(3)), Some(Driver::Person));
        table.pass(1);
        assert_eq!(table.state().driver(Seat(3)), Some(Driver::Bot));
    }
}

/// Ruling 57, at the room: who is beside somebody away works both areas after ten seconds, if the room
/// lets them, until the other is back.
#[test]
fn a_partner_covers_where_the_room_says_so() {
    for covers in [true, false] {
        let options =
            [("cover_absent", json!(covers)), ("absent", json!("hold")), ("countdown_ms", json!(0))];
        let mut table = Table::with(&options);
        let mut guests: Vec<Guest> = (0..3).map(|_| table.enter()).collect();
        table.does(&mut guests[0], sit_as(1, Role::Row));
        table.does(&mut guests[1], sit_as(1, Role::Deck));
        table.does(&mut guests[2], sit(2));
        table.deal(&mut guests);
        table.does(&mut guests[0], act(wackee_six::Action::Start {}));
        table.pass(0);
        let turn = || act(wackee_six::Action::Turn {});
        assert_eq!(table.refused(&mut guests[0], turn()), "not_yours");
        table.drops(&guests[1]);
        table.pass(9_999);
        assert_eq!(table.refused(&mut guests[0], turn()), "not_yours");
        table.pass(1);
        if covers {
            table.does(&mut guests[0], turn());
        } else {
            assert_eq!(table.refused(&mut guests[0], turn()), "not_yours");
        }
        let mut back = table.returns(&guests[1], None);
        table.pass(200);
        assert_eq!(table.refused(&mut guests[0], turn()), "not_yours", "the deck has its own player again");
        table.does(&mut back, turn());
    }
}

/// People come and go as they like: at every moment each seat has just the driver that the ladder says.
fn one_driver_at_all_times<G: Game>(rung: &Rung<G>, seed: u8) {
    let (mut table, mut guests) = playing(rung);
    let mut chance = SeededChance::new([seed; 32]);
    let mut connected = [true; 3];
    let begun = slapdown::chance::Chance::bytes(&mut chance);
    let mut random = slapdown::games::Seed(begun).draw();
    for step in 0..400 {
        let who = random.below(3) as usize;
        let side = u8::try_from(who + 1).expect("a side");
        match random.below(8) {
            0 if connected[who] => {
                table.drops(&guests[who]);
                connected[who] = false;
            }
            1 if !connected[who]
                && table.state().member(guests[who].player).is_some_and(|member| !member.gone) =>
            {
                guests[who] = table.returns(&guests[who], None);
                connected[who] = true;
            }
            2 if connected[who] => drop(table.asks(&mut guests[who], Request::Stand)),
            3 if connected[who] => drop(table.asks(&mut guests[who], sit(side))),
            4 if connected[who] => {
                table.leaves(&mut guests[who]);
                connected[who] = false;
            }
            5 if !connected[who] => {
                guests[who] = table.reconnected(&guests[who]);
                table.joins(&mut guests[who], As::Player);
                // Whose connection it is shows with the next look.
                table.keep();
                connected[who] = true;
            }
            6 => table.pass(u64::from(random.below(40_000))),
            _ => {
                let at = table.at();
                let bot = table.state().driver(seat_of::<G>(side)) == Some(Driver::Bot);
                let seq = table.state().seq;
                if !bot {
                    table.core.bot_move(seat_of::<G>(side), rung.action.clone(), at, &mut table.chance);
                    table.keep();
                    assert_eq!(table.state().seq, seq, "seed {seed}, step {step}: a bot drove for a person");
                }
            }
        }
        let state = table.state();
        if state.phase != RoomPhase::Playing {
            return;
        }
        for (seat, chair) in &state.chairs {
            let expected = match state.at_seat(*seat) {
                Some(member) if member.online => Driver::Person,
                Some(member) if !member.gone && table.at().since(member.away_since) < AFTER_MS => {
                    Driver::Person
                }
                _ => rung.then,
            };
            assert_eq!(chair.driver, expected, "seed {seed}, step {step}, {seat:?}");
        }
    }
}

#[test]
fn there_is_one_driver_at_all_times_in_both_games() {
    for seed in 1..=12 {
        for rung in wackee() {
            one_driver_at_all_times(&rung, seed);
        }
        for rung in rack_o() {
            one_driver_at_all_times(&rung, seed);
        }
    }
}

#[test]
fn a_table_of_which_all_are_away_does_nothing_and_rests() {
    let (mut table, mut guests) = Table::seated(3, &[]);
    table.does(&mut guests[0], ready());
    for guest in &guests {
        table.drops(guest);
    }
    table.pass(10 * AFTER_MS);
    assert!(table.state().members[1..].iter().all(|member| !member.ready));
    let deadline = table.core.deadline();
    assert_eq!(deadline, None);
}

//! A bot knows what its seat sees: two tables that differ only in what is hidden from it, and it does the
//! same with the same chance.

use serde_json::{Value, json};
use slapdown::games::rng::Draw;
use slapdown::games::super_rack_o::SuperRackO;
use slapdown::games::wackee_six::WackeeSix;
use slapdown::games::{BotLevel, Game, Place, Role, Seat, Side, Viewer};

use super::arena::{Arena, Player, seed};

/// The places in a state, as JSON pointers, whose cards `seat` may not know.
type Hidden = fn(&Value, Seat) -> Vec<String>;

/// Face-down cards, stocks, and what is covered in the wastes: nobody's to know.
fn under_cover(state: &Value, _seat: Seat) -> Vec<String> {
    let mut places = Vec::new();
    let side = &state["sides"][0];
    for pile in ["face_down", "stock", "waste"] {
        let cards = side[pile].as_array().expect("cards").len();
        let covered = if pile == "waste" { cards.saturating_sub(1) } else { cards };
        places.extend((0..covered).map(|at| format!("/sides/0/{pile}/{at}")));
    }
    places
}

/// The draw pile, and what nobody saw go into the others' racks.
fn in_racks(state: &Value, seat: Seat) -> Vec<String> {
    let pile = state["draw_pile"].as_array().expect("cards").len();
    let mut places: Vec<String> = (0..pile).map(|at| format!("/draw_pile/{at}")).collect();
    for (index, player) in state["players"].as_array().expect("players").iter().enumerate() {
        if player["seat"] == json!(seat) {
            continue;
        }
        for side in ["blue", "red"] {
            for row in 0..8 {
                if player["rack"][side][row]["known"] == json!(false) {
                    places.push(format!("/players/{index}/rack/{side}/{row}/card"));
                }
            }
        }
    }
    places
}

/// The same state with the hidden cards dealt anew among their places.
fn other<G: Game>(state: &G::State, seat: Seat, hidden: Hidden, draw: &mut Draw) -> G::State {
    let mut value = serde_json::to_value(state).expect("a state is JSON");
    let places = hidden(&value, seat);
    let mut cards: Vec<Value> =
        places.iter().map(|place| value.pointer(place).expect("a card").clone()).collect();
    draw.shuffle(&mut cards);
    for (place, card) in places.iter().zip(cards) {
        *value.pointer_mut(place).expect("a card") = card;
    }
    serde_json::from_value(value).expect("a state")
}

fn sees_only_its_view<G: Game>(places: &[Place], hidden: Hidden) {
    let (mut compared, mut moved, mut differ) = (0, 0, 0);
    for number in 0..30 {
        println!("seed {number}");
        let mut draw = seed(number).draw();
        let players: Vec<Player> =
            places.iter().map(|place| Player { place: *place, level: BotLevel::Normal }).collect();
        let options = G::Options::default();
        let mut arena = Arena::<G>::deal(&options, &players, (1, &[], None), number);
        for _ in 0..60 {
            for _ in 0..=draw.below(8) {
                arena.step();
            }
            if G::result(&arena.state).is_some() {
                break;
            }
            let seats: Vec<Seat> = arena.players.iter().map(|(seat, _)| *seat).collect();
            for seat in seats {
                let truth = arena.state.clone();
                let changed = other::<G>(&truth, seat, hidden, &mut draw);
                differ += usize::from(changed != truth);
                let view = |state: &G::State| G::view(state, Viewer::Seat(seat), arena.now);
                assert_eq!(view(&truth), view(&changed), "only what is hidden differs");
                let chance = draw.seed();
                let all = |arena: &Arena<G>| {
                    BotLevel::ALL
                        .iter()
                        .map(|level| arena.thought(seat, *level, &mut chance.draw()))
                        .collect::<Vec<_>>()
                };
                let before = all(&arena);
                arena.state = changed;
                assert_eq!(all(&arena), before, "{seat:?}");
                arena.state = truth;
                compared += 1;
                moved += before.iter().flatten().count();
            }
        }
    }
    println!("{}: {compared} compared, {differ} differ, {moved} moves", G::NAME);
    assert!(compared > 1_000 && moved > 1_000 && differ * 2 > compared);
}

#[test]
fn a_bot_of_wackee_six_knows_no_hidden_card() {
    let place = |side, role| Place { side: Side(side), role: Some(role) };
    sees_only_its_view::<WackeeSix>(
        &[place(1, Role::Solo), place(2, Role::Row), place(2, Role::Deck)],
        under_cover,
    );
}

#[test]
fn a_bot_of_super_rack_o_knows_no_hidden_card() {
    let place = |side| Place { side: Side(side), role: None };
    sees_only_its_view::<SuperRackO>(&[place(1), place(2), place(3)], in_racks);
}

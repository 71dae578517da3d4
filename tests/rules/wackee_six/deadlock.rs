//! The deadlock test beside a search that really turns and really tries (ruling 53).

use std::collections::HashSet;

use serde_json::json;
use slapdown::games::rng::Draw;
use slapdown::games::wackee_six::options::TeamPair;
use slapdown::games::wackee_six::{Action, Card, Event, RowSlot, Spot, State, WackeeSix};
use slapdown::games::{By, Game, Input, RoomTime, Seat, Seed, Stamp};

use super::random::{pick, seed};
use super::setup::Position;

const NOW: RoomTime = RoomTime(1_000_000);

/// A few cards, high ones and wilds more often, so that about half of the tables are dead.
fn cards(draw: &mut Draw, most: u32) -> String {
    let count = draw.below(most + 1);
    let card = |draw: &mut Draw| match draw.below(14) {
        0 => "W".to_owned(),
        1 if draw.below(12) == 0 => format!("{}1", pick(draw, &["R", "B", "G", "Y"])),
        _ => format!("{}{}", pick(draw, &["R", "B", "G", "Y"]), 2 + draw.below(12)),
    };
    (0..count).map(|_| card(draw)).collect::<Vec<_>>().join(" ")
}

fn table(number: u64) -> State {
    let mut draw = Seed(seed(number)).draw();
    let sides = 2 + draw.below(5) as usize;
    let own_area = draw.below(3) == 0;
    let wild_13 = draw.below(3) == 0;
    let loose = draw.below(4) == 0;
    let mut position = Position::of(sides).options(|options| {
        options.min_turn_gap_ms = 0;
        options.wild_13 = wild_13;
        options.strict_roles = !loose;
        if own_area {
            options.team_pair = TeamPair::OwnArea;
        }
    });
    for side in 1..=sides {
        if draw.below(3) == 0 {
            position = position.team(side);
        }
        let most = if sides < 4 { 14 } else { 7 };
        let (row, stock, waste) = (cards(&mut draw, 3), cards(&mut draw, most), cards(&mut draw, most));
        position = position.row(side, &row).down(side, "R13").stock(side, &stock).waste(side, &waste);
    }
    for _ in 0..draw.below(4) {
        let pile = format!("{}{}", pick(&mut draw, &["R", "B", "G", "Y"]), 1 + draw.below(13));
        position = position.pile(&pile);
    }
    position.state()
}

/// Whether any single or pair can be laid by this seat at this moment, pairs with the card under a wild
/// left out.
fn can_lay(state: &State, seat: Seat) -> bool {
    let view = WackeeSix::view(state, slapdown::games::Viewer::Seat(seat), NOW);
    let side = view.sides.iter().find(|side| side.side.0 == seat.0.div_ceil(2)).expect("a side");
    let row = RowSlot::ALL.into_iter().map(Spot::Row).zip(side.row);
    let open: Vec<(Spot, Card)> =
        row.chain([(Spot::Waste, side.top)]).filter_map(|(spot, card)| Some((spot, card?))).collect();
    let mut tries = Vec::new();
    for &(from, card) in &open {
        tries.push(Action::Play { card, from, pile: None });
        tries.push(Action::PlayWild { wild: from, companion: None, card: None, pile: None });
        for &(companion, card) in open.iter().filter(|(other, _)| *other != from) {
            tries.push(Action::PlayWild {
                wild: from,
                companion: Some(companion),
                card: Some(card),
                pile: None,
            });
        }
    }
    let by = By { seat: Some(seat), host: false };
    tries.into_iter().any(|action| WackeeSix::decide(state, &Input::Act { by, action }, NOW).is_ok())
}

/// Turns the side's stock until its cards lie as they have lain before.
fn search(mut state: State, seats: &[Seat]) -> bool {
    let mut seen = HashSet::new();
    while seen.insert(serde_json::to_string(&state).unwrap()) {
        if seats.iter().any(|seat| can_lay(&state, *seat)) {
            return true;
        }
        let turn = |seat: &Seat| {
            let by = By { seat: Some(*seat), host: false };
            WackeeSix::decide(&state, &Input::Act { by, action: Action::Turn {} }, NOW).ok().flatten()
        };
        let Some(event) = seats.iter().find_map(turn) else { return false };
        let stamp = Stamp { seq: 9, at: NOW };
        WackeeSix::evolve(&mut state, &event, stamp);
        if matches!(event, Event::Recycled { .. }) {
            let turned = WackeeSix::follow(&state, NOW).expect("a turn follows");
            WackeeSix::evolve(&mut state, &turned, stamp);
        }
    }
    false
}

#[test]
fn the_test_for_a_deadlock_says_what_a_search_finds() {
    let tables: u64 = std::env::var("SLAPDOWN_TABLES").ok().and_then(|n| n.parse().ok()).unwrap_or(4_000);
    let mut dead = 0;
    for number in 0..tables {
        let state = table(number);
        let kept = json!(state);
        let seats: Vec<Seat> = kept["seats"]
            .as_array()
            .unwrap()
            .iter()
            .map(|p| Seat(p["seat"].as_u64().unwrap() as u8))
            .collect();
        let sides: HashSet<u8> = seats.iter().map(|seat| seat.0.div_ceil(2)).collect();
        let alive = sides.iter().any(|side| {
            let own: Vec<Seat> = seats.iter().filter(|seat| seat.0.div_ceil(2) == *side).copied().collect();
            search(state.clone(), &own)
        });
        let says_dead = matches!(WackeeSix::follow(&state, NOW), Some(Event::Stuck { .. }));
        assert_eq!(says_dead, !alive, "table {number}: {kept}");
        dead += u64::from(!alive);
    }
    println!("{dead} of {tables} tables were dead");
    assert!(dead > tables / 10 && dead < tables - tables / 10, "{dead} of {tables} tables were dead");
}

//! Nobody sees what they may not (rulings 90, 107 and 109), by non-interference: two tables that differ
//! only in what a viewer may not know give that viewer the same bytes, numbers and instants.

use slapdown::games::rng::Draw;
use slapdown::games::super_rack_o::SuperRackO;
use slapdown::games::super_rack_o::action::{Action, Order};
use slapdown::games::super_rack_o::card::Card;
use slapdown::games::super_rack_o::event::{Dealt, Event};
use slapdown::games::super_rack_o::slot::{RackRow, RackSlot};
use slapdown::games::super_rack_o::state::Phase;
use slapdown::games::{Driver, Game, Input, RoomTime, Seat, Viewer};

use super::dice::{Seeded, chance, pick, seed};
use super::layout::A;
use super::pairs::{base, hidden, other_cards, with_and_without};
use super::table::{Table, VIEWERS};

/// Everything a viewer got: frames with numbers and instants, the view, and when the game wakes.
fn seen(table: &Table, viewer: Viewer) -> (Vec<(u64, RoomTime, String)>, String, Option<RoomTime>) {
    let at = VIEWERS.iter().position(|other| *other == viewer).expect("a viewer");
    let view = serde_json::to_string(&table.view(viewer)).expect("JSON");
    (table.sent[at].clone(), view, SuperRackO::deadline(&table.state))
}

fn same(one: &Table, two: &Table, viewers: &[Viewer]) {
    for viewer in viewers {
        assert_eq!(seen(one, *viewer), seen(two, *viewer), "{viewer:?} can tell the tables apart");
    }
}

/// A starts the window on both tables.
fn order(tables: &mut [Table; 2], target: Seat, row: RackRow) {
    let slot = RackSlot { side: slapdown::games::super_rack_o::card::Colour::Red, row: RackRow::ALL[0] };
    for table in tables {
        table.act(A, Action::Draw).expect("A draws");
        let swap = Some(Order { target, row });
        table.act(A, Action::Exchange { slot, swap }).expect("A gives an order");
    }
}

/// The reverse cards that `seat` could play at both tables. Their colour is public once they are played.
fn common_reverses(tables: &[Table; 2], seat: Seat) -> Vec<RackSlot> {
    let card = |table: &Table, slot| table.state.player(seat).map(|own| own.rack.at(slot).card);
    RackSlot::all()
        .filter(|slot| card(&tables[0], *slot).is_some_and(Card::is_reverse))
        .filter(|slot| card(&tables[0], *slot) == card(&tables[1], *slot))
        .collect()
}

/// What people do in a window, whatever it is that they hold.
fn in_window(tables: &[Table; 2], draw: &mut Draw) -> Input<Action> {
    let Phase::Window { window, .. } = *tables[0].state.phase() else { panic!("no window") };
    let row = RackRow::ALL[draw.below(8) as usize];
    let slots: Vec<RackSlot> = RackSlot::all().collect();
    let slot = slots[draw.below(16) as usize];
    let seats: Vec<Seat> = tables[0].state.players().iter().map(|own| own.seat).collect();
    let any = pick(draw, &seats).expect("a seat");
    let act = |seat, action| Input::Act { by: slapdown::games::By { seat: Some(seat), host: false }, action };
    match draw.below(10) {
        0 => Input::Wake,
        1 => Input::Presence { seat: any, online: chance(draw, 50) },
        2 => Input::Resumed,
        3 => Input::Driver { seat: any, driver: Driver::Bot },
        4 => act(window.against, Action::Accept),
        5 | 6 => match pick(draw, &common_reverses(tables, window.against)) {
            Some(slot) => act(window.against, Action::Reverse { slot, row }),
            None => act(any, Action::Draw),
        },
        // Third players who try to find out.
        7 if any != window.against => act(any, Action::Reverse { slot, row }),
        8 => act(any, Action::Take { slot, swap: None }),
        _ => act(any, Action::Call),
    }
}

/// Plays the same in both windows until they are settled. Every step must look the same to `viewers`.
fn compare(mut tables: [Table; 2], target: Seat, mut viewers: Vec<Viewer>, draw: &mut Draw) -> usize {
    order(&mut tables, target, RackRow::ALL[draw.below(8) as usize]);
    same(&tables[0], &tables[1], &viewers);
    let mut steps = 0;
    while matches!(tables[0].state.phase(), Phase::Window { .. }) {
        let wait = u64::from(draw.below(1_500));
        for table in &mut tables {
            table.now = table.now.plus(wait);
            table.input(Input::Wake).expect("never refused");
        }
        same(&tables[0], &tables[1], &viewers);
        if !matches!(tables[0].state.phase(), Phase::Window { .. }) {
            break;
        }
        let input = in_window(&tables, draw);
        let codes =
            tables.each_mut().map(|table| table.input(input.clone()).err().map(|refusal| refusal.code.name));
        if let Input::Act { by, action } = input {
            let asks = Viewer::Seat(by.seat.expect("a seat"));
            if viewers.contains(&asks) {
                assert_eq!(codes[0], codes[1], "{input:?}");
            }
            // Whoever answers draws a card, and knows more from then on.
            if codes[0].is_none() && matches!(action, Action::Reverse { .. }) {
                viewers.retain(|viewer| *viewer != asks);
            }
        }
        same(&tables[0], &tables[1], &viewers);
        steps += 1;
    }
    steps
}

fn tables(one: Dealt, two: Dealt) -> [Table; 2] {
    [one, two].map(|dealt| Table::new(Event::Dealt(Box::new(dealt))))
}

/// Everybody but the target, and spectators.
fn all_but(target: Seat) -> Vec<Viewer> {
    VIEWERS.into_iter().filter(|viewer| *viewer != Viewer::Seat(target)).collect()
}

#[test]
fn ruling_109_whether_the_target_holds_a_reverse_card_shows_in_nothing() {
    let mut pairs = 0;
    let mut steps = 0;
    for number in 0..1_200 {
        let _seeded = Seeded(number);
        let mut draw = seed(number).draw();
        if let Some(([with, without], target)) = with_and_without(&mut draw) {
            pairs += 1;
            steps += compare(tables(with, without), target, all_but(target), &mut draw);
        }
    }
    println!("{pairs} pairs, {steps} steps");
    assert!(pairs >= 1_000 && steps > 2_000, "{pairs} pairs, {steps} steps");
}

#[test]
fn ruling_107_other_racks_and_the_order_of_the_pile_show_in_nothing() {
    let mut answered = 0;
    for number in 10_000..11_000 {
        let _seeded = Seeded(number);
        let mut draw = seed(number).draw();
        let ([one, two], target) = other_cards(&mut draw);
        answered += usize::from(compare(tables(one, two), target, all_but(target), &mut draw) > 0);
    }
    assert!(answered > 500, "{answered}");
}

#[test]
fn ruling_107_one_viewer_against_all_other_racks() {
    for number in 20_000..20_600 {
        let _seeded = Seeded(number);
        let mut draw = seed(number).draw();
        let (one, _) = base(&mut draw);
        let seats: Vec<Seat> = one.racks.iter().map(|own| own.seat).collect();
        let viewer = if chance(&mut draw, 30) { None } else { pick(&mut draw, &seats) };
        let mut two = one.clone();
        let open: Vec<Seat> = viewer.into_iter().collect();
        hidden(&mut two, &open, |cards, _| draw.shuffle(cards));
        let viewer = viewer.map_or(Viewer::Watcher, Viewer::Seat);
        let mut tables = tables(one, two);
        same(&tables[0], &tables[1], &[viewer]);
        // A drawn card is its holder's secret.
        for table in &mut tables {
            table.act(A, Action::Draw).expect("A draws");
            table.now = table.now.plus(500);
        }
        same(&tables[0], &tables[1], &[viewer]);
    }
}

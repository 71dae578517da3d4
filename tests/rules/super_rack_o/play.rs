//! Random play, legal and illegal, on dealt and on rigged tables. After every step the table checks its
//! invariants and clients, and the model must agree; at the end the log must give the same again.

use slapdown::games::rng::Draw;
use slapdown::games::super_rack_o::SuperRackO;
use slapdown::games::super_rack_o::action::{Action, Order};
use slapdown::games::super_rack_o::card::{Card, Colour, Face};
use slapdown::games::super_rack_o::event::{Dealt, Event};
use slapdown::games::super_rack_o::finish::is_finished;
use slapdown::games::super_rack_o::options::{FalseCall, Options, WhenAbsent};
use slapdown::games::super_rack_o::rack::Rack;
use slapdown::games::super_rack_o::slot::{RackRow, RackSlot};
use slapdown::games::super_rack_o::state::{Phase, State};
use slapdown::games::{By, Driver, Game, Input, RoomTime, Seat, Stamp, Viewer};

use super::dice::{Seeded, chance, deal, pick, seed};
use super::layout::{A, B, C, D};
use super::model::Model;
use super::table::{Line, Table, VIEWERS};

fn random_options(draw: &mut Draw) -> Options {
    Options {
        swap_via_discard: chance(draw, 70),
        auto_accept: chance(draw, 20),
        auto_call: chance(draw, 20),
        call_under_order: chance(draw, 30),
        window_ms: 1_000 + u64::from(draw.below(20_000)),
        turn_clock_ms: if chance(draw, 20) { 0 } else { 5_000 + u64::from(draw.below(60_000)) },
        false_call: if chance(draw, 50) { FalseCall::SkipTurn } else { FalseCall::None },
        games_to_win: 1 + u64::from(draw.below(3)),
        absent: if chance(draw, 50) { WhenAbsent::Leave } else { WhenAbsent::Bot },
        absent_after_ms: 60_000,
    }
}

fn random_seats(draw: &mut Draw) -> Vec<Seat> {
    let mut seats = vec![A, B, C, D];
    draw.shuffle(&mut seats);
    seats.truncate(2 + draw.below(3) as usize);
    seats.sort_unstable();
    seats
}

/// A deal whose racks are often nearly finished and whose draw pile is often nearly empty.
pub fn rigged(draw: &mut Draw, options: Options) -> Dealt {
    let mut dealt = deal(&random_seats(draw), None, draw.seed());
    let mut deck = Card::both_decks();
    draw.shuffle(&mut deck);
    if chance(draw, 50) {
        // Swap and reverse cards in the racks, so that there are chains.
        deck.sort_by_key(|card| card.may_be_taken());
    }
    // Racks that are nearly finished come first, as they need what they need.
    let near: Vec<bool> = dealt.racks.iter().map(|_| chance(draw, 50)).collect();
    for (own, near) in dealt.racks.iter_mut().zip(&near) {
        let mut sides = if *near {
            [rising(&mut deck, Colour::Blue, draw), rising(&mut deck, Colour::Red, draw)]
        } else {
            [Vec::new(), Vec::new()]
        };
        own.rack = Rack::new(|slot| {
            let side = &mut sides[usize::from(slot.side == Colour::Red)];
            if side.is_empty() { deck.remove(0) } else { side.remove(0) }
        });
        if *near && chance(draw, 35) {
            own.rack.cross(RackRow::ALL[draw.below(8) as usize]);
        }
    }
    let under = if chance(draw, 50) { deck.len() - draw.below(6) as usize } else { 1 };
    dealt.discard = deck.drain(..under).collect();
    dealt.draw_pile = deck;
    dealt.next.ends_at = (options.turn_clock_ms > 0).then_some(RoomTime(options.turn_clock_ms));
    dealt.options = options;
    dealt
}

/// Eight cards of a colour that a finished side may have, as far as there are some; one of them may be
/// something else.
fn rising(deck: &mut Vec<Card>, colour: Colour, draw: &mut Draw) -> Vec<Card> {
    let mut numbers: Vec<Card> = deck
        .iter()
        .copied()
        .filter(|card| card.colour == colour && matches!(card.face, Face::Number(_)))
        .take(8)
        .collect();
    if numbers.len() < 8 {
        return Vec::new();
    }
    numbers.sort_unstable_by_key(|card| card.face);
    if chance(draw, 30) {
        let others: Vec<Card> = deck
            .iter()
            .copied()
            .filter(|card| {
                matches!(card.face, Face::Reverse | Face::Swap)
                    || (card.face == Face::Wild && card.colour == colour)
            })
            .collect();
        if let Some(other) = pick(draw, &others) {
            numbers[draw.below(8) as usize] = other;
        }
    }
    for card in &numbers {
        let at = deck.iter().position(|other| other == card).expect("it was there");
        deck.remove(at);
    }
    numbers
}

fn random_slot(draw: &mut Draw) -> RackSlot {
    let slots: Vec<RackSlot> = RackSlot::all().collect();
    slots[draw.below(16) as usize]
}

fn random_order(draw: &mut Draw) -> Order {
    Order {
        target: Seat(u8::try_from(draw.below(6)).expect("small")),
        row: RackRow::ALL[draw.below(8) as usize],
    }
}

/// Any action at all.
fn wild_action(draw: &mut Draw) -> Action {
    let slot = random_slot(draw);
    let Order { target, row } = random_order(draw);
    let swap = chance(draw, 40).then_some(Order { target, row });
    match draw.below(8) {
        0 => Action::Draw,
        1 => Action::Take { slot, swap },
        2 => Action::Exchange { slot, swap },
        3 => Action::Discard,
        4 => Action::Swap { target, row },
        5 => Action::Accept,
        6 => Action::Reverse { slot, row },
        _ => Action::Call,
    }
}

/// An action that `seat` probably may do now.
fn likely_action(state: &State, seat: Seat, draw: &mut Draw) -> Action {
    let others: Vec<Seat> =
        state.players().iter().filter(|own| own.seat != seat && own.in_play).map(|own| own.seat).collect();
    let target = pick(draw, &others).unwrap_or(seat);
    let row = RackRow::ALL[draw.below(8) as usize];
    let mut slot = random_slot(draw);
    let wanted = if matches!(state.phase(), Phase::Window { .. }) { Card::is_reverse } else { Card::is_swap };
    let special: Vec<RackSlot> = state
        .player(seat)
        .map(|own| RackSlot::all().filter(|slot| wanted(own.rack.at(*slot).card)).collect())
        .unwrap_or_default();
    if chance(draw, 60)
        && let Some(found) = pick(draw, &special)
    {
        slot = found;
    }
    let swap = (chance(draw, 70) && special.contains(&slot)).then_some(Order { target, row });
    let finished = state.player(seat).is_some_and(|own| is_finished(&own.rack));
    match (state.phase(), draw.below(10)) {
        (_, 0..5) if finished => Action::Call,
        (_, 0) => Action::Call,
        (Phase::Playing { drawn: None, .. }, 1..=6) => Action::Draw,
        (Phase::Playing { drawn: None, .. }, _) => Action::Take { slot, swap },
        (Phase::Playing { drawn: Some(card), .. }, 1..=6) if card.is_swap() => Action::Swap { target, row },
        (Phase::Playing { .. }, 1..=6) => Action::Exchange { slot, swap },
        (Phase::Playing { .. }, _) => Action::Discard,
        (Phase::Window { .. }, 1..=6) => Action::Reverse { slot, row },
        (Phase::Window { .. } | Phase::Over { .. }, _) => Action::Accept,
    }
}

fn random_input(state: &State, draw: &mut Draw) -> Input<Action> {
    let any = Seat(u8::try_from(draw.below(6)).expect("small"));
    match draw.below(100) {
        0..2 => Input::Presence { seat: any, online: chance(draw, 50) },
        2 if chance(draw, 50) => Input::Left { seat: any },
        3 => Input::Driver { seat: any, driver: [Driver::Person, Driver::Bot][draw.below(2) as usize] },
        4 if chance(draw, 20) => Input::Driver { seat: any, driver: Driver::None },
        5..7 => Input::Resumed,
        7..9 => Input::Wake,
        _ => {
            let due = match state.phase() {
                Phase::Window { window, .. } => Some(window.against),
                _ => state.turn(),
            };
            let ready = state.in_play().find(|own| is_finished(&own.rack)).map(|own| own.seat);
            let due = if chance(draw, 5) { ready.or(due) } else { due };
            let seat = if chance(draw, 85) { due } else { Some(any).filter(|_| chance(draw, 95)) };
            let action = match seat {
                Some(seat) if chance(draw, 80) => likely_action(state, seat, draw),
                _ => wild_action(draw),
            };
            Input::Act { by: By { seat, host: chance(draw, 20) }, action }
        }
    }
}

fn random_wait(table: &Table, draw: &mut Draw) -> u64 {
    let left = SuperRackO::deadline(&table.state).map(|end| end.since(table.now));
    match (draw.below(60), left) {
        (0..25, _) => 0,
        (25..57, _) | (_, None) => u64::from(draw.below(400)),
        (57, Some(left)) => left,
        (58, Some(left)) => left.saturating_sub(1),
        (_, Some(left)) => left + u64::from(draw.below(5_000)),
    }
}

/// The piles that were made anew in a line of the log.
fn shuffles(line: &Line) -> Vec<Vec<Card>> {
    let made = |event: &Event| match event {
        Event::Drawn { reshuffle: Some(made), .. } | Event::Reversed { reshuffle: Some(made), .. } => {
            Some(made.pile.clone())
        }
        _ => None,
    };
    line.before.iter().chain(&line.events).filter_map(made).collect()
}

/// What was seen in all games, so that random play is known to reach what it should.
#[derive(Debug, Default)]
struct Seen {
    won: usize,
    won_in_window: usize,
    reshuffles: usize,
    reshuffles_in_chain: usize,
    chains: usize,
    timeouts: usize,
    set_aside: usize,
    refused: std::collections::BTreeMap<&'static str, usize>,
}

fn play(number: u64, seen: &mut Seen) {
    let _seeded = Seeded(number);
    let mut draw = seed(number).draw();
    let options = random_options(&mut draw);
    let dealt = if chance(&mut draw, 70) {
        rigged(&mut draw, options)
    } else {
        let mut dealt = deal(&random_seats(&mut draw), None, draw.seed());
        dealt.next.ends_at = (options.turn_clock_ms > 0).then_some(RoomTime(options.turn_clock_ms));
        dealt.options = options;
        dealt
    };
    let mut model = Model::new(&dealt);
    let mut table = Table::new(Event::Dealt(Box::new(dealt)));
    model.input(&Input::Wake, 0, Vec::new());
    model.agrees_with(&table.state);
    let mut after = 0;
    for _ in 0..120 {
        table.now = table.now.plus(random_wait(&table, &mut draw));
        let input = random_input(&table.state, &mut draw);
        let in_window = matches!(table.state.phase(), Phase::Window { .. });
        let verdict = table.input(input.clone());
        let line = table.lines.last().expect("a line");
        let refused = model.input(&input, table.now.0, shuffles(line));
        assert_eq!(refused, line.refused, "{input:?}");
        if let Err(refusal) = verdict {
            *seen.refused.entry(refusal.code.name).or_default() += 1;
        }
        model.agrees_with(&table.state);
        for viewer in VIEWERS {
            let seat = match viewer {
                Viewer::Seat(seat) => Some(seat),
                Viewer::Watcher | Viewer::Afterwards => None,
            };
            let view = serde_json::to_value(table.view(viewer)).expect("JSON");
            assert_eq!(view, model.seen_by(seat, table.now.0), "{viewer:?}");
        }
        for event in line.before.iter().chain(&line.events) {
            match event {
                Event::Won { .. } => {
                    seen.won += 1;
                    seen.won_in_window += usize::from(in_window);
                }
                Event::Reversed { reshuffle, .. } => {
                    seen.chains += 1;
                    seen.reshuffles_in_chain += usize::from(reshuffle.is_some());
                }
                Event::Drawn { reshuffle: Some(_), .. } => seen.reshuffles += 1,
                Event::SetAside { .. } => seen.set_aside += 1,
                _ => {}
            }
        }
        seen.timeouts += line.before.len();
        if matches!(table.state.phase(), Phase::Over { .. }) {
            after += 1;
            if after == 5 {
                break;
            }
        }
    }
    again(&table);
}

/// Evolving the log gives the same state; deciding the same inputs gives the same events.
fn again(table: &Table) {
    let mut state = SuperRackO::open(&table.opening, Stamp { seq: 1, at: RoomTime(0) }).expect("a deal");
    let first = Table::new(table.opening.clone());
    let mut seq = first.seq;
    if seq > 1 {
        state.clone_from(&first.state);
    }
    for line in &table.lines {
        for event in line.before.iter().chain(&line.events) {
            seq += 1;
            SuperRackO::evolve(&mut state, event, Stamp { seq, at: line.at });
        }
    }
    assert_eq!(serde_json::to_vec(&state).expect("JSON"), serde_json::to_vec(&table.state).expect("JSON"));
    let mut second = first;
    for line in &table.lines {
        second.now = line.at;
        let _ = second.input(line.input.clone());
    }
    assert_eq!(second.lines, table.lines);
    assert_eq!(second.sent, table.sent);
}

fn play_all(numbers: std::ops::Range<u64>) {
    let mut seen = Seen::default();
    for number in numbers {
        play(number, &mut seen);
    }
    println!("{seen:?}");
    assert!(seen.won > 40 && seen.won_in_window > 1 && seen.reshuffles > 25, "{seen:?}");
    assert!(seen.reshuffles_in_chain > 2 && seen.chains > 100, "{seen:?}");
    assert!(seen.timeouts > 100 && seen.set_aside > 20, "{seen:?}");
    for code in SuperRackO::CODES {
        assert!(seen.refused.contains_key(code.name), "{} was never seen", code.name);
    }
}

/// `SLAPDOWN_GAMES` sets how many games are played.
#[test]
#[expect(clippy::disallowed_methods, reason = "the size of a long run comes from outside")]
fn random_play_keeps_every_rule_and_agrees_with_the_model() {
    let games = std::env::var("SLAPDOWN_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(250);
    play_all(0..games);
}

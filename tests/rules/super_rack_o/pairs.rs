//! Pairs of deals that differ only in what most may not know.

use slapdown::games::rng::Draw;
use slapdown::games::super_rack_o::card::{Card, Colour};
use slapdown::games::super_rack_o::event::Dealt;
use slapdown::games::super_rack_o::options::{FalseCall, Options};
use slapdown::games::super_rack_o::rack::{Held, Rack};
use slapdown::games::super_rack_o::slot::{RackRow, RackSlot};
use slapdown::games::{RoomTime, Seat, Seed};

use super::dice::{chance, deal};
use super::layout::{A, B, C, D};

/// A deal in which A has a swap card in `red.1` to order `target` with, and draws a number for it.
pub fn base(draw: &mut Draw) -> (Dealt, Seat) {
    let seats = [A, B, C, D][..2 + draw.below(3) as usize].to_vec();
    let mut dealt = deal(&seats, None, draw.seed());
    dealt.options = Options {
        window_ms: 1_000 + u64::from(draw.below(20_000)),
        turn_clock_ms: if chance(draw, 30) { 0 } else { 60_000 },
        false_call: if chance(draw, 50) { FalseCall::SkipTurn } else { FalseCall::None },
        call_under_order: chance(draw, 50),
        ..Options::default()
    };
    dealt.next.turn = A;
    dealt.next.ends_at = (dealt.options.turn_clock_ms > 0).then_some(RoomTime(60_000));
    let target = seats[1 + draw.below(u32::try_from(seats.len() - 1).expect("few")) as usize];
    let mut cards = Card::both_decks();
    draw.shuffle(&mut cards);
    let mut take = |is: fn(&Card) -> bool| {
        let at = cards.iter().position(is).expect("such a card");
        cards.remove(at)
    };
    let swap = take(|card| card.is_swap());
    let drawn = take(|card| card.may_be_taken());
    let order = RackSlot { side: Colour::Red, row: RackRow::ALL[0] };
    for own in &mut dealt.racks {
        own.rack = Rack::new(|slot| if own.seat == A && slot == order { swap } else { cards.remove(0) });
        // Some cards are known to all already.
        for slot in RackSlot::all() {
            let held = own.rack.at(slot);
            if held.card.may_be_taken() && chance(draw, 20) {
                own.rack.exchange(slot, Held { card: held.card, known: true });
            }
        }
    }
    dealt.discard = vec![cards.remove(0)];
    if chance(draw, 30) {
        // The draw pile will run out in the window.
        let left = draw.below(3) as usize;
        let under: Vec<Card> = cards.drain(left..).collect();
        dealt.discard.splice(0..0, under);
    }
    dealt.draw_pile = cards;
    dealt.draw_pile.push(drawn);
    (dealt, target)
}

/// The hidden places of a deal, for those who see no rack but those of `open`.
pub fn hidden(dealt: &mut Dealt, open: &[Seat], change: impl FnOnce(&mut Vec<Card>, &[bool])) {
    let mut cards = Vec::new();
    let mut in_target = Vec::new();
    for own in dealt.racks.iter().filter(|own| !open.contains(&own.seat)) {
        for slot in RackSlot::all().filter(|slot| !own.rack.at(*slot).known) {
            cards.push(own.rack.at(slot).card);
            in_target.push(true);
        }
    }
    // The top of the draw pile is A's to draw before the window.
    let under_top = dealt.draw_pile.len() - 1;
    cards.extend(&dealt.draw_pile[..under_top]);
    in_target.extend(vec![false; under_top]);
    change(&mut cards, &in_target);
    let mut back = cards.into_iter();
    for own in dealt.racks.iter_mut().filter(|own| !open.contains(&own.seat)) {
        for slot in RackSlot::all() {
            if !own.rack.at(slot).known {
                own.rack.exchange(slot, Held { card: back.next().expect("as many"), known: false });
            }
        }
    }
    for (at, card) in back.enumerate() {
        dealt.draw_pile[at] = card;
    }
}

/// One table where a reverse card is in the target's rack, one where all of them are outside; nothing
/// else that anybody else sees differs. None if the deal does not allow it.
pub fn with_and_without(draw: &mut Draw) -> Option<([Dealt; 2], Seat)> {
    let (mut with, target) = base(draw);
    let others = others(&with, target);
    let mut without = with.clone();
    let mut moved = 0;
    hidden(&mut without, &others, |cards, in_target| {
        for at in (0..cards.len()).filter(|at| in_target[*at]) {
            if cards[at].is_reverse()
                && let Some(to) = (0..cards.len()).find(|to| !in_target[*to] && !cards[*to].is_reverse())
            {
                cards.swap(at, to);
                moved += 1;
            }
        }
    });
    if moved == 0 {
        hidden(&mut with, &others, |cards, in_target| {
            let from = (0..cards.len()).find(|at| !in_target[*at] && cards[*at].is_reverse());
            let to = (0..cards.len()).find(|at| in_target[*at]);
            if let (Some(from), Some(to)) = (from, to) {
                cards.swap(from, to);
                moved += 1;
            }
        });
    }
    (moved > 0).then_some(([with, without], target))
}

/// Two tables with different cards in the target's rack and in another order in the draw pile. Half of
/// the pairs keep the reverse cards where they are, so that they can be played at both.
pub fn other_cards(draw: &mut Draw) -> ([Dealt; 2], Seat) {
    let (one, target) = base(draw);
    let mut two = one.clone();
    two.chance = Seed([1; 32]);
    let keep = chance(draw, 50);
    let mut shuffled = draw.seed().draw();
    hidden(&mut two, &others(&one, target), |cards, _| {
        let places: Vec<usize> = (0..cards.len()).filter(|at| !(keep && cards[*at].is_reverse())).collect();
        let mut moving: Vec<Card> = places.iter().map(|at| cards[*at]).collect();
        shuffled.shuffle(&mut moving);
        for (at, card) in places.into_iter().zip(moving) {
            cards[at] = card;
        }
    });
    ([one, two], target)
}

fn others(dealt: &Dealt, target: Seat) -> Vec<Seat> {
    dealt.racks.iter().map(|own| own.seat).filter(|seat| *seat != target).collect()
}

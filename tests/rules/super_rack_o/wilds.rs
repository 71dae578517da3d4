//! The wild test (ruling 99) against a search that tries every number for every wild.

use slapdown::games::super_rack_o::card::{Card, Colour, Face, Number};
use slapdown::games::super_rack_o::finish::side_is_finished;
use slapdown::games::super_rack_o::slot::RackRow;

use super::dice::{chance, seed};
use super::model::numbers_exist;

/// A side of the blue rack: 0 is a wild.
fn side(numbers: [u8; 8]) -> [Card; RackRow::COUNT] {
    numbers.map(|number| Card {
        colour: Colour::Blue,
        face: Number::new(number).map_or(Face::Wild, Face::Number),
    })
}

fn agree(numbers: [u8; 8], counts: &mut [usize; 2]) {
    let cards = side(numbers);
    let finished = side_is_finished(&cards, Colour::Blue);
    assert_eq!(finished, numbers_exist(&cards, Colour::Blue, 0), "{numbers:?}");
    counts[usize::from(finished)] += 1;
}

/// Every way to place up to three wilds.
fn wild_places() -> impl Iterator<Item = u8> {
    (0..=u8::MAX).filter(|mask| mask.count_ones() <= 3)
}

/// Calls `each` with all rising picks of `count` numbers from `from..=to`.
fn rising(from: u8, to: u8, count: usize, picked: &mut Vec<u8>, each: &mut impl FnMut(&[u8])) {
    if picked.len() == count {
        each(picked);
        return;
    }
    for number in from..=to {
        picked.push(number);
        rising(number + 1, to, count, picked, each);
        picked.pop();
    }
}

fn with_wilds(mask: u8, naturals: &[u8]) -> [u8; 8] {
    let mut naturals = naturals.iter();
    std::array::from_fn(|row| if mask >> row & 1 == 1 { 0 } else { *naturals.next().expect("enough") })
}

#[test]
fn ruling_99_every_rising_arrangement_at_both_ends() {
    let mut counts = [0; 2];
    for mask in wild_places() {
        let count = 8 - mask.count_ones() as usize;
        for (from, to) in [(1, 11), (30, 40)] {
            rising(from, to, count, &mut Vec::new(), &mut |naturals| {
                agree(with_wilds(mask, naturals), &mut counts);
            });
        }
    }
    assert!(counts[0] > 5_000 && counts[1] > 5_000, "{counts:?}");
}

#[test]
fn ruling_99_sampled_arrangements_of_all_numbers() {
    let mut draw = seed(99).draw();
    let mut counts = [0; 2];
    for mask in wild_places() {
        for _ in 0..1_500 {
            // Neighbours in a narrow band have the gaps that matter; some are out of order or doubled.
            let width = 9 + draw.below(32);
            let lowest = 1 + draw.below(41 - width);
            let mut naturals: Vec<u8> =
                (0..8).map(|_| u8::try_from(lowest + draw.below(width)).expect("small")).collect();
            if chance(&mut draw, 90) {
                naturals.sort_unstable();
            }
            agree(with_wilds(mask, &naturals), &mut counts);
        }
    }
    assert!(counts[0] > 5_000 && counts[1] > 5_000, "{counts:?}");
}

#[test]
fn ruling_92_and_73_other_cards_never_finish_a_side() {
    let full = side([2, 5, 9, 14, 17, 22, 31, 40]);
    assert!(side_is_finished(&full, Colour::Blue));
    for at in 0..8 {
        for other in [
            Card { colour: Colour::Red, face: Face::Wild },
            Card { colour: Colour::Red, face: full[at].face },
            Card { colour: Colour::Blue, face: Face::Swap },
            Card { colour: Colour::Blue, face: Face::Reverse },
        ] {
            let mut cards = full;
            cards[at] = other;
            assert!(!side_is_finished(&cards, Colour::Blue), "{cards:?}");
        }
    }
    assert!(!side_is_finished(&full, Colour::Red));
    // All wilds: 1 to 8 will do.
    assert!(side_is_finished(&side([0; 8]), Colour::Blue));
}

//! `docs/fair-deals.md` says how cards come from a seed; the numbers in it are those of the rules.

use slapdown::games::rng::Seed;
use slapdown::games::{super_rack_o, wackee_six};

/// The first cards of a shuffled deck, as the document writes them.
fn first<T: ToString>(cards: &[T]) -> String {
    cards[..6].iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

#[test]
fn the_description_holds_the_numbers_that_the_rules_deal() {
    let text = include_str!("../../docs/fair-deals.md").replace('\n', " ");
    let says = |what: String| assert!(text.contains(&what), "docs/fair-deals.md does not say {what:?}");
    let list = |numbers: &[u32]| numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let seed = Seed([7; 32]);
    let mut draw = seed.draw();
    let drawn: Vec<u32> = (0..8).map(|_| draw.below(54)).collect();
    says(format!("the first eight draws below 54 are {},", list(&drawn)));
    let mut numbers: Vec<u32> = (0..12).collect();
    draw.shuffle(&mut numbers);
    says(format!("that follows gives {}.", list(&numbers)));
    let mut draw = seed.draw();
    for says_before in ["the row", "the second side"] {
        let mut cards = wackee_six::card::deck();
        draw.shuffle(&mut cards);
        says(format!("{says_before} {}", first(&cards)));
    }
    let mut draw = seed.draw();
    let mut cards = super_rack_o::card::Card::both_decks();
    draw.shuffle(&mut cards);
    says(format!("its first cards are {}, and", first(&cards)));
    assert_eq!(draw.below(3), 2, "the third deals");
}

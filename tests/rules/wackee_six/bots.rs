//! What bots overlook, and that they do not for ever.

use slapdown::games::rng::Seed;
use slapdown::games::wackee_six::{Action, WackeeSix};
use slapdown::games::{BotLevel, Game, Seat, Sight};

use super::race::Race;
use super::setup::Position;

/// Looks at a table by the seat, each with chance of its own.
const LOOKS: u32 = 400;

/// Of so many looks, those in which the first side's bot lays something.
fn lays(race: &Race, level: BotLevel) -> u32 {
    let view = race.full_view();
    let options = slapdown::games::wackee_six::Options::default();
    let sight = Sight { view: &view, options: &options, seat: Seat(1) };
    let seed = |number: u32| {
        let mut seed = [7; 32];
        seed[..4].copy_from_slice(&number.to_le_bytes());
        Seed(seed)
    };
    let thinks = |number| WackeeSix::think(&sight, level, &mut seed(number).draw());
    let laid = (0..LOOKS).map(thinks).filter(|action| !matches!(action, None | Some(Action::Turn {})));
    u32::try_from(laid.count()).expect("few")
}

#[test]
fn a_wild_on_the_waste_is_not_overlooked_for_ever() {
    // All there is to lay is the wild on the waste with a card of the row.
    let mut race = Position::of(2)
        .row(1, "B6 R9 R9 R9 R9 R9")
        .stock(1, "R9 R9 R9")
        .waste(1, "W")
        .row(2, "R9")
        .stock(2, "R9 R9 R9")
        .pile("B4")
        .race();
    let easy = lays(&race, BotLevel::Easy);
    let normal = lays(&race, BotLevel::Normal);
    assert!(0 < easy && easy < normal && normal < LOOKS, "{easy} and {normal} of {LOOKS}");
    // No card has been laid for a while: now nobody overlooks it.
    let left = race.view()["vote_in"].as_u64().expect("an idle vote");
    race.pass(left - 35_001);
    assert_eq!(lays(&race, BotLevel::Easy), easy);
    race.pass(1);
    for level in [BotLevel::Easy, BotLevel::Normal] {
        assert_eq!(lays(&race, level), LOOKS, "{level:?}");
    }
}

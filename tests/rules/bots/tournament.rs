//! The levels against each other, one to one, at the same pace: whole matches with the usual options.

use slapdown::games::super_rack_o::SuperRackO;
use slapdown::games::wackee_six::WackeeSix;
use slapdown::games::{BotLevel, Game, Place, Role, Side};

use super::arena::{Arena, Player};
use super::count;

/// Matches of each pair in every run; the seeds are fixed, so that they always end the same.
const USUAL: u64 = 60;

/// How often the first level won, of so many matches.
#[derive(Debug, Clone, Copy)]
struct Tally {
    won: u64,
    of: u64,
    rounds: u64,
    rounds_won: u64,
}

impl Tally {
    fn rate(self) -> f64 {
        share(self.won, self.of)
    }

    /// Between which rates the truth lies with 95 % confidence (Wilson's interval).
    fn between(self) -> (f64, f64) {
        let (n, p, z) = (number(self.of), self.rate(), 1.96_f64);
        let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let off = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        (middle - off, middle + off)
    }
}

fn number(count: u64) -> f64 {
    f64::from(u32::try_from(count).expect("not so many"))
}

fn share(part: u64, of: u64) -> f64 {
    number(part) / number(of)
}

/// One match of two bots; whether the first won it, and how many of how many rounds.
fn play<G: Game>(role: Option<Role>, levels: [BotLevel; 2], number: u64) -> (bool, u64, u64) {
    let options = G::Options::default();
    // Each sits on either side as often as on the other.
    let first = Side(1 + u8::try_from(number % 2).expect("small"));
    let level = |side| if side == first { levels[0] } else { levels[1] };
    let players = [Side(1), Side(2)].map(|side| Player { place: Place { side, role }, level: level(side) });
    let (mut totals, mut previous, mut rounds, mut won) = (Vec::new(), None, 0, 0);
    for round in 1..100 {
        let dealt = (round, &totals[..], previous.as_ref());
        let arena = Arena::<G>::deal(&options, &players, dealt, number * 1_000 + u64::from(round));
        let (outcome, state) = arena.unchecked().play(60_000);
        assert_eq!(outcome.refused, [], "match {number}");
        let points = |own: bool| {
            let of = |(side, _): &&(Side, i64)| (*side == first) == own;
            outcome.points.iter().find(of).expect("a side").1
        };
        rounds += 1;
        won += u64::from(points(true) > points(false));
        if let Some(winners) = outcome.winners {
            return (winners == [first], won, rounds);
        }
        (totals, previous) = (outcome.totals, Some(state));
    }
    panic!("match {number} does not end");
}

fn meet<G: Game>(role: Option<Role>, better: BotLevel, worse: BotLevel) -> Tally {
    let mut tally = Tally { won: 0, of: count("SLAPDOWN_MATCHES", USUAL), rounds: 0, rounds_won: 0 };
    for number in 0..tally.of {
        let (won, rounds_won, rounds) = play::<G>(role, [better, worse], number);
        tally.won += u64::from(won);
        tally.rounds_won += rounds_won;
        tally.rounds += rounds;
    }
    let (low, high) = tally.between();
    println!(
        "{}: {better:?} beats {worse:?} in {} of {} matches, {:.1} % (95 %: {:.1} to {:.1}); \
         in {} of {} rounds, {:.1} %; seeds 0 to {}",
        G::NAME,
        tally.won,
        tally.of,
        100.0 * tally.rate(),
        100.0 * low,
        100.0 * high,
        tally.rounds_won,
        tally.rounds,
        100.0 * share(tally.rounds_won, tally.rounds),
        tally.of - 1,
    );
    tally
}

/// The stronger one wins more often than not, beyond doubt; and `hard` beats `easy` three times in four.
fn levels_are_in_order<G: Game>(role: Option<Role>) {
    let top = meet::<G>(role, BotLevel::Hard, BotLevel::Easy);
    let upper = meet::<G>(role, BotLevel::Hard, BotLevel::Normal);
    let lower = meet::<G>(role, BotLevel::Normal, BotLevel::Easy);
    assert!(top.rate() >= 0.75, "{top:?}");
    for tally in [upper, lower] {
        // A long run leaves no doubt; a short one has its fixed seeds.
        let least = if tally.of >= 400 { tally.between().0 } else { tally.rate() };
        assert!(least > 0.5, "{tally:?}");
    }
}

#[test]
fn the_tournament_of_wackee_six() {
    levels_are_in_order::<WackeeSix>(Some(Role::Solo));
}

#[test]
fn the_tournament_of_super_rack_o() {
    levels_are_in_order::<SuperRackO>(None);
}

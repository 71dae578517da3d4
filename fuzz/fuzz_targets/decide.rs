//! Whatever is asked of a round of Wackee Six, in whatever order: nothing panics, every card stays in one
//! place, and what follows comes to an end.
#![no_main]

use libfuzzer_sys::fuzz_target;
use slapdown::games::wackee_six::options::{CallToStop, Deadlock, Starter, TeamPair};
use slapdown::games::wackee_six::{
    Action, Card, Motion, Options, PileId, PileRef, Rank, RowSlot, Spot, State, Suit, WackeeSix,
};
use slapdown::games::{
    By, Driver, Game, Input, Place, Role, RoomTime, Seat, Seated, Seed, Setup, Side, Stamp, Viewer,
};

/// The fuzzer's bytes, read one by one; at their end there are only zeros.
struct Bytes<'a>(std::slice::Iter<'a, u8>);

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        self.0.next().copied().unwrap_or(0)
    }

    fn flag(&mut self) -> bool {
        self.next() & 1 == 1
    }

    fn spot(&mut self) -> Spot {
        RowSlot::new(self.next() % 8).map_or(Spot::Waste, Spot::Row)
    }

    /// What lies at the place, mostly, so that plays come through.
    fn card(&mut self, state: &State, seat: Seat, spot: Spot) -> Card {
        let byte = self.next();
        let view = WackeeSix::view(state, Viewer::Seat(seat), RoomTime(0));
        let side = view.sides.iter().find(|side| side.side.0 == seat.0.div_ceil(2));
        let lying = side.and_then(|side| match spot {
            Spot::Row(slot) => side.row[usize::from(slot.number()) - 1],
            Spot::Waste => side.top,
        });
        let any = Rank::new(byte % 14).map(|rank| Card::numbered(Suit::ALL[usize::from(byte >> 6)], rank));
        lying.filter(|_| byte < 200).or(any).unwrap_or(Card::WILD)
    }

    fn pile(&mut self) -> Option<PileRef> {
        match self.next() {
            byte @ 0..30 => Some(PileRef::Pile(PileId(byte.into()))),
            30..40 => Some(PileRef::New),
            _ => None,
        }
    }

    fn action(&mut self, state: &State, seat: Seat) -> Action {
        match self.next() % 8 {
            0 | 1 => Action::Turn {},
            2 | 3 => {
                let from = self.spot();
                Action::Play { card: self.card(state, seat, from), from, pile: self.pile() }
            }
            4 => {
                let (wild, companion) = (self.spot(), self.spot());
                let card = Some(self.card(state, seat, companion));
                Action::PlayWild { wild, companion: Some(companion), card, pile: self.pile() }
            }
            5 => Action::PlayWild { wild: self.spot(), companion: None, card: None, pile: self.pile() },
            6 => {
                let motions = [Motion::Rotate, Motion::Pause, Motion::Resume, Motion::End];
                Action::Vote { r#for: motions[usize::from(self.next() % 4)], agree: self.flag() }
            }
            _ if self.flag() => Action::Call {},
            _ => Action::Start {},
        }
    }

    fn input(&mut self, state: &State) -> Input<Action> {
        let seat = Seat(self.next() % 14);
        match self.next() {
            0..8 => Input::Presence { seat, online: self.flag() },
            8..10 => Input::Left { seat },
            10..14 => {
                let drivers = [Driver::Person, Driver::Bot, Driver::None];
                Input::Driver { seat, driver: drivers[usize::from(self.next() % 3)] }
            }
            14 => Input::Resumed,
            15 => Input::Wake,
            byte => {
                let by = By { seat: (seat.0 > 0).then_some(seat), host: byte % 8 == 0 };
                Input::Act { by, action: self.action(state, seat) }
            }
        }
    }

    fn options(&mut self) -> Options {
        let byte = self.next();
        let is = |bit: u8| byte & (1 << bit) != 0;
        Options {
            strict_roles: is(0),
            redirect: is(1),
            wild_13: is(2),
            misplay_penalty: u8::from(is(3)),
            team_pair: if is(4) { TeamPair::OwnArea } else { TeamPair::Either },
            call_to_stop: if is(5) { CallToStop::ByCall } else { CallToStop::Automatic },
            deadlock: if is(6) { Deadlock::Score } else { Deadlock::Rotate },
            starter: if is(7) { Starter::Automatic } else { Starter::Host },
            idle_vote_ms: 2_000,
            round_limit_ms: u64::from(self.next()) * 1_000,
            ..Options::default()
        }
    }
}

fn settle(state: &mut State, seq: &mut u64, now: RoomTime) {
    let mut steps = 0;
    while let Some(event) = WackeeSix::follow(state, now) {
        happen(state, &event, seq, now);
        steps += 1;
        assert!(steps < 100, "what follows comes to no end");
    }
}

fn happen(state: &mut State, event: &slapdown::games::wackee_six::Event, seq: &mut u64, now: RoomTime) {
    *seq += 1;
    WackeeSix::evolve(state, event, Stamp { seq: *seq, at: now });
    if let Err(broken) = WackeeSix::check(state) {
        panic!("{broken} after {event:?}");
    }
}

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data.iter());
    let options = bytes.options();
    let (sides, teams) = (2 + bytes.next() % 5, bytes.next());
    let mut seats = Vec::new();
    for side in 1..=sides {
        let team = teams & (1 << side) != 0;
        let roles: &[Role] = if team { &[Role::Row, Role::Deck] } else { &[Role::Solo] };
        for role in roles {
            let place = Place { side: Side(side), role: Some(*role) };
            seats.push(Seated { seat: WackeeSix::seat(place), place, driver: Driver::Person, online: true });
        }
    }
    let setup = Setup { options: &options, seats: &seats, round: 1, totals: &[] };
    let (mut now, mut seq) = (RoomTime(0), 1);
    let opening = WackeeSix::deal(&setup, None, Seed([bytes.next(); 32]), now);
    let Some(mut state) = WackeeSix::open(&opening, Stamp { seq, at: now }) else { return };
    while bytes.0.len() > 0 {
        now = now.plus(u64::from(bytes.next()).pow(2) / 8);
        settle(&mut state, &mut seq, now);
        if let Some(deadline) = WackeeSix::deadline(&state) {
            assert!(deadline > now, "a deadline that has passed was not met");
        }
        let input = bytes.input(&state);
        match WackeeSix::decide(&state, &input, now) {
            Ok(event) => event.iter().for_each(|event| happen(&mut state, event, &mut seq, now)),
            Err(refusal) => refusal.events.iter().for_each(|event| happen(&mut state, event, &mut seq, now)),
        }
        settle(&mut state, &mut seq, now);
    }
});

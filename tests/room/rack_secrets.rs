//! Windows that give nothing away (rulings 90 and 109), on the room: two rooms that differ only in what a
//! viewer may not know send that viewer the same bytes under the same numbers at the same instants, in
//! every step of a window, until the rules make the difference public.

use bytes::Bytes;
use slapdown::games::rng::Draw;
use slapdown::games::super_rack_o::action::Order;
use slapdown::games::super_rack_o::card::Colour;
use slapdown::games::super_rack_o::event::Dealt;
use slapdown::games::super_rack_o::slot::{RackRow, RackSlot};
use slapdown::games::super_rack_o::state::Phase;
use slapdown::games::super_rack_o::{Action, SuperRackO};
use slapdown::games::{BotLevel, RoomTime, Seat};
use slapdown::room::bots::Bots;
use slapdown::room::core::BotOutcome;
use slapdown::room::request::{Emote, Request};
use slapdown::room::view::Stood;

use crate::rack::{A, Rack};
use crate::rules::dice::{Seeded, pick, seed};
use crate::rules::pairs::{other_cards, with_and_without};
use crate::table::{act, raw};

/// Two rooms, driven alike.
struct Pair {
    rooms: [Rack; 2],
    target: Seat,
    /// Whose frames must be the same; none for the spectator.
    viewers: Vec<Option<Seat>>,
}

/// All that can be seen of a room from one place, with the instants at which it does something.
type Seen = (Vec<Bytes>, u64, RoomTime, Option<RoomTime>, Option<u64>);

fn seen(rack: &Rack, viewer: Option<Seat>) -> Seen {
    let guest = viewer.map_or(&rack.watcher, |seat| rack.guest(seat));
    let state = rack.table.state();
    (raw(&guest.outbox), state.seq, state.at, rack.table.core.deadline(), rack.table.core.next_tell_ms())
}

impl Pair {
    fn new([one, two]: [Dealt; 2], target: Seat) -> Self {
        let rooms = [Rack::dealt(&one), Rack::dealt(&two)];
        let others = rooms[0].guests.iter().map(|(seat, _)| *seat).filter(|seat| *seat != target);
        let viewers = others.map(Some).chain([None]).collect();
        Self { rooms, target, viewers }
    }

    fn same(&self, step: &str) {
        for viewer in &self.viewers {
            let [one, two] = [&self.rooms[0], &self.rooms[1]].map(|rack| seen(rack, *viewer));
            assert_eq!(one, two, "{viewer:?} can tell the rooms apart after {step}");
        }
    }

    fn both(&mut self, step: &str, mut what: impl FnMut(&mut Rack)) {
        for rack in &mut self.rooms {
            what(rack);
        }
        self.same(step);
    }

    fn asks(&mut self, seat: Seat, action: Action) {
        self.both(&format!("{action:?} of {seat:?}"), |rack| {
            rack.asks_unkept(seat, action);
            rack.table.keep();
        });
    }

    /// A orders the target.
    fn order(&mut self, row: RackRow) {
        let slot = RackSlot { side: Colour::Red, row: RackRow::ALL[0] };
        self.asks(A, Action::Draw);
        self.asks(A, Action::Exchange { slot, swap: Some(Order { target: self.target, row }) });
    }

    /// Who is under an order in both rooms.
    fn against(&self) -> Option<Seat> {
        let against = self.rooms[0].under_order();
        assert_eq!(against, self.rooms[1].under_order());
        against
    }

    /// The reverse cards that `seat` could play in both rooms. Their colour is public once they are played.
    fn common_reverses(&self, seat: Seat) -> Vec<RackSlot> {
        let card = |rack: &Rack, slot| rack.game().player(seat).expect("a player").rack.at(slot).card;
        let [one, two] = &self.rooms;
        let both = |slot: &RackSlot| card(one, *slot).is_reverse() && card(one, *slot) == card(two, *slot);
        RackSlot::all().filter(both).collect()
    }

    /// Something that people do in a window, whatever they hold.
    fn step(&mut self, against: Seat, draw: &mut Draw) {
        let row = RackRow::ALL[draw.below(8) as usize];
        let slots: Vec<RackSlot> = RackSlot::all().collect();
        let slot = slots[draw.below(16) as usize];
        let seats: Vec<Seat> = self.rooms[0].guests.iter().map(|(seat, _)| *seat).collect();
        let any = pick(draw, &seats).expect("a seat");
        match draw.below(14) {
            0 => {
                let ms = u64::from(draw.below(3_000));
                self.both("a while", |rack| rack.table.pass(ms));
            }
            1 => self.both("a resume", |rack| {
                let guest = rack.guest(any).clone();
                rack.table.drops(&guest);
                let known = rack.table.state().seq;
                let back = rack.table.returns(&guest, Some(known));
                rack.put(any, back);
            }),
            2 => self.both("a stop of the process", |rack| {
                let at = rack.table.at();
                rack.table.core.clock_stood(Stood::Stopped, at, &mut rack.table.chance);
                rack.table.keep();
            }),
            3 => self.both("a crash", |rack| {
                rack.table.crash();
                rack.all_return();
            }),
            4 | 5 => self.asks(against, Action::Accept),
            6..=8 => {
                if let Some(slot) = pick(draw, &self.common_reverses(against)) {
                    // Whoever answers draws a card, and knows more from then on.
                    self.viewers.retain(|viewer| *viewer != Some(against));
                    self.asks(against, Action::Reverse { slot, row });
                }
            }
            // Others who try to find out; the target itself may, and it costs nothing.
            9 if any != against => self.asks(any, Action::Reverse { slot, row }),
            10 => self.asks(any, Action::Take { slot, swap: None }),
            11 => self.asks(any, Action::Call),
            12 => self.both("a look", |rack| {
                for guest in rack.everybody().cloned().collect::<Vec<_>>() {
                    let now = rack.table.now();
                    rack.table.core.sync(guest.player, guest.conn, now);
                }
            }),
            // Several requests in one batch, an answer among them.
            _ => self.both("a batch", |rack| {
                rack.requests_unkept(any, Request::React { emote: Emote::Hurry });
                rack.requests_unkept(any, act(Action::Call));
                rack.requests_unkept(against, act(Action::Accept));
                rack.requests_unkept(any, act(Action::Discard));
                rack.table.keep();
            }),
        }
    }

    /// Goes on until the window is settled; comes back with the number of steps.
    fn play(&mut self, draw: &mut Draw) -> usize {
        self.same("the deal");
        self.order(RackRow::ALL[draw.below(8) as usize]);
        let mut steps = 0;
        while let Some(against) = self.against() {
            self.step(against, draw);
            steps += 1;
        }
        steps
    }
}

#[test]
fn whether_the_target_holds_a_reverse_card_shows_in_no_frame_number_or_instant() {
    let (mut pairs, mut steps) = (0, 0);
    for number in 0..1_200 {
        let _seeded = Seeded(number);
        let mut draw = seed(number).draw();
        let Some((deals, target)) = with_and_without(&mut draw) else { continue };
        pairs += 1;
        steps += Pair::new(deals, target).play(&mut draw);
    }
    println!("{pairs} pairs, {steps} steps");
    assert!(pairs >= 1_000 && steps > 3_000, "{pairs} pairs, {steps} steps");
}

#[test]
fn other_racks_and_another_order_of_the_pile_show_in_no_frame_number_or_instant() {
    let (mut answered, mut steps) = (0, 0);
    for number in 50_000..51_000 {
        let _seeded = Seeded(number);
        let mut draw = seed(number).draw();
        let (deals, target) = other_cards(&mut draw);
        let mut pair = Pair::new(deals, target);
        let seats = pair.viewers.len();
        steps += pair.play(&mut draw);
        answered += usize::from(pair.viewers.len() < seats || pair.rooms[0].game().discard().len() > 3);
    }
    println!("{answered} of 1000 with an answer, {steps} steps");
    assert!(answered > 50 && steps > 3_000, "{answered}, {steps}");
}

/// What the bots of a room do until the order is answered, refused tries included, as the room's task would
/// let them: when each thought, and what everybody but the target was sent before the answer was kept.
fn bots_answer(
    rack: &mut Rack,
    (target, level): (Seat, BotLevel),
    number: u64,
) -> (Vec<(u64, Seat)>, Vec<Seen>) {
    let mut bots = Bots::new(seed(number));
    let mut thought = Vec::new();
    let pace_ms = rack.table.core.bot_pace_ms();
    loop {
        let now = rack.table.now();
        let due = {
            let core = &rack.table.core;
            // As if it were a bot of that level which stands in.
            let seats = core.bots().map(|(seat, _)| (seat, level));
            bots.due::<SuperRackO>(seats, pace_ms, now.clock_ms, |seat| {
                Some((core.bot_view(seat, now.room)?, core.game_options().clone()))
            })
        };
        for thinker in due {
            let seat = thinker.seat();
            thought.push((now.clock_ms, seat));
            let Some(action) = thinker.think() else {
                bots.judged(BotOutcome { seat, done: true }, pace_ms, now.clock_ms);
                continue;
            };
            assert_eq!(seat, target, "nobody else has anything to do");
            let others: Vec<Option<Seat>> = rack
                .guests
                .iter()
                .map(|(seat, _)| Some(*seat))
                .filter(|seat| *seat != Some(target))
                .collect();
            let frames = others.into_iter().chain([None]).map(|viewer| seen(rack, viewer)).collect();
            rack.table.core.bot_move(seat, action, now.room, &mut rack.table.chance);
            if let Some(append) = rack.table.seal() {
                rack.table.log.push(append.row);
            }
            let outcomes = rack.table.core.kept(false, now);
            rack.table.core.tell(now);
            if outcomes.iter().any(|outcome| outcome.done) {
                return (thought, frames);
            }
            for outcome in outcomes {
                bots.judged(outcome, pace_ms, now.clock_ms);
            }
        }
        let next_ms = bots.next_ms().expect("a bot has a plan");
        assert!(next_ms < 60_000, "no answer");
        rack.table.pass(next_ms - now.clock_ms);
    }
}

/// What bots of a level have done under orders: how often they carried one out and turned one round, and
/// after what times they answered.
fn answers_of(level: BotLevel) -> ([usize; 2], Vec<u64>) {
    let (mut kinds, mut waits) = ([0, 0], Vec::new());
    for number in 0..150 {
        let _seeded = Seeded(number);
        let mut draw = seed(number).draw();
        let Some((mut deals, target)) = with_and_without(&mut draw) else { continue };
        for dealt in &mut deals {
            // Long enough that a bot has its pause.
            dealt.options.window_ms = 10_000;
        }
        let mut pair = Pair::new(deals, target);
        pair.viewers.retain(|viewer| *viewer != Some(target));
        // The target stands up: a bot moves for it from now on.
        pair.both("somebody stands up", |rack| {
            rack.requests_unkept(target, Request::Stand);
            rack.table.keep();
        });
        pair.order(RackRow::ALL[draw.below(8) as usize]);
        let began = pair.rooms[0].table.at().0;
        let [one, two] = pair.rooms.each_mut().map(|rack| bots_answer(rack, (target, level), number));
        assert_eq!(one, two, "when it thought, when it answered, and what was sent until then");
        waits.push(one.0.last().expect("a thought").0 - began);
        for rack in &pair.rooms {
            kinds[usize::from(matches!(rack.game().phase(), Phase::Window { .. }))] += 1;
        }
    }
    waits.sort_unstable();
    waits.dedup();
    (kinds, waits)
}

#[test]
fn a_bot_under_an_order_answers_after_a_time_that_does_not_depend_on_its_cards() {
    for level in BotLevel::ALL {
        let (kinds, waits) = answers_of(*level);
        println!("{level:?}: {kinds:?} carried out and turned round, after {} times", waits.len());
        assert!(kinds.iter().all(|count| *count > 20), "both answers occur, {level:?}: {kinds:?}");
        assert!(waits.len() > 30, "as people do, at different times, {level:?}: {waits:?}");
    }
}

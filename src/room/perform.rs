//! One input from its instant to its last event: what was due before it, the judgement, and everything
//! that follows from it. The same function serves the room, the simulator and a replay.

use super::answer::{Accepted, Answer};
use super::decide::decide;
use super::event::{Event, RoomEvent};
use super::follow::follow;
use super::input::{Entry, Input, Told};
use super::remembered::Asked;
use super::state::RoomState;
use crate::chance::Chance;
use crate::games::rng::Seed;
use crate::games::{Game, RoomTime, Stamp};

/// Automatic steps that one input may have; more means that a rule never comes to an end.
const STEPS_MAX: usize = 10_000;

/// Chance that keeps what it gave.
struct Recorded<'a> {
    source: &'a mut dyn Chance,
    given: Vec<Seed>,
}

impl Chance for Recorded<'_> {
    fn bytes(&mut self) -> [u8; 32] {
        let bytes = self.source.bytes();
        self.given.push(Seed(bytes));
        bytes
    }
}

/// Makes a room from its first input, which must be [`Input::Create`]; none otherwise.
pub fn create<G: Game>(input: Input<G>, chance: &mut dyn Chance) -> Option<(RoomState<G>, Entry<G>)> {
    let Input::Create { id, code, visibility, options } = &input else { return None };
    let at = RoomTime(0);
    let created = Event::Room(RoomEvent::Created {
        id: *id,
        code: *code,
        visibility: *visibility,
        options: options.clone(),
    });
    let mut state = RoomState::open(&created, Stamp { seq: 1, at })?;
    let mut chance = Recorded { source: chance, given: Vec::new() };
    let mut events = vec![created];
    settle(&mut state, at, &mut chance, &mut events);
    let answer = Answer::Accepted(Accepted::default());
    Some((state, Entry { at, asked: None, input, told: Told::Nothing, chance: chance.given, answer, events }))
}

/// Lets everything happen that was due by `at`, as an entry of its own; none if nothing was.
///
/// This comes before every input, so that nothing slips in behind a deadline.
pub fn catch_up<G: Game>(
    state: &mut RoomState<G>,
    at: RoomTime,
    chance: &mut dyn Chance,
) -> Option<Entry<G>> {
    let mut chance = Recorded { source: chance, given: Vec::new() };
    let mut events = Vec::new();
    settle(state, at, &mut chance, &mut events);
    let answer = Answer::Accepted(Accepted::default());
    let due = !events.is_empty();
    due.then_some(Entry {
        at,
        asked: None,
        input: Input::Wake,
        told: Told::Nothing,
        chance: chance.given,
        answer,
        events,
    })
}

/// Judges an input at instant `at` and lets everything happen that follows from it.
///
/// A refusal without a cost leaves `state` as it was.
pub fn perform<G: Game>(
    state: &mut RoomState<G>,
    asked: Option<Asked>,
    input: Input<G>,
    at: RoomTime,
    chance: &mut dyn Chance,
) -> Entry<G> {
    let mut chance = Recorded { source: chance, given: Vec::new() };
    let verdict = decide(state, &input, at, &mut chance);
    let mut events = verdict.events;
    if !events.is_empty() {
        state.note_mover(&input);
    }
    for event in &events {
        state.evolve(event, at);
    }
    if !events.is_empty() {
        settle(state, at, &mut chance, &mut events);
    }
    let mut answer = verdict.answer;
    if matches!(
        &input,
        Input::Ask { request: super::request::Request::Act { .. }, .. } | Input::BotMove { .. }
    ) {
        match &mut answer {
            Answer::Accepted(accepted) => accepted.seq = Some(state.seq),
            Answer::Refused(refused) => refused.seq = Some(state.seq),
        }
    }
    if let Some(asked) = asked.filter(|_| !events.is_empty()) {
        remember(state, &asked, &answer);
    }
    Entry { at, asked, input, told: verdict.told, chance: chance.given, answer, events }
}

/// Lets a decided entry happen to a state that has not seen it: the committed state, or one that is
/// revived from its log. Runs no rules.
pub fn replay<G: Game>(state: &mut RoomState<G>, entry: &Entry<G>) {
    if !entry.events.is_empty() {
        state.note_mover(&entry.input);
    }
    for event in &entry.events {
        state.evolve(event, entry.at);
    }
    if let Some(asked) = entry.asked.filter(|_| !entry.events.is_empty()) {
        remember(state, &asked, &entry.answer);
    }
}

/// Only members have answers kept: who just left is known by the session's own row.
fn remember<G: Game>(state: &mut RoomState<G>, asked: &Asked, answer: &Answer<G>) {
    if state.member(asked.player).is_some_and(|member| !member.gone) {
        state.answers.keep(asked, answer.clone());
    }
}

fn settle<G: Game>(
    state: &mut RoomState<G>,
    at: RoomTime,
    chance: &mut dyn Chance,
    events: &mut Vec<Event<G>>,
) {
    for _ in 0..STEPS_MAX {
        let step = follow(state, at, chance);
        if step.is_empty() {
            return;
        }
        for event in step {
            state.evolve(&event, at);
            events.push(event);
        }
    }
    // A bug in a rule: ending this room with a message is better than a task that never yields.
    #[expect(clippy::panic, reason = "ends this room alone; it is revived from its log")]
    {
        panic!("the room's automatic steps do not come to an end");
    }
}

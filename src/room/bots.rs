//! When the bots of a room move. A bot gets the view of its seat, thinks off the socket threads, and
//! puts its move into the mailbox like anybody else.
//!
//! Its thinking time is neither state nor log: it draws from a generator of its own.

use std::collections::BTreeMap;

use super::core::BotOutcome;
use crate::games::rng::Draw;
use crate::games::{BotLevel, Game, Seat, Seed, Sight};
use crate::limits::{BOT_LOOKS_AGAIN_MS, BOT_TRIES_MAX};

/// The plans of all bots of a room.
#[derive(Debug)]
pub struct Bots {
    draw: Draw,
    /// The room's last event that the idle ones were woken for.
    seen: u64,
    plans: BTreeMap<Seat, Plan>,
}

#[derive(Debug)]
struct Plan {
    /// When it thinks next, in the clock's milliseconds; none while it thinks.
    due_ms: Option<u64>,
    /// Refused moves in a row.
    refused: u32,
    /// Whether it saw nothing to do.
    idle: bool,
}

/// A bot that thinks now.
pub struct Thinker<G: Game> {
    view: G::View,
    options: G::Options,
    seat: Seat,
    level: BotLevel,
    seed: Seed,
    /// After several refused moves in a row.
    safe: bool,
}

impl<G: Game> Thinker<G> {
    /// The seat it moves for.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Thinks; none means that it would rather wait.
    pub fn think(self) -> Option<G::Action> {
        let sight = Sight { view: &self.view, options: &self.options, seat: self.seat };
        if self.safe {
            return G::safe_move(&sight);
        }
        G::think(&sight, self.level, &mut self.seed.draw())
    }
}

impl Bots {
    /// No bot has a plan yet.
    #[must_use]
    pub fn new(seed: Seed) -> Self {
        Self { draw: seed.draw(), seen: 0, plans: BTreeMap::new() }
    }

    /// Keeps a plan for each seat that a bot moves for, and comes back with those that think now.
    pub fn due<G: Game>(
        &mut self,
        seats: impl Iterator<Item = (Seat, BotLevel)>,
        pace_ms: u64,
        now_ms: u64,
        sees: impl Fn(Seat) -> Option<(G::View, G::Options)>,
    ) -> Vec<Thinker<G>> {
        let mut thinkers = Vec::new();
        let mut kept = BTreeMap::new();
        for (seat, level) in seats {
            let first = now_ms + Self::pause(&mut self.draw, pace_ms);
            let mut plan =
                self.plans.remove(&seat).unwrap_or(Plan { due_ms: Some(first), refused: 0, idle: false });
            if plan.due_ms.is_some_and(|due| due <= now_ms)
                && let Some((view, options)) = sees(seat)
            {
                plan.due_ms = None;
                let safe = plan.refused >= BOT_TRIES_MAX;
                thinkers.push(Thinker { view, options, seat, level, seed: self.draw.seed(), safe });
            }
            kept.insert(seat, plan);
        }
        // Who is no longer a bot's is forgotten; a move that still comes is refused by the room.
        self.plans = kept;
        thinkers
    }

    /// The bot saw nothing to do: it looks again soon, and after its pause when something happens.
    pub fn waits(&mut self, seat: Seat, pace_ms: u64, now_ms: u64) {
        let pause = Self::pause(&mut self.draw, pace_ms).max(BOT_LOOKS_AGAIN_MS);
        if let Some(plan) = self.plans.get_mut(&seat) {
            *plan = Plan { due_ms: Some(now_ms + pause), refused: 0, idle: true };
        }
    }

    /// The room's last kept event is `seq`: whoever saw nothing to do before it thinks after a pause.
    pub fn stirred(&mut self, seq: u64, pace_ms: u64, now_ms: u64) {
        if std::mem::replace(&mut self.seen, seq) == seq {
            return;
        }
        for plan in self.plans.values_mut().filter(|plan| plan.idle) {
            let soon = now_ms + Self::pause(&mut self.draw, pace_ms);
            plan.due_ms = plan.due_ms.map(|due| due.min(soon));
            plan.idle = false;
        }
    }

    /// A move was judged: the bot thinks again after its pause.
    pub fn judged(&mut self, outcome: BotOutcome, pace_ms: u64, now_ms: u64) {
        let pause = Self::pause(&mut self.draw, pace_ms);
        if !outcome.done {
            tracing::debug!(seat = outcome.seat.0, "a bot's move was refused");
        }
        if let Some(plan) = self.plans.get_mut(&outcome.seat) {
            plan.refused = if outcome.done { 0 } else { (plan.refused + 1) % (BOT_TRIES_MAX + 2) };
            plan.due_ms = Some(now_ms + pause);
            plan.idle = false;
        }
    }

    /// When the next bot thinks, in the clock's milliseconds.
    #[must_use]
    pub fn next_ms(&self) -> Option<u64> {
        self.plans.values().filter_map(|plan| plan.due_ms).min()
    }

    /// A pause as people make them: the pace, and up to as much again.
    fn pause(draw: &mut Draw, pace_ms: u64) -> u64 {
        let spread = u32::try_from(pace_ms).unwrap_or(u32::MAX).saturating_add(1);
        pace_ms + u64::from(draw.below(spread))
    }
}

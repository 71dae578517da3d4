//! What the simulator needs to know of a game: what people try at its table, and what a client makes of its
//! events.

use serde_json::Value;
use slapdown::games::list::Listed;
use slapdown::games::rng::Draw;
use slapdown::games::{Game, Viewer};

use crate::seen::Seen;
use crate::world::World;

/// A game that can be simulated.
pub trait Play: Listed {
    /// Options under which much happens in little time.
    fn quick(draw: &mut Draw) -> Vec<(&'static str, Value)>;

    /// What somebody tries at the table: sometimes what a player would do, sometimes what nobody may.
    fn action(world: &mut World<Self>, index: usize) -> Self::Action;

    /// Whether an action can be accepted without anything happening.
    fn may_be_idle(_action: &Self::Action) -> bool {
        false
    }

    /// A client's picture of the table, brought up to date with an event that was told to `me`.
    fn apply(table: &mut Option<Self::View>, me: Viewer, event: Self::Shown);

    /// Takes from a view what only a clock tells: of what remains of an instant, only that it does is left.
    fn timeless(view: &mut Self::View);

    /// Counts what happened.
    fn count(event: &Self::Event, seen: &mut Seen);

    /// What some rooms begin with.
    fn begin(_world: &mut World<Self>) {}

    /// What must hold of the table besides the rules' own invariants, while somebody is there to play.
    fn holds(world: &World<Self>);
}

/// The viewer that a client is by its own seat.
pub fn viewer<G: Game>(you: slapdown::room::view::You, playing: bool) -> Viewer {
    let place = you.side.filter(|_| playing).map(|side| slapdown::games::Place { side, role: you.role });
    place.map_or(Viewer::Watcher, |place| Viewer::Seat(G::seat(place)))
}

//! Who may touch what in a team (rulings 9, 43 and 57).

use super::options::TeamPair;
use super::spot::Spot;
use super::state::{Person, State};
use crate::games::Role;

/// What somebody wants to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Area {
    /// Cards of the row.
    Row,
    /// Stock and waste.
    Deck,
    /// A pair out of both.
    Both,
}

impl Area {
    /// The area of one card.
    pub(super) fn of(spot: Spot) -> Self {
        match spot {
            Spot::Row(_) => Self::Row,
            Spot::Waste => Self::Deck,
        }
    }

    /// The area of two cards.
    pub(super) fn of_pair(one: Spot, other: Spot) -> Self {
        let (one, other) = (Self::of(one), Self::of(other));
        if one == other { one } else { Self::Both }
    }
}

/// Whether the person plays alone: solo, or in place of a partner who is away.
fn is_alone(state: &State, person: &Person) -> bool {
    let covers = || state.options.cover_absent && state.partner(person).is_some_and(|other| other.away);
    person.role == Role::Solo || covers()
}

/// Whether the area is the person's to play.
pub(super) fn may_touch(state: &State, person: &Person, area: Area) -> bool {
    let loose = !state.options.strict_roles;
    is_alone(state, person)
        || match area {
            Area::Row => loose || person.role == Role::Row,
            Area::Deck => loose || person.role == Role::Deck,
            // Also with loose roles: the option is about the pair, not about who lays it (ruling 43).
            Area::Both => state.options.team_pair == TeamPair::Either,
        }
}

/// Whether anybody of the side may play a pair out of row and waste.
pub(super) fn pairs_across(state: &State, side: crate::games::Side) -> bool {
    state.options.team_pair == TeamPair::Either
        || state.seats.iter().any(|person| person.side == side && is_alone(state, person))
}

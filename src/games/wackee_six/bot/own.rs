//! What a bot has in front of it: its side, its part in the side, and every lay it can make.

use super::super::WackeeSix;
use super::super::action::Action;
use super::super::card::{Card, Rank, Suit};
use super::super::options::{CallToStop, Options, TeamPair};
use super::super::spot::{RowSlot, Spot};
use super::super::view::{SideView, View};
use crate::games::{Role, Seat, Sight};

/// Time without a card laid after which nobody overlooks anything, in milliseconds.
const QUIET_MS: u64 = 10_000;

/// What a bot has in front of it.
pub(super) struct Own<'a> {
    /// The table.
    pub view: &'a View,
    /// The options.
    options: &'a Options,
    /// Its side.
    pub side: &'a SideView,
    /// Its part in the side; as if alone, where it covers for its partner.
    role: Role,
}

/// Cards that a pile takes now, in one action: a natural card, a wild and the natural card after it, or a
/// wild alone.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lay {
    /// Where the card lies that is laid first.
    pub first: Spot,
    /// The natural card after a wild, and where it lies.
    pub companion: Option<(Spot, Card)>,
    /// The card that is laid first.
    pub card: Card,
    /// The colour of the pile.
    pub color: Suit,
    /// What the pile counts as afterwards.
    pub top: u8,
}

impl Lay {
    /// The places that the cards come from.
    pub(super) fn spots(self) -> impl Iterator<Item = Spot> {
        std::iter::once(self.first).chain(self.companion.map(|(spot, _)| spot))
    }

    /// What to ask for. No pile is named: those that fit are interchangeable (ruling 26).
    pub(super) fn action(self) -> Action {
        if self.card.is_wild() {
            let (companion, card) = self.companion.unzip();
            Action::PlayWild { wild: self.first, companion, card, pile: None }
        } else {
            Action::Play { card: self.card, from: self.first, pile: None }
        }
    }
}

impl<'a> Own<'a> {
    /// What the bot of a seat has in front of it; none if the seat is not of this round.
    pub(super) fn of(sight: &Sight<'a, WackeeSix>) -> Option<Self> {
        let Sight { view, options, seat } = *sight;
        let number = seat.0.div_ceil(2);
        let side = view.sides.iter().find(|side| side.side.0 == number)?;
        let role = match (side.team, seat.0 % 2) {
            (false, _) => Role::Solo,
            _ if covers(view, options, seat) => Role::Solo,
            (true, 0) => Role::Deck,
            (true, _) => Role::Row,
        };
        Some(Self { view, options, side, role })
    }

    /// A turn, if there is anything to turn. In a team that is the deck player's, also where partners
    /// need not keep to their areas.
    pub(super) fn turn(&self) -> Option<Action> {
        let cards = self.side.stock > 0 || self.side.waste > 0;
        (cards && self.role != Role::Row).then_some(Action::Turn {})
    }

    /// Whether no card was laid for so long that everybody looks at everything they have.
    pub(super) fn is_quiet(&self) -> bool {
        let wait_ms = self.options.idle_vote_ms;
        self.view.vote_in.is_some_and(|left| wait_ms.saturating_sub(left.0) >= QUIET_MS.min(wait_ms))
    }

    /// Whether calling stops the round.
    pub(super) fn may_call(&self) -> bool {
        self.side.out && self.options.call_to_stop == CallToStop::ByCall
    }

    /// The side's cards that `role` reaches, the row first.
    fn cards(&self, role: Role) -> impl Iterator<Item = (Spot, Card)> {
        cards(self.side).filter(move |(spot, _)| match role {
            Role::Solo => true,
            Role::Row => *spot != Spot::Waste,
            Role::Deck => *spot == Spot::Waste,
        })
    }

    /// The natural cards that can be laid by themselves, the row first.
    pub(super) fn singles(&self) -> impl Iterator<Item = Lay> {
        let reach = if self.options.strict_roles { self.role } else { Role::Solo };
        self.cards(reach).filter_map(|(first, card)| {
            let (color, rank) = card.natural()?;
            let lay = Lay { first, companion: None, card, color, top: rank.number() };
            stands(self.view, color, rank.number() - 1).then_some(lay)
        })
    }

    /// What can be laid with a wild. In a team at least one card is the bot's own, and both where partners
    /// may not reach across (ruling 43). A card under a wild is not seen, and never tried.
    pub(super) fn with_wilds(&self) -> impl Iterator<Item = Lay> {
        let loose = !self.options.strict_roles;
        // Out of row and waste: whoever plays alone, and a team where it may.
        let alone = self.role == Role::Solo && (!self.side.team || self.options.cover_absent);
        let across = alone || self.options.team_pair == TeamPair::Either;
        let (own, reach) = match (loose, across) {
            (true, _) => (Role::Solo, Role::Solo),
            (false, true) => (self.role, Role::Solo),
            (false, false) => (self.role, self.role),
        };
        let is_own = move |spot: Spot| match own {
            Role::Solo => true,
            Role::Row => spot != Spot::Waste,
            Role::Deck => spot == Spot::Waste,
        };
        let locked = self.side.wild_locked_in.is_some();
        let wilds = self.cards(reach).filter(move |(_, card)| card.is_wild() && !locked);
        wilds.flat_map(move |(wild, card)| {
            let pairs = self.cards(reach).filter_map(move |(spot, companion)| {
                let (color, rank) = companion.natural()?;
                let top = rank.number();
                // The wild counts as one less, and never as 1 (rulings 32 and 33).
                let fits = top > 2 && stands(self.view, color, top - 2);
                let lay = Lay { first: wild, companion: Some((spot, companion)), card, color, top };
                let reaches = across || (wild == Spot::Waste) == (spot == Spot::Waste);
                (fits && reaches && (is_own(wild) || is_own(spot))).then_some(lay)
            });
            let alone = self.alone(wild).filter(|_| is_own(wild));
            pairs.chain(alone)
        })
    }

    /// The wild alone on a pile at 12, where that is allowed (ruling 35).
    fn alone(&self, first: Spot) -> Option<Lay> {
        let last = Rank::LAST.number();
        let pile = self.view.piles.iter().find(|pile| pile.top.number() + 1 == last);
        let pile = pile.filter(|_| self.options.wild_13)?;
        Some(Lay { first, companion: None, card: Card::WILD, color: pile.color, top: last })
    }
}

/// Whether the bot works both areas because its partner is away and the room lets it (ruling 57).
fn covers(view: &View, options: &Options, seat: Seat) -> bool {
    let partner = |other: &&Seat| **other != seat && other.0.div_ceil(2) == seat.0.div_ceil(2);
    (options.cover_absent || !options.strict_roles) && view.away.iter().any(|other| partner(&other))
}

/// The face-up cards of a side with their places, the row first.
pub(super) fn cards(side: &SideView) -> impl Iterator<Item = (Spot, Card)> {
    let row = RowSlot::ALL.into_iter().map(Spot::Row).zip(side.row);
    row.chain([(Spot::Waste, side.top)]).filter_map(|(spot, card)| Some((spot, card?)))
}

/// How many piles of the colour count as `top`; for 0, that a pile can be opened.
pub(super) fn places(view: &View, color: Suit, top: u8) -> usize {
    if top == 0 {
        // Any number of piles may be opened.
        return usize::MAX;
    }
    view.piles.iter().filter(|pile| pile.color == color && pile.top.number() == top).count()
}

/// Whether a pile of the colour counts as `top`, or a pile may be opened.
fn stands(view: &View, color: Suit, top: u8) -> bool {
    places(view, color, top) > 0
}

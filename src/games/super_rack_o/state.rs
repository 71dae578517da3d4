//! The whole truth about one game, and questions to it.
//!
//! Only `evolve` changes it. Never leaves the server; `view` makes what does.

use serde::{Deserialize, Serialize};

use super::card::Card;
use super::event::Dealt;
use super::options::Options;
use super::pile::{Discard, Piles};
use super::rack::Rack;
use super::turn::{Next, Window};
use crate::games::{RoomTime, Seat, Seed, Side};

/// One game, from the deal to the win.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The options that hold.
    pub(super) options: Options,
    /// The game's number within the match, from 1.
    pub(super) round: u32,
    /// What each side has won before.
    pub(super) totals: Vec<(Side, i64)>,
    /// Who deals.
    pub(super) dealer: Seat,
    /// The players, in ascending order of seats.
    pub(super) players: Vec<Player>,
    /// The draw pile, its top last.
    pub(super) draw_pile: Vec<Card>,
    /// The discard pile, its top last; never empty.
    pub(super) discard: Vec<Card>,
    /// What the next reshuffle is made from.
    pub(super) chance: Seed,
    /// Who has to do what.
    pub(super) phase: Phase,
}

/// One player.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Player {
    /// The seat.
    pub seat: Seat,
    /// The rack.
    pub rack: Rack,
    /// Whether the rack is in play; once set aside it stays so (ruling 106).
    pub in_play: bool,
    /// Whether the next turn is lost (ruling 97).
    pub skips_next: bool,
}

/// Who has to do what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "phase", rename_all = "snake_case")]
pub enum Phase {
    /// Somebody's turn.
    Playing {
        /// Whose.
        turn: Seat,
        /// The card in hand, once it is drawn.
        drawn: Option<Card>,
        /// When the turn ends by itself, if it does.
        ends_at: Option<RoomTime>,
    },
    /// Somebody is under an order.
    Window {
        /// Whose turn it was: the next one is to that player's left (ruling 75).
        turn: Seat,
        /// The order.
        window: Window,
    },
    /// Somebody has won.
    Over {
        /// Who.
        winner: Seat,
        /// A card that was in hand: whose, and which.
        hand: Option<(Seat, Card)>,
        /// When. None in snapshots of versions that did not note it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<RoomTime>,
    },
}

impl State {
    /// The table after a deal.
    #[must_use]
    pub fn open(dealt: &Dealt) -> Self {
        let player = |seat, rack| Player { seat, rack, in_play: true, skips_next: false };
        Self {
            options: dealt.options.clone(),
            round: dealt.round,
            totals: dealt.totals.clone(),
            dealer: dealt.dealer,
            players: dealt.racks.iter().map(|own| player(own.seat, own.rack)).collect(),
            draw_pile: dealt.draw_pile.clone(),
            discard: dealt.discard.clone(),
            chance: dealt.chance,
            phase: Phase::Playing { turn: dealt.next.turn, drawn: None, ends_at: dealt.next.ends_at },
        }
    }

    /// The options that hold.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Who deals.
    #[must_use]
    pub const fn dealer(&self) -> Seat {
        self.dealer
    }

    /// The players, in ascending order of seats.
    #[must_use]
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// The player of a seat.
    #[must_use]
    pub fn player(&self, seat: Seat) -> Option<&Player> {
        self.players.iter().find(|player| player.seat == seat)
    }

    pub(super) fn player_mut(&mut self, seat: Seat) -> Option<&mut Player> {
        self.players.iter_mut().find(|player| player.seat == seat)
    }

    /// The draw pile, its top last.
    #[must_use]
    pub fn draw_pile(&self) -> &[Card] {
        &self.draw_pile
    }

    /// The discard pile, its top last.
    #[must_use]
    pub fn discard(&self) -> &[Card] {
        &self.discard
    }

    /// Who has to do what.
    #[must_use]
    pub const fn phase(&self) -> &Phase {
        &self.phase
    }

    /// Whose turn it is, or was when the order was given.
    #[must_use]
    pub const fn turn(&self) -> Option<Seat> {
        match self.phase {
            Phase::Playing { turn, .. } | Phase::Window { turn, .. } => Some(turn),
            Phase::Over { .. } => None,
        }
    }

    /// The card in somebody's hand: whose, and which.
    #[must_use]
    pub const fn hand(&self) -> Option<(Seat, Card)> {
        match self.phase {
            Phase::Playing { turn, drawn: Some(card), .. } => Some((turn, card)),
            Phase::Over { hand, .. } => hand,
            _ => None,
        }
    }

    /// The players from the left of `seat` round the table to `seat` itself (ruling 65).
    pub fn leftwards(&self, seat: Seat) -> impl Iterator<Item = &Player> {
        let (upto, after): (Vec<_>, Vec<_>) = self.players.iter().partition(|player| player.seat <= seat);
        after.into_iter().chain(upto)
    }

    /// Those who are in play.
    pub fn in_play(&self) -> impl Iterator<Item = &Player> {
        self.players.iter().filter(|player| player.in_play)
    }

    /// Whose turn comes after the one of `seat`, which is over at `now`. `leaving` is set aside in the
    /// same moment.
    #[must_use]
    pub(super) fn next_turn(&self, seat: Seat, leaving: Option<Seat>, now: RoomTime) -> Next {
        let mut skipped = Vec::new();
        let mut turn = seat;
        // Twice round the table is enough: who was passed over once is not passed over again.
        for player in self.leftwards(seat).chain(self.leftwards(seat)) {
            if !player.in_play || Some(player.seat) == leaving {
                continue;
            }
            if player.skips_next && !skipped.contains(&player.seat) {
                skipped.push(player.seat);
                continue;
            }
            turn = player.seat;
            break;
        }
        Next { turn, skipped, ends_at: self.turn_ends_at(now) }
    }

    /// When a turn that begins at `now` ends by itself, if it does (ruling 105).
    fn turn_ends_at(&self, now: RoomTime) -> Option<RoomTime> {
        turn_ends_at(&self.options, now)
    }

    /// The piles after the top of the draw pile has become a pile of `drawn` cards less, and the
    /// discard pile of `count` cards with `top`.
    pub(super) fn piles(draw_pile: usize, discard: usize, top: Option<Card>) -> Piles {
        // Never more than 108 cards.
        let count = |cards| u8::try_from(cards).unwrap_or(u8::MAX);
        Piles { draw_pile: count(draw_pile), discard: Discard { count: count(discard), top } }
    }

    /// The piles when `card` is put on the discard pile.
    pub(super) fn piles_with(&self, card: Card) -> Piles {
        Self::piles(self.draw_pile.len(), self.discard.len() + 1, Some(card))
    }

    /// The piles as they are.
    pub(super) fn piles_now(&self) -> Piles {
        Self::piles(self.draw_pile.len(), self.discard.len(), self.discard.last().copied())
    }
}

/// When a turn that begins at `now` ends by itself, if it does (ruling 105).
#[must_use]
pub(super) fn turn_ends_at(options: &Options, now: RoomTime) -> Option<RoomTime> {
    (options.turn_clock_ms > 0).then(|| now.plus(options.turn_clock_ms))
}

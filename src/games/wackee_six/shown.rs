//! Events as clients see them: `{"e": "played", …}`.
//!
//! All viewers see the same (rulings 59 and 60). Together with the view before it, each event is enough
//! to bring the view up to date.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::action::Motion;
use super::card::{Card, Rank, Suit};
use super::event::{Event, Move, WasteLeft};
use super::spot::{PileId, RowSlot, Spot};
use super::state::Cause;
use super::tally::{Revealed, RoundEnd, Score};
use super::view::Ms;
use crate::games::{Driver, Role, RoomTime, Seat, Side};

/// What happened, as everybody sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(tag = "e", rename_all = "snake_case")]
#[ts(rename = "WackeeSixEvent")]
#[schemars(rename = "WackeeSixEvent")]
pub enum Shown {
    /// A round was dealt: the table is new. Each side has its row, 6 cards face down and a stock of 42.
    Dealt {
        /// The round's number within the match.
        round: u32,
        /// The rows, in ascending order of sides.
        sides: Vec<DealtSide>,
        /// When the race begins, where nobody needs to say so; else the phase is `dealt`.
        starts_in: Option<Ms>,
    },
    /// The phase is `countdown`. After it the race begins, or goes on where room time had stood.
    Countdown {
        /// The seat that said "Let's get Wackee!"; null for a host without one, and on `resumed`.
        by: Option<Seat>,
        /// Whether this is the allowance because room time had stood.
        resumed: bool,
        /// When it ends.
        starts_in: Ms,
    },
    /// The countdown is over: the phase is `playing`, or `stuck` if `stuck_in` is a number.
    Began {
        /// When the stocks are rotated, if that had been announced before.
        stuck_in: Option<Ms>,
        /// When the round ends; null in `stuck` and without a limit.
        ends_in: Option<Ms>,
        /// When an idle vote may be called; null in `stuck` and without such votes.
        vote_in: Option<Ms>,
    },
    /// A side turned up to three cards of its stock.
    Turned {
        /// The side.
        side: Side,
        /// The new top of its waste.
        top: Card,
        /// Cards in its stock.
        stock: u8,
        /// Cards in its waste.
        waste: u8,
    },
    /// A side turned its waste over to be its stock; a `turned` follows.
    Recycled {
        /// The side.
        side: Side,
        /// Cards in its stock; its waste is empty.
        stock: u8,
    },
    /// A card was laid (a `card` that is wild was laid alone and closed the pile). `rotations` goes back
    /// to 0 and `vote_in` to `idle_vote_ms`.
    Played {
        /// The side whose card it is.
        side: Side,
        /// Who laid it.
        seat: Seat,
        /// The card.
        card: Card,
        /// Where it came from; that slot of the row is empty now.
        from: Spot,
        /// The pile.
        pile: PileId,
        /// Another pile, which had been named and did not take it.
        named: Option<PileId>,
        /// The pile's colour.
        color: Suit,
        /// What the top of the pile counts as now; 1 for a new pile, and 13 closes it.
        top: Rank,
        /// The side's cards in the middle.
        played: u8,
        /// The side's waste, if the card came from there.
        waste: Option<WasteLeft>,
    },
    /// A wild and the natural card after it were laid. `rotations` goes back to 0 and `vote_in` to
    /// `idle_vote_ms`.
    PairPlayed {
        /// The side whose cards they are.
        side: Side,
        /// Who laid them.
        seat: Seat,
        /// Where the wild came from.
        wild: Spot,
        /// Where the natural card came from.
        companion: Spot,
        /// The natural card, which lies on top.
        card: Card,
        /// The pile.
        pile: PileId,
        /// Another pile, which had been named and did not take them.
        named: Option<PileId>,
        /// The pile's colour.
        color: Suit,
        /// What the top of the pile counts as now; 13 closes it.
        top: Rank,
        /// The side's cards in the middle.
        played: u8,
        /// The side's waste, if a card came from there.
        waste: Option<WasteLeft>,
    },
    /// A slot of a row was filled from the face-down pile.
    Refilled {
        /// The side.
        side: Side,
        /// The slot.
        slot: RowSlot,
        /// The card that turned up.
        card: Card,
        /// Cards left face down.
        face_down: u8,
    },
    /// "Wackee Six": a side has played its twelve.
    Out {
        /// The side.
        side: Side,
    },
    /// Somebody of a side that is out called "Wackee Six", which stops play.
    Called {
        /// The side.
        side: Side,
        /// Who called.
        seat: Seat,
    },
    /// A play that fitted nothing cost points.
    Misplayed {
        /// The side.
        side: Side,
        /// Points taken off.
        points: u8,
    },
    /// A side's wild plays are locked.
    WildLocked {
        /// The side.
        side: Side,
        /// For how long.
        wild_locked_in: Ms,
    },
    /// A side called a vote, or answered the one that is open.
    Voted {
        /// What for.
        r#for: Motion,
        /// The side.
        side: Side,
        /// Yes or no; a no ends the vote.
        agree: bool,
        /// For a vote that was just called: when it ends.
        opened: Option<Ms>,
    },
    /// A vote ended because not all had agreed in time.
    VoteLapsed {
        /// What it was for.
        r#for: Motion,
    },
    /// The open vote got more time, because room time had stood.
    VoteExtended {
        /// What it is for.
        r#for: Motion,
        /// When it ends now.
        ends_in: Ms,
    },
    /// The phase is `stuck`: all stocks are rotated soon. A vote to rotate is closed.
    Stuck {
        /// Why.
        by: Cause,
        /// When.
        stuck_in: Ms,
    },
    /// All wastes went back onto their stocks and each top card to the bottom. The phase is `playing`.
    Rotated {
        /// Why.
        by: Cause,
        /// Rotations since a card was last laid, those by vote left out.
        rotations: u8,
        /// The stocks; all wastes are empty.
        stocks: Vec<StockCount>,
        /// When the round ends; null without a limit.
        ends_in: Option<Ms>,
        /// When an idle vote may be called; null without such votes.
        vote_in: Option<Ms>,
    },
    /// The phase is `paused`; the vote is closed.
    Paused {},
    /// The pause is over: the phase is `playing` and any vote is closed.
    WentOn {
        /// When the round ends; null without a limit.
        ends_in: Option<Ms>,
        /// When an idle vote may be called; null without such votes.
        vote_in: Option<Ms>,
    },
    /// The person of a seat came or went: the seat leaves `away`.
    Presence {
        /// The seat.
        seat: Seat,
        /// Whether the person is connected.
        online: bool,
    },
    /// The person of a seat left on purpose or was removed: the seat joins `away`.
    SeatLeft {
        /// The seat.
        seat: Seat,
    },
    /// The person of a seat has been gone for 10 seconds: the seat joins `away`, a partner may cover, and the
    /// side's moves no longer count in the test for a deadlock if it has nobody else.
    Away {
        /// The seat.
        seat: Seat,
    },
    /// Somebody else moves for a seat.
    Driver {
        /// The seat.
        seat: Seat,
        /// Who moves.
        driver: Driver,
    },
    /// The round is over. The phase is `scored`; any vote is closed.
    Scored {
        /// Why it ended.
        end: RoundEnd,
        /// What each side got.
        scores: Vec<Score>,
        /// Who won the match, if it is over with this round.
        winners: Option<Vec<Side>>,
        /// What was left unseen, with `reveal_after`.
        revealed: Option<Vec<Revealed>>,
    },
}

/// A side as it was dealt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[ts(rename = "WackeeSixDealtSide")]
#[schemars(rename = "WackeeSixDealtSide")]
pub struct DealtSide {
    /// The side.
    pub side: Side,
    /// Whether two people play it, one the row and one the deck.
    pub team: bool,
    /// The six face up.
    pub row: [Option<Card>; 6],
}

/// How many cards a side's stock has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[ts(rename = "WackeeSixStockCount")]
#[schemars(rename = "WackeeSixStockCount")]
pub struct StockCount {
    /// The side.
    pub side: Side,
    /// Cards in its stock.
    pub stock: u8,
}

/// The event as everybody sees it at `now`.
pub(super) fn show(event: &Event, now: RoomTime) -> Shown {
    let left = |until: RoomTime| Ms::left(until, now);
    match event {
        Event::Dealt(dealt) => Shown::Dealt {
            round: dealt.round,
            sides: dealt
                .rows
                .iter()
                .map(|(side, row)| DealtSide {
                    side: *side,
                    team: dealt
                        .seats
                        .iter()
                        .any(|s| s.place.side == *side && s.place.role != Some(Role::Solo)),
                    row: *row,
                })
                .collect(),
            starts_in: dealt.starts.map(left),
        },
        Event::Countdown { by, ends } => Shown::Countdown {
            by: by.and_then(|starting| starting.seat),
            resumed: by.is_none(),
            starts_in: left(*ends),
        },
        Event::Began { stuck, limit, vote_at } => Shown::Began {
            stuck_in: stuck.map(left),
            ends_in: limit.filter(|_| stuck.is_none()).map(left),
            vote_in: vote_at.filter(|_| stuck.is_none()).map(left),
        },
        Event::Turned { side, top, stock, waste } => {
            Shown::Turned { side: *side, top: *top, stock: *stock, waste: *waste }
        }
        Event::Recycled { side, stock } => Shown::Recycled { side: *side, stock: *stock },
        Event::Played { laid, from } => {
            let Move { side, seat, card, pile, named, color, rank: top, played, waste } = *laid;
            Shown::Played { side, seat, card, from: *from, pile, named, color, top, played, waste }
        }
        Event::PairPlayed { laid, wild, companion } => {
            let Move { side, seat, card, pile, named, color, rank: top, played, waste } = *laid;
            let (wild, companion) = (*wild, *companion);
            Shown::PairPlayed { side, seat, wild, companion, card, pile, named, color, top, played, waste }
        }
        Event::Refilled { side, slot, card, face_down } => {
            Shown::Refilled { side: *side, slot: *slot, card: *card, face_down: *face_down }
        }
        Event::Out { side } => Shown::Out { side: *side },
        Event::Called { side, seat } => Shown::Called { side: *side, seat: *seat },
        Event::Misplayed { side, points } => Shown::Misplayed { side: *side, points: *points },
        Event::WildLocked { side, until } => Shown::WildLocked { side: *side, wild_locked_in: left(*until) },
        Event::Voted { motion, side, agree, opened } => {
            Shown::Voted { r#for: *motion, side: *side, agree: *agree, opened: opened.map(left) }
        }
        Event::VoteLapsed { motion } => Shown::VoteLapsed { r#for: *motion },
        Event::VoteExtended { motion, ends } => Shown::VoteExtended { r#for: *motion, ends_in: left(*ends) },
        Event::Stuck { cause, ends } => Shown::Stuck { by: *cause, stuck_in: left(*ends) },
        Event::Rotated { cause, rotations, stocks, limit, vote_at } => Shown::Rotated {
            by: *cause,
            rotations: *rotations,
            stocks: stocks.iter().map(|&(side, stock)| StockCount { side, stock }).collect(),
            ends_in: limit.map(left),
            vote_in: vote_at.map(left),
        },
        Event::Paused => Shown::Paused {},
        Event::WentOn { limit, vote_at } => {
            Shown::WentOn { ends_in: limit.map(left), vote_in: vote_at.map(left) }
        }
        Event::Presence { seat, online } => Shown::Presence { seat: *seat, online: *online },
        Event::Left { seat } => Shown::SeatLeft { seat: *seat },
        Event::Away { seat } => Shown::Away { seat: *seat },
        Event::Driver { seat, driver } => Shown::Driver { seat: *seat, driver: *driver },
        Event::Scored(scoring) => Shown::Scored {
            end: scoring.end,
            scores: scoring.scores.clone(),
            winners: scoring.winners.clone(),
            revealed: scoring.revealed.clone(),
        },
    }
}

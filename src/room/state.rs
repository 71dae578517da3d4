//! The whole truth about a room, and the only function that changes it.
//!
//! Nothing here decides anything: [`RoomState::evolve`] lets an event happen that was decided elsewhere
//! (`decide`, `follow`), or read from the log. Next: `decide.rs`.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};

use super::event::{Event, RoomEvent, Word};
use super::input::Input;
use super::member::Member;
use super::options::Options;
use super::remembered::Remembered;
use super::request::Visibility;
use super::tally::Tally;
use super::view::RoomPhase;
use crate::games::rng::{Seed, hex_bytes};
use crate::games::{Driver, Game, Place, RoomTime, Seat, Side, Stamp};
use crate::ids::{MatchId, PlayerId, RoomCode, RoomId};
use crate::limits::{CHAT_BURST, CHAT_KEPT, MUTED_AWAY_MAX};
use crate::text::FORMER_GUEST;

/// A room.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct RoomState<G: Game> {
    /// The id in the store.
    pub id: RoomId,
    /// The code.
    pub code: RoomCode,
    /// Who can find it.
    pub visibility: Visibility,
    /// The number of the last event.
    pub seq: u64,
    /// The instant of the last event.
    pub at: RoomTime,
    /// Who is host.
    pub host: Option<PlayerId>,
    /// The options.
    pub options: Options<G>,
    /// The phase.
    pub phase: RoomPhase,
    /// The match.
    pub match_id: Option<MatchId>,
    /// The round's number within the match; 0 before the first deal.
    pub round: u32,
    /// When the round was dealt.
    pub dealt_at: RoomTime,
    /// The server's part of the coming (or present) deal.
    pub deal: Deal,
    /// Everybody in the room, in the order in which they came.
    pub members: Vec<Member>,
    /// What has been seen of the match.
    #[serde(default)]
    pub tally: Tally,
    /// What each side has.
    pub totals: Vec<(Side, i64)>,
    /// The winners of a match that is over.
    pub winners: Vec<Side>,
    /// Since when everybody at the table has been ready for a deal that is possible.
    pub all_ready_at: Option<RoomTime>,
    /// Since when somebody at the table has waited for more people to take the free places.
    #[serde(default)]
    pub waiting_since: Option<RoomTime>,
    /// Who may say that the race begins, as everybody was told.
    pub starter: Option<Vec<PlayerId>>,
    /// From when anybody seated may say so, as everybody was told.
    pub starter_anyone_at: Option<RoomTime>,
    /// From when the deal waits for nobody who is away, as everybody was told.
    #[serde(default)]
    pub away_until: Option<RoomTime>,
    /// The seats of the present round; empty in every other phase.
    pub chairs: BTreeMap<Seat, Chair>,
    /// What was said of late: the number of the event, who, what.
    pub chat: VecDeque<(u64, PlayerId, Word)>,
    /// Players whom the host keeps out.
    pub banned: BTreeSet<PlayerId>,
    /// People who are not here and still may say nothing: the latest last.
    #[serde(default)]
    pub muted_away: VecDeque<PlayerId>,
    /// Whether the room sleeps.
    pub asleep: bool,
    /// The answers that survive a restart.
    pub answers: Remembered<G>,
    /// The table: the present round, or the last one.
    pub game: Option<G::State>,
}

/// A seat of the present round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chair {
    /// Its place at the table.
    pub place: Place,
    /// Who moves for it.
    pub driver: Driver,
    /// Whether a bot has moved for its person in this round.
    #[serde(default)]
    pub stood_in: bool,
}

/// The server's part of a deal.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Deal {
    /// The round it is for; 0 before the first.
    pub round: u32,
    /// The seed.
    pub seed: Seed,
    /// What keeps the seed from being guessed.
    pub salt: Seed,
    /// SHA-256 of both: what everybody knows.
    #[serde(with = "hex_bytes")]
    pub commit: [u8; 32],
    /// Whether the cards were dealt with it.
    pub dealt: bool,
}

impl<G: Game> RoomState<G> {
    /// The room that a log's first event makes; none for every other event.
    #[must_use]
    pub fn open(event: &Event<G>, stamp: Stamp) -> Option<Self> {
        let Event::Room(RoomEvent::Created { id, code, visibility, options }) = event else { return None };
        let blank = Seed([0; 32]);
        Some(Self {
            id: *id,
            code: *code,
            visibility: *visibility,
            seq: stamp.seq,
            at: stamp.at,
            host: None,
            options: options.clone(),
            phase: RoomPhase::Lobby,
            match_id: None,
            round: 0,
            dealt_at: RoomTime(0),
            deal: Deal { round: 0, seed: blank, salt: blank, commit: [0; 32], dealt: true },
            members: Vec::new(),
            tally: Tally::default(),
            totals: Vec::new(),
            winners: Vec::new(),
            all_ready_at: None,
            waiting_since: None,
            starter: None,
            starter_anyone_at: None,
            away_until: None,
            chairs: BTreeMap::new(),
            chat: VecDeque::new(),
            banned: BTreeSet::new(),
            muted_away: VecDeque::new(),
            asleep: false,
            answers: Remembered::default(),
            game: None,
        })
    }

    /// Keeps that a bot moves for somebody, before what comes of `input` happens.
    pub fn note_mover(&mut self, input: &Input<G>) {
        let Input::BotMove { seat, .. } = input else { return };
        let for_somebody = self.at_seat(*seat).is_none_or(Member::is_person);
        if let Some(chair) = self.chairs.get_mut(seat) {
            chair.stood_in |= for_somebody;
        }
    }

    /// Lets the next event happen at instant `at`. The only writer.
    pub fn evolve(&mut self, event: &Event<G>, at: RoomTime) {
        self.seq += 1;
        self.at = at;
        let stamp = Stamp { seq: self.seq, at };
        match event {
            Event::Game(event) => {
                if let Some(opened) = G::open(event, stamp) {
                    self.game = Some(opened);
                } else if let Some(game) = &mut self.game {
                    G::evolve(game, event, stamp);
                }
            }
            Event::Room(event) => {
                self.evolve_room(event, stamp);
                let waits = super::capacity::somebody_waits(self);
                self.waiting_since = if waits { self.waiting_since.or(Some(at)) } else { None };
            }
        }
    }

    fn evolve_room(&mut self, event: &RoomEvent<G>, stamp: Stamp) {
        match event {
            RoomEvent::Created { .. } => {}
            RoomEvent::Driver { seat, driver, .. } => {
                if let Some(chair) = self.chairs.get_mut(seat) {
                    chair.driver = *driver;
                }
            }
            RoomEvent::Said { player, word } => {
                if self.chat.len() == CHAT_KEPT {
                    self.chat.pop_front();
                }
                self.chat.push_back((stamp.seq, *player, word.clone()));
                self.evolve_member(event, stamp);
            }
            RoomEvent::Banned { player, on } => {
                if *on {
                    self.banned.insert(*player);
                } else {
                    self.banned.remove(player);
                }
            }
            RoomEvent::Host { player } => self.host = *player,
            RoomEvent::Options { options } => {
                self.options = options.clone();
                self.take_ready_back();
                self.note_readiness(stamp.at);
            }
            RoomEvent::Committed { round, seed, salt, commit } => {
                self.deal = Deal { round: *round, seed: *seed, salt: *salt, commit: *commit, dealt: false };
            }
            RoomEvent::MayStart { starter, anyone_at, away_until } => {
                self.starter.clone_from(starter);
                self.starter_anyone_at = *anyone_at;
                self.away_until = *away_until;
            }
            RoomEvent::MatchBegun { match_id } => {
                self.match_id = Some(*match_id);
                self.tally = Tally::begin(stamp);
                self.round = 0;
                self.totals.clear();
                self.winners.clear();
                // A new match knows nothing of the last one's table.
                self.game = None;
            }
            RoomEvent::RoundBegun { round, .. } => self.begin_round(*round, stamp.at),
            RoomEvent::RoundEnded { result, people } => {
                self.tally.note(people);
                self.totals.clone_from(&result.totals);
                self.winners = result.winners.clone().unwrap_or_default();
                self.phase = if result.winners.is_some() { RoomPhase::Over } else { RoomPhase::Between };
                self.let_go(|member| member.gone);
                for member in &mut self.members {
                    let seat = member.place.map(G::seat);
                    member.sat = seat.filter(|seat| self.chairs.contains_key(seat));
                    member.claim = None;
                }
                self.chairs.clear();
                self.take_ready_back();
                self.note_readiness(stamp.at);
            }
            RoomEvent::ClockStood { .. } => self.asleep = false,
            RoomEvent::Slept => self.asleep = true,
            RoomEvent::Joined { .. }
            | RoomEvent::Returned { .. }
            | RoomEvent::Left { .. }
            | RoomEvent::Gone { .. }
            | RoomEvent::RoleChanged { .. }
            | RoomEvent::Seated { .. }
            | RoomEvent::Stood { .. }
            | RoomEvent::Ready { .. }
            | RoomEvent::Renamed { .. }
            | RoomEvent::Muted { .. }
            | RoomEvent::Online { .. } => self.evolve_member(event, stamp),
        }
    }

    /// What happens to somebody in the room.
    fn evolve_member(&mut self, event: &RoomEvent<G>, stamp: Stamp) {
        match event {
            RoomEvent::Joined { player, name, role_in_room, bot, holds_until, muted } => {
                let member = Member::new(*player, name.clone(), *role_in_room, *bot, stamp.seq);
                self.muted_away.retain(|away| away != player);
                self.members.push(Member { holds_until: *holds_until, muted: *muted, ..member });
            }
            RoomEvent::RoleChanged { player, role_in_room } => self.change(*player, |member| {
                member.role_in_room = *role_in_room;
                member.changed_seq = stamp.seq;
            }),
            RoomEvent::Returned { player } => self.change(*player, |member| {
                member.gone = false;
                member.online = true;
                member.changed_seq = stamp.seq;
            }),
            RoomEvent::Left { player, .. } => {
                self.let_go(|member| member.player == *player);
                self.answers.forget(*player);
                self.forget_host(*player);
                self.note_readiness(stamp.at);
            }
            RoomEvent::Gone { player, kicked } => {
                self.change(*player, |member| {
                    if member.online {
                        member.away_since = stamp.at;
                    }
                    member.online = false;
                    member.gone = true;
                    member.holds_until = None;
                    member.kicked = *kicked;
                    member.changed_seq = stamp.seq;
                });
                self.answers.forget(*player);
                self.forget_host(*player);
            }
            RoomEvent::Seated { player, place } => {
                self.change(*player, |member| {
                    if member.claim == Some(*place) {
                        member.claim = None;
                    } else {
                        member.take_ready_back();
                        member.seated_seq = stamp.seq;
                    }
                    member.place = Some(*place);
                    member.holds_until = None;
                    member.entropy = None;
                    member.changed_seq = stamp.seq;
                });
                super::capacity::give_up_void_hold(self, stamp.at);
                self.note_readiness(stamp.at);
            }
            RoomEvent::Stood { player } => {
                let playing = self.phase == RoomPhase::Playing;
                self.change(*player, |member| {
                    member.claim = member.place.filter(|_| playing);
                    member.place = None;
                    member.take_ready_back();
                    member.changed_seq = stamp.seq;
                });
                self.note_readiness(stamp.at);
            }
            RoomEvent::Ready { player, ready, entropy, away } => {
                self.change(*player, |member| {
                    member.ready = *ready;
                    member.ready_for_absence = *away;
                    member.entropy = entropy.filter(|_| *ready);
                });
                self.note_readiness(stamp.at);
            }
            RoomEvent::Said { player, .. } => self.change(*player, |member| {
                if member.said_at.len() == CHAT_BURST {
                    member.said_at.pop_front();
                }
                member.said_at.push_back(stamp.at);
            }),
            RoomEvent::Renamed { player, name } => {
                self.change(*player, |member| member.name.clone_from(name));
                if name == FORMER_GUEST {
                    self.tally.forget_name(*player);
                }
            }
            RoomEvent::Muted { player, on } => {
                self.muted_away.retain(|away| away != player);
                self.change(*player, |member| member.muted = *on);
            }
            RoomEvent::Online { player, online } => self.change(*player, |member| {
                if member.online && !online {
                    member.away_since = stamp.at;
                }
                member.online = *online;
            }),
            _ => {}
        }
    }

    fn begin_round(&mut self, round: u32, at: RoomTime) {
        self.phase = RoomPhase::Playing;
        self.round = round;
        self.dealt_at = at;
        self.deal.dealt = true;
        self.all_ready_at = None;
        for member in &mut self.members {
            member.sat = None;
        }
        let chair = |member: &Member| {
            let place = member.place?;
            let driver = if member.is_person() { Driver::Person } else { Driver::Bot };
            Some((G::seat(place), Chair { place, driver, stood_in: false }))
        };
        self.chairs = self.members.iter().filter_map(chair).collect();
    }

    /// The member who is `player`.
    #[must_use]
    pub fn member(&self, player: PlayerId) -> Option<&Member> {
        self.members.iter().find(|member| member.player == player)
    }

    /// Whether the host lets `player`, here or not, say nothing.
    #[must_use]
    pub fn is_muted(&self, player: PlayerId) -> bool {
        self.member(player).map_or_else(|| self.muted_away.contains(&player), |member| member.muted)
    }

    /// The member at that seat of the present round.
    #[must_use]
    pub fn at_seat(&self, seat: Seat) -> Option<&Member> {
        self.members.iter().find(|member| member.place.is_some_and(|place| G::seat(place) == seat))
    }

    /// The places taken, without the one of `except`.
    #[must_use]
    pub fn places(&self, except: Option<PlayerId>) -> Vec<Place> {
        let others = self.members.iter().filter(|member| Some(member.player) != except);
        others.filter_map(|member| member.place).collect()
    }

    /// Who moves for that seat of the present round.
    #[must_use]
    pub fn driver(&self, seat: Seat) -> Option<Driver> {
        self.chairs.get(&seat).map(|chair| chair.driver)
    }

    fn change(&mut self, player: PlayerId, how: impl FnOnce(&mut Member)) {
        if let Some(member) = self.members.iter_mut().find(|member| member.player == player) {
            how(member);
        }
    }

    /// Those members are no longer here. Who may say nothing may not when they come in again either.
    fn let_go(&mut self, goes: impl Fn(&Member) -> bool) {
        for member in self.members.iter().filter(|member| member.muted && goes(member)) {
            if self.muted_away.len() == MUTED_AWAY_MAX {
                self.muted_away.pop_front();
            }
            self.muted_away.push_back(member.player);
        }
        self.members.retain(|member| !goes(member));
    }

    fn forget_host(&mut self, player: PlayerId) {
        if self.host == Some(player) {
            self.host = None;
        }
    }

    fn take_ready_back(&mut self) {
        self.members.iter_mut().for_each(Member::take_ready_back);
    }

    /// Keeps since when a deal has been possible.
    fn note_readiness(&mut self, at: RoomTime) {
        let ready = self.phase != RoomPhase::Playing
            && self.members.iter().all(|member| member.ready || member.place.is_none())
            && G::may_deal(&self.places(None), &self.options.game).is_ok();
        self.all_ready_at = if ready { self.all_ready_at.or(Some(at)) } else { None };
    }
}

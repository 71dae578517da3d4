//! What a client knows: a `state`, and the events after it. It never looks at the room.

use serde::Deserialize;
use slapdown::games::{Role, RoomTime};
use slapdown::ids::PlayerId;
use slapdown::limits::CHAT_KEPT;
use slapdown::room::request::Emote;
use slapdown::room::show;
use slapdown::room::state::RoomState;
use slapdown::room::view::{ChatView, MemberView, RoomPhase, RoomShown, RoomView, VacatedView, You};

use crate::play::{Play, viewer};

/// A client's picture of the room.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(bound = "")]
pub struct Model<G: Play> {
    pub seq: u64,
    pub room: RoomView,
    pub game: Option<G::View>,
    pub you: You,
}

/// An event as it comes.
#[derive(Debug, Clone, Deserialize)]
#[serde(bound = "", untagged)]
pub enum Told<G: Play> {
    Room(RoomShown),
    Game(G::Shown),
}

impl<G: Play> Model<G> {
    /// What a fresh state would say.
    pub fn fresh(state: &RoomState<G>, player: PlayerId, now: RoomTime) -> Self {
        let viewer = show::viewer(state, player);
        Self {
            seq: state.seq,
            room: show::room(state, now),
            game: state.game.as_ref().map(|game| G::view(game, viewer, now)),
            you: show::you(state, player),
        }
    }

    /// The same without what only a clock tells: of what remains of an instant, only that it does.
    pub fn timeless(mut self) -> Self {
        self.room.anyone_may_start_in = self.room.anyone_may_start_in.map(|_| 0);
        self.room.away_excused_in = self.room.away_excused_in.map(|_| 0);
        for member in &mut self.room.members {
            member.bot_in = None;
        }
        if let Some(game) = &mut self.game {
            G::timeless(game);
        }
        self
    }

    /// Brings the picture up to date with the next event.
    pub fn apply(&mut self, told: Told<G>) {
        self.seq += 1;
        match told {
            Told::Room(event) => self.of_room(event),
            Told::Game(event) => {
                let me = viewer::<G>(self.you, self.room.phase == RoomPhase::Playing);
                G::apply(&mut self.game, me, event);
            }
        }
    }

    fn member(&mut self, player: PlayerId) -> &mut MemberView {
        let members = &mut self.room.members;
        members.iter_mut().find(|member| member.player == player).expect("news of a member")
    }

    fn without_host(&mut self, player: PlayerId) {
        if self.room.host == Some(player) {
            self.room.host = None;
        }
    }

    fn said(&mut self, player: PlayerId, text: Option<String>, emote: Option<Emote>) {
        let chat = &mut self.room.chat;
        if chat.len() == CHAT_KEPT {
            chat.remove(0);
        }
        chat.push(ChatView { seq: self.seq, player, text, emote });
    }

    /// In the middle of a round a place stays when nobody sits there any more.
    fn vacate(&mut self, member: &MemberView, player: Option<PlayerId>) {
        let (RoomPhase::Playing, Some(side)) = (self.room.phase, member.side) else { return };
        let (role, played_by_bot) = (member.role, member.played_by_bot);
        self.room.vacated.push(VacatedView { side, role, player, played_by_bot });
        self.room.vacated.sort_by_key(|place| (place.side, place.role == Some(Role::Deck)));
    }

    fn take_ready_back(&mut self) {
        for member in &mut self.room.members {
            member.ready = member.bot.is_some();
        }
    }

    fn of_room(&mut self, event: RoomShown) {
        match event {
            RoomShown::RoomCreated | RoomShown::ClockStood { .. } | RoomShown::Slept => {}
            RoomShown::Joined { member } => self.room.members.push(member),
            RoomShown::Left { player, .. } => {
                let left = self.member(player).clone();
                self.vacate(&left, None);
                for place in self.room.vacated.iter_mut().filter(|place| place.player == Some(player)) {
                    place.player = None;
                }
                self.room.members.retain(|member| member.player != player);
                self.without_host(player);
            }
            RoomShown::Gone { player, .. } => {
                let member = self.member(player);
                (member.online, member.gone) = (false, true);
                self.without_host(player);
            }
            RoomShown::RoleChanged { player, role_in_room } => {
                self.member(player).role_in_room = role_in_room;
                if self.you.player == player {
                    self.you.role_in_room = role_in_room;
                }
            }
            RoomShown::Seated { player, side, role } => {
                self.room.vacated.retain(|place| (place.side, place.role) != (side, role));
                let member = self.member(player);
                (member.side, member.role, member.ready) = (Some(side), role, member.bot.is_some());
                if self.you.player == player {
                    (self.you.side, self.you.role) = (Some(side), role);
                }
            }
            RoomShown::Stood { player } => {
                let stood = self.member(player).clone();
                self.vacate(&stood, Some(player));
                let member = self.member(player);
                (member.side, member.role, member.ready, member.played_by_bot) = (None, None, false, false);
                if self.you.player == player {
                    (self.you.side, self.you.role) = (None, None);
                }
            }
            RoomShown::Ready { player, ready } => self.member(player).ready = ready,
            RoomShown::Online { player, online, .. } => {
                let member = self.member(player);
                member.online = online;
                member.gone &= !online;
            }
            RoomShown::StandIn { player: Some(player), played_by_bot, .. } => {
                self.member(player).played_by_bot = played_by_bot;
            }
            RoomShown::StandIn { player: None, side, role, played_by_bot } => {
                let of = |place: &&mut VacatedView| (Some(place.side), place.role) == (side, role);
                self.room.vacated.iter_mut().find(of).expect("an empty place").played_by_bot = played_by_bot;
            }
            RoomShown::Chat { player, text } => self.said(player, Some(text), None),
            RoomShown::React { player, emote } => self.said(player, None, Some(emote)),
            RoomShown::Renamed { player, name } => self.member(player).name = name,
            RoomShown::Muted { player, on } => self.member(player).muted = on,
            RoomShown::Banned { player, on } => {
                self.room.banned.retain(|other| *other != player);
                if on {
                    self.room.banned.push(player);
                    self.room.banned.sort();
                }
            }
            RoomShown::Host { player } => self.room.host = player,
            RoomShown::Options { options } => {
                self.room.options = options;
                self.take_ready_back();
            }
            RoomShown::Committed { deal } => self.room.deal = deal,
            RoomShown::MayStart { starter, anyone_may_start_in, away_excused_in } => {
                self.room.starter = starter;
                self.room.anyone_may_start_in = anyone_may_start_in;
                self.room.away_excused_in = away_excused_in;
            }
            RoomShown::MatchBegun { match_id } => {
                (self.room.match_id, self.room.round) = (Some(match_id), 0);
                self.room.totals.clear();
                self.room.winners.clear();
                self.game = None;
            }
            RoomShown::RoundBegun { round } => {
                (self.room.round, self.room.phase) = (round, RoomPhase::Playing);
            }
            RoomShown::RoundEnded { phase, totals, winners } => {
                (self.room.phase, self.room.totals, self.room.winners) = (phase, totals, winners);
                self.room.members.retain(|member| !member.gone);
                self.room.vacated.clear();
                for member in &mut self.room.members {
                    member.played_by_bot = false;
                }
                self.take_ready_back();
            }
        }
    }
}

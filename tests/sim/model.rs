//! What a client knows: a `state`, and the events after it. It never looks at the room.

use serde::Deserialize;
use slapdown::games::wackee_six::shown::{DealtSide, StockCount};
use slapdown::games::wackee_six::spot::Spot;
use slapdown::games::wackee_six::view::{Ms, PhaseName, PileView, SideView, VoteView};
use slapdown::games::wackee_six::{Card, Rank, Shown, View, WackeeSix};
use slapdown::games::{Game, Role, RoomTime, Side};
use slapdown::ids::PlayerId;
use slapdown::limits::CHAT_KEPT;
use slapdown::room::request::Emote;
use slapdown::room::show;
use slapdown::room::state::RoomState;
use slapdown::room::view::{ChatView, MemberView, RoomPhase, RoomShown, RoomView, VacatedView, You};

/// A client's picture of the room.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Model {
    pub seq: u64,
    pub room: RoomView,
    pub game: Option<View>,
    pub you: You,
}

/// An event as it comes.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Told {
    Room(RoomShown),
    Game(Shown),
}

impl Model {
    /// What a fresh state would say.
    pub fn fresh(state: &RoomState<WackeeSix>, player: PlayerId, now: RoomTime) -> Self {
        let viewer = show::viewer(state, player);
        Self {
            seq: state.seq,
            room: show::room(state, now),
            game: state.game.as_ref().map(|game| WackeeSix::view(game, viewer, now)),
            you: show::you(state, player),
        }
    }

    /// The same without what only a clock tells: of what remains of an instant, only that it does.
    pub fn timeless(mut self) -> Self {
        let some = |ms: Option<Ms>| ms.map(|_| Ms(0));
        self.room.anyone_may_start_in = self.room.anyone_may_start_in.map(|_| 0);
        self.room.away_excused_in = self.room.away_excused_in.map(|_| 0);
        for member in &mut self.room.members {
            member.bot_in = None;
        }
        if let Some(game) = &mut self.game {
            game.starts_in = some(game.starts_in);
            game.stuck_in = some(game.stuck_in);
            game.ends_in = some(game.ends_in);
            game.vote_in = some(game.vote_in);
            for side in &mut game.sides {
                side.wild_locked_in = None;
            }
            if let Some(vote) = &mut game.vote {
                vote.ends_in = Ms(0);
            }
        }
        self
    }

    /// Brings the picture up to date with the next event.
    pub fn apply(&mut self, told: Told) {
        self.seq += 1;
        match told {
            Told::Room(event) => self.of_room(event),
            Told::Game(Shown::Dealt { sides, starts_in, .. }) => self.game = Some(dealt(&sides, starts_in)),
            Told::Game(event) => of_game(self.game.as_mut().expect("a table before its events"), event),
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

fn dealt(sides: &[DealtSide], starts_in: Option<Ms>) -> View {
    let side = |dealt: &DealtSide| SideView {
        side: dealt.side,
        team: dealt.team,
        row: dealt.row,
        face_down: 6,
        stock: 42,
        waste: 0,
        top: None,
        played: 0,
        out: false,
        wild_locked_in: None,
    };
    View {
        phase: if starts_in.is_some() { PhaseName::Countdown } else { PhaseName::Dealt },
        starts_in,
        stuck_in: None,
        rotations: 0,
        ends_in: None,
        vote_in: None,
        sides: sides.iter().map(side).collect(),
        piles: Vec::new(),
        vote: None,
        scores: None,
        revealed: None,
    }
}

fn side(game: &mut View, side: Side) -> &mut SideView {
    game.sides.iter_mut().find(|view| view.side == side).expect("a side of the table")
}

fn phase(game: &mut View, phase: PhaseName) {
    game.phase = phase;
    (game.starts_in, game.stuck_in, game.ends_in, game.vote_in) = (None, None, None, None);
}

fn take(
    game: &mut View,
    of: Side,
    spots: &[Spot],
    waste: Option<slapdown::games::wackee_six::event::WasteLeft>,
    played: u8,
) {
    let side = side(game, of);
    for spot in spots {
        if let Spot::Row(slot) = spot {
            side.row[usize::from(slot.number()) - 1] = None;
        }
    }
    if let Some(left) = waste {
        (side.waste, side.top) = (left.count, left.top);
    }
    side.played = played;
}

fn lay(game: &mut View, pile: PileView) {
    match game.piles.iter_mut().find(|other| other.pile == pile.pile) {
        Some(there) => *there = pile,
        None => game.piles.push(pile),
    }
    game.rotations = 0;
    // Says "again as long as at first", where there are such votes at all.
    game.vote_in = game.vote_in.map(|_| Ms(0));
}

fn of_game(game: &mut View, event: Shown) {
    match event {
        Shown::Dealt { .. }
        | Shown::Called { .. }
        | Shown::Misplayed { .. }
        | Shown::WildLocked { .. }
        | Shown::Presence { .. }
        | Shown::SeatLeft { .. }
        | Shown::Away { .. }
        | Shown::Driver { .. } => {}
        Shown::Countdown { starts_in, .. } => {
            phase(game, PhaseName::Countdown);
            game.starts_in = Some(starts_in);
        }
        Shown::Began { stuck_in, ends_in, vote_in } => {
            phase(game, if stuck_in.is_some() { PhaseName::Stuck } else { PhaseName::Playing });
            (game.stuck_in, game.ends_in, game.vote_in) = (stuck_in, ends_in, vote_in);
        }
        Shown::Turned { side: of, top, stock, waste } => {
            let side = side(game, of);
            (side.top, side.stock, side.waste) = (Some(top), stock, waste);
        }
        Shown::Recycled { side: of, stock } => {
            let side = side(game, of);
            (side.top, side.stock, side.waste) = (None, stock, 0);
        }
        Shown::Played { side, card, from, pile, color, top, played, waste, .. } => {
            take(game, side, &[from], waste, played);
            lay(game, PileView { pile, color, top, card, by: side, closed: top == Rank::LAST });
        }
        Shown::PairPlayed { side, wild, companion, card, pile, color, top, played, waste, .. } => {
            take(game, side, &[wild, companion], waste, played);
            lay(game, PileView { pile, color, top, card, by: side, closed: top == Rank::LAST });
        }
        Shown::Refilled { side: of, slot, card, face_down } => {
            let side = side(game, of);
            side.row[usize::from(slot.number()) - 1] = Some::<Card>(card);
            side.face_down = face_down;
        }
        Shown::Out { side: of } => side(game, of).out = true,
        Shown::Voted { r#for, side, agree, opened } => match (&mut game.vote, opened) {
            (_, Some(ends_in)) => game.vote = Some(VoteView { r#for, by: side, yes: vec![side], ends_in }),
            (Some(vote), None) if agree => {
                vote.yes.push(side);
                vote.yes.sort_unstable();
                vote.yes.dedup();
            }
            _ => game.vote = None,
        },
        Shown::VoteLapsed { .. } => game.vote = None,
        Shown::VoteExtended { ends_in, .. } => game.vote.iter_mut().for_each(|vote| vote.ends_in = ends_in),
        Shown::Stuck { stuck_in, .. } => {
            phase(game, PhaseName::Stuck);
            game.stuck_in = Some(stuck_in);
            if game
                .vote
                .as_ref()
                .is_some_and(|vote| vote.r#for == slapdown::games::wackee_six::Motion::Rotate)
            {
                game.vote = None;
            }
        }
        Shown::Rotated { rotations, stocks, ends_in, vote_in, .. } => {
            for StockCount { side: of, stock } in stocks {
                let side = side(game, of);
                (side.stock, side.waste, side.top) = (stock, 0, None);
            }
            phase(game, PhaseName::Playing);
            (game.rotations, game.ends_in, game.vote_in) = (rotations, ends_in, vote_in);
        }
        Shown::Paused {} => {
            phase(game, PhaseName::Paused);
            game.vote = None;
        }
        Shown::WentOn { ends_in, vote_in } => {
            phase(game, PhaseName::Playing);
            (game.vote, game.ends_in, game.vote_in) = (None, ends_in, vote_in);
        }
        Shown::Scored { scores, revealed, .. } => {
            phase(game, PhaseName::Scored);
            game.vote = None;
            (game.scores, game.revealed) = (Some(scores), revealed);
        }
    }
}

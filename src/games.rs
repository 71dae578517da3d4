//! What a game is: pure rules behind one trait.
//!
//! It is not a server: nothing below knows a clock, a socket, a thread or a random generator of the
//! process. Time ([`RoomTime`]) and chance ([`Seed`]) come in as arguments, so that the same log
//! always gives the same game. Next: [`Game`], then one game's folder; `ARCHITECTURE.md` tells how a
//! room drives a game.

use std::fmt::Debug;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::code::Code;

pub mod bot;
pub mod fair;
pub mod list;
pub mod option;
pub mod rng;
pub mod seat;
pub mod super_rack_o;
pub mod time;
pub mod wackee_six;

pub use bot::{BotLevel, Sight};
pub use list::{AnyAction, AnyShown, AnyView, GameKind};
pub use option::OptionSpec;
pub use rng::Seed;
pub use seat::{Place, Role, Seat, Side, Viewer};
pub use time::{RoomTime, Stamp};

/// Data that is kept in a room's log: it can be written, read again and compared.
pub trait Kept: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static {}
impl<T: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static> Kept for T {}

/// Data that goes over the wire: it is kept, and a schema and a TypeScript type describe it.
pub trait Wire: Kept + JsonSchema + ts_rs::TS {}
impl<T: Kept + JsonSchema + ts_rs::TS> Wire for T {}

/// The rules of one game. A value of `State` is one round, from the deal to the score.
///
/// `decide` only reads and `evolve` alone writes. The room evolves a decided event at once and then
/// asks `follow` until it says none; all of that is one action, shown to clients as one unbroken run
/// of numbered events. Before an input is decided, `follow` is asked at that input's instant, so that
/// nothing slips in behind a deadline.
pub trait Game: Sized + Clone + Copy + Debug + Default + PartialEq + Send + Sync + 'static {
    /// The game's name on the wire, such as `wackee_six`.
    const NAME: &'static str;
    /// The game's name for people.
    const TITLE: &'static str;
    /// Grows whenever a rule's result changes, so that a running game is never bent by a fix.
    const RULES: u32;
    /// Every option with its type, default, bounds and a sentence.
    const OPTIONS: &'static [OptionSpec];
    /// The names of its actions (the values of `do`).
    const ACTIONS: &'static [&'static str];
    /// The error codes that only this game uses.
    const CODES: &'static [&'static Code];
    /// The highest number of a side (sides count from 1).
    const SIDES: u8;
    /// The default of the room's option `bot_pace_ms`, in milliseconds.
    const BOT_PACE_MS: u64;

    /// The options' values, one field for each of [`Self::OPTIONS`].
    type Options: Wire + Default;
    /// The whole truth about one round, secrets included. Never leaves the server.
    type State: Kept;
    /// What a seated player may ask for, as the client sends it (`{"do": …}`).
    type Action: Wire;
    /// What happened, secrets included. Kept in the log.
    type Event: Kept;
    /// An event as a viewer may see it (`{"e": …}`).
    type Shown: Wire;
    /// The table as a viewer may see it.
    type View: Wire;
    /// What the `ok` of an accepted action adds (an object; may be empty).
    type Accepted: Wire + Default;
    /// What the `detail` of a refusal holds (an object).
    type Detail: Wire;

    /// Whether somebody may take `place`, given the places the others of the room hold.
    ///
    /// # Errors
    /// A code such as `no_such_side` or `place_taken`.
    fn may_sit(place: Place, others: &[Place]) -> Result<(), &'static Code>;

    /// The place that `side` (with the wished `role`, if any) means, given what the others hold.
    fn place(side: Side, role: Option<Role>, others: &[Place]) -> Place;

    /// Whether a deal is possible with exactly these places taken.
    ///
    /// # Errors
    /// A code such as `not_enough_sides` or `side_incomplete`, and the side it is about, if one.
    fn may_deal(places: &[Place], options: &Self::Options) -> Result<(), (&'static Code, Option<Side>)>;

    /// The seat that a place becomes when the cards are dealt.
    fn seat(place: Place) -> Seat;

    /// Deals a round: the event that opens it. The seats were checked by [`Game::may_deal`].
    /// `previous` is the last round of the same match, or none.
    fn deal(
        setup: &Setup<'_, Self>,
        previous: Option<&Self::State>,
        seed: Seed,
        now: RoomTime,
    ) -> Self::Event;

    /// The state that an opening event makes; none for every other event.
    fn open(event: &Self::Event, stamp: Stamp) -> Option<Self::State>;

    /// Judges an input. Only reads. `Ok(None)` means: fine, and nothing worth recording.
    ///
    /// # Errors
    /// A [`Refusal`] with its code. Only where a ruling makes the try cost something does it carry
    /// events.
    fn decide(
        state: &Self::State,
        input: &Input<Self::Action>,
        now: RoomTime,
    ) -> Result<Option<Self::Event>, Refusal<Self>>;

    /// Lets an event happen. The only writer; never fails on an event that `decide`, `deal` or
    /// `follow` made for this state. `stamp` is the event's number and instant.
    fn evolve(state: &mut Self::State, event: &Self::Event, stamp: Stamp);

    /// The next automatic step (a refill, going out, the score, an expired deadline), if one is due
    /// at `now`. Asked again after each event until it says none; must come to an end.
    fn follow(state: &Self::State, now: RoomTime) -> Option<Self::Event>;

    /// When the game wants to be woken next, if at all.
    fn deadline(state: &Self::State) -> Option<RoomTime>;

    /// What `viewer` may see of the table. Starts empty and adds what is allowed. `now` turns fixed
    /// instants into what remains of them.
    fn view(state: &Self::State, viewer: Viewer, now: RoomTime) -> Self::View;

    /// What `viewer` may see of an event. `now` as in [`Game::view`].
    fn redact(event: &Self::Event, viewer: Viewer, now: RoomTime) -> Self::Shown;

    /// Whether every viewer gets the same frames, so that one serves all.
    const ONE_AUDIENCE: bool;

    /// What the `ok` of the action that made `event` adds.
    fn accepted(event: &Self::Event) -> Self::Accepted;

    /// The result of the round, once it is over.
    fn result(state: &Self::State) -> Option<RoundResult>;

    /// Who may say that the race begins, where somebody must; none where nobody needs to.
    fn starters(_state: &Self::State) -> Option<Starters> {
        None
    }

    /// What the options say of a seat whose person is away.
    fn absent(options: &Self::Options) -> Absent;

    /// A bot's next move at `level`, made from what its seat sees and nothing more. `None` when it would
    /// rather wait. `draw` is the bot's own generator.
    fn think(sight: &Sight<'_, Self>, level: BotLevel, draw: &mut rng::Draw) -> Option<Self::Action>;

    /// The bot's safe move after several refused ones, if there is one.
    fn safe_move(sight: &Sight<'_, Self>) -> Option<Self::Action>;

    /// The least time between two moves of a bot that these options ask for, in milliseconds.
    fn bot_pace_ms_min(_options: &Self::Options) -> u64 {
        0
    }

    /// Checks what must always hold (cards conserved, one owner a card, …).
    ///
    /// # Errors
    /// A sentence that says what does not hold.
    fn check(state: &Self::State) -> Result<(), String>;
}

/// What a round is dealt with.
#[derive(Debug, Clone)]
pub struct Setup<'a, G: Game> {
    /// The options that hold for the round.
    pub options: &'a G::Options,
    /// Who sits where, in ascending order of seats.
    pub seats: &'a [Seated],
    /// The round's number within the match, from 1.
    pub round: u32,
    /// What each side has from the rounds before (points; in Super Rack-O games won).
    pub totals: &'a [(Side, i64)],
}

/// One seat at the deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, serde::Deserialize)]
pub struct Seated {
    /// The seat, as [`Game::seat`] names it.
    pub seat: Seat,
    /// The side and the role.
    pub place: Place,
    /// Who moves for it.
    pub driver: Driver,
    /// Whether its person is connected (true for a bot of the table).
    pub online: bool,
}

/// Who moves for a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, serde::Deserialize, JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Driver {
    /// The person whose seat it is.
    Person,
    /// A bot of the table, or one that stands in for somebody who is away.
    Bot,
    /// Nobody: its cards lie still.
    None,
}

/// What a game is told.
#[derive(Debug, Clone, PartialEq, Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case", tag = "input")]
pub enum Input<A> {
    /// Somebody asks for an action.
    Act {
        /// Who asks.
        by: By,
        /// What for.
        action: A,
    },
    /// The person of a seat came or went.
    Presence {
        /// The seat.
        seat: Seat,
        /// Whether its person is connected now.
        online: bool,
    },
    /// The person of a seat left on purpose or was removed: absent at once, no grace.
    Left {
        /// The seat.
        seat: Seat,
    },
    /// Somebody else moves for a seat from now on.
    Driver {
        /// The seat.
        seat: Seat,
        /// Who moves for it.
        driver: Driver,
    },
    /// Room time stood (a restart, a slow disk, a stopped process). The game gives its allowance: more
    /// time for what is open, or a new countdown.
    Resumed,
    /// A deadline may have come; `follow` does the rest.
    Wake,
}

/// Who asks for an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, serde::Deserialize)]
pub struct By {
    /// The seat, or none (a host without a seat, a spectator).
    pub seat: Option<Seat>,
    /// Whether it is the host of the room.
    pub host: bool,
}

/// A refused try.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal<G: Game> {
    /// The stable code.
    pub code: &'static Code,
    /// More about it, for the one who asked.
    pub detail: Option<G::Detail>,
    /// What the try costs, where a ruling says so (empty otherwise): happens although the try was
    /// refused.
    pub events: Vec<G::Event>,
}

impl<G: Game> Refusal<G> {
    /// A refusal that costs nothing and has no detail.
    #[must_use]
    pub fn plain(code: &'static Code) -> Self {
        Self { code, detail: None, events: Vec::new() }
    }
}

/// The end of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, serde::Deserialize)]
pub struct RoundResult {
    /// What each side got in this round (points; in Super Rack-O 1 for the winner).
    pub points: Vec<(Side, i64)>,
    /// What each side has now.
    pub totals: Vec<(Side, i64)>,
    /// The winners of the match, if it is over with this round. A set: more than one on a shared tie.
    pub winners: Option<Vec<Side>>,
}

/// Who may say that the race begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Starters {
    /// Whether the host may.
    pub host: bool,
    /// The seats that may.
    pub seats: Vec<Seat>,
    /// From when any seated person may.
    pub anyone_at: RoomTime,
}

/// What happens with the seat of somebody who is away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Absent {
    /// How long the person may be away, in milliseconds.
    pub after_ms: u64,
    /// Whether a bot plays the seat afterwards ([`Driver::Bot`]) or nobody does ([`Driver::None`]).
    pub then: Driver,
}

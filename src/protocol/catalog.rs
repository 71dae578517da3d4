//! The catalog: which games there are, what a room may be made with, and the bounds a page should know.
//!
//! Made from the tables that judge what clients ask for, so that a form drawn from it is a form that the
//! server takes.

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::games::list::{Listed, Visit};
use crate::games::option::OptionSpec;
use crate::games::{BotLevel, GameKind, Place, Role, Side};
use crate::limits;
use crate::room::options::tables;
use crate::room::request::Emote;

/// What the server has to offer.
#[derive(Debug, Clone, PartialEq, Serialize, TS, ToSchema)]
pub struct Catalog {
    /// The games.
    pub games: Vec<GameOffer>,
    /// What `react` takes.
    #[schema(value_type = Vec<String>)]
    pub emotes: &'static [Emote],
    /// Bounds that hold in every room.
    pub limits: RoomLimits,
}

/// A game, and what a room of it may be made with.
#[derive(Debug, Clone, PartialEq, Serialize, TS, ToSchema)]
pub struct GameOffer {
    /// The name on the wire.
    #[schema(value_type = String)]
    pub game: GameKind,
    /// The name for people.
    pub title: &'static str,
    /// Sides of the table; in Super Rack-O a side is a seat.
    pub sides: u8,
    /// What somebody of a side may be; empty in games without roles.
    #[schema(value_type = Vec<String>)]
    pub roles: Vec<Role>,
    /// How well its bots may play, the weakest first.
    #[schema(value_type = Vec<String>)]
    pub bot_levels: &'static [BotLevel],
    /// The options that a room of any game has.
    pub room_options: &'static [OptionSpec],
    /// The game's own options.
    pub options: &'static [OptionSpec],
}

/// Bounds that hold in every room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct RoomLimits {
    /// People of a room who may sit.
    pub people: usize,
    /// Spectators of a room.
    pub spectators: usize,
    /// The longest name, in letters as people see them.
    pub name_letters: usize,
    /// The longest line of chat, in letters as people see them.
    pub chat_letters: usize,
    /// How much of what was said of late a state holds, in lines and emotes.
    pub chat_kept: usize,
    /// What one person may say within `chat_while_ms`, in lines and emotes.
    pub chat_burst: usize,
    /// The time in which one person may say so much, in milliseconds.
    pub chat_while_ms: u64,
}

impl Default for RoomLimits {
    fn default() -> Self {
        Self {
            people: limits::PEOPLE_MAX,
            spectators: limits::SPECTATORS_MAX,
            name_letters: limits::NAME_LETTERS_MAX,
            chat_letters: limits::CHAT_LETTERS_MAX,
            chat_kept: limits::CHAT_KEPT,
            chat_burst: limits::CHAT_BURST,
            chat_while_ms: limits::CHAT_WHILE_MS,
        }
    }
}

impl Catalog {
    /// What this server has to offer.
    #[must_use]
    pub fn new() -> Self {
        let games = GameKind::ALL.iter().map(|game| game.with(Offer)).collect();
        Self { games, emotes: Emote::ALL, limits: RoomLimits::default() }
    }
}

impl Default for Catalog {
    fn default() -> Self {
        Self::new()
    }
}

struct Offer;

impl Visit for Offer {
    type Output = GameOffer;

    fn visit<G: Listed>(self) -> GameOffer {
        let [room_options, options] = tables::<G>();
        let may_be = |role: &Role| G::may_sit(Place { side: Side(1), role: Some(*role) }, &[]).is_ok();
        GameOffer {
            game: G::KIND,
            title: G::TITLE,
            sides: G::SIDES,
            roles: [Role::Solo, Role::Row, Role::Deck].into_iter().filter(may_be).collect(),
            bot_levels: BotLevel::ALL,
            room_options,
            options,
        }
    }
}

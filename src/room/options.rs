//! A room's options: its own and its game's, one flat object on the wire.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::answer::Refused;
use super::request::Visibility;
use crate::code;
use crate::games::Game;
use crate::games::option::{self, OptionError, OptionKind, OptionSpec};
use crate::limits::{BOT_PACE_MS_MAX, BOTS_FILL_AFTER_MS_MAX, BOTS_FILL_AFTER_MS_MIN};

/// The values of all options.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Options<G: Game> {
    /// The room's own.
    pub room: RoomOptions,
    /// The game's.
    pub game: G::Options,
}

/// The values of the room's own options.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomOptions {
    /// Nobody new may come in.
    pub locked: bool,
    /// People may watch.
    pub spectators: bool,
    /// People may write to each other.
    pub chat: bool,
    /// The least time between two moves of a bot, in milliseconds.
    pub bot_pace_ms: u64,
    /// How long somebody at the table waits for people until bots take the free places, in milliseconds; 0
    /// is for ever.
    #[serde(default)]
    pub bots_fill_after_ms: u64,
}

/// The room's own options in a room of game `G`.
struct Table<G>(std::marker::PhantomData<G>);

impl<G: Game> Table<G> {
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::boolean(
            "locked",
            false,
            "Nobody new may come in; who left in the middle of a round may come back until it is over.",
        ),
        OptionSpec::boolean("spectators", true, "People may watch without playing."),
        OptionSpec::true_in_private(
            "chat",
            "People may write to each other; false in public rooms unless said otherwise.",
        ),
        OptionSpec::integer(
            "bot_pace_ms",
            G::BOT_PACE_MS,
            0,
            BOT_PACE_MS_MAX,
            "The least time between two moves of a bot, in milliseconds.",
        ),
        OptionSpec::integer_or_zero(
            "bots_fill_after_ms",
            0,
            BOTS_FILL_AFTER_MS_MIN,
            BOTS_FILL_AFTER_MS_MAX,
            "How long somebody at the table waits for people until bots take the free places, in milliseconds; \
             0 is for ever.",
        ),
    ];
}

/// The declarations that hold in a room of game `G`: the room's own, then the game's.
#[must_use]
pub fn tables<G: Game>() -> [&'static [OptionSpec]; 2] {
    [Table::<G>::OPTIONS, G::OPTIONS]
}

impl<G: Game> Default for Options<G> {
    fn default() -> Self {
        let room = RoomOptions {
            locked: false,
            spectators: true,
            chat: true,
            bot_pace_ms: G::BOT_PACE_MS,
            bots_fill_after_ms: 0,
        };
        Self { room, game: G::Options::default() }
    }
}

impl<G: Game> Options<G> {
    /// All options as one flat object.
    #[must_use]
    pub fn to_map(&self) -> Map<String, Value> {
        let mut map = Map::new();
        for part in [serde_json::to_value(&self.room), serde_json::to_value(&self.game)] {
            if let Ok(Value::Object(part)) = part {
                map.extend(part);
            }
        }
        map
    }

    /// The options of a new room for which `said` was asked.
    ///
    /// # Errors
    /// As [`Self::patched`].
    pub fn of_new(visibility: Visibility, said: &Map<String, Value>) -> Result<Self, Refused> {
        let mut patch = Map::new();
        for spec in tables::<G>().into_iter().flatten() {
            if let (Visibility::Public, OptionKind::Boolean { default_in_public: Some(default), .. }) =
                (visibility, spec.kind)
            {
                patch.insert(spec.name.to_owned(), Value::Bool(default));
            }
        }
        patch.extend(said.clone());
        Self::default().patched(&patch)
    }

    /// The options with `patch` over them, whole or not at all.
    ///
    /// # Errors
    /// `unknown_field` or `bad_option`, with `detail.path` and what the option takes.
    pub fn patched(&self, patch: &Map<String, Value>) -> Result<Self, Refused> {
        let next = option::apply(&tables::<G>(), &self.to_map(), patch).map_err(|wrong| match wrong {
            OptionError::Unknown { name, nearest } => {
                let mut detail = json!({ "path": format!("options.{name}") });
                if let Some(nearest) = nearest {
                    detail["nearest"] = nearest.into();
                }
                Refused::plain(&code::UNKNOWN_FIELD).with(detail)
            }
            OptionError::Value { name, takes } => {
                let detail = json!({ "path": format!("options.{name}"), "takes": takes });
                Refused::plain(&code::BAD_OPTION).with(detail)
            }
        })?;
        let part = |table: &[OptionSpec]| {
            let own = next.iter().filter(|(name, _)| table.iter().any(|spec| spec.name == *name));
            Value::Object(own.map(|(name, value)| (name.clone(), value.clone())).collect())
        };
        // The tables and the structs say the same thing (a test compares them), so this cannot fail.
        let wrong = |_| Refused::plain(&code::INTERNAL);
        Ok(Self {
            room: serde_json::from_value(part(Table::<G>::OPTIONS)).map_err(wrong)?,
            game: serde_json::from_value(part(G::OPTIONS)).map_err(wrong)?,
        })
    }
}

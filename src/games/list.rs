//! The list of games. A new game is one line in `games!` below.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{Game, OptionSpec};
use crate::code::{self, Code};

/// Makes the closed set of games: the names on the wire, the unions over all games, and the calls that
/// pick one game's types by name.
macro_rules! games {
    ($($variant:ident => $game:ty;)*) => {
        /// One of the games.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
        #[serde(rename_all = "snake_case")]
        pub enum GameKind {
            $(
                #[doc = concat!("See [`", stringify!($game), "`].")]
                $variant,
            )*
        }

        /// An action of one of the games.
        #[derive(Debug, Clone, PartialEq, Serialize, JsonSchema, ts_rs::TS)]
        #[serde(untagged)]
        pub enum AnyAction { $( #[doc = stringify!($variant)] $variant(<$game as Game>::Action), )* }

        /// The table of one of the games, as a viewer sees it.
        #[derive(Debug, Clone, PartialEq, Serialize, JsonSchema, ts_rs::TS)]
        #[serde(untagged)]
        pub enum AnyView { $( #[doc = stringify!($variant)] $variant(Box<<$game as Game>::View>), )* }

        /// An event of one of the games, as a viewer sees it.
        #[derive(Debug, Clone, PartialEq, Serialize, JsonSchema, ts_rs::TS)]
        #[serde(untagged)]
        pub enum AnyShown { $( #[doc = stringify!($variant)] $variant(Box<<$game as Game>::Shown>), )* }

        /// What the `ok` of an accepted action of one of the games adds.
        #[derive(Debug, Clone, PartialEq, Serialize, JsonSchema, ts_rs::TS)]
        #[serde(untagged)]
        pub enum AnyAccepted { $( #[doc = stringify!($variant)] $variant(<$game as Game>::Accepted), )* }

        /// The detail of a refusal of one of the games.
        #[derive(Debug, Clone, PartialEq, Serialize, JsonSchema, ts_rs::TS)]
        #[serde(untagged)]
        pub enum AnyDetail { $( #[doc = stringify!($variant)] $variant(<$game as Game>::Detail), )* }

        impl GameKind {
            /// All games.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The name on the wire.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => <$game as Game>::NAME,)* }
            }

            /// The options that the game declares.
            #[must_use]
            pub const fn options(self) -> &'static [OptionSpec] {
                match self { $(Self::$variant => <$game as Game>::OPTIONS,)* }
            }

            /// The names of the game's actions.
            #[must_use]
            pub const fn actions(self) -> &'static [&'static str] {
                match self { $(Self::$variant => <$game as Game>::ACTIONS,)* }
            }

            /// Reads an action of this game.
            ///
            /// # Errors
            /// What is wrong with the field at the error's path.
            pub fn read_action(self, raw: &RawValue) -> Result<AnyAction, serde_path_to_error::Error<serde_json::Error>> {
                let mut json = serde_json::Deserializer::from_str(raw.get());
                match self { $(Self::$variant => serde_path_to_error::deserialize(&mut json).map(AnyAction::$variant),)* }
            }

            /// Runs `visit` with this game's type.
            pub fn with<V: Visit>(self, visit: V) -> V::Output {
                match self { $(Self::$variant => visit.visit::<$game>(),)* }
            }
        }

        $(
            impl Listed for $game {
                const KIND: GameKind = GameKind::$variant;

                fn take(action: AnyAction) -> Option<Self::Action> {
                    #[allow(unreachable_patterns, reason = "with one game in the list the last arm is never reached")]
                    match action { AnyAction::$variant(action) => Some(action), _ => None }
                }

                fn wrap(action: Self::Action) -> AnyAction {
                    AnyAction::$variant(action)
                }
            }
        )*

        /// Every error code: the shared ones, then each game's own.
        pub fn codes() -> impl Iterator<Item = &'static Code> {
            let games: &[&[&'static Code]] = &[$(<$game as Game>::CODES),*];
            code::ALL.iter().copied().chain(games.iter().flat_map(|table| table.iter().copied()))
        }
    };
}

/// A game of the list: how to get from the unions back to its own types.
pub trait Listed: Game {
    /// Its name in the list.
    const KIND: GameKind;

    /// The action, if it is one of this game.
    fn take(action: AnyAction) -> Option<Self::Action>;

    /// The action as one of any game.
    fn wrap(action: Self::Action) -> AnyAction;
}

/// Something to do with the type of a game that is known only at run time.
pub trait Visit {
    /// What comes out.
    type Output;
    /// Does it.
    fn visit<G: Listed>(self) -> Self::Output;
}

games! {
    WackeeSix => super::wackee_six::WackeeSix;
    SuperRackO => super::super_rack_o::SuperRackO;
}

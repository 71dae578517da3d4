//! Pages of a list: where one begins, and how the next one is asked for.

use uuid::Uuid;

use super::PAGE_LINES;
use crate::code;
use crate::ids::{MatchId, PlayerId};
use crate::server::api::ApiError;
use crate::store::{BoardPlace, MatchPlace};

/// A place in a list, as text that a client gives back as it came.
pub(super) trait Place: Sized {
    /// The text.
    fn text(&self) -> String;

    /// Reads it.
    fn read(text: &str) -> Option<Self>;
}

impl Place for MatchPlace {
    fn text(&self) -> String {
        format!("{}.{}", self.ended_unix_ms, self.id.0.simple())
    }

    fn read(text: &str) -> Option<Self> {
        let (ended, id) = text.split_once('.')?;
        Some(Self { ended_unix_ms: ended.parse().ok()?, id: MatchId(Uuid::try_parse(id).ok()?) })
    }
}

impl Place for BoardPlace {
    fn text(&self) -> String {
        format!("{}.{}", self.score_milli, self.player.0.simple())
    }

    fn read(text: &str) -> Option<Self> {
        let (score, player) = text.split_once('.')?;
        Some(Self { score_milli: score.parse().ok()?, player: PlayerId(Uuid::try_parse(player).ok()?) })
    }
}

/// A page that is asked for.
#[derive(Debug)]
pub(super) struct Page<P> {
    /// The last place of the page before.
    pub after: Option<P>,
    limit: u32,
}

impl<P: Place> Page<P> {
    /// Reads what was asked for; `limit` is within its bounds.
    ///
    /// # Errors
    /// `bad_field` for an `after` that no page gave.
    pub fn of(after: Option<&str>, limit: Option<u32>) -> Result<Self, ApiError> {
        let place = |text: &str| P::read(text).ok_or_else(|| ApiError::at(&code::BAD_FIELD, "after"));
        Ok(Self { after: after.map(place).transpose()?, limit: limit.unwrap_or(PAGE_LINES) })
    }

    /// How many to fetch: one more than the page has tells whether there is another page.
    pub fn fetched(&self) -> u32 {
        self.limit + 1
    }

    /// The lines of the page, and how to ask for the next one.
    pub fn cut<T>(&self, mut lines: Vec<T>, place: impl Fn(&T) -> P) -> (Vec<T>, Option<String>) {
        let limit = self.limit as usize;
        let more = lines.len() > limit;
        lines.truncate(limit);
        let next = lines.last().filter(|_| more).map(|last| place(last).text());
        (lines, next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_comes_back_as_it_was() {
        let one = MatchPlace { ended_unix_ms: 7, id: MatchId(Uuid::from_u128(9)) };
        assert_eq!(MatchPlace::read(&one.text()), Some(one));
        let one = BoardPlace { score_milli: -7, player: PlayerId(Uuid::from_u128(9)) };
        assert_eq!(BoardPlace::read(&one.text()), Some(one));
        for bad in ["", ".", "7", "x.00000000000000000000000000000009", "7.9", "-1.0"] {
            assert_eq!(MatchPlace::read(bad), None, "{bad}");
        }
    }
}

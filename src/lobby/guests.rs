//! Guests: a public id, a name, and a secret token of which only the hash is kept.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use super::Lobby;
use crate::code::{self, Code};
use crate::ids::PlayerId;
use crate::store::PlayerRecord;
use crate::text;

/// A secret of 256 random bits that names a guest. Shown once, kept by nobody but the guest.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; 32]);

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(hidden)")
    }
}

impl Token {
    /// The token that somebody sent, if it has the form of one.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        Some(Self(bytes.try_into().ok()?))
    }

    /// As text (base64url).
    #[must_use]
    pub fn text(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    /// What is kept of it. A plain hash is enough: nobody guesses 256 random bits.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0).into()
    }
}

impl Lobby {
    /// Makes a guest. `name` has passed [`text::name`], or is none.
    ///
    /// # Errors
    /// `storage_unavailable`.
    pub async fn make_guest(&self, name: Option<String>) -> Result<(PlayerRecord, Token), &'static Code> {
        let grounds = self.grounds();
        let seen_unix_ms = grounds.clock.unix_ms();
        let (player, token) = {
            let mut chance = (grounds.chance)();
            let token = Token(chance.bytes());
            let name = name.unwrap_or_else(|| text::proposed_name(chance.bytes()));
            let id = PlayerId::new(seen_unix_ms, &mut *chance);
            (PlayerRecord { id, name, token_hash: token.hash(), seen_unix_ms }, token)
        };
        grounds.store.add_player(&player).await.map_err(|why| {
            tracing::warn!(%why, "a guest could not be made");
            &code::STORAGE_UNAVAILABLE
        })?;
        Ok((player, token))
    }

    /// The guest with that token.
    ///
    /// # Errors
    /// `bad_token` or `storage_unavailable`.
    pub async fn guest(&self, token: &str) -> Result<PlayerRecord, &'static Code> {
        let Some(token) = Token::read(token) else { return Err(&code::BAD_TOKEN) };
        let grounds = self.grounds();
        match grounds.store.player_by_token(token.hash(), grounds.clock.unix_ms()).await {
            Ok(Some(player)) => Ok(player),
            Ok(None) => Err(&code::BAD_TOKEN),
            Err(why) => {
                tracing::warn!(%why, "a guest could not be looked up");
                Err(&code::STORAGE_UNAVAILABLE)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_reads_as_itself_and_hides_in_logs() {
        let token = Token([200; 32]);
        assert_eq!(Token::read(&token.text()), Some(token.clone()));
        assert_eq!(Token::read("short"), None);
        assert_eq!(format!("{token:?}"), "Token(hidden)");
    }
}

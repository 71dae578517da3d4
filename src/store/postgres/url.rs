//! The address of the database, which holds a password: it is never shown whole.

use std::fmt;
use std::str::FromStr;

use sqlx::postgres::{PgConnectOptions, PgSslMode};

/// `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, as a host gives it.
///
/// [`fmt::Display`] and [`fmt::Debug`] leave the password out, and everything after the database's name.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl {
    text: String,
    shown: String,
}

impl DatabaseUrl {
    /// Keeps the text as it is. It is looked at by [`Self::options`]: a complaint made here would be shown
    /// with the text, and the text with its password.
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        let shown = options(&text).map_or_else(|_| "postgres://…".to_owned(), |options| shown(&options));
        Self { text, shown }
    }

    /// Whether nothing was given.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// How to connect.
    ///
    /// # Errors
    /// A sentence that does not hold the address.
    pub(super) fn options(&self) -> Result<PgConnectOptions, String> {
        options(&self.text)
    }
}

fn options(text: &str) -> Result<PgConnectOptions, String> {
    if !(text.starts_with("postgres://") || text.starts_with("postgresql://")) {
        return Err("write it like postgres://USER:PASSWORD@HOST:5432/DATABASE".to_owned());
    }
    let options = PgConnectOptions::from_str(text).map_err(|_| {
        "it cannot be read; write it like postgres://USER:PASSWORD@HOST:5432/DATABASE, with %40 for an @ in \
         the password and the like for other marks"
            .to_owned()
    })?;
    Ok(options.application_name("slapdown"))
}

/// What may be shown of it: where, and as whom.
fn shown(options: &PgConnectOptions) -> String {
    let host = match options.get_socket() {
        Some(socket) => socket.display().to_string(),
        None => options.get_host().to_owned(),
    };
    let (user, port) = (options.get_username(), options.get_port());
    let database = options.get_database().unwrap_or(user);
    let tls = match options.get_ssl_mode() {
        PgSslMode::Require | PgSslMode::VerifyCa | PgSslMode::VerifyFull => " (TLS)",
        _ => "",
    };
    format!("postgres://{user}@{host}:{port}/{database}{tls}")
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<String> for DatabaseUrl {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_password_is_not_shown() {
        for (url, shown) in [
            ("postgres://ada:se%63ret@db.example:5433/cards", "postgres://ada@db.example:5433/cards"),
            ("postgresql://ada:secret@db.example/cards", "postgres://ada@db.example:5432/cards"),
            ("postgres://db.example/cards?user=ada&password=secret", "postgres://ada@db.example:5432/cards"),
            ("postgres://ada:secret@[::1]/cards?sslmode=require", "postgres://ada@[::1]:5432/cards (TLS)"),
            ("postgres://ada:secret@%2Frun%2Fpostgres/cards", "postgres://ada@/run/postgres:5432/cards"),
            ("postgres://ada:secret@db:port/cards", "postgres://…"),
            ("ada:secret@db/cards", "postgres://…"),
        ] {
            let url = DatabaseUrl::new(url);
            assert_eq!(url.to_string(), shown);
            assert_eq!(format!("{url:?}"), shown);
            if let Err(why) = url.options() {
                assert!(!why.contains("secret") && why.contains("like postgres://"), "{why}");
            }
        }
    }
}

//! The address of the database, which holds a password: it is never shown whole.

use std::fmt;
use std::str::FromStr;

use sqlx::postgres::{PgConnectOptions, PgSslMode};

/// What may stand behind the `?`, in the driver's spellings.
const PARAMETERS: [&str; 18] = [
    "sslmode",
    "ssl-mode",
    "sslrootcert",
    "ssl-root-cert",
    "ssl-ca",
    "sslcert",
    "ssl-cert",
    "sslkey",
    "ssl-key",
    "host",
    "hostaddr",
    "port",
    "dbname",
    "user",
    "password",
    "application_name",
    "options",
    "statement-cache-capacity",
];
/// Those that name a file, or hold what would be in it.
const FILES: [&str; 7] =
    ["sslrootcert", "ssl-root-cert", "ssl-ca", "sslcert", "ssl-cert", "sslkey", "ssl-key"];

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
    parameters(text)?;
    let options = PgConnectOptions::from_str(text).map_err(|_| {
        "it cannot be read; write it like postgres://USER:PASSWORD@HOST:5432/DATABASE, with %40 for an @ in \
         the password and the like for other marks"
            .to_owned()
    })?;
    Ok(options.application_name("slapdown"))
}

/// Looks at what the driver would pass over, or meet only when it connects: a slip in `sslmode` must not lead to
/// a connection without TLS.
fn parameters(text: &str) -> Result<(), String> {
    let query = text.split_once('?').map_or("", |(_, query)| query.split('#').next().unwrap_or_default());
    for (key, value) in form_urlencoded::parse(query.as_bytes()) {
        if !PARAMETERS.contains(&&*key) && !key.starts_with("options[") {
            // Not which: where the password holds a `?`, it would be a part of it.
            return Err(format!(
                "behind its ? stands what is not known; there may be {}",
                PARAMETERS.join(", ")
            ));
        }
        if FILES.contains(&&*key)
            && !value.contains("-----BEGIN")
            && let Err(error) = std::fs::File::open(&*value)
        {
            return Err(format!("the file {value} of its {key} cannot be read: {error}"));
        }
    }
    Ok(())
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
    fn what_the_driver_would_pass_over_is_refused() {
        let why =
            |query: &str| DatabaseUrl::new(format!("postgres://ada:secret@db/cards?{query}")).options().err();
        assert_eq!(why("sslmode=require&statement-cache-capacity=100"), None);
        assert!(why("sslmod=require").is_some_and(|why| why.contains("sslmode") && !why.contains("sslmod=")));
        for key in ["sslrootcert", "ssl-root-cert", "sslcert", "sslkey"] {
            let why = why(&format!("{key}=/there/is/no/such.pem")).unwrap_or_default();
            assert!(why.contains("cannot be read"), "{key}: {why}");
        }
        let hidden = DatabaseUrl::new("postgres://ada:se?cret@db/cards").options().err().unwrap_or_default();
        assert!(!hidden.contains("cret"), "{hidden}");
    }

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

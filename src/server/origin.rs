//! From which pages a browser may reach the server. Programs, which send no Origin, always may.

use std::str::FromStr;

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};

/// An origin as browsers send it: `https://cards.example`, with a port if it is not the usual one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin(String);

/// Text that is no origin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no origin; write it like https://cards.example or http://192.168.1.5:8080")]
pub struct NoOrigin(String);

impl FromStr for Origin {
    type Err = NoOrigin;

    fn from_str(text: &str) -> Result<Self, NoOrigin> {
        let lower = text.trim().trim_end_matches('/').to_ascii_lowercase();
        let host = lower.strip_prefix("https://").or_else(|| lower.strip_prefix("http://"));
        match host {
            Some(host) if !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ', '*', ',']) => {
                Ok(Self(lower))
            }
            _ => Err(NoOrigin(text.to_owned())),
        }
    }
}

/// The pages of other hosts that may reach the server.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origins(Vec<Origin>);

impl Origins {
    /// Those, besides the server's own.
    #[must_use]
    pub const fn new(allowed: Vec<Origin>) -> Self {
        Self(allowed)
    }

    /// Whether a request with these headers may change anything.
    ///
    /// # Errors
    /// The origin that may not, as it was sent.
    pub fn check(&self, headers: &HeaderMap) -> Result<(), String> {
        let mut sent = headers.get_all(ORIGIN).iter();
        let Some(origin) = sent.next() else { return Ok(()) };
        let shown = String::from_utf8_lossy(origin.as_bytes()).into_owned();
        if sent.next().is_some() {
            return Err(shown);
        }
        let Ok(parsed) = shown.parse::<Origin>() else { return Err(shown) };
        let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        if self.0.contains(&parsed) || parsed.is_at(host) { Ok(()) } else { Err(shown) }
    }

    /// The request's origin, if it is one of the configured ones: browsers want to read its name in the
    /// answer.
    #[must_use]
    pub fn configured<'h>(&self, headers: &'h HeaderMap) -> Option<&'h axum::http::HeaderValue> {
        let value = headers.get(ORIGIN)?;
        let origin: Origin = value.to_str().ok()?.parse().ok()?;
        self.0.contains(&origin).then_some(value)
    }
}

impl Origin {
    /// Whether this is the origin of pages served under that `Host`. The scheme is not compared, as a
    /// proxy may have taken the encryption off.
    fn is_at(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let (own, usual_port) = match self.0.strip_prefix("https://") {
            Some(own) => (own, ":443"),
            None => (self.0.trim_start_matches("http://"), ":80"),
        };
        let bare = |text: &str| text.strip_suffix(usual_port).unwrap_or(text).to_owned();
        !host.is_empty() && bare(own) == bare(&host)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(allowed: &[&str], host: &str, origins: &[&str]) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().expect("a header"));
        for origin in origins {
            headers.append(ORIGIN, origin.parse().expect("a header"));
        }
        Origins::new(allowed.iter().map(|text| text.parse().expect("an origin")).collect())
            .check(&headers)
            .is_ok()
    }

    #[test]
    fn a_program_and_the_own_page_may() {
        assert!(check(&[], "cards.example", &[]));
        assert!(check(&[], "cards.example", &["https://cards.example"]));
        assert!(check(&[], "Cards.Example:443", &["https://cards.example"]));
        assert!(check(&[], "127.0.0.1:8080", &["http://127.0.0.1:8080"]));
        assert!(check(&[], "[::1]:8080", &["http://[::1]:8080"]));
    }

    #[test]
    fn other_pages_may_not_unless_the_host_allows_them() {
        for origin in [
            "https://evil.example",
            "https://cards.example.evil.example",
            "https://cards.example:8443",
            "http://cards.example:443",
            "null",
            "file://",
            "",
        ] {
            assert!(!check(&[], "cards.example", &[origin]), "{origin}");
        }
        assert!(!check(&[], "cards.example", &["https://cards.example", "https://evil.example"]));
        assert!(check(&["https://Table.example/"], "cards.example", &["https://table.example"]));
        assert!(!check(&["https://table.example"], "cards.example", &["http://table.example"]));
    }

    #[test]
    fn only_origins_can_be_allowed() {
        for wrong in ["cards.example", "https://", "https://a/b", "*", "https://*.example", "ws://a"] {
            assert!(wrong.parse::<Origin>().is_err(), "{wrong}");
        }
    }
}

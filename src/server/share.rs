//! Where others find this server: the start of every link and QR code.
//!
//! No link shows a phone `127.0.0.1`: that is the phone itself. What the host configured comes first,
//! then the address under which the page was asked for, then the one of this machine on its network.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::str::FromStr;

use axum::http::{HeaderMap, HeaderName, header};

/// The scheme that the client used, where a trusted proxy stands between.
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// The address of the page as people type it, with a slash at its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Base(String);

/// Text that is no address of a page.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no address of the page; write it like https://cards.example/ or https://example.org/cards/"
)]
pub struct NoBase(String);

impl FromStr for Base {
    type Err = NoBase;

    fn from_str(text: &str) -> Result<Self, NoBase> {
        let fault = || NoBase(text.to_owned());
        let uri: axum::http::Uri = text.trim().parse().map_err(|_| fault())?;
        let (Some("http" | "https"), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
            return Err(fault());
        };
        if uri.query().is_some() || text.contains(['#', '@', '"', '<']) || authority.host().is_empty() {
            return Err(fault());
        }
        Ok(Self(format!("{}/", text.trim().trim_end_matches('/'))))
    }
}

impl fmt::Display for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Base {
    /// The page at an address of this machine.
    #[must_use]
    pub fn at(address: SocketAddr) -> Self {
        Self(format!("http://{address}/"))
    }

    /// The origin of the page there, as browsers send it.
    #[must_use]
    pub fn origin(&self) -> String {
        let (scheme, rest) = self.0.split_once("://").unwrap_or(("http", &self.0));
        let authority = rest.split('/').next().unwrap_or_default();
        let usual_port = if scheme.eq_ignore_ascii_case("https") { ":443" } else { ":80" };
        format!("{scheme}://{}", authority.strip_suffix(usual_port).unwrap_or(authority))
    }

    /// The link to a room.
    #[must_use]
    pub fn room(&self, code: &str) -> String {
        format!("{self}r/{code}")
    }
}

/// What is known about how others get here.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Share {
    /// What the host configured.
    pub public: Option<Base>,
    /// This machine on its network, where it listens there.
    pub lan: Option<Base>,
}

impl Share {
    /// The start of links for one who asked with these headers; `trusted` says whether they come from a
    /// trusted proxy. None where others cannot get here.
    #[must_use]
    pub fn base(&self, headers: &HeaderMap, trusted: bool) -> Option<Base> {
        if let Some(public) = &self.public {
            return Some(public.clone());
        }
        asked(headers, trusted).or_else(|| self.lan.clone())
    }
}

/// The address under which the page was asked for, unless that means another machine to everybody.
fn asked(headers: &HeaderMap, trusted: bool) -> Option<Base> {
    let host = headers.get(header::HOST)?.to_str().ok()?;
    let proto = headers.get(FORWARDED_PROTO).filter(|_| trusted).and_then(|proto| proto.to_str().ok());
    let scheme = if proto == Some("https") { "https" } else { "http" };
    let authority: axum::http::uri::Authority = host.parse().ok()?;
    let bare = authority.host().trim_matches(['[', ']']);
    let own = match bare.parse::<IpAddr>() {
        Ok(ip) => ip.is_loopback() || ip.is_unspecified(),
        Err(_) => bare.eq_ignore_ascii_case("localhost") || bare.to_ascii_lowercase().ends_with(".localhost"),
    };
    if own { None } else { format!("{scheme}://{authority}/").parse().ok() }
}

/// This machine's address on the network that leads out. None without a network.
#[must_use]
pub fn lan_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // Sends nothing: it only asks the system which way a packet would take. The address is one that is
    // set aside for documents.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_loopback() && !ip.is_unspecified()).then_some(ip)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base(share: &Share, host: &str, proto: Option<&str>, trusted: bool) -> Option<String> {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().expect("a header"));
        if let Some(proto) = proto {
            headers.insert(FORWARDED_PROTO, proto.parse().expect("a header"));
        }
        share.base(&headers, trusted).map(|base| base.to_string())
    }

    #[test]
    fn no_link_leads_a_phone_to_itself() {
        let none = Share::default();
        for own in
            ["127.0.0.1:8080", "localhost", "localhost:80", "[::1]:8080", "0.0.0.0:8080", "x.localhost"]
        {
            assert_eq!(base(&none, own, None, false), None, "{own}");
        }
        let lan = Share { lan: Some(Base::at("192.168.1.5:8080".parse().expect("an address"))), ..none };
        assert_eq!(base(&lan, "127.0.0.1:8080", None, false).as_deref(), Some("http://192.168.1.5:8080/"));
        assert_eq!(base(&lan, "10.0.0.7:8080", None, false).as_deref(), Some("http://10.0.0.7:8080/"));
    }

    #[test]
    fn a_proxy_that_is_trusted_says_the_scheme_and_the_host_has_the_last_word() {
        let none = Share::default();
        let cards = "cards.example";
        assert_eq!(base(&none, cards, Some("https"), true).as_deref(), Some("https://cards.example/"));
        assert_eq!(base(&none, cards, Some("https"), false).as_deref(), Some("http://cards.example/"));
        let public = Share { public: Some("https://example.org/cards".parse().expect("a base")), lan: None };
        assert_eq!(base(&public, "127.0.0.1", None, false).as_deref(), Some("https://example.org/cards/"));
    }

    #[test]
    fn only_the_address_of_a_page_can_be_public() {
        for wrong in
            ["cards.example", "ftp://a/", "https://", "https://a/?x", "https://a/#x", "https://u@a/", ""]
        {
            assert!(wrong.parse::<Base>().is_err(), "{wrong}");
        }
        let base: Base = "https://a:8443/cards/".parse().expect("a base");
        assert_eq!(base.room("KTZSB7"), "https://a:8443/cards/r/KTZSB7");
    }
}

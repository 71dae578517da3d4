//! Where a client is: the one function that finds its address, and the groups in which addresses are
//! counted.
//!
//! Forwarded headers are read from the trusted end alone: what a client writes into them itself is
//! never believed.

use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

use axum::http::{HeaderMap, HeaderName};

/// The header that proxies add addresses to, each at its end.
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// A range of addresses: `10.0.0.0/8`, `2001:db8::/32`, or a single address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    first: IpAddr,
    bits: u8,
}

/// Text that is no range of addresses.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is neither an IP address nor a range like 10.0.0.0/8")]
pub struct NoRange(String);

impl FromStr for Range {
    type Err = NoRange;

    fn from_str(text: &str) -> Result<Self, NoRange> {
        let fault = || NoRange(text.to_owned());
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits)),
            None => (text, None),
        };
        let first: IpAddr = address.trim().parse().map_err(|_| fault())?;
        let most = if first.is_ipv4() { 32 } else { 128 };
        let bits = match bits {
            Some(bits) => bits.trim().parse().ok().filter(|bits| *bits <= most).ok_or_else(fault)?,
            None => most,
        };
        Ok(Self { first, bits })
    }
}

impl Range {
    /// Whether the address is in the range.
    #[must_use]
    pub fn holds(&self, address: IpAddr) -> bool {
        match (self.first, address.to_canonical()) {
            (IpAddr::V4(first), IpAddr::V4(address)) => {
                let mask = u32::MAX.checked_shl(32 - u32::from(self.bits)).unwrap_or(0);
                first.to_bits() & mask == address.to_bits() & mask
            }
            (IpAddr::V6(first), IpAddr::V6(address)) => {
                let mask = u128::MAX.checked_shl(128 - u32::from(self.bits)).unwrap_or(0);
                first.to_bits() & mask == address.to_bits() & mask
            }
            _ => false,
        }
    }
}

/// The proxies whose forwarded headers are believed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<Range>);

impl TrustedProxies {
    /// Those in the ranges.
    #[must_use]
    pub const fn new(ranges: Vec<Range>) -> Self {
        Self(ranges)
    }

    /// Whether the address is one of them.
    #[must_use]
    pub fn trust(&self, address: IpAddr) -> bool {
        self.0.iter().any(|range| range.holds(address))
    }

    /// The client's address. `peer` is the other end of the connection; as long as that is a trusted
    /// proxy, the last address it forwarded stands behind it, and so on.
    #[must_use]
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut address = peer.to_canonical();
        if !self.trust(address) {
            return address;
        }
        let lines: Vec<&str> =
            headers.get_all(FORWARDED_FOR).iter().map(|line| line.to_str().unwrap_or("")).collect();
        for hop in lines.iter().rev().flat_map(|line| line.rsplit(',')) {
            // What a trusted proxy did not write as an address leaves the proxy as the client.
            let Some(hop) = parse_hop(hop.trim()) else { break };
            address = hop;
            if !self.trust(address) {
                break;
            }
        }
        address
    }
}

/// An address as proxies write it: bare, or with a port.
fn parse_hop(text: &str) -> Option<IpAddr> {
    let address = text.parse::<IpAddr>().or_else(|_| text.parse::<std::net::SocketAddr>().map(|at| at.ip()));
    let bare = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    address.ok().or_else(bare).map(|address: IpAddr| address.to_canonical())
}

/// Addresses that count as one: an IPv4 address, or the 64 bits of an IPv6 network, since one client
/// commands all addresses below them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Neighbourhood(IpAddr);

impl From<IpAddr> for Neighbourhood {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(six) => Self(Ipv6Addr::from_bits(six.to_bits() & (u128::MAX << 64)).into()),
            four @ IpAddr::V4(_) => Self(four),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proxies(ranges: &[&str]) -> TrustedProxies {
        TrustedProxies::new(ranges.iter().map(|range| range.parse().expect("a range")).collect())
    }

    fn client(trusted: &[&str], peer: &str, forwarded: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append(FORWARDED_FOR, line.parse().expect("a header"));
        }
        proxies(trusted).client(peer.parse().expect("an address"), &headers).to_string()
    }

    #[test]
    fn ranges_hold_their_addresses_and_no_other() {
        let holds = |range: &str, address: &str| {
            range.parse::<Range>().expect("a range").holds(address.parse().expect("an address"))
        };
        assert!(holds("10.0.0.0/8", "10.200.3.4"));
        assert!(!holds("10.0.0.0/8", "11.0.0.1"));
        assert!(holds("10.0.0.1", "::ffff:10.0.0.1"));
        assert!(!holds("10.0.0.1", "10.0.0.2"));
        assert!(holds("0.0.0.0/0", "8.8.8.8"));
        assert!(!holds("0.0.0.0/0", "2001:db8::1"));
        assert!(holds("2001:db8::/32", "2001:db8:1::5"));
        assert!(holds("::1", "::1"));
        for wrong in ["", "10.0.0.0/33", "10.0.0/8", "2001:db8::/129", "proxy.example", "10.0.0.0/-1"] {
            assert!(wrong.parse::<Range>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn without_a_trusted_proxy_forwarded_headers_are_ignored() {
        assert_eq!(client(&[], "203.0.113.9", &["1.2.3.4"]), "203.0.113.9");
        assert_eq!(client(&["10.0.0.1"], "203.0.113.9", &["1.2.3.4"]), "203.0.113.9");
    }

    #[test]
    fn forwarded_addresses_are_read_from_the_trusted_end() {
        let trusted = ["10.0.0.0/8"];
        assert_eq!(client(&trusted, "10.0.0.1", &["1.2.3.4"]), "1.2.3.4");
        assert_eq!(client(&trusted, "10.0.0.1", &["6.6.6.6, 1.2.3.4"]), "1.2.3.4");
        assert_eq!(client(&trusted, "10.0.0.1", &["6.6.6.6, 1.2.3.4, 10.0.0.2"]), "1.2.3.4");
        assert_eq!(client(&trusted, "10.0.0.1", &["6.6.6.6", "1.2.3.4:5678", "10.0.0.2"]), "1.2.3.4");
        assert_eq!(client(&trusted, "10.0.0.1", &["[2001:db8::1]:99"]), "2001:db8::1");
        assert_eq!(client(&trusted, "10.0.0.1", &["1.2.3.4, nonsense"]), "10.0.0.1");
        assert_eq!(client(&trusted, "10.0.0.1", &[]), "10.0.0.1");
        assert_eq!(client(&trusted, "::ffff:10.0.0.1", &["1.2.3.4"]), "1.2.3.4");
    }

    #[test]
    fn a_network_of_ipv6_addresses_counts_as_one() {
        let at = |text: &str| Neighbourhood::from(text.parse::<IpAddr>().expect("an address"));
        assert_eq!(at("2001:db8::1"), at("2001:db8::ffff"));
        assert_ne!(at("2001:db8::1"), at("2001:db8:0:1::1"));
        assert_eq!(at("::ffff:10.0.0.1"), at("10.0.0.1"));
        assert_ne!(at("10.0.0.1"), at("10.0.0.2"));
    }
}

//! The settings: flags, then the environment, then defaults. No other file reads the environment.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;

use clap::builder::Resettable;
use clap::{Args, Command, ValueEnum};
use tracing_subscriber::EnvFilter;

use crate::server::address::{Range, TrustedProxies};
use crate::server::origin::{Origin, Origins};
use crate::server::share::{Base, Share, lan_address};
use crate::store::postgres::DatabaseUrl;

/// The settings of `slapdown serve`.
#[derive(Debug, Clone, Args)]
pub struct Config {
    /// Where to listen. 0.0.0.0:8080 or [::]:8080 is every network of this machine.
    #[arg(long, env = "SLAPDOWN_LISTEN", value_name = "ADDRESS", default_value = "127.0.0.1:8080", value_parser = listen)]
    pub listen: SocketAddr,

    /// Lets phones and other machines of the network in, and shows the link and a QR code: listens on every
    /// network, also where --listen names this machine alone. In the environment: 1 or true, 0 or false.
    #[arg(long, env = "SLAPDOWN_LAN", value_parser = clap::builder::BoolishValueParser::new())]
    pub lan: bool,

    /// The address of the page as people type it, for links and QR codes, like `https://cards.example/`.
    /// Without it: the address under which the page was asked for.
    #[arg(long, env = "SLAPDOWN_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<Base>,

    /// Where everything is kept, unless that is in a database. Made if it is not there.
    #[arg(long, env = "SLAPDOWN_DATA_DIR", value_name = "FOLDER", default_value = "./data")]
    pub data_dir: PathBuf,

    /// A PostgreSQL database in which everything is kept instead of the data directory, like
    /// `postgres://USER:PASSWORD@HOST:5432/DATABASE`. Better given in the environment: others on this machine
    /// can read the flags of a process.
    #[arg(long, env = "SLAPDOWN_DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database_url: Option<DatabaseUrl>,

    /// What a kept game survives: the death of the process, or a power cut too (slower).
    #[arg(long, env = "SLAPDOWN_SQLITE_SYNC", value_name = "LEVEL", default_value = "normal")]
    pub sqlite_sync: SqliteSync,

    /// The origin of a page on another host that may connect, like `https://cards.example`. May be given
    /// several times; in the environment, with commas between. Programs need none.
    #[arg(long, env = "SLAPDOWN_ALLOW_ORIGIN", value_name = "ORIGIN", value_delimiter = ',')]
    pub allow_origin: Vec<Origin>,

    /// A proxy in front of the server whose X-Forwarded-For is believed: an address or a range like
    /// 10.0.0.0/8. May be given several times; in the environment, with commas between.
    #[arg(long, env = "SLAPDOWN_TRUSTED_PROXY", value_name = "ADDRESS", value_delimiter = ',')]
    pub trusted_proxy: Vec<Range>,

    /// A file with names that nobody may take, one a line; `*word*` is not allowed inside of words either.
    #[arg(long, env = "SLAPDOWN_NAME_FILTER", value_name = "FILE")]
    pub name_filter: Option<PathBuf>,

    /// How log lines look. They go to stderr.
    #[arg(long, env = "SLAPDOWN_LOG_FORMAT", value_name = "FORMAT", default_value = "text")]
    pub log_format: LogFormat,

    /// What is logged: error, warn, info, debug or trace, also by part, like `info,slapdown::room=debug`.
    #[arg(long, env = "SLAPDOWN_LOG", value_name = "FILTER", default_value = "info", value_parser = filter)]
    pub log: String,
}

/// What a commit survives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SqliteSync {
    /// The death of the process.
    Normal,
    /// A power cut too.
    Full,
}

/// How log lines look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For programs: one object a line.
    Json,
}

impl Config {
    /// The pages of other hosts that may reach the server, and the one that people type.
    #[must_use]
    pub fn origins(&self) -> Origins {
        // A proxy may tell the server another host than the one that people type.
        let public = self.public_url.as_ref().and_then(|base| base.origin().parse().ok());
        Origins::new(self.allow_origin.iter().cloned().chain(public).collect())
    }

    /// The proxies whose forwarded headers are believed.
    #[must_use]
    pub fn proxies(&self) -> TrustedProxies {
        TrustedProxies::new(self.trusted_proxy.clone())
    }

    /// Where to listen: what was said, but for `--lan` on every network rather than on this machine alone.
    #[must_use]
    pub const fn listen(&self) -> SocketAddr {
        match self.listen.ip() {
            IpAddr::V4(ip) if self.lan && ip.is_loopback() => {
                SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), self.listen.port())
            }
            IpAddr::V6(ip) if self.lan && ip.is_loopback() => {
                SocketAddr::new(IpAddr::V6(Ipv6Addr::UNSPECIFIED), self.listen.port())
            }
            _ => self.listen,
        }
    }

    /// Where others find the server that listens at `bound`.
    #[must_use]
    pub fn share(&self, bound: SocketAddr) -> Share {
        let ip = if bound.ip().is_unspecified() { lan_address() } else { Some(bound.ip()) };
        let lan = ip.filter(|ip| !ip.is_loopback()).map(|ip| Base::at(SocketAddr::new(ip, bound.port())));
        Share { public: self.public_url.clone(), lan }
    }

    /// The database that takes the place of the data directory, if there is one. A variable that is set to
    /// nothing names none.
    #[must_use]
    pub fn database(&self) -> Option<&DatabaseUrl> {
        self.database_url.as_ref().filter(|url| !url.is_empty())
    }

    /// Whether there is a database in the data directory already.
    #[must_use]
    pub fn is_new(&self) -> bool {
        !self.data_dir.join(DATABASE).exists()
    }
}

/// The same command, for which a variable that is set to nothing is not set: containers are often given such.
#[must_use]
pub fn without_empty(command: Command) -> Command {
    let set = |name: &std::ffi::OsStr| std::env::var_os(name).is_none_or(|value| !value.is_empty());
    let subcommands: Vec<String> =
        command.get_subcommands().map(|subcommand| subcommand.get_name().to_owned()).collect();
    let command = command.mut_args(|arg| match arg.get_env() {
        Some(name) if !set(name) => arg.env(Resettable::Reset),
        _ => arg,
    });
    subcommands.into_iter().fold(command, |command, name| command.mut_subcommand(name, without_empty))
}

/// The database's file in the data directory.
pub(crate) const DATABASE: &str = "slapdown.db";

/// Whether colours are unwanted (<https://no-color.org>).
#[must_use]
pub fn no_color() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}

/// The address under which this machine reaches what listens at `listen`.
#[must_use]
pub fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

/// Reads an address to listen at.
///
/// # Errors
/// What it should look like.
pub fn listen(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| "write an IP address and a port, like 127.0.0.1:8080 or [::]:8080".to_owned())
}

fn filter(text: &str) -> Result<String, String> {
    EnvFilter::try_new(text)
        .map_err(|error| format!("{error}; write it like info or info,slapdown::room=debug"))?;
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_network_is_reached_by_the_own_address() {
        let reach = |text: &str| reachable(listen(text).expect("an address")).to_string();
        assert_eq!(reach("0.0.0.0:8080"), "127.0.0.1:8080");
        assert_eq!(reach("[::]:8080"), "[::1]:8080");
        assert_eq!(reach("192.168.1.5:80"), "192.168.1.5:80");
    }

    #[test]
    fn a_variable_that_is_set_to_nothing_is_not_set() {
        // Cargo sets it for tests, to nothing; no test may change the environment of the others.
        let name = "CARGO_PKG_HOMEPAGE";
        assert_eq!(std::env::var_os(name).as_deref(), Some(std::ffi::OsStr::new("")));
        let flag = || clap::Arg::new("flag").long("flag").env(name).default_value("unset");
        let command = Command::new("one").subcommand(Command::new("two").arg(flag())).arg(flag());
        let command = without_empty(command);
        let matches = command.clone().try_get_matches_from(["one"]).expect("no flags");
        assert_eq!(matches.get_one::<String>("flag").map(String::as_str), Some("unset"));
        let matches = command.try_get_matches_from(["one", "two"]).expect("no flags");
        let two = matches.subcommand_matches("two").expect("it");
        assert_eq!(two.get_one::<String>("flag").map(String::as_str), Some("unset"));
    }
}

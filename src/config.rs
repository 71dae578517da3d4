//! The settings: flags, then the environment, then defaults. No other file reads the environment.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use tracing_subscriber::EnvFilter;

use crate::server::address::{Range, TrustedProxies};
use crate::server::origin::{Origin, Origins};

/// The settings of `slapdown serve`.
#[derive(Debug, Clone, Args)]
pub struct Config {
    /// Where to listen. 0.0.0.0:8080 or [::]:8080 is every network of this machine.
    #[arg(long, env = "SLAPDOWN_LISTEN", value_name = "ADDRESS", default_value = "127.0.0.1:8080", value_parser = listen)]
    pub listen: SocketAddr,

    /// Where everything is kept. Made if it is not there.
    #[arg(long, env = "SLAPDOWN_DATA_DIR", value_name = "FOLDER", default_value = "./data")]
    pub data_dir: PathBuf,

    /// What a kept game survives: the death of the process, or a power cut too (slower).
    #[arg(long, env = "SLAPDOWN_SQLITE_SYNC", value_name = "LEVEL", default_value = "normal")]
    pub sqlite_sync: SqliteSync,

    /// The origin of a page on another host that may connect, like https://cards.example. May be given
    /// several times; in the environment, with commas between. Programs need none.
    #[arg(long, env = "SLAPDOWN_ALLOW_ORIGIN", value_name = "ORIGIN", value_delimiter = ',')]
    pub allow_origin: Vec<Origin>,

    /// A proxy in front of the server whose X-Forwarded-For is believed: an address or a range like
    /// 10.0.0.0/8. May be given several times; in the environment, with commas between.
    #[arg(long, env = "SLAPDOWN_TRUSTED_PROXY", value_name = "ADDRESS", value_delimiter = ',')]
    pub trusted_proxy: Vec<Range>,

    /// How log lines look. They go to stderr.
    #[arg(long, env = "SLAPDOWN_LOG_FORMAT", value_name = "FORMAT", default_value = "text")]
    pub log_format: LogFormat,

    /// What is logged: error, warn, info, debug or trace, also by part, like info,slapdown::room=debug.
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
    /// The pages of other hosts that may reach the server.
    #[must_use]
    pub fn origins(&self) -> Origins {
        Origins::new(self.allow_origin.clone())
    }

    /// The proxies whose forwarded headers are believed.
    #[must_use]
    pub fn proxies(&self) -> TrustedProxies {
        TrustedProxies::new(self.trusted_proxy.clone())
    }

    /// Looks at what flags alone cannot tell: makes the data directory and writes into it.
    ///
    /// # Errors
    /// A sentence for the host.
    pub fn check(&self) -> Result<DataDir, String> {
        let known = self.data_dir.join(DATABASE).exists();
        let fault = |what: &str, error: std::io::Error| {
            format!(
                "cannot {what} the data directory {}: {error}. Name another one with --data-dir \
                 (SLAPDOWN_DATA_DIR), or give the user that runs the server the right to write there.",
                self.data_dir.display()
            )
        };
        std::fs::create_dir_all(&self.data_dir).map_err(|error| fault("make", error))?;
        let probe = self.data_dir.join(format!(".probe-{}", std::process::id()));
        std::fs::write(&probe, b"").map_err(|error| fault("write into", error))?;
        // One empty file more hurts nobody.
        let _ = std::fs::remove_file(&probe);
        Ok(if known { DataDir::Existing } else { DataDir::New })
    }
}

/// The database's file in the data directory.
const DATABASE: &str = "slapdown.db";

/// What the data directory was before the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DataDir {
    /// Without a database.
    New,
    /// With one.
    Existing,
}

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
    EnvFilter::try_new(text).map_err(|error| format!("{error}; write it like info or info,slapdown::room=debug"))?;
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(data_dir: PathBuf) -> Config {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            data_dir,
            sqlite_sync: SqliteSync::Normal,
            allow_origin: vec![],
            trusted_proxy: vec![],
            log_format: LogFormat::Text,
            log: "info".to_owned(),
        }
    }

    #[test]
    fn the_data_directory_is_made_and_known_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let data_dir = folder.path().join("some/data");
        let config = config(data_dir.clone());
        assert_eq!(config.check(), Ok(DataDir::New));
        std::fs::write(data_dir.join(DATABASE), b"").expect("a file");
        assert_eq!(config.check(), Ok(DataDir::Existing));
        assert_eq!(std::fs::read_dir(&data_dir).expect("a folder").count(), 1, "no probe is left");
    }

    #[test]
    fn a_data_directory_that_is_none_is_refused_with_a_sentence() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        std::fs::write(&file, b"").expect("a file");
        let sentence = config(file.join("data")).check().expect_err("no folder");
        assert!(sentence.contains("--data-dir") && sentence.contains("file"), "{sentence}");
    }

    #[test]
    fn every_network_is_reached_by_the_own_address() {
        let reach = |text: &str| reachable(listen(text).expect("an address")).to_string();
        assert_eq!(reach("0.0.0.0:8080"), "127.0.0.1:8080");
        assert_eq!(reach("[::]:8080"), "[::1]:8080");
        assert_eq!(reach("192.168.1.5:80"), "192.168.1.5:80");
    }
}

//! The command line: the subcommands, one file each.

use std::io::Write as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::clock::SystemClock;
use crate::config::{self, Config};

mod database;
pub mod healthcheck;
pub mod replay;
pub mod schema;
pub mod serve;

/// The exit code for settings that cannot be used: what clap uses for flags.
const BAD_SETTING: u8 = 2;

/// A real-time multiplayer card-game server: Wackee Six and Super Rack-O.
#[derive(Debug, Parser)]
#[command(name = "slapdown", version, args_conflicts_with_subcommands = true, after_help = NOTES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: Config,
}

const NOTES: &str = "\
Without a command it serves. Exit codes: 0 stopped in good order, 1 failed, 2 a setting cannot be used,
3 a game was decided by other rules than this version's,
130 and 143 ended at once by a second Ctrl-C or TERM.
Slapdown is not affiliated with the games' publishers. Licence: MIT OR Apache-2.0.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve games (the default).
    Serve(Config),
    /// Ask a running server whether it lives; for containers.
    Healthcheck {
        /// Where it listens.
        #[arg(long, env = "SLAPDOWN_LISTEN", value_name = "ADDRESS", default_value = "127.0.0.1:8080",
              value_parser = config::listen)]
        listen: SocketAddr,
    },
    /// Play a game that is over again, and say whether it holds.
    Replay(replay::Which),
    /// Check a replay from anywhere: the deals, the events, the scores. See docs/replay.md.
    Verify {
        /// The replay, plain or gzip; `-` reads stdin.
        file: PathBuf,
    },
    /// Write the protocol's files, for those who build clients.
    Schema {
        /// The folder to write into.
        #[arg(long, value_name = "FOLDER", default_value = "proto")]
        out: PathBuf,
    },
}

/// Runs what the command line asks for.
#[must_use]
pub fn run() -> ExitCode {
    let clock = SystemClock::new();
    let matches = config::without_empty(Cli::command()).get_matches();
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let done = match cli.command.unwrap_or(Command::Serve(cli.serve)) {
        Command::Serve(config) => serve::run(&config, clock),
        Command::Replay(which) => return finished(replay::run(&which, clock)),
        Command::Verify { file } => return finished(replay::file_holds(&file)),
        Command::Healthcheck { listen } => healthcheck::run(config::reachable(listen)).map_err(Failure::from),
        Command::Schema { out } => schema::run(&out).map_err(Failure::from),
    };
    finished(done.map(|()| ExitCode::SUCCESS))
}

/// The exit code, and a line on stderr where something failed.
fn finished(done: Result<ExitCode, Failure>) -> ExitCode {
    match done {
        Ok(code) => code,
        Err(failure) => {
            // With a closed stderr nobody is there to be told.
            let _ = writeln!(std::io::stderr(), "slapdown: {}", failure.sentence);
            ExitCode::from(failure.code)
        }
    }
}

/// Why a command failed: one line, and the exit code.
#[derive(Debug)]
pub struct Failure {
    sentence: String,
    code: u8,
}

impl Failure {
    /// A setting that cannot be used.
    #[must_use]
    pub fn setting(sentence: impl Into<String>) -> Self {
        Self { sentence: sentence.into(), code: BAD_SETTING }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        // All causes in one line, and no backtrace: it is read by hosts.
        Self { sentence: format!("{error:#}"), code: 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn serving_is_the_default() {
        let cli = Cli::try_parse_from(["slapdown", "--listen", "0.0.0.0:1234"]).expect("flags");
        assert!(cli.command.is_none());
        assert_eq!(cli.serve.listen.port(), 1234);
        let cli = Cli::try_parse_from(["slapdown", "serve", "--listen", "[::1]:1"]).expect("flags");
        assert!(matches!(cli.command, Some(Command::Serve(config)) if config.listen.port() == 1));
    }

    #[test]
    fn pages_at_the_public_address_may_connect_whatever_host_a_proxy_names() {
        let cli =
            Cli::try_parse_from(["slapdown", "--public-url", "https://Cards.example:443/x/"]).expect("flags");
        let from = |origin: &str| {
            let pairs = [("origin", origin), ("host", "127.0.0.1:8080")];
            let pairs =
                pairs.map(|(name, value)| (name.parse().expect("a name"), value.parse().expect("a value")));
            cli.serve.origins().check(&axum::http::HeaderMap::from_iter(pairs))
        };
        assert_eq!(from("https://cards.example"), Ok(()));
        for foreign in ["http://cards.example", "https://cards.example:8443", "https://example"] {
            assert!(from(foreign).is_err(), "{foreign}");
        }
    }

    #[test]
    fn wrong_settings_are_refused_with_a_sentence() {
        for (flags, says) in [
            (["--listen", "8080"], "like 127.0.0.1:8080"),
            (["--allow-origin", "cards.example"], "like https://cards.example"),
            (["--trusted-proxy", "proxy"], "10.0.0.0/8"),
            (["--log", "=="], "write it like info"),
            (["--sqlite-sync", "off"], "normal, full"),
            (["--log-format", "xml"], "text, json"),
            (["--lissen", "x"], "--listen"),
        ] {
            let error =
                Cli::try_parse_from(["slapdown"].into_iter().chain(flags)).expect_err("refused").to_string();
            assert!(error.contains(says), "{flags:?}: {error}");
        }
    }
}

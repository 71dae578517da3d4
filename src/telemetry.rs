//! What the process says about itself: log lines on stderr. No secret and no hidden card is in a line
//! above debug.

use std::io::IsTerminal as _;

use tracing_subscriber::EnvFilter;

use crate::config::{Config, LogFormat, no_color};

/// Begins to log.
///
/// # Errors
/// When something logs already, or the filter cannot be read.
pub fn init(config: &Config) -> anyhow::Result<()> {
    let lines = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::try_new(&config.log)?)
        .with_ansi(std::io::stderr().is_terminal() && !no_color())
        // A line that cannot be written (a full disk) would be complained of on stderr, by a macro that panics
        // where that cannot be written either.
        .log_internal_errors(false)
        .with_writer(std::io::stderr);
    let begun = match config.log_format {
        LogFormat::Text => lines.try_init(),
        LogFormat::Json => lines.json().flatten_event(true).try_init(),
    };
    begun.map_err(|error| anyhow::anyhow!("cannot log: {error}"))?;
    log_panics();
    Ok(())
}

/// Panics are log lines like others. What a panic says may hold a card, so it is shown at debug only;
/// the place in the code tells where to look.
fn log_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(place, "a panic");
        let text = panic.payload_as_str().unwrap_or("no text");
        let trace = std::backtrace::Backtrace::capture();
        tracing::debug!(place, text, %trace, "a panic");
    }));
}

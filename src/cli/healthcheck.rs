//! `slapdown healthcheck`: asks a running server whether it lives, without any other program.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context as _, bail};

/// The time for each step: connecting, asking, answering.
const STEP: Duration = Duration::from_secs(2);
/// The longest answer that is read, in bytes.
const ANSWER_BYTES_MAX: u64 = 4 * 1024;

/// Asks the server at `address`.
///
/// # Errors
/// When it does not answer, or not well.
pub fn run(address: SocketAddr) -> anyhow::Result<()> {
    let silent = || format!("no answer from {address}");
    let mut server = TcpStream::connect_timeout(&address, STEP).with_context(silent)?;
    server.set_read_timeout(Some(STEP))?;
    server.set_write_timeout(Some(STEP))?;
    write!(server, "GET /healthz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")
        .with_context(silent)?;
    let mut answer = Vec::new();
    server.take(ANSWER_BYTES_MAX).read_to_end(&mut answer).with_context(silent)?;
    if !answer.starts_with(b"HTTP/1.1 200 ") {
        let first = String::from_utf8_lossy(&answer);
        bail!("the server at {address} is not well: {}", first.lines().next().unwrap_or("an empty answer"));
    }
    Ok(())
}

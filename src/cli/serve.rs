//! `slapdown serve`: from the settings to the last connection.

use std::io::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::Context as _;
use tokio::net::TcpListener;

use super::{Failure, database};
use crate::app::App;
use crate::chance::SystemChance;
use crate::clock::{Clock, SystemClock, within};
use crate::config::{Config, reachable};
use crate::limits::{CONNECTIONS_MAX, DESCRIPTORS_RESERVED, DRAIN_MS, NAME_FILTER_BYTES_MAX};
use crate::lobby::names::NameFilter;
use crate::lobby::{Grounds, archive};
use crate::server::share::Share;
use crate::server::slots::Caps;
use crate::server::{self, listen, qr};
use crate::shutdown::{Shutdown, Signals};
use crate::store::Store;
use crate::telemetry;

/// Files that a process may open where the system does not tell.
const FILES_USUAL: u64 = 1_024;
/// So few connections that the host should hear of it.
const CONNECTIONS_FEW: usize = 1_000;

/// Serves until a signal asks to stop. `clock` began with the process.
///
/// # Errors
/// Why it cannot serve.
pub fn run(config: &Config, clock: SystemClock) -> Result<(), Failure> {
    telemetry::init(config)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the threads of the server")?;
    let served = runtime.block_on(serve(config, Arc::new(clock)));
    // A thread that waits for the disk for ever must not keep the process.
    runtime.shutdown_background();
    served
}

async fn serve(config: &Config, clock: Arc<SystemClock>) -> Result<(), Failure> {
    let caps = raise_descriptors();
    let ticking = clock.clone();
    tokio::spawn(async move { ticking.tick().await });
    let shutdown = Shutdown::new();
    heed_signals(shutdown.clone())?;
    let names = read_names(config)?;
    let (listener, address) = bind(config.listen())?;
    let (store, data) = tokio::select! {
        opened = open_store(config, clock.clone()) => opened?,
        // Asked to stop while a database is waited for.
        () = shutdown.stopping() => return Ok(()),
    };
    let grounds =
        Grounds { store: store.clone(), clock: clock.clone(), chance: Arc::new(|| Box::new(SystemChance)) };
    let stopping = shutdown.clone();
    let archive = archive::run(grounds.clone(), async move { stopping.stopping().await });
    tokio::spawn(archive);
    let App { lobby, desk, mut site } = App::with_names(grounds, names, shutdown.clone());
    site.origins = config.origins();
    site.proxies = config.proxies();
    site.share = config.share(address);
    say_ready(config, address, &data, clock.now_ms(), &site.share);
    if caps.connections < CONNECTIONS_FEW {
        tracing::warn!(
            connections = caps.connections,
            "the system allows few open files; raise the hard limit (ulimit -Hn) for more connections"
        );
    }
    let (sweeping, stopping) = (desk.keep_swept(), shutdown.clone());
    tokio::spawn(async move {
        tokio::select! {
            () = sweeping => (),
            () = stopping.stopping() => (),
        }
    });
    let stopped = async {
        shutdown.stopping().await;
        clock.now_ms()
    };
    let ((), since) = tokio::join!(server::serve(listener, Arc::new(site), caps), stopped);
    let left = DRAIN_MS.saturating_sub(clock.now_ms().saturating_sub(since));
    let put_away = async {
        lobby.stop().await;
        store.close().await;
    };
    if within(&*clock, left, put_away).await.is_none() {
        return Err(anyhow::anyhow!(
            "not all rooms could be put away in time; what was acknowledged is kept"
        )
        .into());
    }
    tracing::info!("stopped");
    Ok(())
}

/// Opens the database, and comes back with what to call it as well.
async fn open_store(config: &Config, clock: Arc<SystemClock>) -> Result<(Arc<dyn Store>, String), Failure> {
    let was = if config.is_new() { "new" } else { "existing" };
    let store = database::made(config.database(), &config.data_dir, config.sqlite_sync, clock).await?;
    let called = match config.database() {
        Some(url) => url.to_string(),
        None => format!("{} ({was})", config.data_dir.display()),
    };
    Ok((store, called))
}

/// Reads the names that the host does not want.
fn read_names(config: &Config) -> Result<NameFilter, Failure> {
    let Some(path) = &config.name_filter else { return Ok(NameFilter::default()) };
    let setting = |why: String| {
        Failure::setting(format!(
            "the list of names {} cannot be used: {why} (--name-filter, SLAPDOWN_NAME_FILTER)",
            path.display()
        ))
    };
    let bytes = std::fs::metadata(path).map_err(|error| setting(error.to_string()))?.len();
    if bytes > NAME_FILTER_BYTES_MAX {
        return Err(setting(format!("it is larger than {NAME_FILTER_BYTES_MAX} bytes")));
    }
    let text = std::fs::read_to_string(path).map_err(|error| setting(error.to_string()))?;
    NameFilter::read(&text).map_err(setting)
}

/// Opens the port.
fn bind(address: SocketAddr) -> Result<(TcpListener, SocketAddr), Failure> {
    let bound = listen::bind(address).and_then(|listener| {
        let at = listener.local_addr()?;
        Ok((listener, at))
    });
    bound.map_err(|error| match error.kind() {
        std::io::ErrorKind::AddrInUse => {
            let mut other = address;
            other.set_port(address.port().checked_add(1).unwrap_or(8_080));
            Failure::setting(format!("{address} is taken by another program; try --listen {other}"))
        }
        std::io::ErrorKind::PermissionDenied => Failure::setting(format!(
            "this user may not listen at {address}; try a port above 1023, like --listen 127.0.0.1:8080"
        )),
        _ => Failure::setting(format!("cannot listen at {address}: {error}; choose another with --listen")),
    })
}

/// Every connection is a file to the system, and its usual bound is low. Comes back with what can be
/// held within the bound that there is.
fn raise_descriptors() -> Caps {
    let wanted = u64::try_from(CONNECTIONS_MAX + DESCRIPTORS_RESERVED).unwrap_or(u64::MAX);
    let allowed = rlimit::increase_nofile_limit(wanted).unwrap_or(FILES_USUAL);
    Caps::for_descriptors(usize::try_from(allowed).unwrap_or(usize::MAX))
}

/// The first signal begins the soft stop, the second ends the process at once.
fn heed_signals(shutdown: Shutdown) -> Result<(), Failure> {
    let mut signals = Signals::take().context("cannot take the signals of the system")?;
    tokio::spawn(async move {
        signals.next().await;
        tracing::info!("stopping: clients are asked to come back; a second signal ends it at once");
        shutdown.stop();
        let second = signals.next().await;
        std::process::exit(second.exit_code());
    });
    Ok(())
}

/// Tells the host on stdout that the server is ready, and where.
fn say_ready(config: &Config, address: SocketAddr, data: &str, ready_ms: u64, share: &Share) {
    let here = reachable(address);
    let everywhere = if address.ip().is_unspecified() { " (and this machine's other addresses)" } else { "" };
    let phones = share.public.as_ref().or(share.lan.as_ref()).map(ToString::to_string);
    let no_phones = if config.lan {
        "none can come: this machine is in no network; --public-url says where the page is"
    } else {
        "off; start with --lan for a link and a QR code"
    };
    let picture = phones.as_deref().filter(|_| config.lan).and_then(qr::terminal);
    let picture = picture.map(|picture| format!("\n{picture}\n")).unwrap_or_default();
    let text = format!(
        "slapdown {} ready in {ready_ms} ms\n  \
         Play       http://{here}/{everywhere}\n  \
         WebSocket  ws://{here}/ws\n  \
         Data       {data}\n  \
         Phones     {}\n  \
         Stop       Ctrl-C; games are kept\n{picture}",
        env!("CARGO_PKG_VERSION"),
        phones.as_deref().unwrap_or(no_phones),
    );
    // Whoever closed stdout does not want to know.
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

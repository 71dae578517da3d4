//! The process: started on a loopback port with a data directory of its own, killed by its own id alone.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use super::small_disk::SmallDisk;
use super::time::{now, pause};
use crate::postgres::Database;

/// How long the process may take to do what it was asked for.
const PATIENCE: Duration = Duration::from_secs(30);

/// Where the release binary is.
pub fn path() -> PathBuf {
    let named = std::env::var_os("SLAPDOWN_BIN").map(PathBuf::from);
    let path = named.unwrap_or_else(|| {
        let target = std::env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("target"), PathBuf::from);
        target.join("release/slapdown")
    });
    assert!(
        path.is_file(),
        "there is no release binary at {}: build it with `cargo build --release --locked`, or name one with SLAPDOWN_BIN",
        path.display()
    );
    path
}

/// A command with the binary and none of the environment's settings.
pub fn command() -> Command {
    without_settings(Command::new(path()))
}

/// The same, and a write beyond a bound on files fails instead of ending the process.
fn command_with_bounds() -> Command {
    let mut command = without_settings(Command::new("sh"));
    command.args(["-c", r#"trap "" XFSZ; exec "$0" "$@""#]).arg(path());
    command
}

fn without_settings(mut command: Command) -> Command {
    for name in [
        "LISTEN",
        "DATA_DIR",
        "DATABASE_URL",
        "SQLITE_SYNC",
        "ALLOW_ORIGIN",
        "TRUSTED_PROXY",
        "NAME_FILTER",
        "LOG_FORMAT",
        "LOG",
    ] {
        command.env_remove(format!("SLAPDOWN_{name}"));
    }
    command.stdin(Stdio::null());
    command
}

/// Runs the binary to its end.
pub fn run(arguments: &[&str]) -> Output {
    run_with(arguments, &[])
}

/// Runs the binary to its end with these variables set.
pub fn run_with(arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = command();
    command.envs(variables.iter().copied());
    command.args(arguments).output().expect("the binary runs")
}

/// How it ended, and all that it said.
pub fn said(ran: &Output) -> (Option<i32>, String) {
    let text = [&ran.stdout[..], &ran.stderr[..]].concat();
    (ran.status.code(), String::from_utf8_lossy(&text).into_owned())
}

/// A running server.
pub struct Binary {
    child: Option<Child>,
    /// Where it listens.
    pub at: SocketAddr,
    /// The time it says it took to be ready.
    pub ready_ms: u64,
    /// What it is started with beside the usual.
    arguments: Vec<String>,
    disk: Disk,
    /// Goes before its folder.
    mounted: Option<SmallDisk>,
    home: TempDir,
    database: Option<Database>,
}

/// Where data directory and log lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disk {
    /// With all temporary files.
    Usual,
    /// On a small disk of their own.
    Small,
    /// With all temporary files, and the size of each can be bounded.
    Bounded,
}

impl Binary {
    /// Starts with a fresh data directory.
    pub fn start() -> Self {
        Self::start_saying(&[])
    }

    /// Starts on a PostgreSQL database.
    pub fn start_on(database: Database) -> Self {
        let mut binary = Self::new(&[]);
        binary.database = Some(database);
        binary.launch();
        binary
    }

    /// Starts with these arguments beside the usual.
    pub fn start_saying(arguments: &[&str]) -> Self {
        let mut binary = Self::new(arguments);
        binary.launch();
        binary
    }

    /// Starts with its files on such a disk; none where this user may not have one.
    pub fn start_beside(disk: Disk) -> Option<Self> {
        let mut binary = Self::new(&[]);
        binary.disk = disk;
        if disk == Disk::Small {
            binary.mounted = Some(SmallDisk::over(binary.home.path())?);
        }
        binary.launch();
        Some(binary)
    }

    fn new(arguments: &[&str]) -> Self {
        let home = tempfile::tempdir().expect("a directory");
        let at = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let arguments = arguments.iter().map(ToString::to_string).collect();
        let (disk, mounted, database) = (Disk::Usual, None, None);
        Self { child: None, at, ready_ms: 0, arguments, disk, mounted, home, database }
    }

    /// From here on its files take nothing more.
    pub fn fill_disk(&self) {
        match &self.mounted {
            Some(disk) => disk.fill(),
            // Less than any of them has by now.
            None => self.bound_files("1024"),
        }
    }

    /// There is room again.
    pub fn free_disk(&self) {
        match &self.mounted {
            Some(disk) => disk.free(),
            None => self.bound_files("unlimited"),
        }
    }

    fn bound_files(&self, bytes: &str) {
        assert_eq!(self.disk, Disk::Bounded, "the process would be ended");
        let bounded = Command::new("prlimit")
            .args(["--pid", &self.pid().to_string(), &format!("--fsize={bytes}:")])
            .status()
            .expect("prlimit is there (util-linux)");
        assert!(bounded.success());
    }

    /// The database, if it is not in the data directory.
    pub fn database(&self) -> Option<&Database> {
        self.database.as_ref()
    }

    /// The data directory.
    pub fn data(&self) -> PathBuf {
        self.home.path().join("data")
    }

    fn log_path(&self) -> PathBuf {
        self.home.path().join("stderr")
    }

    /// All that it has logged, over all its starts.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.log_path()).expect("the log")
    }

    /// The process's id.
    pub fn pid(&self) -> u32 {
        self.child.as_ref().expect("it runs").id()
    }

    /// Whether the process is there.
    pub fn runs(&self) -> bool {
        self.child.is_some()
    }

    /// Starts on the same port and data directory as before.
    pub fn launch(&mut self) {
        assert!(self.child.is_none(), "it runs already");
        let log =
            File::options().create(true).append(true).open(self.log_path()).expect("a file for the log");
        let command = || if self.disk == Disk::Bounded { command_with_bounds() } else { command() };
        let child = command()
            .args(["serve", "--log-format", "json", "--listen", &self.at.to_string()])
            .arg("--data-dir")
            .arg(self.data())
            .envs(self.database.iter().map(|database| ("SLAPDOWN_DATABASE_URL", &database.url)))
            .args(&self.arguments)
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .expect("the binary starts");
        self.child = Some(child);
        let out = self.child.as_mut().and_then(|child| child.stdout.take()).expect("its stdout");
        // It says so in a few lines; the process's end ends this as well.
        let mut lines = BufReader::new(out).lines().map_while(Result::ok);
        let ready = lines.find(|line| line.contains(" ready in ")).unwrap_or_else(|| {
            panic!("it did not become ready\n{}", self.log());
        });
        let address = lines.find_map(|line| line.trim().strip_prefix("WebSocket  ws://").map(str::to_owned));
        let address = address.expect("it says where it listens");
        self.at = address.trim_end_matches("/ws").parse().expect("an address");
        self.ready_ms =
            ready.split_whitespace().find_map(|word| word.parse().ok()).expect("it says how long it took");
    }

    /// Ends it as a fault would: SIGKILL to this process alone.
    pub fn kill(&mut self) {
        let mut child = self.child.take().expect("it runs");
        child.kill().expect("it can be killed");
        child.wait().expect("it has ended");
    }

    /// Sends a signal by name.
    pub fn signal(&self, name: &str) {
        let sent =
            Command::new("kill").args(["-s", name, &self.pid().to_string()]).status().expect("kill runs");
        assert!(sent.success(), "the signal {name} could not be sent");
    }

    /// Waits for its end.
    pub async fn ended(&mut self) -> ExitStatus {
        let begun = now();
        loop {
            let child = self.child.as_mut().expect("it runs");
            if let Some(status) = child.try_wait().expect("its status") {
                self.child = None;
                return status;
            }
            assert!(begun.elapsed() < PATIENCE, "it does not end");
            pause(10).await;
        }
    }
}

impl Drop for Binary {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
        if std::thread::panicking()
            && let Ok(log) = std::fs::read_to_string(self.log_path())
        {
            let lines: Vec<&str> = log.lines().collect();
            println!(
                "the last lines that the server logged:\n{}",
                lines[lines.len().saturating_sub(40)..].join("\n")
            );
        }
    }
}

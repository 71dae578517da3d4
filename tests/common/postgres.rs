//! PostgreSQL for tests: a throw-away cluster on loopback (`scripts/postgres`), one for each test process,
//! and a database for each test. It ends with the process: the script goes when its stdin does.
//!
//! With `SLAPDOWN_TEST_POSTGRES=postgres://…` the tests use that server instead, as a user who may make
//! databases; those that stop or freeze their database start a cluster of their own all the same.
#![allow(dead_code, reason = "each test program uses its part")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

/// The environment's name for a server to use.
const SERVER: &str = "SLAPDOWN_TEST_POSTGRES";

/// A PostgreSQL that this process has started.
pub struct Cluster {
    script: Child,
    asks: Option<ChildStdin>,
    says: BufReader<ChildStdout>,
    url: String,
}

impl Cluster {
    /// Starts one.
    pub fn start_new() -> Self {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/postgres");
        let mut script = Command::new(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("scripts/postgres can be run");
        let asks = script.stdin.take();
        let mut says = BufReader::new(script.stdout.take().expect("its stdout"));
        let mut url = String::new();
        says.read_line(&mut url).expect("it says the address");
        assert!(url.starts_with("postgres://"), "there is no PostgreSQL for the tests: see above");
        Self { script, asks, says, url: url.trim().to_owned() }
    }

    fn ask(&mut self, what: &str) -> String {
        writeln!(self.asks.as_mut().expect("its stdin"), "{what}").expect("it listens");
        let mut said = String::new();
        self.says.read_line(&mut said).expect("it answers");
        let more = said.trim().strip_prefix(&format!("{what} done"));
        more.unwrap_or_else(|| panic!("{what} was answered {said:?}")).trim().to_owned()
    }

    /// From now on it speaks TLS with who asks for it, as `127.0.0.1`; comes back with the path of the
    /// certificate, which it signed itself.
    pub fn speak_tls(&mut self) -> String {
        self.ask("tls")
    }

    /// Ends all its processes at once, as a crash would.
    pub fn stop(&mut self) {
        self.ask("stop");
    }

    /// Starts it again after [`Self::stop`], on the same port.
    pub fn start(&mut self) {
        self.ask("start");
    }

    /// Stops all its processes where they are: connections stay and nobody answers.
    pub fn freeze(&mut self) {
        self.ask("freeze");
    }

    /// Lets them go on.
    pub fn thaw(&mut self) {
        self.ask("thaw");
    }

    /// A new database in it.
    pub async fn database(&self) -> Database {
        make(&self.url).await
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        drop(self.asks.take());
        // Waits until the folder is gone.
        let _ = self.script.wait();
    }
}

/// A database of a test's own.
pub struct Database {
    /// Its address.
    pub url: String,
    server: String,
    name: String,
}

impl Database {
    /// A connection beside the store.
    pub async fn connect(&self) -> PgConnection {
        PgConnection::connect(&self.url).await.expect("a connection")
    }

    /// Takes it away. One of a failed test stays, to be looked at, as long as its server does.
    pub async fn end(self) {
        let mut server = PgConnection::connect(&self.server).await.expect("the server");
        let drop = format!("DROP DATABASE {} WITH (FORCE)", self.name);
        sqlx::raw_sql(AssertSqlSafe(drop)).execute(&mut server).await.expect("the database goes");
    }
}

/// A new database on the server of all tests of this process.
pub async fn database() -> Database {
    static SHARED: OnceLock<Cluster> = OnceLock::new();
    match std::env::var_os(SERVER) {
        Some(server) => make(server.to_str().expect("an address is text")).await,
        None => make(&SHARED.get_or_init(Cluster::start_new).url).await,
    }
}

async fn make(server: &str) -> Database {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let name = format!("slapdown_test_{}_{number}", std::process::id());
    let mut maker = PgConnection::connect(server).await.unwrap_or_else(|why| {
        panic!("{SERVER} names a server that does not answer ({why}); without it the tests start their own")
    });
    let create = format!("CREATE DATABASE {name}");
    sqlx::raw_sql(AssertSqlSafe(create)).execute(&mut maker).await.expect("a database is made");
    let (front, _) = server.rsplit_once('/').expect("an address with a database");
    let url = format!("{front}/{name}");
    Database { url, server: server.to_owned(), name }
}

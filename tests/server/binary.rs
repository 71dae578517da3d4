//! The program as a host meets it: start, settings, stop. In real time; each takes well under a second.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

/// A running server, killed if the test fails before its end.
struct Running {
    child: Child,
    banner: Vec<String>,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn slapdown(data_dir: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_slapdown"));
    command.env_clear().env("SLAPDOWN_DATA_DIR", data_dir).env("SLAPDOWN_LISTEN", "127.0.0.1:0");
    command
}

impl Running {
    fn start(command: &mut Command) -> Self {
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
        let out = BufReader::new(child.stdout.take().expect("its stdout"));
        let banner = out.lines().take(5).map(|line| line.expect("a line")).collect();
        Self { child, banner }
    }

    /// Host and port, from the banner.
    fn address(&self) -> &str {
        let line = self.banner[1].split_whitespace().nth(1).expect("where to play");
        line.trim_start_matches("http://").trim_end_matches('/')
    }

    fn signal(&self, name: &str) {
        let status = Command::new("kill").arg(format!("-{name}")).arg(self.child.id().to_string()).status();
        assert!(status.expect("kill runs").success());
    }

    fn end(mut self) -> (Option<i32>, String) {
        let status = self.child.wait().expect("an end");
        let mut log = String::new();
        self.child.stderr.take().expect("its stderr").read_to_string(&mut log).expect("text");
        (status.code(), log)
    }
}

fn run(command: &mut Command) -> (Option<i32>, String) {
    let Output { status, stderr, .. } = command.output().expect("the program starts");
    (status.code(), String::from_utf8(stderr).expect("text"))
}

#[test]
fn it_starts_says_where_and_stops_in_good_order_on_either_signal() {
    let data = tempfile::tempdir().expect("a folder");
    for (signal, was) in [("TERM", "(new)"), ("INT", "(existing)")] {
        let server = Running::start(&mut slapdown(data.path()));
        let banner = server.banner.join("\n");
        assert!(
            server.banner[0].starts_with("slapdown 0.") && server.banner[0].contains(" ready in "),
            "{banner}"
        );
        assert!(
            server.banner[2].contains("ws://127.0.0.1:") && server.banner[2].ends_with("/ws"),
            "{banner}"
        );
        assert!(server.banner[3].ends_with(was), "{banner}");
        assert!(!banner.contains('\u{1b}'), "no colours in a pipe");
        let (code, log) = run(slapdown(data.path()).arg("healthcheck").arg("--listen").arg(server.address()));
        assert_eq!((code, log.as_str()), (Some(0), ""));
        server.signal(signal);
        let (code, log) = server.end();
        assert_eq!(code, Some(0), "{log}");
        assert!(log.contains("stopped") && !log.contains('\u{1b}'), "{log}");
    }
}

#[test]
fn a_port_or_data_that_is_taken_is_one_line_and_exit_code_2() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(&mut slapdown(data.path()));
    let other = tempfile::tempdir().expect("a folder");
    let (code, log) = run(slapdown(other.path()).arg("serve").arg("--listen").arg(server.address()));
    assert_eq!((code, log.lines().count()), (Some(2), 1), "{log}");
    assert!(log.contains(server.address()) && log.contains("--listen 127.0.0.1:"), "{log}");
    let (code, log) = run(&mut slapdown(data.path()));
    assert_eq!((code, log.lines().count()), (Some(2), 1), "{log}");
    assert!(log.contains("--data-dir"), "{log}");
}

#[test]
fn an_address_of_a_database_that_cannot_be_used_is_refused_without_showing_it() {
    let data = tempfile::tempdir().expect("a folder");
    for url in ["mysql://ada:not-to-be-seen@db/cards", "postgres://ada:not-to-be-seen@db:port/cards"] {
        let (code, log) = run(slapdown(data.path()).env("SLAPDOWN_DATABASE_URL", url));
        assert_eq!((code, log.lines().count()), (Some(2), 1), "{log}");
        assert!(log.contains("SLAPDOWN_DATABASE_URL") && log.contains("like postgres://USER"), "{log}");
        assert!(!log.contains("not-to-be-seen"), "{log}");
    }
    let server = Running::start(slapdown(data.path()).env("SLAPDOWN_DATABASE_URL", ""));
    assert!(server.banner[3].ends_with("(new)"), "a variable that is set to nothing names no database");
}

#[test]
fn log_lines_can_be_objects() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Running::start(slapdown(data.path()).args(["--log-format", "json", "--log", "debug"]));
    server.signal("TERM");
    let (_, log) = server.end();
    let lines: Vec<serde_json::Value> =
        log.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect();
    assert!(lines.iter().any(|line| line["message"] == "stopped"), "{log}");
}

#[test]
fn a_healthcheck_of_nothing_fails_with_a_sentence() {
    let data = tempfile::tempdir().expect("a folder");
    let (code, log) = run(slapdown(data.path()).args(["healthcheck", "--listen", "127.0.0.1:1"]));
    assert_eq!((code, log.lines().count()), (Some(1), 1), "{log}");
    assert!(log.starts_with("slapdown: no answer from 127.0.0.1:1"), "{log}");
}

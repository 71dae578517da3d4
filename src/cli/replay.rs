//! `slapdown replay` and `slapdown verify`: plays games that are over again and says whether they hold.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context as _;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::{Failure, database};
use crate::clock::SystemClock;
use crate::ids::MatchId;
use crate::limits::PAGE_LINES_MAX;
use crate::replay::keep::{NoReplay, Replay, fetch};
use crate::replay::line::HeadPerson;
use crate::replay::pack::{opened, unpacked};
use crate::replay::verify::{Checked, Summary, kept, verify};
use crate::store::postgres::DatabaseUrl;
use crate::store::{RoundRecord, Store};

/// The exit code for a game that was decided by other rules than this version's.
const OTHER_RULES: u8 = 3;
/// The exit code for a game that does not hold.
const DOES_NOT_HOLD: u8 = 1;

/// What is played again.
#[derive(Debug, Args)]
pub struct Which {
    /// A replay, plain or gzip; `-` reads stdin.
    #[arg(required_unless_present_any = ["game", "all"], conflicts_with_all = ["game", "all"])]
    pub file: Option<PathBuf>,
    /// A game in the store, by its id.
    #[arg(long, value_name = "ID", conflicts_with = "all")]
    pub game: Option<uuid::Uuid>,
    /// Every game in the store.
    #[arg(long)]
    pub all: bool,
    /// Where the games are kept. A server that uses the folder has to be stopped first.
    #[arg(long, env = "SLAPDOWN_DATA_DIR", value_name = "FOLDER", default_value = "./data")]
    pub data_dir: PathBuf,
    /// The PostgreSQL database in which they are kept instead.
    #[arg(long, env = "SLAPDOWN_DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database_url: Option<DatabaseUrl>,
}

/// Plays again what was asked for.
///
/// # Errors
/// Why it cannot be read.
pub fn run(which: &Which, clock: SystemClock) -> Result<ExitCode, Failure> {
    if let Some(file) = &which.file {
        return file_holds(file);
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start the threads of the store")?;
    runtime.block_on(async {
        let url = which.database_url.as_ref().filter(|url| !url.is_empty());
        if url.is_none() && !which.data_dir.join(crate::config::DATABASE).exists() {
            let folder = which.data_dir.display();
            return Err(Failure::setting(format!(
                "there are no games in {folder}; name the folder with --data-dir"
            )));
        }
        let clock = Arc::new(clock);
        let ticking = clock.clone();
        tokio::spawn(async move { ticking.tick().await });
        let store = database::present(url, &which.data_dir, clock).await?;
        let code = match which.game {
            Some(id) => game(&*store, MatchId(id)).await,
            None => all(&*store).await,
        };
        store.close().await;
        code
    })
}

/// Checks a file and says what is in it.
///
/// # Errors
/// When it cannot be opened.
pub fn file_holds(path: &Path) -> Result<ExitCode, Failure> {
    let cannot = || format!("cannot read {}", path.display());
    let file: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(path).with_context(cannot)?))
    };
    let mut lines = opened(file).with_context(cannot)?;
    match verify(&mut *lines) {
        Ok(sum) => Ok(told(&sum)),
        Err(fault) => Err(does_not_hold(&path.display().to_string(), &fault)),
    }
}

async fn game(store: &dyn Store, id: MatchId) -> Result<ExitCode, Failure> {
    let replay = fetch(store, id).await.map_err(|error| match error {
        NoReplay::NotOver => Failure::setting(format!("game {id} is not over, or not kept here")),
        error => anyhow::Error::from(error).context(format!("game {id}")).into(),
    })?;
    let rounds = store.rounds(id).await.with_context(|| format!("the rounds of game {id}"))?;
    match held(&replay, &rounds) {
        Ok(sum) => Ok(told(&sum)),
        Err(fault) => Err(does_not_hold(&id.to_string(), &fault)),
    }
}

/// Checks every game in the store, and says which do not hold.
async fn all(store: &dyn Store) -> Result<ExitCode, Failure> {
    let mut ids = Vec::new();
    let mut after = None;
    loop {
        let page = store.matches(false, after, PAGE_LINES_MAX).await.context("the games cannot be listed")?;
        let Some(last) = page.last() else { break };
        after = Some(last.place());
        ids.extend(page.iter().map(|record| record.id));
    }
    let bar = ProgressBar::new(ids.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left") {
        bar.set_style(style);
    }
    let (mut hold, mut other_rules, mut faults) = (0_u64, 0_u64, Vec::new());
    for id in ids {
        match fetch(store, id).await {
            Ok(replay) => {
                match held(&replay, &store.rounds(id).await.context("the rounds cannot be read")?) {
                    Ok(Summary { checked: Checked::Everything, .. }) => hold += 1,
                    Ok(_) => other_rules += 1,
                    Err(fault) => faults.push(format!("{id}: {fault}")),
                }
            }
            Err(error) => faults.push(format!("{id}: {error}")),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let mut parts = vec![if hold == 1 { "1 game holds".to_owned() } else { format!("{hold} games hold") }];
    if other_rules > 0 {
        parts.push(format!("of {other_rules} by other rules the deals hold"));
    }
    if !faults.is_empty() {
        parts.push(format!("{} do not hold:\n  {}", faults.len(), faults.join("\n  ")));
    }
    say(&parts.join("; "));
    Ok(ExitCode::from(match (faults.is_empty(), other_rules) {
        (true, 0) => 0,
        (true, _) => OTHER_RULES,
        (false, _) => DOES_NOT_HOLD,
    }))
}

/// Checks the replay, and the rows that are kept beside it.
fn held(replay: &Replay, rounds: &[RoundRecord]) -> Result<Summary, String> {
    let rest = unpacked(Cursor::new(replay.packed.clone()));
    let sum = verify(&mut BufReader::new(Cursor::new(replay.head.clone()).chain(rest)));
    let sum = sum.map_err(|fault| fault.to_string())?;
    kept(&sum, rounds)?;
    Ok(sum)
}

fn does_not_hold(what: &str, fault: &impl std::fmt::Display) -> Failure {
    Failure { sentence: format!("{what} does not hold: {fault}"), code: DOES_NOT_HOLD }
}

/// Says what was played and how far it was checked.
fn told(sum: &Summary) -> ExitCode {
    let head = &sum.head;
    let seconds = head.length_ms / 1_000;
    let mut told = vec![format!(
        "{} by rules {}: {} {} in {} min {} s; {} steps, {} events, {} lost races",
        head.game,
        head.rules,
        sum.rounds,
        if sum.rounds == 1 { "round" } else { "rounds" },
        seconds / 60,
        seconds % 60,
        sum.steps,
        sum.events,
        sum.lost,
    )];
    told.extend(head.sides.iter().map(|side| {
        let name =
            |person: &HeadPerson| person.name.clone().unwrap_or_else(|| "somebody who is gone".to_owned());
        let people: Vec<String> = side.people.iter().map(name).collect();
        let won = if side.won { ", won" } else { "" };
        format!("{:>3}. side {}: {}{won} ({})", side.rank, side.side.0, side.total, people.join(", "))
    }));
    let (last, code) = match sum.checked {
        Checked::Everything => {
            ("All of it holds: deals, events, lost races, scores and result.".to_owned(), ExitCode::SUCCESS)
        }
        Checked::DealsAlone { known } => (
            format!(
                "The deals hold. The rest was decided by rules {}, and this version decides by rules {known}: \
                 use the version that played it to check that.",
                head.rules
            ),
            ExitCode::from(OTHER_RULES),
        ),
    };
    told.push(last);
    say(&told.join("\n"));
    code
}

fn say(text: &str) {
    // Whoever closed stdout does not want to know.
    let _ = writeln!(io::stdout().lock(), "{text}");
}

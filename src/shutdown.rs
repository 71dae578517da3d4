//! The two stops of the process and what they wait for.
//!
//! The soft stop (TERM, Ctrl-C) lets everybody finish: nothing new is taken, clients are told to come
//! back. The hard stop cuts what is left. A second signal ends the process at once.

use std::future::Future;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The stops, and the tasks that must end before the process does. Clones are the same.
#[derive(Debug, Clone, Default)]
pub struct Shutdown {
    soft: CancellationToken,
    hard: CancellationToken,
    tasks: TaskTracker,
}

impl Shutdown {
    /// Nothing is stopped yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks everybody to finish.
    pub fn stop(&self) {
        self.soft.cancel();
    }

    /// Cuts what is left.
    pub fn cut(&self) {
        self.soft.cancel();
        self.hard.cancel();
    }

    /// Whether the soft stop has been asked for.
    #[must_use]
    pub fn is_stopping(&self) -> bool {
        self.soft.is_cancelled()
    }

    /// Waits for the soft stop.
    pub async fn stopping(&self) {
        self.soft.cancelled().await;
    }

    /// Waits for the hard stop.
    pub async fn cutting(&self) {
        self.hard.cancelled().await;
    }

    /// The tasks of the connections.
    #[must_use]
    pub const fn tasks(&self) -> &TaskTracker {
        &self.tasks
    }

    /// Runs a task that the end of the process waits for.
    pub fn spawn<F>(&self, work: F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        self.tasks.spawn(work);
    }

    /// Waits until all tasks have ended.
    pub async fn ended(&self) {
        self.tasks.close();
        self.tasks.wait().await;
    }
}

/// A signal that asks the process to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// Ctrl-C.
    Interrupt,
    /// TERM, as service managers and containers send it.
    Terminate,
}

impl Signal {
    /// The exit code of a process that the signal ended in the middle of something: 128 and the signal's
    /// number, as shells have it.
    #[must_use]
    pub const fn exit_code(self) -> i32 {
        match self {
            Self::Interrupt => 130,
            Self::Terminate => 143,
        }
    }
}

/// The signals of this process.
#[derive(Debug)]
pub struct Signals {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

impl Signals {
    /// Takes the signals over; from now on they end nothing by themselves. Process 1 of a container gets
    /// them only this way.
    ///
    /// # Errors
    /// What the system says.
    pub fn take() -> std::io::Result<Self> {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            Ok(Self {
                interrupt: signal(SignalKind::interrupt())?,
                terminate: signal(SignalKind::terminate())?,
            })
        }
        #[cfg(not(unix))]
        Ok(Self {})
    }

    /// Waits for the next one.
    pub async fn next(&mut self) -> Signal {
        #[cfg(unix)]
        tokio::select! {
            _ = self.interrupt.recv() => Signal::Interrupt,
            _ = self.terminate.recv() => Signal::Terminate,
        }
        #[cfg(not(unix))]
        {
            // An error means that there is nothing to wait for.
            if tokio::signal::ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
            Signal::Interrupt
        }
    }
}

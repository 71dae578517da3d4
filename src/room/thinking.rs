//! A bot's thought: off the socket threads, a few at once in the whole process, and answered at an
//! instant that was fixed before it began.
//!
//! How long a bot thinks depends on what it holds. So nobody may tell from the instant of its move: it
//! moves when the time that every thought is given is over (rulings 90 and 109).

use std::sync::Arc;

use tokio::sync::{Semaphore, mpsc};

use super::bots::Thinker;
use super::mail::{Letter, Mail};
use crate::clock::Clock;
use crate::games::{AnyAction, Game};
use crate::limits::{BOT_THINKS_MS, BOTS_THINKING_MAX};

/// The bots of the process that may think at once.
static THINKING: Semaphore = Semaphore::const_new(BOTS_THINKING_MAX);

/// Lets a bot think, and puts what it wants into the mailbox of its room. There is at most one thought for
/// each seat, as the room asks again only after an answer.
pub fn start<G: Game>(
    thinker: Thinker<G>,
    wrap: fn(G::Action) -> AnyAction,
    to_room: mpsc::WeakSender<Letter>,
    clock: Arc<dyn Clock>,
) {
    let answers_ms = clock.now_ms() + BOT_THINKS_MS;
    tokio::spawn(async move {
        let seat = thinker.seat();
        let action = thought(thinker).await.map(wrap);
        clock.sleep_until(answers_ms).await;
        if let Some(room) = to_room.upgrade() {
            let letter = Letter { arrived_ms: clock.now_ms(), mail: Mail::Bot { seat, action } };
            // A full mailbox is waited for; a room that has ended needs no move.
            let _ = room.send(letter).await;
        }
    });
}

/// What the bot wants. One that panics waits and thinks again: the room and its other bots go on.
async fn thought<G: Game>(thinker: Thinker<G>) -> Option<G::Action> {
    // Never closed.
    let _turn = THINKING.acquire().await.ok()?;
    tokio::task::spawn_blocking(move || thinker.think()).await.ok().flatten()
}

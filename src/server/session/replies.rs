//! Answers that no room gives, and what is kept of them: each request gets one, and its repeats get the
//! same.

use std::sync::Arc;

use bytes::Bytes;
use serde_json::json;

use super::Session;
use crate::code::{self, Code};
use crate::games::AnyAction;
use crate::limits::BAD_FRAMES_MAX;
use crate::protocol::client::BadFrame;
use crate::protocol::close;
use crate::protocol::encode::{as_close, error, refusal};
use crate::protocol::server::{Refused as RefusedFrame, ServerFrame as _};
use crate::room::answer::Refused;
use crate::room::mail::Ticket;
use crate::room::outbox::Class;
use crate::room::request::Request;
use crate::server::desk::{Desk, Wait};
use crate::server::ws::Next;
use crate::text;

impl Session {
    pub(super) fn say(&self, frame: Bytes) {
        // A connection that is closing wants no answer.
        let _ = self.outbox.push(Class::Answer, frame);
    }

    pub(super) fn complain(&mut self, bad: BadFrame) -> Next {
        self.bad_frames += 1;
        self.say(RefusedFrame::from(bad).encode());
        if self.bad_frames >= BAD_FRAMES_MAX {
            return Next::Close(as_close(&close::BAD_FRAMES));
        }
        Next::Go
    }

    /// The answer to a request that no room is asked about: one that entered or left, one that was
    /// refused outside, or one whose id is too low.
    pub(super) fn repeated(&self, id: u64) -> Option<Bytes> {
        let me = self.me.as_ref()?;
        if let Some(entry) = me.entry.as_ref().filter(|entry| entry.id == id) {
            return Some(Bytes::from(entry.answer.clone()));
        }
        if let Some(frame) = me.person.answer(me.session, id) {
            return Some(frame);
        }
        let outside = me.room.is_none() && me.person.highest_answered(me.session) >= Some(id);
        (id <= me.mark || outside).then(|| error(Some(id), &code::STALE_ID))
    }

    /// Refuses a request outside a room, and keeps the refusal for its repeats.
    pub(super) fn refuse(&self, id: u64, refused: &Refused) {
        let frame = refusal(Some(id), refused);
        if let Some(me) = &self.me
            && is_verdict(refused)
        {
            me.person.keep_answer(me.session, id, frame.clone());
        }
        self.say(frame);
    }

    pub(super) fn ticket(&self, id: u64) -> Ticket {
        Ticket::new(id, Arc::clone(&self.outbox), error)
    }
}

/// The request with its text made seemly.
pub(super) fn seemly(desk: &Desk, request: Request<AnyAction>) -> Result<Request<AnyAction>, Refused> {
    let at =
        |path: &'static str| move |code: &'static Code| Refused::plain(code).with(json!({ "path": path }));
    Ok(match request {
        Request::Chat { text } => Request::Chat { text: text::line(&text).map_err(at("text"))? },
        Request::Rename { name } => Request::Rename { name: desk.name(&name).map_err(at("name"))? },
        other => other,
    })
}

/// Whether a refusal is an answer that repeats get again: not one that says "nothing was done".
fn is_verdict(refused: &Refused) -> bool {
    let none = [
        &code::TOO_MANY_FRAMES,
        &code::TOO_MANY_TRIES,
        &code::ROOM_BUSY,
        &code::ROOM_FAILED,
        &code::STORAGE_UNAVAILABLE,
        &code::OVERLOADED,
        &code::DRAINING,
    ];
    !none.iter().any(|code| refused.code == code.name)
}

impl From<Wait> for Refused {
    fn from((code, wait): Wait) -> Self {
        Self { retry_after_ms: wait, ..code.into() }
    }
}

//! `codes.json`: every error code and every close code, with what to do about it.

use serde_json::{Value, json};

use crate::games::list;
use crate::protocol::close;

/// Both tables.
#[must_use]
pub fn codes() -> Value {
    json!({
        "errors": list::codes().collect::<Vec<_>>(),
        "close": close::ALL,
    })
}

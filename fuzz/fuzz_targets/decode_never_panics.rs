//! No text that a client may send makes the reader panic, whatever room the client is in.
//!
//! `cargo fuzz run decode_never_panics fuzz/corpus/decode_never_panics fuzz/seeds/decode_never_panics
//! --sanitizer none` works on stable Rust. The seeds are the samples of `proto/`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use slapdown::games::GameKind;
use slapdown::protocol::client::decode;
use slapdown::protocol::server::{Refused, ServerFrame};

fuzz_target!(|text: &str| {
    for game in GameKind::ALL.iter().copied().map(Some).chain([None]) {
        match decode(text, game) {
            Ok(frame) => assert!(frame.id.is_none_or(|id| id < 1 << 53)),
            // What is sent back of a client's own words is bounded.
            Err(bad) => assert!(Refused::from(bad).encode().len() < 4_096),
        }
    }
});

//! No text makes the reader panic, and whatever it reads keeps to the contract.

use proptest::prelude::*;
use slapdown::games::GameKind;
use slapdown::protocol::client::decode;
use slapdown::protocol::server::{Refused, ServerFrame};

fn game() -> impl Strategy<Value = Option<GameKind>> {
    prop::option::of(prop::sample::select(GameKind::ALL))
}

fn check(text: &str, game: Option<GameKind>) {
    match decode(text, game) {
        Ok(frame) => assert!(frame.id.is_none_or(|id| id < 1 << 53)),
        Err(bad) => {
            let answer = Refused::from(bad).encode();
            assert!(answer.len() < 4_096, "an answer of {} bytes", answer.len());
        }
    }
}

fn valid() -> impl Strategy<Value = String> {
    let frames: Vec<String> = crate::samples()
        .into_iter()
        .filter(|sample| sample.definition.starts_with("Client"))
        .map(|sample| sample.frame.to_string())
        .collect();
    prop::sample::select(frames)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn on_any_text(text in any::<String>(), game in game()) {
        check(&text, game);
    }

    #[test]
    fn on_text_made_of_what_json_is_made_of(text in r#"[\[\]{}:,"\\u0-9eE.+\-a-dtruefalsn ]{0,80}"#, game in game()) {
        check(&text, game);
        check(&format!(r#"{{"type":"act","id":1,"action":{{"do":{text}}}}}"#), game);
    }

    #[test]
    fn on_a_frame_with_some_of_its_letters_changed(
        frame in valid(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<char>()), 1..6),
        game in game(),
    ) {
        let mut letters: Vec<char> = frame.chars().collect();
        for (at, letter) in changes {
            let at = at.index(letters.len());
            letters[at] = letter;
        }
        check(&letters.into_iter().collect::<String>(), game);
    }

    #[test]
    fn on_a_frame_cut_or_joined(frame in valid(), other in valid(), at in any::<prop::sample::Index>(), game in game()) {
        let cut = frame.char_indices().nth(at.index(frame.chars().count())).map_or(0, |(byte, _)| byte);
        check(&frame[..cut], game);
        check(&format!("{}{other}", &frame[..cut]), game);
    }
}

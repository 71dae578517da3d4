//! Actions as clients write them, and options.

use serde_json::json;
use slapdown::games::wackee_six::{ACTIONS, Action, Card, Options, Rank, Suit, WackeeSix};
use slapdown::games::{Game, option};

/// The path and the message of what is wrong with an action.
fn wrong(text: &str) -> (String, String) {
    let mut json = serde_json::Deserializer::from_str(text);
    let error = serde_path_to_error::deserialize::<_, Action>(&mut json).expect_err(text);
    (error.path().to_string(), error.inner().to_string())
}

#[test]
fn every_action_reads_as_it_is_written() {
    for action in [
        json!({"do": "turn"}),
        json!({"do": "play", "card": "red-5", "from": "row.3"}),
        json!({"do": "play", "card": "red-5", "from": "waste", "pile": 4}),
        json!({"do": "play", "card": "red-1", "from": "row.6", "pile": "new"}),
        json!({"do": "play_wild", "wild": "row.1", "companion": "waste", "card": "blue-7", "pile": 2}),
        json!({"do": "play_wild", "wild": "waste"}),
        json!({"do": "call"}),
        json!({"do": "start"}),
        json!({"do": "vote", "for": "rotate", "agree": true}),
    ] {
        let read: Action = serde_json::from_value(action.clone()).expect("an action");
        assert_eq!(serde_json::to_value(read).unwrap(), action);
        assert!(ACTIONS.contains(&action["do"].as_str().unwrap()));
    }
    let late: Action = serde_json::from_str(r#"{"from": "row.3", "card": "red-5", "do": "play"}"#).unwrap();
    assert_eq!(serde_json::to_value(late).unwrap()["card"], "red-5");
}

#[test]
fn a_bad_field_is_named_with_its_path() {
    for (text, path, message) in [
        (r#"{"do": "play", "card": "red-15", "from": "row.3"}"#, "card", "no such card"),
        (r#"{"do": "play", "card": "red-05", "from": "row.3"}"#, "card", "no such card"),
        (
            r#"{"do": "play", "card": 5, "from": "row.3"}"#,
            "card",
            "invalid type: integer `5`, expected a card",
        ),
        (r#"{"do": "play", "card": "red-5", "from": "row.7"}"#, "from", "no such place"),
        (
            r#"{"do": "play", "card": "red-5", "from": "row.3", "pile": "old"}"#,
            "pile",
            "expected a pile's number",
        ),
        (
            r#"{"do": "play", "card": "red-5", "from": "row.3", "pile": -1}"#,
            "pile",
            "expected a pile's number",
        ),
        (
            r#"{"do": "play", "card": "red-5", "from": "row.3", "pile": null}"#,
            "pile",
            "expected a pile's number",
        ),
        (r#"{"from": "row.7", "do": "play"}"#, "from", "no such place"),
        (r#"{"do": "turn", "card": "red-5"}"#, "card", "unknown field `card`"),
        (r#"{"do": "play", "crad": "red-5"}"#, "crad", "unknown field `crad`"),
        (r#"{"card": "red-5", "do": "turn"}"#, ".", "unknown field `card`"),
        (r#"{"do": "play", "from": "row.3"}"#, ".", "missing field `card`"),
        (r#"{"do": "play_wild", "wild": "row.3", "companion": "row.2"}"#, ".", "missing field `card`"),
        (r#"{"do": "play_wild", "wild": "row.3", "card": "red-5"}"#, ".", "missing field `companion`"),
        (r#"{"card": "red-5"}"#, ".", "missing field `do`"),
        (r#"{"do": "tunr"}"#, "do", "unknown variant `tunr`"),
        (r#"{"do": 5}"#, "do", "expected the name of an action"),
        (r#"{"do": "turn", "do": "turn"}"#, ".", "duplicate field `do`"),
        (r#"{"do": "vote", "for": "rest", "agree": true}"#, "for", "unknown variant `rest`"),
        (r#"{"do": "vote", "for": "end", "agree": "yes"}"#, "agree", "expected a boolean"),
        (r#""turn""#, ".", "expected an action"),
    ] {
        let (at, what) = wrong(text);
        assert_eq!(at, path, "{text}: {what}");
        assert!(what.contains(message), "{text}: {what}");
    }
}

#[test]
fn ruling_1_a_deck_has_two_wilds_and_52_numbered_cards() {
    let deck = slapdown::games::wackee_six::card::deck();
    assert_eq!(deck.iter().filter(|card| card.is_wild()).count(), 2);
    for suit in Suit::ALL {
        for rank in (1..=13).filter_map(Rank::new) {
            let card = Card::numbered(suit, rank);
            assert_eq!(deck.iter().filter(|other| **other == card).count(), 1);
            assert_eq!(card.natural(), Some((suit, rank)));
            assert_eq!(card.to_string().parse(), Ok(card));
        }
    }
    assert_eq!("wild".parse(), Ok(Card::WILD));
}

#[test]
fn the_table_of_options_says_what_their_default_says() {
    let default = serde_json::to_value(Options::default()).unwrap();
    let values = default.as_object().unwrap();
    assert_eq!(values.len(), WackeeSix::OPTIONS.len());
    for spec in WackeeSix::OPTIONS {
        let declared = serde_json::to_value(spec).unwrap()["default"].clone();
        assert_eq!(values[spec.name], declared, "{}", spec.name);
        assert!(spec.takes(&values[spec.name]), "{}", spec.name);
    }
    // Every word that the table allows can be read.
    for spec in WackeeSix::OPTIONS {
        for word in serde_json::to_value(spec).unwrap()["values"].as_array().into_iter().flatten() {
            serde_json::from_value::<Options>(json!({ spec.name: word })).expect(spec.name);
        }
    }
    let bounds = [
        ("target", 9),
        ("target", 10_001),
        ("countdown_ms", 10_001),
        ("min_turn_gap_ms", 2_001),
        ("rounds", 0),
    ];
    for (name, bad) in bounds {
        let patch = json!({ name: bad });
        assert!(option::apply(&[WackeeSix::OPTIONS], values, patch.as_object().unwrap()).is_err(), "{name}");
    }
}

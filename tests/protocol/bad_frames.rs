//! Frames that no client should send, and what each is told.

use slapdown::games::GameKind;
use slapdown::limits::JSON_DEPTH_MAX;
use slapdown::protocol::client::{BadFrame, decode};

fn told(text: &str) -> BadFrame {
    decode(text, Some(GameKind::WackeeSix)).expect_err(text)
}

/// The text, the code, the path, and the `id` that the answer carries.
type Case = (&'static str, &'static str, &'static str, Option<u64>);

fn check(cases: &[Case]) {
    for &(text, code, path, id) in cases {
        let bad = told(text);
        assert_eq!((bad.problem.code.name, bad.problem.path.as_str(), bad.id), (code, path, id), "{text}");
    }
}

#[test]
fn what_is_not_one_json_object() {
    let texts = [
        "",
        " ",
        "{",
        "}",
        "null",
        "true",
        "7",
        "\"hello\"",
        "[]",
        "[{\"type\":\"sync\"}]",
        "{}{}",
        "\u{feff}{\"type\":\"sync\"}",
        "{\"type\":\"sync\"} x",
        "{\"type\":\"sync\"},",
        "{'type':'sync'}",
        "{type:\"sync\"}",
        "{\"type\":\"sync\",}",
        "{\"type\":\"sync\" \"t\":1}",
        "{\"type\":\"ping\",\"t\":NaN}",
        "{\"type\":\"ping\",\"t\":+1}",
        "{\"type\":\"ping\",\"t\":01}",
        "{\"type\":\"ping\",\"t\":.5}",
        "{\"type\":\"ping\",\"t\":1.}",
        "{\"type\":\"ping\",\"t\":0x10}",
        "{\"type\":\"hello\",\"name\":\"a\nb\"}",
        "{\"type\":\"hello\",\"name\":\"\\x41\"}",
        "{\"type\":\"hello\",\"name\":\"\\u12\"}",
        "{\"type\":\"hello\",\"name\":\"\0\"}",
        "{\"type\":\"sync\"}\0",
        "{\"\\ud800\":1}",
        "// x\n{\"type\":\"sync\"}",
    ];
    for text in texts {
        let bad = told(text);
        assert_eq!(
            (bad.problem.code.name, bad.problem.path.as_str(), bad.id),
            ("not_json", "", None),
            "{text:?}"
        );
    }
}

#[test]
fn white_space_around_a_frame_is_fine() {
    assert!(decode(" \r\n\t{ \"type\" : \"sync\" } \n", None).is_ok());
}

#[test]
fn types() {
    check(&[
        ("{}", "missing_field", "type", None),
        (r#"{"id":5}"#, "missing_field", "type", Some(5)),
        (r#"{"type":null,"id":5}"#, "bad_field", "type", Some(5)),
        (r#"{"type":["sync"],"id":5}"#, "bad_field", "type", Some(5)),
        (r#"{"type":"","id":5}"#, "unknown_type", "type", Some(5)),
        (r#"{"type":"SYNC"}"#, "unknown_type", "type", None),
        (r#"{"type":"welcome"}"#, "unknown_type", "type", None),
        (r#"{"type":"shout","id":5,"text":"no such frame"}"#, "unknown_type", "type", Some(5)),
    ]);
    assert_eq!(told(r#"{"type":"joinroom","id":1}"#).problem.nearest.as_deref(), Some("join_room"));
    assert_eq!(told(r#"{"type":"quux","id":1}"#).problem.nearest, None);
}

#[test]
fn ids() {
    for good in ["0", "1", "9007199254740991"] {
        let text = format!(r#"{{"type":"stand","id":{good}}}"#);
        assert_eq!(decode(&text, None).expect(&text).id.map(|id| id.to_string()).as_deref(), Some(good));
    }
    let bad = [
        "-1",
        "-0",
        "1.0",
        "1e3",
        "0.5",
        "9007199254740992",
        "18446744073709551616",
        "1e400",
        "\"1\"",
        "null",
        "true",
        "[1]",
        "{}",
    ];
    for bad in bad {
        let text = format!(r#"{{"type":"stand","id":{bad}}}"#);
        let told = told(&text);
        assert_eq!(
            (told.problem.code.name, told.problem.path.as_str(), told.id),
            ("bad_id", "id", None),
            "{text}"
        );
    }
    check(&[
        (r#"{"type":"stand"}"#, "missing_field", "id", None),
        (r#"{"type":"stand","id":1,"id":1}"#, "repeated_key", "id", None),
        // Frames that change nothing have none.
        (r#"{"type":"sync","id":4}"#, "unknown_field", "id", Some(4)),
        (r#"{"type":"ping","id":4}"#, "unknown_field", "id", Some(4)),
        (r#"{"type":"hello","id":4}"#, "unknown_field", "id", Some(4)),
    ]);
}

#[test]
fn repeated_keys_at_any_level() {
    check(&[
        (r#"{"type":"sync","type":"sync"}"#, "repeated_key", "type", None),
        (r#"{"type":"sync","typ\u0065":"sync"}"#, "repeated_key", "type", None),
        (r#"{"type":"stand","x":1,"x":2,"id":8}"#, "repeated_key", "x", Some(8)),
        (r#"{"type":"set_options","id":8,"options":{"a":1,"a":1}}"#, "repeated_key", "options.a", Some(8)),
        (r#"{"type":"act","id":8,"action":{"do":"turn","do":"call"}}"#, "repeated_key", "action.do", Some(8)),
        (
            r#"{"type":"act","id":8,"action":{"x":[0,{"y":1,"y":2}]}}"#,
            "repeated_key",
            "action.x[1].y",
            Some(8),
        ),
    ]);
}

#[test]
fn depth() {
    // The frame itself is the first level.
    let nested = |levels: usize| {
        format!(r#"{{"id":3,"type":"ping","t":{}{}}}"#, "[".repeat(levels), "]".repeat(levels))
    };
    assert_eq!(told(&nested(JSON_DEPTH_MAX - 1)).problem.code.name, "unknown_field");
    assert_eq!(
        (told(&nested(JSON_DEPTH_MAX)).problem.code.name, told(&nested(JSON_DEPTH_MAX)).id),
        ("too_deep", Some(3))
    );
    assert_eq!(told(&nested(8_000)).problem.code.name, "too_deep");
    let objects = format!("{}{}", r#"{"a":"#.repeat(2_000), "1");
    assert_eq!(told(&objects).problem.code.name, "not_json");
    let objects = format!("{objects}{}", "}".repeat(2_000));
    assert_eq!(told(&objects).problem.code.name, "too_deep");
}

#[test]
fn what_no_program_can_hold() {
    check(&[
        (r#"{"type":"ping","t":1e400}"#, "bad_field", "t", None),
        (r#"{"type":"ping","t":-1e400}"#, "bad_field", "t", None),
        (
            r#"{"type":"set_options","options":{"target":1e999},"id":2}"#,
            "bad_field",
            "options.target",
            Some(2),
        ),
        (r#"{"type":"hello","name":"\ud800"}"#, "bad_field", "name", None),
        (r#"{"type":"hello","name":"\udc00\ud800"}"#, "bad_field", "name", None),
        (r#"{"type":"join_room","code":"\ud83d","id":2}"#, "bad_field", "code", Some(2)),
    ]);
    assert!(decode(r#"{"type":"hello","name":"\ud83d\ude00"}"#, None).is_ok());
}

#[test]
fn fields() {
    check(&[
        (r#"{"type":"hello","tokn":"x"}"#, "unknown_field", "tokn", None),
        (r#"{"type":"hello","token":null}"#, "bad_field", "token", None),
        (r#"{"type":"hello","session":7}"#, "bad_field", "session", None),
        (r#"{"type":"hello","last_seq":-1}"#, "bad_field", "last_seq", None),
        (r#"{"type":"hello","last_seq":9007199254740992}"#, "bad_field", "last_seq", None),
        (r#"{"type":"hello","last_seq":99999999999999999999}"#, "bad_field", "last_seq", None),
        (r#"{"type":"hello","updates":"some"}"#, "bad_field", "updates", None),
        (r#"{"type":"create_room","id":1}"#, "missing_field", "game", Some(1)),
        (r#"{"type":"create_room","id":1,"game":"chess"}"#, "bad_field", "game", Some(1)),
        (
            r#"{"type":"create_room","id":1,"game":"wackee_six","options":null}"#,
            "bad_field",
            "options",
            Some(1),
        ),
        (
            r#"{"type":"create_room","id":1,"game":"wackee_six","options":[]}"#,
            "bad_field",
            "options",
            Some(1),
        ),
        (
            r#"{"type":"create_room","id":1,"game":"wackee_six","options":{"a":{}}}"#,
            "bad_field",
            "options.a",
            Some(1),
        ),
        (
            r#"{"type":"create_room","id":1,"game":"wackee_six","visibility":null}"#,
            "bad_field",
            "visibility",
            Some(1),
        ),
        (r#"{"type":"join_room","id":1,"code":123456}"#, "bad_field", "code", Some(1)),
        (r#"{"type":"join_room","id":1,"code":"KTZSB7","as":"judge"}"#, "bad_field", "as", Some(1)),
        (r#"{"type":"sit","id":1,"side":1.0}"#, "bad_field", "side", Some(1)),
        (r#"{"type":"sit","id":1,"side":256}"#, "bad_field", "side", Some(1)),
        (r#"{"type":"sit","id":1,"side":"1"}"#, "bad_field", "side", Some(1)),
        (r#"{"type":"sit","id":1,"side":1,"role":"rows"}"#, "bad_field", "role", Some(1)),
        (r#"{"type":"ready","id":1,"ready":1}"#, "bad_field", "ready", Some(1)),
        (r#"{"type":"ready","id":1,"ready":true,"entropy":"00"}"#, "bad_field", "entropy", Some(1)),
        (r#"{"type":"ready","id":1,"ready":true,"entropy":null}"#, "bad_field", "entropy", Some(1)),
        (r#"{"type":"kick","id":1,"player":"Bob"}"#, "bad_field", "player", Some(1)),
        (r#"{"type":"start","id":1,"now":true}"#, "unknown_field", "now", Some(1)),
        (r#"{"type":"ping","t":"1"}"#, "bad_field", "t", None),
    ]);
    assert_eq!(told(r#"{"type":"hello","tokn":"x"}"#).problem.nearest.as_deref(), Some("token"));
    let game = told(r#"{"type":"create_room","id":1,"game":"wackee_sex"}"#).problem;
    assert_eq!(game.nearest.as_deref(), Some("wackee_six"));
    assert_eq!(game.takes.as_deref(), Some(r#"one of "wackee_six", "super_rack_o""#));
}

#[test]
fn a_role_may_be_null_as_views_have_it() {
    assert!(decode(r#"{"type":"sit","id":1,"side":1,"role":null}"#, None).is_ok());
}

#[test]
fn actions() {
    check(&[
        (r#"{"type":"act","id":1}"#, "missing_field", "action", Some(1)),
        (r#"{"type":"act","id":1,"action":"turn"}"#, "bad_field", "action", Some(1)),
        (r#"{"type":"act","id":1,"action":null}"#, "bad_field", "action", Some(1)),
        (r#"{"type":"act","id":1,"action":{}}"#, "missing_field", "action.do", Some(1)),
        (r#"{"type":"act","id":1,"action":{"do":7}}"#, "bad_field", "action.do", Some(1)),
        (r#"{"type":"act","id":1,"action":{"do":"draw"}}"#, "unknown_action", "action.do", Some(1)),
        (
            r#"{"type":"act","id":1,"action":{"do":"turn","card":"red-1"}}"#,
            "unknown_field",
            "action.card",
            Some(1),
        ),
        (
            r#"{"type":"act","id":1,"action":{"card":"red-1","do":"turn"}}"#,
            "unknown_field",
            "action.card",
            Some(1),
        ),
        (
            r#"{"type":"act","id":1,"action":{"do":"play","from":"row.1"}}"#,
            "missing_field",
            "action.card",
            Some(1),
        ),
        (
            r#"{"type":"act","id":1,"action":{"do":"play","card":"red-14","from":"row.1"}}"#,
            "bad_field",
            "action.card",
            Some(1),
        ),
        (
            r#"{"type":"act","id":1,"action":{"do":"play","card":"red-1","from":"row.7"}}"#,
            "bad_field",
            "action.from",
            Some(1),
        ),
        (
            r#"{"type":"act","id":1,"action":{"do":"play","card":"red-1","from":"row.1","pile":-1}}"#,
            "bad_field",
            "action.pile",
            Some(1),
        ),
    ]);
    assert_eq!(
        told(r#"{"type":"act","id":1,"action":{"do":"plai"}}"#).problem.nearest.as_deref(),
        Some("play")
    );
    let nested =
        r#"{"type":"act","id":1,"action":{"do":"take","slot":"blue.1","swap":{"target":2,"rwo":3}}}"#;
    let bad = decode(nested, Some(GameKind::SuperRackO)).expect_err(nested).problem;
    assert_eq!(
        (bad.code.name, bad.path.as_str(), bad.nearest.as_deref()),
        ("unknown_field", "action.swap.rwo", Some("row"))
    );
    let null = r#"{"type":"act","id":1,"action":{"do":"take","slot":"blue.1","swap":null}}"#;
    let bad = decode(null, Some(GameKind::SuperRackO)).expect_err(null).problem;
    assert_eq!((bad.code.name, bad.path.as_str()), ("bad_field", "action.swap"));
    let nested = r#"{"type":"act","id":1,"action":{"do":"take","slot":"blue.1","swap":{"target":2}}}"#;
    let bad = decode(nested, Some(GameKind::SuperRackO)).expect_err(nested).problem;
    assert_eq!((bad.code.name, bad.path.as_str()), ("missing_field", "action.swap.row"));
    for row in ["1.5", "0", "9", "-1", "300", "\"3\""] {
        let frame = format!(r#"{{"type":"act","id":1,"action":{{"do":"swap","target":2,"row":{row}}}}}"#);
        let bad = decode(&frame, Some(GameKind::SuperRackO)).expect_err(&frame).problem;
        assert_eq!(
            (bad.code.name, bad.path.as_str(), bad.takes.as_deref()),
            ("bad_field", "action.row", Some("a whole number from 1 to 8")),
            "{frame}"
        );
    }
}

#[test]
fn a_long_name_comes_back_short() {
    let bad = told(&format!(r#"{{"type":"sync","{}":1}}"#, "ü".repeat(5_000)));
    assert_eq!(bad.problem.code.name, "unknown_field");
    assert_eq!(bad.problem.path.chars().count(), 121);
}

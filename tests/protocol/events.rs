//! What games send keeps to the contract: rounds that bots play, checked frame by frame.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use slapdown::games::GameKind;
use slapdown::games::list::{Listed, Visit};
use slapdown::protocol::schema::samples::play::play;

use crate::Checker;

struct Frames;

impl Visit for Frames {
    type Output = (BTreeMap<String, Value>, Value);

    fn visit<G: Listed>(self) -> Self::Output {
        let played = play::<G>().expect("a round");
        let events = played.events.into_iter();
        let events =
            events.map(|(word, event)| (word, serde_json::to_value(event).expect("an event"))).collect();
        (events, serde_json::to_value(played.view).expect("a view"))
    }
}

#[test]
fn events_and_views_of_played_rounds_keep_to_the_contract() {
    let checker = Checker::new();
    for game in GameKind::ALL {
        let (events, view) = game.with(Frames);
        assert!(events.len() > 4, "{}: a round with {:?} shows too little", game.name(), events.keys());
        assert!(checker.of("AnyView").is_valid(&view), "{view}");
        for (word, event) in events {
            let definition = format!("{}Event{}", pascal(game.name()), pascal(&word));
            let errors: Vec<_> =
                checker.of(&definition).iter_errors(&event).map(|error| error.to_string()).collect();
            assert!(errors.is_empty(), "{definition}: {errors:?} in {event}");
            let frame = json!({ "type": "events", "seq": 9, "events": [event] });
            assert!(checker.of("ServerEvents").is_valid(&frame), "{frame}");
        }
    }
}

fn words(schema: &Value, union: &str) -> BTreeSet<String> {
    let variants = schema["$defs"][union]["oneOf"].as_array().expect("variants");
    let names =
        variants.iter().map(|to| to["$ref"].as_str().expect("a reference").trim_start_matches("#/$defs/"));
    names
        .map(|name| schema["$defs"][name]["properties"]["e"]["const"].as_str().expect("a name").to_owned())
        .collect()
}

#[test]
fn an_event_is_known_by_its_name() {
    let schema = Checker::new().schema;
    let room = words(&schema, "RoomShown");
    for game in GameKind::ALL {
        let own = words(&schema, &format!("{}Event", pascal(game.name())));
        let both: Vec<_> = room.intersection(&own).collect();
        assert!(both.is_empty(), "the room and {} both have events {both:?}", game.name());
    }
}

fn pascal(word: &str) -> String {
    word.split('_').map(|part| part[..1].to_uppercase() + &part[1..]).collect()
}

//! The catalog says what the server takes, and nothing else.

use serde_json::{Map, Value, json};
use slapdown::games::list::{Listed, Visit};
use slapdown::games::{BotLevel, GameKind};
use slapdown::room::options::Options;
use slapdown::room::request::Visibility;

use crate::http::ask;
use crate::support::Server;

async fn catalog() -> Value {
    let (status, head, body) = ask(&Server::start(), "GET /api/v1/catalog", "", "").await;
    assert_eq!(status, 200);
    assert!(head.contains("content-type: application/json"), "{head}");
    assert!(head.contains("cache-control: no-cache"), "{head}");
    body
}

/// The options of a new room of a game for which `said` was asked; none if that is refused.
struct Made<'a>(Visibility, &'a Map<String, Value>);

impl Visit for Made<'_> {
    type Output = Option<Map<String, Value>>;

    fn visit<G: Listed>(self) -> Self::Output {
        Options::<G>::of_new(self.0, self.1).ok().map(|options| options.to_map())
    }
}

/// Whether a room of the game takes `value` for the option.
fn takes(game: GameKind, name: &str, value: Value) -> bool {
    let said = Map::from_iter([(name.to_owned(), value)]);
    game.with(Made(Visibility::Private, &said)).is_some()
}

#[tokio::test]
async fn every_game_is_offered_with_every_option_at_its_default() {
    let body = catalog().await;
    let offers = body["games"].as_array().expect("games");
    assert_eq!(offers.len(), GameKind::ALL.len());
    for (game, offer) in GameKind::ALL.iter().zip(offers) {
        assert_eq!(offer["game"], game.name());
        assert_eq!(offer["bot_levels"], json!(BotLevel::ALL));
        for (visibility, other) in
            [(Visibility::Private, None), (Visibility::Public, Some("default_in_public"))]
        {
            let made = game.with(Made(visibility, &Map::new())).expect("the defaults");
            let listed: Map<String, Value> = ["room_options", "options"]
                .into_iter()
                .flat_map(|table| offer[table].as_array().expect("a table"))
                .map(|option| {
                    assert!(option["about"].as_str().is_some_and(|about| about.ends_with('.')), "{option}");
                    let default = other.and_then(|key| option.get(key)).unwrap_or(&option["default"]);
                    (option["name"].as_str().expect("a name").to_owned(), default.clone())
                })
                .collect();
            assert_eq!(listed, made, "{} {visibility:?}", game.name());
        }
    }
    assert_eq!(offers[0]["roles"], json!(["solo", "row", "deck"]));
    assert_eq!(offers[1]["roles"], json!([]));
    assert_eq!(body["emotes"], json!(["clap", "laugh", "wow", "sad", "think", "hurry"]));
    assert_eq!(body["limits"]["chat_letters"], 300);
}

#[tokio::test]
async fn bounds_are_those_that_the_server_keeps_to() {
    let body = catalog().await;
    for (game, offer) in GameKind::ALL.iter().zip(body["games"].as_array().expect("games")) {
        for option in
            ["room_options", "options"].iter().flat_map(|table| offer[table].as_array().expect("a table"))
        {
            let name = option["name"].as_str().expect("a name");
            let (good, bad) = match option["type"].as_str() {
                Some("boolean") => {
                    (vec![json!(true), json!(false)], vec![json!(null), json!("true"), json!(1)])
                }
                Some("choice") => (
                    option["values"].as_array().expect("values").clone(),
                    vec![json!("other"), json!(null), json!(0)],
                ),
                Some("integer") => {
                    let bound = |key: &str| option[key].as_u64().expect("a bound");
                    let (min, max) = (bound("min"), bound("max"));
                    let mut good = vec![json!(min), json!(max)];
                    let mut bad = vec![json!(max + 1), json!(-1), json!(0.5), json!("1")];
                    if min > 0 {
                        let none = if option["zero_is_none"] == true { &mut good } else { &mut bad };
                        none.push(json!(0));
                        if min > 1 {
                            bad.push(json!(min - 1));
                        }
                    }
                    if option["nullable"] == true { &mut good } else { &mut bad }.push(Value::Null);
                    (good, bad)
                }
                other => panic!("{name} is of type {other:?}"),
            };
            for value in good {
                assert!(takes(*game, name, value.clone()), "{} refuses {name} {value}", game.name());
            }
            for value in bad {
                assert!(!takes(*game, name, value.clone()), "{} takes {name} {value}", game.name());
            }
        }
    }
}

#[tokio::test]
async fn the_answer_is_as_the_document_describes_it() {
    let server = Server::start();
    let (_, _, document) = ask(&server, "GET /api/openapi.json", "", "").await;
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$ref": "#/components/schemas/Catalog",
        "components": document["components"],
    });
    let checker = jsonschema::validator_for(&schema).expect("a schema");
    let body = catalog().await;
    let errors: Vec<_> = checker.iter_errors(&body).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    let mut wrong = body;
    wrong["games"][0]["options"][0]["default"] = json!("perhaps");
    assert!(!checker.is_valid(&wrong), "the description takes anything");
}

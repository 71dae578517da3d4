//! Replays for tests: the golden ones, changed as somebody would who knows the format, and put into a store.
#![allow(dead_code, reason = "each test program uses its part")]

use std::io::{BufReader, Read as _};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use slapdown::chance::SeededChance;
use slapdown::games::GameKind;
use slapdown::ids::{MatchId, RoomCode, RoomId};
use slapdown::replay::line::{Head, HeadPerson, HeadSide};
use slapdown::replay::pack::{Packer, opened};
use slapdown::store::{
    Append, KeptReplay, LogRow, MatchPerson, MatchRecord, MatchSide, NewRoom, PersonRecord, RoundRecord,
    SideRecord, Store, Unrated,
};

/// The replays that were written by the versions that first had their format.
pub fn golden_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let files = std::fs::read_dir(&folder).expect("tests/golden");
    let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    files
}

/// The lines of a file.
pub fn lines_of(path: &Path) -> Vec<u8> {
    let file = BufReader::new(std::fs::File::open(path).expect("a file"));
    let mut lines = Vec::new();
    opened(file).and_then(|mut file| file.read_to_end(&mut lines)).expect("a replay");
    lines
}

/// A golden replay of that game which this version's own rules decided.
pub fn golden(game: GameKind) -> Vec<Value> {
    let rules = match game {
        GameKind::WackeeSix => <slapdown::games::wackee_six::WackeeSix as slapdown::games::Game>::RULES,
        GameKind::SuperRackO => <slapdown::games::super_rack_o::SuperRackO as slapdown::games::Game>::RULES,
    };
    let is = |lines: &Vec<Value>| lines[0]["game"] == game.name() && lines[0]["rules"] == rules;
    let found = golden_files().iter().map(|path| values(&lines_of(path))).find(is);
    found.unwrap_or_else(|| {
        panic!("there is no golden replay of {} by rules {rules}: SLAPDOWN_WRITE_GOLDEN=1", game.name())
    })
}

/// The lines as JSON.
pub fn values(lines: &[u8]) -> Vec<Value> {
    let lines = lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).expect("JSON")).collect()
}

/// The lines as they are, with the digest that they had.
pub fn text(values: &[Value]) -> Vec<u8> {
    values.iter().flat_map(|value| format!("{value}\n").into_bytes()).collect()
}

/// The lines with a digest that fits: what somebody could do who knows the format.
pub fn written(mut values: Vec<Value>) -> Vec<u8> {
    let end = values.len() - 1;
    values[end]["sha256"] = json!(hex::encode(Sha256::digest(text(&values[1..end]))));
    text(&values)
}

/// Puts a match into a store, over and with that replay, in a room of its own; `number` tells it from others.
pub async fn keep(store: &dyn Store, number: u8, lines: &[u8]) -> MatchId {
    let first = lines.iter().position(|byte| *byte == b'\n').expect("lines") + 1;
    let head: Head = serde_json::from_slice(&lines[..first]).expect("a first line");
    let mut chance = SeededChance::new([number; 32]);
    let (room, code) = (RoomId::new(1, &mut chance), RoomCode::new(&mut chance));
    let id = MatchId::new(1, &mut chance);
    let game = *GameKind::ALL.iter().find(|game| game.name() == head.game).expect("a game");
    let append = Append {
        room,
        epoch: 1,
        row: LogRow { first_seq: 1, last_seq: 1, rules: head.rules, body: "{}".into() },
        new_room: Some(NewRoom { code, game, made_unix_ms: 1 }),
        snapshot: None,
        sessions: Vec::new(),
        rounds: rounds(&head, id, game, &values(&lines[first..])),
        matches: vec![record(&head, id, game)],
    };
    store.append(append).await.expect("kept");
    let mut packer = Packer::default();
    packer.add(&lines[first..]).expect("packed");
    let replay = KeptReplay { format: head.format, body: packer.finish().expect("packed") };
    store.keep_replay(id, Some(replay)).await.expect("kept");
    id
}

/// The rows of its rounds, as their lines tell them.
fn rounds(head: &Head, match_id: MatchId, game: GameKind, lines: &[Value]) -> Vec<RoundRecord> {
    let mut rounds = Vec::new();
    let mut seats = &Value::Null;
    for line in lines {
        if line["line"] == "round" {
            seats = &line["seats"];
        }
        if line["line"] != "score" {
            continue;
        }
        let number = |value: &Value| u8::try_from(value.as_u64().expect("a number")).expect("small");
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let total = |totals: &Value, side: u8| {
            let own = list(totals).into_iter().find(|one| number(&one["side"]) == side);
            own.expect("the side")["total"].as_i64().expect("a total")
        };
        let sat = |side: u8, one: &HeadPerson| {
            let here = |seat: &Value| number(&seat["side"]) == side && seat["player"] == json!(one.player);
            list(seats).iter().any(here)
        };
        let side = |side: u8| {
            let of_match = head.sides.iter().find(|own| own.side.0 == side).expect("the side");
            let people = of_match.people.iter().filter(|one| sat(side, one)).map(person).collect();
            SideRecord {
                side,
                points: total(&line["points"], side),
                total: total(&line["totals"], side),
                people,
            }
        };
        rounds.push(RoundRecord {
            match_id,
            round: u32::from(number(&line["round"])),
            game,
            rules: head.rules,
            ended_unix_ms: head.ended_unix_ms,
            length_ms: 1,
            sides: list(&line["points"]).iter().map(|one| side(number(&one["side"]))).collect(),
            winners: list(&line["winners"]).iter().map(number).collect(),
        });
    }
    rounds
}

fn person(one: &HeadPerson) -> PersonRecord {
    PersonRecord {
        player: one.player,
        name: one.name.clone().unwrap_or_default(),
        bot: one.bot,
        stood_in: one.stood_in,
    }
}

fn record(head: &Head, id: MatchId, game: GameKind) -> MatchRecord {
    let person = |one: &HeadPerson| MatchPerson { person: person(one), rated: None };
    let side = |side: &HeadSide| MatchSide {
        side: side.side.0,
        rank: side.rank,
        total: side.total,
        won: side.won,
        people: side.people.iter().map(person).collect(),
    };
    let unrated = head.unrated.as_ref().map(|name| {
        *Unrated::ALL.iter().find(|why| why.name() == name).expect("a reason that this version knows")
    });
    MatchRecord {
        id,
        game,
        rules: head.rules,
        events: (1, 1),
        rounds: head.rounds,
        ended_unix_ms: head.ended_unix_ms,
        length_ms: head.length_ms,
        unrated,
        sides: head.sides.iter().map(side).collect(),
    }
}

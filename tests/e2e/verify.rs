//! `slapdown verify FILE` on replays of both games in which one thing was changed, by somebody who knows the
//! format and makes the digest fit: each is refused, with the line and what is wrong in it.

use serde_json::{Value, json};
use slapdown::games::{GameKind, Seed, fair};
use slapdown::replay::pack::Packer;

use crate::replays::{golden, golden_files, text, written};
use crate::support::binary::{run, said};

/// What the binary says of these lines, by its exit code and in words.
fn verified(lines: &[u8]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("replay.ndjson");
    std::fs::write(&file, lines).expect("written");
    said(&run(&["verify", file.to_str().expect("text")]))
}

/// A replay that can be changed in one place.
struct Changing {
    good: Vec<Value>,
}

impl Changing {
    fn of(game: GameKind) -> Self {
        Self { good: golden(game) }
    }

    /// The first line like that, from 0.
    fn line(&self, wanted: impl Fn(&Value) -> bool) -> usize {
        self.good.iter().position(wanted).expect("such a line")
    }

    /// The first step with an accepted action of that name.
    fn step(&self, action: &str) -> usize {
        self.line(|line| line["inputs"][0]["action"]["do"] == action && line["code"].is_null())
    }

    fn kind(&self, kind: &str) -> usize {
        self.line(|line| line["line"] == kind)
    }

    /// With that value at `pointer` in line `at` it is refused, in line `found`, and `says` is said.
    fn refused_at(&self, (at, pointer): (usize, &str), value: Value, found: usize, says: &str) {
        let mut changed = self.good.clone();
        let place = changed[at].pointer_mut(pointer).expect("a value");
        assert_ne!(*place, value, "{pointer}");
        *place = value;
        refused(changed, found, says);
    }

    /// As [`Self::refused_at`], in the line itself.
    fn refused_there(&self, (at, pointer): (usize, &str), value: Value, says: &str) {
        self.refused_at((at, pointer), value, at, says);
    }
}

/// Lines are refused in line `found`, from 0, whether their digest was made to fit or not.
fn refused(changed: Vec<Value>, found: usize, says: &str) {
    let line = format!("does not hold: line {}: ", found + 1);
    for lines in [text(&changed), written(changed)] {
        let (exit, said) = verified(&lines);
        assert_eq!(exit, Some(1), "{says}: {said}");
        assert!(said.contains(&line) && said.contains(says), "{line}{says}: {said}");
    }
}

#[test]
fn golden_replays_hold() {
    for file in golden_files() {
        let (exit, said) = said(&run(&["verify", file.to_str().expect("text")]));
        assert!(exit == Some(0) && said.contains("All of it holds") || exit == Some(3), "{said}");
    }
    for game in [GameKind::WackeeSix, GameKind::SuperRackO] {
        let (exit, said) = verified(&written(golden(game)));
        assert_eq!((exit, said.contains("All of it holds")), (Some(0), true), "{said}");
    }
}

#[test]
fn a_changed_input_card_or_score_of_wackee_six_is_refused_with_its_place() {
    let replay = Changing::of(GameKind::WackeeSix);
    let play = replay.step("play");
    replay.refused_there(
        (play, "/inputs/0/action/card"),
        json!("red-13"),
        "it is said to have been accepted, and by the rules it is refused with",
    );
    replay.refused_there((play, "/events/0/card"), json!("red-13"), "events[0].card is \"red-13\"");
    let round = replay.kind("round");
    replay.refused_there((round, "/event/sides/0/row/0"), json!("red-13"), "event.sides[0].row[0] is");
    replay.refused_there((round, "/game/sides/1/row/2"), json!("red-13"), "game.sides[1].row[2] is");
    the_score_is_refused(&replay);
}

#[test]
fn a_changed_input_card_or_score_of_super_rack_o_is_refused_with_its_place() {
    let replay = Changing::of(GameKind::SuperRackO);
    let take = replay.step("take");
    let slot = replay.good[take]["inputs"][0]["action"]["slot"].clone();
    let other = if slot == "blue.8" { "blue.7" } else { "blue.8" };
    replay.refused_there((take, "/inputs/0/action/slot"), json!(other), "events[0].");
    let draw = replay.step("draw");
    replay.refused_there((draw, "/events/0/card"), json!("red-60"), "events[0].card is \"red-60\"");
    let round = replay.kind("round");
    let (event, game) = ("/event/game/seats/0/rack/blue/0", "/game/seats/1/rack/red/7");
    replay.refused_there((round, event), json!("red-60"), "event.game.seats[0].rack.blue[0] is");
    replay.refused_there((round, game), json!("red-60"), "game.seats[1].rack.red[7] is");
    the_score_is_refused(&replay);
}

/// Another score of the round, and another result in the first line, which is known to be wrong in the last.
fn the_score_is_refused(replay: &Changing) {
    let score = replay.kind("score");
    for (part, index) in [("points", 0), ("totals", 1)] {
        let pointer = format!("/{part}/{index}/total");
        let other = json!(replay.good[score].pointer(&pointer).and_then(Value::as_i64).expect("points") + 1);
        replay.refused_there((score, &pointer), other, &format!("{part}[{index}].total is"));
    }
    let end = replay.kind("end");
    let total = replay.good[0]["sides"][0]["total"].as_i64().expect("a total");
    replay.refused_at((0, "/sides/0/total"), json!(total + 1), end, "the first line's totals");
    replay.refused_at((0, "/sides/1/won"), json!(true), end, "the first line's ranks");
}

fn seed(text: &Value) -> Seed {
    let mut bytes = [0; 32];
    hex::decode_to_slice(text.as_str().expect("hex"), &mut bytes).expect("hex");
    Seed(bytes)
}

/// A server that has seen what people gave would like other cards. It cannot have bound itself to them.
#[test]
fn a_seed_or_a_commitment_that_was_changed_after_entropy_was_seen_is_refused() {
    for game in [GameKind::WackeeSix, GameKind::SuperRackO] {
        let replay = Changing::of(game);
        let round = replay.kind("round");
        let deal = &replay.good[round]["deal"];
        let given = deal["entropy"].as_array().expect("a list").iter().map(|one| seed(&one["entropy"]));
        let given: Vec<Seed> = given.collect();
        assert!(!given.is_empty(), "somebody gave something");
        let (better, salt) = (Seed([7; 32]), seed(&deal["salt"]));
        // Everything follows from the better seed but the commitment, which people had before.
        let mut changed = replay.good.clone();
        changed[round]["deal"]["seed"] = json!(better);
        changed[round]["deal"]["cards"] = json!(fair::deal_seed(better, given.iter().copied()));
        refused(changed.clone(), round, "it has changed its seed");
        // With a commitment that fits, which nobody had: the cards are others than those that were played.
        changed[round]["deal"]["commit"] = json!(hex::encode(fair::commitment(better, salt)));
        refused(changed, round, "event.");
        replay.refused_there((round, "/deal/commit"), json!("00".repeat(32)), "it has changed its seed");
        replay.refused_there((round, "/deal/salt"), json!("00".repeat(32)), "it has changed its seed");
        // It keeps its seed and what it was given for itself, and takes others for the cards.
        replay.refused_there((round, "/deal/cards"), json!(better), "the seed of the cards does not follow");
        replay.refused_there(
            (round, "/deal/entropy/0/entropy"),
            json!(better),
            "the seed of the cards does not follow",
        );
    }
}

/// A file that was packed in parts is one replay; what is doubled in it, or is no replay, is refused.
#[test]
fn a_packed_replay_may_have_several_members_and_nothing_behind_them() {
    let lines = written(golden(GameKind::WackeeSix));
    let half = lines.len() / 2;
    let (one, other) = (packed(&lines[..half]), packed(&lines[half..]));
    let both = [&one[..], &other].concat();
    let (exit, said) = verified(&both);
    assert_eq!((exit, said.contains("All of it holds")), (Some(0), true), "{said}");
    let whole = packed(&lines);
    for (file, says) in [
        ([&whole[..], &whole].concat(), "something follows the end"),
        ([&whole[..], b"junk"].concat(), "cannot be read"),
        ([&both[..], &lines].concat(), "cannot be read"),
    ] {
        let (exit, said) = verified(&file);
        assert_eq!((exit, said.contains(says)), (Some(1), true), "{says}: {said}");
    }
}

fn packed(text: &[u8]) -> Vec<u8> {
    let mut packer = Packer::default();
    packer.add(text).expect("packed");
    packer.finish().expect("packed").to_vec()
}

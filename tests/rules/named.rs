//! No ruling and no tricky position goes without a test that names it.

#![allow(clippy::expect_used, reason = "a test that cannot read the tests has failed")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The rulings that the rules in `docs/rules` cite.
const RULINGS: std::ops::RangeInclusive<u32> = 1..=109;
/// The positions of Wackee Six. The numbers have gaps.
const POSITIONS: [u32; 15] = [1, 2, 5, 6, 7, 9, 11, 12, 14, 15, 17, 20, 21, 23, 25];
/// The positions of Super Rack-O.
const RACK_POSITIONS: [u32; 15] = [1, 3, 5, 6, 8, 9, 10, 11, 13, 15, 17, 19, 21, 22, 25];

/// The names of all tests of a folder.
fn tests_in(folder: &Path, names: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            tests_in(&path, names);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).expect("a text");
            let mut is_test = false;
            for line in text.lines() {
                let line = line.trim_start();
                let name = line.trim_start_matches("async ").strip_prefix("fn ");
                match name.and_then(|rest| rest.split('(').next()) {
                    Some(name) if is_test => {
                        names.push(name.to_owned());
                        is_test = false;
                    }
                    _ => is_test |= line == "#[test]" || line.starts_with("#[tokio::test"),
                }
            }
        }
    }
}

fn all() -> Vec<String> {
    let mut names = Vec::new();
    tests_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"), &mut names);
    assert!(names.len() > 500, "the tests were found: {}", names.len());
    names
}

/// The numbers that a name begins with, such as `12_and_14_three_are_turned` or `45_to_47_out`.
fn numbers(words: &str) -> BTreeSet<u32> {
    let (mut numbers, mut last, mut range) = (BTreeSet::new(), None, false);
    for word in words.split('_') {
        match word.parse::<u32>() {
            Ok(number) => {
                numbers.extend(if range { last.map_or(number, |last| last + 1) } else { number }..=number);
                (last, range) = (Some(number), false);
            }
            Err(_) if word == "and" || word == "to" => range = word == "to",
            Err(_) => break,
        }
    }
    numbers
}

#[test]
fn every_ruling_is_named_by_a_test() {
    let named: BTreeSet<u32> = all()
        .iter()
        .filter_map(|name| name.strip_prefix("rulings_").or(name.strip_prefix("ruling_")))
        .flat_map(numbers)
        .collect();
    let missing: Vec<u32> = RULINGS.filter(|number| !named.contains(number)).collect();
    assert!(missing.is_empty(), "no test names the rulings {missing:?}");
}

#[test]
fn every_position_is_named_by_a_test() {
    let names = all();
    for (prefix, positions) in [("position_", POSITIONS), ("rack_position_", RACK_POSITIONS)] {
        let named: BTreeSet<u32> =
            names.iter().filter_map(|name| name.strip_prefix(prefix)).flat_map(numbers).collect();
        assert_eq!(named, BTreeSet::from(positions), "{prefix}");
    }
}

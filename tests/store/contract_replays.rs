//! What every store promises about replays that an older version has kept: this one opens them.

use std::io::Read as _;

use slapdown::replay::keep::fetch;
use slapdown::replay::pack::unpacked;
use slapdown::replay::verify::verify;
use slapdown::store::Store;

use crate::replays::{golden_files, keep, lines_of, values};

pub async fn golden_replays_are_read_out_of_it_and_hold(store: &dyn Store) {
    for (number, path) in (1..).zip(golden_files()) {
        let lines = lines_of(&path);
        let id = keep(store, number, &lines).await;
        let replay = fetch(store, id).await.expect("a replay");
        let mut read = replay.head.to_vec();
        unpacked(&replay.packed[..]).read_to_end(&mut read).expect("unpacked");
        // The first line is made anew, and names the match as the store does.
        let (found, kept) = (values(&read), values(&lines));
        assert_eq!(found[0]["match"], serde_json::json!(id));
        assert!(found[1..] == kept[1..], "{}", path.display());
        assert_eq!(found[0]["sides"], kept[0]["sides"], "{}", path.display());
        let sum = verify(&mut &read[..]).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
        assert_eq!((sum.head.match_id, Some(u64::from(sum.rounds))), (id, kept[0]["rounds"].as_u64()));
    }
}

//! What every store promises about matches that are over: ratings, histories, leaderboards, replays.

use bytes::Bytes;
use slapdown::games::GameKind;
use slapdown::rating::{Rating, rated};
use slapdown::store::{Append, AppendError, KeptReplay, MatchRecord, PersonRecord, Standing, Store, Unrated};

use crate::make::{MADE, guest, match_id, over, player, room, rows};

const RACKO: GameKind = GameKind::SuperRackO;

/// Keeps `record` with the next row of room 1, which is made if need be.
async fn keep(store: &dyn Store, record: MatchRecord) {
    let room = room(1);
    if store.room(room.code).await.expect("an answer").is_none() {
        store.append(room.first()).await.expect("the room is made");
    }
    let last = store.claim(room.id).await.expect("the claim");
    let next = last.last_row.expect("a row").last_seq + 1;
    let append = Append { epoch: last.epoch, matches: vec![record], ..room.append(next, next) };
    store.append(append).await.expect("kept");
}

async fn standing(store: &dyn Store, number: u8) -> Standing {
    store.standing(player(number), RACKO).await.expect("an answer").expect("a standing")
}

pub async fn a_match_is_kept_once_and_rates_once(store: &dyn Store) {
    let record = over(1, 5, (1, 1), &[(&[1, 2], 7), (&[3], 9), (&[4], 7)]);
    keep(store, record.clone()).await;
    let new = |count| vec![Rating::default(); count];
    let expected = rated(&[(2, new(2)), (1, new(1)), (2, new(1))]);
    for (number, rating, wins) in
        [(1, expected[0][0], 0), (2, expected[0][1], 0), (3, expected[1][0], 1), (4, expected[2][0], 0)]
    {
        assert_eq!(standing(store, number).await, Standing { rating, games: 1, wins }, "player {number}");
    }
    let kept = store.match_over(match_id(1)).await.expect("an answer").expect("the match");
    assert_eq!(
        kept.sides.iter().map(|side| (side.side, side.rank)).collect::<Vec<_>>(),
        [(2, 1), (1, 2), (3, 2)]
    );
    assert_eq!(kept.sides[0].people[0].rated, Some((Rating::default(), expected[1][0])));
    assert_eq!(kept.sides[1].people[1].person, record.sides[1].people[1].person);
    let mut unrated = kept.clone();
    for one in unrated.sides.iter_mut().flat_map(|side| &mut side.people) {
        one.rated = None;
    }
    assert_eq!(unrated, record, "all else is as it was given");

    let again = MatchRecord { rounds: 9, ..over(1, 8, (1, 1), &[(&[1], 1), (&[3], 0)]) };
    keep(store, again).await;
    assert_eq!(store.match_over(match_id(1)).await, Ok(Some(kept)), "the first one stays");
    assert_eq!(standing(store, 3).await.games, 1);

    keep(store, over(2, 9, (1, 1), &[(&[3], 1), (&[1], 0)])).await;
    let next = rated(&[(1, vec![expected[1][0]]), (2, vec![expected[0][0]])]);
    assert_eq!(standing(store, 3).await, Standing { rating: next[0][0], games: 2, wins: 2 });
    assert_eq!(standing(store, 1).await, Standing { rating: next[1][0], games: 2, wins: 0 });
}

pub async fn a_match_of_a_refused_row_rates_nobody(store: &dyn Store) {
    let room = room(1).make(store).await;
    let matches = vec![over(1, 5, (1, 1), &[(&[1], 7), (&[2], 9)])];
    let stale = Append { epoch: 4, matches: matches.clone(), ..room.append(2, 2) };
    assert_eq!(store.append(stale).await, Err(AppendError::StaleEpoch));
    let gap = Append { matches, ..room.append(3, 3) };
    assert!(store.append(gap).await.is_err());
    assert_eq!(store.match_over(match_id(1)).await, Ok(None));
    assert_eq!(store.standing(player(1), RACKO).await, Ok(None));
    let late = Append { matches: vec![over(1, 5, (1, 9), &[(&[1], 7), (&[2], 9)])], ..room.append(2, 2) };
    let why = format!("{:?}", store.append(late).await);
    assert!(why.contains("matches") && why.contains("last_seq"), "{why}");
}

pub async fn a_match_that_does_not_rate_is_kept(store: &dyn Store) {
    for (number, why) in (1..).zip(Unrated::ALL) {
        keep(store, MatchRecord { unrated: Some(why), ..over(number, 5, (1, 1), &[(&[1], 7), (&[2], 9)]) })
            .await;
        let kept = store.match_over(match_id(number)).await.expect("an answer").expect("the match");
        assert_eq!(kept.unrated, Some(why));
        assert!(kept.sides.iter().flat_map(|side| &side.people).all(|one| one.rated.is_none()));
    }
    assert_eq!(store.standing(player(1), RACKO).await, Ok(None));
    assert_eq!(store.history(player(1), None, 10).await.expect("an answer").len(), 4);
    store.add_player(&guest(1)).await.expect("kept");
    assert_eq!(store.leaderboard(RACKO, None, 10).await, Ok(Vec::new()));
}

pub async fn a_history_is_read_in_pages(store: &dyn Store) {
    // Two ended in the same millisecond.
    for (number, after) in [(1, 10), (2, 30), (3, 20), (4, 30), (5, 40)] {
        let sides: &[(&[u8], i64)] =
            if number == 5 { &[(&[1], 1), (&[3], 0)] } else { &[(&[1], 1), (&[2], 0)] };
        keep(store, over(number, after, (1, 1), sides)).await;
    }
    let mut tied = [match_id(2), match_id(4)];
    tied.sort();
    let expected = [match_id(5), tied[1], tied[0], match_id(3), match_id(1)];
    for limit in 1..7 {
        let (mut before, mut read) = (None, Vec::new());
        loop {
            let page = store.history(player(1), before, limit).await.expect("an answer");
            assert!(page.len() <= limit as usize);
            read.extend(page.iter().map(|record| record.id));
            match page.last() {
                Some(last) => before = Some(last.place()),
                None => break,
            }
        }
        assert_eq!(read, expected, "pages of {limit}");
    }
    assert_eq!(store.history(player(2), None, 9).await.expect("an answer").len(), 4);
    assert_eq!(store.history(player(9), None, 9).await, Ok(Vec::new()));

    let (mut after, mut read) = (None, Vec::new());
    while let Some(last) = store.matches(false, after, 2).await.expect("an answer").last().cloned() {
        read.push(last.id);
        after = Some(last.place());
    }
    assert_eq!(read, [match_id(3), tied[1], match_id(5)], "all matches, the oldest first");
}

pub async fn a_leaderboard_is_read_in_pages(store: &dyn Store) {
    for number in 1..=8 {
        store.add_player(&guest(number)).await.expect("kept");
    }
    // 3 won twice; 1 and 2 did the same as each other, and so did 4 and 5.
    keep(store, over(1, 1, (1, 1), &[(&[1], 3), (&[4], 0)])).await;
    keep(store, over(2, 2, (1, 1), &[(&[2], 3), (&[5], 0)])).await;
    keep(store, over(3, 3, (1, 1), &[(&[3], 3), (&[6], 0)])).await;
    keep(store, over(4, 4, (1, 1), &[(&[3], 3), (&[6], 0)])).await;
    // 9 is no guest (any more).
    keep(store, over(5, 5, (1, 1), &[(&[9], 3), (&[7], 0)])).await;
    let board = store.leaderboard(RACKO, None, 100).await.expect("an answer");
    let mut scores: Vec<_> = board.iter().map(|line| line.place().score_milli).collect();
    let names: Vec<_> = board.iter().map(|line| line.name.clone()).collect();
    assert_eq!(board.len(), 7);
    assert_eq!((names[0].as_str(), board[0].standing.games), (guest(3).name.as_str(), 2));
    assert!(board[1].player < board[2].player, "equal scores are in the order of ids");
    let ranks: Vec<_> = board.iter().map(|line| line.rank).collect();
    assert_eq!(ranks[..4], [1, 2, 2, 4], "{board:?}");
    for limit in 1..9 {
        let (mut after, mut read) = (None, Vec::new());
        loop {
            let page = store.leaderboard(RACKO, after, limit).await.expect("an answer");
            assert!(page.len() <= limit as usize);
            let Some(last) = page.last() else { break };
            after = Some(last.place());
            read.extend(page);
        }
        assert_eq!(read, board, "pages of {limit}");
    }
    scores.sort_by_key(|score| std::cmp::Reverse(*score));
    assert!(scores.is_sorted_by(|one, next| one >= next));
    assert_eq!(store.leaderboard(GameKind::WackeeSix, None, 9).await, Ok(Vec::new()));
}

pub async fn games_are_rated_apart(store: &dyn Store) {
    keep(store, over(1, 1, (1, 1), &[(&[1], 3), (&[2], 0)])).await;
    let other = MatchRecord { game: GameKind::WackeeSix, ..over(2, 2, (1, 1), &[(&[1], 0), (&[2], 3)]) };
    keep(store, other).await;
    let wackee =
        store.standing(player(1), GameKind::WackeeSix).await.expect("an answer").expect("a standing");
    assert_eq!((standing(store, 1).await.wins, wackee.wins, wackee.games), (1, 0, 1));
}

pub async fn a_guest_who_is_forgotten_leaves_the_results(store: &dyn Store) {
    for number in 1..=2 {
        store.add_player(&guest(number)).await.expect("kept");
    }
    let round = crate::make::round(1, 20);
    let room = room(1).make(store).await;
    let matches = vec![over(1, 1, (1, 1), &[(&[1], 3), (&[2], 0)])];
    store.append(Append { rounds: vec![round], matches, ..room.append(2, 2) }).await.expect("kept");
    let before = standing(store, 2).await;
    store.forget_name(player(1)).await.expect("forgotten");
    let kept = store.match_over(match_id(1)).await.expect("an answer").expect("the match");
    let names = |people: Vec<&PersonRecord>| people.iter().map(|one| one.name.clone()).collect::<Vec<_>>();
    let people = kept.sides.iter().flat_map(|side| &side.people).map(|one| &one.person).collect();
    assert_eq!(names(people), ["", "Guest 2"]);
    assert!(kept.sides[0].people[0].rated.is_some() && kept.sides[0].people[0].person.player == player(1));
    let rounds = store.rounds(match_id(1)).await.expect("an answer");
    let people = rounds[0].sides.iter().flat_map(|side| &side.people).collect();
    assert_eq!(names(people), ["", "Bo", "Robot"]);
    assert_eq!(store.standing(player(1), RACKO).await, Ok(None));
    assert_eq!(standing(store, 2).await, before, "others keep what they have");
    let board = store.leaderboard(RACKO, None, 9).await.expect("an answer");
    assert_eq!(board.iter().map(|line| line.player).collect::<Vec<_>>(), [player(2)]);
    assert_eq!(store.history(player(1), None, 9).await.expect("an answer").len(), 1, "the result stays");
}

fn replay(number: u8) -> KeptReplay {
    KeptReplay { format: 1, body: Bytes::from(vec![number, 0, 0xff]) }
}

/// Room 1 with a match in the events 3 to 8 (rows 1-1, 2-3, 4-6, 7-8, 9-10) and a snapshot after 8.
async fn played(store: &dyn Store) {
    let room = room(1).make(store).await;
    store.append(room.append(2, 3)).await.expect("kept");
    store.append(room.append(4, 6)).await.expect("kept");
    let (snapshot, matches) =
        (Some(Bytes::from_static(b"over")), vec![over(1, 1, (3, 8), &[(&[1], 3), (&[2], 0)])]);
    store.append(Append { snapshot, matches, ..room.append(7, 8) }).await.expect("kept");
    store.append(room.append(9, 10)).await.expect("kept");
}

async fn log_of(store: &dyn Store, number: u8) -> Vec<(u64, u64)> {
    let rows = store.match_log(match_id(number), 0, 100).await.expect("an answer");
    rows.iter().map(|row| (row.first_seq, row.last_seq)).collect()
}

pub async fn a_replay_takes_the_place_of_the_rows(store: &dyn Store) {
    played(store).await;
    assert_eq!(log_of(store, 1).await, [(2, 3), (4, 6), (7, 8)]);
    assert_eq!(store.match_log(match_id(1), 2, 1).await, Ok(vec![room(1).row(4, 6)]), "a page");
    assert_eq!(store.replay(match_id(1)).await, Ok(None));
    let waiting = store.matches(true, None, 9).await.expect("an answer");
    assert_eq!(waiting.iter().map(|record| record.id).collect::<Vec<_>>(), [match_id(1)]);
    let before = store.load(room(1).id).await;

    store.keep_replay(match_id(1), Some(replay(1))).await.expect("kept");
    assert_eq!(store.replay(match_id(1)).await, Ok(Some(replay(1))));
    assert_eq!(log_of(store, 1).await, [], "the replay alone is read");
    store.keep_replay(match_id(1), Some(replay(2))).await.expect_err("it has one already");
    // One row a time, and a look that finds none.
    for left in [false, false, false, true] {
        assert_eq!(store.matches(true, None, 9).await, Ok(waiting.clone()), "some may be left");
        assert_eq!(store.drop_rows(match_id(1), 1).await, Ok(left));
    }
    assert_eq!(store.drop_rows(match_id(1), 9).await, Ok(true), "nothing is left to do");
    assert_eq!(store.matches(true, None, 9).await, Ok(Vec::new()));
    assert_eq!(store.load(room(1).id).await, before, "the room is revived from the same");
    store.keep_replay(match_id(1), Some(replay(2))).await.expect_err("it has one already");
    store.keep_replay(match_id(7), Some(replay(2))).await.expect_err("not over");
    store.drop_rows(match_id(7), 9).await.expect_err("not over");
    assert_eq!(store.replay(match_id(1)).await, Ok(Some(replay(1))));
    store.append(room(1).append(11, 11)).await.expect("the room goes on");
    assert_eq!(rows(store, 1).await, [room(1).row(9, 10), room(1).row(11, 11)]);
}

async fn put_away(store: &dyn Store, number: u8) {
    store.keep_replay(match_id(number), Some(replay(number))).await.expect("kept");
    assert_eq!(store.drop_rows(match_id(number), 9).await, Ok(true));
}

pub async fn rows_that_are_needed_stay(store: &dyn Store) {
    let room = room(1).make(store).await;
    // No snapshot holds the end of the first match, whose last row is the log's last as well.
    let matches = vec![over(1, 1, (2, 3), &[(&[1], 3), (&[2], 0)])];
    store.append(Append { matches, ..room.append(2, 3) }).await.expect("kept");
    put_away(store, 1).await;
    assert_eq!(rows(store, 1).await, [room.row(1, 1), room.row(2, 3)]);
    assert_eq!(store.claim(room.id).await.expect("the claim").last_row, Some(room.row(2, 3)));
    let next =
        |first, last, matches, snapshot| Append { epoch: 2, matches, snapshot, ..room.append(first, last) };
    // The second and the third share a row, and the last row stays although a snapshot holds it.
    let (second, third) = (
        vec![over(2, 2, (4, 6), &[(&[1], 3), (&[2], 0)])],
        vec![over(3, 3, (7, 9), &[(&[1], 3), (&[2], 0)])],
    );
    store.append(next(4, 5, Vec::new(), None)).await.expect("kept");
    store.append(next(6, 7, second, None)).await.expect("kept");
    store.append(next(8, 9, third, Some(Bytes::from_static(b"over")))).await.expect("kept");
    put_away(store, 3).await;
    assert_eq!(log_of(store, 2).await, [(4, 5), (6, 7)], "the other match still has all its rows");
    assert_eq!(store.claim(room.id).await.expect("the claim").last_row, Some(room.row(8, 9)));
    put_away(store, 2).await;
    assert_eq!(log_of(store, 2).await, []);
    store.append(Append { epoch: 3, ..room.append(10, 10) }).await.expect("the room goes on");
}

pub async fn a_match_without_a_replay_stays_in_the_log(store: &dyn Store) {
    played(store).await;
    store.drop_rows(match_id(1), 9).await.expect_err("nothing stands for them yet");
    store.keep_replay(match_id(1), None).await.expect("noted");
    store.drop_rows(match_id(1), 9).await.expect_err("nothing stands for them");
    assert_eq!(store.matches(true, None, 9).await, Ok(Vec::new()));
    assert_eq!(log_of(store, 1).await, [(2, 3), (4, 6), (7, 8)]);
    assert_eq!(store.replay(match_id(1)).await, Ok(None));
    assert!(
        store
            .match_over(match_id(1))
            .await
            .expect("an answer")
            .is_some_and(|record| { record.ended_unix_ms == MADE + 1 && record.events == (3, 8) })
    );
}

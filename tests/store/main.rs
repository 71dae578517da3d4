//! What every store promises, and what SQLite or PostgreSQL alone promises.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so by a panic")]
#![expect(clippy::print_stdout, reason = "counts are told to whoever reads the run")]

mod contract;
mod contract_people;
mod contract_replays;
mod contract_results;
mod contract_unused;
mod crash;
mod faults;
mod make;
mod migrations;
#[path = "../common/postgres.rs"]
mod postgres;
mod postgres_alone;
mod postgres_faults;
mod postgres_tls;
mod postgres_two;
#[path = "../common/replays.rs"]
mod replays;
mod sqlite;

/// Runs the contract on each store.
macro_rules! contract {
    ($($file:ident::$test:ident)*) => {
        mod on_memory {
            $(#[tokio::test]
            async fn $test() {
                crate::$file::$test(&slapdown::store::memory::MemoryStore::new()).await;
            })*
        }

        mod on_sqlite {
            $(#[tokio::test]
            async fn $test() {
                let directory = tempfile::tempdir().expect("a directory");
                let store = crate::make::open(directory.path()).await;
                crate::$file::$test(&store).await;
                slapdown::store::Store::close(&store).await;
            })*
        }

        mod on_postgres {
            $(#[tokio::test]
            async fn $test() {
                let database = crate::postgres::database().await;
                let store = crate::make::open_postgres(&database.url).await;
                crate::$file::$test(&store).await;
                slapdown::store::Store::close(&store).await;
                database.end().await;
            })*
        }

        /// A test of the contract that no store runs would prove nothing.
        #[test]
        fn every_test_of_the_contract_is_run() {
            let named = [$(stringify!($test)),*];
            let files = concat!(
                include_str!("contract.rs"),
                include_str!("contract_people.rs"),
                include_str!("contract_results.rs"),
                include_str!("contract_unused.rs"),
                include_str!("contract_replays.rs")
            );
            let written: Vec<_> = files
                .lines()
                .filter_map(|line| line.strip_prefix("pub async fn ")?.split_once('('))
                .map(|(name, _)| name)
                .collect();
            assert_eq!(written, named);
        }
    };
}

contract! {
    contract::rows_come_back_in_order
    contract::a_row_that_leaves_a_gap_is_refused
    contract::a_row_that_is_there_is_refused
    contract::a_new_room_begins_with_its_first_row
    contract::a_stale_epoch_writes_nothing_and_others_land
    contract::a_claim_tells_the_last_row_and_fences
    contract::a_claim_and_an_append_at_once_agree
    contract::a_taken_code_is_refused
    contract::many_rooms_for_one_code_make_one
    contract::a_snapshot_replaces_the_older_one
    contract::what_comes_with_a_refused_row_is_not_kept
    contract::a_broken_room_keeps_its_log
    contract::what_is_not_known_is_none
    contract::many_rooms_at_once_keep_their_order
    contract::appends_of_one_room_keep_their_order
    contract::bodies_are_bytes
    contract::numbers_that_do_not_fit_fail_alone
    contract::a_dropped_append_hurts_nobody
    contract::a_store_says_that_it_writes
    contract::after_close_calls_fail
    contract_people::sessions_enter_and_leave
    contract_people::a_new_session_keeps_the_room
    contract_people::a_session_that_is_not_the_players_changes_nothing
    contract_people::a_wish_for_whole_states_ends_with_the_session
    contract_people::a_player_who_is_elsewhere_stays_there
    contract_people::a_room_is_forgotten
    contract_people::rounds_are_unique
    contract_people::a_guest_is_found_by_the_token
    contract_people::a_guest_is_added_once
    contract_results::a_match_is_kept_once_and_rates_once
    contract_results::a_match_of_a_refused_row_rates_nobody
    contract_results::a_match_that_does_not_rate_is_kept
    contract_results::a_history_is_read_in_pages
    contract_results::a_leaderboard_is_read_in_pages
    contract_results::games_are_rated_apart
    contract_results::a_guest_who_is_forgotten_leaves_the_results
    contract_results::a_replay_takes_the_place_of_the_rows
    contract_results::rows_that_are_needed_stay
    contract_results::a_match_without_a_replay_stays_in_the_log
    contract_unused::the_longest_unused_rooms_are_named_first
    contract_unused::an_unused_room_goes_in_parts_and_nobody_sees_half_of_it
    contract_unused::the_longest_absent_guests_are_named_first
    contract_unused::a_guest_who_goes_leaves_no_trace_but_results
    contract_replays::golden_replays_are_read_out_of_it_and_hold
}

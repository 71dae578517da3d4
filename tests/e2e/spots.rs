//! Contested spots: several sides slap the same card onto one pile in the same instant.
//!
//! The binary deals by chance, so a puppeteer holds cards back and turns decks until two or more sides
//! show a card that fits exactly one pile. Then all of them play it at once: exactly one is accepted.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;

use futures_util::future::join_all;
use serde_json::json;

use crate::support::binary::Binary;
use crate::support::card::number;
use crate::support::chance::Chance;
use crate::support::client::act;
use crate::support::model::Model;
use crate::support::play::{self, Fitting};
use crate::support::table::{Table, quick_with};
use crate::support::time::{count, now, pause, seed};

/// Rooms at once.
const ROOMS: u64 = 4;
/// Steps of turning without a contest after which a card is played alone.
const PATIENCE: u32 = 18;

struct Puppeteer {
    table: Table,
    chance: Chance,
    /// How many spots had so many contenders.
    spots: BTreeMap<usize, u64>,
    /// Steps since a card was laid.
    idle: u32,
    /// The tops that each side showed since its waste was last played from: they come again.
    seen: BTreeMap<u64, BTreeSet<String>>,
    rounds: u64,
    margin_max: u64,
}

impl Puppeteer {
    /// What fits now, by side, as the ones who turn see it: they know their own tops first.
    fn fitting(&self) -> Vec<Fitting> {
        let of_side = |side| play::fitting(self.of_deck(side), side);
        (1..=self.table.sides()).flat_map(of_side).collect()
    }

    /// The table as the one who turns for that side knows it.
    fn of_deck(&self, side: u64) -> &Model {
        self.table.clients[self.table.deck_of(side)].model.as_ref().expect("a room")
    }

    fn left(&self, side: u64) -> u64 {
        play::left(self.table.clients[0].model.as_ref().expect("a room"), side)
    }

    /// The spot with the most contenders: one card of each side.
    fn contest(&self, fits: &[Fitting]) -> Option<Vec<Fitting>> {
        let mut by_card: BTreeMap<&str, Vec<&Fitting>> = BTreeMap::new();
        for fit in fits.iter().filter(|fit| fit.piles.len() == 1) {
            // Nobody goes out here: that would end the round in the middle of a contest.
            if fit.in_row() && self.left(fit.side) <= 2 {
                continue;
            }
            let of_card = by_card.entry(&fit.card).or_default();
            if of_card.iter().all(|other| other.side != fit.side) {
                of_card.push(fit);
            }
        }
        let most = by_card.into_values().filter(|of_card| of_card.len() > 1).max_by_key(Vec::len)?;
        Some(most.into_iter().cloned().collect())
    }

    /// All of them play at once.
    async fn fight(&mut self, contenders: &[Fitting]) {
        let pile = contenders[0].piles[0];
        let rank =
            number(&json!(contenders[0].card.split_once('-').and_then(|(_, rank)| rank.parse::<u64>().ok())));
        let mut order: Vec<usize> = (0..contenders.len()).collect();
        self.chance.shuffle(&mut order);
        let mut ids = BTreeMap::new();
        for at in &order {
            let owner = self.table.owner(&contenders[*at]);
            ids.insert(*at, self.table.clients[owner].feed(&act(contenders[*at].play())).await);
        }
        for at in &order {
            let owner = self.table.owner(&contenders[*at]);
            self.table.clients[owner].flush().await;
        }
        let mut accepted = Vec::new();
        let mut beaten = Vec::new();
        for (at, id) in ids {
            let owner = self.table.owner(&contenders[at]);
            let answer = self.table.clients[owner].answer(id).await;
            if answer["type"] == "ok" { accepted.push((at, answer)) } else { beaten.push((at, answer)) }
        }
        self.table.settle().await;
        let [(winner, ok)] = accepted.as_slice() else {
            panic!("{} were accepted on one spot: {contenders:?} {accepted:?}", accepted.len());
        };
        assert_eq!(ok["pile"], pile);
        let won = &contenders[*winner];
        let log = &self.table.clients[0].log;
        let last = number(&ok["seq"]);
        // A refill may follow it, and the news that the table is stuck or the round over.
        let took = (last.saturating_sub(8)..=last)
            .rev()
            .find(|seq| log[seq]["e"] == "played")
            .expect("the event that took it");
        let event = &log[&took];
        assert_eq!(
            (&event["side"], &event["pile"], &event["card"], &event["from"]),
            (&json!(won.side), &json!(pile), &json!(won.card), &json!(won.from))
        );
        // The winner's card may have left nobody a move, which ends the round: then that is told first.
        if log.range(took..=last).any(|(_, event)| event["e"] == "scored") {
            assert!(beaten.iter().all(|(_, answer)| answer["code"] == "round_over"), "{beaten:?}");
            return;
        }
        for (at, answer) in &beaten {
            assert_eq!(answer["code"], "beaten", "{contenders:?}: {answer}");
            let detail = &answer["detail"];
            let told = ["by", "pile", "top", "seq"].map(|part| detail[part].clone());
            assert_eq!(told, [json!(won.side), json!(pile), json!(rank), json!(took)], "{answer}");
            let margin = detail["margin_ms"].as_u64().expect("a margin");
            self.margin_max = self.margin_max.max(margin);
            let loser = &contenders[*at];
            for client in &self.table.clients {
                let model = client.model.as_ref().expect("a room");
                let there =
                    play::shown(model, loser.side).contains(&(loser.from.clone(), loser.card.clone()));
                assert!(there, "the loser's card is not where it was: {loser:?}");
            }
        }
        if !won.in_row() {
            self.seen.remove(&won.side);
        }
        *self.spots.entry(contenders.len()).or_default() += 1;
    }

    /// One card, played alone so that the table changes.
    async fn play_alone(&mut self, fit: &Fitting) {
        let owner = self.table.owner(fit);
        let answer = self.table.clients[owner].act(fit.play()).await;
        assert_eq!(answer["type"], "ok", "{fit:?}: {answer}");
        if !fit.in_row() {
            self.seen.remove(&fit.side);
        }
        self.table.settle().await;
    }

    /// A wild with the card after it, where nothing else is left.
    async fn play_pair(&mut self) -> bool {
        let pairs =
            (1..=self.table.sides()).find_map(|side| Some((side, play::pair(self.of_deck(side), side)?)));
        let Some((side, pair)) = pairs else { return false };
        let owner = self.table.row_of(side);
        let answer = self.table.clients[owner].act(pair.clone()).await;
        assert_eq!(answer["type"], "ok", "{pair}: {answer}");
        self.table.settle().await;
        true
    }

    /// Turns every deck but those that show a card which another side will show too.
    async fn turn(&mut self, fits: &[Fitting]) {
        let hold = |side: u64| {
            let coming =
                |card: &str| self.seen.iter().any(|(other, tops)| *other != side && tops.contains(card));
            self.idle < PATIENCE
                && fits.iter().any(|fit| fit.side == side && !fit.in_row() && coming(&fit.card))
        };
        let sides: Vec<u64> = (1..=self.table.sides())
            .filter(|side| play::can_turn(self.of_deck(*side), *side) && !hold(*side))
            .collect();
        if sides.is_empty() {
            self.idle = PATIENCE;
        }
        let turns = self.table.clients.iter_mut().enumerate().map(|(place, client)| {
            let turns = sides.iter().any(|side| usize::try_from(*side * 2 - 1) == Ok(place));
            async move {
                if turns {
                    // The stated rate is 50 frames a second.
                    let answer = client.act(json!({ "do": "turn" })).await;
                    if answer["code"] == "too_many_frames" {
                        pause(answer["retry_after_ms"].as_u64().unwrap_or(20)).await;
                    } else {
                        assert!(answer["type"] == "ok" || answer["code"] == "round_over", "{answer}");
                    }
                }
            }
        });
        join_all(turns).await;
        for side in sides {
            if let Some(top) =
                self.of_deck(side).side(side).and_then(|table| table["top"].as_str().map(str::to_owned))
            {
                self.seen.entry(side).or_default().insert(top);
            }
        }
    }

    fn playing(&self) -> bool {
        (1..=self.table.sides()).all(|side| self.of_deck(side).game_phase() == "playing")
    }

    /// A round, as long as it has contests; then somebody goes out.
    async fn round(&mut self, wanted: u64) {
        self.table.deal().await;
        self.rounds += 1;
        self.idle = 0;
        self.seen.clear();
        while self.playing() && self.spots.values().sum::<u64>() < wanted {
            let fits = self.fitting();
            if let Some(contenders) = self.contest(&fits) {
                self.fight(&contenders).await;
                self.idle = 0;
            } else if let Some(one) = self.worth_alone(&fits) {
                self.play_alone(&one).await;
            } else if self.idle >= PATIENCE && self.play_pair().await {
                self.idle = PATIENCE / 2;
            } else {
                self.idle += 1;
                assert!(self.idle < 20 * PATIENCE, "the round leads nowhere");
                self.turn(&fits).await;
            }
        }
    }

    /// A 1 opens a pile at once; anything else is played alone once turning has led to nothing.
    fn worth_alone(&mut self, fits: &[Fitting]) -> Option<Fitting> {
        if let Some(one) =
            fits.iter().find(|fit| fit.piles.is_empty() && (!fit.in_row() || self.left(fit.side) > 2))
        {
            return Some(one.clone());
        }
        if self.idle < PATIENCE {
            return None;
        }
        let spare: Vec<&Fitting> =
            fits.iter().filter(|fit| !fit.in_row() || self.left(fit.side) > 2).collect();
        let picked = self.chance.pick(&spare).map(|fit| (*fit).clone());
        // Nothing else is left: whoever may go out does, which ends the round.
        let picked = picked.or_else(|| (self.idle > 2 * PATIENCE).then(|| fits.first().cloned()).flatten());
        if picked.is_some() {
            self.idle = PATIENCE / 2;
        }
        picked
    }
}

/// Plays rounds in a room of its own until there were so many contests.
async fn puppeteer(at: SocketAddr, wanted: u64, seed: u64) -> Puppeteer {
    let options = quick_with(json!({ "redirect": false, "target": 10_000 }));
    let table = Table::of_twelve(at, options).await;
    let (spots, seen, chance) = (BTreeMap::new(), BTreeMap::new(), Chance(seed));
    let mut puppeteer = Puppeteer { table, chance, spots, idle: 0, seen, rounds: 0, margin_max: 0 };
    puppeteer.table.clients.iter_mut().for_each(|client| client.texts = None);
    let mut reached = puppeteer.table.clients.iter().map(|client| client.seq).max().unwrap_or(0);
    while puppeteer.spots.values().sum::<u64>() < wanted {
        puppeteer.round(wanted).await;
        puppeteer.table.settle().await;
        let clients = &puppeteer.table.clients;
        let all = puppeteer.table.same_events().range(reached + 1..).count();
        for client in clients {
            assert_eq!(client.log.range(reached + 1..).count(), all, "somebody lacks an event");
        }
        assert!(clients.iter().all(|client| client.states == 1), "somebody fell behind");
        reached = clients[0].seq;
        puppeteer.table.clients[5].compare_with_state().await;
        // What is compared need not be kept.
        puppeteer.table.clients.iter_mut().for_each(|client| client.log = client.log.split_off(&reached));
    }
    puppeteer
}

#[tokio::test]
async fn each_contested_spot_has_one_winner_and_the_others_are_told_who_beat_them() {
    let wanted = count("SLAPDOWN_SPOTS", 1_000);
    let seed = seed("spots");
    let server = Binary::start();
    let begun = now();
    let rooms = (0..ROOMS).map(|room| puppeteer(server.at, wanted.div_ceil(ROOMS), seed ^ (room << 32)));
    let rooms = join_all(rooms).await;
    let mut spots: BTreeMap<usize, u64> = BTreeMap::new();
    for (contenders, number) in rooms.iter().flat_map(|room| &room.spots) {
        *spots.entry(*contenders).or_default() += number;
    }
    println!(
        "spots: {} in {} rounds of {ROOMS} rooms and {:.1} s; contenders and how many spots had so many: {spots:?}; \
         the latest came {} ms late",
        spots.values().sum::<u64>(),
        rooms.iter().map(|room| room.rounds).sum::<u64>(),
        begun.elapsed().as_secs_f32(),
        rooms.iter().map(|room| room.margin_max).max().unwrap_or(0)
    );
}

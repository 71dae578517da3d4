//! What a simple player sees to do: every card that fits, from a client's own picture.

use serde_json::{Value, json};

use super::card::{natural, number};
use super::model::Model;

/// A card that fits somewhere now.
#[derive(Debug, Clone)]
pub struct Fitting {
    /// Whose.
    pub side: u64,
    /// Its place.
    pub from: String,
    /// The card.
    pub card: String,
    /// Every pile that takes it; none for a 1.
    pub piles: Vec<u64>,
}

impl Fitting {
    /// Whether it lies in the row.
    pub fn in_row(&self) -> bool {
        self.from != "waste"
    }

    /// The action that plays it onto its only or first pile.
    pub fn play(&self) -> Value {
        let pile = self.piles.first().map_or(json!("new"), |pile| json!(pile));
        json!({ "do": "play", "card": self.card, "from": self.from, "pile": pile })
    }
}

/// The cards a side shows, with their places.
pub fn shown(model: &Model, side: u64) -> Vec<(String, String)> {
    let Some(table) = model.side(side) else { return Vec::new() };
    let row = table["row"].as_array().into_iter().flatten().zip(1..);
    let mut shown: Vec<(String, String)> =
        row.filter_map(|(card, slot)| Some((format!("row.{slot}"), card.as_str()?.to_owned()))).collect();
    if let Some(top) = table["top"].as_str() {
        shown.push(("waste".to_owned(), top.to_owned()));
    }
    shown
}

/// The piles of that colour whose top counts as `top`.
pub fn piles_at(model: &Model, color: &str, top: u64) -> Vec<u64> {
    let piles = model.game["piles"].as_array().into_iter().flatten();
    piles
        .filter(|pile| pile["color"] == color && pile["top"] == top)
        .map(|pile| number(&pile["pile"]))
        .collect()
}

/// All that a side could play now, wilds left out.
pub fn fitting(model: &Model, side: u64) -> Vec<Fitting> {
    shown(model, side)
        .into_iter()
        .filter_map(|(from, card)| {
            let (color, rank) = natural(&card)?;
            let piles = if rank == 1 { Vec::new() } else { piles_at(model, color, rank - 1) };
            (rank == 1 || !piles.is_empty()).then(|| Fitting { side, from, card: card.clone(), piles })
        })
        .collect()
}

/// A wild of the side with a card after it, if they fit.
pub fn pair(model: &Model, side: u64) -> Option<Value> {
    let shown = shown(model, side);
    let (wild, _) = shown.iter().find(|(_, card)| card == "wild")?;
    shown.iter().find_map(|(companion, card)| {
        let (color, rank) = natural(card)?;
        let pile = *piles_at(model, color, rank.checked_sub(2).filter(|top| *top > 0)?).first()?;
        Some(json!({ "do": "play_wild", "wild": wild, "companion": companion, "card": card, "pile": pile }))
    })
}

/// How many of its twelve a side still has.
pub fn left(model: &Model, side: u64) -> u64 {
    let Some(table) = model.side(side) else { return 0 };
    let row = table["row"].as_array().into_iter().flatten().filter(|card| !card.is_null()).count();
    u64::try_from(row).unwrap_or(0) + number(&table["face_down"])
}

/// Whether a side can turn.
pub fn can_turn(model: &Model, side: u64) -> bool {
    model.side(side).is_some_and(|table| number(&table["stock"]) + number(&table["waste"]) > 0)
}

/// The next action of a simple player in that role; none to wait.
pub fn next(model: &Model, side: u64, role: &str) -> Option<Value> {
    if model.game_phase() != "playing" {
        return None;
    }
    let mine = |fit: &Fitting| match role {
        "row" => fit.in_row(),
        "deck" => !fit.in_row(),
        _ => true,
    };
    if let Some(fit) = fitting(model, side).into_iter().find(mine) {
        return Some(fit.play());
    }
    if role != "deck"
        && let Some(pair) = pair(model, side)
    {
        return Some(pair);
    }
    (role != "row" && can_turn(model, side)).then(|| json!({ "do": "turn" }))
}

//! `samples/`: one frame of each type and of each kind of action, as they are on the wire.
//!
//! They show the shape of frames to people and seed the fuzzer; a test checks each against the schema.
//! Tables, events and actions come from rounds that bots play, so that a new game has its samples
//! without a line here.

use serde_json::{Map, Value, json};

use super::json::{client_name, server_name};
use crate::code;
use crate::games::list::{Listed, Visit};
use crate::games::{BotLevel, Game, GameKind, Role, Side};
use crate::ids::{MatchId, PlayerId, RoomCode, SessionId};
use crate::protocol::rooms::RoomRow;
use crate::protocol::server::{
    Accepted, Bye, Detail, Events, FieldDetail, Limits, Me, Pong, Refused, Rooms, ServerFrame, State, Welcome,
};
use crate::protocol::{VERSION, close};
use crate::room::options::Options;
use crate::room::request::{As, Visibility};
use crate::room::view::{ChatView, DealView, MemberView, RoomPhase, RoomShown, RoomView, You};

pub mod play;

use play::{Played, play};

/// One sample.
#[derive(Debug, Clone)]
pub struct Sample {
    /// The file's name without its ending.
    pub name: String,
    /// The definition in the schema that the frame keeps to.
    pub definition: String,
    /// The frame.
    pub frame: Value,
}

/// All samples.
///
/// # Errors
/// When a frame cannot be read back or a game does not come to its table.
pub fn all() -> anyhow::Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for frame in client_frames() {
        let word = frame["type"].as_str().unwrap_or_default();
        samples.push(Sample { name: format!("client.{word}"), definition: client_name(word), frame });
    }
    for kind in GameKind::ALL {
        samples.extend(kind.with(OfGame)?);
    }
    for (name, bytes) in server_frames() {
        let frame: Value = serde_json::from_slice(&bytes)?;
        let word = frame["type"].as_str().unwrap_or_default();
        samples.push(Sample { name: format!("server.{name}"), definition: server_name(word), frame });
    }
    Ok(samples)
}

const ALICE: PlayerId = PlayerId(uuid::uuid!("0193f3c0-5d5a-7c1e-9a54-6d2a4c5e0001"));
const BOT: PlayerId = PlayerId(uuid::uuid!("0193f3c0-5d5a-7c1e-9a54-6d2a4c5e0002"));
const SESSION: SessionId = SessionId(uuid::uuid!("0193f3c0-5d5a-7c1e-9a54-6d2a4c5e0003"));
const MATCH: MatchId = MatchId(uuid::uuid!("0193f3c0-5d5a-7c1e-9a54-6d2a4c5e0004"));
const TOKEN: &str = "q0zq8Jx6bGd1c2VjcmV0LXRva2VuLW9mLWFsaWNlLTEyMw";
const HEX: &str = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const NOW: u64 = 1_796_032_800_000;

fn code() -> Option<RoomCode> {
    "KTZSB7".parse().ok()
}

fn client_frames() -> Vec<Value> {
    vec![
        json!({ "type": "hello", "name": "Alice", "token": TOKEN, "session": SESSION, "last_seq": 41, "updates": "events" }),
        json!({ "type": "create_room", "id": 1, "game": "wackee_six", "options": { "target": 100 }, "visibility": "private" }),
        json!({ "type": "join_room", "id": 2, "code": "KTZ-SB7", "as": "player" }),
        json!({ "type": "leave_room", "id": 3 }),
        json!({ "type": "quick_match", "id": 19, "game": "wackee_six" }),
        json!({ "type": "list_rooms", "id": 21, "game": "super_rack_o", "after": "12" }),
        json!({ "type": "watch_rooms", "id": 22, "on": true }),
        json!({ "type": "sit", "id": 4, "side": 1, "role": "solo" }),
        json!({ "type": "stand", "id": 5 }),
        json!({ "type": "ready", "id": 6, "ready": true, "entropy": HEX }),
        json!({ "type": "set_options", "id": 7, "options": { "target": 200 } }),
        json!({ "type": "add_bot", "id": 8, "side": 2, "role": "solo", "level": "easy" }),
        json!({ "type": "remove_bot", "id": 9, "side": 2 }),
        json!({ "type": "kick", "id": 10, "player": BOT }),
        json!({ "type": "chat", "id": 13, "text": "good luck" }),
        json!({ "type": "react", "id": 14, "emote": "clap" }),
        json!({ "type": "rename", "id": 15, "name": "Alice B." }),
        json!({ "type": "mute", "id": 16, "player": BOT, "on": true }),
        json!({ "type": "ban", "id": 17, "player": BOT }),
        json!({ "type": "unban", "id": 18, "player": BOT }),
        json!({ "type": "make_host", "id": 11, "player": ALICE }),
        json!({ "type": "start", "id": 12 }),
        json!({ "type": "sync" }),
        json!({ "type": "ping", "t": 1234.5 }),
    ]
}

fn server_frames() -> Vec<(&'static str, bytes::Bytes)> {
    let welcome = Welcome {
        protocol: VERSION,
        server: "slapdown 0.1.0".into(),
        limits: Limits::default(),
        session: SESSION,
        player: Me { id: ALICE, name: "Alice".into() },
        token: Some(TOKEN.into()),
        room: None,
        resumed: false,
        now: NOW,
    };
    let field = FieldDetail { path: "options.targt".into(), nearest: Some("target".into()), takes: None };
    let bad_field =
        Refused { detail: Some(Detail::Field(field)), ..Refused::of(&code::UNKNOWN_FIELD, Some(7)) };
    let later =
        Refused::<Detail> { retry_after_ms: Some(40), ..Refused::of(&code::TOO_MANY_FRAMES, Some(13)) };
    let restart = Bye::of(&close::RESTART, Some(2_300));
    vec![
        ("welcome", welcome.encode()),
        ("ok", Accepted::<Option<Value>>::plain(4).encode()),
        ("ok.create_room", Accepted::<Option<Value>> { code: code(), ..Accepted::plain(1) }.encode()),
        (
            "ok.list_rooms",
            Accepted::<Option<Value>> {
                rooms: Some(rooms()),
                next: Some("12".into()),
                ..Accepted::plain(21)
            }
            .encode(),
        ),
        ("rooms", Rooms { rooms: rooms(), next: None }.encode()),
        ("error", bad_field.encode()),
        ("error.too_many_frames", later.encode()),
        ("events.room", Events { seq: 4 + room_events().len() as u64, events: room_events() }.encode()),
        ("pong", Pong { t: serde_json::Number::from_f64(1234.5), now: NOW }.encode()),
        ("bye", restart.encode()),
    ]
}

/// What a game adds: its actions, its table, its opening event.
struct OfGame;

impl Visit for OfGame {
    type Output = anyhow::Result<Vec<Sample>>;

    fn visit<G: Listed>(self) -> anyhow::Result<Vec<Sample>> {
        let played: Played<G> = play()?;
        let mut samples = Vec::new();
        for (number, (word, action)) in (20..).zip(played.actions) {
            samples.push(Sample {
                name: format!("client.act.{}.{word}", G::NAME),
                definition: client_name("act"),
                frame: json!({ "type": "act", "id": number, "action": action }),
            });
        }
        let solo = (G::NAME == GameKind::WackeeSix.name()).then_some(Role::Solo);
        let you = You { player: ALICE, role_in_room: As::Player, side: Some(Side(1)), role: solo };
        let state = State { seq: 25, room: room::<G>(solo), game: Some(played.view), you };
        let lobby = RoomView { phase: RoomPhase::Lobby, match_id: None, round: 0, ..room::<G>(solo) };
        let lobby = State::<G::View> { seq: 5, room: lobby, game: None, you };
        let ok = Accepted { seq: Some(26), more: Some(G::Accepted::default()), ..Accepted::plain(20) };
        let events = Events { seq: 25, events: vec![played.opening] };
        for (name, bytes) in [
            ("state", state.encode()),
            ("state_in_the_lobby", lobby.encode()),
            ("events", events.encode()),
            ("ok", ok.encode()),
        ] {
            let word = name.split('_').next().unwrap_or_default();
            samples.push(Sample {
                name: format!("server.{name}.{}", G::NAME),
                definition: server_name(word),
                frame: serde_json::from_slice(&bytes)?,
            });
        }
        Ok(samples)
    }
}

/// A row of the public list.
fn rooms() -> Vec<RoomRow> {
    let mut options = Map::new();
    options.insert("target".to_owned(), 100.into());
    let row = |code| RoomRow {
        code,
        game: GameKind::WackeeSix,
        host: Some("Alice".into()),
        phase: RoomPhase::Lobby,
        players: 2,
        bots: 1,
        spectators: 0,
        may_watch: true,
        seats_taken: 2,
        seats_held: 1,
        seats_free: 3,
        options,
        waited_ms: Some(12_000),
    };
    code().map(row).into_iter().collect()
}

fn room<G: Game>(role: Option<Role>) -> RoomView {
    RoomView {
        // A code is always there: see the test of samples.
        code: code().unwrap_or_else(|| RoomCode::new(&mut crate::chance::SeededChance::new([0; 32]))),
        game: G::NAME.into(),
        visibility: Visibility::Private,
        host: Some(ALICE),
        options: Options::<G>::default().to_map(),
        match_id: Some(MATCH),
        round: 1,
        starter: None,
        anyone_may_start_in: None,
        away_excused_in: None,
        phase: RoomPhase::Playing,
        deal: deal(),
        members: vec![
            MemberView {
                player: ALICE,
                name: "Alice".into(),
                role_in_room: As::Player,
                side: Some(Side(1)),
                role,
                ready: false,
                online: true,
                gone: false,
                bot: None,
                muted: false,
                played_by_bot: false,
                bot_in: None,
            },
            bot(role),
        ],
        vacated: Vec::new(),
        totals: Vec::new(),
        winners: Vec::new(),
        chat: vec![ChatView { seq: 9, player: ALICE, text: Some("good luck".into()), emote: None }],
        banned: Vec::new(),
    }
}

fn bot(role: Option<Role>) -> MemberView {
    MemberView {
        player: BOT,
        name: "Robin".into(),
        role_in_room: As::Player,
        side: Some(Side(2)),
        role,
        ready: true,
        online: true,
        gone: false,
        bot: Some(BotLevel::Easy),
        muted: false,
        played_by_bot: false,
        bot_in: None,
    }
}

fn deal() -> DealView {
    DealView { round: 1, commit: HEX.into() }
}

/// Some events of a room, in an order in which they can come.
fn room_events() -> Vec<RoomShown> {
    vec![
        RoomShown::Joined { member: bot(Some(Role::Solo)) },
        RoomShown::Seated { player: ALICE, side: Side(1), role: Some(Role::Solo) },
        RoomShown::Ready { player: ALICE, ready: true },
        RoomShown::Online { player: ALICE, online: false, bot_in: Some(30_000) },
        RoomShown::Committed { deal: deal() },
        RoomShown::MatchBegun { match_id: MATCH },
        RoomShown::RoundBegun { round: 1 },
    ]
}

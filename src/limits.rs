//! Every bound of the server in one place, with its unit in its name. No parsing, no behaviour.
//!
//! A number that a host may change is a default here and a setting in `config`.

// Frames and sockets.

/// The largest frame or message a client may send, in bytes.
pub const FRAME_BYTES_MAX: usize = 16 * 1024;
/// How deeply a frame's JSON may be nested, in levels.
pub const JSON_DEPTH_MAX: usize = 16;
/// Bad frames in a row that close a connection, in frames.
pub const BAD_FRAMES_MAX: u32 = 10;
/// Frames a player may send over time, in frames a second.
pub const FRAMES_PER_SECOND: u32 = 50;
/// Frames a player may send at once, in frames.
pub const FRAMES_BURST: u32 = 100;
/// Frames over the rate that are answered before they are dropped unread, in frames.
pub const FRAMES_REFUSED_MAX: u32 = 100;
/// Frames over the rate, answered or not, that a player may send before the connection is closed, in
/// frames.
pub const PATIENCE_FRAMES: u32 = 500;
/// How fast these are forgiven, in frames a second.
pub const PATIENCE_PER_SECOND: u32 = 5;
/// The read and write buffers of one socket, in bytes each.
pub const SOCKET_BUFFER_BYTES: usize = 4 * 1024;
/// What the WebSocket library may hold back for one socket, in bytes. More than one largest frame out.
pub const SOCKET_WRITE_BYTES_MAX: usize = 512 * 1024;
/// A client's own words in an error (a path, a name), in letters.
pub const ERROR_TEXT_LETTERS_MAX: usize = 120;
/// Time until `hello`, in milliseconds.
pub const HELLO_MS: u64 = 10_000;
/// Time until an HTTP request's header is complete, in milliseconds.
pub const HTTP_HEADER_MS: u64 = 5_000;
/// Time for one HTTP request to be answered, in milliseconds.
pub const HTTP_REQUEST_MS: u64 = 10_000;
/// Time for the question whether the server is ready, in milliseconds; a store that does not say so by then
/// is not. Shorter than what the usual probes wait.
pub const READY_MS: u64 = 2_000;
/// The largest body of an HTTP request, in bytes.
pub const HTTP_BODY_BYTES_MAX: usize = 16 * 1024;
/// Time between two WebSocket pings, in milliseconds.
pub const PING_EVERY_MS: u64 = 15_000;
/// Silence after which a peer counts as gone, in milliseconds.
pub const SILENT_PEER_MS: u64 = 30_000;
/// Time a peer has to answer our close, in milliseconds.
pub const CLOSE_MS: u64 = 2_000;
/// Connections at once, greeted or not, in connections.
pub const CONNECTIONS_MAX: usize = 20_000;
/// Connections that have not been greeted, in all, in connections.
pub const UNGREETED_MAX: usize = 4_000;
/// Connections that have not been greeted, from one address, in connections.
pub const UNGREETED_PER_ADDRESS_MAX: usize = 1_000;
/// File descriptors that are left for everything but connections, in descriptors.
pub const DESCRIPTORS_RESERVED: usize = 128;
/// Closed connections that are still read for a moment, so that the peer gets our last words, in
/// connections.
pub const LINGERING_MAX: usize = 512;
/// How much an HTTP connection may buffer for a request's header, in bytes.
pub const HTTP_HEADER_BYTES_MAX: usize = 16 * 1024;
/// Wait before the next try after the system refused a connection, in milliseconds.
pub const ACCEPT_RETRY_MS: u64 = 50;
/// Connections that the system holds until they are accepted, in connections.
pub const ACCEPT_BACKLOG: u32 = 1_024;
/// Pings and pongs a peer may send over time, in frames a second.
pub const CONTROLS_PER_SECOND: u32 = 10;
/// Pings and pongs a peer may send at once, in frames.
pub const CONTROLS_BURST: u32 = 100;

// The outbox of one connection.

/// Frames that wait for one socket, in frames.
pub const OUTBOX_FRAMES_MAX: usize = 64;
/// Bytes that wait for one socket, in bytes.
pub const OUTBOX_BYTES_MAX: usize = 128 * 1024;
/// Answers that wait for one socket before nothing more is read from it, in answers.
pub const OUTBOX_ANSWERS_MAX: usize = 64;
/// Time a client that fell behind has to read its fresh state, in milliseconds.
pub const TOO_SLOW_MS: u64 = 10_000;
/// Event frames a room sends to one client over time, in frames a second.
pub const EVENT_FRAMES_PER_SECOND: u64 = 60;
/// Event frames a room sends to one client at once, in frames.
pub const EVENT_FRAMES_BURST: u64 = 15;

// Rooms.

/// Requests that wait for one room, in requests.
pub const MAILBOX_MAX: usize = 256;
/// Inputs that a room decides as one batch, in inputs.
pub const BATCH_MAX: usize = 256;
/// Events a room keeps for those who come back, in events.
pub const HISTORY_EVENTS: usize = 512;
/// Answers a room keeps for each session, in answers.
pub const ANSWERS_KEPT: usize = 256;
/// Time after which an append counts as stuck, in milliseconds.
pub const APPEND_STUCK_MS: u64 = 250;
/// Time between two tries to reach a store that failed, in milliseconds.
pub const STORE_RETRY_MS: u64 = 200;
/// Time an empty room stays awake, in milliseconds.
pub const EMPTY_ROOM_MS: u64 = 60_000;
/// People of a room who may sit, in people.
pub const PEOPLE_MAX: usize = 12;
/// Spectators of a room, in people.
pub const SPECTATORS_MAX: usize = 50;
/// Events between two snapshots of a room, in events.
pub const SNAPSHOT_EVERY_EVENTS: u64 = 2_048;
/// Rooms awake at once, in rooms.
pub const ROOMS_MAX: usize = 10_000;
/// Time until anybody may say what only the host could, in milliseconds (ruling 10).
pub const ANYONE_MAY_START_MS: u64 = 30_000;
/// Time a host may be away before another becomes host, in milliseconds.
pub const HOST_AWAY_MS: u64 = 10_000;
/// A gap between two ticks of the process that counts as a stop of it, in milliseconds.
pub const STALL_MS: u64 = 1_000;
/// Time between two ticks of the process, in milliseconds.
pub const TICK_MS: u64 = 100;
/// Refused tries after which a bot makes its safe move, in tries.
pub const BOT_TRIES_MAX: u32 = 3;
/// Time between two moves of a bot, in milliseconds (the option `bot_pace_ms`).
pub const BOT_PACE_MS_MAX: u64 = 10_000;
/// The least time after which bots take free places, in milliseconds (the option `bots_fill_after_ms`).
pub const BOTS_FILL_AFTER_MS_MIN: u64 = 5_000;
/// The greatest time after which bots take free places, in milliseconds (the option `bots_fill_after_ms`).
pub const BOTS_FILL_AFTER_MS_MAX: u64 = 600_000;
/// Time for which a place at the table is held for somebody who just came in, in milliseconds.
pub const PLACE_HELD_MS: u64 = 20_000;
/// Time between two moves of a bot whatever the option says, in milliseconds.
pub const BOT_PACE_MS_MIN: u64 = 20;
/// Time after which a bot that saw nothing to do looks again, in milliseconds.
pub const BOT_LOOKS_AGAIN_MS: u64 = 250;
/// Time that every thought of a bot is given, in milliseconds; its move comes no sooner.
pub const BOT_THINKS_MS: u64 = 2;
/// Bots of the process that think at once, in bots.
pub const BOTS_THINKING_MAX: usize = 4;
/// Panics of one room without a kept event between them after which it counts as broken, in panics.
pub const PANICS_MAX: u32 = 2;

// Meeting.

/// Public rooms that one answer or one frame lists, in rooms.
pub const LIST_ROWS_MAX: usize = 50;
/// Time between two frames of the public list to those who watch it, in milliseconds.
pub const LIST_EVERY_MS: u64 = 1_000;
/// Rooms that are tried for somebody who wants to be matched, in rooms.
pub const MATCH_TRIES_MAX: usize = 8;
/// The option `bots_fill_after_ms` of a room that is opened for somebody who wants to be matched, in
/// milliseconds.
pub const MATCH_FILL_AFTER_MS: u64 = 20_000;

// Guests and what they make.

/// Rooms awake at once that one guest made, in rooms.
pub const ROOMS_AWAKE_PER_GUEST_MAX: usize = 10;
/// Rooms that one guest may make at once, in rooms.
pub const ROOMS_MADE_BURST: u32 = 30;
/// Rooms that one guest may make over time, in rooms an hour.
pub const ROOMS_MADE_PER_HOUR: u32 = 60;
/// Lines of a host's list of names that are not wanted, in lines.
pub const NAME_FILTER_LINES_MAX: usize = 10_000;
/// The file of that list, in bytes.
pub const NAME_FILTER_BYTES_MAX: u64 = 1024 * 1024;
/// Time after the last visit until a room is deleted, in milliseconds.
pub const ROOM_UNUSED_MS: u64 = 30 * 24 * 60 * 60 * 1_000;
/// Time after the last visit until a guest is deleted, in milliseconds.
pub const GUEST_UNUSED_MS: u64 = 90 * 24 * 60 * 60 * 1_000;
/// Time between two looks for unused rooms and guests, in milliseconds.
pub const SWEEP_EVERY_MS: u64 = 10 * 60 * 1_000;
/// Time between two looks while there is more, in milliseconds.
pub const SWEEP_PAUSE_MS: u64 = 1_000;
/// Unused rooms, and guests, that one look takes away, in each.
pub const SWEEP_MAX: u32 = 100;
/// Rows of a room's log that are deleted at once, in rows.
pub const DELETE_ROWS_MAX: u32 = 2_000;

// People.

/// A name, in letters as people see them.
pub const NAME_LETTERS_MAX: usize = 24;
/// A letter as people see it, in code points: more than any flag, family or syllable has.
pub const LETTER_POINTS_MAX: usize = 12;
/// A letter as people see it, in bytes of UTF-8, on the average of a text.
const LETTER_BYTES: usize = 32;
/// A name, in bytes of UTF-8.
pub const NAME_BYTES_MAX: usize = NAME_LETTERS_MAX * LETTER_BYTES;
/// A line of chat, in letters as people see them.
pub const CHAT_LETTERS_MAX: usize = 300;
/// Players without a connection whose refusals outside rooms are remembered, in players.
pub const PEOPLE_REMEMBERED_MAX: usize = 4_096;
/// What was said of late in a room, in lines and emotes.
pub const CHAT_KEPT: usize = 20;
/// What one person may say within [`CHAT_WHILE_MS`], in lines and emotes.
pub const CHAT_BURST: usize = 8;
/// The time in which one person may say so much, in milliseconds.
pub const CHAT_WHILE_MS: u64 = 10_000;
/// A line of chat, in bytes of UTF-8.
pub const CHAT_BYTES_MAX: usize = CHAT_LETTERS_MAX * LETTER_BYTES;
/// Players that a room keeps out, in players.
pub const BANNED_MAX: usize = 200;
/// Players who left a room and may say nothing there, in players; the oldest is forgotten first.
pub const MUTED_AWAY_MAX: usize = 200;
/// The life of a session without a socket, in milliseconds.
pub const SESSION_MS: u64 = 24 * 60 * 60 * 1_000;
/// Guests that one address may make at once, in guests.
pub const GUESTS_BURST: u32 = 300;
/// Guests that one address may make over time, in guests a minute.
pub const GUESTS_PER_MINUTE: u32 = 120;
/// Addresses whose tries are counted, in addresses.
pub const ADDRESSES_MAX: usize = 65_536;
/// Wrong room codes that one player, or one address without a token, may try at once, in tries.
pub const CODE_TRIES_BURST: u32 = 10;
/// Wrong room codes that one player, or one address without a token, may try over time, in tries a minute.
pub const CODE_TRIES_PER_MINUTE: u32 = 10;
/// Wrong room codes that all players of one address may try at once, in tries.
pub const CODE_TRIES_TOGETHER_BURST: u32 = 100;
/// Wrong room codes that all players of one address may try over time, in tries a minute.
pub const CODE_TRIES_TOGETHER_PER_MINUTE: u32 = 60;

/// Rated games before a rating counts as more than provisional, in games.
pub const PROVISIONAL_GAMES: u32 = 10;

// The store.

/// Appends that wait for the writer, in appends.
pub const STORE_QUEUE_MAX: usize = 1_024;
/// Appends that one commit takes, in appends.
pub const COMMIT_ROWS_MAX: usize = 256;
/// Time the writer waits for a locked database, in milliseconds.
pub const STORE_BUSY_MS: u64 = 5_000;
/// Connections that read from the database, in connections.
pub const STORE_READERS: u32 = 4;
/// A statement that takes longer is told to the host, in milliseconds.
pub const STORE_SLOW_MS: u64 = 1_000;
/// Data written between two checkpoints of SQLite, in bytes.
pub const CHECKPOINT_EVERY_BYTES: u64 = 4 * 1024 * 1024;
/// The size beyond which SQLite's write-ahead log is cut, which holds commits up, in bytes.
pub const WAL_BYTES_MAX: u64 = 64 * 1024 * 1024;
/// Time for which cutting the write-ahead log may hold commits up, in milliseconds.
pub const CHECKPOINT_BUSY_MS: u64 = 100;
/// Connections to PostgreSQL, in connections.
pub const POSTGRES_CONNECTIONS: u32 = 16;
/// Time one call of PostgreSQL may take, a whole transaction with the wait for a connection, in milliseconds.
pub const POSTGRES_CALL_MS: u64 = 5_000;
/// The part of it for getting a connection, in milliseconds.
pub const POSTGRES_ACQUIRE_MS: u64 = 2_000;
/// Time after which PostgreSQL itself gives up a statement, in milliseconds.
pub const POSTGRES_STATEMENT_MS: u64 = 4_000;
/// Time for the question whether PostgreSQL takes data, in milliseconds.
pub const POSTGRES_HEALTH_MS: u64 = 1_000;
/// A connection that nobody used for so long is asked whether it lives before it is used, in milliseconds.
pub const POSTGRES_IDLE_MS: u64 = 5_000;
/// Time a server that starts waits for PostgreSQL, in milliseconds.
pub const POSTGRES_START_MS: u64 = 30_000;
/// Time between two tries to reach PostgreSQL at the start, and what one may take, in milliseconds.
pub const POSTGRES_START_RETRY_MS: u64 = 500;
/// Time for all migrations, the wait for another process that migrates included, in milliseconds.
pub const POSTGRES_MIGRATE_MS: u64 = 300_000;

// Results and replays.

/// Lines of a page of results, unless asked otherwise, in lines.
pub const PAGE_LINES: u32 = 20;
/// Lines of a page of results at most, in lines.
pub const PAGE_LINES_MAX: u32 = 100;
/// Replays that are made of the log, or looked through, for somebody at once, in replays.
pub const REPLAYS_AT_ONCE: usize = 2;
/// A piece of a replay that is unpacked and sent at once, in bytes.
pub const REPLAY_CHUNK_BYTES: usize = 16 * 1024;
/// Time between two looks for matches whose replays take the place of their log, in milliseconds.
pub const ARCHIVE_EVERY_MS: u64 = 15_000;
/// Rows of the log that go at once after a replay has taken their place, in rows: everybody else's
/// commits wait for no more than that.
pub const DROP_ROWS_MAX: u32 = 256;
/// Matches that are fetched to be put away at a time, in matches.
pub const ARCHIVE_MATCHES: u32 = 16;

/// Rows of the log that are made into lines at a time, in rows.
pub const REPLAY_ROWS: u32 = 64;
/// A replay, in bytes of its lines.
pub const REPLAY_BYTES_MAX: u64 = 256 * 1024 * 1024;
/// A line of a replay, in bytes.
pub const REPLAY_LINE_BYTES_MAX: u64 = 1024 * 1024;

// Stopping.

/// Time all connections have to close when the server stops, in milliseconds.
pub const DRAIN_MS: u64 = 5_000;
/// The part of it after which connections that are still open are cut, in milliseconds.
pub const DRAIN_SOCKETS_MS: u64 = 3_000;
/// The spread over which clients are asked to come back, in milliseconds.
pub const COME_BACK_SPREAD_MS: u64 = 5_000;

const _: () = assert!(SOCKET_WRITE_BYTES_MAX > SOCKET_BUFFER_BYTES + OUTBOX_BYTES_MAX);
const _: () = assert!(OUTBOX_BYTES_MAX > FRAME_BYTES_MAX);
// The longest line of chat fits into a frame, and all that a view has of them into what a socket may hold back.
const _: () =
    assert!(CHAT_BYTES_MAX < FRAME_BYTES_MAX && CHAT_KEPT * CHAT_BYTES_MAX < SOCKET_WRITE_BYTES_MAX / 2);
// A ping unanswered when the next one is due ends a connection, so the silence lasts for two of them.
const _: () = assert!(SILENT_PEER_MS == 2 * PING_EVERY_MS);
// PostgreSQL's own answer, which says more, comes first.
const _: () = assert!(POSTGRES_HEALTH_MS < READY_MS && READY_MS < HTTP_REQUEST_MS);
const _: () = assert!(ROOM_UNUSED_MS > EMPTY_ROOM_MS && GUEST_UNUSED_MS > SESSION_MS);
const _: () = assert!(UNGREETED_MAX < CONNECTIONS_MAX);
const _: () = assert!(UNGREETED_PER_ADDRESS_MAX < UNGREETED_MAX);
const _: () = assert!(CLOSE_MS < DRAIN_SOCKETS_MS && DRAIN_SOCKETS_MS < DRAIN_MS);
const _: () = assert!(POSTGRES_ACQUIRE_MS < POSTGRES_CALL_MS && POSTGRES_STATEMENT_MS < POSTGRES_CALL_MS);

// The frames of Slapdown's WebSocket, and `Catalog`, which GET /api/v1/catalog answers.
// Made from the server's own types; do not edit.
// Times are whole milliseconds; a field …_in is what remains when the frame is made.

/**
 * A request was done. What else stands in it depends on the request.
 */
export type Accepted = {
/**
 * The request's `id`.
 */
id: number,
/**
 * For `create_room`, `join_room` and `quick_match`: the room's code.
 */
code?: string,
/**
 * For `act`: the last event that the action made.
 */
seq?: number,
/**
 * For `list_rooms`: a part of the public rooms, the newest first.
 */
rooms?: Array<RoomRow>,
/**
 * For `list_rooms`: what to send as `after` for the part that follows, if one does.
 */
next?: string, } & (WackeeSixAccepted | SuperRackOAccepted);

/**
 * An action of the room's game. Answered by `ok` with `seq`, or by `error`.
 */
export type Act = {
/**
 * Which: `do` names it, the other fields belong to it.
 */
action: AnyAction, };

/**
 * Puts a bot on a place. The host's.
 */
export type AddBot = {
/**
 * The side, from 1; in Super Rack-O the seat.
 */
side: Side,
/**
 * The role, in games with roles; the game chooses when it is left out or null.
 */
role?: Role | null,
/**
 * How well it plays; `normal` when nothing is said.
 */
level?: BotLevel, };

/**
 * An action of one of the games.
 */
export type AnyAction = WackeeSixAction | SuperRackOAction;

/**
 * The detail of a refusal of one of the games.
 */
export type AnyDetail = WackeeSixDetail | SuperRackODetail;

/**
 * An event of a room or of one of the games.
 */
export type AnyEvent = RoomShown | AnyShown;

/**
 * An event of one of the games, as a viewer sees it.
 */
export type AnyShown = WackeeSixEvent | SuperRackOEvent;

/**
 * The table of one of the games, as a viewer sees it.
 */
export type AnyView = WackeeSixView | SuperRackOView;

/**
 * As what somebody is in a room.
 */
export type As = "player" | "spectator";

/**
 * Removes somebody from the room and keeps them out. The host's.
 */
export type Ban = {
/**
 * Whom.
 */
player: PlayerId, };

/**
 * How well a bot plays, at the same pace.
 */
export type BotLevel = "easy" | "normal" | "hard";

/**
 * The last frame before the server closes the connection.
 */
export type Bye = {
/**
 * The close code that follows.
 */
code: number,
/**
 * Its reason; `codes.json` has all of them.
 */
reason: string,
/**
 * When to come back, in milliseconds.
 */
retry_after_ms?: number, };

/**
 * What the server has to offer.
 */
export type Catalog = {
/**
 * The games.
 */
games: Array<GameOffer>,
/**
 * What `react` takes.
 */
emotes: Array<Emote>,
/**
 * Bounds that hold in every room.
 */
limits: RoomLimits, };

/**
 * Says something to everybody in the room. A few times in a while; where the option `chat` is on.
 */
export type Chat = {
/**
 * The line, in one paragraph; too long is refused, never cut.
 */
text: string, };

/**
 * Something that was said: a line or an emote.
 */
export type ChatView = {
/**
 * The number of its event.
 */
seq: number,
/**
 * Who said it.
 */
player: PlayerId,
/**
 * The line, if it is one. Untrusted text: show it as text.
 */
text?: string,
/**
 * The emote, if it is one.
 */
emote?: Emote, };

/**
 * Makes a room and goes in. Answered by `ok` with `code`, then a `state`.
 */
export type CreateRoom = {
/**
 * The game.
 */
game: GameKind,
/**
 * Options that differ from their defaults; `schema.json` has them all, as `WackeeSixOptions` and so on.
 */
options?: { [key in string]: OptionValue },
/**
 * Who can find the room; `private` when nothing is said.
 */
visibility?: Visibility, };

/**
 * What the server has bound itself to for a deal.
 */
export type DealView = {
/**
 * The round it is for.
 */
round: number,
/**
 * SHA-256 over the 32 bytes of the server's seed and 32 of salt, in hex.
 */
commit: string, };

/**
 * More about a refusal.
 */
export type Detail = FieldDetail | RoomDetail | AnyDetail;

/**
 * Who moves for a seat.
 */
export type Driver = "person" | "bot" | "none";

/**
 * A feeling in one word; the page draws it.
 */
export type Emote = "clap" | "laugh" | "wow" | "sad" | "think" | "hurry";

/**
 * What happened, in order and without a gap.
 */
export type Events = {
/**
 * The number of the last one; the first has `seq - events.length + 1`.
 */
seq: number,
/**
 * One or more, each with its `e`.
 */
events: Array<AnyEvent>, };

/**
 * A field that is wrong.
 */
export type FieldDetail = {
/**
 * Where it stands, such as `options.target` or `action.swap.row`.
 */
path: string,
/**
 * The known name that was probably meant.
 */
nearest?: string,
/**
 * What the field takes, as a phrase.
 */
takes?: string, };

/**
 * One of the games.
 */
export type GameKind = "wackee_six" | "super_rack_o";

/**
 * A game, and what a room of it may be made with.
 */
export type GameOffer = {
/**
 * The name on the wire.
 */
game: GameKind,
/**
 * The name for people.
 */
title: string,
/**
 * Sides of the table; in Super Rack-O a side is a seat.
 */
sides: number,
/**
 * What somebody of a side may be; empty in games without roles.
 */
roles: Array<Role>,
/**
 * How well its bots may play, the weakest first.
 */
bot_levels: Array<BotLevel>,
/**
 * The options that a room of any game has.
 */
room_options: Array<OptionSpec>,
/**
 * The game's own options.
 */
options: Array<OptionSpec>, };

/**
 * The first frame of a connection: who one is, or that one is new. Answered by `welcome`, and in a
 * room by the missed `events` or a `state`.
 */
export type Hello = {
/**
 * The token that an earlier `welcome` gave. Left out by somebody new.
 */
token?: string,
/**
 * The session to resume. With a dead or unknown one a new session begins, which is no error.
 */
session?: string,
/**
 * The number of the last event that the client has; what came later is sent again.
 */
last_seq?: number,
/**
 * A name; without one the server proposes one.
 */
name?: string,
/**
 * What to be sent when something happens; `events` when nothing is said.
 */
updates?: Updates, };

/**
 * Goes into a room. Answered by `ok`, then a `state` that already holds the one who joined.
 */
export type JoinRoom = {
/**
 * The room's code in any spelling: case, spaces and hyphens do not matter.
 */
code: string,
/**
 * As what; `player` when nothing is said.
 */
as?: As, };

/**
 * Removes somebody from the room. The host's.
 */
export type Kick = {
/**
 * Whom.
 */
player: PlayerId, };

/**
 * What a client must keep to.
 */
export type Limits = {
/**
 * The largest frame that a client may send, in bytes.
 */
frame_bytes: number,
/**
 * Frames that a client may send over time, in frames a second.
 */
frames_per_second: number,
/**
 * Frames that a client may send at once, in frames.
 */
frames_burst: number,
/**
 * The longest line of chat, in letters as people see them.
 */
chat_letters: number,
/**
 * The longest name, in letters as people see them.
 */
name_letters: number, };

/**
 * Asks for the public rooms, the newest first. Answered by `ok` with `rooms` and, where more follow,
 * `next`.
 */
export type ListRooms = {
/**
 * Only rooms of that game.
 */
game?: GameKind,
/**
 * The `next` of the part before; the first part when it is left out.
 */
after?: string, };

/**
 * Hands the host's rights over. The host's.
 */
export type MakeHost = {
/**
 * To whom.
 */
player: PlayerId, };

/**
 * A match: the rounds from a first deal to a winner.
 */
export type MatchId = string;

/**
 * Who a client is.
 */
export type Me = {
/**
 * The player.
 */
id: PlayerId,
/**
 * The name as others see it.
 */
name: string, };

/**
 * Somebody in the room.
 */
export type MemberView = {
/**
 * Who.
 */
player: PlayerId,
/**
 * The name.
 */
name: string,
/**
 * As what.
 */
as: As,
/**
 * The side of the table; null without a place.
 */
side: Side | null,
/**
 * The role; null without a place, and in games without roles.
 */
role: Role | null,
/**
 * Whether ready for the deal.
 */
ready: boolean,
/**
 * Whether connected.
 */
online: boolean,
/**
 * Whether the person left in the middle of the round: no longer a member once it is over, unless back
 * before (`online` says so).
 */
gone: boolean,
/**
 * The level, if it is a bot of the table.
 */
bot: BotLevel | null,
/**
 * Whether the host lets them say nothing.
 */
muted: boolean,
/**
 * Whether a bot stands in while the person is away.
 */
played_by_bot: boolean,
/**
 * When a bot will stand in; null when none will, as with `hold` and `leave`.
 */
bot_in: number | null, };

/**
 * Lets somebody say nothing more, or speak again. It lasts when they leave and come in again. The host's.
 */
export type Mute = {
/**
 * Whom.
 */
player: PlayerId,
/**
 * Whether silent from now on.
 */
on: boolean, };

/**
 * One option, as it is declared.
 */
export type OptionSpec = {
/**
 * The name on the wire.
 */
name: string,
/**
 * One sentence for people.
 */
about: string, } & ({ "type": "boolean",
/**
 * The value when nothing is said.
 */
default: boolean,
/**
 * The value when nothing is said in a public room, where that is another one.
 */
default_in_public?: boolean, } | { "type": "integer",
/**
 * The value when nothing is said; none is null.
 */
default: number | null,
/**
 * The least value (besides 0, where `zero_is_none`).
 */
min: number,
/**
 * The greatest value.
 */
max: number,
/**
 * Whether 0 stands for "none" below the least value.
 */
zero_is_none: boolean,
/**
 * Whether null is a value.
 */
nullable: boolean, } | { "type": "choice",
/**
 * The value when nothing is said.
 */
default: string,
/**
 * All values, the default first.
 */
values: Array<string>, });

/**
 * The value of an option; which values it takes stands in `schema.json`.
 */
export type OptionValue = boolean | number | string | null;

/**
 * Asks whether somebody is there. Answered by `pong` with the same `t`.
 */
export type Ping = {
/**
 * Comes back as it is, for instance to measure the way there and back.
 */
t?: number, };

/**
 * A player: a guest, or a bot of a table. Public.
 */
export type PlayerId = string;

/**
 * The answer to `ping`.
 */
export type Pong = {
/**
 * The `t` of the ping, if it had one.
 */
t?: number,
/**
 * The server's clock, for logs: Unix time in milliseconds.
 */
now: number, };

/**
 * Goes into a public room of that game in which people wait for more, or opens one, in which bots take
 * the free places after a while. Answered as `join_room`; a place is held for a moment, to choose which.
 */
export type QuickMatch = {
/**
 * The game.
 */
game: GameKind, };

/**
 * A row of a rack: 1 is the lowest and 8 the highest, on both sides (ruling 67).
 */
export type RackRow = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/**
 * A slot of a rack.
 */
export type RackSlot = `${"blue" | "red"}.${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`;

/**
 * Shows an emote to everybody in the room. As often as one may chat.
 */
export type React = {
/**
 * Which.
 */
emote: Emote, };

/**
 * Says that one is ready for the deal, or no longer.
 */
export type Ready = {
/**
 * Whether.
 */
ready: boolean,
/**
 * 32 bytes of the player's own for the coming deal, as 64 hex digits.
 */
entropy?: string, };

/**
 * A request was refused, or a frame could not be read. The connection goes on.
 */
export type Refused = {
/**
 * The `id` of the frame, whenever one could be read.
 */
id?: number,
/**
 * The stable code; `codes.json` has all of them.
 */
code: string,
/**
 * What happened and what to do, for people.
 */
message: string,
/**
 * For `act`: the number of the state that it was judged against, after its cost if it had one.
 */
seq?: number,
/**
 * How long to wait before the next try, in milliseconds.
 */
retry_after_ms?: number,
/**
 * More about it; what, depends on `code`.
 */
detail?: Detail, };

/**
 * Takes the bot off a place. The host's.
 */
export type RemoveBot = {
/**
 * The side, from 1; in Super Rack-O the seat.
 */
side: Side,
/**
 * The role; needed only where two bots share a side.
 */
role?: Role | null, };

/**
 * Is called something else from now on, here and in every later room.
 */
export type Rename = {
/**
 * The name.
 */
name: string, };

/**
 * What a person of a side does, in games that know it.
 */
export type Role = "solo" | "row" | "deck";

/**
 * The room that the client is in.
 */
export type RoomDetail = {
/**
 * Its code.
 */
code: string, };

/**
 * Bounds that hold in every room.
 */
export type RoomLimits = {
/**
 * People of a room who may sit.
 */
people: number,
/**
 * Spectators of a room.
 */
spectators: number,
/**
 * The longest name, in letters as people see them.
 */
name_letters: number,
/**
 * The longest line of chat, in letters as people see them.
 */
chat_letters: number,
/**
 * How much of what was said of late a state holds, in lines and emotes.
 */
chat_kept: number,
/**
 * What one person may say within `chat_while_ms`, in lines and emotes.
 */
chat_burst: number,
/**
 * The time in which one person may say so much, in milliseconds.
 */
chat_while_ms: number, };

/**
 * The phase of a room.
 */
export type RoomPhase = "lobby" | "playing" | "between" | "over";

/**
 * A public room as people outside see it. Rooms without people, and locked ones, are not listed.
 */
export type RoomRow = {
/**
 * The code, for `join_room`.
 */
code: string,
/**
 * The game.
 */
game: GameKind,
/**
 * The host's name; null while nobody can be host. Untrusted text: show it as text.
 */
host: string | null,
/**
 * The phase: `lobby`, `playing`, `between` or `over`.
 */
phase: RoomPhase,
/**
 * People who came as players, seated or not.
 */
players: number,
/**
 * Bots of the table.
 */
bots: number,
/**
 * People who watch.
 */
spectators: number,
/**
 * Whether more of them may come.
 */
may_watch: boolean,
/**
 * Places at the table on which a person or a bot sits.
 */
seats_taken: number,
/**
 * Places that are held for people who have just come in and are choosing.
 */
seats_held: number,
/**
 * Places that somebody who comes now can have; 0 while a round is played.
 */
seats_free: number,
/**
 * Options that differ from those of a new public room.
 */
options: Record<string, boolean | number | string | null>,
/**
 * How long somebody at the table has waited for more people, in milliseconds; null where nobody does.
 */
waited_ms: number | null, };

/**
 * An event of the room itself, as everybody in it sees it.
 */
export type RoomShown = { "e": "room_created" } | { "e": "joined",
/**
 * Who and how.
 */
member: MemberView, } | { "e": "left",
/**
 * Who.
 */
player: PlayerId,
/**
 * Whether the host removed them.
 */
kicked: boolean, } | { "e": "gone",
/**
 * Who.
 */
player: PlayerId,
/**
 * Whether the host removed them.
 */
kicked: boolean, } | { "e": "role_changed",
/**
 * Who.
 */
player: PlayerId,
/**
 * What.
 */
as: As, } | { "e": "seated",
/**
 * Who.
 */
player: PlayerId,
/**
 * The side.
 */
side: Side,
/**
 * The role; null in games without roles.
 */
role: Role | null, } | { "e": "stood",
/**
 * Who.
 */
player: PlayerId, } | { "e": "ready",
/**
 * Who.
 */
player: PlayerId,
/**
 * Whether.
 */
ready: boolean, } | { "e": "online",
/**
 * Who.
 */
player: PlayerId,
/**
 * Whether connected now. True also ends `gone`: who left in the middle of the round is back.
 */
online: boolean,
/**
 * When a bot will stand in; null when none will. Where the options let nobody move for who is away
 * (`hold`, `leave`), that begins `absent_after_ms` after this said false, or at once with `gone`.
 */
bot_in: number | null, } | { "e": "stand_in",
/**
 * Who sits there, `gone` or not; null when nobody does any more.
 */
player: PlayerId | null,
/**
 * The side.
 */
side: Side | null,
/**
 * The role; null in games without roles.
 */
role: Role | null,
/**
 * Whether a bot plays now.
 */
played_by_bot: boolean, } | { "e": "chat",
/**
 * Who.
 */
player: PlayerId,
/**
 * What.
 */
text: string, } | { "e": "react",
/**
 * Who.
 */
player: PlayerId,
/**
 * Which.
 */
emote: Emote, } | { "e": "renamed",
/**
 * Who.
 */
player: PlayerId,
/**
 * The name.
 */
name: string, } | { "e": "muted",
/**
 * Whom.
 */
player: PlayerId,
/**
 * Whether silent from now on.
 */
on: boolean, } | { "e": "banned",
/**
 * Whom.
 */
player: PlayerId,
/**
 * Whether.
 */
on: boolean, } | { "e": "host",
/**
 * Who; null while nobody can be.
 */
player: PlayerId | null, } | { "e": "options",
/**
 * All options with their values.
 */
options: Record<string, boolean | number | string | null>, } | { "e": "committed",
/**
 * The deal.
 */
deal: DealView, } | { "e": "may_start",
/**
 * The players; null where nobody needs to.
 */
starter: Array<PlayerId> | null,
/**
 * When anybody seated may: 0 once they may, null where that is not coming.
 */
anyone_may_start_in: number | null,
/**
 * When the deal waits no longer for people who are away; null where it waits for none of them.
 */
away_excused_in: number | null, } | { "e": "match_begun",
/**
 * The match.
 */
match: MatchId, } | { "e": "round_begun",
/**
 * Its number within the match, from 1.
 */
round: number, } | { "e": "round_ended",
/**
 * `between` or `over`.
 */
phase: RoomPhase,
/**
 * What each side has now.
 */
totals: Array<TotalView>,
/**
 * The winners, if the match is over.
 */
winners: Array<Side>, } | { "e": "clock_stood",
/**
 * Why.
 */
why: Stood, } | { "e": "slept" };

/**
 * A room, without its game.
 */
export type RoomView = {
/**
 * The code.
 */
code: string,
/**
 * The game.
 */
game: GameKind,
/**
 * Who can find it.
 */
visibility: Visibility,
/**
 * The player who is host; null while nobody is there who could be.
 */
host: PlayerId | null,
/**
 * All options and their values, the room's own and the game's.
 */
options: Record<string, boolean | number | string | null>,
/**
 * The match; null before the first.
 */
match: MatchId | null,
/**
 * The round's number within the match; 0 before the first deal.
 */
round: number,
/**
 * The players who may deal, or say that the race begins; null where nobody needs to.
 */
starter: Array<PlayerId> | null,
/**
 * When anybody seated may: 0 once they may, null where that is not coming.
 */
anyone_may_start_in: number | null,
/**
 * When the deal waits no longer for people who are away: between rounds they count as ready then,
 * before a match their places are free again. Null where it waits for none of them.
 */
away_excused_in: number | null,
/**
 * The phase.
 */
phase: RoomPhase,
/**
 * The coming deal (the present one while a round is played).
 */
deal: DealView,
/**
 * Everybody in the room, in the order in which they came.
 */
members: Array<MemberView>,
/**
 * Places of the present round on which nobody sits any more.
 */
vacated: Array<VacatedView>,
/**
 * What each side has; in Super Rack-O games won. Empty until the first score of a match.
 */
totals: Array<TotalView>,
/**
 * The winners of the match; empty but in `over`.
 */
winners: Array<Side>,
/**
 * What was said of late: the last lines and emotes, the oldest first.
 */
chat: Array<ChatView>,
/**
 * Players whom the host keeps out.
 */
banned: Array<PlayerId>, };

/**
 * The public rooms, for who watches them: the first part of what `list_rooms` gives.
 */
export type Rooms = {
/**
 * The rooms, the newest first.
 */
rooms: Array<RoomRow>,
/**
 * What to send as `after` in `list_rooms` for those that follow, if any do.
 */
next?: string, };

/**
 * One person's (or bot's) place at the table while cards are dealt; numbered by the game.
 */
export type Seat = number;

/**
 * A session of a player. Worth nothing without the player's token.
 */
export type SessionId = string;

/**
 * Changes options, between rounds. The host's.
 */
export type SetOptions = {
/**
 * Names and new values; the others stay.
 */
options: { [key in string]: OptionValue }, };

/**
 * A side of the table, counted from 1. Points belong to sides.
 */
export type Side = number;

/**
 * Takes a place at the table.
 */
export type Sit = {
/**
 * The side, from 1; in Super Rack-O the seat.
 */
side: Side,
/**
 * The role, in games with roles; the game chooses when it is left out or null.
 */
role?: Role | null, };

/**
 * All there is to draw, as the client may see it.
 */
export type State = {
/**
 * The number of the last event in it; the next event follows it.
 */
seq: number,
/**
 * The room.
 */
room: RoomView,
/**
 * The table, or null before the first deal.
 */
game: AnyView | null,
/**
 * The one who gets it.
 */
you: You, };

/**
 * Why a room's clock stood.
 */
export type Stood = "slept" | "crashed" | "storage" | "stopped";

/**
 * What the `ok` of an accepted action adds: nothing.
 */
export type SuperRackOAccepted = Record<symbol, never>;

/**
 * What a player may ask for.
 */
export type SuperRackOAction = { "do": "draw" } | { "do": "take",
/**
 * The slot.
 */
slot: RackSlot,
/**
 * Play the swap card that leaves the slot.
 */
swap?: SuperRackOOrder, } | { "do": "exchange",
/**
 * The slot.
 */
slot: RackSlot,
/**
 * Play the swap card that leaves the slot.
 */
swap?: SuperRackOOrder, } | { "do": "discard" } | { "do": "swap",
/**
 * The opponent's seat.
 */
target: Seat,
/**
 * The row whose two cards change sides.
 */
row: RackRow, } | { "do": "accept" } | { "do": "reverse",
/**
 * Where the reverse card stands.
 */
slot: RackSlot,
/**
 * The row whose two cards the other must cross now.
 */
row: RackRow, } | { "do": "call" };

/**
 * A card.
 */
export type SuperRackOCard = `${"blue" | "red"}-${number | "wild" | "swap" | "reverse"}`;

/**
 * What the `detail` of a refusal holds; each field only with the codes that it is named for.
 */
export type SuperRackODetail = {
/**
 * `round_over`: how long after the end, in milliseconds.
 */
margin_ms?: number, };

/**
 * The discard pile.
 */
export type SuperRackODiscard = {
/**
 * How many cards it has.
 */
count: number,
/**
 * The card on top.
 */
top: SuperRackOCard | null, };

/**
 * What happened, as a viewer may see it. A `turn` in an event begins that turn: the phase is `playing`,
 * the step `take`, and there is no window. A `window` opens or replaces the window: the phase is
 * `window`.
 */
export type SuperRackOEvent = { "e": "dealt",
/**
 * The table, as this viewer sees it.
 */
game: SuperRackOView, } | { "e": "drawn",
/**
 * Who.
 */
seat: Seat,
/**
 * The card, to its holder alone.
 */
card?: SuperRackOCard,
/**
 * Whether the player wanted it or the clock ran out.
 */
why: SuperRackOWhy,
/**
 * The draw pile was empty: all but the top discard was shuffled into a new one first.
 */
reshuffled: boolean,
/**
 * Cards in the draw pile now.
 */
draw_pile: number,
/**
 * The discard pile now.
 */
discard: SuperRackODiscard, } | { "e": "exchanged",
/**
 * Who.
 */
seat: Seat,
/**
 * Where the new card came from. One from the discard pile is known to everybody from now on:
 * the slot joins `known`. One from the draw pile is not: the slot leaves `known`.
 */
from: SuperRackOPile,
/**
 * The slot.
 */
slot: RackSlot,
/**
 * The card that is there now, to whom it is known.
 */
card?: SuperRackOCard,
/**
 * The card that was there; it is on the discard pile now.
 */
out: SuperRackOCard,
/**
 * Whose turn it is, unless a window opens.
 */
turn?: SuperRackOTurn,
/**
 * The order that was given with the swap card that left.
 */
window?: SuperRackOWindow,
/**
 * Cards in the draw pile now.
 */
draw_pile: number,
/**
 * The discard pile now.
 */
discard: SuperRackODiscard, } | { "e": "discarded",
/**
 * Who.
 */
seat: Seat,
/**
 * The card.
 */
card: SuperRackOCard,
/**
 * Whether the player wanted it, the clock ran out, or the player left.
 */
why: SuperRackOWhy,
/**
 * Whose turn it is now.
 */
turn: SuperRackOTurn,
/**
 * Cards in the draw pile now.
 */
draw_pile: number,
/**
 * The discard pile now.
 */
discard: SuperRackODiscard, } | { "e": "swap_played",
/**
 * Who.
 */
seat: Seat,
/**
 * The card.
 */
card: SuperRackOCard,
/**
 * The order.
 */
window: SuperRackOWindow,
/**
 * Cards in the draw pile now.
 */
draw_pile: number,
/**
 * The discard pile now.
 */
discard: SuperRackODiscard, } | { "e": "reversed",
/**
 * Who.
 */
seat: Seat,
/**
 * Where the reverse card stood; another card was drawn into it, and the slot leaves `known`.
 */
slot: RackSlot,
/**
 * The reverse card.
 */
card: SuperRackOCard,
/**
 * The card that was drawn into the slot, to its owner alone.
 */
replacement?: SuperRackOCard,
/**
 * The draw pile was empty: all but the top discard was shuffled into a new one first.
 */
reshuffled: boolean,
/**
 * The order that stands now.
 */
window: SuperRackOWindow,
/**
 * Cards in the draw pile now.
 */
draw_pile: number,
/**
 * The discard pile now.
 */
discard: SuperRackODiscard, } | { "e": "settled",
/**
 * Whose rack.
 */
seat: Seat,
/**
 * The row.
 */
row: RackRow,
/**
 * Why.
 */
why: SuperRackOSettledWhy,
/**
 * Whose turn it is now.
 */
turn: SuperRackOTurn, } | { "e": "called_falsely",
/**
 * Who.
 */
seat: Seat, } | { "e": "set_aside",
/**
 * Whose.
 */
seat: Seat,
/**
 * The drawn card that went to the discard pile.
 */
discarded?: SuperRackOCard,
/**
 * Whose turn it is now, if it was that player's.
 */
turn?: SuperRackOTurn,
/**
 * Cards in the draw pile now.
 */
draw_pile: number,
/**
 * The discard pile now.
 */
discard: SuperRackODiscard, } | { "e": "extended",
/**
 * How long it lasts from now on, in milliseconds.
 */
ends_in: number, } | { "e": "won",
/**
 * By whom.
 */
seat: Seat,
/**
 * How.
 */
how: SuperRackOHow,
/**
 * All racks, open.
 */
racks: Array<SuperRackOOpenRack>, };

/**
 * How a game was won.
 */
export type SuperRackOHow = "called" | "declared" | "last_in_play";

/**
 * A rack that everybody may see, and whose it is.
 */
export type SuperRackOOpenRack = {
/**
 * Whose.
 */
seat: Seat,
/**
 * The rack.
 */
rack: SuperRackORack, };

/**
 * Whom a swap card orders to cross which row.
 */
export type SuperRackOOrder = {
/**
 * The opponent's seat.
 */
target: Seat,
/**
 * The row whose two cards change sides.
 */
row: RackRow, };

/**
 * The card that gave an order.
 */
export type SuperRackOOrderKind = "swap" | "reverse";

/**
 * What is going on.
 */
export type SuperRackOPhase = "playing" | "window" | "over";

/**
 * A pile to take a card from.
 */
export type SuperRackOPile = "draw" | "discard";

/**
 * A rack; a card that the viewer may not know is null.
 */
export type SuperRackORack = {
/**
 * The blue side, from row 1 to row 8.
 */
blue: [SuperRackOCard | null, SuperRackOCard | null, SuperRackOCard | null, SuperRackOCard | null, SuperRackOCard | null, SuperRackOCard | null, SuperRackOCard | null, SuperRackOCard | null],
/**
 * The red side, from row 1 to row 8.
 */
red: [SuperRackOCard | null, SuperRackOCard | null, SuperRackOCard | null, SuperRackOCard | null, SuperRackOCard | null, SuperRackOCard | null, SuperRackOCard | null, SuperRackOCard | null], };

/**
 * One player.
 */
export type SuperRackOSeat = {
/**
 * The seat.
 */
seat: Seat,
/**
 * Whether the rack is in play.
 */
in_play: boolean,
/**
 * The rack.
 */
rack: SuperRackORack,
/**
 * The slots whose cards everybody knows.
 */
known: Array<RackSlot>,
/**
 * Whether the player's next turn is lost.
 */
skips_next: boolean, };

/**
 * Why an order was carried out.
 */
export type SuperRackOSettledWhy = "accepted" | "clock" | "no_reverse" | "out_of_play";

/**
 * What the player on turn has to do.
 */
export type SuperRackOStep = "take" | "place";

/**
 * Whose turn it is.
 */
export type SuperRackOTurn = {
/**
 * The player.
 */
seat: Seat,
/**
 * Who was passed over for a false call; their `skips_next` is false from now on.
 */
skipped: Array<Seat>,
/**
 * How long the turn may take, in milliseconds; null without a turn clock.
 */
ends_in: number | null, };

/**
 * The table.
 */
export type SuperRackOView = {
/**
 * What is going on.
 */
phase: SuperRackOPhase,
/**
 * Who deals.
 */
dealer: Seat,
/**
 * Whose turn it is; in a window, whose it was when the order was given. Null in `over`.
 */
turn: Seat | null,
/**
 * What the player on turn has to do. Null but in `playing`.
 */
step: SuperRackOStep | null,
/**
 * How long the turn may still take, in milliseconds. Null without a turn clock, and but in
 * `playing`.
 */
ends_in: number | null,
/**
 * Cards in the draw pile.
 */
draw_pile: number,
/**
 * The discard pile.
 */
discard: SuperRackODiscard,
/**
 * The players, in ascending order of seats.
 */
seats: Array<SuperRackOSeat>,
/**
 * The card that was drawn, to its holder alone.
 */
drawn: SuperRackOCard | null,
/**
 * The order that may be answered. Null but in `window`.
 */
window: SuperRackOWindow | null,
/**
 * Who has won. Null but in `over`.
 */
winner: Seat | null, };

/**
 * Why a card was drawn or discarded.
 */
export type SuperRackOWhy = "player" | "clock" | "left";

/**
 * An order that may be answered.
 */
export type SuperRackOWindow = {
/**
 * Who is under the order.
 */
against: Seat,
/**
 * Who gave it.
 */
by: Seat,
/**
 * The row to be crossed.
 */
row: RackRow,
/**
 * The card that gave it.
 */
kind: SuperRackOOrderKind,
/**
 * How long it may still be answered, in milliseconds.
 */
ends_in: number, };

/**
 * A side's total.
 */
export type TotalView = {
/**
 * The side.
 */
side: Side,
/**
 * Points; in Super Rack-O games won.
 */
total: number, };

/**
 * Lets somebody in again who was banned. The host's.
 */
export type Unban = {
/**
 * Whom.
 */
player: PlayerId, };

/**
 * What a client is sent when something happens in its room.
 */
export type Updates = "events" | "full";

/**
 * A place of the present round whose owner stood up or was removed. Who left has the place kept, and is
 * still a member, `gone`.
 */
export type VacatedView = {
/**
 * The side.
 */
side: Side,
/**
 * The role; null in games without roles.
 */
role: Role | null,
/**
 * Who may sit there again before the round is over; null when nobody may.
 */
player: PlayerId | null,
/**
 * Whether a bot plays it.
 */
played_by_bot: boolean, };

/**
 * Who can find a room.
 */
export type Visibility = "private" | "public";

/**
 * What the `ok` of an accepted action adds.
 */
export type WackeeSixAccepted = {
/**
 * The pile that the card went to, which may be another than the named one (ruling 27).
 */
pile?: WackeeSixPileId, };

/**
 * What a seated player may ask for.
 */
export type WackeeSixAction = { "do": "turn", } | { "do": "play",
/**
 * The card, so that a stale tap never plays what lies there now.
 */
card: WackeeSixCard,
/**
 * Where it lies.
 */
from: WackeeSixSpot,
/**
 * The pile, or "new" for a 1. Without it the server takes a pile that fits.
 */
pile?: WackeeSixPileRef, } | { "do": "play_wild",
/**
 * Where the wild lies.
 */
wild: WackeeSixSpot,
/**
 * Where the natural card lies; "waste" beside a wild in the waste means the card right under
 * it. Left out, with `card`, for a wild alone where `wild_13` is on.
 */
companion?: WackeeSixSpot,
/**
 * The natural card.
 */
card?: WackeeSixCard,
/**
 * The pile. Without it the server takes a pile that fits.
 */
pile?: WackeeSixPileRef, } | { "do": "call", } | { "do": "start", } | { "do": "vote",
/**
 * What for.
 */
for: WackeeSixMotion,
/**
 * Yes or no.
 */
agree: boolean, };

/**
 * The face of a card. Two wilds of a deck are the same face.
 */
export type WackeeSixCard = string;

/**
 * A side as it was dealt.
 */
export type WackeeSixDealtSide = {
/**
 * The side.
 */
side: Side,
/**
 * Whether two people play it, one the row and one the deck.
 */
team: boolean,
/**
 * The six face up.
 */
row: [WackeeSixCard | null, WackeeSixCard | null, WackeeSixCard | null, WackeeSixCard | null, WackeeSixCard | null, WackeeSixCard | null], };

/**
 * More about a refusal, for the one who asked.
 */
export type WackeeSixDetail = {
/**
 * `beaten`: the side that was faster.
 */
by?: Side,
/**
 * `beaten`: the pile where it was.
 */
pile?: WackeeSixPileId,
/**
 * `beaten`: what that pile counts as now.
 */
top?: WackeeSixRank,
/**
 * `beaten`: the event that took the spot.
 */
seq?: number,
/**
 * `beaten`: how much later this one came; `round_over`: how long after the end. Milliseconds.
 */
margin_ms?: number,
/**
 * `too_fast`, `locked` and `alone_too_short`: when to try again, in milliseconds.
 */
retry_after_ms?: number, };

/**
 * What happened, as everybody sees it.
 */
export type WackeeSixEvent = { "e": "dealt",
/**
 * The round's number within the match.
 */
round: number,
/**
 * The rows, in ascending order of sides.
 */
sides: Array<WackeeSixDealtSide>,
/**
 * When the race begins, where nobody needs to say so; else the phase is `dealt`.
 */
starts_in: WackeeSixMs | null, } | { "e": "countdown",
/**
 * The seat that said "Let's get Wackee!"; null for a host without one, and on `resumed`.
 */
by: Seat | null,
/**
 * Whether this is the allowance because room time had stood.
 */
resumed: boolean,
/**
 * When it ends.
 */
starts_in: WackeeSixMs, } | { "e": "began",
/**
 * When the stocks are rotated, if that had been announced before.
 */
stuck_in: WackeeSixMs | null,
/**
 * When the round ends; null in `stuck` and without a limit.
 */
ends_in: WackeeSixMs | null,
/**
 * When an idle vote may be called; null in `stuck` and without such votes.
 */
vote_in: WackeeSixMs | null, } | { "e": "turned",
/**
 * The side.
 */
side: Side,
/**
 * The new top of its waste.
 */
top: WackeeSixCard,
/**
 * Cards in its stock.
 */
stock: number,
/**
 * Cards in its waste.
 */
waste: number, } | { "e": "recycled",
/**
 * The side.
 */
side: Side,
/**
 * Cards in its stock; its waste is empty.
 */
stock: number, } | { "e": "played",
/**
 * The side whose card it is.
 */
side: Side,
/**
 * Who laid it.
 */
seat: Seat,
/**
 * The card.
 */
card: WackeeSixCard,
/**
 * Where it came from; that slot of the row is empty now.
 */
from: WackeeSixSpot,
/**
 * The pile.
 */
pile: WackeeSixPileId,
/**
 * Another pile, which had been named and did not take it.
 */
named: WackeeSixPileId | null,
/**
 * The pile's colour.
 */
color: WackeeSixSuit,
/**
 * What the top of the pile counts as now; 1 for a new pile, and 13 closes it.
 */
top: WackeeSixRank,
/**
 * The side's cards in the middle.
 */
played: number,
/**
 * The side's waste, if the card came from there.
 */
waste: WackeeSixWasteLeft | null, } | { "e": "pair_played",
/**
 * The side whose cards they are.
 */
side: Side,
/**
 * Who laid them.
 */
seat: Seat,
/**
 * Where the wild came from.
 */
wild: WackeeSixSpot,
/**
 * Where the natural card came from.
 */
companion: WackeeSixSpot,
/**
 * The natural card, which lies on top.
 */
card: WackeeSixCard,
/**
 * The pile.
 */
pile: WackeeSixPileId,
/**
 * Another pile, which had been named and did not take them.
 */
named: WackeeSixPileId | null,
/**
 * The pile's colour.
 */
color: WackeeSixSuit,
/**
 * What the top of the pile counts as now; 13 closes it.
 */
top: WackeeSixRank,
/**
 * The side's cards in the middle.
 */
played: number,
/**
 * The side's waste, if a card came from there.
 */
waste: WackeeSixWasteLeft | null, } | { "e": "refilled",
/**
 * The side.
 */
side: Side,
/**
 * The slot.
 */
slot: WackeeSixRowSlot,
/**
 * The card that turned up.
 */
card: WackeeSixCard,
/**
 * Cards left face down.
 */
face_down: number, } | { "e": "out",
/**
 * The side.
 */
side: Side, } | { "e": "called",
/**
 * The side.
 */
side: Side,
/**
 * Who called.
 */
seat: Seat, } | { "e": "misplayed",
/**
 * The side.
 */
side: Side,
/**
 * Points taken off.
 */
points: number, } | { "e": "wild_locked",
/**
 * The side.
 */
side: Side,
/**
 * For how long.
 */
wild_locked_in: WackeeSixMs, } | { "e": "voted",
/**
 * What for.
 */
for: WackeeSixMotion,
/**
 * The side.
 */
side: Side,
/**
 * Yes or no; a no ends the vote.
 */
agree: boolean,
/**
 * For a vote that was just called: when it ends.
 */
opened: WackeeSixMs | null, } | { "e": "vote_lapsed",
/**
 * What it was for.
 */
for: WackeeSixMotion, } | { "e": "vote_extended",
/**
 * What it is for.
 */
for: WackeeSixMotion,
/**
 * When it ends now.
 */
ends_in: WackeeSixMs, } | { "e": "stuck",
/**
 * Why.
 */
by: WackeeSixStuckBy,
/**
 * When.
 */
stuck_in: WackeeSixMs, } | { "e": "rotated",
/**
 * Why.
 */
by: WackeeSixStuckBy,
/**
 * Rotations since a card was last laid, those by vote left out.
 */
rotations: number,
/**
 * The stocks; all wastes are empty.
 */
stocks: Array<WackeeSixStockCount>,
/**
 * When the round ends; null without a limit.
 */
ends_in: WackeeSixMs | null,
/**
 * When an idle vote may be called; null without such votes.
 */
vote_in: WackeeSixMs | null, } | { "e": "paused", } | { "e": "went_on",
/**
 * When the round ends; null without a limit.
 */
ends_in: WackeeSixMs | null,
/**
 * When an idle vote may be called; null without such votes.
 */
vote_in: WackeeSixMs | null, } | { "e": "presence",
/**
 * The seat.
 */
seat: Seat,
/**
 * Whether the person is connected.
 */
online: boolean, } | { "e": "seat_left",
/**
 * The seat.
 */
seat: Seat, } | { "e": "away",
/**
 * The seat.
 */
seat: Seat, } | { "e": "driver",
/**
 * The seat.
 */
seat: Seat,
/**
 * Who moves.
 */
driver: Driver, } | { "e": "scored",
/**
 * Why it ended.
 */
end: WackeeSixRoundEnd,
/**
 * What each side got.
 */
scores: Array<WackeeSixScore>,
/**
 * Who won the match, if it is over with this round.
 */
winners: Array<Side> | null,
/**
 * What was left unseen, with `reveal_after`.
 */
revealed: Array<WackeeSixRevealed> | null, };

/**
 * What a vote is for.
 */
export type WackeeSixMotion = "rotate" | "pause" | "resume" | "end";

/**
 * Milliseconds that remain until something, when the frame is made.
 */
export type WackeeSixMs = number;

/**
 * Where the round stands.
 */
export type WackeeSixPhase = "dealt" | "countdown" | "playing" | "stuck" | "paused" | "scored";

/**
 * A pile in the middle.
 */
export type WackeeSixPile = {
/**
 * Its number.
 */
pile: WackeeSixPileId,
/**
 * Its colour.
 */
color: WackeeSixSuit,
/**
 * What the top counts as.
 */
top: WackeeSixRank,
/**
 * The card on top, a wild or not.
 */
card: WackeeSixCard,
/**
 * The side whose card that is.
 */
by: Side,
/**
 * Whether it has its 13.
 */
closed: boolean, };

/**
 * A pile in the middle, numbered from 1 in the order of opening. The number is never used anew
 * (ruling 23).
 */
export type WackeeSixPileId = number;

/**
 * A pile as an action names it: its number, or `"new"` for the pile that a 1 opens.
 */
export type WackeeSixPileRef = number | "new";

/**
 * A number on a card or the height of a pile, from 1 to 13.
 */
export type WackeeSixRank = number;

/**
 * What was left unseen of a side when the round was scored (ruling 60).
 */
export type WackeeSixRevealed = {
/**
 * The side.
 */
side: Side,
/**
 * Its face-down pile, top first.
 */
face_down: Array<WackeeSixCard>,
/**
 * Its stock, top first.
 */
stock: Array<WackeeSixCard>,
/**
 * Its waste, top first.
 */
waste: Array<WackeeSixCard>, };

/**
 * Why a round ended.
 */
export type WackeeSixRoundEnd = "out" | "deadlock" | "time" | "vote";

/**
 * One of the six slots of a row, from 1. Slots keep their numbers when they are empty (ruling 21).
 */
export type WackeeSixRowSlot = number;

/**
 * What a side got in a round (ruling 48).
 */
export type WackeeSixScore = {
/**
 * The side.
 */
side: Side,
/**
 * Its cards in the middle.
 */
played: number,
/**
 * Cards of the twelve that were not played.
 */
left: number,
/**
 * Points for being out first.
 */
bonus: number,
/**
 * Points taken off for plays that fitted nothing.
 */
penalty: number,
/**
 * Points of this round.
 */
round: number,
/**
 * Points of the match.
 */
total: number, };

/**
 * A side of the table.
 */
export type WackeeSixSide = {
/**
 * The side.
 */
side: Side,
/**
 * Whether two people play it, one the row and one the deck.
 */
team: boolean,
/**
 * The six face up.
 */
row: [WackeeSixCard | null, WackeeSixCard | null, WackeeSixCard | null, WackeeSixCard | null, WackeeSixCard | null, WackeeSixCard | null],
/**
 * Cards left face down.
 */
face_down: number,
/**
 * Cards in the stock.
 */
stock: number,
/**
 * Cards in the waste.
 */
waste: number,
/**
 * The top of the waste.
 */
top: WackeeSixCard | null,
/**
 * Its cards in the middle.
 */
played: number,
/**
 * Whether all of its twelve are played.
 */
out: boolean,
/**
 * For how long its wild plays are locked.
 */
wild_locked_in: WackeeSixMs | null, };

/**
 * A place that a card can be played from: `"row.1"` … `"row.6"`, or `"waste"`, which is its top.
 */
export type WackeeSixSpot = string;

/**
 * How many cards a side's stock has.
 */
export type WackeeSixStockCount = {
/**
 * The side.
 */
side: Side,
/**
 * Cards in its stock.
 */
stock: number, };

/**
 * Why stocks are rotated.
 */
export type WackeeSixStuckBy = "deadlock" | "vote";

/**
 * A suit colour: which piles a card fits (ruling 2).
 */
export type WackeeSixSuit = "red" | "blue" | "green" | "yellow";

/**
 * The table.
 */
export type WackeeSixView = {
/**
 * Where the round stands.
 */
phase: WackeeSixPhase,
/**
 * When the countdown ends.
 */
starts_in: WackeeSixMs | null,
/**
 * When the stocks are rotated.
 */
stuck_in: WackeeSixMs | null,
/**
 * Rotations since a card was last laid, those by vote left out.
 */
rotations: number,
/**
 * When the round ends, with a limit.
 */
ends_in: WackeeSixMs | null,
/**
 * When an idle vote may be called.
 */
vote_in: WackeeSixMs | null,
/**
 * The sides, in ascending order.
 */
sides: Array<WackeeSixSide>,
/**
 * Seats whose person has been away for 10 seconds, or has left, in ascending order: a partner may cover
 * for them (ruling 57).
 */
away: Array<Seat>,
/**
 * The piles, in the order in which they were opened.
 */
piles: Array<WackeeSixPile>,
/**
 * The vote that is open.
 */
vote: WackeeSixVote | null,
/**
 * The score of the round, once it is over.
 */
scores: Array<WackeeSixScore> | null,
/**
 * What was left unseen, after the score, with `reveal_after`.
 */
revealed: Array<WackeeSixRevealed> | null, };

/**
 * An open vote.
 */
export type WackeeSixVote = {
/**
 * What for.
 */
for: WackeeSixMotion,
/**
 * The side that called it.
 */
by: Side,
/**
 * The sides that agreed so far.
 */
yes: Array<Side>,
/**
 * When it ends.
 */
ends_in: WackeeSixMs, };

/**
 * A waste that gave a card.
 */
export type WackeeSixWasteLeft = {
/**
 * Cards in it.
 */
count: number,
/**
 * Its new top, which everybody sees from now on (ruling 60).
 */
top: WackeeSixCard | null, };

/**
 * Watches the public rooms over this connection, or no longer. After the `ok` comes a `rooms`, and
 * another whenever the list has changed, at most one a second.
 */
export type WatchRooms = {
/**
 * Whether.
 */
on: boolean, };

/**
 * The answer to `hello`.
 */
export type Welcome = {
/**
 * The version of the protocol.
 */
protocol: number,
/**
 * The server's name and version.
 */
server: string,
/**
 * What a client must keep to.
 */
limits: Limits,
/**
 * The session, to be resumed after the connection was lost.
 */
session: SessionId,
/**
 * Who the client is.
 */
player: Me,
/**
 * The player's secret, only when it was just made: keep it, and send it in `hello`.
 */
token?: string,
/**
 * The room that the player is in, or null. A frame of that room follows, unless the client has missed
 * nothing.
 */
room: string | null,
/**
 * Whether the session goes on (otherwise it is new).
 */
resumed: boolean,
/**
 * The server's clock, for logs: Unix time in milliseconds.
 */
now: number, };

/**
 * The one who gets the frame.
 */
export type You = {
/**
 * Who.
 */
player: PlayerId,
/**
 * As what.
 */
as: As,
/**
 * The side; null without a place.
 */
side: Side | null,
/**
 * The role; null without a place, and in games without roles.
 */
role: Role | null, };

export type ClientHello = { type: "hello" } & Hello;

export type ClientCreateRoom = { type: "create_room", id: number } & CreateRoom;

export type ClientJoinRoom = { type: "join_room", id: number } & JoinRoom;

export type ClientLeaveRoom = { type: "leave_room", id: number };

export type ClientQuickMatch = { type: "quick_match", id: number } & QuickMatch;

export type ClientListRooms = { type: "list_rooms", id: number } & ListRooms;

export type ClientWatchRooms = { type: "watch_rooms", id: number } & WatchRooms;

export type ClientSit = { type: "sit", id: number } & Sit;

export type ClientStand = { type: "stand", id: number };

export type ClientReady = { type: "ready", id: number } & Ready;

export type ClientSetOptions = { type: "set_options", id: number } & SetOptions;

export type ClientAddBot = { type: "add_bot", id: number } & AddBot;

export type ClientRemoveBot = { type: "remove_bot", id: number } & RemoveBot;

export type ClientChat = { type: "chat", id: number } & Chat;

export type ClientReact = { type: "react", id: number } & React;

export type ClientRename = { type: "rename", id: number } & Rename;

export type ClientMute = { type: "mute", id: number } & Mute;

export type ClientBan = { type: "ban", id: number } & Ban;

export type ClientUnban = { type: "unban", id: number } & Unban;

export type ClientKick = { type: "kick", id: number } & Kick;

export type ClientMakeHost = { type: "make_host", id: number } & MakeHost;

export type ClientStart = { type: "start", id: number };

export type ClientAct = { type: "act", id: number } & Act;

export type ClientSync = { type: "sync" };

export type ClientPing = { type: "ping" } & Ping;

/** Any frame that a client may send. */
export type ClientFrame = ClientHello | ClientCreateRoom | ClientJoinRoom | ClientLeaveRoom | ClientQuickMatch | ClientListRooms | ClientWatchRooms | ClientSit | ClientStand | ClientReady | ClientSetOptions | ClientAddBot | ClientRemoveBot | ClientChat | ClientReact | ClientRename | ClientMute | ClientBan | ClientUnban | ClientKick | ClientMakeHost | ClientStart | ClientAct | ClientSync | ClientPing;

export type ServerWelcome = { type: "welcome" } & Welcome;

export type ServerOk = { type: "ok" } & Accepted;

export type ServerError = { type: "error" } & Refused;

export type ServerState = { type: "state" } & State;

export type ServerEvents = { type: "events" } & Events;

export type ServerRooms = { type: "rooms" } & Rooms;

export type ServerPong = { type: "pong" } & Pong;

export type ServerBye = { type: "bye" } & Bye;

/** Any frame that the server may send. */
export type ServerFrame = ServerWelcome | ServerOk | ServerError | ServerState | ServerEvents | ServerRooms | ServerPong | ServerBye;

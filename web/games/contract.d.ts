// Types of the page, beside those of the wire (../../proto/slapdown.d.ts). Never served; tsc alone reads it.

import type {
  AnyAction, AnyEvent, AnyView, ChatView, Emote, GameKind, MemberView, RoomView, You, ServerError, ServerOk,
} from '../../proto/slapdown.d.ts';

import type { Draw } from '../viewer/chance.js';
import type { SeatLine } from '../viewer/lines.d.ts';

/**
 * A view or event as the page keeps it: each `…_in` (milliseconds that remained when the frame was made)
 * has become `…_at`, an instant on the page's own clock (`performance.now()`), so that nobody's wall clock
 * matters. What remains is `left(…_at)` of `../parts/time.js`.
 */
export type Clocked<T> =
  T extends readonly (infer U)[] ? Clocked<U>[]
  : T extends object ? { [K in keyof T as K extends `${infer Base}_in` ? `${Base}_at` : K]: Clocked<T[K]> }
  : T;

export type Room = Clocked<RoomView>;
export type Member = Clocked<MemberView>;
export type Event = Clocked<AnyEvent>;

/** All there is to draw. Never changed in place: what did not change stays the same object (`===`). */
export interface Snapshot<View = unknown> {
  seq: number;
  room: Room;
  /** The table, as the game's own `apply` keeps it; null before the first deal. */
  game: View | null;
  you: You;
}

export interface Line {
  /** One sentence, as plain text. */
  text: string;
  /** Whether it is about the viewer: then it is read aloud at once, others' news in a digest. */
  mine?: boolean;
  /** Kept out of the log beside the table (for what happens many times a second). */
  minor?: boolean;
}

export type Answer = { ok: ServerOk } | { error: ServerError } | { lost: true };

/** What a game's element is handed: the only way to the outside that it has. */
export interface Table {
  /** Sends an action. `lost`: the connection broke before an answer; the next snapshot tells the truth. */
  act(action: AnyAction): Promise<Answer>;
  /** Reads a sentence aloud (live region) at once. What is seen of it is the game's own affair. */
  say(text: string): void;
  /** Plays a sound, if the person wants to hear any. */
  sound(name: SoundName): void;
  /** A short buzz in the hand, where it exists and is wanted. */
  buzz(ms: number): void;
  /** Whether motion is unwanted: then nothing flies. */
  calm(): boolean;
  /** Whether the table's lower rows are mirrored for the left hand. */
  leftHanded(): boolean;
}

export type SoundName = 'tap' | 'lay' | 'turn' | 'lost' | 'no' | 'count' | 'go' | 'mine' | 'win' | 'join';

/**
 * A game's element. The frame puts one in place for a room, calls `begin` once, then `update`.
 *
 * It fills its box, which is a size container (`@container (width > …)`, `cqw`, `cqh`): the window below
 * the top bar of 44 px and, in windows at least 1100 px wide, left of a rail of 272 px with log and chat.
 * Inside it the game has the players, the cards and a line for what just happened; top bar, chat, score
 * sheet, ready and rematch are the frame's. Colours and sizes: the variables in `style/base.css`.
 */
export interface GameElement<View = unknown, GameEvent = unknown> extends HTMLElement {
  begin(table: Table): void;
  /**
   * Draws. At most once a frame (`requestAnimationFrame`), whatever number of events came; `happened` are
   * this game's events since the last call, in order (empty after a `state` that came in their place).
   */
  update(snapshot: Snapshot<View>, happened: GameEvent[]): void;
  /** What the menu offers for this game at the moment, such as a vote; `sure` is asked before it is done. */
  menu?(snapshot: Snapshot<View>): { label: string; act(): void; sure?: string }[];
  /** The help for its keys, as pairs: what is pressed, what it does. */
  keys?: [string, string][];
  /** Only in replays: shows a slap that came too late and changed nothing. */
  lost?(race: Race): void;
  /**
   * Only in replays: the next `update` does not follow the last one. What is remembered of events is to be
   * forgotten; where this is missing, the element is made anew.
   */
  rewound?(): void;
}

/** A race that somebody lost. */
export interface Race {
  /** The side that was too late. */
  side: number;
  /** The side that was first. */
  by: number;
  /** How much later the slap came. */
  margin_ms: number;
  /** What was asked for, and what was answered, as on the wire. */
  action: any;
  detail: Record<string, unknown>;
}

/**
 * What a game adds for replays: how its cards are dealt and where each of them goes, for the check (`Cards` is
 * the game's own). Loaded only with a replay. The rules have the same in `src/games/GAME/deal.rs`.
 */
export interface Replayed<Cards = any, GameEvent = any> {
  /** The numbers of the rules whose deals this knows: what others have dealt is not asked of it. */
  rules: readonly number[];
  /** Deals a round from its stream of chance; `before` are the cards of the last round, null in the first. */
  deal(seats: SeatLine[], draw: Draw, before: Cards | null): Cards;
  /** What the opening event and table have to say of the cards; fields that are left out are not compared. */
  opening(cards: Cards): { event: object; game: object };
  /** Lets an event happen to the cards; gives back what it has to say of them, or null if it says nothing. */
  follow(cards: Cards, event: GameEvent): object | null;
  /** An element for replays, where the one for play does not show all. */
  element?: new () => GameElement<any, any>;
}

/** A score sheet, drawn by the frame in `between` and `over`. */
export interface Sheet {
  title: string;
  /** Headings; the first column is the side's name and has none. */
  columns: string[];
  rows: { side: number; cells: string[]; best: boolean }[];
  /** How the round ended, what is left to the target, and so on. */
  note: string;
}

/** A game: one file in `games/` that exports one of these as `default`, and one line in `games/list.js`. */
export interface Game<View = any, GameEvent = any> {
  id: GameKind;
  title: string;
  /** How many sides a table has at most, and at least to begin. */
  sides: { min: number; max: number };
  /** Whether a side can be a team of two, one on each role: what each does, as people say it. */
  roles: { [role: string]: string } | null;
  /** What a side is called before its people have a name: "Star", "Seat 2". */
  sideName(side: number): string;
  /** The side's emblem as a small picture (an `svg` element, `aria-hidden`), made anew for each call. */
  emblem(side: number): Element;
  /** The rules in a few short lines. */
  rules: string[];
  /** Style sheets, relative to `web/`. */
  css: string[];
  /** The element's class; the frame defines it as `tag`. */
  tag: string;
  element: new () => GameElement<View, GameEvent>;
  /** What replays need beyond `apply`; without it a replay is shown, and its cards are not checked. */
  replay?(): Promise<Replayed>;
  /** Folds one event into the table. Pure: gives back a new object, shares what did not change. */
  apply(game: View | null, event: GameEvent, you: You, room: Room): View | null;
  /** What the event says in words; null for what needs none. `after` has the event in it. */
  describe(event: GameEvent, after: Snapshot<View>): Line | null;
  /** The score sheet of the last round; null while there is none. */
  sheet(snapshot: Snapshot<View>): Sheet | null;
  /** Whether the viewer has to do something now (the title of a page in the background says so). */
  yourTurn(snapshot: Snapshot<View>): boolean;
}

export type { AnyAction, AnyEvent, AnyView, ChatView, Emote, GameKind, You };

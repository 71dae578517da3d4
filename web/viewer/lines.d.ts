// The lines of a replay, as docs/replay.md describes them. Never served; tsc alone reads it.

import type { Role } from '../../proto/slapdown.d.ts';

export interface Head {
  line: 'match';
  format: number;
  game: string;
  /** The number of the rules that decided it. */
  rules: number;
  match: string;
  rounds: number;
  ended_unix_ms: number;
  length_ms: number;
  unrated: string | null;
  sides: { side: number; rank: number; total: number; won: boolean; people: HeadPerson[] }[];
}

export interface HeadPerson {
  player: string;
  /** Null once the guest is deleted. */
  name: string | null;
  bot: boolean;
  stood_in: boolean;
}

export interface RoundLine {
  line: 'round';
  round: number;
  at: number;
  seq: number;
  deal: {
    commit: string; seed: string; salt: string;
    entropy: { seat: number; entropy: string }[];
    /** The seed of the cards. */
    cards: string;
  };
  options: Record<string, boolean | number | string | null>;
  seats: SeatLine[];
  totals: Total[];
  event: any;
  game: any;
}

export interface SeatLine {
  seat: number;
  side: number;
  role: Role | null;
  player: string;
  driver: 'person' | 'bot' | 'none';
  online: boolean;
}

export interface Total {
  side: number;
  total: number;
}

export type Input =
  | { input: 'act'; by: By; action: any }
  | { input: 'presence'; seat: number; online: boolean }
  | { input: 'left'; seat: number }
  | { input: 'driver'; seat: number; driver: SeatLine['driver'] }
  | { input: 'resumed' };

export interface By {
  seat: number | null;
  host: boolean;
}

export interface StepLine {
  line: 'step';
  at: number;
  inputs: Input[];
  code: string | null;
  events: ({ e: string; seq: number } & Record<string, any>)[];
}

export interface LostLine {
  line: 'lost';
  at: number;
  by: By;
  action: any;
  code: string;
  seq: number | null;
  /** Who was first (a side), with which event, and by how much. */
  detail: { by?: number; seq?: number; margin_ms?: number } & Record<string, any>;
}

export interface ScoreLine {
  line: 'score';
  round: number;
  at: number;
  seq: number;
  points: Total[];
  totals: Total[];
  winners: number[] | null;
}

export interface EndLine {
  line: 'end';
  rounds: number;
  steps: number;
  lost: number;
  sha256: string;
}

export type Line = Head | RoundLine | StepLine | LostLine | ScoreLine | EndLine;

/** Where something does not hold. */
export interface Fault {
  /** The line, from 1. */
  line: number;
  what: string;
}

/** A replay as it was read. */
export interface Replay {
  head: Head;
  /** All lines in order; the place in the list plus one is the line's number. */
  lines: Line[];
  /** The bytes that the digest in the last line is over: all between the first line and that one. */
  body: Uint8Array;
  /** The first line that cannot be read, if there is one: nothing after it is in `lines`. */
  broken: Fault | null;
}

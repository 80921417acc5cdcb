import type { SignedHeader } from "../../src/fairness/header.ts";
import type { PublishedKeys } from "../../src/fairness/published-keys.ts";
import type { OpenRecord, RoundRecord } from "../../src/fairness/record.ts";
import type { Game, StateFields } from "../../src/games/contract.ts";
import type { EventType } from "../../src/games/index.ts";
import type * as registry from "../../src/games/registry.ts";
import type { PhaseMessage } from "../../src/phase-event.ts";
import type { Problem } from "../../src/problem.ts";
import type {
  Missed,
  RoundClosed,
  RoundOpened,
  RoundResult,
  WebhookTest,
} from "../../src/webhooks/payload.ts";
import type {
  Health,
  HistoryEntry,
  LobbyChange,
  LobbyTable,
  ResultsQuery,
  RoundState,
  Schedule,
  StreamMessage,
} from "../../src/wire.ts";

/*
 * Every type that crosses the wire: `schemas.ts` reads them here. The names of the properties become
 * those of the schemas.
 */

/** What is the same for all games. */
export interface CommonTypes {
  Schedule: Schedule;
  OpenRecord: OpenRecord;
  SignedHeader: SignedHeader;
  PublishedKeys: PublishedKeys;
  Health: Health;
  Problem: Problem;
  PhaseMessage: PhaseMessage<EventType>;
  ResultsQuery: ResultsQuery;
  Missed: Missed;
  WebhookTest: WebhookTest;
}

/** What each game has of its own, by the first part of its type's name: `Baccarat`. */
export type GameTypes = {
  [Name in keyof typeof registry]: TypesOf<(typeof registry)[Name]>;
};

type TypesOf<G> = G extends Game<infer Outcome> ? TypesOfOutcome<Outcome> : never;

interface TypesOfOutcome<Outcome> {
  /** The fields of the game once its result is confirmed. */
  Outcome: Outcome;
  /** A round as it stands: `current` and the stream. Outcome fields are null while bets are open. */
  State: RoundState<StateFields<Outcome>>;
  /** A finished round, as `results` lists it. */
  Entry: HistoryEntry<Outcome>;
  /** What proves a finished round. */
  Record: RoundRecord<Outcome>;
  /** A message of the stream. */
  StreamMessage: StreamMessage<RoundState<StateFields<Outcome>>>;
  /** How the game's table stands in the lobby: its stream. */
  LobbyChange: LobbyChange<RoundState<StateFields<Outcome>>>;
  /** The game's table in the lobby. */
  LobbyTable: LobbyTable<RoundState<StateFields<Outcome>>>;
  /** A webhook: a round has begun and bets are open. */
  RoundOpened: RoundOpened<StateFields<Outcome>>;
  /** A webhook: bets are closed, and nothing of the outcome is known. */
  RoundClosed: RoundClosed<StateFields<Outcome>>;
  /** A webhook: the result of a round is confirmed. */
  RoundResult: RoundResult<Outcome>;
}

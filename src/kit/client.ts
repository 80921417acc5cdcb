import type { OpenRecord, RoundRecord } from "../fairness/record.ts";
import type { GameSlug } from "../games/index.ts";
import type { Schedule } from "../wire/answers.ts";
import { StateApi } from "../wire/api.ts";
import { followStates } from "./follow-states.ts";
import type { StreamOptions } from "./follow-states.ts";
import type { EntryOf, StateOf } from "./games.ts";
import { readResults } from "./read-results.ts";
import type { ResultsOptions } from "./read-results.ts";
import { serviceUrl } from "./service-url.ts";

/* The entry `tableside/client`: what a service publishes of a game, for servers, workers and pages. */

export { ApiError } from "../wire/api-error.ts";
export { isRevealed } from "../fairness/record.ts";
export type { OpenRecord, RoundRecord } from "../fairness/record.ts";
export type { Problem, ProblemCode } from "../wire/problem.ts";
export type { Phase } from "../round/phases.ts";
export type { HistoryEntry, RoundState, RoundTimes, Schedule } from "../wire/answers.ts";
export type { StreamConnection, StreamOptions } from "./follow-states.ts";
export type { GameSlug } from "../games/index.ts";
export type { EntryOf, OutcomeOf, StateOf } from "./games.ts";
export type { ResultsOptions } from "./read-results.ts";
export { serviceClock } from "./service-clock.ts";
export type { ServiceClock } from "./service-clock.ts";

/** Whom a client asks, and about which game. */
export interface ClientOptions<Slug extends GameSlug> {
  /** The address of the service, such as `https://games.example.com`. */
  baseUrl: string;
  game: Slug;
  /** How to fetch, if not with the global `fetch`: for a proxy, or for tests. */
  fetch?: (address: string, init: { signal: AbortSignal }) => Promise<Response>;
}

export interface RequestOptions {
  signal?: AbortSignal;
}

/**
 * Reads one game. No method needs a key. A refusal rejects with an ApiError; a service that cannot be
 * reached, or does not answer within five seconds, as `fetch` does.
 */
export interface Client<Slug extends GameSlug> {
  readonly game: Slug;
  /** The round that runs. */
  current(options?: RequestOptions): Promise<StateOf<Slug>>;
  /** Finished rounds, fetched page by page as they are read. */
  results(options?: ResultsOptions): AsyncIterableIterator<EntryOf<Slug>>;
  /** The state now and at each change of phase, until the signal is aborted. */
  stream(options?: StreamOptions): AsyncIterableIterator<StateOf<Slug>>;
  /** What proves a round: all of it once the round is finished. */
  record(round: number, options?: RequestOptions): Promise<OpenRecord | RoundRecord>;
  /** The clock of the game: when rounds start and how long each phase lasts. */
  schedule(options?: RequestOptions): Promise<Schedule>;
}

const NEVER = new AbortController().signal;

/** Makes a client. Throws a TypeError for an address that is none. */
export function createClient<Slug extends GameSlug>(options: ClientOptions<Slug>): Client<Slug> {
  const { baseUrl, game, fetch: ask = (address, init) => fetch(address, init) } = options;
  const base = serviceUrl(baseUrl);
  if (base === null || typeof game !== "string" || (game as string) === "") {
    throw new TypeError(
      base === null
        ? `createClient: "baseUrl" must be a full address such as "https://games.example.com", not ${JSON.stringify(baseUrl)}.`
        : 'createClient: "game" must be the slug of a game, as in the address of its page.',
    );
  }
  // Not every runtime takes the other settings that pages send.
  const api = new StateApi(base, game, (address, init) =>
    ask(String(address), { signal: init?.signal ?? NEVER }),
  );
  return {
    game,
    // The fields of a state are those of the game that was asked for.
    current: ({ signal = NEVER } = {}) => api.current(signal) as Promise<StateOf<Slug>>,
    results: (range = {}) => readResults(api, range) as AsyncIterableIterator<EntryOf<Slug>>,
    stream: (following = {}) =>
      followStates(api, following) as AsyncIterableIterator<StateOf<Slug>>,
    record: (round, { signal = NEVER } = {}) => api.get(`rounds/${round}`, signal),
    schedule: ({ signal = NEVER } = {}) => api.schedule(signal),
  };
}

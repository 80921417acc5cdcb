import type { OpenRecord, RoundRecord } from "../fairness/record.ts";
import type { Game, StateFields } from "../games/contract.ts";
import type { GameSlug } from "../games/index.ts";
import type * as registry from "../games/registry.ts";
import { StateApi } from "../wire/api.ts";
import type { HistoryEntry, RoundState, Schedule } from "../wire/responses.ts";
import { MAX_RESULTS } from "../wire/results-limit.ts";
import { followStates } from "./follow-states.ts";
import type { StreamOptions } from "./follow-states.ts";
import { withPauses } from "./pauses.ts";
import { nameUrl, serviceUrl } from "./service-url.ts";

/* The `tableside/client` entry point: reads a game's public data on servers, in workers and in pages. */

export { ApiError } from "../wire/api-error.ts";
export { isRevealed } from "../fairness/record.ts";
export type { OpenRecord, RoundRecord } from "../fairness/record.ts";
export type { Problem, ProblemCode } from "../wire/problem.ts";
export type { Phase } from "../round/phases.ts";
export type { HistoryEntry, RoundState, RoundTimes, Schedule } from "../wire/responses.ts";
export type { StreamConnection, StreamOptions } from "./follow-states.ts";
export type { GameSlug } from "../games/index.ts";
export { serviceClock } from "./client-clock.ts";
export type { ServiceClock } from "./client-clock.ts";

/** The games by slug, with their fields. */
type Registry = typeof registry;

/** The game's fields in a finished round. */
export type OutcomeOf<Slug extends GameSlug> =
  Registry[Slug] extends Game<infer Outcome> ? Outcome : never;

/** A round's state, as in `current` and the stream. */
export type StateOf<Slug extends GameSlug> = RoundState<StateFields<OutcomeOf<Slug>>>;

/** A finished round, as in `results`. */
export type EntryOf<Slug extends GameSlug> = HistoryEntry<OutcomeOf<Slug>>;

/**
 * Which finished rounds to read: newest first, unless `after` is given. Pass at most one of the first three options.
 */
export interface ResultsOptions {
  /** Only this round; nothing until it is finished. */
  round?: number;
  /** The rounds after this one, oldest first, up to the last finished one; 0 starts at the first. */
  after?: number;
  /** The rounds before this one, newest first. */
  before?: number;
  /** The maximum number of rounds; all if omitted. */
  limit?: number;
  signal?: AbortSignal;
}

export interface ClientOptions<Slug extends GameSlug> {
  /** The service URL, such as `https://games.example.com`. */
  baseUrl: string;
  game: Slug;
  /** A replacement for the global `fetch`, for a proxy or for tests. */
  fetch?: (url: string, init: { signal: AbortSignal }) => Promise<Response>;
}

export interface RequestOptions {
  signal?: AbortSignal;
}

/**
 * Reads one game, without a key. Methods reject with an ApiError if the service returns an error status, or with the
 * `fetch` error if the service is unreachable or takes more than five seconds.
 */
export interface Client<Slug extends GameSlug> {
  readonly game: Slug;
  /** The running round. */
  current(options?: RequestOptions): Promise<StateOf<Slug>>;
  /** Finished rounds, fetched page by page as they are read. */
  results(options?: ResultsOptions): AsyncIterableIterator<EntryOf<Slug>>;
  /** The state now and on every phase change, until the signal is aborted. */
  stream(options?: StreamOptions): AsyncIterableIterator<StateOf<Slug>>;
  /** The record that proves a round; complete once the round is finished. */
  record(round: number, options?: RequestOptions): Promise<OpenRecord | RoundRecord>;
  /** The game's schedule: when rounds start and how long each phase lasts. */
  schedule(options?: RequestOptions): Promise<Schedule>;
}

const NEVER = new AbortController().signal;

/** Creates a client. Throws a TypeError for an invalid URL. */
export function createClient<Slug extends GameSlug>(options: ClientOptions<Slug>): Client<Slug> {
  const { baseUrl, game, fetch: sendRequest = (url, init) => fetch(url, init) } = options;
  const base = serviceUrl(baseUrl);
  if (base === null || typeof game !== "string" || (game as string) === "") {
    throw new TypeError(
      base === null
        ? `createClient: "baseUrl" must be a full URL such as "https://games.example.com", not ${JSON.stringify(baseUrl)}.`
        : `createClient: "game" must be a game's slug, as in its page URL.`,
    );
  }
  // Passes only the signal, because not every runtime accepts the options that pages use.
  const api = new StateApi(base, game, (url, init) =>
    nameUrl(url, sendRequest(String(url), { signal: init?.signal ?? NEVER })),
  );
  return {
    game,
    // The casts are safe because the service returns the fields of the requested game.
    current: ({ signal = NEVER } = {}) => api.current(signal) as Promise<StateOf<Slug>>,
    results: (range = {}) => readResults(api, range) as AsyncIterableIterator<EntryOf<Slug>>,
    stream: (following = {}) =>
      followStates(api, following) as AsyncIterableIterator<StateOf<Slug>>,
    record: (round, { signal = NEVER } = {}) => api.get(`rounds/${round}`, signal),
    schedule: ({ signal = NEVER } = {}) => api.schedule(signal),
  };
}

/**
 * Reads finished rounds page by page. It pauses between pages if the service requests it.
 *
 * @throws TypeError if more than one of `round`, `after` and `before` is given. ApiError for an error status.
 */
async function* readResults(
  api: Pick<StateApi, "get">,
  { round, after, before, limit = Number.POSITIVE_INFINITY, signal = NEVER }: ResultsOptions,
): AsyncGenerator<HistoryEntry, void, undefined> {
  if ([round, after, before].filter((given) => given !== undefined).length > 1) {
    throw new TypeError('results: pass only one of "round", "after" and "before".');
  }
  if (!(limit >= 1)) {
    throw new RangeError('results: "limit" must be at least 1.');
  }
  const read = (query: string) =>
    withPauses(() => api.get<HistoryEntry[]>(`results?${query}`, signal), signal);
  if (round !== undefined) {
    yield* await read(`round=${round}`);
    return;
  }
  const direction = after === undefined ? "before" : "after";
  let from = after ?? before;
  let left = limit;
  while (left > 0) {
    const size = Math.min(left, MAX_RESULTS);
    const page = await read(`limit=${size}${from === undefined ? "" : `&${direction}=${from}`}`);
    yield* page;
    left -= page.length;
    from = page.at(-1)?.round;
    if (from === undefined || page.length < size) {
      return;
    }
  }
}

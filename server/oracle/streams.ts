import type { ServerResponse } from "node:http";
import type { Game } from "../../src/games/contract.ts";
import { games } from "../../src/games/index.ts";
import type { Maintenance } from "../access/maintenance.ts";
import type { Metrics } from "../runtime/metrics.ts";
import { setBackgroundTimer } from "../runtime/timers.ts";
import type { SetTimer } from "../runtime/timers.ts";
import { createAudience, endGradually, slices } from "./audience.ts";
import type { Audience } from "./audience.ts";
import { closedReasonOf } from "./closed-reason.ts";
import type { ClosedReason } from "./closed-reason.ts";
import { createGameFeed, greeting, stateMessage } from "./game-feed.ts";
import type { GameFeed } from "./game-feed.ts";
import { createLobbyFeed } from "./lobby-feed.ts";
import type { LobbyFeed } from "./lobby-feed.ts";
import type { Oracle, RunningPhase } from "./oracle.ts";
import type { ServiceClock } from "./service-clock.ts";
import type { BoundedTime } from "./time-source.ts";

/**
 * Why a stream is refused: too many in total, too many from one IP address, or an earlier request of its connection is
 * unanswered.
 */
export type StreamRefusal = "full" | "address" | "pipelined";

/** Emitted by a response when it becomes a stream, to which other limits apply. */
export const BECAME_STREAM = "became stream";

export const STREAM_HEADERS = {
  "content-type": "text/event-stream",
  // A proxy that compressed or buffered messages would delay them.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
  "x-content-type-options": "nosniff",
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
} as const;

/** All open streams. */
export interface Streams {
  /** Why a stream for an IP address is refused; undefined if it is allowed. */
  refusal(address: string): StreamRefusal | undefined;
  /**
   * Answers with a stream, which ends when the client leaves, falls behind or is disconnected. Throws a TypeError
   * unless the response has its connection to itself.
   */
  open(game: Game, response: ServerResponse, address: string): void;
  /** Answers with the stream of all games, like `open`. */
  openLobby(response: ServerResponse, address: string): void;
  /** Sends any change caused by a new beacon at once. */
  check(): void;
  /**
   * Ends all streams, within seconds. A stream that is opened later ends after its first messages: its client then
   * reconnects like the others, while a refusal would stop an EventSource permanently.
   */
  end(): void;
  /** Whether `end` was called. */
  readonly isEnding: boolean;
}

/** Maximum open streams. */
export interface StreamLimits {
  total: number;
  perAddress: number;
}

/** The limits of one process. Each stream takes about 14 KB. */
export const STREAM_LIMITS: StreamLimits = { total: 10_000, perAddress: 200 };

export interface StreamsOptions {
  oracle: Oracle;
  maintenance: Maintenance;
  metrics: Metrics;
  limits: StreamLimits;
  clock: Pick<ServiceClock, "time" | "fault">;
  setTimer?: SetTimer;
}

/** The audience and the messages of one game. */
interface Table {
  audience: Audience;
  feed: GameFeed;
}

/** The lobby's name in place of a game's. */
const LOBBY = "lobby";

/** Messages written in one go. One slice takes about 10 ms, so requests wait no longer than that. */
const MESSAGES_PER_SLICE = 1_000;

export function createStreams(options: StreamsOptions): Streams {
  const { oracle, metrics, limits, setTimer = setBackgroundTimer } = options;
  const now = options.clock.time;
  const inSlices = slices(MESSAGES_PER_SLICE);
  const tables = new Map(games.map((game) => [game.slug, openTable(game)]));
  const lobby = openLobbyTable();
  const perAddress = new Map<string, number>();
  let open = 0;
  let stopping = false;

  function audienceOf(name: string): Audience {
    return createAudience(inSlices, {
      sent: (count) => metrics.streamMessages.inc({ game: name }, count),
      dropped: (reason, count) => metrics.streamsDropped.inc({ reason }, count),
    });
  }

  function closedReasonAt(game: Game, time: BoundedTime): ClosedReason | undefined {
    return closedReasonOf(options, game, time);
  }

  function openTable(game: Game): Table {
    const audience = audienceOf(game.slug);
    const feed = createGameFeed({
      audience,
      runningPhaseAt: (time) => oracle.runningPhase(game, time) as RunningPhase,
      stateAt: (time) => oracle.current(game, time),
      closedReasonAt: (time) => closedReasonAt(game, time),
      now,
      setTimer,
      onChange: (lateMs) => metrics.changeLateness.observe({ game: game.slug }, lateMs / 1_000),
    });
    return { audience, feed };
  }

  function openLobbyTable(): { audience: Audience; feed: LobbyFeed } {
    const audience = audienceOf(LOBBY);
    const feed = createLobbyFeed({
      games,
      audience,
      runningPhaseAt: (game, time) => oracle.runningPhase(game, time) as RunningPhase,
      stateAt: (game, time) => oracle.current(game, time),
      closedReasonAt,
      now,
      setTimer,
    });
    return { audience, feed };
  }

  function count(name: string, address: string, change: 1 | -1): void {
    const ofAddress = (perAddress.get(address) ?? 0) + change;
    if (ofAddress === 0) {
      perAddress.delete(address);
    } else {
      perAddress.set(address, ofAddress);
    }
    open += change;
    metrics.streamsOpen.inc({ game: name }, change);
  }

  /** @param first the first messages; null if the game closed after the request arrived. */
  function begin(
    name: string,
    audience: Audience,
    first: readonly Uint8Array[] | null,
    response: ServerResponse,
    address: string,
  ): void {
    const { socket } = response;
    if (socket === null) {
      throw new TypeError("A stream needs a connection that answers nothing else.");
    }
    if (first === null) {
      // The next request gets the reason.
      response.destroy();
      return;
    }
    count(name, address, 1);
    response.on("close", () => {
      count(name, address, -1);
      audience.remove(socket);
    });
    // The body has no length and no chunks: it ends with the connection. Its bytes are therefore the same for all
    // clients, and an audience writes them directly to the sockets.
    response.emit(BECAME_STREAM);
    response.removeHeader("transfer-encoding");
    response.writeHead(200, { ...STREAM_HEADERS, connection: "close" });
    response.write(greeting(first, retryMs(open)));
    metrics.streamMessages.inc({ game: name }, first.length);
    if (stopping) {
      socket.end();
      metrics.streamsDropped.inc({ reason: "stopping" });
    } else {
      audience.add(socket);
    }
  }

  return {
    refusal(address) {
      if (open >= limits.total) {
        return "full";
      }
      return (perAddress.get(address) ?? 0) >= limits.perAddress ? "address" : undefined;
    },

    open(game, response, address) {
      const { audience, feed } = tables.get(game.slug) as Table;
      const state = feed.join();
      begin(game.slug, audience, state && [stateMessage(state)], response, address);
    },

    openLobby(response, address) {
      const { audience, feed } = lobby;
      begin(LOBBY, audience, feed.join(), response, address);
    },

    check() {
      lobby.feed.check();
      for (const { feed } of tables.values()) {
        feed.check();
      }
    },

    end() {
      stopping = true;
      endGradually(
        [lobby, ...tables.values()].map(({ audience }) => audience),
        setTimer,
      );
    },
    get isEnding() {
      return stopping;
    },
  };
}

/** Clients that lose their server at the same time reconnect spread over a second. */
function retryMs(count: number): number {
  return 500 + ((count * 137) % 1_000);
}

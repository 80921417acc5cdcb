import type { ServerResponse } from "node:http";
import { games } from "../../src/games/index.ts";
import type { Maintenance } from "../access/maintenance.ts";
import { turnQueue } from "../runtime/loop-turns.ts";
import type { Metrics } from "../runtime/metrics.ts";
import type { SetTimer } from "../runtime/timers.ts";
import { createAudience } from "./audience.ts";
import { createBroadcast, greeting, lobbyMessage, stateMessage } from "./broadcast.ts";
import type { BroadcastOptions } from "./broadcast.ts";
import type { Oracle } from "./oracle.ts";
import type { ServiceClock } from "./service-clock.ts";

/**
 * Why a stream is refused: too many in total, too many from one IP address, or an unanswered earlier request on its
 * connection.
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

export type Streams = ReturnType<typeof createStreams>;

/** Limits per process. Each stream takes about 14 KB. */
export const STREAM_LIMITS = { total: 10_000, perAddress: 200 };
export type StreamLimits = typeof STREAM_LIMITS;

export interface StreamsOptions {
  oracle: Oracle;
  maintenance: Maintenance;
  metrics: Metrics;
  limits: StreamLimits;
  clock: Pick<ServiceClock, "time" | "fault">;
  setTimer: SetTimer;
}

/** The name of the lobby stream, which covers all games. No game may have this slug. */
export const LOBBY = "lobby";

export function createStreams(options: StreamsOptions) {
  const { metrics, limits } = options;
  const enqueue = turnQueue();
  const tables = new Map<string, ReturnType<typeof openTable>>([
    [
      LOBBY,
      openTable(LOBBY, {
        games,
        // The lobby shows why a game is closed. Only a clock fault ends its stream, because another server might know
        // the time.
        endsFor: (reason) => reason === "clock",
        messageOf: lobbyMessage,
      }),
    ],
    ...games.map((game): [string, ReturnType<typeof openTable>] => {
      const { slug } = game;
      const onPhaseSent = (lateMs: number) =>
        metrics.changeLateness.observe({ game: slug }, lateMs / 1_000);
      const broadcast = {
        games: [game],
        endsFor: () => true,
        messageOf: stateMessage,
        onPhaseSent,
      };
      return [slug, openTable(slug, broadcast)];
    }),
  ]);
  const perAddress = new Map<string, number>();
  let open = 0;
  let stopping = false;

  function openTable(
    name: string,
    broadcast: Pick<BroadcastOptions, "games" | "endsFor" | "messageOf" | "onPhaseSent">,
  ) {
    const audience = createAudience(enqueue, {
      sent: (count) => metrics.streamMessages.inc({ game: name }, count),
      dropped: (reason, count) => metrics.streamsDropped.inc({ reason }, count),
    });
    return { audience, broadcast: createBroadcast({ ...options, ...broadcast, audience }) };
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

  return {
    /** Why a stream for the IP address is refused; undefined if it is allowed. */
    refusal(address: string): StreamRefusal | undefined {
      if (open >= limits.total) {
        return "full";
      }
      return (perAddress.get(address) ?? 0) >= limits.perAddress ? "address" : undefined;
    },

    /**
     * Opens a stream, which ends when the client leaves, falls behind or is disconnected. Throws a TypeError if the
     * response shares its connection.
     */
    open(name: string, response: ServerResponse, address: string): void {
      const { audience, broadcast } = tables.get(name) as ReturnType<typeof openTable>;
      const first = broadcast.join();
      const { socket } = response;
      if (socket === null) {
        throw new TypeError("A stream needs a connection of its own.");
      }
      if (first === null) {
        // The game closed after the request arrived. The next request gets the reason.
        response.destroy();
        return;
      }
      count(name, address, 1);
      response.on("close", () => {
        count(name, address, -1);
        audience.remove(socket);
      });
      // The body has no length or chunks, and ends with the connection. Its bytes are therefore the same for all
      // clients, so an audience writes them directly to the sockets.
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
    },

    check() {
      for (const { broadcast } of tables.values()) {
        broadcast.check();
      }
    },

    /**
     * Ends all streams. A stream opened later ends after its first messages, so that its client reconnects like the
     * others: a refusal would stop an EventSource permanently.
     */
    end() {
      stopping = true;
      for (const { audience } of tables.values()) {
        audience.end("stopping");
      }
    },
    get isEnding() {
      return stopping;
    },
  };
}

/**
 * Spreads the reconnections of clients that lose their server together over three seconds: ten thousand at once would
 * keep another server busy for two. 137 shares no factor with 3,000, so 3,000 consecutive streams get different delays.
 */
function retryMs(count: number): number {
  return 500 + ((count * 137) % 3_000);
}

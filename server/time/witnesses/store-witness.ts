import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { SetTimer } from "../../runtime/timers.ts";
import type { Store } from "../../store/store.ts";
import type { Clock } from "../clock.ts";
import { aged, narrowed, offsetOf } from "../offset.ts";
import type { Offset } from "../offset.ts";
import { BEAT_MS, dropHeartbeats, readHeartbeats, writeHeartbeat } from "./heartbeats.ts";
import type { Heartbeat } from "./heartbeats.ts";
import { hasExited, processName } from "./process-name.ts";

/** What the store knows about the time: the database's clock, and those of the other servers. */
export interface StoreWitness {
  /** The database's clock at a time of the steady clock; undefined where it has none, or has not answered. */
  database(steadyMs: number): Offset | undefined;
  /** How long ago the database answered, in ms. */
  databaseAgeMs(steadyMs: number): number;
  /** The clocks of the servers that wrote a heartbeat lately. */
  peers(steadyMs: number): readonly Offset[];
  /**
   * Asks the database for its clock; where it has none, waits until it is known of each other server
   * whether it runs. Then goes on asking.
   *
   * @throws StoreError when the database does not answer.
   */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface StoreWitnessOptions {
  readonly store: Store;
  readonly wall: Clock;
  readonly steady: Clock;
  readonly setTimer: SetTimer;
  /** Called after each answer. */
  readonly onAnswer: () => void;
}

const LOOK_MS = 400;
/** A server without a heartbeat for so long does not count. */
const LIVES_MS = 10_000;
/** A heartbeat that stands still for so long is taken away. */
const DEAD_MS = 60_000;

interface Peer {
  readonly beat: number;
  readonly changedAtMs: number;
  /** Unknown until a beat was seen to come. */
  readonly clock: Offset | undefined;
}

export function storeWitness(options: StoreWitnessOptions): StoreWitness {
  const { store, wall, steady, setTimer, onAnswer } = options;
  const server = randomUUID();
  const process = processName();
  let peers = new Map<string, Peer>();
  let database: Offset | undefined;
  let databaseAtMs = -Infinity;
  let lastSentMs = -Infinity;
  let beat = 0;
  let nextBeatMs = -Infinity;
  let isStopped = false;
  let cancel = () => {};
  let underWay: Promise<void> = Promise.resolve();

  function peerOf(found: Heartbeat, receivedMs: number): Peer {
    const known = peers.get(found.server);
    if (known === undefined) {
      return { beat: found.beat, changedAtMs: receivedMs, clock: undefined };
    }
    if (known.beat === found.beat) {
      return known;
    }
    // Written after the question before this one, which had not found it yet.
    const said = { fromMs: found.clockMs, toMs: found.clockMs, sentMs: lastSentMs, receivedMs };
    const clock = narrowed(known.clock, offsetOf(said));
    return { beat: found.beat, changedAtMs: receivedMs, clock };
  }

  async function look(): Promise<void> {
    const sentMs = steady();
    const { heartbeats, databaseMs } = await readHeartbeats(store);
    const receivedMs = steady();
    if (databaseMs !== undefined) {
      const reading = { fromMs: databaseMs, toMs: databaseMs, sentMs, receivedMs };
      database = narrowed(database, offsetOf(reading));
      databaseAtMs = receivedMs;
    }
    const others = heartbeats.filter((heartbeat) => heartbeat.server !== server);
    peers = new Map(others.map((found) => [found.server, peerOf(found, receivedMs)]));
    lastSentMs = sentMs;
    onAnswer();
    if (receivedMs >= nextBeatMs) {
      // By chance sooner, so that looks and beats do not keep step.
      nextBeatMs = receivedMs + BEAT_MS * (0.75 + Math.random() / 4);
      beat += 1;
      await writeHeartbeat(store, { server, beat, process }, wall);
      const dead = [...peers].filter(([, peer]) => receivedMs - peer.changedAtMs > DEAD_MS);
      await dropHeartbeats(
        store,
        dead.map(([name]) => name),
      );
    }
  }

  function lookAgain(): void {
    underWay = look()
      // Others report that the store is away; meanwhile the last answers grow old.
      .catch(() => {})
      .then(() => {
        if (!isStopped) {
          cancel = setTimer(lookAgain, LOOK_MS);
        }
      });
  }

  /** Until each other server's heartbeat was seen to come, or is known to stand still. */
  async function settle(): Promise<void> {
    const { heartbeats } = await readHeartbeats(store);
    const gone = heartbeats.filter((heartbeat) => hasExited(heartbeat.process));
    await dropHeartbeats(
      store,
      gone.map((heartbeat) => heartbeat.server),
    );
    const untilMs = steady() + BEAT_MS + LOOK_MS;
    await look();
    while ([...peers.values()].some(({ clock }) => clock === undefined) && steady() < untilMs) {
      // One that keeps the process alive: there may be nothing else yet.
      await pause(LOOK_MS / 4);
      await look();
    }
  }

  return {
    database: (steadyMs) => database && aged(database, steadyMs),
    databaseAgeMs: (steadyMs) => steadyMs - databaseAtMs,
    peers: (steadyMs) =>
      [...peers.values()].flatMap(({ clock, changedAtMs }) =>
        clock === undefined || steadyMs - changedAtMs > LIVES_MS ? [] : [aged(clock, steadyMs)],
      ),
    async start() {
      await (store.tellsTime ? look() : settle());
      cancel = setTimer(lookAgain, LOOK_MS);
    },
    async stop() {
      isStopped = true;
      cancel();
      await underWay;
      await dropHeartbeats(store, [server]).catch(() => {});
    },
  };
}

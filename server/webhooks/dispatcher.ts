import { hash } from "node:crypto";
import type { NextTurn } from "../runtime/loop-turns.ts";
import { LruMap } from "../runtime/lru-map.ts";
import { nextFor } from "./backlog.ts";
import type { Next } from "./backlog.ts";
import type { EventLog } from "./event-log.ts";
import { messageId } from "./event-log.ts";
import type { Line } from "./lines.ts";
import type { Notes } from "./notes.ts";
import type { PostAnswer } from "./post.ts";
import type { Poster } from "./poster.ts";
import { GIVE_UP_MS, isTryDue, retryPause } from "./retry-pause.ts";
import { createSlots } from "./slots.ts";

/** The outcome of a call, as a label of the metrics. */
export type WebhookOutcome = "delivered" | "failed" | "blocked" | "missed" | "switched_off";

/** Sends endpoints what they are to get, to each one webhook at a time. */
export interface Dispatcher {
  /** Begins with all endpoints that have something to get now; resolves when all were looked at. */
  begin(lines: Iterable<Line>, log: EventLog): Promise<void>;
  /** Waits for the calls under way. */
  stop(): Promise<void>;
}

export interface DispatcherDeps {
  /** The body of a webhook; undefined while its result is not confirmed. */
  readonly body: (next: Next) => Promise<string | undefined>;
  readonly poster: Pick<Poster, "post">;
  readonly notes: Pick<Notes, "change">;
  readonly now: () => number;
  /** Whether this server may send now. */
  readonly maySend: () => boolean;
  /** Whether the time is certain enough to give an endpoint up. */
  readonly isTimeSure: () => boolean;
  /** 0 to 1. */
  readonly chance: () => number;
  readonly nextTurn: NextTurn;
  readonly switchOff: (line: Line, reason: "failed" | "gone") => Promise<void>;
  readonly count: (outcome: WebhookOutcome) => void;
  /** A webhook that could not be made or noted. */
  readonly report: (line: Line, cause: unknown) => void;
}

/** Calls at once: to endpoints that answer, where one that takes longer than that no longer counts. */
const SOUND = { atOnce: 64, patienceMs: 1_000 };
/** The same, to those that failed last time or took long. */
const TROUBLED = { atOnce: 300, patienceMs: 60_000 };
const SLOW_MS = 2_000;
/** Bodies that are kept: those of all games' last events. */
const BODIES = 64;
/** Endpoints looked at without a pause: some tenth of a millisecond. */
const LOOKS_PER_TURN = 50;
/** How long an endpoint waits for a webhook that cannot be made or sent yet. */
const UNMADE_MS = 5_000;
const GONE = 410;

export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { poster, notes, now, nextTurn, count } = deps;
  const bodies = new LruMap<number, Promise<string | undefined>>(BODIES);
  const sound = createSlots<Line>(SOUND, serve);
  const troubled = createSlots<Line>(TROUBLED, serve);
  let log: EventLog | undefined;

  function isDue({ isBusy, isOff, goodUntilMs, progress }: Line): boolean {
    const nowMs = now();
    return !isBusy && !isOff && nowMs < goodUntilMs && isTryDue(progress.nextTryAtMs, nowMs);
  }

  /** Puts a line in the queue if there is something for it. */
  function offer(line: Line): void {
    if (log !== undefined && deps.maySend() && isDue(line) && nextOf(line, log) !== undefined) {
      line.isBusy = true;
      (line.progress.tries > 0 || line.isSlow ? troubled : sound).add(line);
    }
  }

  async function serve(line: Line): Promise<void> {
    try {
      if (log !== undefined && deps.maySend()) {
        await sendNext(line, log);
      }
    } catch (error) {
      line.progress.nextTryAtMs = now() + UNMADE_MS;
      deps.report(line, error);
    } finally {
      line.isBusy = false;
    }
    offer(line);
  }

  async function sendNext(line: Line, from: EventLog): Promise<void> {
    const next = nextOf(line, from);
    const secrets = line.secretsAt(now());
    if (next === undefined) {
      return;
    }
    if (secrets === undefined) {
      throw new Error("Its secret was kept under another KEY_ENCRYPTION_KEY.");
    }
    const body = await bodyOf(next);
    if (body === undefined) {
      line.progress.nextTryAtMs = now() + UNMADE_MS;
      return;
    }
    const { id, url } = line.endpoint;
    const message =
      next.kind === "event" ? messageId(id, next.event) : `${id}-missed-${digestOf(body)}`;
    const sentAtMs = now();
    const answer = await poster.post({ url, id: message, body, secrets, sentAtMs });
    if (answer.fault === "interrupted") {
      // The server stops, which is no fault of the endpoint.
      return;
    }
    await settle(line, next, answer);
    line.progress.calls += 1;
    const type = next.kind === "event" ? next.event.type : "missed";
    notes.change(line, { ...answer, message, type, atMs: sentAtMs, isByHand: false });
  }

  async function settle(line: Line, next: Next, answer: PostAnswer): Promise<void> {
    const { progress } = line;
    const nowMs = now();
    line.isSlow = answer.durationMs >= SLOW_MS;
    if (answer.status !== null && answer.status >= 200 && answer.status < 300) {
      Object.assign(progress, {
        seq: next.seq,
        atMs: next.atMs,
        tries: 0,
        nextTryAtMs: 0,
        failingSinceMs: null,
      });
      count(next.kind === "event" ? "delivered" : "missed");
      return;
    }
    progress.tries += 1;
    progress.failingSinceMs ??= nowMs;
    progress.nextTryAtMs = nowMs + retryPause(progress.tries, deps.chance());
    count(answer.fault === "blocked" ? "blocked" : "failed");
    const isOver = nowMs - progress.failingSinceMs >= GIVE_UP_MS && deps.isTimeSure();
    if (answer.status === GONE || isOver) {
      line.isOff = true;
      count("switched_off");
      await deps.switchOff(line, answer.status === GONE ? "gone" : "failed");
    }
  }

  function bodyOf(next: Next): Promise<string | undefined> {
    if (next.kind === "missed") {
      return deps.body(next);
    }
    let body = bodies.get(next.seq);
    if (body === undefined) {
      body = deps.body(next);
      bodies.set(next.seq, body);
      const forget = () => bodies.delete(next.seq);
      body.then((text) => text === undefined && forget(), forget);
    }
    return body;
  }

  return {
    async begin(lines, from) {
      log = from;
      let looks = 0;
      for (const line of lines) {
        offer(line);
        looks += 1;
        if (looks % LOOKS_PER_TURN === 0) {
          await nextTurn();
        }
      }
    },
    async stop() {
      log = undefined;
      await Promise.all([sound.stop(), troubled.stop()]);
    },
  };
}

/**
 * What tells one `missed` from another. It names more rounds when it is made after a crash took with it what the
 * endpoint has had meanwhile.
 */
const digestOf = (body: string): string => hash("sha256", body).slice(0, 16);

/** What a line gets next. What is none of its business counts as had. */
function nextOf({ endpoint, progress }: Line, log: EventLog): Next | undefined {
  const next = nextFor(endpoint, progress, log);
  if (next === undefined && progress.seq < log.lastSeq) {
    progress.atMs = log.at(log.lastSeq).atMs;
    progress.seq = log.lastSeq;
  }
  return next;
}

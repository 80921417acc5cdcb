import { createHash } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { eventually } from "../support/eventually.ts";

/** An answer to odd input. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  /** Whether the server reports that it did nothing. */
  readonly isRefusal: boolean;
}

/** Checks a server in this process after each answer. */
export interface WatchedServer {
  /** Sends something, and records faults of the answer, or of the server afterwards. */
  send(what: string, ask: () => Promise<Answer>): Promise<Answer>;
  /** The faults so far, with their input. */
  readonly faults: readonly string[];
}

/** The longest that one request may block all others. Some take a hundredth of it. */
const MAX_LAG_MS = 1_000;
/** Maximum memory left behind by a few thousand requests, including everything loaded once. */
const MAX_RSS_BYTES = 300_000_000;
/** Tables that the server writes by itself. */
export const WRITTEN_BY_JOBS = {
  ...Object.fromEntries(
    ["address_cursor", "chain_lookup", "day_header", "lease", "server"].map((name) => [
      name,
      "a job",
    ]),
  ),
  ...Object.fromEntries(
    ["webhook_call", "webhook_endpoint", "webhook_event"].map((name) => [name, "the sender"]),
  ),
};
/** Internals of the server, which must not appear in a message. */
const INSIDE =
  /(?:\n|\\n)\s+at \S|node_modules|file:\/\/\/(?!etc)|\.ts:\d+|SQLITE_|TypeError|RangeError/;

/**
 * @param file the SQLite database.
 * @param volatile tables that a refusal may change, and why.
 */
export async function watchServer(
  file: string,
  volatile: Readonly<Record<string, string>>,
): Promise<WatchedServer> {
  const database = new DatabaseSync(file, { readOnly: true });
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  onTestFinished(() => {
    delay.disable();
    database.close();
  });
  const faults: string[] = [];
  const version = () => database.prepare("PRAGMA data_version").get()?.["data_version"];
  const firstRss = process.memoryUsage.rss();
  let seen = version();
  let before = digests();

  function digests(): ReadonlyMap<string, string> {
    const tables = database
      .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
      .all();
    return new Map(
      tables
        .map(({ name }) => String(name))
        .filter((name) => !Object.hasOwn(volatile, name))
        .map((name) => {
          const rows = database.prepare(`select * from "${name}"`).all();
          return [name, createHash("sha256").update(JSON.stringify(rows)).digest("hex")];
        }),
    );
  }

  /** The tables that have changed. */
  function changedTables(): string[] {
    const now = version();
    if (now === seen) {
      return [];
    }
    seen = now;
    const after = digests();
    const changed = [...after].filter(([name, digest]) => before.get(name) !== digest);
    before = after;
    return changed.map(([name]) => name);
  }

  /** The longest time that the loop was blocked. Its timer is due in the next turn. */
  async function lagMs(): Promise<number> {
    await nextTurn();
    await nextTurn();
    return delay.max / 1e6;
  }

  /** Whether it is slow each time: on a busy machine any request may have to wait once. */
  async function isSlowAgain(ask: () => Promise<unknown>): Promise<boolean> {
    for (let i = 0; i < 2; i++) {
      await measureAnew();
      await ask();
      if ((await lagMs()) <= MAX_LAG_MS) {
        return false;
      }
    }
    await measureAnew();
    return true;
  }

  /** The measurement starts with the next tick of its timer. */
  async function measureAnew(): Promise<void> {
    delay.reset();
    await eventually(() => delay.count > 0);
  }

  await measureAnew();
  return {
    faults,
    async send(what, ask) {
      const answer = await ask();
      const short = what.length > 200 ? `${what.slice(0, 200)}… (${what.length})` : what;
      const wrong = (words: string) => faults.push(`${short}: ${words}`);
      if ((await lagMs()) > MAX_LAG_MS && (await isSlowAgain(ask))) {
        wrong("keeps others waiting");
      }
      if (answer.status >= 500) {
        wrong(`is answered with ${answer.status}: ${answer.text.slice(0, 300)}`);
      }
      const inside = INSIDE.exec(answer.text);
      if (inside !== null) {
        wrong(`shows the inside: ${inside[0]}`);
      }
      const changed = changedTables();
      if (answer.isRefusal && changed.length > 0) {
        wrong(`was refused, and changed ${changed.join(", ")}`);
      }
      if (process.memoryUsage.rss() - firstRss > MAX_RSS_BYTES) {
        wrong("leaves too much in memory");
      }
      return answer;
    },
  };
}

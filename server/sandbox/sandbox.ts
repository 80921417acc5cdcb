import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { games } from "../../src/games/index.ts";
import { revoke } from "../access/keys.ts";
import { readConfig } from "../config/config.ts";
import type { Assets } from "../pages/assets.ts";
import type { Pages } from "../pages/pages.ts";
import { openService } from "../service.ts";
import { sandboxClock } from "./clock.ts";
import { issueTestKey, leap, perform, withStore } from "./commands.ts";
import { sandboxPoster } from "./failures.ts";
import type { Failures } from "./failures.ts";
import { startServiceLife } from "./service-life.ts";

/** A complete service for tests, in this process and a temporary folder. */
export type Sandbox = Awaited<ReturnType<typeof openSandbox>>;

export interface SandboxOptions {
  readonly host: string;
  /** 0 lets the operating system choose. */
  readonly port: number;
  /** The start of its clock, epoch ms, on a full minute. */
  readonly startMs: number;
  /** The initial rate of its clock; 0 if it is stopped. */
  readonly rate: number;
  /** 32 bytes, from which the rounds are derived; random by default. */
  readonly secret?: Uint8Array;
  readonly pages: Pages;
  readonly assets: Assets;
  /** Where its temporary folder is created. */
  readonly tempDir: string;
  /** The machine's clock, epoch ms, for webhook signatures. */
  readonly now: () => number;
  /** A monotonic clock, in ms. */
  readonly steady: () => number;
}

const VALID_DAYS = 3_650;
/** How long before its first round the service starts, so that the round opens like any other. */
const LEAD_MS = 10_000;

/**
 * Opens a sandbox. Its rounds are derived, published and proved like those of any service: it controls only the
 * secret, the clock and the failures.
 *
 * @throws StartError if the port is taken.
 */
export async function openSandbox(options: SandboxOptions) {
  const { startMs, rate, steady, pages, assets, secret = randomBytes(32) } = options;
  const closing = new AsyncDisposableStack();
  const folder = await mkdtemp(join(options.tempDir, "tableside-sandbox-"));
  closing.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  const file = join(folder, "tableside.sqlite");
  const clock = sandboxClock(startMs - LEAD_MS, steady);
  clock.rate = 0;
  const failures: Failures = new Map();
  const poster = sandboxPoster(options.now, failures);
  closing.defer(() => poster.dropHeld());
  const config = readConfig({
    DATA_DIR: folder,
    ORACLE_SECRET: Buffer.from(secret).toString("hex"),
    PORTAL: "off",
  });
  try {
    const life = await startServiceLife({
      ...options,
      open: () =>
        openService(config, {
          pages,
          assets,
          now: clock.now,
          steady: null,
          limitNow: steady,
          setTimer: clock.setTimer,
          isSandbox: true,
          poster,
          log: () => {},
        }),
      failures,
    });
    closing.defer(() => life.close());
    const keys = await issueTestKeys(file, startMs);
    await leap({ clock, life }, startMs);
    clock.rate = rate;
    const deps = { clock, firstRate: rate, life, secret, failures, poster, file };
    let last: Promise<unknown> = Promise.resolve();
    return {
      async state() {
        const currents = games.map(async ({ slug }) => [
          slug,
          await life.read(`/embed/${slug}/api/current`),
        ]);
        return {
          url: life.url,
          keys,
          now: clock.iso(),
          rate: clock.rate,
          failures: [...failures.keys()],
          games: Object.fromEntries(await Promise.all(currents)),
        };
      },
      /**
       * Runs a command after all earlier ones.
       *
       * @throws InvalidInput if it cannot run.
       */
      perform(command: unknown): Promise<object> {
        const done = last.then(() => perform(command, deps));
        last = done.catch(() => {});
        return done;
      },
      async close(): Promise<void> {
        await last;
        await closing.disposeAsync();
      },
    };
  } catch (error) {
    await closing.disposeAsync();
    throw error;
  }
}

function issueTestKeys(file: string, nowMs: number) {
  return withStore(file, async (store) => {
    const key = (days: number) => issueTestKey(store, { days, origins: [] }, nowMs);
    const good = await key(VALID_DAYS);
    const expired = await key(0);
    const revoked = await key(VALID_DAYS);
    await revoke(store, revoked.id, nowMs);
    return { good: good.keyText, expired: expired.keyText, revoked: revoked.keyText };
  });
}

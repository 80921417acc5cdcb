import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { games } from "../../src/games/index.ts";
import { InvalidInput } from "../access/errors.ts";
import { setMaintenance } from "../access/maintenance.ts";
import { readConfig } from "../config/config.ts";
import type { Assets } from "../pages/assets.ts";
import type { Pages } from "../pages/pages.ts";
import type { Log } from "../runtime/log.ts";
import { openService } from "../service.ts";
import type { Service } from "../service.ts";
import { sandboxClock } from "./clock.ts";
import type { SandboxCommand } from "./command.ts";
import { createMoves } from "./moves.ts";
import { perform } from "./perform.ts";
import type { SandboxState } from "./requests.ts";
import { createRoundMode } from "./round-mode.ts";
import type { SandboxScript } from "./script.ts";
import { searchSecret } from "./secret-search.ts";
import { startServiceLife } from "./service-life.ts";
import { issueTestKeys, withStore } from "./test-keys.ts";
import { createTroubles, maintenance, noStreams, slow, unavailable } from "./trouble.ts";
import { openWebhookRelay } from "./webhook-relay.ts";

/** Does a command, and gives what came of it. @throws InvalidInput for what cannot be done, in words. */
export type Execute = (command: SandboxCommand) => Promise<object>;

/** A whole service for tests, in this process and a temporary folder. */
export interface Sandbox {
  state(): Promise<SandboxState>;
  /** Has commands done after all commands before them, with nobody else's between them. */
  inTurn<T>(work: (execute: Execute) => Promise<T>): Promise<T>;
  /** Ends it, and removes its folder. */
  close(): Promise<void>;
}

export interface SandboxOptions {
  readonly host: string;
  /** 0 lets the machine choose. */
  readonly port: number;
  readonly script: SandboxScript;
  readonly pages: Pages;
  readonly assets: Assets;
  /** Where it makes its temporary folder. */
  readonly tempDir: string;
  /** This machine's clock, epoch ms: the sandbox begins in the present minute. */
  readonly now: () => number;
  /** A clock that nobody sets, in ms. */
  readonly steady: () => number;
  readonly log: Log;
}

const MINUTE_MS = 60_000;
/** The service begins so long before its first round, so that this one opens like any other, in ms. */
const LEAD_MS = 10_000;

/**
 * Opens a sandbox. Its rounds are derived, published and proved like those of any service: nothing but
 * the secret, the clock and the network's misfortunes are in its hand.
 *
 * @throws StartError when the port is taken; InvalidInput when the script cannot come true.
 */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { script, now, steady, log, pages, assets } = options;
  const startMs = script.startMs ?? Math.floor(now() / MINUTE_MS) * MINUTE_MS;
  const secret =
    script.secret === null
      ? await searchSecret(script.rounds, startMs)
      : Uint8Array.from(Buffer.from(script.secret, "hex"));
  const closing = new AsyncDisposableStack();
  const folder = await mkdtemp(join(options.tempDir, "tableside-sandbox-"));
  closing.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  const file = join(folder, "tableside.sqlite");
  const clock = sandboxClock(startMs - LEAD_MS, steady);
  clock.rate = 0;
  const mode = createRoundMode(script.mode, clock);
  closing.defer(() => mode.close());
  const relay = await openWebhookRelay(folder, now);
  closing.defer(() => relay.close());
  const troubles = createTroubles([
    maintenance(async (game, isClosed) => {
      await withStore(file, (store) => setMaintenance(store, game, isClosed, clock.now()));
      await life.service.catchUp();
    }),
    unavailable(),
    slow(),
    noStreams(),
    mode.late,
    ...relay.troubles,
  ]);

  async function open(): Promise<Service> {
    const settings = {
      DATA_DIR: folder,
      ORACLE_SECRET: Buffer.from(secret).toString("hex"),
      PORTAL: "off",
      WEBHOOKS_PRIVATE: "on",
      TIME_ZONE: script.timeZone,
      ...(await mode.settings()),
    };
    return openService(readConfig(settings), {
      pages,
      assets,
      now: clock.now,
      steady: null,
      limitNow: steady,
      setTimer: clock.setTimer,
      isSandbox: true,
      log,
    });
  }

  const life = await startServiceLife({ ...options, open, troubles }).catch(async (error) => {
    await closing.disposeAsync();
    throw error;
  });
  closing.defer(() => life.close());
  const keys = await withStore(file, (store) => issueTestKeys(store, startMs));
  const moves = createMoves({ clock, life, mode, secret });
  await moves.toTime(startMs);
  clock.rate = script.rate;

  const firstRate = script.rate;
  const deps = { clock, mode, life, moves, troubles, relay, keys, firstRate, file };
  let isClosing = false;
  const execute: Execute = async (command) => {
    if (isClosing) {
      throw new InvalidInput("The sandbox is ending.");
    }
    return perform(deps, command);
  };

  /** One caller at a time: two moves at once would each see the other's clock. */
  let last: Promise<unknown> = Promise.resolve();
  return {
    async state() {
      const currents = games.map(async ({ slug }) => [
        slug,
        await life.read(`/embed/${slug}/api/current`),
      ]);
      return {
        address: life.address,
        keys,
        now: clock.iso(),
        rate: clock.rate,
        mode: mode.entropy,
        troubles: troubles.on,
        games: Object.fromEntries(await Promise.all(currents)) as SandboxState["games"],
      };
    },
    inTurn(work) {
      const done = last.then(() => work(execute));
      last = done.catch(() => {});
      return done;
    },
    async close() {
      isClosing = true;
      await last;
      await closing.disposeAsync();
    },
  };
}

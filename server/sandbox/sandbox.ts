import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { dateOfDay, dayAt, dayStartMs } from "../../src/fairness/utc-day.ts";
import type { Game } from "../../src/games/contract.ts";
import { findGame, games } from "../../src/games/index.ts";
import type { Entropy } from "../../src/round/derive.ts";
import { phaseStartMs, roundAt, roundStartMs } from "../../src/round/phases.ts";
import { timesOf } from "../../src/table/schedule.ts";
import type { Schedule } from "../../src/wire.ts";
import { InvalidInput } from "../access/errors.ts";
import { setMaintenance } from "../access/maintenance.ts";
import { readConfig } from "../config/config.ts";
import type { Assets } from "../pages/assets.ts";
import type { Pages } from "../pages/pages.ts";
import type { Log } from "../runtime/log.ts";
import { openService } from "../service.ts";
import { openBeaconNetwork } from "./beacon-network.ts";
import type { BeaconNetwork } from "./beacon-network.ts";
import { sandboxClock } from "./clock.ts";
import { allow } from "./command.ts";
import type { SandboxCommand } from "./command.ts";
import { destination } from "./destination.ts";
import { findRound } from "./forecast.ts";
import { markedPages } from "./marked-pages.ts";
import type { SandboxScript } from "./script.ts";
import { searchSecret } from "./secret-search.ts";
import { startServiceLife } from "./service-life.ts";
import { issueTestKey, issueTestKeys, withStore } from "./test-keys.ts";
import type { TestKeys } from "./test-keys.ts";
import { createTroubles, noStreams, slow, unavailable } from "./trouble.ts";
import type { Trouble } from "./trouble.ts";
import { openWebhookRelay } from "./webhook-relay.ts";
import { readWish } from "./wish.ts";

/** What a sandbox is at the moment. */
export interface SandboxState {
  readonly address: string;
  readonly keys: TestKeys;
  /** By its clock, in ISO 8601. */
  readonly now: string;
  readonly rate: number;
  /** How the rounds of days that are not published yet will be decided. */
  readonly mode: Entropy;
  /** The names of the troubles that are on. */
  readonly troubles: readonly string[];
  /** What `current` of each game answers. */
  readonly games: Readonly<Record<string, unknown>>;
}

/** A whole service for tests, in this process and a temporary folder. */
export interface Sandbox {
  state(): Promise<SandboxState>;
  /**
   * Does what it is told, after all that it was told before, and gives what came of it.
   *
   * @throws InvalidInput for what cannot be done, in words.
   */
  execute(command: SandboxCommand): Promise<object>;
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
/** Days are published 25 hours ahead: with steps like this every one is, as on a real service. */
const STEP_MS = 3_600_000;
/** The service begins so long before its first round, so that this one opens like any other, in ms. */
const LEAD_MS = 10_000;
/** How long before a round begins its opening is seen to, in ms: longer than a beacon needs. */
const BEFORE_ROUND_MS = 1_000;

/**
 * Opens a sandbox. Its rounds are derived, published and proved like those of any service: nothing but
 * the secret, the clock and the network's misfortunes are in its hand.
 *
 * @throws StartError when the port is taken; InvalidInput when the script cannot come true.
 */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { script, now, steady, log, assets } = options;
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
  const pages = markedPages(options.pages);
  let mode = script.mode;
  let network: BeaconNetwork | null = null;

  const relay = await openWebhookRelay(folder, now);
  closing.defer(relay.close);
  const troubles = createTroubles([
    maintenanceTrouble(),
    unavailable(),
    slow(),
    noStreams(),
    lateBeacons(),
    ...relay.troubles,
  ]);

  async function useBeacons(): Promise<BeaconNetwork> {
    if (network === null) {
      network = await openBeaconNetwork(clock);
      closing.defer(network.close);
    }
    return network;
  }

  async function open() {
    const settings = {
      DATA_DIR: folder,
      ORACLE_SECRET: Buffer.from(secret).toString("hex"),
      PORTAL: "off",
      WEBHOOKS_PRIVATE: "on",
      TIME_ZONE: script.timeZone,
      ENTROPY: mode,
      ...(mode === "drand" || network !== null ? (await useBeacons()).settings : {}),
    };
    const { setTimer } = clock;
    const deps = { pages, assets, now: clock.now, steady: null, setTimer, isSandbox: true, log };
    return openService(readConfig(settings), deps);
  }

  const life = await startServiceLife({ ...options, open, troubles }).catch(async (error) => {
    await closing.disposeAsync();
    throw error;
  });
  closing.defer(() => life.close());
  const keys = await withStore(file, (store) => issueTestKeys(store, startMs));
  await leap(startMs);
  clock.rate = script.rate;

  function maintenanceTrouble(): Trouble {
    const set = async (game: string, on: boolean) => {
      await withStore(file, (store) => setMaintenance(store, game, on, clock.now()));
      await life.service.catchUp();
    };
    return {
      name: "maintenance",
      async begin(given) {
        allow("maintenance", given, ["game"]);
        await set(String(given["game"] ?? "all"), true);
      },
      end: () => set("all", false),
    };
  }

  function lateBeacons(): Trouble {
    return {
      name: "late-beacons",
      async begin(given) {
        if (mode !== "drand") {
          throw new InvalidInput(
            'Only rounds of mode "drand" wait for beacons: start with "mode": "drand".',
          );
        }
        await (await useBeacons()).late.begin(given);
      },
      end: () => network?.late.end(),
    };
  }

  /** Has the service hear of the beacons that have come. Its relay would give them a little later. */
  async function deliver(): Promise<void> {
    for (const { number, signature } of network?.due(clock.now()) ?? []) {
      await life.service.submitBeacon(number, signature);
    }
  }

  /** Moves the clock on, past every day that is to be published and every beacon that opens a round. */
  async function leap(ms: number): Promise<void> {
    const openings = games
      .map(({ intervalMs }) => roundStartMs(roundAt(ms, intervalMs), intervalMs) - BEFORE_ROUND_MS)
      .filter((openingMs) => openingMs > clock.now())
      .toSorted((a, b) => a - b);
    for (const stopMs of new Set([...openings, ms])) {
      await clock.leapTo(stopMs, STEP_MS, () => life.service.catchUp());
      await deliver();
    }
  }

  async function read(path: string): Promise<unknown> {
    const response = await life.service.app.request(`http://sandbox${path}`);
    return response.json();
  }

  const scheduleOf = async ({ slug }: Game) =>
    (await read(`/embed/${slug}/api/schedule`)) as Schedule;

  async function publishedMode({ slug }: Game, day: number): Promise<Entropy | undefined> {
    const header = (await read(`/fairness/${slug}/${dateOfDay(day)}.json`)) as {
      entropy?: Entropy;
    };
    return header.entropy;
  }

  async function next({ outcome, phase, ...command }: SandboxCommand & { do: "next" }) {
    const game = findGame(command.game) as Game;
    const isGranted = await readWish(game, outcome);
    const round = await findRound(
      {
        secret,
        modeOf: async (of, day) => (await publishedMode(of, day)) ?? mode,
        beaconOf: (of, number) => (network as BeaconNetwork).deciding(of, number),
      },
      game,
      roundAt(clock.now(), game.intervalMs) + 1,
      isGranted,
    );
    const movedMs = -clock.now();
    await leap(roundStartMs(round, game.intervalMs));
    if (phase !== "betting") {
      await leap(phaseStartMs(round, phase, timesOf(await scheduleOf(game), round)));
    }
    const record = `${life.address}/embed/${game.slug}/api/rounds/${round}`;
    return { game: game.slug, round, phase, record, movedMs: movedMs + clock.now() };
  }

  /** Moves on to the last minute before rounds begin to be decided in the other way. */
  async function changeMode() {
    mode = mode === "seed" ? "drand" : "seed";
    await life.restart(0);
    let day = dayAt(clock.now()) + 1;
    const [game] = games as [Game];
    while (((await publishedMode(game, day)) ?? mode) !== mode) {
      day += 1;
    }
    await leap(dayStartMs(day) - MINUTE_MS);
    return { mode, from: dateOfDay(day) };
  }

  async function move(to: string, slug: string | null) {
    if (to === "mode-change") {
      const changed = await changeMode();
      return { now: isoNow(), ...changed };
    }
    const game = slug === null ? null : (findGame(slug) as Game);
    await leap(await destination(to, game, { nowMs: clock.now(), scheduleOf }));
    return { now: isoNow() };
  }

  const isoNow = () => new Date(clock.now()).toISOString();

  /** Does what goes by the clock while that stands still, so that nothing is past before it is done. */
  async function whilePaused<T>(work: () => Promise<T>): Promise<T> {
    const { rate } = clock;
    clock.rate = 0;
    try {
      return await work();
    } finally {
      clock.rate = rate;
    }
  }

  async function perform(command: SandboxCommand): Promise<object> {
    switch (command.do) {
      case "next":
        return whilePaused(() => next(command));
      case "rate":
        clock.rate = command.rate;
        return { rate: command.rate };
      case "move":
        return whilePaused(() => move(command.to, command.game));
      case "trouble":
        await troubles.set(command.name, command.on, command.options);
        return { troubles: troubles.on };
      case "key": {
        const order = { label: "test", ...command };
        const { keyText } = await withStore(file, (store) =>
          issueTestKey(store, order, clock.now()),
        );
        return { key: keyText };
      }
      case "webhook": {
        const added = await withStore(file, (store) =>
          relay.add(store, keys.good, command.url, clock.now()),
        );
        await life.service.catchUp();
        return added;
      }
      case "restart":
        await life.restart(command.downMs);
        return { now: isoNow() };
      case "cut-streams":
        life.cutStreams();
        return {};
      case "wait":
        await new Promise((resolve) => void setTimeout(resolve, command.ms));
        return {};
    }
  }

  /** One command at a time: two moves at once would each see the other's clock. */
  let last: Promise<unknown> = Promise.resolve();
  return {
    async state() {
      const currents = games.map(async ({ slug }) => [
        slug,
        await read(`/embed/${slug}/api/current`),
      ]);
      return {
        address: life.address,
        keys,
        now: isoNow(),
        rate: clock.rate,
        mode,
        troubles: troubles.on,
        games: Object.fromEntries(await Promise.all(currents)) as Record<string, unknown>,
      };
    },
    execute(command) {
      const done = last.then(() => perform(command));
      last = done.catch(() => {});
      return done;
    },
    async close() {
      await last;
      await closing.disposeAsync();
    },
  };
}

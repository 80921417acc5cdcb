import { join } from "node:path";
import { onTestFinished } from "vitest";
import { houseClient } from "../../server/cli/house-client.ts";
import { readBytesFrom } from "../../server/cli/read-json.ts";
import { openMemory } from "../../server/watcher/memory.ts";
import type { Alarm } from "../../server/watcher/memory.ts";
import { createWatcher } from "../../server/watcher/watcher.ts";
import type { BeaconChain } from "../../src/fairness/chain.ts";
import type { Game } from "../../src/games/contract.ts";
import { words as en } from "../../src/i18n/en/verify.ts";
import { explain } from "../../src/i18n/verify-words.ts";
import { listen } from "./running-service.ts";
import type { TestService } from "./service.ts";
import { tempFolder } from "./temp-store.ts";
import { SIGNING_KEY } from "./test-proofs.ts";
import { HOUSE } from "./test-tlog.ts";

/** Settings of a house that signs with the key of the tests' proofs. */
export const SIGNING = {
  SIGNING_KEY: Buffer.from(SIGNING_KEY).toString("hex"),
  LOG_ORIGIN: HOUSE.key.name,
};

/** What a house says instead of the truth, by path; it gets the true answer. Undefined: it is not there. */
export type Lies = Record<string, (honest: never) => unknown>;

/** A house at an address, that can begin to lie. */
export interface LyingHouse {
  readonly url: string;
  /** What answers, as far as it does not lie. A test may put another in its place. */
  service: TestService;
  /** Lies from now on, besides what it lies already. */
  lie(more: Lies): void;
}

/** Puts a service on a port until the test is over. */
export async function lyingHouse(service: TestService): Promise<LyingHouse> {
  let lies: Lies = {};
  const { url, end } = await listen((request, response) => {
    const path = request.url ?? "";
    const lie = lies[path];
    if (lie === undefined) {
      return house.service.handle(request, response);
    }
    void house.service.ask(path).then(async (answer) => {
      const text = await answer.text();
      const said = lie(
        (text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text) as never,
      );
      response.statusCode = said === undefined ? 404 : 200;
      response.end(
        said instanceof Uint8Array || typeof said === "string" ? said : JSON.stringify(said),
      );
    });
  });
  onTestFinished(end);
  const house: LyingHouse = { url, service, lie: (more) => (lies = { ...lies, ...more }) };
  return house;
}

/** Somebody who watches a house, by its clock. */
export interface TestWatcher {
  look(): Promise<void>;
  readonly alarms: readonly Alarm[];
  readonly memory: ReturnType<typeof openMemory>;
  stop(): void;
}

/** What a watcher is given. */
export interface WatchOptions {
  readonly games: readonly Game[];
  /** Where it keeps what it saw; a new file if left out. */
  readonly file?: string;
  readonly chains?: readonly BeaconChain[];
}

/** Watches a house from now on, until it is stopped or the test is over. */
export async function watchHouse(
  house: LyingHouse,
  { games, file, chains = [] }: WatchOptions,
): Promise<TestWatcher> {
  const memory = openMemory(file ?? join(await tempFolder(), "watch.sqlite"), house.url);
  const alarms: Alarm[] = [];
  let isOpen = true;
  const stop = () => {
    if (isOpen) {
      isOpen = false;
      memory.close();
    }
  };
  onTestFinished(stop);
  const { look } = createWatcher({
    house: {
      ...houseClient(house.url, false),
      getBytes: (path) => readBytesFrom(`${house.url}${path}`, false),
      memory,
      chains,
      inWords: (check) => explain(check, en),
      timeOf: async () => ({}),
    },
    games,
    now: () => house.service.clock.nowMs,
    random: () => 0.5,
    onAlarm: (alarm) => alarms.push(alarm),
  });
  return { look, alarms, memory, stop };
}

/** Rounds of half a minute open at multiples of this, and in mode `seed` their cards come. */
const SIGNS_MS = 15_000;

/** Looks every second of so many half-minute rounds. */
export async function follow(
  { service }: LyingHouse,
  { look }: Pick<TestWatcher, "look">,
  rounds: number,
): Promise<void> {
  for (let second = 0; second < 30 * rounds; second++) {
    service.clock.nowMs += 1_000;
    if (second === 0 || service.clock.nowMs % SIGNS_MS === 0) {
      await service.catchUp();
    }
    await look();
  }
}

/** What alarms say, each once. */
export function wordsOf(alarms: readonly Alarm[]): string[] {
  return [...new Set(alarms.map(({ words }) => words))];
}

import { stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openMemory } from "../../../server/watcher/memory.ts";
import { signHeader } from "../../../src/fairness/header.ts";
import type { SignedHeader } from "../../../src/fairness/header.ts";
import { KEYS_PATH } from "../../../src/fairness/paths.ts";
import type { OpenRecord } from "../../../src/fairness/record.ts";
import { games } from "../../../src/games/index.ts";
import { readCheckpoint, signCheckpoint } from "../../../src/tlog/checkpoint.ts";
import { LogTree } from "../../../src/tlog/log-tree.ts";
import { OTHER_SECRET_HEX, startService } from "../../support/service.ts";
import { tempFolder } from "../../support/temp-store.ts";
import { SIGNING_KEY, withReceipt } from "../../support/test-proofs.ts";
import { HOUSE } from "../../support/test-tlog.ts";
import { follow, lyingHouse, SIGNING, watchHouse, wordsOf } from "../../support/watched-house.ts";
import type { Lies } from "../../support/watched-house.ts";

const game = games[1]!;
const FIRST = 521_281;
const GAME = game.slug;
const api = (rest: string) => `/embed/${GAME}/api/${rest}`;

/** A house, and somebody who watches it. */
async function watched() {
  const house = await lyingHouse(await startService({ env: SIGNING }));
  const file = join(await tempFolder(), "watch.sqlite");
  return { house, watch: () => watchHouse(house, { games: [game], file }) };
}

test("an honest house raises no alarm, over a restart of the watcher and a pause", async () => {
  const { house, watch } = await watched();
  const first = await watch();
  await follow(house, first, 3);
  first.stop();
  house.service.clock.nowMs += 10 * 60_000;
  const second = await watch();
  await follow(house, second, 5);
  expect([...first.alarms, ...second.alarms]).toEqual([]);
  expect(second.memory.checkedTo(GAME)).toBe(FIRST + 28 - 3);
  expect(second.memory.promised(GAME, FIRST + 1)).toBeDefined();
  second.stop();
});

describe("an alarm is raised when a house", () => {
  const other = "11".repeat(32);
  /** A round that was promised, whatever becomes of it. */
  const ROUND = FIRST + 1;
  const attacks: [what: string, lies: Lies, words: RegExp][] = [
    [
      "exchanges a seed",
      { [api(`rounds/${ROUND}`)]: (record: object) => ({ ...record, seed: other }) },
      /The seed gives .* not what was committed to/,
    ],
    [
      "changes what it committed to",
      { [api(`rounds/${ROUND}`)]: (record: object) => ({ ...record, commitment: other }) },
      /not the one that was promised while bets were open/,
    ],
    [
      "pays by another list than its records",
      { [api(`results?round=${ROUND}`)]: (list: object[]) => [{ ...list[0], result: "lemon" }] },
      /list of results says otherwise/,
    ],
    [
      "leaves a round out of its results",
      { [api(`results?round=${ROUND}`)]: () => [] },
      /list of results does not have this round/,
    ],
    [
      "no longer shows a round",
      { [api(`rounds/${ROUND}`)]: () => undefined },
      /no longer shows a round that it promised/,
    ],
    [
      "signs a second header of the day",
      {
        [`/fairness/${GAME}/2026-07-01.json`]: (header: SignedHeader) =>
          signHeader({ ...header, root: other }, SIGNING_KEY),
      },
      /two headers of 2026-07-01/,
    ],
    [
      "shows other keys",
      { [KEYS_PATH]: (keys: object) => ({ ...keys, keys: [other] }) },
      /no longer shows a key that it signed with/,
    ],
    ["shows no list of keys", { [KEYS_PATH]: () => null }, /is no list of keys/],
  ];
  test.each(attacks)("%s", async (_what, lies, words) => {
    const { house, watch } = await watched();
    const watcher = await watch();
    await follow(house, watcher, 2);
    expect(watcher.alarms).toEqual([]);
    house.lie(lies);
    await follow(house, watcher, 12);
    expect(wordsOf(watcher.alarms).join("\n")).toMatch(words);
    expect(watcher.alarms[0]?.evidence).toBeDefined();
    expect(watcher.memory.alarms()).toEqual(watcher.alarms);
    const ofDay = watcher.alarms.filter(({ words: said }) =>
      said.startsWith("There are two headers"),
    );
    expect(ofDay.length).toBeLessThanOrEqual(1);
    watcher.stop();
  });

  test("takes bets on a round that it has not signed, or has called void", async () => {
    const { house, watch } = await watched();
    const watcher = await watch();
    await follow(house, watcher, 1);
    const voided = { openedAt: null, revealedAt: null, voidedAt: 1, reason: "beacon" };
    house.lie({
      [api(`rounds/${FIRST + 1}`)]: (record: object) => ({ ...record, receipt: null }),
      [api(`rounds/${FIRST + 2}`)]: (record: OpenRecord) => ({
        ...record,
        receipt: { ...record.receipt, ...voided },
      }),
    });
    await follow(house, watcher, 2);
    expect(wordsOf(watcher.alarms)).toEqual([
      "The table takes bets on a round of which the house has not signed that it opened.",
      "The table takes bets on a round that the house has called void.",
    ]);
    watcher.stop();
  });

  test("denies that a round opened, once its result is known", async () => {
    const { house, watch } = await watched();
    const watcher = await watch();
    await follow(house, watcher, 2);
    house.lie({
      [api(`rounds/${FIRST + 1}`)]: (record: OpenRecord) =>
        withReceipt(record, { voidedAt: record.closesAt + 1_000, reason: "beacon" }),
    });
    await follow(house, watcher, 4);
    expect(wordsOf(watcher.alarms).join("\n")).toMatch(/^You keep a receipt that the round opened/);
    watcher.stop();
  });

  test("shows another result on the table than in the record", async () => {
    const { house, watch } = await watched();
    const watcher = await watch();
    await follow(house, watcher, 1);
    house.lie({
      [api("current")]: (state: { round: number }) => ({
        ...state,
        phase: "result",
        round: state.round - 1,
        result: "lemon",
      }),
    });
    await follow(house, watcher, 1);
    expect(wordsOf(watcher.alarms)).toEqual([
      "The table showed another result than the record has.",
    ]);
    watcher.stop();
  });

  test("withholds a round for an hour, and not when its beacon comes late", async () => {
    const { house, watch } = await watched();
    const watcher = await watch();
    await follow(house, watcher, 1);
    let isWithheld = true;
    const path = api(`rounds/${FIRST}`);
    house.lie({
      [path]: ({ seed, proof, beacon, outcome, ...open }: Record<string, unknown>) =>
        isWithheld ? open : { ...open, seed, proof, beacon, outcome },
    });
    await follow(house, watcher, 4);
    expect(watcher.alarms).toEqual([]);
    house.service.clock.nowMs += 3_600_000;
    await watcher.look();
    expect(wordsOf(watcher.alarms)).toEqual([
      "The house withholds a round that is long over, or its beacon never came.",
    ]);
    isWithheld = false;
    await watcher.look();
    expect(watcher.memory.withheld(GAME)).toEqual([]);
    watcher.stop();
  });

  test("rewrites or shortens its log", async () => {
    const { house, watch } = await watched();
    const watcher = await watch();
    await watcher.look();
    const text = await (await house.service.ask("/log/checkpoint")).text();
    const { size } = readCheckpoint(text);
    const leaves = Array.from({ length: size }, (_, index) => new Uint8Array(32).fill(index));
    const forge = (count: number) => {
      const some = leaves.slice(0, count);
      const head = { size: count, root: new LogTree(some).root() };
      house.lie({
        "/log/checkpoint": () => signCheckpoint(head, HOUSE.key, HOUSE.sign),
        [`/log/tile/0/000.p/${count}`]: () => Uint8Array.from(Buffer.concat(some)),
      });
    };
    forge(size);
    house.service.clock.nowMs += 600_000;
    await watcher.look();
    forge(size - 1);
    house.service.clock.nowMs += 600_000;
    await watcher.look();
    const endless = { size: Number.MAX_SAFE_INTEGER, root: new Uint8Array(32) };
    house.lie({ "/log/checkpoint": () => signCheckpoint(endless, HOUSE.key, HOUSE.sign) });
    house.service.clock.nowMs += 600_000;
    await watcher.look();
    expect(wordsOf(watcher.alarms)).toEqual([
      "The log was rewritten: an entry that was there is another one now.",
      `The log has shrunk from ${size} to ${size - 1} entries.`,
      `The log cannot be read: ${Number.MAX_SAFE_INTEGER} entries are more than there can be.`,
    ]);
    watcher.stop();
  });

  test("signs the day anew with another secret", async () => {
    const { house, watch } = await watched();
    const watcher = await watch();
    await follow(house, watcher, 2);
    // The same keys, another secret, an old time on its own clock: it adds up to who was not there.
    const forged = await startService({ env: { ...SIGNING, ORACLE_SECRET: OTHER_SECRET_HEX } });
    forged.clock.nowMs = house.service.clock.nowMs;
    house.service = forged;
    await follow(house, watcher, 4);
    expect(wordsOf(watcher.alarms).join("\n")).toMatch(/two headers of 2026-07-01/);
    expect(wordsOf(watcher.alarms).join("\n")).toMatch(/not the one that was promised/);
    watcher.stop();
  });
});

test("a round that never opens raises no alarm, nor does a closed game keep anybody from watching another", async () => {
  const house = await lyingHouse(await startService({ env: SIGNING, down: [GAME] }));
  const watcher = await watchHouse(house, { games: [game, games[0]!] });
  const troubles = new Set<string>();
  for (let second = 0; second < 120; second++) {
    house.service.clock.nowMs += 1_000;
    await house.service.catchUp();
    await watcher.look().catch((error: Error) => troubles.add(error.message));
  }
  expect([...troubles].join()).toMatch(/current answers 503/);
  expect(watcher.alarms).toEqual([]);
  const promised = (slug: string) => watcher.memory.promised(slug, FIRST + 1)?.receipt;
  expect(promised(games[0]!.slug)).toMatchObject({ voidedAt: null });
  expect(promised(GAME)).toBeNull();
  expect(watcher.memory.checkedTo(GAME)).toBeGreaterThanOrEqual(FIRST);
});

test("a week of three games stays below 50 MB", async () => {
  const file = join(await tempFolder(), "watch.sqlite");
  const memory = openMemory(file, "https://games.example.com");
  const times = { openedAt: Date.now(), revealedAt: null, voidedAt: null, reason: null };
  const receipt = { ...times, signature: "ef".repeat(64) };
  const record = { headerHash: "ab".repeat(32), commitment: "cd".repeat(32), receipt } as never;
  const ROUNDS = 500;
  for (const { slug } of games) {
    for (let round = 1; round <= ROUNDS; round++) {
      memory.keepPromise({ ...(record as object), game: slug, round } as never);
      memory.keepChecked(slug, round);
    }
  }
  memory.close();
  const aWeek = 7 * (2_880 + 2_880 + 1_440);
  const { size } = await stat(file);
  expect((size * aWeek) / (3 * ROUNDS)).toBeLessThan(50e6);
});

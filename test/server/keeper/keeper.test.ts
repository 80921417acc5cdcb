import { describe, expect, test } from "vitest";
import { keeperMemory } from "../../../components/keeper/memory.ts";
import type { Storage } from "../../../components/keeper/memory.ts";
import { signHeader } from "../../../src/fairness/header.ts";
import type { SignedHeader } from "../../../src/fairness/header.ts";
import { KEYS_PATH } from "../../../src/fairness/paths.ts";
import { baccarat as game } from "../../../src/games/baccarat/game.ts";
import { roundStartMs } from "../../../src/round/phases.ts";
import { readCheckpoint, signCheckpoint } from "../../../src/tlog/checkpoint.ts";
import { LogTree } from "../../../src/tlog/log-tree.ts";
import { decideRound, drandSettings, openRound } from "../../support/drand-service.ts";
import { mapStorage } from "../../support/map-storage.ts";
import { openTable } from "../../support/open-table.ts";
import type { TableOptions } from "../../support/open-table.ts";
import { OTHER_SECRET_HEX, startService } from "../../support/service.ts";
import { beaconSigner } from "../../support/test-beacons.ts";
import { network, SIGNING_KEY } from "../../support/test-proofs.ts";
import { HOUSE } from "../../support/test-tlog.ts";
import { lyingHouse, SIGNING } from "../../support/watched-house.ts";
import type { Lies, LyingHouse } from "../../support/watched-house.ts";

const SLUG = game.slug;
const FIRST = 521_281;
const api = (rest: string) => `/embed/${SLUG}/api/${rest}`;

const NO_STORAGE: Storage = {
  read: () => Promise.reject(new Error("There is none.")),
  update: () => Promise.reject(new Error("There is none.")),
};

const startLyingHouse = async (env: Record<string, string> = {}) =>
  lyingHouse(await startService({ env: { ...SIGNING, ...env } }));

/** A page whose table is open, and that a test sends to rounds. */
function openPage(house: LyingHouse, options: TableOptions = {}) {
  const table = openTable(house, game, options);
  return {
    ...table,
    async see(round: number): Promise<void> {
      const { service } = house;
      const bettingMs = roundStartMs(round, game.intervalMs) + 2_000;
      service.clock.nowMs = Math.max(service.clock.nowMs, bettingMs);
      await service.catchUp();
      await table.turn(round);
    },
  };
}

describe("an honest house", () => {
  // Each table of a new service asked for the header of the day before, and logged a 404.
  test("keeps its promises, for three small requests a round, and a fourth on its first days", async () => {
    const page = openPage(await startLyingHouse());
    for (let round = FIRST; round < FIRST + 4; round++) {
      expect(page.asked()).not.toContain(`/fairness/${SLUG}/2026-06-30.json`);
      await page.see(round);
    }
    expect(page.state()).toEqual({ kept: 4, checked: 3, isLasting: true, faults: [] });
    expect(page.asked()).toEqual([
      api(`rounds/${FIRST + 3}`),
      api(`rounds/${FIRST + 2}`),
      KEYS_PATH,
      api(`results?round=${FIRST + 2}`),
    ]);
  });

  test("is remembered by the next page, which checks what the one before could not", async () => {
    const house = await startLyingHouse();
    const storage = mapStorage();
    await openPage(house, { storage }).see(FIRST);
    const next = openPage(house, { storage });
    await next.see(FIRST + 10);
    expect(next.state()).toEqual({ kept: 2, checked: 1, isLasting: true, faults: [] });
  });

  test("two tabs keep what either of them saw, and ask for no promise twice", async () => {
    const house = await startLyingHouse();
    const storage = mapStorage();
    const tabs = [openPage(house, { storage }), openPage(house, { storage })] as const;
    await tabs[0].see(FIRST);
    await tabs[1].see(FIRST);
    expect(tabs[1].asked()).not.toContain(api(`rounds/${FIRST}`));
    await tabs[1].see(FIRST + 1);
    await tabs[0].see(FIRST + 2);
    expect(tabs[0].state()).toMatchObject({ kept: 3, checked: 2, faults: [] });
  });

  test("is compared without a storage as well, and the page says that it lasts no longer than itself", async () => {
    const page = openPage(await startLyingHouse(), { storage: NO_STORAGE });
    await page.see(FIRST);
    await page.see(FIRST + 1);
    expect(page.state()).toEqual({ kept: 2, checked: 1, isLasting: false, faults: [] });
  });

  test("that is away is asked again later, and nothing is held against it", async () => {
    const house = await startLyingHouse();
    const page = openPage(house);
    await page.see(FIRST);
    house.lie({ [api(`rounds/${FIRST}`)]: () => "no JSON" });
    await expect(page.see(FIRST + 1)).rejects.toThrow("JSON");
    house.lie({ [api(`rounds/${FIRST}`)]: (record) => record });
    await page.see(FIRST + 2);
    expect(page.state()).toMatchObject({ kept: 3, checked: 2, faults: [] });
  });

  test("that has published nothing for a day is asked once on it", async () => {
    const house = await startLyingHouse();
    house.lie({ [api(`rounds/${FIRST}`)]: () => undefined });
    const page = openPage(house);
    await page.see(FIRST);
    page.asked();
    await page.see(FIRST + 1);
    expect(page.asked()).toEqual([]);
  });
});

test("what is kept is bounded, and faults are not pushed out by later ones", async () => {
  const house = await startLyingHouse();
  const values = new Map<string, unknown>();
  const memory = keeperMemory(house.url, mapStorage(values));
  const hashes = { headerHash: "ab".repeat(32), commitment: "cd".repeat(32) };
  for (let round = 1; round <= 1_000; round++) {
    memory.keepPromise({ game: SLUG, round, ...hashes } as never);
    memory.keepHeader({ game: SLUG, date: `day ${round}` } as never);
    memory.keepFault(SLUG, { atMs: 0, round, words: `fault ${round}`, evidence: null });
  }
  await memory.stored();
  const kept = memory.game(SLUG);
  expect([kept.promises.length, kept.headers.length, kept.faults.length]).toEqual([200, 4, 20]);
  expect(kept.faults[0]?.words).toBe("fault 1");
  expect(JSON.stringify([...values]).length).toBeLessThan(50_000);
});

/*
 * The house itself is the attacker: it has all of its keys. Nobody did anything but have the table open before
 * the round.
 */
describe("a page that had the table open catches a house that", () => {
  const other = "11".repeat(32);
  const ROUND = FIRST + 1;

  const attacks: [what: string, lies: Lies, fault: RegExp][] = [
    [
      "exchanges a seed",
      { [api(`rounds/${ROUND}`)]: (record: object) => ({ ...record, seed: other }) },
      /^commitment-wrong$/,
    ],
    [
      "changes what it committed to",
      { [api(`rounds/${ROUND}`)]: (record: object) => ({ ...record, commitment: other }) },
      /not the one that was promised while bets were open/,
    ],
    [
      "pays by another list than its records",
      { [api(`results?round=${ROUND}`)]: (list: object[]) => [{ ...list[0], result: "lemon" }] },
      /^results-other$/,
    ],
    [
      "leaves a round out of its results",
      { [api(`results?round=${ROUND}`)]: () => [] },
      /^results-missing$/,
    ],
    [
      "no longer shows a round",
      { [api(`rounds/${ROUND}`)]: () => undefined },
      /no longer shows a round that it promised/,
    ],
    [
      "deals a round that it said it would deal otherwise",
      { [api(`rounds/${ROUND}`)]: (record: object) => ({ ...record, outcome: {} }) },
      /^outcome-wrong$/,
    ],
  ];
  test.each(attacks)("%s", async (_what, lies, fault) => {
    const house = await startLyingHouse();
    const page = openPage(house);
    await page.see(FIRST);
    await page.see(ROUND);
    expect(page.state().faults).toEqual([]);
    house.lie(lies);
    await page.see(ROUND + 1);
    expect(page.state().faults.join("\n")).toMatch(new RegExp(fault, "m"));
    const evidence = JSON.parse(page.evidence());
    expect(evidence.faults[0]).toMatchObject({ round: ROUND, evidence: expect.anything() });
    expect(evidence.keys).toHaveLength(1);
  });

  test("withholds a round, though not at once: a beacon may be late", async () => {
    const house = await startLyingHouse();
    const page = openPage(house);
    await page.see(FIRST);
    // As it was shown while bets were open.
    const open: unknown = await house.service.read(api(`rounds/${FIRST}`));
    house.lie({ [api(`rounds/${FIRST}`)]: () => open });
    await page.see(FIRST + 1);
    expect(page.state()).toMatchObject({ checked: 0, faults: [] });
    await page.see(FIRST + 120);
    expect(page.state().faults.join()).toMatch(/withholds a round/);
  });

  test("signs a second header of the day, also an hour after the first was seen", async () => {
    const house = await startLyingHouse();
    const page = openPage(house);
    await page.see(FIRST);
    house.lie({
      [`/fairness/${SLUG}/2026-07-01.json`]: (header: SignedHeader) =>
        signHeader({ ...header, root: other }, SIGNING_KEY),
    });
    house.service.clock.nowMs += 3_600_000;
    await page.see(FIRST + 121);
    expect(page.state().faults.join("\n")).toMatch(/two headers of 2026-07-01/);
  });

  // Backdating a day, deleting it and signing it anew, and putting back an old copy of the database with
  // another secret all come to this: what is shown now is not what was shown before bets closed.
  test("puts another day in the place of the one that was played", async () => {
    const house = await startLyingHouse();
    const page = openPage(house);
    await page.see(FIRST);
    await page.see(ROUND);
    const forged = await startService({ env: { ...SIGNING, ORACLE_SECRET: OTHER_SECRET_HEX } });
    forged.clock.nowMs = house.service.clock.nowMs + 86_400_000;
    house.service = forged;
    await page.see(ROUND + 1);
    expect(page.state().faults.join("\n")).toMatch(/not the one that was promised/);
  });

  test.each([
    ["rewrites its log", 0, /rewritten/],
    ["shortens its log", -1, /shrunk/],
    ["signs a log of ever so many entries", Number.MAX_SAFE_INTEGER, /more than there can be/],
  ])("%s", async (_what, more, fault) => {
    const house = await startLyingHouse();
    const page = openPage(house);
    await page.see(FIRST);
    const { size } = readCheckpoint(await (await house.service.ask("/log/checkpoint")).text());
    const count = Math.min(size + more, Number.MAX_SAFE_INTEGER);
    const leaves = Array.from({ length: Math.min(count, 10) }, (_, at) =>
      new Uint8Array(32).fill(at),
    );
    const root = new LogTree(leaves).root();
    house.lie({
      "/log/checkpoint": () => signCheckpoint({ size: count, root }, HOUSE.key, HOUSE.sign),
      [`/log/tile/0/000.p/${count}`]: () => Uint8Array.from(Buffer.concat(leaves)),
    });
    house.service.clock.nowMs += 600_000;
    await page.see(FIRST + 21);
    expect(page.state().faults.join("\n")).toMatch(fault);
  });

  test("shows other keys than it signed with", async () => {
    const house = await startLyingHouse();
    const page = openPage(house);
    await page.see(FIRST);
    house.lie({ [KEYS_PATH]: (keys: object) => ({ ...keys, keys: [other] }) });
    house.service.clock.nowMs += 600_000;
    await page.see(FIRST + 21);
    expect(page.state().faults.join("\n")).toMatch(/no longer shows a key/);
  });

  // A false beacon in the house's database, and a chain of its own under quicknet's name, both come to this: the
  // signature is none of the chain that the page knows.
  test("decides a round by a beacon of its own", async () => {
    const house = await startLyingHouse(drandSettings());
    const page = openPage(house, { chains: [network.chain] });
    openRound(house.service, game, FIRST);
    await page.see(FIRST);
    decideRound(house.service, game, FIRST);
    const forged = beaconSigner("the house");
    house.lie({
      [api(`rounds/${FIRST}`)]: (record: { drandRound: number }) =>
        "seed" in record
          ? { ...record, beacon: Buffer.from(forged.sign(record.drandRound)).toString("hex") }
          : record,
    });
    house.service.clock.nowMs = roundStartMs(FIRST + 1, game.intervalMs);
    await page.see(FIRST + 1);
    expect(page.state().faults).toContain("beacon-wrong");
  });
});

import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createOutbox } from "../../../server/account/mail/outbox.ts";
import { noteAlerts } from "../../../server/owner/alerts.ts";
import { checkHealth } from "../../../server/owner/health.ts";
import type { Check, HealthSources } from "../../../server/owner/health.ts";
import { invite } from "../../../server/owner/office/users.ts";
import type { Store } from "../../../server/store/store.ts";
import { engines } from "../../support/engines.ts";
import { openPaymentSetup } from "../../support/payment-setup.ts";
import { aClaim, anInvoice, aReceipt, decided, hashOf, vault } from "../../support/payments.ts";
import { smallDisk } from "../../support/small-disk.ts";
import { tempFolder, tempStore } from "../../support/temp-store.ts";
import { RECEIVER } from "../../support/tron-node.ts";

const NOW_MS = Date.UTC(2026, 6, 1, 9);
const MINUTE_MS = 60_000;
const DISK: Check = { code: "disk", fault: "The disk is nearly full." };
const MAIL: Check = { code: "mail", fault: "Mails do not leave." };

/** Two servers on one store, and what they mail. */
async function open(place: Parameters<typeof tempStore>[0]) {
  const stores = [(await tempStore(place)).store, (await tempStore(place)).store] as const;
  const [first] = stores;
  await invite(first, vault, "me@tableside.example", NOW_MS);
  await invite(first, vault, "you@tableside.example", NOW_MS);
  const note = (server: 0 | 1, checks: readonly Check[], atMs: number) =>
    noteAlerts(stores[server], createOutbox(stores[server], vault), checks, atMs);
  return { store: first, note, mails: () => mailsIn(first) };
}

async function mailsIn(store: Store): Promise<string[]> {
  const rows = await store.db.selectFrom("outbox").selectAll().execute();
  return rows
    .map(
      ({ id, sealed }) =>
        JSON.parse(vault.open(id, sealed ?? "") ?? "{}") as Record<string, string>,
    )
    .map(({ to, text }) => `${to}: ${text?.trim()}`)
    .toSorted();
}

describe.each(engines)("alerts on $name", (engine) => {
  test("are mailed once to everybody in the back office, by one of the servers", async () => {
    const { note, mails } = await open(await engine.place());
    for (let minute = 0; minute < 6; minute += 1) {
      const atMs = NOW_MS + minute * MINUTE_MS;
      await Promise.all([note(0, [DISK], atMs), note(1, [DISK], atMs)]);
    }
    expect(await mails()).toEqual([
      `me@tableside.example: ${DISK.fault}`,
      `you@tableside.example: ${DISK.fault}`,
    ]);
  });

  test("leave out what mends itself within two minutes", async () => {
    const { note, mails } = await open(await engine.place());
    await note(0, [DISK], NOW_MS);
    await note(0, [DISK], NOW_MS + MINUTE_MS);
    await note(0, [{ ...DISK, fault: null }], NOW_MS + 2 * MINUTE_MS);
    expect(await mails()).toEqual([]);
  });

  test("come again when it was well for ten minutes in between, in one mail for all that is wrong", async () => {
    const { note, mails } = await open(await engine.place());
    const until = async (fromMinute: number, toMinute: number, checks: readonly Check[]) => {
      for (let minute = fromMinute; minute <= toMinute; minute += 1) {
        await note(0, checks, NOW_MS + minute * MINUTE_MS);
      }
    };
    await until(0, 3, [DISK, MAIL]);
    expect(await mails()).toHaveLength(2);
    expect((await mails())[0]).toBe(`me@tableside.example: ${DISK.fault}\n\n${MAIL.fault}`);
    await until(4, 15, [MAIL]);
    await until(16, 19, [DISK, MAIL]);
    expect(await mails()).toHaveLength(4);
  });
});

describe("a look at the service", () => {
  const well = async (): Promise<HealthSources> => ({
    store: (await openPaymentSetup(NOW_MS)).store,
    dataDir: await tempFolder(),
    clockFault: () => null,
    storeFaults: () => [],
    unpublished: () => [],
    beaconLateMs: () => 0,
    nodeState: () => "well",
  });
  const faultsOf = async (sources: HealthSources) =>
    Object.fromEntries(
      (await checkHealth(sources, NOW_MS))
        .filter(({ code }) => code !== "disk")
        .filter(({ fault }) => fault !== null)
        .map(({ code, fault }) => [code, fault]),
    );

  test("finds nothing wrong with one that is well", async () => {
    expect(await faultsOf(await well())).toEqual({});
  });

  // An overview without beacons or payments said that they work.
  test("leaves out what is not in use", async () => {
    const codesOf = async (sources: HealthSources) =>
      (await checkHealth(sources, NOW_MS)).map(({ code }) => code);
    const sources = await well();
    const unused = { beaconLateMs: () => null, nodeState: () => null };
    const used = ["beacons", "payment_node"];
    expect(await codesOf(sources)).toEqual(expect.arrayContaining(used));
    const rest = (await codesOf(sources)).filter((code) => !used.includes(code));
    expect(await codesOf({ ...sources, ...unused })).toEqual(rest);
  });

  test.each<[string, Partial<HealthSources>, RegExp]>([
    ["clock", { clockFault: () => "The clock is a minute off." }, /minute off/],
    ["store", { storeFaults: () => ["The store does not answer."] }, /does not answer/],
    ["days", { unpublished: () => ["baccarat"] }, /Tomorrow is not published for baccarat/],
    ["beacons", { beaconLateMs: () => 90_000 }, /90 s late.*DRAND_RELAYS/],
    ["payment_node", { nodeState: () => "other_network" }, /another network.*nothing is lost/],
    ["payment_node", { nodeState: () => "unreachable" }, /unreachable/],
  ])("says what is wrong with the %s, and what to do", async (code, changed, words) => {
    const faults = await faultsOf({ ...(await well()), ...changed });
    expect(Object.keys(faults)).toEqual([code]);
    expect(faults[code]).toMatch(words);
  });

  test("finds mails that do not leave, and payments that wait for somebody", async () => {
    const sources = await well();
    const { store } = sources;
    const letter = { to: "a@b.example", lang: "en", subject: "", text: "" };
    await store.db.transaction().execute(async (transaction) => {
      await createOutbox(store, vault).put(
        transaction,
        { kind: "news", mail: letter },
        NOW_MS - 20 * MINUTE_MS,
      );
    });
    const [invoice, hash] = [await anInvoice(store, "ann", NOW_MS), hashOf(1)];
    const claim = await aClaim(store, invoice, hash, NOW_MS);
    const transfers = [{ to: RECEIVER, amount: invoice.amount + 900_000_000 }];
    await decided(store, claim, aReceipt(hash, NOW_MS, transfers), NOW_MS);
    const faults = await faultsOf(sources);
    expect(Object.keys(faults).toSorted()).toEqual(["mail", "review"]);
    expect(faults["review"]).toBe("One payment waits for you to decide.");
    expect(faults["mail"]).toMatch(
      /^One mail of the last day did not leave .*SMTP_URL, then send a test\.$/,
    );
  });

  test("finds a disk that is nearly full, which is mailed, and is well again when there is room", async () => {
    const dataDir = await smallDisk(8_192);
    const sources = { ...(await well()), dataDir };
    const { store } = sources;
    await invite(store, vault, "me@tableside.example", NOW_MS);
    const look = async (atMs: number) => {
      const checks = (await checkHealth(sources, atMs)).filter(({ code }) => code === "disk");
      await noteAlerts(store, createOutbox(store, vault), checks, atMs);
      return checks[0]?.fault ?? null;
    };
    // It is small, and most of it is free.
    expect(await look(NOW_MS)).toBeNull();
    const ballast = join(dataDir, "ballast");
    await writeFile(ballast, Buffer.alloc(7_900 * 1_024));
    const fault = await look(NOW_MS);
    expect(fault).toMatch(/The disk of the data folder has 0 MiB left\. Make room/);
    expect(await look(NOW_MS + 2 * MINUTE_MS)).toBe(fault);
    expect(await mailsIn(store)).toEqual([`me@tableside.example: ${fault}`]);
    await rm(ballast);
    expect(await look(NOW_MS + 3 * MINUTE_MS)).toBeNull();
  });

  test("calls wrong what it cannot look at", async () => {
    const sources = await well();
    const faults = await checkHealth({ ...sources, dataDir: "/nowhere/at/all" }, NOW_MS);
    expect(faults.find(({ code }) => code === "disk")?.fault).toMatch(/cannot be looked at/);
  });
});

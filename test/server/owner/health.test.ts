import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createOutbox } from "../../../server/account/mail/outbox.ts";
import { checkHealth } from "../../../server/owner/health.ts";
import type { HealthSources } from "../../../server/owner/health.ts";
import { eventually } from "../../support/eventually.ts";
import { valuesOf } from "../../support/metric-values.ts";
import { openPaymentSetup } from "../../support/payment-setup.ts";
import { anInvoice, pays, vault } from "../../support/payments.ts";
import { startService } from "../../support/service.ts";
import { smallDisk } from "../../support/small-disk.ts";
import { stubApp } from "../../support/stub-app.ts";
import { tempFolder } from "../../support/temp-store.ts";

const NOW_MS = Date.UTC(2026, 6, 1, 9);
const MINUTE_MS = 60_000;

describe("the health check", () => {
  const well = async (): Promise<HealthSources> => ({
    store: (await openPaymentSetup(NOW_MS)).store,
    dataDir: await tempFolder(),
    clock: { fault: () => null },
    changes: { fault: null },
    maintenance: { isDown: () => false },
    unpublished: () => [],
    beaconLateMs: () => 0,
    nodeState: () => "ok",
  });
  const faultsOf = async (sources: HealthSources) =>
    Object.fromEntries(
      (await checkHealth(sources, NOW_MS))
        .filter(({ code }) => code !== "disk")
        .filter(({ fault }) => fault !== null)
        .map(({ code, fault }) => [code, fault]),
    );

  test.each<[string, string, Partial<HealthSources>, RegExp]>([
    [
      "the clock is off",
      "clock",
      { clock: { fault: () => "The clock is a minute off." } },
      /minute off/,
    ],
    [
      "the store does not respond",
      "store",
      { changes: { fault: "The store does not respond." } },
      /does not respond/,
    ],
    [
      "tomorrow is not published",
      "days",
      { unpublished: () => ["baccarat"] },
      /Tomorrow's header has not been published for baccarat/,
    ],
    [
      "a game is in maintenance",
      "maintenance",
      { maintenance: { isDown: (slug) => slug === "baccarat" } },
      /In maintenance: baccarat.*maintenance -- off all/,
    ],
    ["beacons are late", "beacons", { beaconLateMs: () => 90_000 }, /90 s late.*DRAND_RELAYS/],
    [
      "the payment node is on a different network",
      "payment_node",
      { nodeState: () => "other_network" },
      /different network.*nothing is lost/,
    ],
  ])("the health check says what to do if %s", async (_, code, changed, words) => {
    const faults = await faultsOf({ ...(await well()), ...changed });
    expect(Object.keys(faults)).toEqual([code]);
    expect(faults[code]).toMatch(words);
  });

  test("the health check finds stuck emails and payments in review", async () => {
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
    await pays(store, await anInvoice(store, "ann", NOW_MS), 1, NOW_MS, { more: 900_000_000 });
    const faults = await faultsOf(sources);
    expect(Object.keys(faults).toSorted()).toEqual(["mail", "review"]);
    expect(faults["review"]).toBe("One payment is waiting for your decision.");
    expect(faults["mail"]).toMatch(/^One email from the last day could not be sent .*SMTP_URL\.$/);
  });

  // Cause: /healthz was "ok" for half a minute while the full disk was about to close the tables.
  test("the health check and /healthz report a disk that is nearly full", async () => {
    const dataDir = await smallDisk(8_192);
    const sources = { ...(await well()), dataDir };
    const diskFaultNow = async () =>
      (await checkHealth(sources, NOW_MS)).find(({ code }) => code === "disk")?.fault;
    // The disk is small, and most of it is free.
    expect(await diskFaultNow()).toBeNull();
    const ballast = join(dataDir, "ballast");
    await writeFile(ballast, Buffer.alloc(7_900 * 1_024));
    expect(await diskFaultNow()).toMatch(/The data folder's disk has 0 MiB left\. Free some space/);
    const health = await (await stubApp({ dataDir }).ask("/healthz")).json();
    expect(health).toMatchObject({ status: "degraded", detail: await diskFaultNow() });
    await rm(ballast);
    expect(await diskFaultNow()).toBeNull();
  });
});

// The alerts on beacons, days and the disk were silent on services without accounts.
test("a service without accounts checks its health shortly after startup", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const service = await startService({ env: { PORTAL: "off" } });
  vi.advanceTimersByTime(10_000);
  const checked = async () => Object.keys(await valuesOf(service, "tableside_fault"));
  await eventually(async () => (await checked()).length > 0);
  expect(await checked()).toEqual(expect.arrayContaining(['part="days"', 'part="disk"']));
});

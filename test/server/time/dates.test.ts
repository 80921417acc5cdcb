/*
 * The clock of a machine alone was believed however wrong it was, though relays and the payment node
 * say in every answer what time it is.
 */
import { describe, expect, onTestFinished, test } from "vitest";
import { drandRelay } from "../../../server/beacon/drand-relay.ts";
import { tronNode } from "../../../server/payment/tron/node.ts";
import { setBackgroundTimer } from "../../../server/runtime/timers.ts";
import { openServiceClock } from "../../../server/time/service-clock.ts";
import { datesWitness } from "../../../server/time/witnesses/dates.ts";
import { datedHost } from "../../support/dated-host.ts";
import { testChain } from "../../support/drand-chain.ts";
import { eventually } from "../../support/eventually.ts";
import { manualClock } from "../../support/manual-clock.ts";
import { tempStore } from "../../support/temp-store.ts";
import { network } from "../../support/test-proofs.ts";
import { startTronNode } from "../../support/tron-node.ts";

const HOUR_MS = 3_600_000;
const NOON_MS = Date.UTC(2026, 6, 1, 12);
const never = new AbortController().signal;

/** The clock of a service on a file, on a machine whose clock is so far ahead. */
async function clockAhead(aheadMs: number, regulars: readonly string[] = []) {
  const { store } = await tempStore();
  const clock = await openServiceClock({
    store,
    wall: () => Date.now() + aheadMs,
    steady: () => performance.now(),
    setTimer: setBackgroundTimer,
    log: () => {},
    relays: [],
    regulars,
    report: () => {},
    onStep: () => {},
  });
  onTestFinished(() => clock.stop());
  clock.time();
  return clock;
}

describe("a clock three hours fast is refuted by an ordinary answer", () => {
  test("of a relay, even by one that has no beacon", async () => {
    const clock = await clockAhead(3 * HOUR_MS);
    expect(clock.state().verdict).toBe("unwitnessed");
    const { url } = await testChain(network).startRelay(500);
    const relay = drandRelay(url, network.chain.hash, clock);
    expect(await relay.ask(1_000, never)).toEqual({ fault: "fault" });
    expect(clock.fault()).toMatch(/^This server's clock is 1\d{4}\.\d s ahead of the clocks of/);
    expect(clock.time().earliestMs).toBeLessThanOrEqual(Date.now() + 3 * HOUR_MS);
  });

  test("of the payment node", async () => {
    const clock = await clockAhead(3 * HOUR_MS);
    const { url } = await startTronNode();
    await tronNode({ url, apiKey: null, fetch: clock.fetch }).lookUp("00".repeat(32));
    expect(clock.state()).toMatchObject({ verdict: "contradicted", witnesses: { dates: 1 } });
  });

  test("and by the hosts it talks to, before the first round is published", async () => {
    const { url } = await datedHost(Date.now);
    expect((await clockAhead(3 * HOUR_MS, [url])).fault()).toContain("ahead of the clocks of");
  });
});

test("a clock that is right is not confirmed, and one liar among relays does not stop it", async () => {
  const hosts = [await datedHost(Date.now), await datedHost(() => Date.now() - HOUR_MS)];
  const [honest, liar] = hosts.map(({ url }) => url) as [string, string];
  const clock = await clockAhead(0, [honest, liar]);
  for (let answers = 1; answers <= 3; answers++) {
    await (await clock.fetch(`${liar}/beacon`)).text();
  }
  expect(clock.state()).toMatchObject({ verdict: "unwitnessed", witnesses: { dates: 2 } });
  expect(clock.fault()).toBeNull();
});

describe("the dates in answers", () => {
  function open(regulars: readonly string[] = []) {
    const clock = manualClock(NOON_MS);
    const steady = () => clock.now() - NOON_MS;
    const dates = datesWitness({ regulars, steady, setTimer: clock.setTimer, onAnswer() {} });
    onTestFinished(() => dates.stop());
    return { clock, dates, received: () => dates.clocks(steady()) };
  }

  test("is one voice a host, narrower with each answer, and goes on when a host sets its clock", async () => {
    const { clock, dates, received } = open();
    let theirsMs = 0;
    const { url } = await datedHost(() => clock.now() + theirsMs);
    clock.set(NOON_MS + 100);
    await dates.fetch(`${url}/one`);
    expect(received()).toMatchObject([{ leastMs: NOON_MS - 100, mostMs: NOON_MS + 900 }]);
    clock.set(NOON_MS + 900);
    await dates.fetch(`${url}/two`);
    const [voice, ...others] = received();
    expect(others).toEqual([]);
    expect(voice?.leastMs).toBeCloseTo(NOON_MS - 100, 0);
    expect(voice?.mostMs).toBeCloseTo(NOON_MS + 100, 0);
    theirsMs = HOUR_MS;
    await dates.fetch(`${url}/three`);
    expect(received()).toMatchObject([{ leastMs: NOON_MS + HOUR_MS - 900 }]);
  });

  test("is nothing where a cache answered, or nobody did", async () => {
    const { clock, dates, received } = open();
    const { url } = await datedHost(clock.now, { age: "0" });
    await dates.fetch(url);
    await expect(dates.fetch("http://127.0.0.1:1")).rejects.toThrow("ECONNREFUSED");
    await dates.ask(["http://127.0.0.1:1", url]);
    expect(received()).toEqual([]);
  });

  test("comes from all, also from those who are not asked for anything else", async () => {
    const hosts = [await datedHost(() => NOON_MS), await datedHost(() => NOON_MS)];
    const [busy, quiet] = hosts as [(typeof hosts)[0], (typeof hosts)[0]];
    const { clock, dates } = open([busy.url, quiet.url]);
    await dates.start();
    expect(hosts.map(({ asked }) => asked)).toEqual([["HEAD"], ["HEAD"]]);
    clock.set(NOON_MS + 61_000);
    await dates.fetch(busy.url);
    clock.pass(15_000);
    await eventually(() => quiet.asked.length === 2);
    expect(busy.asked).toEqual(["HEAD", "GET"]);
  });
});

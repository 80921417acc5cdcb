import { describe, expect, test } from "vitest";
import type { Fetch } from "../../../server/http/fetch.ts";
import { witnessJob } from "../../../server/tlog/witness-job.ts";
import { engines } from "../../support/engines.ts";
import { NOW_MS } from "../../support/service.ts";
import { tempFolder } from "../../support/temp-store.ts";
import { dayOf, openLog, publish, TODAY } from "../../support/test-house-log.ts";
import type { Place } from "../../support/test-house-log.ts";
import { WITNESSES } from "../../support/test-tlog.ts";
import { testWitness } from "../../support/test-witness.ts";

/** A server on a store, whose witness a test answers for. Gives its log, its job, and what was logged. */
async function serverOn(place: Place, holder: string, fetch: Fetch, nowMs = NOW_MS) {
  const { log: houseLog, store } = await openLog(place, await tempFolder());
  const logged: unknown[] = [];
  const job = witnessJob({
    store,
    houseLog,
    witnesses: [{ key: WITNESSES[0]!.key, url: "http://witness.example" }],
    holder,
    now: () => nowMs,
    fetch,
    log: (...line) => void logged.push(line),
    report: () => {},
  });
  return { houseLog, job, logged };
}

describe.each(engines)("on $name", (engine) => {
  // Cause (seed 3100024 of the simulation): the proof led to the log of that moment, the checkpoint was an older one.
  test("a witness is proven the checkpoint that it is given, while the log grows", async () => {
    const place = await engine.place();
    await publish(place, dayOf(TODAY));
    const witness = await testWitness(NOW_MS);
    let grow = async () => {};
    const ask: Fetch = async (_address, init) => {
      const { status, text } = witness.addCheckpoint(String(init?.body));
      await grow();
      return new Response(text, { status });
    };
    await (await serverOn(place, "north", ask)).job.work();
    await publish(place, dayOf(TODAY + 1));
    // A server that does not know yet what the witness has signed is told so first.
    const other = await engine.place();
    await publish(other, [...dayOf(TODAY), ...dayOf(TODAY + 1)]);
    const { houseLog, job, logged } = await serverOn(other, "south", ask);
    grow = async () => {
      await publish(other, dayOf(TODAY + 2));
      grow = async () => {};
      await houseLog.grow();
    };
    await job.work();
    expect(houseLog.head().size).toBe(9);
    expect(logged).toEqual([]);
    expect(houseLog.cosignatures.lastSizeOf({ key: WITNESSES[0]!.key, url: undefined })).toBe(6);
  });

  test("a server that lags leaves the witness to the one that is ahead", async () => {
    const place = await engine.place();
    await publish(place, dayOf(TODAY));
    const witness = await testWitness(NOW_MS);
    let asked = 0;
    const ask: Fetch = async (_address, init) => {
      asked += 1;
      const { status, text } = witness.addCheckpoint(String(init?.body));
      return new Response(text, { status });
    };
    // It may: whoever asked last does not any more.
    const south = await serverOn(place, "south", ask, NOW_MS + 60_000);
    await publish(place, dayOf(TODAY + 1));
    const north = await serverOn(place, "north", ask);
    await north.job.work();
    await south.houseLog.cosignatures.load();
    await south.job.work();
    expect([south.houseLog.head().size, south.logged, asked]).toEqual([3, [], 1]);
  });
});

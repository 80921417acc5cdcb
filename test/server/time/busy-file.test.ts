/*
 * A server read its clock and then waited up to 5 s for its turn to write it down, as when an import held
 * the file. The others took it for 5 s behind: right clocks contradicted each other, and nobody served.
 */
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { openStore } from "../../../server/store/open-store.ts";
import { storeWitness } from "../../../server/time/witnesses/store-witness.ts";
import { eventually } from "../../support/eventually.ts";
import { tempFile } from "../../support/temp-store.ts";

test("a heartbeat that waits for its turn has the time of its turn", async () => {
  const file = await tempFile();
  let nowMs = 1_000_000;
  /** A server's witness on a store of its own, which looks when the test says so. */
  async function server() {
    const store = await openStore({ file });
    let task = () => {};
    let received = 0;
    const witness = storeWitness({
      store,
      wall: () => nowMs,
      steady: () => nowMs,
      setTimer: (given) => {
        task = given;
        return () => {};
      },
      onAnswer: () => (received += 1),
    });
    await witness.start();
    onTestFinished(async () => {
      await witness.stop();
      await store.close();
    });
    return {
      witness,
      async look(): Promise<void> {
        const before = received;
        task();
        await eventually(() => received > before);
      },
      beats: async () =>
        (await store.db.selectFrom("heartbeat").select("beat").orderBy("server").execute()).map(
          ({ beat }) => beat,
        ),
    };
  }
  // A new server gives the others some time to answer.
  const passing = setInterval(() => (nowMs += 100), 1);
  const { witness, look } = await server();
  const writing = await server();
  clearInterval(passing);
  await look();

  const holder = new DatabaseSync(file);
  onTestFinished(() => holder.close());
  holder.exec("begin immediate");
  nowMs += 2_500;
  const before = await writing.beats();
  await writing.look();
  nowMs += 4_000;
  await look();
  holder.exec("rollback");
  await eventually(async () =>
    (await writing.beats()).every((beat, at) => beat > (before[at] ?? 0)),
  );
  await look();

  const [clock] = witness.peers(nowMs);
  expect(clock?.leastMs).toBeLessThanOrEqual(0);
  expect(clock?.mostMs).toBeGreaterThanOrEqual(0);
});

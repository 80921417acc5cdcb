import { describe, expect, onTestFinished, test, vi } from "vitest";
import { watchChanges } from "../../../server/access/changes.ts";
import { change } from "../../../server/store/revision.ts";
import { eventually } from "../../support/eventually.ts";
import { manualRepeat } from "../../support/manual-repeat.ts";
import { observeStore, type ObservedStore } from "../../support/observed-store.ts";
import { tempStore } from "../../support/temp-store.ts";

const nothing = async () => undefined;

type Fault = "failing" | "silent";

/** Gives the database a fault; what is returned mends it. */
function spoil(seen: ObservedStore, fault: Fault): () => void {
  if (fault === "silent") {
    return seen.holdAnswers();
  }
  seen.failWith(new Error("the disk is gone"));
  return () => seen.failWith(null);
}

async function watched() {
  const { store } = await tempStore();
  const seen = observeStore(store);
  const timer = manualRepeat();
  const report = vi.fn<(error: unknown) => void>();
  const changes = watchChanges(seen.store, report, timer.repeat);
  onTestFinished(() => changes.stop());
  async function tick(times = 1): Promise<void> {
    for (let i = 0; i < times; i++) {
      timer.tick();
      // A look waits for at most some turns of the event loop on SQLite.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  return { store, seen, timer, report, changes, tick };
}

describe("looking for changes", () => {
  test("begins with the start, goes on every 400 ms and ends with the stop", async () => {
    const { changes, timer } = await watched();
    expect(timer.running).toBe(false);
    expect(changes.revision).toBeUndefined();
    await changes.start();
    expect(timer.running).toBe(true);
    expect(timer.intervalMs).toBe(400);
    expect(changes.revision).toBe(0);
    await changes.stop();
    expect(timer.running).toBe(false);
    expect(changes.revision).toBeUndefined();
  });

  test("tells listeners of each change, and of nothing else", async () => {
    const { store, changes, tick } = await watched();
    await changes.start();
    const listener = vi.fn<() => Promise<void>>(nothing);
    changes.onChange(listener);
    await tick(3);
    expect(listener).not.toHaveBeenCalled();
    await change(store, nothing);
    await change(store, nothing);
    await tick(3);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(changes.revision).toBe(2);
  });

  test("calls a listener that failed again, until it succeeds", async () => {
    const { store, changes, report, tick } = await watched();
    await changes.start();
    const listener = vi
      .fn<() => Promise<void>>(nothing)
      .mockRejectedValueOnce(new Error("not now"));
    changes.onChange(listener);
    await change(store, nothing);
    await tick(4);
    expect(listener).toHaveBeenCalledTimes(2);
    expect(report).toHaveBeenCalledTimes(1);
  });

  test("at once shows a change made in this process", async () => {
    const { store, changes } = await watched();
    await changes.start();
    await change(store, nothing);
    await changes.look();
    expect(changes.revision).toBe(1);
  });
});

describe.each<Fault>(["failing", "silent"])("while the database is %s", (fault) => {
  test("it is reported once, not at every look", async () => {
    const { seen, changes, report, tick } = await watched();
    await changes.start();
    const mend = spoil(seen, fault);
    await tick(20);
    expect(report).toHaveBeenCalledTimes(1);
    mend();
    await tick(2);
    const mendAgain = spoil(seen, fault);
    await tick(3);
    expect(report).toHaveBeenCalledTimes(2);
    mendAgain();
  });

  test("what is remembered is believed for some seconds, then no more, then again", async () => {
    const { store, seen, changes, tick } = await watched();
    await changes.start();
    const mend = spoil(seen, fault);
    await tick(5);
    expect(changes.revision).toBe(0);
    await tick(10);
    expect(changes.revision).toBeUndefined();
    await change(store, nothing);
    mend();
    await tick(2);
    expect(changes.revision).toBe(1);
  });
});

test("a change made by another instance becomes known on the machine's own timer", async () => {
  const { store, file } = await tempStore();
  const other = await tempStore(file);
  const changes = watchChanges(store, (error) => expect(error).toBeUndefined());
  onTestFinished(() => changes.stop());
  await changes.start();
  await change(other.store, nothing);
  await eventually(() => changes.revision !== 0);
  expect(changes.revision).toBe(1);
});
